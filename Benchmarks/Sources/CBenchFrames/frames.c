#include "CBenchFrames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ft2build.h>
#include FT_FREETYPE_H

typedef struct canvas {
  uint32_t *pixels;
  int width, height;
} canvas;

static double clamp01(double v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

static uint32_t color(double r, double g, double b) {
  return (uint32_t)(clamp01(r) * 255 + 0.5) | (uint32_t)(clamp01(g) * 255 + 0.5) << 8
         | (uint32_t)(clamp01(b) * 255 + 0.5) << 16 | 0xff000000u;
}

// Draws `rgb` over a pixel with opacity a in 0...1.
static void blend(uint32_t *pixel, uint32_t rgb, double a) {
  uint32_t result = 0xff000000u;
  for (int shift = 0; shift < 24; shift += 8) {
    const double d = (*pixel >> shift) & 255, s = (rgb >> shift) & 255;
    result |= (uint32_t)(d + (s - d) * a + 0.5) << shift;
  }
  *pixel = result;
}

// How much of the pixel centred at (x, y) a rounded rectangle covers, by distance.
static double rounded_rect(double x, double y, double l, double t, double r, double b, double radius) {
  const double cx = fmax(fmax(l + radius - x, x - (r - radius)), 0);
  const double cy = fmax(fmax(t + radius - y, y - (b - radius)), 0);
  const double inside = fmin(fmin(x - l, r - x), fmin(y - t, b - y));
  const double d = cx > 0 && cy > 0 ? radius - sqrt(cx * cx + cy * cy) : inside;
  return clamp01(d + 0.5);
}

static void fill_rounded(
    canvas c, double l, double t, double r, double b, double radius, uint32_t rgb, double alpha) {
  const int y0 = (int)fmax(0, floor(t - 1)), y1 = (int)fmin(c.height, ceil(b + 1));
  const int x0 = (int)fmax(0, floor(l - 1)), x1 = (int)fmin(c.width, ceil(r + 1));
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      const double a = alpha * rounded_rect(x + 0.5, y + 0.5, l, t, r, b, radius);
      if (a > 0) blend(&c.pixels[(size_t)y * c.width + x], rgb, a);
    }
  }
}

static int text_width(FT_Face face, const char *text) {
  int width = 0;
  for (; *text; text++) {
    if (FT_Load_Char(face, (FT_ULong)*text, FT_LOAD_NO_HINTING) == 0) {
      width += (int)face->glyph->advance.x;
    }
  }
  return width / 64;
}

static void draw_text(canvas c, FT_Face face, int x, int baseline, const char *text, uint32_t rgb) {
  long pen = (long)x * 64;
  for (; *text; text++) {
    if (FT_Load_Char(face, (FT_ULong)*text, FT_LOAD_RENDER | FT_LOAD_NO_HINTING)) continue;
    const FT_GlyphSlot slot = face->glyph;
    for (int row = 0; row < (int)slot->bitmap.rows; row++) {
      const int y = baseline - slot->bitmap_top + row;
      for (int column = 0; column < (int)slot->bitmap.width; column++) {
        const int px = (int)(pen >> 6) + slot->bitmap_left + column;
        if (px < 0 || px >= c.width || y < 0 || y >= c.height) continue;
        const double a = slot->bitmap.buffer[row * slot->bitmap.pitch + column] / 255.0;
        if (a > 0) blend(&c.pixels[(size_t)y * c.width + px], rgb, a);
      }
    }
    pen += slot->advance.x;
  }
}

static void title(canvas c, FT_Face face, double size, const char *text) {
  FT_Set_Pixel_Sizes(face, 0, (FT_UInt)(size + 0.5));
  draw_text(c, face, (c.width - text_width(face, text)) / 2, c.height / 2, text, 0xffffff);
}

static const char words[] =
    "A pager shows one page at a time and moves between them when the reader swipes or when its "
    "timer fires. Pages slide in from the side they were asked from, the indicator follows, and the "
    "content offset settles on a whole page. Frames of such a motion are drawn one by one, each from "
    "its time alone, so that any of them can be made again without the others. Text like this is "
    "what costs an encoder the most for its looks: thin strokes, many edges, and hardly a row that "
    "equals the row above it. ";

static void paragraph(
    canvas c, FT_Face face, double size, double line, int left, int right, int top, int bottom,
    uint32_t rgb) {
  FT_Set_Pixel_Sizes(face, 0, (FT_UInt)(size + 0.5));
  const char *next = words;
  int baseline = top + (int)size;
  while (baseline < bottom) {
    char row[512] = "";
    for (;;) {
      char word[64];
      int n = 0;
      const char *p = next;
      while (*p && *p != ' ' && n < 60) word[n++] = *p++;
      while (*p == ' ') p++;
      word[n++] = ' ';
      word[n] = 0;
      char longer[640];
      strcpy(longer, row);
      strcat(longer, word);
      if (row[0] && (text_width(face, longer) > right - left || strlen(longer) > 500)) break;
      strcpy(row, longer);
      next = *p ? p : words;
    }
    draw_text(c, face, left, baseline, row, rgb);
    baseline += (int)(size * line + 0.5);
  }
}

