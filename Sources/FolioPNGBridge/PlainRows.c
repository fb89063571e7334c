// Decodes the common PNG file by itself: 8 bits a sample, RGB or RGBA, not interlaced, no tRNS.
//
// zlib inflates; the filters are undone here, a pixel at a time in four lanes of 16 bits, straight
// into the pixels that are wanted. libpng goes over each row three times instead: it undoes the
// filter a byte at a time, adds the alpha, and copies. Both give the same pixels, since the filters
// are defined to the bit (PNG third edition, clause 9).
//
// Only a stream without any fault is taken: the right header, filter types 0 to 4, exactly the bytes
// that the size asks for, then the right Adler-32 and the end. For everything else the function says
// no, and libpng reads the file again and finds the words for what is wrong. So there is one judge of
// damaged files, and this is not it.

#include "PlainRows.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t lanes4 __attribute__((vector_size(8)));

// Rows are inflated in blocks of about this many bytes: zlib copies 32 KiB at the end of each call.
enum { block_size = 256 * 1024 };

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

// The compressed bytes, chunk after chunk.
typedef struct input {
  const uint8_t *file;
  size_t next_chunk;  // where the next chunk IDAT begins
  size_t left;        // bytes of data in chunks that have not been begun
  const uint8_t *bytes;
  size_t count;       // bytes left in the chunk that has been begun
} input;

// Makes sure that at least one byte is there, if there is one at all.
static void begin_chunk(input *in) {
  while (in->count == 0 && in->left > 0) {
    in->count = big_endian(in->file + in->next_chunk);
    in->bytes = in->file + in->next_chunk + 8;
    in->next_chunk += 12 + in->count;
    in->left -= in->count;
  }
}

static int take(input *in, uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    begin_chunk(in);
    if (in->count == 0) return 0;
    bytes[i] = *in->bytes++;
    in->count -= 1;
  }
  return 1;
}

// Inflates until `count` bytes are there or the stream ends; returns how many there are, and in
// `status` what zlib said last.
static size_t inflate_bytes(
    z_stream *stream, input *in, uint8_t *bytes, size_t count, int *status) {
  stream->next_out = bytes;
  stream->avail_out = (uInt)count;
  *status = Z_OK;
  while (stream->avail_out > 0 && *status == Z_OK) {
    begin_chunk(in);
    if (in->count == 0) break;
    stream->next_in = (z_const Bytef *)in->bytes;
    stream->avail_in = (uInt)in->count;
    *status = inflate(stream, Z_NO_FLUSH);
    in->bytes += in->count - stream->avail_in;
    in->count = stream->avail_in;
  }
  return count - stream->avail_out;
}

static int decode(
    z_stream *stream, input *in, uint32_t width, uint32_t height, size_t size, uint8_t *block,
    size_t block_rows, const uint8_t *zeros, uint8_t *pixels) {
  const size_t row_bytes = 1 + size * width, stride = (size_t)width * 4;
  uint32_t sums[2] = {1, 0};
  const uint8_t *above = zeros;
  int status = Z_OK;
  for (size_t y = 0; y < height;) {
    const size_t rows = height - y < block_rows ? height - y : block_rows;
    if (inflate_bytes(stream, in, block, rows * row_bytes, &status) != rows * row_bytes) return 0;
    add_to_adler(sums, block, rows * row_bytes);
    for (size_t i = 0; i < rows; i++, y++) {
      const uint8_t *source = block + i * row_bytes;
      uint8_t *row = pixels + y * stride;
      // A constant size gives each kind loops of its own.
      const int is_known = size == 3 ? undo(source[0], source + 1, width, 3, above, row)
                                     : undo(source[0], source + 1, width, 4, above, row);
      if (!is_known) return 0;
      above = row;
    }
  }
  // The end of the stream may follow the last byte in a call of its own, which gives no byte more.
  uint8_t checksum[4];
  if (status != Z_STREAM_END && inflate_bytes(stream, in, checksum, 1, &status) != 0) return 0;
  if (status != Z_STREAM_END || !take(in, checksum, 4)) return 0;
  begin_chunk(in);
  return in->count == 0 && big_endian(checksum) == ((sums[1] << 16) | sums[0]);
}

int folio_png_decode_plain_rows(
    const folio_png_source *source, uint32_t width, uint32_t height, uint8_t *pixels) {
  const uint8_t *header = source->file + source->head[0].offset;
  const unsigned depth = header[24], color_type = header[25], interlace = header[28];
  if (source->head_count != 1 || depth != 8 || interlace != 0) return 0;
  if (color_type != 2 && color_type != 6) return 0;
  if (big_endian(header + 16) != width || big_endian(header + 20) != height) return 0;

  const size_t size = color_type == 2 ? 3 : 4, row_bytes = 1 + size * width;
  if (row_bytes > 1u << 30) return 0;
  input in = {source->file, source->data_offset, source->data_count, NULL, 0};
  uint8_t start[2];
  // A window of 2^8 to 2^15 bytes, no dictionary, and the check of RFC 1950.
  if (!take(&in, start, 2) || (start[0] & 15) != 8 || start[0] >> 4 > 7 || (start[1] & 32) != 0
      || (start[0] * 256 + start[1]) % 31 != 0) {
    return 0;
  }
  size_t rows = block_size / row_bytes;
  if (rows < 1) rows = 1;
  if (rows > height) rows = height;
  uint8_t *block = malloc(rows * row_bytes);
  uint8_t *zeros = calloc(width, 4);
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  int succeeded = 0;
  if (block != NULL && zeros != NULL && inflateInit2(&stream, -(8 + (start[0] >> 4))) == Z_OK) {
    succeeded = decode(&stream, &in, width, height, size, block, rows, zeros, pixels);
    inflateEnd(&stream);
  }
  free(zeros);
  free(block);
  return succeeded;
}
