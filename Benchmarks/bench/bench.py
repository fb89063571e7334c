"""Measures Folioscope against others: the sections of scripts/bench, which sets up what they need."""
import argparse
import glob
import json
import os
import platform
import shutil
import subprocess
import sys
import time

import chromium
import encoders
import jobs
import measure
from measure import Results, Server, Use

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WIDTH, HEIGHT = 1170, 2532
FRAME = 4 * WIDTH * HEIGHT
# Frames of encoder-bench: rests and moments of the transitions.
FRAMES = [0, 28, 56, 84, 112, 13, 23, 41, 51, 69, 79, 97, 107]
PAGES = {"flat": 0, "gradient": 1, "photo": 2, "card": 3, "text": 4}

SCENE = """folioscope: 1
name: job
canvas: { width: 390, height: 844, scale: 3, fps: 50, background: white }
pages:
  - { id: flat, background: page-0.png }
  - { id: gradient, background: page-1.png }
  - { id: photo, background: page-2.png }
  - { id: card, background: page-3.png }
  - { id: text, background: page-4.png }
pageControl: { position: bottom-center }
timeline:
STEPS  - { at: LENGTH, end: true }
"""


def scene(turns):
    """A scene of rests of 16 frames with transitions of 40 between them, there and back."""
    ids = list(PAGES)
    way = ids + ids[-2:0:-1]
    steps = ""
    for turn in range(turns):
        # A step at the last frame of a rest; 41 fiftieths later the page has arrived.
        steps += "  - { at: %dms, goto: { page: %s, duration: 820ms, easing: easeInOut } }\n" % (
            300 + 1120 * turn, way[(turn + 1) % len(way)])
    return SCENE.replace("STEPS", steps).replace("LENGTH", "%dms" % (320 + 1120 * turns))


def work_folder(options):
    """Where everybody's files are read and written, and what that is.

    In memory, where there is room: between the runs thousands of files are deleted, and a disk's file
    system looks long for places that were not in use a moment ago.
    """
    memory = "/dev/shm"
    try:
        if (not options.disk and os.access(memory, os.W_OK)
                and shutil.disk_usage(memory).free >= 4 << 30):
            return os.path.join(memory, "folioscope-bench"), "files in memory"
    except OSError:
        pass
    return os.path.join(options.cache, "work"), "files on a disk"