static const double stops[3][3] = {{.98, .36, .33}, {.93, .27, .68}, {.36, .24, .94}};

static uint32_t gradient(double t) {
  const int i = t < 0.5 ? 0 : 1;
  const double f = clamp01(t * 2 - i);
  return color(
      stops[i][0] + (stops[i + 1][0] - stops[i][0]) * f,
      stops[i][1] + (stops[i + 1][1] - stops[i][1]) * f,
      stops[i][2] + (stops[i + 1][2] - stops[i][2]) * f);
}

// MARK: Photograph

static uint64_t random_state;

static double normal(void) {
  double sum = -6;
  for (int i = 0; i < 12; i++) {
    random_state += 0x9e3779b97f4a7c15u;
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    sum += (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  return sum;
}

static double lanczos3(double x) {
  if (x == 0) return 1;
  if (x <= -3 || x >= 3) return 0;
  const double p = 3.14159265358979323846 * x;
  return 3 * sin(p) * sin(p / 3) / (p * p);
}

// One axis of a Lanczos resampling of `lines` lines of three channels, from in_count to out_count
// samples, of which those from `start` (in input samples) on at `step` input samples each are taken.
static void resample(
    const float *in, int in_count, float *out, int out_count, int lines, double start, double step) {
  const double scale = step > 1 ? step : 1;
  for (int o = 0; o < out_count; o++) {
    const double center = start + (o + 0.5) * step - 0.5;
    const int first = (int)floor(center - 3 * scale) + 1, last = (int)floor(center + 3 * scale);
    double total = 0;
    for (int i = first; i <= last; i++) total += lanczos3((i - center) / scale);
    for (int l = 0; l < lines; l++) {
      double sum[3] = {0, 0, 0};
      for (int i = first; i <= last; i++) {
        const double w = lanczos3((i - center) / scale) / total;
        const int at = i < 0 ? 0 : i >= in_count ? in_count - 1 : i;
        for (int k = 0; k < 3; k++) sum[k] += w * in[((size_t)l * in_count + at) * 3 + k];
      }
      for (int k = 0; k < 3; k++) out[((size_t)l * out_count + o) * 3 + k] = (float)sum[k];
    }
  }
}

static void transpose(const float *in, float *out, int width, int height) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      memcpy(out + ((size_t)x * height + y) * 3, in + ((size_t)y * width + x) * 3, 3 * sizeof(float));
    }
  }
}

static void gaussian(float *v, int width, int height, double sigma) {
  float kernel[9], total = 0;
  for (int i = -4; i <= 4; i++) total += kernel[i + 4] = (float)exp(-i * i / (2 * sigma * sigma));
  float *line = malloc(sizeof(float) * (size_t)(width > height ? width : height));
  for (int axis = 0; axis < 2; axis++) {
    const int lines = axis ? width : height, count = axis ? height : width;
    const size_t step = axis ? (size_t)width : 1, next = axis ? 1 : (size_t)width;
    for (int l = 0; l < lines; l++) {
      float *start = v + l * next;
      for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = -4; k <= 4; k++) {
          const int at = i + k < 0 ? 0 : i + k >= count ? count - 1 : i + k;
          sum += kernel[k + 4] * start[at * step];
        }
        line[i] = sum / total;
      }
      for (int i = 0; i < count; i++) start[i * step] = line[i];
    }
  }
  free(line);
}

static void photograph(canvas c, const uint32_t *photo, int pw, int ph) {
  const double step = fmin((double)pw / c.width, (double)ph / c.height);
  const double left = (pw - step * c.width) / 2, top = (ph - step * c.height) / 2;
  float *source = malloc(sizeof(float) * 3 * (size_t)pw * ph);
  for (size_t i = 0; i < (size_t)pw * ph; i++) {
    for (int k = 0; k < 3; k++) source[i * 3 + k] = (photo[i] >> (8 * k)) & 255;
  }
  float *wide = malloc(sizeof(float) * 3 * (size_t)c.width * ph);
  float *turned = malloc(sizeof(float) * 3 * (size_t)c.width * ph);
  float *scaled = malloc(sizeof(float) * 3 * (size_t)c.width * c.height);
  float *upright = malloc(sizeof(float) * 3 * (size_t)c.width * c.height);
  resample(source, pw, wide, c.width, ph, left, step);
  transpose(wide, turned, c.width, ph);
  resample(turned, ph, scaled, c.height, c.width, top, step);
  transpose(scaled, upright, c.height, c.width);

  // Noise of a camera: band-passed grey of deviation 2.5, grey 1.2, colour 0.6.
  const size_t count = (size_t)c.width * c.height;
  float *grain = malloc(sizeof(float) * count);
  random_state = 1;
  for (size_t i = 0; i < count; i++) grain[i] = (float)normal();
  gaussian(grain, c.width, c.height, 1.2);
  double variance = 0;
  for (size_t i = 0; i < count; i++) variance += (double)grain[i] * grain[i];
  const double gain = 2.5 / sqrt(variance / (double)count);
  for (size_t i = 0; i < count; i++) {
    const double gray = grain[i] * gain + 1.2 * normal();
    double v[3];
    for (int k = 0; k < 3; k++) v[k] = (upright[i * 3 + k] + gray + 0.6 * normal()) / 255;
    c.pixels[i] = color(v[0], v[1], v[2]);
  }
  free(source);
  free(wide);
  free(turned);
  free(scaled);
  free(upright);
  free(grain);
}

