#include "CPeers.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct sink {
  uint8_t *bytes;
  size_t count, capacity;
} sink;

static void write_bytes(png_structp png, png_bytep data, size_t count) {
  sink *s = png_get_io_ptr(png);
  if (s->count + count > s->capacity) {
    s->capacity = (s->count + count) * 2;
    s->bytes = realloc(s->bytes, s->capacity);
  }
  memcpy(s->bytes + s->count, data, count);
  s->count += count;
}

static void flush(png_structp png) { (void)png; }

size_t peer_libpng(
    const uint32_t *pixels, int width, int height, int channels, int level, uint8_t **file) {
  sink out = {malloc(1 << 22), 0, 1 << 22};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, write_bytes, flush);
  png_set_IHDR(
      png, info, (png_uint_32)width, (png_uint_32)height, 8,
      channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (level >= 0) png_set_compression_level(png, level);
  png_write_info(png, info);
  uint8_t *row = malloc((size_t)width * 3);
  for (int y = 0; y < height; y++) {
    const uint8_t *source = (const uint8_t *)(pixels + (size_t)y * width);
    if (channels == 3) {
      for (int x = 0; x < width; x++) {
        row[3 * x] = source[4 * x];
        row[3 * x + 1] = source[4 * x + 1];
        row[3 * x + 2] = source[4 * x + 2];
      }
      png_write_row(png, row);
    } else {
      png_write_row(png, source);
    }
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  free(row);
  *file = out.bytes;
  return out.count;
}

uint64_t peer_thread_nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