class Bench:
    def __init__(self, options):
        self.options = options
        self.results = Results()
        self.folder, self.place = work_folder(options)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.bin = options.benchmarks
        self.frames_folder = os.path.join(self.folder, "frames")
        self.server = None

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def prepare(self):
        """Frames, pages and scenes; the same each time."""
        try:
            import numpy
            from PIL import Image
        except ImportError as error:
            raise SystemExit("frames are made with numpy and Pillow: %s" % error)
        self.numpy, self.image = numpy, Image
        self.server = Server(
            [os.path.join(self.bin, "encoder-bench"), "--serve", "--dump", self.frames_folder],
            folder=os.path.join(ROOT, "Benchmarks"))
        for number in range(5):
            rgb = self.frame(number)[:, :, :3]
            Image.fromarray(numpy.ascontiguousarray(rgb)).save(self.path("page-%d.png" % number))
        with open(self.path("job.folio.yaml"), "w") as file:
            file.write(scene(4))

    def frame(self, index):
        """A frame of encoder-bench as rows, columns and R, G, B, A."""
        path = os.path.join(self.frames_folder, "frame-%d.rgba" % FRAMES[index])
        return self.numpy.fromfile(path, self.numpy.uint8).reshape(HEIGHT, WIDTH, 4)

    # Encoders

    def encoder(self):
        results = self.results
        results.section(
            "Encoders",
            "%d frames of a pager, %d × %d: five pages at rest (flat, gradient, photo, card, text) and "
            "eight moments of transitions. RGB in memory to a file in memory, one thread; CPU time, "
            "the best of %d runs taken in turn, the mean over the frames." % (
                len(self.chosen()), WIDTH, HEIGHT, self.repeats()),
            ["encoder", "ms a frame", "bytes a frame", "time, ours = 1", "bytes, ours = 1"])
        chosen = self.chosen()
        contenders = {}
        names = {
            "fast": "Folioscope", "twin": "the same in C (clang -O3)",
            "small": "Folioscope, small", "libpng": "libpng default",
            "libpng-1": "libpng level 1", "libpng-9": "libpng level 9",
            "libpng-rgba": "libpng default, RGBA",
        }
        for key, name in names.items():
            contenders[name] = lambda i, key=key: self.server.ask("%s %d" % (key, i))
        for name, prepare, write in encoders.available(results):
            inputs = {i: prepare(self.numpy.ascontiguousarray(self.frame(i)[:, :, :3]))
                      for i in chosen}
            contenders[name] = lambda i, inputs=inputs, write=write: encoders.measure(
                write, inputs[i])
        self.add_processes(contenders, chosen)
        slow = {"Folioscope, small", "libpng level 9"}
        best = {name: {} for name in contenders}
        size = {name: {} for name in contenders}
        for repeat in range(self.repeats()):
            for i in chosen:
                for name, encode in contenders.items():
                    # What takes seconds is measured once: its noise is small beside it.
                    if repeat > 0 and name in slow:
                        continue
                    time, count = encode(i)
                    best[name][i] = min(time, best[name].get(i, time))
                    size[name][i] = count

        def total(table, name):
            return sum(table[name].values())
        for name in contenders:
            results.row(
                name, "%.2f" % (total(best, name) / len(chosen)),
                "%d" % (total(size, name) / len(chosen)),
                "%.2f" % (total(best, name) / total(best, "Folioscope")),
                "%.3f" % (total(size, name) / total(size, "Folioscope")))

        def against(other, speed, bytes, ours="Folioscope", shows=False):
            if other not in contenders:
                return
            if speed:
                results.at_least(
                    "%s: times as fast" % other, total(best, other) / total(best, ours), speed,
                    shows=shows)
            if bytes:
                results.at_most(
                    "%s: times the bytes" % other, total(size, ours) / total(size, other), bytes,
                    shows=shows)
        against("libpng default", 30, 1.03, shows=True)
        for page, limit in (("photo", 1.02), ("text", 1.10), ("gradient", 1.4)):
            if PAGES[page] in chosen:
                i = PAGES[page]
                results.at_most("libpng default: times the bytes, %s" % page,
                                size["Folioscope"][i] / size["libpng default"][i], limit)
        against("libpng default, RGBA", 30, 0.92)
        against("libpng level 1", 7, 0.90)
        for name in contenders:
            if name.startswith("OpenCV"):
                against(name, 3.5, 0.85, shows=True)
            if name.startswith("fpng"):
                results.at_most("%s: times its time" % name,
                                total(best, "Folioscope") / total(best, name), 1.3)
        against("libpng level 9", None, 1.0, ours="Folioscope, small")
        results.at_most("small: times the time of fast",
                        total(best, "Folioscope, small") / total(best, "Folioscope"), 60)
        results.at_most("times the time of the same in C",
                        total(best, "Folioscope") / total(best, "the same in C (clang -O3)"), 1.15)

    def add_processes(self, contenders, chosen):
        """Encoders that are programs: their whole run counts, with the reading of raw pixels."""
        for i in chosen:
            self.numpy.ascontiguousarray(self.frame(i)[:, :, :3]).tofile(self.path("%d.rgb" % i))
        size = "%dx%d" % (WIDTH, HEIGHT)

        def program(command, output):
            def encode(i):
                use = measure.run([part.replace("INPUT", self.path("%d.rgb" % i))
                                   for part in command])
                return use.cpu * 1000, os.path.getsize(output)
            return encode
        if shutil.which("ffmpeg"):
            contenders["ffmpeg, one process a frame"] = program(
                ["ffmpeg", "-v", "error", "-y", "-threads", "1", "-f", "rawvideo", "-pix_fmt",
                 "rgb24", "-s", size, "-i", "INPUT", "-threads", "1", self.path("ffmpeg.png")],
                self.path("ffmpeg.png"))
        else:
            self.results.without("ffmpeg", "not installed")
        if shutil.which("convert"):
            contenders["ImageMagick, one process a frame"] = program(
                ["convert", "-size", size, "-depth", "8", "rgb:INPUT", self.path("magick.png")],
                self.path("magick.png"))
        else:
            self.results.without("ImageMagick", "not installed")

    def chosen(self):
        return [0, 2, 4, 5] if self.options.quick else list(range(len(FRAMES)))

    def repeats(self):
        return 1 if self.options.quick else 3

    # The whole job

    def job(self):
        results = self.results
        repeats = self.repeats()
        results.section(
            "The whole job",
            "Five pages, five rests of 16 frames and four transitions of 40: 240 frames of %d × %d to "
            "a folder of PNG files; Folioscope's with hashes and a manifest. Others compose pages and "
            "indicator and write files as a script of theirs would; of slow ones some frames, spread "
            "over all, are drawn and scaled up. Whole processes are counted, with their start and the "
            "loading of the pages. The best of %d runs, taken in turn; of those that take a second or "
            "two three in each turn." % (WIDTH, HEIGHT, repeats),
            ["job", "frames drawn", "ms of CPU a frame", "frames a second", "CPU, ours = 1",
             "time, ours = 1"])
        ours = self.options.folioscope
        scene_path = self.path("job.folio.yaml")
        measure.run([ours, "render", scene_path, "-o", self.path("out"), "-q"])
        with open(self.path("out", "folioscope-manifest.json")) as file:
            manifest = json.load(file)["frames"]
        positions = [frame["position"] for frame in manifest]
        with open(self.path("positions.json"), "w") as file:
            json.dump(positions, file)
        distinct = [0] + [i for i in range(1, len(manifest))
                          if manifest[i]["pixels"] != manifest[i - 1]["pixels"]]
        moving = ",".join(map(str, distinct))

        def folioscope(jobs, *more):
            def job():
                out = self.path("out-%d-%d" % (jobs, len(more)))
                shutil.rmtree(out, ignore_errors=True)
                use = measure.run([ours, "render", scene_path, "-o", out, "-q", "-j", str(jobs)]
                                  + list(more))
                shutil.rmtree(out, ignore_errors=True)
                return use
            return job
        contenders = {
            "Folioscope, 1 thread": (240, folioscope(1)),
            "Folioscope, 2 threads": (240, folioscope(2)),
            "Folioscope, 1 thread, only frames that differ": (
                len(distinct), folioscope(1, "--frames", moving)),
            "Folioscope, 2 threads, only frames that differ": (
                len(distinct), folioscope(2, "--frames", moving)),
        }
        peers = [("OpenCV", "opencv"), ("Pillow level 1", "pillow-1"), ("Pillow", "pillow"),
                 ("pycairo", "pycairo"), ("skia-python", "skia")]
        # Evenly spread: rests and transitions of every page in their shares.
        count = 8 if self.options.quick else 24
        drawn = {}
        for name, key in peers:
            def job(key=key):
                return measure.script(
                    [sys.executable, os.path.join(os.path.dirname(__file__), "jobs.py"), key,
                     self.folder, self.path("positions.json"), str(count)], len(positions))
            contenders[name] = (240, job)
            drawn[name] = count
        for name, quick in (("headless Chromium", False),
                            ("headless Chromium, optimizeForSpeed", True)):
            contenders[name] = (240, lambda quick=quick: Use(
                *chromium.run(self.folder, positions, count, quick)))
            drawn[name] = count
        if shutil.which("convert"):
            contenders["ImageMagick, one process a frame"] = (
                240, lambda: self.magick(positions, count))
            drawn["ImageMagick, one process a frame"] = count
        if self.options.quick:
            results.without("ffmpeg xfade", "takes half a minute, not in --quick")
        elif shutil.which("ffmpeg"):
            contenders["ffmpeg xfade, no indicator"] = (240, self.xfade)
        best = {}
        for repeat in range(repeats):
            for name, (_, job) in list(contenders.items()):
                # A run of a second is disturbed more easily than a long one.
                brief = name.startswith("Folioscope") or name == "OpenCV"
                try:
                    for _ in range(3 if brief else 1):
                        best[name] = job().least(best.get(name))
                except Exception as error:
                    results.without(name, str(error).split("\n")[0])
                    del contenders[name]
        first = best["Folioscope, 2 threads"]
        for name, (frames, _) in contenders.items():
            use = best[name]
            results.row(
                name, str(drawn.get(name, frames)), "%.2f" % (1000 * use.cpu / frames),
                "%.1f" % (frames / use.wall), "%.1f" % (use.cpu / frames / (first.cpu / 240)),
                "%.1f" % (use.wall / frames / (first.wall / 240)))
        one = best["Folioscope, 1 thread, only frames that differ"]
        two = best["Folioscope, 2 threads, only frames that differ"]
        results.at_least("one thread, no frame reused", len(distinct) / one.wall, 50, " frames/s",
                         shows=True)
        results.at_least("two threads, no frame reused", len(distinct) / two.wall, 95, " frames/s",
                         shows=True)
        results.at_most("CPU a frame, no frame reused", 1000 * one.cpu / len(distinct), 18, " ms")
        for name, limit in (("OpenCV", 10), ("Pillow level 1", 18), ("pycairo", 60),
                            ("skia-python", 60), ("headless Chromium", 95)):
            if name in contenders:
                results.at_least("two threads: times as fast as %s" % name,
                                 best[name].wall / first.wall, limit, shows=True)
        self.equal_frames(folioscope)

    def equal_frames(self, folioscope):
        """What a frame costs that equals the one before it."""
        with open(self.path("rest.folio.yaml"), "w") as file:
            file.write(scene(0).replace("320ms", "200s"))
        with open(self.path("blink.folio.yaml"), "w") as file:
            file.write(scene(0).replace("320ms", "2s"))
        ours = self.options.folioscope
        use = {}
        for repeat in range(max(3, self.repeats())):
            for name in ("rest", "blink"):
                out = self.path("out-" + name)
                shutil.rmtree(out, ignore_errors=True)
                use[name] = measure.run(
                    [ours, "render", self.path(name + ".folio.yaml"), "-o", out, "-q", "-j", "1"]
                ).least(use.get(name))
        cost = 1000 * (use["rest"].wall - use["blink"].wall) / 9900
        self.results.at_most("a frame equal to the one before it", cost, 0.3, " ms", shows=True)

    def magick(self, positions, count):
        """Each frame by a command of its own."""
        numbers = jobs.spread(len(positions), count)
        wall = cpu = 0
        for number in numbers:
            command = ["convert", "-size", "%dx%d" % (WIDTH, HEIGHT), "xc:white"]
            for page, left in jobs.pieces(positions[number], WIDTH):
                command += [self.path("page-%d.png" % page), "-geometry", "%+d+0" % left,
                            "-composite"]
            (x, y, w, h), dots = jobs.indicator(positions[number], WIDTH, HEIGHT)
            command += ["-fill", "rgba(0,0,0,0.25)", "-draw", "roundrectangle %g,%g %g,%g %g,%g" % (
                x, y, x + w, y + h, h / 2, h / 2)]
            for cx, cy, r, opacity in dots:
                command += ["-fill", "rgba(255,255,255,%g)" % opacity, "-draw",
                            "circle %g,%g %g,%g" % (cx, cy, cx + r, cy)]
            use = measure.run(command + [self.path("magick-frame.png")])
            wall, cpu = wall + use.wall, cpu + use.cpu
        factor = len(positions) / len(numbers)
        return Use(factor * wall, factor * cpu)

    def xfade(self):
        """The transitions by ffmpeg's own filter; rests and moments are then times, not frames."""
        command = ["ffmpeg", "-v", "error", "-y"]
        for i in range(5):
            command += ["-loop", "1", "-framerate", "50", "-t", "4.8", "-i",
                        self.path("page-%d.png" % i)]
        graph, last = "", "[0]"
        for i in range(1, 5):
            graph += "%s[%d]xfade=slideleft:duration=0.8:offset=%.2f[x%d];" % (
                last, i, 0.32 + 1.12 * (i - 1), i)
            last = "[x%d]" % i
        out = self.path("xfade")
        os.makedirs(out, exist_ok=True)
        return measure.run(command + [
            "-filter_complex", graph[:-1], "-map", last, "-frames:v", "240",
            os.path.join(out, "%05d.png")])

    # Video

    def video(self):
        results = self.results
        repeats = 1 if self.options.quick else 2
        if not shutil.which("ffmpeg"):
            results.without("video", "ffmpeg is not installed")
            return
        results.section(
            "Video",
            "The same 240 frames to H.264 by x264 veryfast, from scene to file, the best of %d runs "
            "taken in turn." % repeats,
            ["way", "seconds", "our CPU, ms a frame", "ffmpeg's CPU, ms a frame", "our share"])
        ours = self.options.folioscope
        scene_path = self.path("job.folio.yaml")
        tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"]
        x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"]
        ffmpeg = ["ffmpeg", "-v", "error", "-y"]
        y4m = [ours, "render", scene_path, "--format", "y4m", "-o", "-", "-q"]
        rgba = [ours, "render", scene_path, "--format", "rgba", "-o", "-", "-q"]
        raw = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "%dx%d" % (WIDTH, HEIGHT), "-r", "50"]
        ways = {
            "y4m pipe": lambda: measure.pipe(
                y4m, ffmpeg + ["-i", "-"] + x264 + tags + [self.path("y4m.mp4")]),
            "raw RGBA pipe": lambda: measure.pipe(
                rgba, ffmpeg + raw + ["-i", "-"] + x264 + [self.path("rgba.mp4")]),
        }
        has_video = "--video" in subprocess.run(
            [ours, "render", "--help"], stdout=subprocess.PIPE, text=True).stdout
        if has_video:
            # The command's own settings, for a comparison of like with like.
            own = ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
            ways["y4m pipe, x264 medium"] = lambda: measure.pipe(
                y4m, ffmpeg + ["-i", "-"] + own + tags + [self.path("medium.mp4")])

            def video():
                use = measure.run([ours, "render", scene_path, "--video", self.path("video.mp4"),
                                   "--overwrite", "-q"])
                return [use, None]
            ways["--video"] = video  # With ffprobe's look at the result.
        else:
            results.without("render --video", "this version has no such option")
        best = {}
        for _ in range(repeats):
            for name, way in ways.items():
                uses = way()
                if name not in best or uses[0].wall < best[name][0].wall:
                    best[name] = uses
        for name, (left, right) in best.items():
            if right is None:
                results.row(name, "%.2f" % left.wall, "%.2f with ffmpeg" % (
                    1000 * left.cpu / 240), "", "")
            else:
                results.row(
                    name, "%.2f" % left.wall, "%.2f" % (1000 * left.cpu / 240),
                    "%.2f" % (1000 * right.cpu / 240),
                    "%.0f %%" % (100 * left.cpu / (left.cpu + right.cpu)))
        left, right = best["y4m pipe"]
        results.at_most("y4m: drawing, converting and writing", 1000 * left.cpu / 240, 8, " ms a frame")
        results.at_most("y4m: our share of all CPU", 100 * left.cpu / (left.cpu + right.cpu), 20, " %")
        results.at_least("y4m: times as fast as the raw RGBA pipe",
                         best["raw RGBA pipe"][0].wall / left.wall, 1.25, shows=True)
        if has_video:
            results.at_most(
                "--video: times the time of the same pipe by hand",
                best["--video"][0].wall / best["y4m pipe, x264 medium"][0].wall, 1.05, shows=True)

    # Memory

    def memory(self):
        results = self.results
        results.section(
            "Memory",
            "The most memory of a render of the same job with two threads, at two frame rates; a frame "
            "has %.1f MB." % (FRAME / 1e6),
            ["frames", "MB", "in frames"])
        found = []
        for rate in ("25/2", "125"):
            path = self.path("memory-%s.folio.yaml" % rate.partition("/")[0])
            with open(path, "w") as file:
                file.write(scene(4).replace("fps: 50", "fps: " + rate))
            out = self.path("out-memory")
            use = measure.run([self.options.folioscope, "render", path, "-o", out, "-q", "-j", "2",
                               "--overwrite"], watches_memory=True)
            count = len(glob.glob(os.path.join(out, "*.png")))
            shutil.rmtree(out, ignore_errors=True)
            found.append(use.memory)
            results.row(str(count), "%.1f" % (use.memory / 1e6), "%.1f" % (use.memory / FRAME))
        results.at_most("ten times the frames: times the memory", found[1] / found[0], 1.1)
        results.at_most("two threads", max(found) / FRAME, 12, " frames", shows=True)

    # Goldens

    def golden(self):
        results = self.results
        repeats = 3 if self.options.quick else 9
        results.section(
            "Comparing two pictures",
            "Two frames of %d × %d that lie in memory, CPU milliseconds of one thread, the best of %d "
            "runs taken in turn, the mean over %d frames; channel with box and clusters, yiq with "
            "anti-aliasing excused. memcmp is of two equal frames." % (
                WIDTH, HEIGHT, repeats, len(self.pairs())),
            ["measure", "equal", "40 × 40 square", "1 px shift"])
        numpy = self.numpy
        servers, pictures = [], []
        debug = os.path.join(os.path.dirname(self.bin), "debug", "golden-bench")
        for pair in self.pairs():
            a = self.frame(pair)
            square = a.copy()
            square[1300:1340, 300:340] = (255, 0, 0, 255)
            kinds = [a.copy(), square, numpy.roll(a, 1, axis=1)]
            files = []
            for number, picture in enumerate([a] + kinds):
                files.append(self.path("golden-%d-%d.rgba" % (pair, number)))
                picture.tofile(files[-1])
            command = [str(WIDTH), str(HEIGHT)] + files
            release = Server([os.path.join(self.bin, "golden-bench")] + command)
            slow = Server([debug] + command) if os.path.exists(debug) else None
            servers.append((release, slow))
            pictures.append([self.image.fromarray(p) for p in [a] + kinds])
        tasks = [(name, False) for name in (
            "memcmp", "exact", "channel", "yiq", "oklab", "deltaE", "ssim")]
        if servers[0][1]:
            tasks += [("exact", True), ("channel", True), ("yiq", True)]
        try:
            from pixelmatch import pixelmatch
            tasks.append(("pixelmatch-fast", False))
            for picture in pictures[0][1:]:
                pixelmatch(pictures[0][0], picture)  # Compiles itself.
        except ImportError as error:
            results.without("pixelmatch-fast", str(error))
        best = {}
        for _ in range(repeats):
            for index, (release, slow) in enumerate(servers):
                for name, is_debug in tasks:
                    for kind in range(3):
                        key = (name, is_debug, kind, index)
                        if name in ("deltaE", "ssim") and key in best:
                            continue
                        if name == "pixelmatch-fast":
                            start = time.process_time()
                            pixelmatch(pictures[index][0], pictures[index][kind + 1])
                            found = (time.process_time() - start) * 1000
                        else:
                            found = (slow if is_debug else release).ask(
                                "%s %d" % (name, kind))[0]
                        best[key] = min(found, best.get(key, found))
        for release, slow in servers:
            release.close()
            if slow:
                slow.close()

        def mean(name, is_debug, kind):
            return sum(best[name, is_debug, kind, i] for i in range(len(servers))) / len(servers)
        for name, is_debug in tasks:
            results.row(name + (", debug build" if is_debug else ""),
                        *("%.2f" % mean(name, is_debug, kind) for kind in range(3)))
        base = mean("memcmp", False, 0)
        for kind, word in enumerate(("equal", "square", "shift")):
            results.at_most("exact, %s: times memcmp" % word, mean("exact", False, kind) / base, 3)
        if ("pixelmatch-fast", False) in tasks:
            other = mean("pixelmatch-fast", False, 2)
            results.at_most("yiq, shift: times pixelmatch-fast", mean("yiq", False, 2) / other, 0.35,
                            shows=True)
            results.at_most("channel with box and clusters, shift: times pixelmatch-fast",
                            mean("channel", False, 2) / other, 0.12)
            if ("exact", True) in tasks:
                results.at_most("exact in a debug build, shift: times pixelmatch-fast",
                                mean("exact", True, 2) / other, 0.2)
        self.compare_files(repeats)

    def pairs(self):
        return [2, 4] if self.options.quick else [0, 1, 2, 3, 4, 5, 9]

    def compare_files(self, repeats):
        """The command on two PNG files."""
        results = self.results
        results.section(
            "Comparing two PNG files",
            "Whole commands, the best of %d runs taken in turn." % repeats,
            ["command", "files", "ms by the clock", "ms of CPU", "MB"])
        ours = self.options.folioscope
        kinds = {"equal": 0, "40 × 40 square": 1, "1 px shift": 2}
        pair = 2
        files = []
        for number in range(4):
            data = self.numpy.fromfile(
                self.path("golden-%d-%d.rgba" % (pair, number)), self.numpy.uint8)
            rgb = self.numpy.ascontiguousarray(data.reshape(HEIGHT, WIDTH, 4)[:, :, :3])
            files.append(self.path("pair-%d.png" % number))
            self.image.fromarray(rgb).save(files[-1])
        commands = {"folioscope compare": lambda a, b: [ours, "compare", a, b]}
        if shutil.which("compare"):
            commands["ImageMagick compare -metric AE"] = lambda a, b: [
                "compare", "-metric", "AE", a, b, "null:"]
        else:
            results.without("ImageMagick", "not installed")
        best = {}
        for _ in range(repeats + 4):
            for kind, number in kinds.items():
                for name, command in commands.items():
                    use = measure.run(command(files[0], files[number + 1]), codes=(0, 1))
                    best[name, kind] = use.least(best.get((name, kind)))
        for kind, number in kinds.items():
            for name, command in commands.items():
                best[name, kind].memory = measure.run(
                    command(files[0], files[number + 1]), (0, 1), watches_memory=True).memory
        for (name, kind), use in sorted(best.items()):
            results.row(name, kind, "%.1f" % (1000 * use.wall), "%.1f" % (1000 * use.cpu),
                        "%.0f" % (use.memory / 1e6))
        if len(commands) == 2:
            for kind in kinds:
                left, right = (best[name, kind] for name in commands)
                results.at_most("%s: times ImageMagick's time" % kind, left.wall / right.wall, 0.4,
                                shows=True)

    def close(self):
        if self.server:
            self.server.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def machine():
    """What was measured on, in a line."""
    name = platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    name = line.partition(":")[2].strip()
                    break
    except OSError:
        pass
    load = os.getloadavg()[0]
    return "%d × %s, load %.1f before the first run" % (os.cpu_count(), name, load)


