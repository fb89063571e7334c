#ifndef FOLIO_PNG_BRIDGE_H
#define FOLIO_PNG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// libpng reports errors by longjmp, which may not cross a Swift frame. These functions keep every
// jump inside C: they return a status, and on failure a message.

/// The parts of a PNG file that libpng is shown.
///
/// The checksums of the chunks must have been verified: they are not looked at again. All chunks
/// IDAT must follow one another; libpng sees them as one, so that it notices every byte after the
/// end of the compressed stream.
typedef struct folio_png_source {
  const uint8_t *file;
  /// Ranges of `file` that hold the signature, IHDR and further chunks whole.
  const struct folio_png_range {
    size_t offset;
    size_t count;
  } *head;
  size_t head_count;
  /// Where the first chunk IDAT begins.
  size_t data_offset;
  /// The sum of the lengths of all chunks IDAT, at most 2^31 - 1.
  size_t data_count;
} folio_png_source;

/// Why and where reading stopped.
typedef struct folio_png_failure {
  /// libpng's words, without a newline, always terminated.
  char message[160];
  /// The byte of the file up to which had been read.
  size_t offset;
} folio_png_failure;

/// Decodes a PNG file into `pixels`: width * height * 4 bytes, straight RGBA of 8 bits, rows from
/// top to bottom without padding.
///
/// Samples under 8 bits are widened to the full range, 16-bit samples become round(v * 255 / 65535),
/// a tRNS colour is compared at the stored depth, and no gamma is applied. `width` and `height` must
/// be those of the file's IHDR. Warnings of libpng are failures. Returns 1 on success, else 0 with
/// `failure` filled; `pixels` may then hold anything.
int folio_png_decode(
    const folio_png_source *source, uint32_t width, uint32_t height, uint8_t *pixels,
    folio_png_failure *failure);

/// Reads the ICC profile of the chunk iCCP in the head of a PNG file into `profile`.
///
/// Returns its size in bytes, or 0 if there is none, it is larger than `capacity`, or libpng finds
/// it damaged.
size_t folio_png_icc_profile(const folio_png_source *source, uint8_t *profile, size_t capacity);

/// The version of the libpng that is linked, as text.
const char *folio_png_library_version(void);

#endif
