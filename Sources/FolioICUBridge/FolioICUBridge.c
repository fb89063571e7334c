#include "FolioICUBridge.h"
