#!/usr/bin/env python3
"""Test vectors for the fingerprint of a frame, from its definition and nothing else.

Writes vectors.tsv beside this file. Python's integers have no limit, hashlib has SHA-256; no code
of the project is used.

Columns: kind, width, height, alpha rule, seed, fingerprint.

Byte i of the pixels (R, G, B, A, R, ...) is (seed + 31 i + 7 (i // 64) (i // 64)) mod 256, but for
alpha bytes, which follow the alpha rule: "opaque" 255; "mixed" the formula's value, and 0 where the
pixel's number is divisible by 5. In a "premultiplied" vector each colour byte c is afterwards
replaced by c * alpha // 255 to make a possible premultiplied pixel p, and the frame that is hashed
holds the straight bytes min(255, (2 * 255 * p + a) // (2 * a)), 0 where a is 0.
"""
import hashlib
import os
import struct

M = 0x9E3779B97F4A7C15
LANES = [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89]


def fold(x):
    product = x * M
    return (product >> 64) ^ (product & (2**64 - 1))


def row_hash(row):
    lanes = list(LANES)
    row = row + bytes(-len(row) % 32)
    for i, (word,) in enumerate(struct.iter_unpack("<Q", row)):
        lanes[i % 4] = fold(lanes[i % 4] ^ word)
    value = 0
    for lane in lanes:
        value = fold(value ^ lane)
    return value


def fingerprint(pixels, width, height):
    pixels = bytearray(pixels)
    for i in range(0, len(pixels), 4):
        if pixels[i + 3] == 0:
            pixels[i:i + 4] = bytes(4)
    message = b"FolioscopeRGBA8\n" + struct.pack("<QQ", width, height)
    for y in range(height):
        message += struct.pack("<Q", row_hash(bytes(pixels[4 * width * y:4 * width * (y + 1)])))
    return hashlib.sha256(message).hexdigest()


def formula(width, height, alpha, seed):
    pixels = bytearray()
    for i in range(4 * width * height):
        value = (seed + 31 * i + 7 * (i // 64) * (i // 64)) % 256
        if i % 4 == 3:
            if alpha == "opaque":
                value = 255
            elif (i // 4) % 5 == 0:
                value = 0
        pixels.append(value)
    return pixels


def straight(pixels):
    out = bytearray()
    for i in range(0, len(pixels), 4):
        a = pixels[i + 3]
        for c in pixels[i:i + 3]:
            p = c * a // 255
            out.append(0 if a == 0 else min(255, (2 * 255 * p + a) // (2 * a)))
        out.append(a)
    return out


def main():
    sizes = [(1, 1), (2, 1), (1, 2), (7, 3), (8, 3), (9, 3), (15, 2), (16, 2), (17, 2), (31, 5),
             (64, 64), (100, 33), (320, 10)]
    lines = []
    for n, (width, height) in enumerate(sizes):
        for kind in ("straight", "premultiplied"):
            for alpha in ("opaque", "mixed"):
                seed = (37 * n + len(kind)) % 256
                pixels = formula(width, height, alpha, seed)
                if kind == "premultiplied":
                    pixels = straight(pixels)
                print_ = fingerprint(pixels, width, height)
                lines.append(f"{kind}\t{width}\t{height}\t{alpha}\t{seed}\t{print_}\n")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.tsv"), "w") as f:
        f.writelines(lines)


main()
