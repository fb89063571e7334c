#include "CEncoderTwin.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
  least_rows = 16,
  most_rows = 256,
  reach = 64,
  table_bits = 14,
  block_sequences = 32768,
  block_bytes = 1 << 20,
  slack = 64,
  tail = 16,
  kept_rows = 8,
  sample_rows = 4,
  sampled_literals = 256,
  window = 32768,
  longest = 258
};

typedef struct code {
  uint8_t lengths[286];
  uint16_t codes[286];
} code;

struct twin {
  int width, bpp, row_bytes, rows;
  size_t filtered_count, packed_stride;
  uint8_t *packed, *filtered, *output, *file;
  size_t packed_capacity, filtered_capacity, output_capacity, file_capacity;
  /// Of all rows; 0 for one whose sample is that of the row above.
  uint64_t *samples;
  int samples_capacity;
  int slots[most_rows];
  uint8_t repeats[most_rows];
  /// The low bits of the last position with a hash.
  uint16_t table[1 << table_bits];
  uint64_t sequences[block_sequences];
  uint32_t literals[4][256], lengths[longest + 1], distances[30];
  uint32_t crc_table[16][256];
  uint8_t length_symbol[longest + 1], distance_symbol[512];
  uint32_t length_base[29], length_extra[29], distance_base[30], distance_extra[30];
  // The parse of a block.
  size_t position, rest;
  int misses, count;
  /// The greatest magnitude of literals of which a sample was counted, -1 for none.
  int magnitude;
  size_t last_distance;
};

// MARK: Tables

twin *twin_create(void) {
  twin *t = calloc(1, sizeof *t);
  uint32_t base = 3;
  for (int s = 0; s < 28; s++) {
    t->length_extra[s] = s < 8 ? 0 : (uint32_t)(s - 4) / 4;
    t->length_base[s] = base;
    for (uint32_t l = base; l < base + (1u << t->length_extra[s]) && l < longest; l++) {
      t->length_symbol[l] = (uint8_t)s;
    }
    base += 1u << t->length_extra[s];
  }
  t->length_base[28] = longest;
  t->length_symbol[longest] = 28;
  base = 1;
  for (int s = 0; s < 30; s++) {
    t->distance_extra[s] = s < 4 ? 0 : (uint32_t)(s - 2) / 2;
    t->distance_base[s] = base;
    for (uint32_t d = base; d < base + (1u << t->distance_extra[s]); d++) {
      t->distance_symbol[d - 1 < 256 ? d - 1 : 256 + ((d - 1) >> 7)] = (uint8_t)s;
    }
    base += 1u << t->distance_extra[s];
  }
  for (uint32_t b = 0; b < 256; b++) {
    uint32_t state = b;
    for (int k = 0; k < 8; k++) state = (state >> 1) ^ (state & 1 ? 0xedb88320u : 0);
    t->crc_table[0][b] = state;
  }
  for (int k = 1; k < 16; k++) {
    for (int b = 0; b < 256; b++) {
      const uint32_t p = t->crc_table[k - 1][b];
      t->crc_table[k][b] = (p >> 8) ^ t->crc_table[0][p & 255];
    }
  }
  return t;
}

void twin_destroy(twin *t) {
  free(t->packed);
  free(t->filtered);
  free(t->output);
  free(t->file);
  free(t->samples);
  free(t);
}

static void grow(uint8_t **memory, size_t *capacity, size_t size) {
  if (size <= *capacity) return;
  free(*memory);
  *memory = calloc(1, size);
  *capacity = size;
}

// MARK: Checksums

static inline uint32_t crc32_step(const twin *t, uint32_t state, const uint8_t *p) {
  uint64_t a, b;
  memcpy(&a, p, 8);
  memcpy(&b, p + 8, 8);
  a ^= state;
  uint32_t next = 0;
  for (int k = 0; k < 8; k++) {
    next ^= t->crc_table[15 - k][(a >> (8 * k)) & 255] ^ t->crc_table[7 - k][(b >> (8 * k)) & 255];
  }
  return next;
}

static uint32_t crc32_product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (int k = 31; k >= 0; k--) {
    if (a >> k & 1) sum ^= b;
    b = b >> 1 ^ (b & 1 ? 0xedb88320 : 0);
  }
  return sum;
}

static uint32_t crc32_of(const twin *t, const uint8_t *p, size_t n) {
  uint32_t state = ~0u;
  if (n >= 16384) {
    const size_t part = n / 4 & ~(size_t)15;
    uint32_t parts[3] = {0, 0, 0};
    for (size_t i = 0; i < part; i += 16) {
      state = crc32_step(t, state, p + i);
      for (int k = 0; k < 3; k++) parts[k] = crc32_step(t, parts[k], p + (k + 1) * part + i);
    }
    uint32_t shift = 1u << 31, power = 1u << 23;
    for (size_t bits = part; bits > 0; bits >>= 1) {
      if (bits & 1) shift = crc32_product(shift, power);
      power = crc32_product(power, power);
    }
    for (int k = 0; k < 3; k++) state = crc32_product(state, shift) ^ parts[k];
    p += 4 * part;
    n -= 4 * part;
  }
  for (; n >= 16; n -= 16, p += 16) state = crc32_step(t, state, p);
  while (n--) state = (state >> 8) ^ t->crc_table[0][(state ^ *p++) & 255];
  return ~state;
}

