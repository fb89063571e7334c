#include "FolioPNGBridge.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#pragma STDC FP_CONTRACT OFF

// Everything that lives across a setjmp is in this structure, on the heap: a local variable that
// changes between setjmp and longjmp would have an indeterminate value afterwards.
typedef struct reader {
  jmp_buf jump;
  png_structp png;
  png_infop info;
  folio_png_source source;
  int stage;               // what is being handed out: a range of the head, or see on_read
  size_t position;         // bytes handed out of it
  size_t data_left;        // bytes of IDAT not handed out
  size_t chunk_left;       // of these, bytes in the chunk being read
  size_t next_chunk;       // where the next chunk IDAT begins
  size_t offset;           // the byte of the file after the last one handed out
  uint8_t data_header[8];  // of the one IDAT that libpng sees
  int lenient;             // warnings are not failures
  uint8_t *row;            // one row as libpng gives it
  char message[160];
} reader;

static void copy_message(reader *r, const char *text) {
  snprintf(r->message, sizeof r->message, "%s", text);
}

static void on_error(png_structp png, png_const_charp text) {
  reader *r = png_get_error_ptr(png);
  copy_message(r, text);
  longjmp(r->jump, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  reader *r = png_get_error_ptr(png);
  if (r->lenient) return;
  copy_message(r, text);
  longjmp(r->jump, 1);
}

static size_t big_endian(const uint8_t *bytes) {
  return ((size_t)bytes[0] << 24) | ((size_t)bytes[1] << 16) | ((size_t)bytes[2] << 8) | bytes[3];
}

// Hands out the head's ranges, then one IDAT with the data of all, then IEND.
static void on_read(png_structp png, png_bytep destination, size_t count) {
  // Four bytes for the checksum of IDAT, which nobody looks at, and all of IEND.
  static const uint8_t end[16] = {0,   0,   0,   0,   0,    0,    0,    0,
                                  'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
  reader *r = png_get_io_ptr(png);
  const folio_png_source *source = &r->source;
  while (count > 0) {
    const uint8_t *bytes;
    size_t available;
    const int after_head = r->stage - (int)source->head_count;
    if (after_head < 0) {
      bytes = source->file + source->head[r->stage].offset;
      available = source->head[r->stage].count;
    } else if (after_head == 0) {
      bytes = r->data_header;
      available = 8;
    } else if (after_head == 1) {
      while (r->data_left > 0 && r->chunk_left == 0) {
        r->chunk_left = big_endian(source->file + r->next_chunk);
        r->offset = r->next_chunk + 8;
        r->next_chunk += 12 + r->chunk_left;
      }
      size_t part = r->data_left == 0 ? 0 : r->chunk_left;
      if (part > count) part = count;
      memcpy(destination, source->file + r->offset, part);
      destination += part;
      count -= part;
      r->offset += part;
      r->chunk_left -= part;
      r->data_left -= part;
      if (r->data_left == 0) r->stage += 1;
      continue;
    } else if (after_head == 2) {
      bytes = end;
      available = sizeof end;
    } else {
      png_error(png, "the file ends too early");
    }
    size_t part = available - r->position;
    if (part > count) part = count;
    memcpy(destination, bytes + r->position, part);
    destination += part;
    count -= part;
    r->position += part;
    if (after_head < 0) r->offset = source->head[r->stage].offset + r->position;
    if (r->position == available) {
      r->stage += 1;
      r->position = 0;
    }
  }
}

static reader *open_reader(const folio_png_source *source, int lenient) {
  reader *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  r->source = *source;
  r->next_chunk = source->data_offset;
  r->data_left = source->data_count;
  for (int i = 0; i < 4; i++) r->data_header[i] = (uint8_t)(source->data_count >> (24 - 8 * i));
  memcpy(r->data_header + 4, "IDAT", 4);
  r->lenient = lenient;
  if (setjmp(r->jump) == 0) {
    r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, on_error, on_warning);
    if (r->png != NULL) r->info = png_create_info_struct(r->png);
  }
  if (r->info == NULL) {
    png_destroy_read_struct(r->png == NULL ? NULL : &r->png, NULL, NULL);
    free(r);
    return NULL;
  }
  return r;
}

static void close_reader(reader *r) {
  png_destroy_read_struct(&r->png, &r->info, NULL);
  free(r->row);
  free(r);
}

static void configure(reader *r, png_alloc_size_t chunk_limit) {
  png_set_read_fn(r->png, r, on_read);
  png_set_crc_action(r->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_benign_errors(r->png, r->lenient);
  png_set_user_limits(r->png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_cache_max(r->png, 128);
  png_set_chunk_malloc_max(r->png, chunk_limit);
}

static inline uint8_t narrow(const uint8_t *sample) {
  const uint32_t v = ((uint32_t)sample[0] << 8) | sample[1];
  return (uint8_t)((v * 255u + 32895u) >> 16);  // round(v * 255 / 65535), exact for all v
}

// One row or row of an interlacing pass: `count` pixels to columns x, x + step, ...
static void place(
    const uint8_t *source, uint32_t count, int is_16_bit, const uint8_t (*palette)[4],
    unsigned palette_count, int is_rgb, png_structp png, uint8_t *destination, size_t step) {
  if (is_rgb) {
    // Four bytes at a time, as on all machines that the package is for in little-endian order: the
    // fourth, of the next pixel or of the slack after the row, is replaced.
    for (uint32_t i = 0; i < count; i++, destination += step, source += 3) {
      uint32_t pixel;
      memcpy(&pixel, source, 4);
      pixel |= 0xff000000u;
      memcpy(destination, &pixel, 4);
    }
  } else if (palette != NULL) {
    for (uint32_t i = 0; i < count; i++, destination += step) {
      if (source[i] >= palette_count) png_error(png, "a pixel's index is beyond the palette's end");
      memcpy(destination, palette[source[i]], 4);
    }
  } else if (is_16_bit) {
    for (uint32_t i = 0; i < count; i++, destination += step, source += 8) {
      for (int c = 0; c < 4; c++) destination[c] = narrow(source + 2 * c);
    }
  } else if (step == 4) {
    memcpy(destination, source, (size_t)count * 4);
  } else {
    for (uint32_t i = 0; i < count; i++, destination += step, source += 4) {
      memcpy(destination, source, 4);
    }
  }
}

static void decode(reader *r, uint32_t width, uint32_t height, uint8_t *pixels) {
  static const uint8_t x_start[7] = {0, 4, 0, 2, 0, 1, 0}, x_step[7] = {8, 8, 4, 4, 2, 2, 1};
  static const uint8_t y_start[7] = {0, 0, 4, 0, 2, 0, 1}, y_step[7] = {8, 8, 8, 4, 4, 2, 2};
  png_structp png = r->png;
  png_infop info = r->info;

  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) {
    png_error(png, "the size in IHDR is not the one expected");
  }
  const int is_16_bit = png_get_bit_depth(png, info) == 16;
  const int color_type = png_get_color_type(png, info);
  // The alpha of such an image is added below, which takes less time than libpng does.
  const int is_rgb = color_type == PNG_COLOR_TYPE_RGB && !is_16_bit
                     && png_get_valid(png, info, PNG_INFO_tRNS) == 0;
  uint8_t palette[256][4];
  unsigned palette_count = 0;
  if (color_type == PNG_COLOR_TYPE_PALETTE) {
    png_colorp colors = NULL;
    int color_count = 0;
    if (png_get_PLTE(png, info, &colors, &color_count) == 0) png_error(png, "there is no palette");
    png_bytep alphas = NULL;
    int alpha_count = 0;
    if (png_get_tRNS(png, info, &alphas, &alpha_count, NULL) == 0) alpha_count = 0;
    palette_count = (unsigned)color_count;
    for (int i = 0; i < color_count; i++) {
      palette[i][0] = colors[i].red;
      palette[i][1] = colors[i].green;
      palette[i][2] = colors[i].blue;
      palette[i][3] = i < alpha_count ? alphas[i] : 255;
    }
    png_set_packing(png);
  } else if (!is_rgb) {
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
  }
  const int interlaced = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7;
  png_read_update_info(png, info);

  r->row = malloc(png_get_rowbytes(png, info) + 8);
  if (r->row == NULL) png_error(png, "out of memory");
  const uint8_t(*colors)[4] = palette_count > 0 ? (const uint8_t(*)[4])palette : NULL;
  const size_t stride = (size_t)width * 4;
  if (!interlaced) {
    for (uint32_t y = 0; y < height; y++) {
      png_read_row(png, r->row, NULL);
      place(
          r->row, width, is_16_bit, colors, palette_count, is_rgb, png, pixels + y * stride, 4);
    }
  } else {
    // Without png_set_interlace_handling libpng gives the rows of each pass that is not empty.
    for (int pass = 0; pass < 7; pass++) {
      if (x_start[pass] >= width || y_start[pass] >= height) continue;
      const uint32_t count = (width - x_start[pass] + x_step[pass] - 1) / x_step[pass];
      for (uint32_t y = y_start[pass]; y < height; y += y_step[pass]) {
        png_read_row(png, r->row, NULL);
        place(
            r->row, count, is_16_bit, colors, palette_count, is_rgb, png,
            pixels + y * stride + (size_t)x_start[pass] * 4, (size_t)x_step[pass] * 4);
      }
    }
  }
  png_read_end(png, NULL);
}

// Asks for large pages under memory that is about to be filled for the first time: a frame of a
// phone lies on 2,900 small ones, and to get them takes the system a fifth of the decoding's time.
// A wish only; where it is not heard nothing changes.
static void expect_pixels(uint8_t *pixels, size_t count) {
#ifdef MADV_HUGEPAGE
  const uintptr_t page = 4096, large = 2u << 20;
  const uintptr_t start = ((uintptr_t)pixels + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)pixels + count) / page * page;
  if (end > start && end - start >= 2 * large) madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
  (void)pixels;
  (void)count;
#endif
}

int folio_png_decode(
    const folio_png_source *source, uint32_t width, uint32_t height, uint8_t *pixels,
    folio_png_failure *failure) {
  memset(failure, 0, sizeof *failure);
  expect_pixels(pixels, (size_t)width * height * 4);
  reader *const r = open_reader(source, 0);
  if (r == NULL) {
    snprintf(failure->message, sizeof failure->message, "libpng could not be started");
    return 0;
  }
  if (setjmp(r->jump) == 0) {
    configure(r, 0x7fffffff);
    decode(r, width, height, pixels);
    close_reader(r);
    return 1;
  }
  memcpy(failure->message, r->message, sizeof failure->message);
  failure->offset = r->offset;
  close_reader(r);
  return 0;
}

size_t folio_png_icc_profile(const folio_png_source *source, uint8_t *profile, size_t capacity) {
  reader *const r = open_reader(source, 1);
  if (r == NULL) return 0;
  volatile size_t size = 0;
  if (setjmp(r->jump) == 0) {
    configure(r, capacity);
    png_read_info(r->png, r->info);
    png_charp name = NULL;
    png_bytep bytes = NULL;
    png_uint_32 count = 0;
    int compression = 0;
    if (png_get_iCCP(r->png, r->info, &name, &compression, &bytes, &count) != 0
        && count <= capacity) {
      memcpy(profile, bytes, count);
      size = count;
    }
  }
  close_reader(r);
  return size;
}

const char *folio_png_library_version(void) { return png_get_libpng_ver(NULL); }
