"""The whole job as users of other libraries script it: pages from PNG files, frames to PNG files.

usage: jobs.py NAME FOLDER POSITIONS.json COUNT

FOLDER holds page-0.png to page-4.png; POSITIONS.json the page position of every frame. COUNT frames,
spread evenly over all, are composed with an indicator and written to FOLDER/NAME. Prints JSON: how many
that were, and the seconds by the clock and of CPU that they alone took, so that who runs this script
can scale them up to all and count what is done once as it is.
"""
import json
import os
import sys
import time

DOTS = 5


def pieces(position, width):
    """The pages to be seen with their left edges in pixels."""
    offset = int(position * width + 0.5)
    first = min(offset // width, DOTS - 1)
    shown = [(first, first * width - offset)]
    if offset % width and first + 1 < DOTS:
        shown.append((first + 1, (first + 1) * width - offset))
    return shown


def indicator(position, width, height):
    """The pill, and each dot as centre, radius and opacity."""
    unit = width / 1170
    pill = (width / 2 - 150 * unit, height - 170 * unit, 300 * unit, 70 * unit)
    dots = []
    for i in range(DOTS):
        near = max(0, 1 - abs(position - i))
        dots.append((width / 2 + (i - 2) * 48 * unit, height - 135 * unit,
                     (10 + 3 * near) * unit, 0.4 + 0.6 * near))
    return pill, dots


class PillowJob:
    def __init__(self, files, level=None):
        from PIL import Image, ImageDraw
        self.image, self.draw = Image, ImageDraw
        self.options = {} if level is None else {"compress_level": level}
        self.files = files

    def load(self):
        self.pages = [self.image.open(file).convert("RGB") for file in self.files]

    def frame(self, position, path):
        width, height = self.pages[0].size
        frame = self.image.new("RGB", (width, height))
        for page, left in pieces(position, width):
            frame.paste(self.pages[page], (left, 0))
        (x, y, w, h), dots = indicator(position, width, height)
        draw = self.draw.Draw(frame, "RGBA")
        draw.rounded_rectangle((x, y, x + w, y + h), h / 2, (0, 0, 0, 64))
        for cx, cy, r, opacity in dots:
            draw.ellipse((cx - r, cy - r, cx + r, cy + r), (255, 255, 255, int(255 * opacity)))
        frame.save(path, **self.options)


class OpenCVJob:
    def __init__(self, files):
        import cv2
        import numpy
        self.cv2, self.numpy, self.files = cv2, numpy, files

    def load(self):
        self.pages = [self.cv2.imread(file) for file in self.files]

    def frame(self, position, path):
        height, width = self.pages[0].shape[:2]
        frame = self.numpy.empty((height, width, 3), self.numpy.uint8)
        for page, left in pieces(position, width):
            begin, end = max(left, 0), min(left + width, width)
            frame[:, begin:end] = self.pages[page][:, begin - left:end - left]
        (x, y, w, h), dots = indicator(position, width, height)
        x, y, w, h = (int(round(v)) for v in (x, y, w, h))
        part = frame[y:y + h, x:x + w]
        shade = part.copy()
        self.cv2.rectangle(shade, (h // 2, 0), (w - h // 2, h), (0, 0, 0), -1)
        for cx in (h // 2, w - h // 2):
            self.cv2.circle(shade, (cx, h // 2), h // 2, (0, 0, 0), -1, self.cv2.LINE_AA)
        self.cv2.addWeighted(shade, 0.25, part, 0.75, 0, part)
        for cx, cy, r, opacity in dots:
            dot = part.copy()
            self.cv2.circle(dot, (int((cx - x) * 16), int((cy - y) * 16)), int(r * 16),
                            (255, 255, 255), -1, self.cv2.LINE_AA, 4)
            self.cv2.addWeighted(dot, opacity, part, 1 - opacity, 0, part)
        self.cv2.imwrite(path, frame)


class CairoJob:
    def __init__(self, files):
        import cairo
        self.cairo, self.files = cairo, files

    def load(self):
        self.pages = [self.cairo.ImageSurface.create_from_png(file) for file in self.files]

    def frame(self, position, path):
        width, height = self.pages[0].get_width(), self.pages[0].get_height()
        surface = self.cairo.ImageSurface(self.cairo.FORMAT_RGB24, width, height)
        context = self.cairo.Context(surface)
        for page, left in pieces(position, width):
            context.set_source_surface(self.pages[page], left, 0)
            context.paint()
        (x, y, w, h), dots = indicator(position, width, height)
        context.arc(x + h / 2, y + h / 2, h / 2, 1.5707963, 4.7123890)
        context.arc(x + w - h / 2, y + h / 2, h / 2, 4.7123890, 1.5707963)
        context.set_source_rgba(0, 0, 0, 0.25)
        context.fill()
        for cx, cy, r, opacity in dots:
            context.arc(cx, cy, r, 0, 6.2831853)
            context.set_source_rgba(1, 1, 1, opacity)
            context.fill()
        surface.write_to_png(path)


class SkiaJob:
    def __init__(self, files):
        import skia
        self.skia, self.files = skia, files

    def load(self):
        self.pages = [self.skia.Image.open(file) for file in self.files]
        width, height = self.pages[0].width(), self.pages[0].height()
        self.surface = self.skia.Surface(width, height)

    def frame(self, position, path):
        skia = self.skia
        width, height = self.surface.width(), self.surface.height()
        with self.surface as canvas:
            for page, left in pieces(position, width):
                canvas.drawImage(self.pages[page], left, 0)
            (x, y, w, h), dots = indicator(position, width, height)
            paint = skia.Paint(AntiAlias=True, Color=skia.ColorSetARGB(64, 0, 0, 0))
            canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, w, h), h / 2, h / 2, paint)
            for cx, cy, r, opacity in dots:
                paint = skia.Paint(
                    AntiAlias=True, Color=skia.ColorSetARGB(int(255 * opacity), 255, 255, 255))
                canvas.drawCircle(cx, cy, r, paint)
        self.surface.makeImageSnapshot().save(path, skia.kPNG)


JOBS = {
    "opencv": OpenCVJob, "pillow-1": lambda files: PillowJob(files, 1), "pillow": PillowJob,
    "pycairo": CairoJob, "skia": SkiaJob,
}


def spread(total, count):
    """`count` frame numbers spread evenly over 0..<total."""
    return [(2 * i + 1) * total // (2 * count) for i in range(min(count, total))]


def main():
    name, folder, positions, count = sys.argv[1:5]
    with open(positions) as file:
        positions = json.load(file)
    files = [os.path.join(folder, "page-%d.png" % i) for i in range(DOTS)]
    job = JOBS[name](files)
    numbers = spread(len(positions), int(count))
    out = os.path.join(folder, name)
    os.makedirs(out, exist_ok=True)
    job.load()
    wall, cpu = time.perf_counter(), time.process_time()
    for number in numbers:
        job.frame(positions[number], os.path.join(out, "frame-%05d.png" % number))
    print(json.dumps({
        "frames": len(numbers), "wall": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
    }))


if __name__ == "__main__":
    main()
