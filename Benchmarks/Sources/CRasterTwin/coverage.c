#include "raster.h"

enum { full_bits = 2 * fraction_bits + 1, chunk_bits = 4, chunk = 1 << chunk_bits };
enum { band_cells = 1 << 15 };

void spans_begin(spans *s, int width) {
  s->count = 0;
  if (s->width < width) {
    s->coverage = resized(s->coverage, (size_t)width);
    s->runs = resized(s->runs, (size_t)(width + 1) * sizeof(run));
    s->width = width;
  }
}

static inline void spans_solid(spans *s, int start, int end, uint8_t coverage) {
  if (coverage) s->runs[s->count++] = (run){start, end, coverage};
}

static inline void spans_mixed(spans *s, int start, int end) {
  if (s->count && s->runs[s->count - 1].coverage == mixed && s->runs[s->count - 1].end == start) {
    s->runs[s->count - 1].end = end;
  } else {
    s->runs[s->count++] = (run){start, end, mixed};
  }
}

// MARK: Edges in

typedef struct quotient {
  int64_t q, r;
} quotient;

static inline quotient floor_divide(int64_t n, int64_t d) {
  quotient v = {n / d, n % d};
  if (v.r < 0) {
    v.q--;
    v.r += d;
  }
  return v;
}

static inline int64_t nearest(int64_t n, int64_t d) {
  quotient v = floor_divide(n, d);
  return v.q + (2 * v.r + (v.q & 1) > d);
}

static void rasterizer_begin(rasterizer *r, box region) {
  r->region = region;
  r->stride = (box_width(region) + chunk) & ~(chunk - 1);
  r->words = ((r->stride >> chunk_bits) + 63) >> 6;
  size_t cells = (size_t)r->stride * (size_t)box_height(region);
  if (r->cell_count < cells) {
    free(r->cells);
    r->cells = cleared(cells * sizeof(int64_t));
    r->cell_count = cells;
  }
  size_t words = (size_t)r->words * (size_t)box_height(region);
  if (r->touched_count < words) {
    free(r->touched);
    r->touched = cleared(words * sizeof(uint64_t));
    r->touched_count = words;
  }
}

static inline void put(rasterizer *r, int row, int column, int64_t cover, int64_t fsum) {
  int64_t *cell = r->cells + (size_t)row * (size_t)r->stride + column;
  int64_t part = cover * fsum;
  cell[0] += (cover << (fraction_bits + 1)) - part;
  cell[1] += part;
  uint64_t *bits = r->touched + (size_t)row * (size_t)r->words;
  int first = column >> chunk_bits, second = (column + 1) >> chunk_bits;
  bits[first >> 6] |= 1ull << (first & 63);
  bits[second >> 6] |= 1ull << (second & 63);
}

static void vertical(rasterizer *r, int x, int top, int bottom, int winding) {
  int column = x >> fraction_bits, fsum = 2 * (x & (one - 1));
  for (int y = top; y < bottom;) {
    int row = y >> fraction_bits;
    int end = least((row + 1) << fraction_bits, bottom);
    put(r, row - r->region.top, column, (int64_t)(end - y) * winding, fsum);
    y = end;
  }
}

static inline void segment(
    rasterizer *r, int row, int64_t xa, int64_t ya, int64_t xb, int64_t yb, int winding) {
  if (ya == yb) return;
  const int width = box_width(r->region);
  row -= r->region.top;
  if (xa >> fraction_bits == xb >> fraction_bits) {
    if (xa < 0) {
      put(r, row, 0, (yb - ya) * winding, 0);
    } else if (xa >> fraction_bits < width) {
      put(
          r, row, (int)(xa >> fraction_bits), (yb - ya) * winding,
          (xa & (one - 1)) + (xb & (one - 1)));
    }
    return;
  }
  bool rising = xb > xa;
  int64_t xl = rising ? xa : xb, xr = rising ? xb : xa;
  int64_t yl = rising ? ya : yb, yr = rising ? yb : ya;
  int sign = rising ? winding : -winding;
  int64_t dx = xr - xl, dy = yr - yl;
  int column = (int)(xl >> fraction_bits);
  int last = (int)(xr >> fraction_bits);
  if (last > width) last = width;
  if (last < 0) {
    put(r, row, 0, (yb - ya) * winding, 0);
    return;
  }
  int64_t y = yl, fraction = xl & (one - 1);
  if (column < 0) {
    y = yl + nearest(dy * -xl, dx);
    put(r, row, 0, (y - yl) * sign, 0);
    column = 0;
    fraction = 0;
  }
  if (column < last) {
    quotient v = floor_divide(dy * (((int64_t)(column + 1) << fraction_bits) - xl), dx);
    quotient step = {0, 0};
    if (column + 1 < last) step = floor_divide(dy * one, dx);
    while (column < last) {
      int64_t end = yl + v.q + (2 * v.r + (v.q & 1) > dx);
      put(r, row, column, (end - y) * sign, fraction + one);
      y = end;
      fraction = 0;
      column++;
      v.q += step.q;
      v.r += step.r;
      if (v.r >= dx) {
        v.r -= dx;
        v.q++;
      }
    }
  }
  if (column < width) put(r, row, column, (yr - y) * sign, fraction + (xr & (one - 1)));
}