static uint32_t adler32_of(uint32_t value, const uint8_t *p, size_t n) {
  uint32_t a = value & 0xffff, b = value >> 16;
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128();
  const __m128i high = _mm_set_epi16(9, 10, 11, 12, 13, 14, 15, 16);
  const __m128i low = _mm_set_epi16(1, 2, 3, 4, 5, 6, 7, 8);
  while (n >= 16) {
    size_t k = n / 16 < 347 ? n / 16 : 347;
    n -= k * 16;
    b += a * 16 * (uint32_t)k;
    __m128i sums = zero, before = zero, weighted = zero;
    while (k--) {
      const __m128i v = _mm_loadu_si128((const __m128i *)p);
      p += 16;
      before = _mm_add_epi32(before, sums);
      sums = _mm_add_epi32(sums, _mm_sad_epu8(v, zero));
      weighted = _mm_add_epi32(
          weighted, _mm_add_epi32(
                        _mm_madd_epi16(_mm_unpacklo_epi8(v, zero), high),
                        _mm_madd_epi16(_mm_unpackhi_epi8(v, zero), low)));
    }
    weighted = _mm_add_epi32(weighted, _mm_slli_epi32(before, 4));
    uint32_t lanes[4];
    _mm_storeu_si128((__m128i *)lanes, sums);
    a = (a + lanes[0] + lanes[2]) % 65521;
    _mm_storeu_si128((__m128i *)lanes, weighted);
    b = (b + lanes[0] + lanes[1] + lanes[2] + lanes[3]) % 65521;
  }
#endif
  while (n > 0) {
    size_t k = n < 5552 ? n : 5552;
    n -= k;
    while (k--) b += a += *p++;
    a %= 65521;
    b %= 65521;
  }
  return b << 16 | a;
}

// MARK: Rows

static int pack_rgb(const uint32_t *source, int n, uint8_t *target) {
  uint64_t all = ~0ull;
  int i = 0;
  const __m128i low = _mm_set1_epi64x(0xffffff), high = _mm_set1_epi64x(0xffffff000000);
  __m128i both = _mm_set1_epi64x(-1);
  for (; i + 4 <= n; i += 4) {
    const __m128i four = _mm_loadu_si128((const __m128i *)(source + i));
    both = _mm_and_si128(both, four);
    const __m128i packed
        = _mm_or_si128(_mm_and_si128(four, low), _mm_and_si128(_mm_srli_epi64(four, 8), high));
    _mm_storel_epi64((__m128i *)(target + 3 * i), packed);
    _mm_storel_epi64((__m128i *)(target + 3 * i + 6), _mm_unpackhi_epi64(packed, packed));
  }
  all = (uint64_t)_mm_cvtsi128_si64(_mm_and_si128(both, _mm_unpackhi_epi64(both, both)));
  for (; i + 2 <= n; i += 2) {
    uint64_t pair;
    memcpy(&pair, source + i, 8);
    all &= pair;
    pair = (pair & 0xffffff) | ((pair >> 8) & 0xffffff000000);
    memcpy(target + 3 * i, &pair, 8);
  }
  if (i < n) {
    all &= (uint64_t)source[i] << 32 | 0xffffffff;
    memcpy(target + 3 * i, source + i, 4);
  }
  return (all & 0xff000000ff000000) == 0xff000000ff000000;
}

static uint32_t straight(uint32_t p, uint32_t a) {
  const uint32_t v = a == 0 ? 0 : (2 * 255 * p + a) / (2 * a);
  return v < 255 ? v : 255;
}

static void pack_rgba(const uint32_t *source, int n, uint8_t *target) {
  for (int i = 0; i < n; i++) {
    uint32_t p = source[i];
    const uint32_t a = p >> 24;
    if (a != 255) {
      p = straight(p & 255, a) | straight((p >> 8) & 255, a) << 8 | straight((p >> 16) & 255, a) << 16
          | a << 24;
    }
    memcpy(target + 4 * i, &p, 4);
  }
}

static uint8_t *line(const twin *t, int slot) { return t->packed + slot * t->packed_stride + slack; }

static int pack(twin *t, const uint32_t *pixels) {
  int slot = -1;
  for (int row = 0; row < t->rows; row++) {
    const uint32_t *start = pixels + (size_t)row * t->width;
    t->repeats[row] = row > 0 && memcmp(start, start - t->width, (size_t)t->width * 4) == 0;
    if (!t->repeats[row]) {
      uint8_t *target = line(t, ++slot);
      memset(target - slack, 0, slack);
      if (t->bpp == 3) {
        if (!pack_rgb(start, t->width, target)) return 0;
      } else {
        pack_rgba(start, t->width, target);
      }
      memset(target + t->row_bytes, 0, slack);
    }
    t->slots[row] = slot;
  }
  return 1;
}

