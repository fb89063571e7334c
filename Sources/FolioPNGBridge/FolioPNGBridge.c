#include "FolioPNGBridge.h"
