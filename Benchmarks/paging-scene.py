#!/usr/bin/env python3
"""Prints a scene of ten minutes with 2,000 steps: what the speed of the pagers is measured on.

A step every 0.3 s: flicks, drags, commands, taps on the page control, fingers that come and go,
pages that come and go, other sizes, a timer that is paused and resumed. The choice is by a linear
congruential generator, so the file is the same everywhere.
"""

COUNT = 2000
SPACING = 300  # milliseconds

state = 20161111


def pick(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n


print(f"""folioscope: 1
name: ten-minutes
canvas: {{ width: 320, height: 568, scale: 2, fps: 60, background: white }}
pager: {{ frame: {{ x: 0, y: 64, w: 320, h: 198 }}, loop: true, autoplay: 4s }}
pages:""")
for page in range(8):
    print(f"  - {{ id: p{page}, background: '{page:x}0{page:x}0FF' }}")
print("""pageControl: { position: bottom-center }
timeline:""")

down = False
spare = False
known = False
paused = False
wide = False
for i in range(1, COUNT):
    at = f"at: {i * SPACING}ms"
    if down:
        down = False
        step = ["up: true", "cancel: true"][pick(2)]
        print(f"  - {{ {at}, {step} }}")
        continue
    kind = pick(20)
    if kind < 6:
        step = "flick: " + ["left", "left", "right"][pick(3)]
    elif kind < 9:
        a, b = 40 + pick(240), 40 + pick(240)
        step = f"drag: {{ path: [[{a}, 150], [{b}, 150]], over: {80 + pick(170)}ms }}"
    elif kind < 12:
        step = f"goto: {pick(8)}"
    elif kind < 13:
        step = f"goto: {{ page: {pick(8)}, via: through, duration: 1s }}"
    elif kind < 15:
        step = "tap: pageControl." + ["left", "right"][pick(2)]
    elif kind < 16:
        down = i + 1 < COUNT
        step = "down: [200, 150]" if down else "reload: true"
    elif kind < 17:
        # Pages are written where they are first needed.
        pages = "s0, s1" if known else "{ id: s0, background: black }, { id: s1, background: gray }"
        place = pick(9)
        step = "remove: [s0, s1]" if spare else f"insert: {{ at: {place}, pages: [{pages}] }}"
        known = True
        spare = not spare
    elif kind < 18:
        wide = not wide
        size = (280, 198) if wide else (320, 198)
        step = f"resize: {{ width: {size[0]}, height: {size[1]} }}"
    elif kind < 19:
        step = "resume: true" if paused else "pause: true"
        paused = not paused
    else:
        step = "reload: true"
    print(f"  - {{ {at}, {step} }}")
print(f"  - {{ at: {COUNT * SPACING}ms, end: true }}")
