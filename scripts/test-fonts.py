"""Draws the small fonts that the typography tests use, into Tests/Reference/fonts.

usage: python3 scripts/test-fonts.py   (with fontTools; scripts/fonts prepares one in out/)

Every glyph is a rectangle of stated size, so the right widths and shapes are known by hand.
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Reference" / "fonts"


def box(pen, left, bottom, right, top, against_the_clock):
    """A rectangle that turns as outer contours do: with the clock in TrueType fonts, against it in
    PostScript ones."""
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    if against_the_clock:
        corners.reverse()
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()


def builder(family, style, glyphs, characters, weight=400, upem=1000, cff=False, gap=0):
    """A font of rectangles; `glyphs` maps a name to (advance, height), height 0 being blank."""
    font = FontBuilder(upem, isTTF=not cff)
    names = [".notdef", *glyphs]
    measures = {".notdef": (500, 700), **glyphs}
    font.setupGlyphOrder(names)
    font.setupCharacterMap(characters)
    shapes = {}
    for name in names:
        advance, height = measures[name]
        pen = T2CharStringPen(advance, None) if cff else TTGlyphPen(None)
        if height:
            box(pen, 50, 0, advance - 50, height, cff)
        shapes[name] = pen.getCharString() if cff else pen.glyph()
    if cff:
        font.setupCFF(f"{family}-{style}".replace(" ", ""), {}, shapes, {})
    else:
        font.setupGlyf(shapes)
    font.setupHorizontalMetrics(
        {n: (measures[n][0], 50 if measures[n][1] else 0) for n in names}
    )
    font.setupHorizontalHeader(ascent=800, descent=-200, lineGap=gap)
    font.setupNameTable({"familyName": family, "styleName": style})
    font.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, usWeightClass=weight, sCapHeight=700,
        sxHeight=500, usWinAscent=800, usWinDescent=200,
    )
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    return font


LETTERS = {"space": (250, 0), "f": (300, 700), "i": (200, 700), "A": (600, 700), "V": (600, 700)}
MAP = {0x20: "space", 0x66: "f", 0x69: "i", 0x41: "A", 0x56: "V"}


def ligatures():
    """`f i` becomes one glyph by liga; `A V` one by rlig; A V is kerned by -100."""
    glyphs = {**LETTERS, "f_i": (450, 700), "V_V": (1000, 700)}
    font = builder("Fixture Ligatures", "Regular", glyphs, MAP)
    font.addOpenTypeFeatures(
        "feature liga { sub f i by f_i; } liga;"
        "feature rlig { sub V V by V_V; } rlig;"
        "feature kern { pos A V -100; } kern;"
    )
    font.save(FOLDER / "Ligatures.ttf")


def weights():
    """Two static weights of one family, told apart by the advance of A."""
    for style, weight, advance in (("Regular", 400, 600), ("Bold", 700, 700)):
        glyphs = {**LETTERS, "A": (advance, 700)}
        builder("Fixture Weights", style, glyphs, MAP, weight).save(
            FOLDER / f"Weights-{style}.ttf"
        )


def variable():
    """wght 100 to 900 by default 400: A is 500 wide at 100, 600 at 400, 1000 at 900."""
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    font = builder("Fixture Variable", "Regular", LETTERS, MAP)
    font.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    # Four points of the box (left below, left above, right above, right below), then the four
    # phantom points (origin, advance, top, bottom).
    light = [(0, 0), (0, 0), (-100, 0), (-100, 0), (0, 0), (-100, 0), (0, 0), (0, 0)]
    heavy = [(0, 0), (0, 0), (400, 0), (400, 0), (0, 0), (400, 0), (0, 0), (0, 0)]
    font.setupGvar(
        {
            "A": [
                TupleVariation({"wght": (-1, -1, 0)}, light),
                TupleVariation({"wght": (0, 1, 1)}, heavy),
            ]
        }
    )
    font.save(FOLDER / "Variable.ttf")


def collection():
    """Ten faces; in face n the letter A is 600 + 10 n wide."""
    fonts = []
    for n in range(10):
        glyphs = {**LETTERS, "A": (600 + 10 * n, 700)}
        fonts.append(builder(f"Fixture Face {n}", "Regular", glyphs, MAP).font)
    result = TTCollection()
    result.fonts = fonts
    result.save(FOLDER / "Collection.ttc")


def postscript():
    """The same letters as PostScript outlines, whose contours turn the other way round."""
    builder("Fixture PostScript", "Regular", LETTERS, MAP, cff=True).save(
        FOLDER / "PostScript.otf"
    )


def broken():
    """Fonts with one thing wrong each."""
    font = builder("Fixture No Map", "Regular", LETTERS, {}).font
    del font["cmap"]
    font.save(FOLDER / "NoCharacterMap.ttf")

    font = builder("Fixture Huge Box", "Regular", LETTERS, MAP, gap=32767).font
    font["hhea"].ascent = 32767
    font["hhea"].descent = -32768
    font.recalcBBoxes = False
    font["head"].xMin = font["head"].yMin = -32768
    font["head"].xMax = font["head"].yMax = 32767
    font.save(FOLDER / "HugeBox.ttf")

    font = builder("Fixture No Em", "Regular", LETTERS, MAP).font
    font["head"].unitsPerEm = 0
    font.save(FOLDER / "NoEm.ttf")


FOLDER.mkdir(parents=True, exist_ok=True)
for make in (ligatures, weights, variable, collection, postscript, broken):
    make()
for path in sorted(FOLDER.glob("*.[ot]t[fc]")):
    print(path.name, path.stat().st_size)
