// Decodes the common PNG file by itself: 8 bits a sample, RGB or RGBA, not interlaced, no tRNS.
//
// Inflate.c undoes the compression; the filters are undone here, a pixel at a time in four lanes of 16
// bits, straight into the pixels that are wanted. libpng goes over each row three times instead: it
// undoes the filter a byte at a time, adds the alpha, and copies. Both give the same pixels, since the
// filters are defined to the bit (PNG third edition, clause 9).
//
// Only a stream without any fault is taken: the right header, filter types 0 to 4, exactly the bytes
// that the size asks for, then the right Adler-32 and the end. For everything else the function says
// no, and libpng reads the file again and finds the words for what is wrong. So there is one judge of
// damaged files, and this is not it.

#include "PlainRows.h"

#include <stdlib.h>
#include <string.h>

#include "Inflate.h"

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t lanes4 __attribute__((vector_size(8)));

// Rows are inflated in blocks of about this many bytes, which stay in a processor's cache, behind the
// bytes that matches may reach back to.
enum { block_size = 256 * 1024, window_size = 32768 };

static inline lanes4 load(const uint8_t *pixel, size_t count) {
  bytes4 bytes = {0, 0, 0, 0};
  memcpy(&bytes, pixel, count);
  return __builtin_convertvector(bytes, lanes4);
}

// The lanes modulo 256, with alpha 255 where the file has none.
static inline lanes4 store(uint8_t *pixel, lanes4 value, lanes4 alpha) {
  const lanes4 low = (value & 255) | alpha;
  const bytes4 bytes = __builtin_convertvector(low, bytes4);
  memcpy(pixel, &bytes, 4);
  return low;
}

static inline lanes4 magnitude(lanes4 v) {
  const lanes4 sign = v >> 15;
  return (v ^ sign) - sign;
}

// The nearest of left, up and up-left to left + up - up-left, in this order where two are equally
// near.
static inline lanes4 paeth(lanes4 left, lanes4 up, lanes4 corner) {
  const lanes4 da = up - corner, db = left - corner;
  const lanes4 pa = magnitude(da), pb = magnitude(db), pc = magnitude(da + db);
  const lanes4 is_left = (pa <= pb) & (pa <= pc), is_up = pb <= pc;
  const lanes4 other = (up & is_up) | (corner & ~is_up);
  return (left & is_left) | (other & ~is_left);
}

// One row: `count` filtered pixels of `size` bytes to pixels of 4 bytes. `above` is the row above,
// of zeros for the first one. Returns 0 for a filter type that does not exist.
static inline int undo(
    unsigned type, const uint8_t *source, size_t count, size_t size, const uint8_t *above,
    uint8_t *row) {
  const lanes4 alpha = {0, 0, 0, (int16_t)(size == 3 ? 255 : 0)};
  lanes4 left = {0, 0, 0, 0}, corner = {0, 0, 0, 0};
  switch (type) {
    case 0:
      for (size_t i = 0; i < count; i++) store(row + 4 * i, load(source + size * i, size), alpha);
      return 1;
    case 1:
      for (size_t i = 0; i < count; i++) {
        left = store(row + 4 * i, load(source + size * i, size) + left, alpha);
      }
      return 1;
    case 2:
      for (size_t i = 0; i < count; i++) {
        store(row + 4 * i, load(source + size * i, size) + load(above + 4 * i, 4), alpha);
      }
      return 1;
    case 3:
      for (size_t i = 0; i < count; i++) {
        const lanes4 mean = (left + load(above + 4 * i, 4)) >> 1;
        left = store(row + 4 * i, load(source + size * i, size) + mean, alpha);
      }
      return 1;
    case 4:
      for (size_t i = 0; i < count; i++) {
        const lanes4 up = load(above + 4 * i, 4);
        left = store(
            row + 4 * i, load(source + size * i, size) + paeth(left, up, corner), alpha);
        corner = up;
      }
      return 1;
    default: return 0;
  }
}

// Goes on with the two sums of an Adler-32 (RFC 1950, section 8.2) over `count` bytes. Sixteen bytes
// at a time are added to lanes of their own, so that the compiler can do them at once.
static void add_to_adler(uint32_t sums[2], const uint8_t *bytes, size_t count) {
  uint64_t a = sums[0], b = sums[1];
  while (count >= 16) {
    const size_t groups = count < 5552 ? count / 16 : 5552 / 16;
    uint32_t sum[16] = {0}, before[16] = {0};
    for (size_t g = 0; g < groups; g++, bytes += 16) {
      for (int i = 0; i < 16; i++) {
        before[i] += sum[i];
        sum[i] += bytes[i];
      }
    }
    b += a * 16 * groups;
    for (uint64_t i = 0; i < 16; i++) {
      a += sum[i];
      b += (uint64_t)before[i] * 16 + sum[i] * (16 - i);
    }
    a %= 65521;
    b %= 65521;
    count -= 16 * groups;
  }
  for (; count > 0; count--) {
    a += *bytes++;
    b += a;
  }
  sums[0] = (uint32_t)(a % 65521);
  sums[1] = (uint32_t)(b % 65521);
}

