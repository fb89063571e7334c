#include <math.h>

#include "raster.h"

// MARK: Snapping

static inline int32_t snap(double x) {
  const double limit = 262144;
  x = x < -limit ? -limit : x > limit ? limit : x;
  double scaled = x * 4096 + 0.5;
  int64_t truncated = (int64_t)scaled;
  return (int32_t)((double)truncated > scaled ? truncated - 1 : truncated);
}

void edges_begin(edges *e, box viewport) {
  e->viewport = viewport;
  e->count = 0;
  e->min_x = e->min_y = INT32_MAX;
  e->max_x = e->max_y = INT32_MIN;
}

static inline void add(edges *e, edge item) {
  box v = e->viewport;
  if (item.y1 <= v.top * one || item.y0 >= v.bottom * one) return;
  int32_t left = least(item.x0, item.x1), right = most(item.x0, item.x1);
  e->min_x = least(e->min_x, left);
  e->max_x = most(e->max_x, right);
  if (left >= v.right * one) return;
  e->min_y = least(e->min_y, item.y0);
  e->max_y = most(e->max_y, item.y1);
  if (e->count == e->capacity) {
    e->capacity = e->capacity ? 2 * e->capacity : 64;
    e->items = resized(e->items, (size_t)e->capacity * sizeof(edge));
  }
  e->items[e->count++] = item;
}

void edges_snapped_line(edges *e, int32_t xa, int32_t ya, int32_t xb, int32_t yb) {
  if (ya < yb) {
    add(e, (edge){xa, ya, xb, yb, 1});
  } else if (yb < ya) {
    add(e, (edge){xb, yb, xa, ya, -1});
  }
}

void edges_line(edges *e, double ax, double ay, double bx, double by) {
  const double limit = 262144;
  if (!(fabs(ax) <= limit && fabs(ay) <= limit && fabs(bx) <= limit && fabs(by) <= limit)) abort();
  edges_snapped_line(e, snap(ax), snap(ay), snap(bx), snap(by));
}

box edges_bounds(const edges *e) {
  box none = {0, 0, 0, 0};
  if (!e->count) return none;
  box b = {
      most(e->min_x >> fraction_bits, e->viewport.left),
      most(e->min_y >> fraction_bits, e->viewport.top),
      least((e->max_x + one - 1) >> fraction_bits, e->viewport.right),
      least((e->max_y + one - 1) >> fraction_bits, e->viewport.bottom)};
  return box_is_empty(b) ? none : b;
}

void edges_add_polygon(edges *e, const double *points, int count) {
  for (int i = 0; i < count; i++) {
    int j = i + 1 == count ? 0 : i + 1;
    edges_line(e, points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]);
  }
}

// MARK: Arcs

typedef struct point {
  double x, y;
} point;

static point bisector(point u, point v) {
  double x = u.x + v.x, y = u.y + v.y;
  double length = sqrt(x * x + y * y);
  return (point){x / length, y / length};
}

/// A quarter circle from (1, 0) to (0, 1) as a polygon of the true area; gives the number of points.
static int quarter_circle(double radius, point **result) {
  double sagitta = radius * 0.30842513753404244;
  int level = 0;
  while (sagitta > 1.0 / 4096 && level < 16) {
    sagitta /= 4;
    level++;
  }
  int count = 1 << level;
  point *p = resized(NULL, (size_t)(count + 1) * sizeof(point));
  p[0] = (point){1, 0};
  p[count] = (point){0, 1};
  if (count > 1) {
    double diagonal = sqrt(0.5);
    p[count / 2] = (point){diagonal, diagonal};
    for (int step = count / 2; step > 1; step /= 2) {
      for (int i = 0; i < count / 2; i += step) p[i + step / 2] = bisector(p[i], p[i + step]);
    }
    for (int i = 0; i < count / 2; i++) p[count - i] = (point){p[i].y, p[i].x};
    double n = count, target = 1.5707963267948966 / p[1].y;
    double s = n > 2 ? (sqrt(1 + (n - 2) * target) - 1) / (n - 2) : target / 2;
    for (int i = 1; i < count; i++) p[i] = (point){p[i].x * s, p[i].y * s};
  }
  *result = p;
  return count + 1;
}

/// Snaps distances from the two ends of an extent; the far ones as mirror images where they are.
typedef struct axis {
  double low, high;
  bool is_mirrored;
  int64_t mirror;
} axis;

static axis make_axis(double low, double high) {
  double sum = (low + high) * 4096;
  bool whole = sum == round(sum);
  return (axis){low, high, whole, whole ? (int64_t)sum : 0};
}

static int32_t axis_snap(const axis *a, double distance, bool far) {
  int32_t near = snap(a->low + distance);
  if (!far) return near;
  if (a->is_mirrored) return (int32_t)(a->mirror - near);
  return snap(a->high - distance);
}

void edges_add_rounded(
    edges *e, double x, double y, double width, double height, double radius) {
  axis ax = make_axis(x, x + width), ay = make_axis(y, y + height);
  point *quarter;
  int count = quarter_circle(radius, &quarter);
  int32_t *outline = resized(NULL, (size_t)count * 4 * 2 * sizeof(int32_t));
  int n = 0;
  for (int corner = 0; corner < 4; corner++) {
    for (int k = 0; k < count; k++) {
      point p = quarter[corner == 0 || corner == 2 ? k : count - 1 - k];
      outline[n++] = axis_snap(&ax, radius - radius * p.x, corner == 1 || corner == 2);
      outline[n++] = axis_snap(&ay, radius - radius * p.y, corner >= 2);
    }
  }
  int32_t px = outline[n - 2], py = outline[n - 1];
  for (int i = 0; i < n; i += 2) {
    edges_snapped_line(e, px, py, outline[i], outline[i + 1]);
    px = outline[i];
    py = outline[i + 1];
  }
  free(outline);
  free(quarter);
}
