"""PNG encoders with Python packages: functions from a frame to the bytes of a file in memory.

Each takes an array of rows, columns and R, G, B, and returns the number of bytes. All run on one
thread; their time is the CPU time of this process.
"""
import io
import time

import numpy


def opencv():
    import cv2
    cv2.setNumThreads(1)

    def prepare(rgb):
        return numpy.ascontiguousarray(rgb[:, :, ::-1])
    name = "OpenCV %s" % cv2.__version__
    yield name + " default", prepare, lambda bgr: len(cv2.imencode(".png", bgr)[1])


def pillow():
    import PIL
    from PIL import Image

    def writer(**options):
        def write(image):
            sink = io.BytesIO()
            image.save(sink, "png", **options)
            return sink.tell()
        return write
    name = "Pillow %s" % PIL.__version__
    yield name + " default", Image.fromarray, writer()
    yield name + " level 1", Image.fromarray, writer(compress_level=1)


def pycairo():
    import cairo

    def prepare(rgb):
        height, width = rgb.shape[:2]
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
        data = numpy.frombuffer(surface.get_data(), numpy.uint8).reshape(height, -1, 4)
        data[:, :width, :3] = rgb[:, :, ::-1]
        surface.mark_dirty()
        return surface

    def write(surface):
        sink = io.BytesIO()
        surface.write_to_png(sink)
        return sink.tell()
    yield "pycairo %s" % cairo.version, prepare, write


def skia():
    import skia

    def prepare(rgb):
        height, width = rgb.shape[:2]
        rgba = numpy.dstack([rgb, numpy.full((height, width), 255, numpy.uint8)])
        surface = skia.Surface(width, height)
        with surface as canvas:
            canvas.drawImage(skia.Image.fromarray(rgba, skia.kRGBA_8888_ColorType), 0, 0)
        return surface.makeImageSnapshot()
    yield "skia-python %s" % skia.__version__, prepare, lambda image: image.encodeToData().size()


def imagecodecs():
    import imagecodecs as codecs
    name = "imagecodecs %s" % codecs.__version__
    yield name + " libpng level 1, SUB, RLE", numpy.ascontiguousarray, lambda rgb: len(
        codecs.png_encode(rgb, level=1, strategy=3, filter=16))
    yield name + " libspng level 1", numpy.ascontiguousarray, lambda rgb: len(
        codecs.spng_encode(rgb, level=1))


def fpng():
    import fpng as module
    yield "fpng %s" % module.__version__, numpy.ascontiguousarray, lambda rgb: len(
        module.from_ndarray(rgb))


FAMILIES = {
    "opencv-python-headless": opencv, "pillow": pillow, "python3-cairo": pycairo,
    "skia-python": skia, "imagecodecs": imagecodecs, "fpng": fpng,
}


def available(results):
    """Name, preparation and writer of each encoder that is installed; others are named."""
    found = []
    for package, family in FAMILIES.items():
        try:
            found += list(family())
        except Exception as error:  # A broken package is as good as a missing one.
            results.without(package, str(error).split("\n")[0])
    return found


def measure(write, prepared):
    """CPU milliseconds and bytes of one run."""
    start = time.process_time()
    count = write(prepared)
    return (time.process_time() - start) * 1000, count
