#ifndef CBENCH_FRAMES_H
#define CBENCH_FRAMES_H

#include <stdint.h>

// The frames that encoders are measured on: five full-screen pages (flat, gradient, photograph, card,
// text), at rest and in motion, with a page indicator on top. They are fixed by this file, the
// photograph and the font, and resemble what a pager shows.

/// The number of pages.
enum { bench_page_count = 5 };

/// Draws page 0...4 into `pixels` (width * height, RGBA with alpha 255 in memory order).
///
/// `photo` is an opaque RGBA picture of photo_width * photo_height that page 2 is filled with.
/// `regular` and `bold` are paths of font files. Returns 1, or 0 if a font cannot be used.
int bench_draw_page(
    int page, uint32_t *pixels, int width, int height, const uint32_t *photo, int photo_width,
    int photo_height, const char *regular, const char *bold);

/// Puts together a frame with page position `position` (0...4) of the drawn pages, the indicator on
/// top.
void bench_draw_frame(
    const uint32_t *const *pages, double position, uint32_t *pixels, int width, int height);

#endif