// MARK: Filters

#ifdef __SSE2__
typedef __m128i bytes;
static inline bytes load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void store(uint8_t *p, bytes v) { _mm_storeu_si128((__m128i *)p, v); }
static inline bytes minus(bytes a, bytes b) { return _mm_sub_epi8(a, b); }
static inline bytes choose(bytes mask, bytes a, bytes b) {
  return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}
static inline bytes paeth(bytes a, bytes u, bytes q) {
  const bytes au = _mm_max_epu8(u, q), aa = _mm_max_epu8(a, q);
  const bytes pa = minus(au, _mm_min_epu8(u, q)), pb = minus(aa, _mm_min_epu8(a, q));
  const bytes difference = minus(_mm_max_epu8(pa, pb), _mm_min_epu8(pa, pb));
  const bytes same = _mm_cmpeq_epi8(_mm_cmpeq_epi8(au, u), _mm_cmpeq_epi8(aa, a));
  const bytes pc = _mm_or_si128(difference, same);
  const bytes least = _mm_min_epu8(pb, pc);
  const bytes up = choose(_mm_cmpeq_epi8(least, pb), u, q);
  return choose(_mm_cmpeq_epi8(_mm_min_epu8(pa, least), pa), a, up);
}
static inline bytes average(bytes a, bytes u) {
  return minus(_mm_avg_epu8(a, u), _mm_and_si128(_mm_xor_si128(a, u), _mm_set1_epi8(1)));
}
static inline bytes magnitude(bytes v) { return _mm_min_epu8(v, minus(_mm_setzero_si128(), v)); }
static inline bytes magnitudes(bytes v) { return _mm_sad_epu8(magnitude(v), _mm_setzero_si128()); }
static inline uint64_t total(bytes v) {
  uint64_t lanes[2];
  store((uint8_t *)lanes, v);
  return lanes[0] + lanes[1];
}
static inline bytes first_bytes(bytes v, int n) {
  static const uint8_t mask[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                   255, 255, 255, 255, 255, 255, 255, 255};
  return _mm_and_si128(v, load(mask + 16 - n));
}
#else
#error "the twin is written for SSE2"
#endif

static int best_filter(const twin *t, const uint8_t *current, const uint8_t *above) {
  const int n = t->row_bytes, bpp = t->bpp;
  bytes s = _mm_setzero_si128(), v = s, m = s, p = s;
  for (int i = 0; i < n; i += 16) {
    const bytes x = load(current + i), a = load(current + i - bpp);
    const bytes u = load(above + i), q = load(above + i - bpp);
    bytes by_sub = minus(x, a), by_up = minus(x, u);
    bytes by_average = minus(x, average(a, u)), by_paeth = minus(x, paeth(a, u, q));
    if (i + 16 > n) {
      by_sub = first_bytes(by_sub, n - i);
      by_up = first_bytes(by_up, n - i);
      by_average = first_bytes(by_average, n - i);
      by_paeth = first_bytes(by_paeth, n - i);
    }
    s = _mm_add_epi64(s, magnitudes(by_sub));
    v = _mm_add_epi64(v, magnitudes(by_up));
    m = _mm_add_epi64(m, magnitudes(by_average));
    p = _mm_add_epi64(p, magnitudes(by_paeth));
  }
  const uint64_t sub = total(s), up = total(v), mean = total(m), pae = total(p);
  if (up <= sub && up <= mean && up <= pae) return 2;
  if (sub <= mean && sub <= pae) return 1;
  return mean <= pae ? 3 : 4;
}

static void apply(
    const twin *t, int filter, const uint8_t *current, const uint8_t *above, uint8_t *target) {
  const int n = t->row_bytes, bpp = t->bpp;
  *target++ = (uint8_t)filter;
  switch (filter) {
    case 0: memcpy(target, current, (size_t)n); break;
    case 1:
      for (int i = 0; i < n; i += 16) {
        store(target + i, minus(load(current + i), load(current + i - bpp)));
      }
      break;
    case 2:
      for (int i = 0; i < n; i += 16) store(target + i, minus(load(current + i), load(above + i)));
      break;
    case 3:
      for (int i = 0; i < n; i += 16) {
        store(
            target + i, minus(load(current + i), average(load(current + i - bpp), load(above + i))));
      }
      break;
    default:
      for (int i = 0; i < n; i += 16) {
        const bytes p = paeth(load(current + i - bpp), load(above + i), load(above + i - bpp));
        store(target + i, minus(load(current + i), p));
      }
  }
}

// MARK: Matches

static inline uint64_t load64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}
static inline uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}
static inline uint32_t slot_of(uint64_t v) {
  return (uint32_t)((v * 0x9e3779b185ebca87u) >> (64 - table_bits));
}
static inline size_t match_length(const uint8_t *a, const uint8_t *b, size_t limit) {
  size_t n = 0;
  while (n < limit) {
    const uint64_t difference = load64(a + n) ^ load64(b + n);
    if (difference) {
      n += (size_t)__builtin_ctzll(difference) >> 3;
      return n < limit ? n : limit;
    }
    n += 8;
  }
  return limit;
}

