#ifndef RASTER_TWIN_INTERNAL_H
#define RASTER_TWIN_INTERNAL_H

#include <stdlib.h>
#include <string.h>

#include "CRasterTwin.h"

enum { fraction_bits = 12, one = 1 << fraction_bits };

typedef struct box {
  int left, top, right, bottom;
} box;

static inline int box_width(box b) { return b.right > b.left ? b.right - b.left : 0; }
static inline int box_height(box b) { return b.bottom > b.top ? b.bottom - b.top : 0; }
static inline bool box_is_empty(box b) { return b.right <= b.left || b.bottom <= b.top; }
static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

typedef struct edge {
  int32_t x0, y0, x1, y1, winding;
} edge;

/// Collects the edges of an outline for one viewport.
typedef struct edges {
  box viewport;
  edge *items;
  int count, capacity;
  int32_t min_x, min_y, max_x, max_y;
} edges;

void edges_begin(edges *e, box viewport);
void edges_line(edges *e, double ax, double ay, double bx, double by);
void edges_snapped_line(edges *e, int32_t xa, int32_t ya, int32_t xb, int32_t yb);
box edges_bounds(const edges *e);
void edges_add_polygon(edges *e, const double *points, int count);
void edges_add_rounded(
    edges *e, double x, double y, double width, double height, double radius);

/// A stretch of pixels of one coverage, or (`mixed`) with a value each.
typedef struct run {
  int32_t start, end;
  int16_t coverage;
} run;

enum { mixed = -1 };

typedef struct spans {
  run *runs;
  int count;
  uint8_t *coverage;
  int width;
} spans;

void spans_begin(spans *s, int width);

/// Signed areas of a band of rows, and the buffers around them.
typedef struct rasterizer {
  int64_t *cells;
  uint64_t *touched;
  size_t cell_count, touched_count;
  box region;
  int stride, words;
  spans spans;
  int32_t *order, *starts, *next, *active;
  int order_capacity, starts_capacity, active_capacity;
} rasterizer;

typedef void row_sink(void *context, int y, spans *s);

void rasterizer_run(
    rasterizer *r, const edges *e, box region, bool even_odd, row_sink *sink, void *context);
void rasterizer_destroy(rasterizer *r);

static inline void *resized(void *p, size_t bytes) {
  p = realloc(p, bytes);
  if (!p) abort();
  return p;
}

static inline void *cleared(size_t bytes) {
  void *p = calloc(1, bytes);
  if (!p) abort();
  return p;
}

#endif
