#include "FolioJPEGBridge.h"
