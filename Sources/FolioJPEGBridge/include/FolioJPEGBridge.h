#ifndef FOLIO_JPEG_BRIDGE_H
#define FOLIO_JPEG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// libjpeg reports errors through a callback that must not return. These functions keep the longjmp
// that this takes inside C: they return a status, and on failure a message.

/// How the file stores its colours.
typedef enum folio_jpeg_color {
  folio_jpeg_color_unknown = 0,
  folio_jpeg_color_gray = 1,
  folio_jpeg_color_rgb = 2,
  folio_jpeg_color_ycc = 3,
  folio_jpeg_color_cmyk = 4,
  folio_jpeg_color_ycck = 5
} folio_jpeg_color;

/// What the header says, before any pixel is decoded.
typedef struct folio_jpeg_header {
  uint32_t width;
  uint32_t height;
  uint32_t components;
  folio_jpeg_color color;
  /// Whether the file has several scans.
  int progressive;
} folio_jpeg_header;

/// Why and where reading stopped.
typedef struct folio_jpeg_failure {
  /// libjpeg's words, without a newline, always terminated.
  char message[256];
  /// The byte of the file at which it stopped.
  size_t offset;
  /// Whether the limit on scans was met.
  int too_many_scans;
  /// Whether the limit on memory was met.
  int out_of_memory;
} folio_jpeg_failure;

/// Reads the header of a JPEG file. Returns 1 on success, else 0 with `failure` filled.
int folio_jpeg_read_header(
    const uint8_t *file, size_t count, folio_jpeg_header *header, folio_jpeg_failure *failure);

/// Decodes a grey, RGB or YCbCr file into `pixels`: width * height * 4 bytes, RGBA with alpha 255,
/// rows from top to bottom without padding, before any orientation.
///
/// The inverse DCT is the accurate integer one and chroma is upsampled with libjpeg's triangle
/// filter. Warnings of libjpeg are failures. `width` and `height` must be those of the header.
/// Returns 1 on success, else 0 with `failure` filled; `pixels` may then hold anything.
int folio_jpeg_decode(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, size_t memory_limit,
    int scan_limit, uint8_t *pixels, folio_jpeg_failure *failure);

#endif
