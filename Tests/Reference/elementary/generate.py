"""Values of elementary functions to 50 digits, for Tests/NumericsTests.

Needs the Python package mpmath. Writes elementary.json beside itself.
"""
import json
import pathlib
import random

from mpmath import mp, mpf

mp.dps = 50
random.seed(20240607)
ranges = {
    "exp": (mp.exp, [(-700, 700), (-1, 1), (-40, 40)]),
    "log": (mp.log, [(1e-300, 1e300), (0.5, 2), (0.99, 1.01)]),
    "sin": (mp.sin, [(-1e6, 1e6), (-7, 7), (-1, 1)]),
    "cos": (mp.cos, [(-1e6, 1e6), (-7, 7), (-1, 1)]),
    "asin": (mp.asin, [(-1, 1), (0.45, 0.55), (0.999, 1)]),
}
out = {}
for name, (function, spans) in ranges.items():
    rows = []
    for low, high in spans:
        for _ in range(100):
            x = random.uniform(low, high)
            rows.append([x.hex(), float(function(mpf(x))).hex()])
    out[name] = rows
path = pathlib.Path(__file__).with_name("elementary.json")
path.write_text(json.dumps(out, separators=(",", ":")) + "\n")
