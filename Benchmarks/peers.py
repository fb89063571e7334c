#!/usr/bin/env python3
"""Measures PNG writers with Python packages on frames that encoder-bench dumped.

usage: peers.py FOLDER WIDTH HEIGHT [REPEATS]

Frames are RGB, encoded to memory; the time is CPU time of this process, the best of the repeats,
interleaved. Packages that are missing are left out and named.
"""
import glob
import io
import os
import sys
import time

folder, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
repeats = int(sys.argv[4]) if len(sys.argv) > 4 else 3

import numpy

frames = []
for path in sorted(glob.glob(os.path.join(folder, "frame-*.rgba"))):
    pixels = numpy.fromfile(path, numpy.uint8).reshape(height, width, 4)
    frames.append(numpy.ascontiguousarray(pixels[:, :, :3]))

writers = {}
try:
    import cv2

    cv2.setNumThreads(1)
    bgr = [numpy.ascontiguousarray(frame[:, :, ::-1]) for frame in frames]
    writers["OpenCV %s default" % cv2.__version__] = (
        lambda i: len(cv2.imencode(".png", bgr[i])[1]))
except ImportError:
    print("OpenCV is not installed")
try:
    import PIL
    from PIL import Image

    def pillow(level):
        def write(i):
            sink = io.BytesIO()
            options = {} if level is None else {"compress_level": level}
            Image.fromarray(frames[i]).save(sink, "png", **options)
            return sink.tell()
        return write

    writers["Pillow %s default" % PIL.__version__] = pillow(None)
    writers["Pillow %s level 1" % PIL.__version__] = pillow(1)
except ImportError:
    print("Pillow is not installed")

best = {name: [float("inf")] * len(frames) for name in writers}
size = {name: 0 for name in writers}
for i in range(len(frames)):
    for repeat in range(repeats):
        for name, write in writers.items():
            start = time.process_time()
            count = write(i)
            best[name][i] = min(best[name][i], time.process_time() - start)
            if repeat == 0:
                size[name] += count
for name in writers:
    print("%-28s %8.2f ms %10.0f bytes a frame" % (
        name, 1000 * sum(best[name]) / len(frames), size[name] / len(frames)))
