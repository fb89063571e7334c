#ifndef FOLIO_INFLATE_H
#define FOLIO_INFLATE_H

#include <stddef.h>
#include <stdint.h>

// How many bytes after the limit of a call `folio_inflate` may write to: the longest match, and what
// copying in eights overshoots.
enum { folio_inflate_slack = 258 + 8 };

// A deflate stream (RFC 1951) on its way. Filled by `folio_inflate_begin`.
typedef struct folio_inflater {
  const uint8_t *next, *end;  // input that is not in `bits` yet
  uint64_t bits;              // input bits, the next one lowest
  unsigned count;             // how many of `bits` are valid
  unsigned missing;           // how many of them were made up after the end of the input
  size_t window;              // the farthest that a match may reach back
  enum {
    folio_inflate_header,
    folio_inflate_stored,
    folio_inflate_codes,
    folio_inflate_done,
    folio_inflate_failed
  } state;
  int is_last;
  size_t stored;              // bytes left of a stored block
  uint32_t lengths[4096];     // literals and lengths, see Inflate.c
  uint32_t distances[2048];
} folio_inflater;

// Begins with the stream of `count` bytes, whose matches reach back `window` bytes at most.
void folio_inflate_begin(folio_inflater *s, const uint8_t *bytes, size_t count, size_t window);

// Writes bytes from `out` on until `limit` is reached or the stream ends, and returns the end of what
// was written, at most `folio_inflate_slack` - 8 behind `limit`. The bytes from `history` to `out` are
// what was written before; at least `window` of them, or all. After a fault the state is
// `folio_inflate_failed`.
uint8_t *folio_inflate(
    folio_inflater *s, const uint8_t *history, uint8_t *out, const uint8_t *limit);

// The bytes of the input after the end of the stream, which must have been reached, or NULL if the
// input ended before it.
const uint8_t *folio_inflate_rest(const folio_inflater *s);

#endif