/// Whether a match at `b` may be longer than one that ends just before the four bytes at `end`.
static inline int may_match(const uint8_t *a, const uint8_t *b, uint32_t low, size_t end) {
  return load32(b + end) == load32(a + end) && load32(b) == low;
}

static inline void add_literals(twin *t, const uint8_t *p, size_t n) {
  if (n >= sampled_literals) {
    // An eighth of them count eight times; the bytes around zero up to the greatest magnitude once more.
    bytes greatest = _mm_set1_epi8(t->magnitude < 0 ? 0 : (char)t->magnitude);
    for (; n >= 64; n -= 64, p += 64) {
      const uint64_t v = load64(p);
      for (int k = 0; k < 8; k++) t->literals[k & 3][(v >> (8 * k)) & 255] += 8;
      greatest = _mm_max_epu8(greatest, magnitude(load(p)));
      greatest = _mm_max_epu8(greatest, magnitude(load(p + 16)));
      greatest = _mm_max_epu8(greatest, magnitude(load(p + 32)));
      greatest = _mm_max_epu8(greatest, magnitude(load(p + 48)));
    }
    uint8_t all[16];
    store(all, greatest);
    for (int k = 0; k < 16; k++) {
      if (t->magnitude < all[k]) t->magnitude = all[k];
    }
  }
  for (; n >= 8; n -= 8, p += 8) {
    const uint64_t v = load64(p);
    t->literals[0][v & 255]++;
    t->literals[1][(v >> 8) & 255]++;
    t->literals[2][(v >> 16) & 255]++;
    t->literals[3][(v >> 24) & 255]++;
    t->literals[0][(v >> 32) & 255]++;
    t->literals[1][(v >> 40) & 255]++;
    t->literals[2][(v >> 48) & 255]++;
    t->literals[3][v >> 56]++;
  }
  while (n--) t->literals[0][*p++]++;
}

static void parse(twin *t, size_t n) {
  const uint8_t *s = t->filtered;
  t->magnitude = -1;
  memset(t->literals, 0, sizeof t->literals);
  memset(t->lengths, 0, sizeof t->lengths);
  memset(t->distances, 0, sizeof t->distances);
  const size_t bpp = (size_t)t->bpp, minimum = 2 * bpp, row = (size_t)t->row_bytes + 1;
  const size_t search_end = n < tail ? 0 : n - tail;
  size_t block_end = t->position + block_bytes;
  if (block_end > search_end) block_end = search_end;
  size_t i = t->position, anchor = i, last = t->last_distance;
  int misses = t->misses, count = 0;
  uint16_t *table = t->table;
  while (i < block_end && count < block_sequences) {
    const uint64_t v = load64(s + i);
    const uint32_t low = (uint32_t)v, h = slot_of(v);
    size_t back = (uint16_t)((uint32_t)i - table[h]);
    table[h] = (uint16_t)i;
    const size_t limit = n - i < longest ? n - i : longest;
    size_t length = 0, distance = 0;
    if (i >= 1 && load32(s + i - 1) == low) {
      length = match_length(s + i, s + i - 1, limit);
      distance = 1;
    }
    size_t reach = length < 4 ? 0 : length - 3;
    if (length < 32 && last > 1 && i >= last && may_match(s + i, s + i - last, low, reach)) {
      const size_t found = match_length(s + i, s + i - last, limit);
      if (found > length) {
        length = found, distance = last;
        reach = length < 4 ? 0 : length - 3;
      }
    }
    if (length < 32 && back - 1 < window && back <= i
        && may_match(s + i, s + i - back, low, reach)) {
      const size_t found = match_length(s + i, s + i - back, limit);
      if (found >= length + 2) {
        length = found, distance = back;
        reach = length < 4 ? 0 : length - 3;
      }
    }
    if (length < 32 && row <= window && i >= row && may_match(s + i, s + i - row, low, reach)) {
      const size_t found = match_length(s + i, s + i - row, limit);
      if (found > length) length = found, distance = row;
    }
    if (length < minimum) {
      const size_t step = 1 + ((size_t)misses * (size_t)misses >> 4);
      i += step < 64 ? step : 64;
      misses++;
      continue;
    }
    if (length < longest && i + 1 < search_end) {
      const size_t next = i + 1;
      const uint64_t w = load64(s + next);
      const uint32_t next_low = (uint32_t)w, g = slot_of(w);
      back = (uint16_t)((uint32_t)next - table[g]);
      table[g] = (uint16_t)next;
      const size_t next_limit = n - next < longest ? n - next : longest;
      size_t better = 0, better_distance = 0;
      reach = length - 1;
      if (last > 1 && next >= last && may_match(s + next, s + next - last, next_low, reach)) {
        better = match_length(s + next, s + next - last, next_limit);
        better_distance = last;
      }
      if (back - 1 < window && back <= next
          && may_match(s + next, s + next - back, next_low, reach)) {
        const size_t found = match_length(s + next, s + next - back, next_limit);
        if (found >= better + 2) better = found, better_distance = back;
      }
      if (better >= length + 3) {
        length = better, distance = better_distance;
        i = next;
        table[slot_of(load64(s + i + 1))] = (uint16_t)(i + 1);
      }
    }
    size_t start = i;
    while (start > anchor && length < longest && start > distance
           && s[start - 1] == s[start - 1 - distance]) {
      start--;
      length++;
    }
    add_literals(t, s + anchor, start - anchor);
    t->lengths[length]++;
    const size_t d = distance - 1;
    t->distances[t->distance_symbol[d < 256 ? d : 256 + (d >> 7)]]++;
    t->sequences[count++] = (uint64_t)(start - anchor) << 32 | length << 16 | d;
    const size_t end = start + length;
    if (length > 8 && n - end > 8) table[slot_of(load64(s + end - 3))] = (uint16_t)(end - 3);
    if (distance > 1) last = distance;
    misses = length >= 24 ? 0 : misses - (misses >> 3);
    i = anchor = end;
  }
  if (i >= search_end) i = n;
  add_literals(t, s + anchor, i - anchor);
  t->position = i;
  t->rest = i - anchor;
  t->misses = misses;
  t->last_distance = last;
  t->count = count;
}