// MARK: Pages and frames

int bench_draw_page(
    int page, uint32_t *pixels, int width, int height, const uint32_t *photo, int photo_width,
    int photo_height, const char *regular_path, const char *bold_path) {
  FT_Library library;
  FT_Face regular = NULL, bold = NULL;
  if (FT_Init_FreeType(&library)) return 0;
  if (FT_New_Face(library, regular_path, 0, &regular) || FT_New_Face(library, bold_path, 0, &bold)) {
    FT_Done_FreeType(library);
    return 0;
  }
  const canvas c = {pixels, width, height};
  const double u = (width < height ? width : height) / 1170.0;
  const size_t count = (size_t)width * height;
  const uint32_t flat = color(.2, .47, .96), ground = color(.949, .949, .969);
  switch (page) {
    case 0:
      for (size_t i = 0; i < count; i++) pixels[i] = flat;
      title(c, bold, 120 * u, "Welcome");
      break;
    case 1:
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          const double t = ((x + 0.5) * width + (y + 0.5) * height)
                           / ((double)width * width + (double)height * height);
          pixels[(size_t)y * width + x] = gradient(t);
        }
      }
      title(c, bold, 90 * u, "Stay in motion");
      break;
    case 2: photograph(c, photo, photo_width, photo_height); break;
    case 3: {
      for (size_t i = 0; i < count; i++) pixels[i] = ground;
      const double l = 80 * u, t = height * 0.14, r = width - 80 * u, b = height * 0.86;
      for (int k = 0; k < 24; k++) {
        const double grow = (24 - k) * 2 * u, drop = 16 * u;
        fill_rounded(
            c, l - grow, t - grow + drop, r + grow, b + grow + drop, 48 * u + grow, 0, 0.006);
      }
      fill_rounded(c, l, t, r, b, 48 * u, 0xffffff, 1);
      const double split = t + (b - t) * 0.35;
      for (int y = (int)t; y < (int)split; y++) {
        for (int x = (int)l; x < (int)r; x++) {
          const double a = rounded_rect(x + 0.5, y + 0.5, l, t, r, b, 48 * u);
          const double p = ((x - l) / (r - l) + (y - t) / (split - t)) / 2;
          if (a > 0) blend(&pixels[(size_t)y * width + x], gradient(p) & 0xffffff, a);
        }
      }
      paragraph(
          c, regular, 44 * u, 1.45, (int)(l + 60 * u), (int)(r - 60 * u), (int)(split + 60 * u),
          (int)(b - 60 * u), 0x262222);
      break;
    }
    default:
      for (size_t i = 0; i < count; i++) pixels[i] = 0xffffffffu;
      paragraph(
          c, regular, 40 * u, 1.45, (int)(60 * u), (int)(width - 60 * u), (int)(120 * u),
          (int)(height - 60 * u), 0);
      break;
  }
  FT_Done_Face(regular);
  FT_Done_Face(bold);
  FT_Done_FreeType(library);
  return 1;
}

void bench_draw_frame(
    const uint32_t *const *pages, double position, uint32_t *pixels, int width, int height) {
  const int left = (int)floor(position);
  const int offset = (int)floor((position - left) * width + 0.5);
  for (int y = 0; y < height; y++) {
    const size_t row = (size_t)y * width;
    memcpy(pixels + row, pages[left] + row + offset, sizeof(uint32_t) * (size_t)(width - offset));
    if (offset > 0) {
      memcpy(pixels + row + width - offset, pages[left + 1] + row, sizeof(uint32_t) * (size_t)offset);
    }
  }
  const canvas c = {pixels, width, height};
  const double u = (width < height ? width : height) / 1170.0;
  const double cx = width / 2.0, cy = height - 160 * u;
  fill_rounded(c, cx - 150 * u, cy - 35 * u, cx + 150 * u, cy + 35 * u, 35 * u, 0, 0.25);
  for (int i = 0; i < bench_page_count; i++) {
    const double d = fmax(0, 1 - fabs(position - i)), x = cx + (i - 2) * 48 * u, r = (10 + 3 * d) * u;
    fill_rounded(c, x - r, cy - r, x + r, cy + r, r, 0xffffff, 0.4 + 0.6 * d);
  }
}