def replace(path, begin, end, text):
    """Puts a text between two marks of a file."""
    with open(path, encoding="utf-8") as file:
        old = file.read()
    head, found, rest = old.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise SystemExit("%s has no %s … %s" % (path, begin, end))
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + begin + "\n" + text + "\n" + end + tail)


SECTIONS = ["encoder", "job", "video", "memory", "golden"]


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer frames and runs; writes nothing")
    parser.add_argument("--only", metavar="SECTIONS", default=",".join(SECTIONS),
                        help="some of " + ", ".join(SECTIONS) + "; writes nothing")
    parser.add_argument("--disk", action="store_true",
                        help="read and write files on a disk even if there is room in memory")
    parser.add_argument("--folioscope", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--benchmarks", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--cache", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    wanted = options.only.split(",")
    for name in wanted:
        if name not in SECTIONS:
            parser.error("there is no section %s; there are %s" % (name, ", ".join(SECTIONS)))
    description = machine()
    start = time.monotonic()
    bench = Bench(options)
    description += ", " + bench.place
    print(description)
    try:
        bench.prepare()
        for name in SECTIONS:
            if name in wanted:
                getattr(bench, name)()
    finally:
        bench.close()
    results = bench.results
    print("\n%d of %d goals met, %.0f s" % (
        results.met(), len(results.goals), time.monotonic() - start))
    if not options.quick and wanted == SECTIONS:
        with open(os.path.join(ROOT, "Documentation", "Speed.md"), "w", encoding="utf-8") as file:
            file.write("# Speed\n\nWritten by `scripts/bench`: %s. Sizes and ratios are for these "
                       "frames; times depend on the machine.\n\n%s" % (
                           description, results.markdown()))
        replace(os.path.join(ROOT, "README.md"), "<!-- bench -->", "<!-- /bench -->",
                results.short())


if __name__ == "__main__":
    main()
