#ifndef FOLIO_PNG_BRIDGE_H
#define FOLIO_PNG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// libpng reports errors by longjmp, which may not cross a Swift frame. These functions keep every
// jump inside C: they return a status, and on failure a message.

/// A run of bytes of a file: `count` bytes from byte `offset` on.
typedef struct folio_png_range {
  size_t offset;
  size_t count;
} folio_png_range;

/// Why and where reading stopped.
typedef struct folio_png_failure {
  /// libpng's words, without a newline, always terminated.
  char message[160];
  /// How many bytes of the ranges, taken one after another, had been read.
  size_t consumed;
} folio_png_failure;

/// Decodes the PNG file formed by `range_count` ranges of `file` into `pixels`: width * height * 4
/// bytes, straight RGBA of 8 bits, rows from top to bottom without padding.
///
/// Samples under 8 bits are widened to the full range, 16-bit samples become round(v * 255 / 65535),
/// a tRNS colour is compared at the stored depth, and no gamma is applied. `width` and `height` must
/// be those of the file's IHDR. Warnings of libpng are failures. Returns 1 on success, else 0 with
/// `failure` filled; `pixels` may then hold anything.
int folio_png_decode(
    const uint8_t *file, const folio_png_range *ranges, size_t range_count, uint32_t width,
    uint32_t height, uint8_t *pixels, folio_png_failure *failure);

/// Reads the ICC profile of the PNG file formed by the ranges (up to the first IDAT) into `profile`.
///
/// Returns its size in bytes, or 0 if there is none, it is larger than `capacity`, or libpng finds
/// it damaged.
size_t folio_png_icc_profile(
    const uint8_t *file, const folio_png_range *ranges, size_t range_count, uint8_t *profile,
    size_t capacity);

/// The version of the libpng that is linked, as text.
const char *folio_png_library_version(void);

#endif