static void add_edge(rasterizer *r, const edge *e) {
  int64_t x0 = e->x0, y0 = e->y0, x1 = e->x1, y1 = e->y1;
  box region = r->region;
  int64_t top = y0 > (int64_t)region.top * one ? y0 : (int64_t)region.top * one;
  int64_t bottom = y1 < (int64_t)region.bottom * one ? y1 : (int64_t)region.bottom * one;
  if (top >= bottom) return;
  int64_t left = (int64_t)region.left * one;
  if ((x0 < x1 ? x0 : x1) >= (int64_t)region.right * one) return;
  if (x0 == x1 || (x0 > x1 ? x0 : x1) <= left) {
    vertical(r, (int)((x0 > left ? x0 : left) - left), (int)top, (int)bottom, e->winding);
    return;
  }
  int64_t dx = x1 - x0, dy = y1 - y0;
  int row = (int)(top >> fraction_bits);
  int64_t xa = top == y0 ? x0 : x0 + nearest(dx * (top - y0), dy);
  int64_t ya = top;
  int64_t next = (int64_t)(row + 1) * one;
  if (next < bottom) {
    quotient v = floor_divide(dx * (next - y0), dy);
    quotient step = floor_divide(dx * one, dy);
    while (next < bottom) {
      int64_t xb = x0 + v.q + (2 * v.r + (v.q & 1) > dy);
      segment(r, row, xa - left, ya, xb - left, next, e->winding);
      xa = xb;
      ya = next;
      row++;
      next += one;
      v.q += step.q;
      v.r += step.r;
      if (v.r >= dy) {
        v.r -= dy;
        v.q++;
      }
    }
  }
  int64_t xb = bottom == y1 ? x1 : x0 + nearest(dx * (bottom - y0), dy);
  segment(r, row, xa - left, ya, xb - left, bottom, e->winding);
}

// MARK: Coverage out

static inline uint8_t coverage(int64_t sum, bool even_odd) {
  const uint64_t full = 1ull << full_bits;
  uint64_t area = sum < 0 ? 0 - (uint64_t)sum : (uint64_t)sum;
  if (even_odd) {
    area &= 2 * full - 1;
    if (area > full) area = 2 * full - area;
  } else if (area > full) {
    area = full;
  }
  return (uint8_t)((area * 255 + (full >> 1)) >> full_bits);
}

static inline void sweep(rasterizer *r, int row, bool even_odd) {
  const int width = box_width(r->region);
  spans *s = &r->spans;
  spans_begin(s, width);
  int64_t *cells = r->cells + (size_t)row * (size_t)r->stride;
  uint64_t *touched = r->touched + (size_t)row * (size_t)r->words;
  int64_t sum = 0;
  int position = 0;
  for (int w = 0; w < r->words; w++) {
    uint64_t bits = touched[w];
    touched[w] = 0;
    while (bits) {
      int start = ((w << 6) + __builtin_ctzll(bits)) << chunk_bits;
      bits &= bits - 1;
      if (start >= width) {
        memset(cells + start, 0, chunk * sizeof *cells);
        continue;
      }
      if (start > position) spans_solid(s, position, start, coverage(sum, even_odd));
      int end = least(start + chunk, width);
      for (int i = start; i < end; i++) {
        sum += cells[i];
        s->coverage[i] = coverage(sum, even_odd);
      }
      memset(cells + start, 0, chunk * sizeof *cells);
      spans_mixed(s, start, end);
      position = end;
    }
  }
  if (position < width) spans_solid(s, position, width, coverage(sum, even_odd));
}