// MARK: Filters or none

static void symbol_counts(const twin *t, uint32_t counts[286]) {
  for (int i = 0; i < 256; i++) {
    counts[i] = t->literals[0][i] + t->literals[1][i] + t->literals[2][i] + t->literals[3][i];
  }
  for (int m = 0; m <= t->magnitude; m++) {
    counts[m]++;
    if (m > 0) counts[256 - m]++;
  }
  for (int i = 256; i < 286; i++) counts[i] = 0;
  counts[256] = 1;
  for (int l = 3; l <= longest; l++) counts[257 + t->length_symbol[l]] += t->lengths[l];
}

static uint64_t logarithm(uint64_t x) {
  const uint64_t exponent = 63 - (uint64_t)__builtin_clzll(x);
  return (exponent << 8) + ((x << 8) >> exponent) - 256;
}

static uint64_t entropy(const uint32_t *counts, int n) {
  uint64_t all = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    if (counts[i] == 0) continue;
    all += counts[i];
    sum += counts[i] * logarithm(counts[i]);
  }
  return all == 0 ? 0 : all * logarithm(all) - sum;
}

static uint64_t estimate(twin *t, int sample_count) {
  const size_t n = (size_t)sample_count * ((size_t)t->row_bytes + 1);
  memset(t->filtered + n, 0, slack);
  memset(t->table, 0, sizeof t->table);
  // The first row is only there to be repeated.
  const size_t start = (size_t)t->row_bytes + 1;
  for (size_t i = 0; i < start; i += 4) t->table[slot_of(load64(t->filtered + i))] = (uint16_t)i;
  t->position = start;
  t->last_distance = 0;
  t->misses = 0;
  parse(t, n);
  uint32_t counts[286];
  symbol_counts(t, counts);
  uint64_t bits = entropy(counts, 286) + entropy(t->distances, 30);
  for (int s = 0; s < 29; s++) bits += ((uint64_t)counts[257 + s] << 8) * t->length_extra[s];
  for (int s = 0; s < 30; s++) bits += ((uint64_t)t->distances[s] << 8) * t->distance_extra[s];
  return bits;
}

static int is_better_plain(twin *t) {
  int changed[most_rows], changes = 0, sample[sample_rows], count = 0;
  for (int row = 1; row < t->rows; row++) {
    if (!t->repeats[row]) changed[changes++] = row;
  }
  if (changes < 4) return 0;
  const int taken = changes < sample_rows ? changes : sample_rows;
  for (int k = 0; k < taken; k++) sample[count++] = changed[(changes - taken) / 2 + k];
  int equal = 0, total_pixels = 0;
  const uint32_t mask = t->bpp == 3 ? 0xffffff : 0xffffffff;
  for (int k = 0; k < count; k++) {
    const uint8_t *p = line(t, t->slots[sample[k]]);
    uint32_t previous = load32(p) & mask;
    for (int x = 1; x < t->width; x++) {
      const uint32_t pixel = load32(p + x * t->bpp) & mask;
      equal += pixel == previous;
      previous = pixel;
    }
    total_pixels += t->width;
  }
  if (4 * equal <= total_pixels) return 0;

  uint8_t *target = t->filtered;
  int kept = 1;
  for (int k = 0; k < count; k++) {
    const uint8_t *current = line(t, t->slots[sample[k]]), *above = line(t, t->slots[sample[k] - 1]);
    if (k == 0) kept = best_filter(t, current, above);
    apply(t, kept, current, above, target);
    target += t->row_bytes + 1;
  }
  const uint64_t filtered = estimate(t, count);
  target = t->filtered;
  for (int k = 0; k < count; k++) {
    const uint8_t *current = line(t, t->slots[sample[k]]);
    apply(t, 0, current, current, target);
    target += t->row_bytes + 1;
  }
  return estimate(t, count) < filtered;
}

