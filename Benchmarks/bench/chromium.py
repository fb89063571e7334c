"""The whole job in headless Chromium: a strip of five pages, moved and photographed frame by frame."""
import os
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))

import devtools
import jobs

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<style>
html,body{margin:0;overflow:hidden;background:white}
#strip{position:absolute;left:0;top:0;display:flex;will-change:transform}
img{width:390px;height:844px;display:block}
#pill{position:absolute;left:145px;top:787.33px;width:100px;height:23.33px;border-radius:12px;
background:rgba(0,0,0,.25)}
.dot{position:absolute;border-radius:50%;background:white}
</style>
<div id="strip">IMAGES</div><div id="pill"></div>DOTS
<script>
function show(p) {
  document.getElementById('strip').style.transform = `translateX(${-Math.round(p * 1170) / 3}px)`;
  document.querySelectorAll('.dot').forEach((dot, i) => {
    const near = Math.max(0, 1 - Math.abs(p - i)), r = (10 + 3 * near) / 3;
    Object.assign(dot.style, {left: 195 + (i - 2) * 16 - r + 'px', top: 799 - r + 'px',
      width: 2 * r + 'px', height: 2 * r + 'px', opacity: .4 + .6 * near});
  });
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}
Promise.all([...document.images].map(i => i.decode())).then(() => { document.title = 'ready'; });
</script>
"""


def cpu_of(processes):
    """CPU seconds of processes so far."""
    ticks = 0
    for pid in processes:
        try:
            with open("/proc/%d/stat" % pid) as file:
                fields = file.read().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def run(folder, positions, count, quick):
    """Seconds by the clock and of CPU for all frames, `count` of them photographed and scaled up, with
    the browser's start.

    `quick` is the protocol's optimizeForSpeed: less compression.
    """
    images = "".join('<img src="page-%d.png">' % i for i in range(jobs.DOTS))
    path = os.path.join(folder, "strip.html")
    with open(path, "w") as file:
        file.write(PAGE.replace("IMAGES", images).replace("DOTS", '<div class="dot"></div>' * 5))
    out = os.path.join(folder, "chromium")
    os.makedirs(out, exist_ok=True)
    numbers = jobs.spread(len(positions), count)
    start, own_start = time.perf_counter(), time.process_time()
    with devtools.Browser() as browser:
        page = browser.page()
        page.size(390, 844, 3)
        page.open("file://" + urllib.parse.quote(os.path.abspath(path)))
        while page.evaluate("document.title") != "ready":
            time.sleep(0.05)
        page.evaluate("show(0)")
        page.screenshot(optimizeForSpeed=quick)
        processes = browser.processes()
        wall, cpu, own = time.perf_counter(), cpu_of(processes), time.process_time()
        for number in numbers:
            page.evaluate("show(%r)" % positions[number])
            data = page.screenshot(optimizeForSpeed=quick)
            with open(os.path.join(out, "frame-%05d.png" % number), "wb") as file:
                file.write(data)
        more = len(positions) / len(numbers) - 1
        end, total, own_end = time.perf_counter(), cpu_of(processes), time.process_time()
        return (end - start + more * (end - wall),
                total + own_end - own_start + more * (total - cpu + own_end - own))
