#include <math.h>

#include "raster.h"

// MARK: Eight pixels as sixteen lanes of 16 bits

typedef uint32_t eight __attribute__((vector_size(32)));
typedef uint16_t lanes __attribute__((vector_size(32)));
typedef uint8_t bytes __attribute__((vector_size(8)));
typedef int32_t ints __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))

INLINE eight repeated(uint32_t v) { return (eight){v, v, v, v, v, v, v, v}; }

INLINE eight load(const uint32_t *p) {
  eight v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE eight load_mask(const uint8_t *p) {
  bytes v;
  memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, eight);
}

INLINE void store(uint32_t *p, eight v) { memcpy(p, &v, sizeof v); }

INLINE eight scale8(eight c, eight k) {
  lanes factor = (lanes)(k | (k << 16));
  lanes rb = (lanes)(c & 0x00FF00FF) * factor + 128;
  rb = (rb + (rb >> 8)) >> 8;
  lanes ga = (lanes)((c >> 8) & 0x00FF00FF) * factor + 128;
  ga = (ga + (ga >> 8)) & 0xFF00;
  return (eight)rb | (eight)ga;
}

INLINE eight over8(eight s, eight d) { return s + scale8(d, 255 - (s >> 24)); }

INLINE uint32_t scale1(uint32_t pixel, uint32_t k) {
  uint32_t rb = (pixel & 0x00FF00FF) * k + 0x00800080;
  rb = ((rb + ((rb >> 8) & 0x00FF00FF)) >> 8) & 0x00FF00FF;
  uint32_t ag = ((pixel >> 8) & 0x00FF00FF) * k + 0x00800080;
  ag = (ag + ((ag >> 8) & 0x00FF00FF)) & 0xFF00FF00;
  return rb | ag;
}

INLINE uint32_t over1(uint32_t s, uint32_t d) { return s + scale1(d, 255 - (s >> 24)); }

// MARK: Kernels

static void set(uint32_t *d, int n, uint32_t pixel) {
  for (int i = 0; i < n; i++) d[i] = pixel;
}

static void over_pixel(uint32_t *d, int n, uint32_t pixel) {
  uint32_t k = 255 - (pixel >> 24);
  if (k == 0) {
    set(d, n, pixel);
    return;
  }
  if (pixel == 0) return;
  eight pixels = repeated(pixel), factors = repeated(k);
  int i = 0;
  for (; i + 8 <= n; i += 8) store(d + i, pixels + scale8(load(d + i), factors));
  for (; i < n; i++) d[i] = pixel + scale1(d[i], k);
}

static void over_pixel_masked(uint32_t *d, int n, uint32_t pixel, const uint8_t *mask) {
  eight pixels = repeated(pixel);
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    store(d + i, over8(scale8(pixels, load_mask(mask + i)), load(d + i)));
  }
  for (; i < n; i++) d[i] = over1(scale1(pixel, mask[i]), d[i]);
}

static void over_line(uint32_t *d, int n, const uint32_t *s) {
  int i = 0;
  for (; i + 8 <= n; i += 8) store(d + i, over8(load(s + i), load(d + i)));
  for (; i < n; i++) d[i] = over1(s[i], d[i]);
}

static void over_line_scaled(uint32_t *d, int n, const uint32_t *s, uint32_t k) {
  eight factors = repeated(k);
  int i = 0;
  for (; i + 8 <= n; i += 8) store(d + i, over8(scale8(load(s + i), factors), load(d + i)));
  for (; i < n; i++) d[i] = over1(scale1(s[i], k), d[i]);
}

static void over_line_masked(uint32_t *d, int n, const uint32_t *s, const uint8_t *mask) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    store(d + i, over8(scale8(load(s + i), load_mask(mask + i)), load(d + i)));
  }
  for (; i < n; i++) d[i] = over1(scale1(s[i], mask[i]), d[i]);
}

static uint32_t common_alpha(const uint32_t *s, int n) {
  uint32_t all = 0xFF000000;
  for (int i = 0; i < n; i++) all &= s[i];
  return all;
}

// MARK: Linear gradients

enum { longest_ramp = 64 };

typedef struct channels {
  double c[4];
} channels;

typedef struct gradient {
  int count;
  bool is_opaque, is_solid;
  uint32_t solid;
  double places[longest_ramp];
  channels colors[longest_ramp], slopes[longest_ramp];
  // Change of the channels a column in 12.20 fixed point.
  int32_t steps[longest_ramp][4];
  bool is_steep[longest_ramp];
  double per_x, per_y, origin;
} gradient;

