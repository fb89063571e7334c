"""Builds the font files of `fonts/` from the Debian packages they come from.

Called by `scripts/fonts`, which prepares the Python environment. Each file is a subset or a static
instance of a packaged font; the steps and options below are the whole recipe. With the pinned
versions of fontTools, skia-pathops and uharfbuzz the result is the same to the byte; with others
the fonts are equivalent and their bytes differ, so the checksums say when an environment drifted.

usage: fonts.py OUTPUT-FOLDER SUMS-FILE [name ...]
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.varLib import instancer

ENGLISH = 0x409

PACKAGES = {
    "fonts-inter-variable": "4.0~beta7+ds-1",
    "fonts-noto-core": "20201225-1",
    "fonts-noto-cjk": "1:20220127+repack1-1",
    "fonts-noto-color-emoji": "2.042-0+deb12u1",
}

LATIN_CHARACTERS = (
    "20-7E A0-52F 1D00-1DBF 1E00-1FFF 2000-209F 20A0-20CF 2100-22FF 2460-24FF 25A0-25FF "
    "2C60-2C7F A720-A7FF FB00-FB06 FFFD"
)
LATIN_FEATURES = (
    "ccmp locl kern mark mkmk liga calt rlig tnum case ss03 cv11 frac numr dnom"
)
LATIN_CUTS = {"Text": "Inter-roman.var.ttf", "Display": "InterDisplay-roman.var.ttf"}
LATIN_WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}

SCRIPT_CHARACTERS = {
    "Arabic": (
        "20 600-6FF 750-77F 8A0-8FF 200C-200F 2010 2011 25CC FB50-FDFF FE70-FEFF"
    ),
    "Hebrew": "20 590-5FF 200C-200F 20AA 25CC FB1D-FB4F",
    "Devanagari": "20 900-97F 1CD0-1CFF 200C-200F 20B9 25CC A8E0-A8FF",
    "Thai": "20 E00-E7F 200B-200F 25CC",
}

SYMBOL_CHARACTERS = "2000-2BFF 1F100-1F1E5 1F700-1F8FF"
SYMBOL_FEATURES = "ccmp mark mkmk"

CJK_BLOCKS = (
    "AC00-D7A3 2E80-2FDF 3000-30FF 3100-312F 3130-318F 31F0-31FF 3200-33FF FF00-FFEF"
)
CJK_EXTRA = "20BB7 29E3D 2000B 20089"
CJK_FEATURES = "ccmp locl kern palt halt ljmo vjmo tjmo"
CJK_SCRIPTS = ["DFLT.dflt", "hani.dflt", "hani.JAN ", "kana.dflt", "kana.JAN ", "hang.dflt"]
CJK_FACE_SC = 2


def characters(ranges):
    """The code points of a list such as `20-7E A0`."""
    result = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        result.update(range(int(first, 16), int(last or first, 16) + 1))
    return result


def options(features, extra_tables=()):
    """The subsetter's options that all files share."""
    result = subset.Options()
    result.hinting = False
    result.notdef_outline = True
    result.name_IDs = ["*"]
    result.name_languages = [ENGLISH]
    result.legacy_kern = False
    result.glyph_names = False
    result.recalc_timestamp = False
    result.drop_tables = [
        *subset.Options._drop_tables_default, "DSIG", "FFTM", "meta", *extra_tables,
    ]
    result.layout_features = features.split() if features != "*" else ["*"]
    return result


def cut(font, code_points, chosen):
    """Reduces the font to the code points."""
    subsetter = subset.Subsetter(chosen)
    subsetter.populate(unicodes=code_points)
    subsetter.subset(font)


def find(package, name):
    """The path of a packaged file; stops when the package or the file is missing."""
    wanted = PACKAGES[package]
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True
    )
    if found.returncode != 0:
        sys.exit(f"fonts: package {package} is not installed (version {wanted} is needed)")
    if found.stdout != wanted:
        print(
            f"fonts: warning: {package} is {found.stdout}, expected {wanted}; "
            "hashes may differ",
            file=sys.stderr,
        )
    listing = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        if pathlib.Path(line).name == name and pathlib.Path(line).is_file():
            return line
    sys.exit(f"fonts: {package} {found.stdout} holds no file named {name}")


def folio_sans(cut_name, weight):
    """One static cut of the Latin family."""
    style = LATIN_WEIGHTS[weight]
    family = f"Folio Sans {cut_name}"
    font = TTFont(find("fonts-inter-variable", LATIN_CUTS[cut_name]), recalcTimestamp=False)
    font = instancer.instantiateVariableFont(
        font, {"wght": weight}, overlap=instancer.OverlapMode.REMOVE, updateFontNames=False
    )
    cut(font, characters(LATIN_CHARACTERS), options(LATIN_FEATURES))
    font["OS/2"].usWeightClass = weight

    names = font["name"]
    names.names = [
        record
        for record in names.names
        if record.platformID == 3 and record.nameID not in (3, 16, 17, 21, 22, 25)
    ]
    linked = style in ("Regular", "Bold")
    postscript = f"{family}-{style}".replace(" ", "")
    values = {
        1: family if linked else f"{family} {style}",
        2: style if linked else "Regular",
        3: f"{postscript};1.000",
        4: f"{family} {style}",
        6: postscript,
    }
    if not linked:
        values[16] = family
        values[17] = style
    for name_id, value in values.items():
        names.setName(value, name_id, 3, 1, ENGLISH)
    return font