// Returns the Adler-32 of the filtered bytes.
static uint32_t filter(twin *t) {
  const int plain = is_better_plain(t);
  uint8_t *target = t->filtered, *summed = target;
  uint32_t adler = 1;
  int kept = 1, left = 0;
  for (int row = 0; row < t->rows; row++, target += t->row_bytes + 1) {
    const uint8_t *current = line(t, t->slots[row]);
    if (t->repeats[row]) {
      adler = adler32_of(adler, summed, (size_t)(target - summed));
      *target = 2;
      memset(target + 1, 0, (size_t)t->row_bytes);
      const uint64_t a = ((adler & 0xffff) + 2) % 65521;
      const uint64_t b = ((adler >> 16) + a + a * ((size_t)t->row_bytes % 65521)) % 65521;
      adler = (uint32_t)(b << 16 | a);
      summed = target + t->row_bytes + 1;
    } else if (plain || row == 0) {
      apply(t, plain ? 0 : 1, current, current, target);
    } else {
      const uint8_t *above = line(t, t->slots[row - 1]);
      if (left == 0) {
        kept = best_filter(t, current, above);
        left = kept_rows;
      }
      left--;
      apply(t, kept, current, above, target);
    }
  }
  memset(target, 0, slack);
  return adler32_of(adler, summed, (size_t)(target - summed));
}

// MARK: Codes

static int ascending(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void make_code(const uint32_t *counts, int n, int limit, code *c) {
  memset(c, 0, sizeof *c);
  uint32_t leaves[286];
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (counts[i]) leaves[m++] = counts[i] << 9 | (uint32_t)i;
  }
  if (m < 2) {
    const int used = m ? (int)(leaves[0] & 511) : 0;
    c->lengths[used] = 1;
    c->lengths[used == 0] = 1;
  } else {
    qsort(leaves, (size_t)m, sizeof leaves[0], ascending);
    int parent[572], depth[572], at_length[16] = {0}, leaf = 0, inner = 0;
    uint32_t weight[286] = {0};
    for (int k = 0; k < m - 1; k++) {
      for (int j = 0; j < 2; j++) {
        if (leaf < m && (inner == k || leaves[leaf] >> 9 <= weight[inner])) {
          weight[k] += leaves[leaf] >> 9;
          parent[leaf++] = m + k;
        } else {
          weight[k] += weight[inner];
          parent[m + inner++] = m + k;
        }
      }
    }
    depth[2 * m - 2] = 0;
    for (int k = 2 * m - 3; k >= 0; k--) {
      depth[k] = depth[parent[k]] + 1;
      if (k < m) at_length[depth[k] < limit ? depth[k] : limit]++;
    }
    int excess = -(1 << limit);
    for (int l = 1; l <= limit; l++) excess += at_length[l] << (limit - l);
    for (; excess > 0; excess--) {
      at_length[limit]--;
      int l = limit - 1;
      while (at_length[l] == 0) l--;
      at_length[l]--;
      at_length[l + 1] += 2;
    }
    int next = 0;
    for (int l = limit; l >= 1; l--) {
      for (int k = 0; k < at_length[l]; k++) c->lengths[leaves[next++] & 511] = (uint8_t)l;
    }
  }
  uint16_t count[17] = {0}, next[17] = {0};
  for (int i = 0; i < n; i++) {
    if (c->lengths[i]) count[c->lengths[i]]++;
  }
  uint16_t value = 0;
  for (int l = 1; l <= limit; l++) {
    value = (uint16_t)((value + count[l - 1]) << 1);
    next[l] = value;
  }
  for (int i = 0; i < n; i++) {
    const int l = c->lengths[i];
    if (l == 0) continue;
    uint16_t v = next[l]++, reversed = 0;
    for (int b = 0; b < l; b++, v >>= 1) reversed = (uint16_t)(reversed << 1 | (v & 1));
    c->codes[i] = reversed;
  }
}

typedef struct writer {
  uint8_t *out;
  uint64_t bits;
  unsigned count;
} writer;

static inline void put(writer *w, uint64_t value, unsigned n) {
  w->bits |= value << w->count;
  w->count += n;
}
static inline void flush(writer *w) {
  memcpy(w->out, &w->bits, 8);
  w->out += w->count >> 3;
  w->bits >>= w->count & ~7u;
  w->count &= 7;
}
static void align(writer *w) {
  w->count = (w->count + 7) & ~7u;
  flush(w);
}

static void write_header(writer *w, const code *literals, const code *distances, int is_final) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
  int nl = 286, nd = 30, ns = 19, runs = 0;
  while (nl > 257 && !literals->lengths[nl - 1]) nl--;
  while (nd > 1 && !distances->lengths[nd - 1]) nd--;
  uint8_t all[316];
  memcpy(all, literals->lengths, (size_t)nl);
  memcpy(all + nl, distances->lengths, (size_t)nd);
  struct {
    uint8_t symbol, extra, bits;
  } run[316];
  uint32_t counts[19] = {0};