static uint32_t big_endian(const uint8_t *bytes) {
  return ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8)
         | bytes[3];
}

// The data of all chunks IDAT in one piece: in the file itself where there is one chunk, else in a
// copy, which `copy` then points to.
static const uint8_t *compressed(const folio_png_source *source, uint8_t **copy) {
  const uint8_t *first = source->file + source->data_offset;
  if (big_endian(first) == source->data_count) return first + 8;
  *copy = malloc(source->data_count);
  if (*copy == NULL) return NULL;
  for (size_t filled = 0; filled < source->data_count;) {
    const size_t count = big_endian(first);
    if (count > source->data_count - filled) return NULL;
    memcpy(*copy + filled, first + 8, count);
    filled += count;
    first += 12 + count;
  }
  return *copy;
}

static int decode(
    folio_inflater *inflater, const uint8_t *data_end, uint32_t width, uint32_t height, size_t size,
    uint8_t *buffer, size_t capacity, const uint8_t *zeros, uint8_t *pixels) {
  const size_t row_bytes = 1 + size * width, stride = (size_t)width * 4;
  uint32_t sums[2] = {1, 0};
  const uint8_t *above = zeros;
  // In the buffer: bytes that matches may reach, then those of a row that is not whole yet.
  uint8_t *source = buffer, *out = buffer;
  for (size_t y = 0; y < height;) {
    uint8_t *end = folio_inflate(inflater, buffer, out, buffer + capacity);
    if (end == out || inflater->state == folio_inflate_failed) return 0;
    add_to_adler(sums, out, (size_t)(end - out));
    out = end;
    for (; y < height && (size_t)(out - source) >= row_bytes; y++, source += row_bytes) {
      uint8_t *row = pixels + y * stride;
      // A constant size gives each kind loops of its own.
      const int is_known = size == 3 ? undo(source[0], source + 1, width, 3, above, row)
                                     : undo(source[0], source + 1, width, 4, above, row);
      if (!is_known) return 0;
      above = row;
    }
    uint8_t *kept = out - buffer > window_size ? out - window_size : buffer;
    if (kept > source) kept = source;
    memmove(buffer, kept, (size_t)(out - kept));
    source -= kept - buffer;
    out -= kept - buffer;
  }
  // Not a byte more; the end of the stream may be a block of its own.
  if (source != out) return 0;
  if (inflater->state != folio_inflate_done
      && folio_inflate(inflater, buffer, out, out + 1) != out) {
    return 0;
  }
  if (inflater->state != folio_inflate_done) return 0;
  const uint8_t *checksum = folio_inflate_rest(inflater);
  return checksum != NULL && data_end - checksum == 4
         && big_endian(checksum) == ((sums[1] << 16) | sums[0]);
}

int folio_png_decode_plain_rows(
    const folio_png_source *source, uint32_t width, uint32_t height, uint8_t *pixels) {
  const uint8_t *header = source->file + source->head[0].offset;
  const unsigned depth = header[24], color_type = header[25], interlace = header[28];
  if (source->head_count != 1 || depth != 8 || interlace != 0) return 0;
  if (color_type != 2 && color_type != 6) return 0;
  if (big_endian(header + 16) != width || big_endian(header + 20) != height) return 0;
  const size_t size = color_type == 2 ? 3 : 4, row_bytes = 1 + size * width;
  if (row_bytes > 1u << 30 || source->data_count < 6) return 0;

  uint8_t *copy = NULL;
  const uint8_t *data = compressed(source, &copy);
  const size_t capacity = window_size + row_bytes + block_size;
  uint8_t *buffer = malloc(capacity + folio_inflate_slack);
  uint8_t *zeros = calloc(width, 4);
  folio_inflater *inflater = malloc(sizeof *inflater);
  int succeeded = 0;
  // RFC 1950: deflate, a window of 2^8 to 2^15 bytes, the check, no dictionary.
  if (data != NULL && buffer != NULL && zeros != NULL && inflater != NULL && (data[0] & 15) == 8
      && data[0] >> 4 <= 7 && (data[0] * 256 + data[1]) % 31 == 0 && (data[1] & 32) == 0) {
    folio_inflate_begin(
        inflater, data + 2, source->data_count - 2, (size_t)256 << (data[0] >> 4));
    succeeded = decode(
        inflater, data + source->data_count, width, height, size, buffer, capacity, zeros, pixels);
  }
  free(inflater);
  free(zeros);
  free(buffer);
  free(copy);
  return succeeded;
}