def noto_script(script, style):
    """One script's face with its overlaps removed."""
    path = find("fonts-noto-core", f"NotoSans{script}-{style}.ttf")
    font = TTFont(path, recalcTimestamp=False)
    cut(font, characters(SCRIPT_CHARACTERS[script]), options("*"))
    removeOverlaps(font)
    return font


def noto_symbols(part):
    """The symbols that the font maps, of the stated blocks."""
    font = TTFont(find("fonts-noto-core", f"NotoSans{part}-Regular.ttf"), recalcTimestamp=False)
    mapped = characters(SYMBOL_CHARACTERS) & set(font.getBestCmap())
    cut(font, mapped, options(SYMBOL_FEATURES))
    return font


def cjk_characters():
    """GB 2312, JIS X 0208, Big5 level 1, all Hangul syllables, kana and the symbol blocks."""
    result = set()
    high = range(0xA1, 0xFF)
    for codec, leads, trails in (
        ("gb2312", high, high),
        ("euc_jp", high, high),
        ("big5", range(0xA1, 0xC7), [*range(0x40, 0x7F), *high]),
    ):
        for lead in leads:
            for trail in trails:
                try:
                    decoded = bytes((lead, trail)).decode(codec)
                except UnicodeDecodeError:
                    continue
                if len(decoded) == 1:
                    result.add(ord(decoded))
    result |= characters(CJK_BLOCKS)
    result = {c for c in result if c >= 0x2010}
    return result | characters(CJK_EXTRA)


def noto_cjk(style):
    """The Simplified Chinese face with the Japanese forms as language variants."""
    path = find("fonts-noto-cjk", f"NotoSansCJK-{style}.ttc")
    # The bounding box stays that of the whole font: measuring 23,000 CFF outlines would add nothing.
    font = TTFont(path, fontNumber=CJK_FACE_SC, recalcTimestamp=False, recalcBBoxes=False)
    chosen = options(CJK_FEATURES, ("vhea", "vmtx", "VORG", "BASE"))
    chosen.layout_scripts = CJK_SCRIPTS
    cut(font, cjk_characters(), chosen)

    # A format 4 subtable cannot hold this many segments; one of format 12 can.
    best = font.getBestCmap()
    full = CmapSubtable.newSubtable(12)
    full.platformID, full.platEncID, full.language = 3, 10, 0
    full.cmap = best
    kept = [t for t in font["cmap"].tables if t.format == 14]
    font["cmap"].tables = sorted([full, *kept], key=lambda t: (t.platformID, t.platEncID))
    return font


def recipes():
    """File name to the function that makes the font; `None` for a plain copy."""
    result = {}
    for cut_name in LATIN_CUTS:
        for weight, style in LATIN_WEIGHTS.items():
            result[f"FolioSans{cut_name}-{style}.ttf"] = (
                lambda c=cut_name, w=weight: folio_sans(c, w)
            )
    for script in SCRIPT_CHARACTERS:
        for style in ("Regular", "Bold"):
            result[f"NotoSans{script}-{style}-subset.ttf"] = (
                lambda s=script, t=style: noto_script(s, t)
            )
    for part in ("Symbols", "Symbols2"):
        result[f"NotoSans{part}-Regular-subset.ttf"] = lambda p=part: noto_symbols(p)
    for style in ("Regular", "Bold"):
        result[f"NotoSansCJKsc-{style}-subset.otf"] = lambda s=style: noto_cjk(s)
    result["NotoColorEmoji.ttf"] = None
    return result


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    output = pathlib.Path(sys.argv[1])
    output.mkdir(parents=True, exist_ok=True)
    sums_file = pathlib.Path(sys.argv[2])
    expected = {}
    if sums_file.exists():
        for line in sums_file.read_text().splitlines():
            digest, name = line.split("  ", 1)
            expected[name] = digest

    plan = recipes()
    chosen = sys.argv[3:] or list(plan)
    unknown = [name for name in chosen if name not in plan]
    if unknown:
        sys.exit(f"fonts: no recipe for {', '.join(unknown)}; there are: {', '.join(plan)}")

    differing = []
    for name in chosen:
        path = output / name
        if plan[name] is None:
            shutil.copyfile(find("fonts-noto-color-emoji", name), path)
        else:
            plan[name]().save(path, reorderTables=True)
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        note = "new"
        if name in expected:
            note = "same" if expected[name] == digest else f"DIFFERS, expected {expected[name]}"
            if expected[name] != digest:
                differing.append(name)
        print(f"{digest}  {len(data):>10}  {name}  {note}", flush=True)
    if differing:
        sys.exit(f"fonts: {len(differing)} of {len(chosen)} differ: {', '.join(differing)}")


main()