#define RUN(s, x, b) run[runs].symbol = (uint8_t)(s), run[runs].extra = (uint8_t)(x), run[runs++].bits = b
  for (int i = 0; i < nl + nd;) {
    const int value = all[i];
    int rest = 1;
    while (i + rest < nl + nd && all[i + rest] == value) rest++;
    i += rest;
    if (value == 0) {
      while (rest >= 11) {
        const int taken = rest < 138 ? rest : 138;
        RUN(18, taken - 11, 7);
        rest -= taken;
      }
      if (rest >= 3) {
        RUN(17, rest - 3, 3);
        rest = 0;
      }
    } else {
      RUN(value, 0, 0);
      rest--;
      while (rest >= 3) {
        const int taken = rest < 6 ? rest : 6;
        RUN(16, taken - 3, 2);
        rest -= taken;
      }
    }
    while (rest-- > 0) RUN(value, 0, 0);
  }
#undef RUN
  for (int i = 0; i < runs; i++) counts[run[i].symbol]++;
  code c;
  make_code(counts, 19, 7, &c);
  while (ns > 4 && !c.lengths[order[ns - 1]]) ns--;
  put(w, (uint64_t)is_final, 1);
  put(w, 2, 2);
  put(w, (uint64_t)(nl - 257), 5);
  put(w, (uint64_t)(nd - 1), 5);
  put(w, (uint64_t)(ns - 4), 4);
  flush(w);
  for (int i = 0; i < ns; i++) {
    put(w, c.lengths[order[i]], 3);
    flush(w);
  }
  for (int i = 0; i < runs; i++) {
    put(w, c.codes[run[i].symbol], c.lengths[run[i].symbol]);
    put(w, run[i].extra, run[i].bits);
    flush(w);
  }
}

static void write_block(twin *t, writer *w, size_t from, int is_final) {
  uint32_t counts[286];
  symbol_counts(t, counts);
  code lc, dc;
  make_code(counts, 286, 15, &lc);
  make_code(t->distances, 30, 15, &dc);
  write_header(w, &lc, &dc, is_final);
  uint32_t codes[256];
  uint8_t lens[256];
  uint32_t lengths[longest + 1];
  for (int i = 0; i < 256; i++) codes[i] = lc.codes[i], lens[i] = lc.lengths[i];
  for (uint32_t l = 3; l <= longest; l++) {
    const int s = t->length_symbol[l];
    const uint32_t bits = lc.lengths[257 + s];
    lengths[l] = lc.codes[257 + s] | (l - t->length_base[s]) << bits | (bits + t->length_extra[s]) << 24;
  }
  const uint8_t *s = t->filtered + from;
  writer out = *w;
  for (int k = 0; k <= t->count; k++) {
    const uint64_t sequence = k < t->count ? t->sequences[k] : (uint64_t)t->rest << 32;
    size_t rest = sequence >> 32;
    for (; rest >= 8; rest -= 8, s += 8) {
      const uint64_t v = load64(s);
      uint64_t bits[4];
      unsigned counts[4];
      for (int k = 0; k < 4; k++) {
        const unsigned a = v >> (16 * k) & 255, b = v >> (16 * k + 8) & 255;
        bits[k] = codes[a] | (uint64_t)codes[b] << lens[a];
        counts[k] = lens[a] + lens[b];
      }
      const unsigned first = counts[0] + counts[1], second = counts[2] + counts[3];
      if (first + second <= 56) {
        const uint64_t low = bits[0] | bits[1] << counts[0], high = bits[2] | bits[3] << counts[2];
        put(&out, low | high << first, first + second);
        flush(&out);
      } else {
        for (int k = 0; k < 4; k++) {
          put(&out, bits[k], counts[k]);
          flush(&out);
        }
      }
    }
    for (; rest > 0; rest--) {
      const unsigned a = *s++;
      put(&out, codes[a], lens[a]);
      flush(&out);
    }
    if (k == t->count) break;
    const size_t length = (sequence >> 16) & 0xffff, d = sequence & 0xffff;
    put(&out, lengths[length] & 0xffffff, lengths[length] >> 24);
    const int symbol = t->distance_symbol[d < 256 ? d : 256 + (d >> 7)];
    put(&out, dc.codes[symbol], dc.lengths[symbol]);
    put(&out, d + 1 - t->distance_base[symbol], t->distance_extra[symbol]);
    flush(&out);
    s += length;
  }
  put(&out, lc.codes[256], lc.lengths[256]);
  flush(&out);
  *w = out;
}

static size_t deflate(twin *t, int is_last) {
  const size_t blocks =
      t->filtered_count / block_bytes + t->filtered_count / (6 * block_sequences) + 2;
  grow(&t->output, &t->output_capacity, 2 * t->filtered_count + 512 * blocks + slack);
  memset(t->table, 0, sizeof t->table);
  t->position = t->last_distance = 0;
  t->misses = 0;
  writer w = {t->output, 0, 0};
  do {
    const size_t from = t->position;
    parse(t, t->filtered_count);
    write_block(t, &w, from, is_last && t->position == t->filtered_count);
  } while (t->position < t->filtered_count);
  if (is_last) {
    align(&w);
  } else {
    put(&w, 0, 3);
    align(&w);
    put(&w, 0xffff0000, 32);
    flush(&w);
  }
  return (size_t)(w.out - t->output);
}

