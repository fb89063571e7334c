#include "FolioJPEGBridge.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#pragma STDC FP_CONTRACT OFF

#ifndef JCS_EXTENSIONS
#error "libjpeg-turbo is needed: this libjpeg has no RGBA output"
#endif

// Everything that lives across a setjmp is in this structure, on the heap: a local variable that
// changes between setjmp and longjmp would have an indeterminate value afterwards.
typedef struct reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  size_t count;
  int scan_limit;
  folio_jpeg_failure *failure;
} reader;

static void fail(reader *r) {
  if (r->jpeg.src != NULL) r->failure->offset = r->count - r->jpeg.src->bytes_in_buffer;
  if (r->failure->offset > r->count) r->failure->offset = r->count;
  longjmp(r->jump, 1);
}

static void describe(reader *r) {
  char text[JMSG_LENGTH_MAX];
  r->errors.format_message((j_common_ptr)&r->jpeg, text);
  snprintf(r->failure->message, sizeof r->failure->message, "%s", text);
}

static void on_error(j_common_ptr common) {
  reader *r = common->client_data;
  describe(r);
  const int code = r->errors.msg_code;
  r->failure->out_of_memory = code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
  fail(r);
}

// Levels below zero are warnings of damaged data; the others are traces.
static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  reader *r = common->client_data;
  describe(r);
  fail(r);
}

static void on_output(j_common_ptr common) { (void)common; }

static void on_progress(j_common_ptr common) {
  reader *r = common->client_data;
  if (r->jpeg.input_scan_number <= r->scan_limit) return;
  r->failure->too_many_scans = 1;
  snprintf(r->failure->message, sizeof r->failure->message, "too many scans");
  fail(r);
}

static reader *open_reader(size_t count, int scan_limit, folio_jpeg_failure *failure) {
  memset(failure, 0, sizeof *failure);
  reader *r = calloc(1, sizeof *r);
  if (r == NULL) {
    failure->out_of_memory = 1;
    snprintf(failure->message, sizeof failure->message, "out of memory");
    return NULL;
  }
  r->count = count;
  r->scan_limit = scan_limit;
  r->failure = failure;
  r->jpeg.err = jpeg_std_error(&r->errors);
  r->jpeg.client_data = r;
  r->errors.error_exit = on_error;
  r->errors.emit_message = on_message;
  r->errors.output_message = on_output;
  r->progress.progress_monitor = on_progress;
  return r;
}

static void close_reader(reader *r) {
  jpeg_destroy_decompress(&r->jpeg);
  free(r);
}

// jpeg_create_decompress clears all but `err` and `client_data`.
static void start(reader *r, const uint8_t *file) {
  jpeg_create_decompress(&r->jpeg);
  r->jpeg.progress = &r->progress;
  jpeg_mem_src(&r->jpeg, file, r->count);
  jpeg_read_header(&r->jpeg, TRUE);
}

int folio_jpeg_read_header(
    const uint8_t *file, size_t count, folio_jpeg_header *header, folio_jpeg_failure *failure) {
  reader *const r = open_reader(count, 1, failure);
  if (r == NULL) return 0;
  if (setjmp(r->jump) == 0) {
    start(r, file);
    header->width = r->jpeg.image_width;
    header->height = r->jpeg.image_height;
    header->components = (uint32_t)r->jpeg.num_components;
    header->progressive = jpeg_has_multiple_scans(&r->jpeg);
    switch (r->jpeg.jpeg_color_space) {
      case JCS_GRAYSCALE: header->color = folio_jpeg_color_gray; break;
      case JCS_RGB: header->color = folio_jpeg_color_rgb; break;
      case JCS_YCbCr: header->color = folio_jpeg_color_ycc; break;
      case JCS_CMYK: header->color = folio_jpeg_color_cmyk; break;
      case JCS_YCCK: header->color = folio_jpeg_color_ycck; break;
      default: header->color = folio_jpeg_color_unknown; break;
    }
    close_reader(r);
    return 1;
  }
  close_reader(r);
  return 0;
}

int folio_jpeg_decode(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, size_t memory_limit,
    int scan_limit, uint8_t *pixels, folio_jpeg_failure *failure) {
  reader *const r = open_reader(count, scan_limit, failure);
  if (r == NULL) return 0;
  if (setjmp(r->jump) == 0) {
    start(r, file);
    if (r->jpeg.image_width != width || r->jpeg.image_height != height) {
      ERREXIT(&r->jpeg, JERR_BAD_STATE);
    }
    r->jpeg.mem->max_memory_to_use = (long)memory_limit;
    r->jpeg.out_color_space = JCS_EXT_RGBA;
    r->jpeg.dct_method = JDCT_ISLOW;
    r->jpeg.do_fancy_upsampling = TRUE;
    r->jpeg.do_block_smoothing = FALSE;
    r->jpeg.scale_num = 1;
    r->jpeg.scale_denom = 1;
    jpeg_start_decompress(&r->jpeg);
    while (r->jpeg.output_scanline < r->jpeg.output_height) {
      JSAMPROW row = pixels + (size_t)r->jpeg.output_scanline * width * 4;
      jpeg_read_scanlines(&r->jpeg, &row, 1);
    }
    jpeg_finish_decompress(&r->jpeg);
    close_reader(r);
    return 1;
  }
  close_reader(r);
  return 0;
}
