// Undoes deflate (RFC 1951) for PlainRows.c.
//
// The codes of a block become tables. The next bits of the input, as many as the table is wide, are
// the index of an entry that says how many of them the code takes and what it means: a literal byte,
// a length, the end of the block, or that the code is longer and goes on in a second table, whose
// place and width the entry has. So one look-up decodes a code, seldom two. Input is taken in words of
// 64 bits: after one refill there are at least 56 bits, which is enough for two literals and a length
// with its extra bits, or for a distance with its own.
//
// Matches are copied eight bytes at a time. Where source and target are nearer to one another than
// that, the first eight bytes are copied singly; what follows repeats with the same period, so it may
// as well be taken from the smallest multiple of the distance that is eight or more.
//
// Nothing is reported but failure: the caller lets another reader find the words.

#include "Inflate.h"

#include <string.h>

enum {
  length_bits = 11,
  distance_bits = 9,
  is_literal = 1 << 8,   // the value is a byte
  is_end = 1 << 9,       // the end of the block
  is_link = 1 << 10,     // the value is the place of a second table, the extra bits are its width
  is_invalid = 1 << 11,
};

// An entry: bits 0-7 how many bits the code takes, 8-11 what it is, 12-15 how many extra bits follow,
// 16-31 the value.
static inline uint32_t entry(unsigned kind, unsigned extra, unsigned value) {
  return kind | extra << 12 | (uint32_t)value << 16;
}

static uint32_t length_entry(unsigned symbol) {
  if (symbol < 256) return entry(is_literal, 0, symbol);
  if (symbol == 256) return entry(is_end, 0, 0);
  if (symbol > 285) return is_invalid;
  if (symbol == 285) return entry(0, 0, 258);
  // Four lengths for each number of extra bits, after the first eight.
  const unsigned i = symbol - 257, extra = i < 8 ? 0 : i / 4 - 1;
  return entry(0, extra, 3 + (i < 8 ? i : ((4 + i % 4) << extra)));
}

static uint32_t distance_entry(unsigned symbol) {
  if (symbol > 29) return is_invalid;
  // Two distances for each number of extra bits, after the first four.
  const unsigned extra = symbol < 4 ? 0 : symbol / 2 - 1;
  return entry(0, extra, 1 + (symbol < 4 ? symbol : ((2 + symbol % 2) << extra)));
}

static uint32_t plain_entry(unsigned symbol) { return entry(0, 0, symbol); }

static unsigned reversed(unsigned code, unsigned count) {
  unsigned result = 0;
  for (; count > 0; count--, code >>= 1) result = result << 1 | (code & 1);
  return result;
}

// Fills a table of 2^width entries, and second tables behind it, from the code lengths of symbols.
// Returns 0 for lengths that are no complete code, or a table that has no room. `may_be_short` allows
// one code of one bit, or none, as encoders write them for distances that hardly occur.
static int build(
    uint32_t *table, unsigned width, size_t room, const uint8_t *lengths, unsigned symbols,
    uint32_t (*meaning)(unsigned), int may_be_short) {
  unsigned counts[16] = {0}, next[16];
  for (unsigned i = 0; i < symbols; i++) counts[lengths[i]]++;
  const unsigned used = symbols - counts[0];
  counts[0] = 0;
  unsigned code = 0, left = 1u << 15;
  for (unsigned n = 1; n < 16; n++) {
    code = (code + counts[n - 1]) << 1;
    next[n] = code;
    const unsigned share = counts[n] << (15 - n);
    if (share > left) return 0;
    left -= share;
  }
  if (left > 0 && !(may_be_short && (used == 0 || (used == 1 && counts[1] == 1)))) return 0;

  const size_t size = (size_t)1 << width;
  for (size_t i = 0; i < size; i++) table[i] = is_invalid;
  size_t end = size;
  for (unsigned n = 1; n < 16; n++) {
    for (unsigned symbol = 0; counts[n] > 0 && symbol < symbols; symbol++) {
      if (lengths[symbol] != n) continue;
      const unsigned bits = reversed(next[n]++, n);
      const uint32_t value = meaning(symbol);
      if (n <= width) {
        for (size_t i = bits; i < size; i += (size_t)1 << n) table[i] = value | n;
      } else {
        uint32_t *link = &table[bits & (size - 1)];
        if (!(*link & is_link)) {
          // Codes come in ascending order, so those that begin like this one follow it: a second
          // table is as wide as it takes for the codes that are left to fill it.
          unsigned extra = n - width;
          int free = 1 << extra;
          while (width + extra < 15 && (free -= (int)counts[width + extra]) > 0) {
            extra++;
            free <<= 1;
          }
          if (end + ((size_t)1 << extra) > room) return 0;
          for (size_t i = 0; i < (size_t)1 << extra; i++) table[end + i] = is_invalid;
          *link = entry(is_link, extra, (unsigned)end);
          end += (size_t)1 << extra;
        }
        const unsigned extra = *link >> 12 & 15;
        uint32_t *second = table + (*link >> 16);
        for (size_t i = bits >> width; i < (size_t)1 << extra; i += (size_t)1 << (n - width)) {
          second[i] = value | (n - width);
        }
      }
      counts[n] -= 1;
    }
  }
  return 1;
}