/// Counting sort of edges by the band in which they start.
static void sort(rasterizer *r, const edges *e, box region, int rows, int bands) {
  if (r->starts_capacity < bands + 1) {
    r->starts = resized(r->starts, (size_t)(bands + 1) * sizeof(int32_t));
    r->next = resized(r->next, (size_t)(bands + 1) * sizeof(int32_t));
    r->starts_capacity = bands + 1;
  }
  if (r->order_capacity < e->count) {
    r->order = resized(r->order, (size_t)e->count * sizeof(int32_t));
    r->active = resized(r->active, (size_t)e->count * sizeof(int32_t));
    r->order_capacity = e->count;
  }
#define BAND(item) least(most(((item).y0 >> fraction_bits) - region.top, 0) / rows, bands - 1)
  memset(r->starts, 0, (size_t)(bands + 1) * sizeof(int32_t));
  for (int i = 0; i < e->count; i++) r->starts[BAND(e->items[i]) + 1]++;
  for (int i = 0; i < bands; i++) r->starts[i + 1] += r->starts[i];
  memcpy(r->next, r->starts, (size_t)(bands + 1) * sizeof(int32_t));
  for (int i = 0; i < e->count; i++) r->order[r->next[BAND(e->items[i])]++] = i;
#undef BAND
}

void rasterizer_run(
    rasterizer *r, const edges *e, box region, bool even_odd, row_sink *sink, void *context) {
  if (box_is_empty(region) || !e->count) return;
  int rows = most(1, band_cells / (box_width(region) + 16));
  int bands = (box_height(region) + rows - 1) / rows;
  if (bands > 1) sort(r, e, region, rows, bands);
  int active = 0;
  for (int band = 0; band < bands; band++) {
    int top = region.top + band * rows;
    int bottom = least(top + rows, region.bottom);
    rasterizer_begin(r, (box){region.left, top, region.right, bottom});
    if (bands == 1) {
      for (int i = 0; i < e->count; i++) add_edge(r, &e->items[i]);
    } else {
      int fresh = r->starts[band + 1] - r->starts[band];
      memcpy(r->active + active, r->order + r->starts[band], (size_t)fresh * sizeof(int32_t));
      active += fresh;
      int kept = 0;
      for (int i = 0; i < active; i++) {
        int index = r->active[i];
        const edge *item = &e->items[index];
        add_edge(r, item);
        if (item->y1 > bottom * one) r->active[kept++] = index;
      }
      active = kept;
    }
    for (int y = top; y < bottom; y++) {
      sweep(r, y - top, even_odd);
      if (r->spans.count) sink(context, y, &r->spans);
    }
  }
}

void rasterizer_destroy(rasterizer *r) {
  free(r->cells);
  free(r->touched);
  free(r->spans.coverage);
  free(r->spans.runs);
  free(r->order);
  free(r->starts);
  free(r->next);
  free(r->active);
}

typedef struct mask_sink {
  uint8_t *mask;
  int width, left;
} mask_sink;

static void write_mask(void *context, int y, spans *s) {
  mask_sink *m = context;
  uint8_t *row = m->mask + (size_t)y * (size_t)m->width + m->left;
  for (int i = 0; i < s->count; i++) {
    run item = s->runs[i];
    size_t count = (size_t)(item.end - item.start);
    if (item.coverage == mixed) {
      memcpy(row + item.start, s->coverage + item.start, count);
    } else {
      memset(row + item.start, item.coverage, count);
    }
  }
}

void twin_cover_polygon(
    uint8_t *mask, int width, int height, const double *points, int count, bool even_odd) {
  edges e = {0};
  edges_begin(&e, (box){0, 0, width, height});
  edges_add_polygon(&e, points, count);
  box region = edges_bounds(&e);
  rasterizer r = {0};
  mask_sink sink = {mask, width, region.left};
  rasterizer_run(&r, &e, region, even_odd, write_mask, &sink);
  rasterizer_destroy(&r);
  free(e.items);
}