static uint32_t ramp_pixel(channels v) {
  uint32_t level[4];
  for (int i = 0; i < 4; i++) {
    double x = v.c[i] + 0.5;
    level[i] = (uint32_t)(x < 0 ? 0 : x > 255.5 ? 255.5 : x);
  }
  for (int i = 0; i < 3; i++) level[i] = level[i] < level[3] ? level[i] : level[3];
  return level[0] | level[1] << 8 | level[2] << 16 | level[3] << 24;
}

static int ramp_piece(const gradient *g, double t) {
  int low = 0, high = g->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (g->places[middle] <= t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static channels ramp_channels(const gradient *g, double t, int piece) {
  if (piece == 0) return g->colors[0];
  if (piece == g->count) return g->colors[piece - 1];
  channels v;
  for (int i = 0; i < 4; i++) {
    v.c[i] = g->colors[piece - 1].c[i] + g->slopes[piece - 1].c[i] * (t - g->places[piece - 1]);
  }
  return v;
}

/// 12.20 fixed point, rounded to the nearest, halves away from zero.
static inline int32_t fixed(double v) {
  v *= 0x1p20;
  int32_t whole = (int32_t)v;
  double rest = v - whole;
  return whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0);
}

static void prepare(gradient *g, const twin_paint *paint) {
  g->count = paint->stop_count;
  g->is_solid = g->count == 0;
  g->solid = paint->pixel;
  g->is_opaque = paint->pixel >> 24 == 255;
  if (g->is_solid) return;
  if (g->count < 2 || g->count > longest_ramp) abort();
  g->is_opaque = true;
  for (int i = 0; i < g->count; i++) {
    const twin_stop *s = &paint->stops[i];
    double a = s->alpha;
    g->places[i] = s->place;
    g->colors[i] = (channels){{s->red * a / 255, s->green * a / 255, s->blue * a / 255, a}};
    if (s->alpha != 255) g->is_opaque = false;
  }
  for (int i = 0; i + 1 < g->count; i++) {
    double width = g->places[i + 1] - g->places[i];
    for (int k = 0; k < 4; k++) {
      g->slopes[i].c[k] = width > 0 ? (g->colors[i + 1].c[k] - g->colors[i].c[k]) / width : 0;
    }
  }
  double dx = paint->end_x - paint->start_x, dy = paint->end_y - paint->start_y;
  double square = dx * dx + dy * dy;
  g->per_x = dx / square;
  g->per_y = dy / square;
  g->origin = (-paint->start_x * dx + -paint->start_y * dy) / square;
  for (int i = 0; i + 1 < g->count; i++) {
    g->is_steep[i] = false;
    for (int k = 0; k < 4; k++) {
      double slope = g->slopes[i].c[k] * g->per_x;
      if (fabs(slope) >= 3) {
        g->is_steep[i] = true;
      } else {
        g->steps[i][k] = fixed(slope);
      }
    }
  }
}

static inline double row_place(const gradient *g, int y) {
  return g->per_y * ((double)y + 0.5) + g->origin;
}

static inline double place(const gradient *g, int x, double row) {
  return g->per_x * ((double)x + 0.5) + row;
}

INLINE ints stepped(int32_t first, int32_t step) {
  ints count = {0, 1, 2, 3, 4, 5, 6, 7};
  return first + count * step;
}

INLINE eight opaque(ints r, ints g, ints b) {
  return (eight)((r >> 20) | ((g >> 12) & 0xFF00) | ((b >> 4) & 0xFF0000)) | 0xFF000000;
}

static void lerp_opaque(uint32_t *d, int n, const int32_t first[4], const int32_t step[4]) {
  ints r = stepped(first[0], step[0]), g = stepped(first[1], step[1]);
  ints b = stepped(first[2], step[2]);
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    store(d + i, opaque(r, g, b));
    r += 8 * step[0];
    g += 8 * step[1];
    b += 8 * step[2];
  }
  eight rest = opaque(r, g, b);
  memcpy(d + i, &rest, (size_t)(n - i) * 4);
}

typedef int32_t ints4 __attribute__((vector_size(16)));

INLINE ints4 least4(ints4 v, ints4 limit) {
  ints4 above = v > limit;
  return (limit & above) | (v & ~above);
}