// MARK: Bits

static inline uint64_t load_word(const uint8_t *bytes) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
#else
  uint64_t word = 0;
  for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
  return word;
#endif
}

// At least 56 valid bits. After the end of the input they are zeros that count as missing.
static inline void refill(folio_inflater *s) {
  if (s->end - s->next >= 8) {
    s->bits |= load_word(s->next) << s->count;
    s->next += (63 - s->count) >> 3;
    s->count |= 56;
    return;
  }
  while (s->count < 56) {
    if (s->next < s->end) {
      s->bits |= (uint64_t)*s->next++ << s->count;
    } else {
      s->missing += 8;
    }
    s->count += 8;
  }
}

static inline unsigned take(folio_inflater *s, unsigned count) {
  const unsigned value = (unsigned)(s->bits & (((uint64_t)1 << count) - 1));
  s->bits >>= count;
  s->count -= count;
  return value;
}

// Whether bits were used that the input does not have.
static inline int is_over(const folio_inflater *s) { return s->missing > s->count; }

// MARK: Blocks

static int read_codes(folio_inflater *s) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  refill(s);
  const unsigned literals = 257 + take(s, 5), distances = 1 + take(s, 5), codes = 4 + take(s, 4);
  if (literals > 286 || distances > 30) return 0;
  uint8_t lengths[286 + 30 + 138] = {0};
  for (unsigned i = 0; i < codes; i++) {
    refill(s);
    lengths[order[i]] = (uint8_t)take(s, 3);
  }
  uint32_t table[128];
  if (!build(table, 7, 128, lengths, 19, plain_entry, 0)) return 0;
  memset(lengths, 0, sizeof lengths);
  for (unsigned i = 0; i < literals + distances;) {
    refill(s);
    if (is_over(s)) return 0;
    const uint32_t e = table[s->bits & 127];
    if (e & is_invalid) return 0;
    take(s, e & 255);
    const unsigned symbol = e >> 16;
    if (symbol < 16) {
      lengths[i++] = (uint8_t)symbol;
      continue;
    }
    uint8_t value = 0;
    unsigned repeats;
    if (symbol == 16) {
      if (i == 0) return 0;
      value = lengths[i - 1];
      repeats = 3 + take(s, 2);
    } else {
      repeats = symbol == 17 ? 3 + take(s, 3) : 11 + take(s, 7);
    }
    if (i + repeats > literals + distances) return 0;
    memset(lengths + i, value, repeats);
    i += repeats;
  }
  if (lengths[256] == 0) return 0;
  return build(s->lengths, length_bits, 4096, lengths, literals, length_entry, 0)
         && build(s->distances, distance_bits, 2048, lengths + literals, distances, distance_entry, 1);
}