// MARK: Files

static uint64_t fold(uint64_t x) {
  const unsigned __int128 product = (unsigned __int128)x * 0x9e3779b97f4a7c15u;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

// A number made of two pixels in every sixth of a row.
static uint64_t sample(const uint32_t *row, int width) {
  uint64_t a = 0x243f6a8885a308d3u, b = 0x13198a2e03707344u;
  const int step = width < 12 ? 2 : width / 6;
  for (int x = 0; x < width; x += step) {
    const uint64_t next = fold(a ^ (row[x] | (uint64_t)(x + 1 < width ? row[x + 1] : 0) << 32));
    a = b;
    b = next;
  }
  return fold(fold(a) ^ b);
}

// Whether a stripe may end before row `b`, whose sample is then the greatest around.
static int is_edge(const uint64_t *samples, int b, int height) {
  const uint64_t own = samples[b];
  if (own == 0) return 0;
  for (int k = b - 1; k >= 0 && k >= b - reach; k--) {
    if (samples[k] >= own) return 0;
  }
  for (int k = b + 1; k < height && k <= b + reach; k++) {
    if (samples[k] > own) return 0;
  }
  return 1;
}

static void put32(uint8_t *p, uint32_t v) {
  p[0] = (uint8_t)(v >> 24), p[1] = (uint8_t)(v >> 16), p[2] = (uint8_t)(v >> 8), p[3] = (uint8_t)v;
}

static size_t chunk(const twin *t, uint8_t *file, size_t at, const char *type, size_t length) {
  put32(file + at, (uint32_t)length);
  memcpy(file + at + 4, type, 4);
  put32(file + at + 8 + length, crc32_of(t, file + at + 4, length + 4));
  return at + 12 + length;
}

size_t twin_encode(
    twin *t, const uint32_t *pixels, int width, int height, int channels, uint32_t density,
    const uint8_t **file) {
  t->width = width;
  t->bpp = channels;
  t->row_bytes = width * channels;
  t->packed_stride = ((size_t)t->row_bytes + 2 * slack + 15) & ~(size_t)15;
  const size_t all = (size_t)height * ((size_t)t->row_bytes + 1);
  grow(&t->file, &t->file_capacity, 2 * all + 65536);
  uint8_t *f = t->file;
  memcpy(f, "\x89PNG\r\n\x1a\n", 8);
  put32(f + 16, (uint32_t)width);
  put32(f + 20, (uint32_t)height);
  memcpy(f + 24, channels == 3 ? "\x08\x02\0\0" : "\x08\x06\0\0", 5);
  f[28] = 0;
  size_t at = chunk(t, f, 8, "IHDR", 13);
  f[at + 8] = 0;
  at = chunk(t, f, at, "sRGB", 1);
  put32(f + at + 8, density);
  put32(f + at + 12, density);
  f[at + 16] = 1;
  at = chunk(t, f, at, "pHYs", 9);
  size_t size = 0;
  f[at + 8] = 0x78;
  f[at + 9] = 1;
  size = 2;
  uint64_t a = 1, b = 0;
  if (t->samples_capacity < height) {
    free(t->samples);
    t->samples = calloc((size_t)height, sizeof *t->samples);
    t->samples_capacity = height;
  }
  int known = 0;
  uint64_t above = 0;
  for (int top = 0; top < height; top += t->rows) {
    const int end = height - top < most_rows ? height : top + most_rows;
    int bottom = top + least_rows;
    for (; bottom < end; bottom++) {
      for (; known < height && known <= bottom + reach; known++) {
        const uint64_t own = sample(pixels + (size_t)known * width, width);
        t->samples[known] = known > 0 && own == above ? 0 : own;
        above = own;
      }
      if (height - bottom >= least_rows && is_edge(t->samples, bottom, height)) break;
    }
    t->rows = (bottom < end ? bottom : end) - top;
    t->filtered_count = (size_t)t->rows * ((size_t)t->row_bytes + 1);
    const int most = t->rows > sample_rows ? t->rows : sample_rows;
    grow(&t->packed, &t->packed_capacity, t->packed_stride * (size_t)most + slack);
    grow(&t->filtered, &t->filtered_capacity, t->filtered_count + slack);
    if (!pack(t, pixels + (size_t)top * width)) return 0;
    const uint32_t adler = filter(t);
    const size_t n = deflate(t, top + t->rows == height);
    memcpy(f + at + 8 + size, t->output, n);
    size += n;
    const uint64_t a2 = adler & 0xffff, b2 = adler >> 16;
    b = (b + b2 + (t->filtered_count % 65521) * ((a + 65520) % 65521)) % 65521;
    a = (a + a2 + 65520) % 65521;
  }
  put32(f + at + 8 + size, (uint32_t)(b << 16 | a));
  at = chunk(t, f, at, "IDAT", size + 4);
  at = chunk(t, f, at, "IEND", 0);
  *file = f;
  return at;
}
