#!/usr/bin/env python3
"""Makes the files of this folder (except SOURCE.md) in the current folder.

Needs cjpeg and djpeg (libjpeg-turbo-progs) and Pillow.
"""
import hashlib
import io
import json
import subprocess

from PIL import Image, ImageCms, ImageOps

WIDTH, HEIGHT = 37, 29


def source():
    rows = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            r, g = x * 255 // (WIDTH - 1), y * 255 // (HEIGHT - 1)
            b = 255 if (x // 5 + y // 4) % 2 else 40
            if (x - 20) ** 2 + (y - 12) ** 2 < 49:
                r, g, b = 250, 210, 30
            rows += bytes((r, g, b))
    return b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT) + bytes(rows)


with open("source.ppm", "wb") as file:
    file.write(source())
with open("separate.txt", "w") as file:
    file.write("0;\n1;\n2;\n")

variants = {
    "444": ["-quality", "85", "-sample", "1x1"],
    "422": ["-quality", "85", "-sample", "2x1"],
    "420": ["-quality", "85", "-sample", "2x2"],
    "gray": ["-quality", "85", "-grayscale"],
    "rgb": ["-quality", "85", "-rgb"],
    "progressive": ["-quality", "85", "-sample", "2x2", "-progressive"],
    "progressive-gray": ["-quality", "85", "-progressive", "-grayscale"],
    "restart": ["-quality", "85", "-sample", "2x2", "-restart", "1B"],
    "scans": ["-quality", "85", "-sample", "1x1", "-scans", "separate.txt"],
    "arithmetic": ["-quality", "85", "-sample", "2x2", "-arithmetic"],
    "quality-100": ["-quality", "100", "-sample", "2x2"],
    "quality-10": ["-quality", "10", "-sample", "2x2"],
}
for name, options in variants.items():
    subprocess.run(["cjpeg", *options, "-outfile", name + ".jpg", "source.ppm"], check=True)
    subprocess.run(
        ["djpeg", "-dct", "int", "-pnm", "-outfile", name + ".pnm", name + ".jpg"], check=True
    )
    # The second decoder: Pillow brings a libjpeg-turbo of its own.
    ours, theirs = (Image.open(name + end).convert("RGB") for end in (".pnm", ".jpg"))
    assert ours.tobytes() == theirs.tobytes(), name

picture = Image.open("source.ppm")
picture.convert("CMYK").save("cmyk.jpg", quality=85)
cmyk = bytearray(open("cmyk.jpg", "rb").read())
cmyk[cmyk.index(b"Adobe") + 11] = 2  # the transform byte: YCCK
with open("ycck.jpg", "wb") as file:
    file.write(cmyk)

base = Image.open("444.jpg")
turned = {}
for orientation in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = orientation
    name = f"orientation-{orientation}.jpg"
    base.save(name, exif=exif, quality=85, subsampling=0)
    upright = ImageOps.exif_transpose(Image.open(name)).convert("RGBA")
    turned[str(orientation)] = {
        "width": upright.width,
        "height": upright.height,
        "rgbaSha256": hashlib.sha256(upright.tobytes()).hexdigest(),
    }
with open("orientation.json", "w") as file:
    json.dump(turned, file, indent=1)

profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
base.save("srgb-profile.jpg", icc_profile=profile, quality=85)
picture.save("srgb-profile.png", icc_profile=profile)