static int fixed_codes(folio_inflater *s) {
  uint8_t lengths[288 + 32];
  for (unsigned i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  memset(lengths + 288, 5, 32);
  return build(s->lengths, length_bits, 4096, lengths, 288, length_entry, 0)
         && build(s->distances, distance_bits, 2048, lengths + 288, 32, distance_entry, 0);
}

static int begin_block(folio_inflater *s) {
  refill(s);
  s->is_last = (int)take(s, 1);
  switch (take(s, 2)) {
    case 0: {
      take(s, s->count & 7);
      if (is_over(s)) return 0;
      // Whole bytes go back to the input; those that were made up are no bytes of it.
      s->next -= (s->count - s->missing) / 8;
      s->bits = 0;
      s->count = s->missing = 0;
      if (s->end - s->next < 4) return 0;
      const unsigned count = s->next[0] | (unsigned)s->next[1] << 8;
      if ((count ^ (s->next[2] | (unsigned)s->next[3] << 8)) != 0xffff) return 0;
      s->next += 4;
      s->stored = count;
      s->state = folio_inflate_stored;
      return (size_t)(s->end - s->next) >= count;
    }
    case 1: s->state = folio_inflate_codes; return fixed_codes(s);
    case 2: s->state = folio_inflate_codes; return read_codes(s);
    default: return 0;
  }
}

static void end_block(folio_inflater *s) {
  s->state = s->is_last ? folio_inflate_done : folio_inflate_header;
}

// MARK: Codes

static inline void copy_match(uint8_t *out, size_t distance, size_t length) {
  const uint8_t *source = out - distance;
  if (distance >= 8) {
    size_t i = 0;
    do {
      memcpy(out + i, source + i, 8);
      i += 8;
    } while (i < length);
    return;
  }
  static const uint8_t multiple[8] = {0, 8, 8, 9, 8, 10, 12, 14};
  for (size_t i = 0; i < 8; i++) out[i] = source[i];
  const size_t far = multiple[distance];
  for (size_t i = 8; i < length; i += 8) memcpy(out + i, out + i - far, 8);
}

// Decodes until the limit or the end of the block. Returns NULL after a fault.
static uint8_t *decode_codes(
    folio_inflater *s, const uint8_t *history, uint8_t *out, const uint8_t *limit) {
  const uint32_t *lengths = s->lengths, *distances = s->distances;
  while (out < limit) {
    refill(s);
    if (is_over(s)) return NULL;
    uint32_t e = lengths[s->bits & ((1 << length_bits) - 1)];
    if (e & is_literal) {
      take(s, e & 255);
      *out++ = (uint8_t)(e >> 16);
      e = lengths[s->bits & ((1 << length_bits) - 1)];
      if (e & is_literal) {
        take(s, e & 255);
        *out++ = (uint8_t)(e >> 16);
        e = lengths[s->bits & ((1 << length_bits) - 1)];
        if (e & is_literal) {
          take(s, e & 255);
          *out++ = (uint8_t)(e >> 16);
          continue;
        }
      }
    }
    if (e & is_link) {
      take(s, length_bits);
      e = lengths[(e >> 16) + (s->bits & ((1u << (e >> 12 & 15)) - 1))];
    }
    take(s, e & 255);
    if (e & is_literal) {
      *out++ = (uint8_t)(e >> 16);
      continue;
    }
    if (e & is_end) {
      end_block(s);
      return is_over(s) ? NULL : out;
    }
    if (e & is_invalid) return NULL;
    const size_t length = (e >> 16) + take(s, e >> 12 & 15);
    refill(s);
    e = distances[s->bits & ((1 << distance_bits) - 1)];
    if (e & is_link) {
      take(s, distance_bits);
      e = distances[(e >> 16) + (s->bits & ((1u << (e >> 12 & 15)) - 1))];
    }
    if (e & is_invalid) return NULL;
    take(s, e & 255);
    const size_t distance = (e >> 16) + take(s, e >> 12 & 15);
    if (distance > (size_t)(out - history) || distance > s->window) return NULL;
    copy_match(out, distance, length);
    out += length;
  }
  return is_over(s) ? NULL : out;
}

void folio_inflate_begin(folio_inflater *s, const uint8_t *bytes, size_t count, size_t window) {
  s->next = bytes;
  s->end = bytes + count;
  s->bits = 0;
  s->count = s->missing = 0;
  s->window = window;
  s->state = folio_inflate_header;
  s->is_last = 0;
  s->stored = 0;
}

uint8_t *folio_inflate(
    folio_inflater *s, const uint8_t *history, uint8_t *out, const uint8_t *limit) {
  while (out < limit || s->state == folio_inflate_header) {
    switch (s->state) {
      case folio_inflate_header:
        if (!begin_block(s)) s->state = folio_inflate_failed;
        break;
      case folio_inflate_stored: {
        size_t count = (size_t)(limit - out);
        if (count > s->stored) count = s->stored;
        memcpy(out, s->next, count);
        out += count;
        s->next += count;
        s->stored -= count;
        if (s->stored == 0) end_block(s);
        break;
      }
      case folio_inflate_codes: {
        uint8_t *end = decode_codes(s, history, out, limit);
        if (end == NULL) {
          s->state = folio_inflate_failed;
        } else {
          out = end;
        }
        break;
      }
      case folio_inflate_done:
      case folio_inflate_failed: return out;
    }
  }
  return out;
}

const uint8_t *folio_inflate_rest(const folio_inflater *s) {
  if (s->missing > s->count) return NULL;
  return s->next - (s->count - s->missing) / 8;
}