INLINE ints4 premultiplied(ints4 r, ints4 g, ints4 b, ints4 a) {
  ints4 alpha = a >> 20;
  ints4 red = least4(r >> 20, alpha), green = least4(g >> 20, alpha);
  ints4 blue = least4(b >> 20, alpha);
  return red | (green << 8) | (blue << 16) | (alpha << 24);
}

static void lerp(uint32_t *d, int n, const int32_t first[4], const int32_t step[4]) {
  ints4 count = {0, 1, 2, 3};
  ints4 r = first[0] + count * step[0], g = first[1] + count * step[1];
  ints4 b = first[2] + count * step[2], a = first[3] + count * step[3];
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    ints4 pixels = premultiplied(r, g, b, a);
    memcpy(d + i, &pixels, sizeof pixels);
    r += 4 * step[0];
    g += 4 * step[1];
    b += 4 * step[2];
    a += 4 * step[3];
  }
  ints4 rest = premultiplied(r, g, b, a);
  memcpy(d + i, &rest, (size_t)(n - i) * 4);
}

/// The first column after `x` whose place is in another piece, at most `limit`.
static int end_of_piece(const gradient *g, int piece, int x, int limit, double row) {
  if (g->per_x > 0 ? piece == g->count : piece == 0) return limit;
  double boundary = g->places[g->per_x > 0 ? piece : piece - 1];
  double guess = (boundary - row) / g->per_x - 0.5;
  int end = guess >= limit ? limit : guess > x ? (int)ceil(guess) : x + 1;
  end = least(most(end, x + 1), limit);
#define OUTSIDE(column) \
  (g->per_x > 0 ? place(g, column, row) >= boundary : place(g, column, row) < boundary)
  while (end > x + 1 && OUTSIDE(end - 1)) end--;
  while (end < limit && !OUTSIDE(end)) end++;
#undef OUTSIDE
  return end;
}

/// The pixels of columns x..<limit of row y.
static void gradient_row(const gradient *g, int y, int x, int limit, uint32_t *d) {
  double row = row_place(g, y);
  while (x < limit) {
    double t = place(g, x, row);
    int piece = ramp_piece(g, t);
    int end = end_of_piece(g, piece, x, limit, row);
    if (piece == 0 || piece == g->count) {
      set(d, end - x, ramp_pixel(ramp_channels(g, t, piece)));
      d += end - x;
      x = end;
      continue;
    }
    const int32_t *step = g->steps[piece - 1];
    if (g->is_steep[piece - 1]) {
      for (; x < end; x++) *d++ = ramp_pixel(ramp_channels(g, place(g, x, row), piece));
      continue;
    }
    while (x < end) {
      int base = x & ~511;
      int stop = least(base + 512, end);
      channels c = ramp_channels(g, place(g, base, row), piece);
      int32_t first[4];
      for (int i = 0; i < 4; i++) first[i] = fixed(c.c[i]) + (1 << 19) + step[i] * (x - base);
      if (g->is_opaque) {
        lerp_opaque(d, stop - x, first, step);
      } else {
        lerp(d, stop - x, first, step);
      }
      d += stop - x;
      x = stop;
    }
  }
}

// MARK: Canvas

struct twin_canvas {
  uint32_t *pixels, *line;
  int width, height;
  edges edges;
  rasterizer rasterizer;
};

twin_canvas *twin_canvas_create(uint32_t *pixels, int width, int height) {
  twin_canvas *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->pixels = pixels;
  c->width = width;
  c->height = height;
  return c;
}

void twin_canvas_destroy(twin_canvas *c) {
  rasterizer_destroy(&c->rasterizer);
  free(c->edges.items);
  free(c->line);
  free(c);
}

static uint32_t *scratch(twin_canvas *c) {
  if (!c->line) c->line = resized(NULL, (size_t)c->width * sizeof(uint32_t));
  return c->line;
}

typedef struct painter {
  twin_canvas *canvas;
  gradient gradient;
  int left;
} painter;

