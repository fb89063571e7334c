#!/usr/bin/env python3
"""Draws one page (gradient, card, title, dots; 1170 x 2532) with Folioscope, pycairo, skia-python and
Pillow, round by round, each written as its users write it, and compares their CPU time.

usage: raster-peers.py [--bench FILE] [--fonts FOLDER] [--rounds N] [--pictures FOLDER]

Each figure is the CPU time of one process (for Folioscope, of raster-bench's thread) and the least of
the rounds. Packages that are missing are left out and named:

    apt-get install libcairo2-dev pkg-config
    python3 -m venv venv && venv/bin/pip install pycairo skia-python pillow numpy
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(
    usage=__doc__.split("usage: ")[1].split("\n")[0], description=__doc__.split("\n\n")[0])
parser.add_argument("--bench", default=os.path.join(here, ".build/release/raster-bench"))
parser.add_argument("--fonts", default=os.path.join(here, "../fonts"))
parser.add_argument("--rounds", type=int, default=20)
parser.add_argument("--pictures", help="a folder for the pictures that each drew")
options = parser.parse_args()

WIDTH, HEIGHT = 1170, 2532
BLUE, RED, INK = (20, 30, 160), (240, 90, 60), (20, 24, 60)
TITLE, SIZE, TITLE_AT = "Folioscope draws this", 80, (130, 560)
CARD, RADIUS = (80, 300, 1010, 1600), 60
DOTS = [(433 + 76 * i, 2416, 255 if i == 0 else 115) for i in range(5)]
FONT = os.path.join(options.fonts, "FolioSansText-Bold.ttf")

import numpy

contenders = []


class Folioscope:
    name = "Folioscope"

    def __init__(self):
        self.process = subprocess.Popen(
            [options.bench, "--page", options.fonts], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, wish):
        self.process.stdin.write(wish + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("raster-bench ended")
        return answer.strip()

    def measure(self):
        return float(self.ask("draw"))

    def pixels(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.rgba")
            self.ask("save " + path)
            return numpy.fromfile(path, numpy.uint8).reshape(HEIGHT, WIDTH, 4)[:, :, :3]


class InThisProcess:
    def measure(self):
        start = time.process_time()
        self.draw()
        return time.process_time() - start


def add_cairo(conf):
    os.environ["FONTCONFIG_FILE"] = conf
    import cairo

    class Cairo(InThisProcess):
        name = "pycairo %s (cairo %s)" % (cairo.version, cairo.cairo_version_string())

        def __init__(self):
            self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, WIDTH, HEIGHT)

        def draw(self):
            context = cairo.Context(self.surface)
            gradient = cairo.LinearGradient(0, 0, WIDTH, HEIGHT)
            gradient.add_color_stop_rgb(0, *(c / 255 for c in BLUE))
            gradient.add_color_stop_rgb(1, *(c / 255 for c in RED))
            context.set_source(gradient)
            context.paint()

            x, y, w, h = CARD
            context.new_sub_path()
            context.arc(x + w - RADIUS, y + RADIUS, RADIUS, -math.pi / 2, 0)
            context.arc(x + w - RADIUS, y + h - RADIUS, RADIUS, 0, math.pi / 2)
            context.arc(x + RADIUS, y + h - RADIUS, RADIUS, math.pi / 2, math.pi)
            context.arc(x + RADIUS, y + RADIUS, RADIUS, math.pi, 3 * math.pi / 2)
            context.close_path()
            context.set_source_rgb(1, 1, 1)
            context.fill()

            context.select_font_face(
                "Folio Sans Text", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)
            context.set_font_size(SIZE)
            context.set_source_rgb(*(c / 255 for c in INK))
            context.move_to(*TITLE_AT)
            context.show_text(TITLE)

            for x, y, alpha in DOTS:
                context.arc(x, y, 12, 0, 2 * math.pi)
                context.set_source_rgba(1, 1, 1, alpha / 255)
                context.fill()
            self.surface.flush()

        def pixels(self):
            data = numpy.ndarray((HEIGHT, WIDTH, 4), numpy.uint8, self.surface.get_data())
            return data[:, :, 2::-1]

    contenders.append(Cairo())


def add_skia():
    import skia

    class Skia(InThisProcess):
        name = "skia-python %s" % skia.__version__

        def __init__(self):
            self.surface = skia.Surface(WIDTH, HEIGHT)
            self.font = skia.Font(skia.Typeface.MakeFromFile(FONT), SIZE)

        def draw(self):
            canvas = self.surface.getCanvas()
            canvas.drawPaint(
                skia.Paint(
                    Shader=skia.GradientShader.MakeLinear(
                        [(0, 0), (WIDTH, HEIGHT)], [skia.Color(*BLUE), skia.Color(*RED)])))
            x, y, w, h = CARD
            canvas.drawRoundRect(
                skia.Rect.MakeXYWH(x, y, w, h), RADIUS, RADIUS,
                skia.Paint(Color=skia.ColorWHITE, AntiAlias=True))
            canvas.drawString(
                TITLE, *TITLE_AT, self.font, skia.Paint(Color=skia.Color(*INK), AntiAlias=True))
            for x, y, alpha in DOTS:
                canvas.drawCircle(
                    x, y, 12, skia.Paint(Color=skia.Color(255, 255, 255, alpha), AntiAlias=True))
            self.surface.flushAndSubmit()

        def pixels(self):
            return self.surface.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]

    contenders.append(Skia())


def add_pillow():
    import PIL
    from PIL import Image, ImageDraw, ImageFont

    class Pillow(InThisProcess):
        def __init__(self, factor):
            self.factor = factor
            self.name = "Pillow %s, %s" % (
                PIL.__version__, "aliased" if factor == 1 else "shapes at %d x" % factor)
            self.font = ImageFont.truetype(FONT, SIZE)

        def shape(self, box, color, draw):
            """A shape on the page, drawn larger and reduced where it is to be smooth."""
            x, y, w, h = box
            if self.factor == 1:
                draw(ImageDraw.Draw(self.image, "RGBA"), (x, y, x + w - 1, y + h - 1), 1, color)
                return
            k = self.factor
            mask = Image.new("L", (w * k, h * k), 0)
            draw(ImageDraw.Draw(mask), (0, 0, w * k - 1, h * k - 1), k, color[3])
            self.image.paste(color[:3], (x, y), mask.reduce(k))

        def draw(self):
            x = (numpy.arange(WIDTH, dtype=numpy.float32) + 0.5) * WIDTH
            y = (numpy.arange(HEIGHT, dtype=numpy.float32) + 0.5) * HEIGHT
            t = (x[None, :] + y[:, None]) / (WIDTH * WIDTH + HEIGHT * HEIGHT)
            colors = numpy.array(BLUE) + t[:, :, None] * (numpy.array(RED) - numpy.array(BLUE))
            self.image = Image.fromarray((colors + 0.5).astype(numpy.uint8), "RGB")
            self.shape(
                CARD, (255, 255, 255, 255),
                lambda d, box, k, color: d.rounded_rectangle(box, RADIUS * k, fill=color))
            ImageDraw.Draw(self.image).text(TITLE_AT, TITLE, INK, self.font, anchor="ls")
            for x, y, alpha in DOTS:
                self.shape(
                    (x - 12, y - 12, 24, 24), (255, 255, 255, alpha),
                    lambda d, box, k, color: d.ellipse(box, fill=color))

        def pixels(self):
            return numpy.asarray(self.image)

    contenders.append(Pillow(1))
    contenders.append(Pillow(4))


with tempfile.TemporaryDirectory() as folder:
    conf = os.path.join(folder, "fonts.conf")
    with open(conf, "w") as file:
        file.write(
            "<fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>"
            % (os.path.abspath(options.fonts), folder))
    ours = Folioscope()
    contenders.append(ours)
    for add in (lambda: add_cairo(conf), add_skia, add_pillow):
        try:
            add()
        except ImportError as error:
            print(error)

    best = {c.name: math.inf for c in contenders}
    copy = math.inf
    for _ in range(options.rounds):
        for contender in contenders:
            best[contender.name] = min(best[contender.name], contender.measure())
            copy = min(copy, float(ours.ask("copy")))

print("copying one frame of %d x %d pixels: %.3f ms; least of %d rounds" % (
    WIDTH, HEIGHT, copy * 1000, options.rounds))
print("%-32s %9s %9s %12s   %s" % (
    "page by", "ms", "x memcpy", "Folioscope", "difference to ours: mean, pixels above 8 levels"))
reference = ours.pixels().astype(numpy.int16)
for contender in contenders:
    pixels = contender.pixels()
    difference = numpy.abs(pixels.astype(numpy.int16) - reference).max(axis=2)
    seconds = best[contender.name]
    print("%-32s %9.2f %9.1f %10.3f x   %.3f, %d" % (
        contender.name, seconds * 1000, seconds / copy, best[ours.name] / seconds,
        difference.mean(), (difference > 8).sum()))
    if options.pictures:
        from PIL import Image

        os.makedirs(options.pictures, exist_ok=True)
        name = contender.name.split(",")[0].split(" ")[0].lower()
        if "shapes" in contender.name:
            name += "-smooth"
        Image.fromarray(numpy.ascontiguousarray(pixels)).save(
            os.path.join(options.pictures, name + ".png"))
