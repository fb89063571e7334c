#ifndef FOLIO_PNG_PLAIN_ROWS_H
#define FOLIO_PNG_PLAIN_ROWS_H

#include "FolioPNGBridge.h"

// Decodes what `folio_png_decode` decodes if it is RGB or RGBA of 8 bits, not interlaced, with
// nothing but IHDR before the pixels, and without a fault. Returns 1 on success; 0 says only that
// libpng has to look at the file, and `pixels` may hold anything.
int folio_png_decode_plain_rows(
    const folio_png_source *source, uint32_t width, uint32_t height, uint8_t *pixels);

#endif