/// Paints one row of coverage; runs count from the painter's left column.
static void paint_row(void *context, int y, spans *s) {
  painter *p = context;
  const gradient *g = &p->gradient;
  uint32_t *d = p->canvas->pixels + (size_t)y * (size_t)p->canvas->width + p->left;
  bool is_solid = g->is_solid;
  uint32_t pixel = g->solid;
  if (!is_solid && g->per_x == 0) {
    double t = place(g, 0, row_place(g, y));
    pixel = ramp_pixel(ramp_channels(g, t, ramp_piece(g, t)));
    is_solid = true;
  }
  if (is_solid) {
    for (int i = 0; i < s->count; i++) {
      run item = s->runs[i];
      int n = item.end - item.start;
      if (item.coverage == mixed) {
        over_pixel_masked(d + item.start, n, pixel, s->coverage + item.start);
      } else {
        over_pixel(d + item.start, n, scale1(pixel, (uint32_t)item.coverage));
      }
    }
    return;
  }
  int start = s->runs[0].start, end = s->runs[s->count - 1].end;
  if (g->is_opaque && s->count == 1 && s->runs[0].coverage == 255) {
    gradient_row(g, y, p->left + start, p->left + end, d + start);
    return;
  }
  uint32_t *line = scratch(p->canvas);
  gradient_row(g, y, p->left + start, p->left + end, line);
  for (int i = 0; i < s->count; i++) {
    run item = s->runs[i];
    int n = item.end - item.start;
    const uint32_t *from = line + item.start - start;
    if (item.coverage == mixed) {
      over_line_masked(d + item.start, n, from, s->coverage + item.start);
    } else if (item.coverage == 255 && g->is_opaque) {
      memcpy(d + item.start, from, (size_t)n * sizeof *d);
    } else if (item.coverage == 255) {
      over_line(d + item.start, n, from);
    } else {
      over_line_scaled(d + item.start, n, from, (uint32_t)item.coverage);
    }
  }
}

static void fill_edges(twin_canvas *c, bool even_odd, const twin_paint *paint) {
  box region = edges_bounds(&c->edges);
  painter p = {.canvas = c, .left = region.left};
  prepare(&p.gradient, paint);
  rasterizer_run(&c->rasterizer, &c->edges, region, even_odd, paint_row, &p);
}

void twin_fill_rect(
    twin_canvas *c, int x, int y, int width, int height, const twin_paint *paint) {
  painter p = {.canvas = c, .left = x};
  prepare(&p.gradient, paint);
  run whole = {0, width, 255};
  spans s = {.runs = &whole, .count = 1};
  for (int row = y; row < y + height; row++) paint_row(&p, row, &s);
}

void twin_fill_polygon(
    twin_canvas *c, const double *points, int count, bool even_odd, const twin_paint *paint) {
  edges_begin(&c->edges, (box){0, 0, c->width, c->height});
  edges_add_polygon(&c->edges, points, count);
  fill_edges(c, even_odd, paint);
}

void twin_fill_rounded(
    twin_canvas *c, double x, double y, double width, double height, double radius,
    const twin_paint *paint) {
  edges_begin(&c->edges, (box){0, 0, c->width, c->height});
  edges_add_rounded(&c->edges, x, y, width, height, radius);
  fill_edges(c, false, paint);
}

void twin_fill_mask(
    twin_canvas *c, const uint8_t *mask, int width, int height, uint32_t pixel) {
  for (int y = 0; y < height; y++) {
    over_pixel_masked(
        c->pixels + (size_t)y * (size_t)c->width, width, pixel, mask + (size_t)y * (size_t)width);
  }
}

void twin_draw_bitmap(
    twin_canvas *c, const uint32_t *bitmap, int bitmap_width, int x, int y, int left, int top,
    int width, int height, bool is_opaque) {
  for (int row = 0; row < height; row++) {
    const uint32_t *s = bitmap + (size_t)(top + row) * (size_t)bitmap_width + left;
    uint32_t *d = c->pixels + (size_t)(y + row) * (size_t)c->width + x;
    if (is_opaque || common_alpha(s, width) == 0xFF000000) {
      memcpy(d, s, (size_t)width * sizeof *d);
    } else {
      over_line(d, width, s);
    }
  }
}

void twin_draw_pages(
    twin_canvas *c, const uint32_t *first, const uint32_t *second, int shown) {
  size_t left = (size_t)shown, right = (size_t)(c->width - shown);
  for (int y = 0; y < c->height; y++) {
    size_t row = (size_t)y * (size_t)c->width;
    memcpy(c->pixels + row, first + row + right, left * sizeof *first);
    memcpy(c->pixels + row + left, second + row, right * sizeof *second);
  }
}
