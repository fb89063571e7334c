#ifndef CRASTER_TWIN_H
#define CRASTER_TWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The hot loops of FolioRaster written again in C: the same algorithm and the same bytes. It shows
// what Swift costs. Outlines become snapped edges, edges signed areas, areas runs of coverage, and
// runs pixels; colours are one pixel or a linear gradient by exact interpolation. Left out is what no
// benchmark draws: curves, maps, clips, other paints, and outlines that leave the safe box.

/// A pixel rectangle to draw on, with the buffers that are kept from outline to outline.
typedef struct twin_canvas twin_canvas;

/// Draws on `width` by `height` premultiplied pixels, which the caller keeps; NULL without memory.
twin_canvas *twin_canvas_create(uint32_t *pixels, int width, int height);
void twin_canvas_destroy(twin_canvas *canvas);

/// A colour at a place of a gradient, with the straight channels of FolioRaster's `Color`.
typedef struct twin_stop {
  uint8_t red, green, blue, alpha;
  double place;
} twin_stop;

/// One premultiplied pixel (`stop_count` 0), or a gradient between two points in pixels.
typedef struct twin_paint {
  uint32_t pixel;
  const twin_stop *stops;
  int stop_count;
  double start_x, start_y, end_x, end_y;
} twin_paint;

/// Fills all pixels of a rectangle.
void twin_fill_rect(
    twin_canvas *canvas, int x, int y, int width, int height, const twin_paint *paint);

/// Fills a polygon, given as x, y, x, y, ...; `even_odd` chooses the rule.
void twin_fill_polygon(
    twin_canvas *canvas, const double *points, int count, bool even_odd, const twin_paint *paint);

/// Fills a rounded rectangle with one radius, which is at most half of both sides.
void twin_fill_rounded(
    twin_canvas *canvas, double x, double y, double width, double height, double radius,
    const twin_paint *paint);

/// Weights a pixel by a mask, whose corner lies on the canvas's and which is no larger.
void twin_fill_mask(
    twin_canvas *canvas, const uint8_t *mask, int width, int height, uint32_t pixel);

/// Puts a part of a bitmap at a place, all of it inside the canvas: a copy where a row is opaque,
/// otherwise source-over. `is_opaque` says that it is, so that rows are not looked at.
void twin_draw_bitmap(
    twin_canvas *canvas, const uint32_t *bitmap, int bitmap_width, int x, int y, int left, int top,
    int width, int height, bool is_opaque);

/// Puts two opaque bitmaps of the canvas's size side by side, row by row: of the first its last
/// `shown` columns, of the second the rest of a row.
void twin_draw_pages(
    twin_canvas *canvas, const uint32_t *first, const uint32_t *second, int shown);

/// The coverage of a polygon, written to a mask of `width` by `height` bytes that are all zero.
void twin_cover_polygon(
    uint8_t *mask, int width, int height, const double *points, int count, bool even_odd);

#endif
