#ifndef CENCODER_TWIN_H
#define CENCODER_TWIN_H

#include <stddef.h>
#include <stdint.h>

// The PNG encoder of FolioImageCoding at level `fast`, written again in C with SSE2 intrinsics where
// there are some: the same algorithm and the same bytes. It shows what Swift costs.

/// The memory of one encoder.
typedef struct twin twin;

twin *twin_create(void);
void twin_destroy(twin *t);

/// Encodes premultiplied RGBA pixels. `channels` is 3 (all pixels opaque) or 4, `density` the value of
/// pHYs. Returns the size of the file, and the file in `file`, which belongs to the twin until the
/// next call; 0 if a pixel is not opaque.
size_t twin_encode(
    twin *t, const uint32_t *pixels, int width, int height, int channels, uint32_t density,
    const uint8_t **file);

#endif
