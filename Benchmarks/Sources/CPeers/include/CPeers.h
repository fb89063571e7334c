#ifndef CPEERS_H
#define CPEERS_H

#include <stddef.h>
#include <stdint.h>

/// Encodes opaque RGBA pixels with libpng into memory that belongs to the caller (free).
///
/// `channels` is 3 or 4; `level` is zlib's, or -1 for libpng's default settings. Returns the number
/// of bytes, 0 on failure.
size_t peer_libpng(
    const uint32_t *pixels, int width, int height, int channels, int level, uint8_t **file);

/// CPU time of the calling thread in nanoseconds.
uint64_t peer_thread_nanoseconds(void);

#endif
