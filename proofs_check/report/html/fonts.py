"""The fonts of the pages, from packages that the extra `html` brings: STIX Two Math (ziamath), STIX
General (Matplotlib). Each is cut to the characters that pages use, and named anew, as its licence
asks.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

TEXT, MATH = "UCRL Text", "UCRL Math"
PLOT = "mpl-data/fonts/ttf"
FACES = (  # package, file, family, style, weight
    ("ziamath", "fonts/STIXTwoMath-Regular.ttf", MATH, "normal", 400),
    ("matplotlib", f"{PLOT}/STIXGeneral.ttf", TEXT, "normal", 400),
    ("matplotlib", f"{PLOT}/STIXGeneralItalic.ttf", TEXT, "italic", 400),
    ("matplotlib", f"{PLOT}/STIXGeneralBol.ttf", TEXT, "normal", 700),
)
ASCII, LATIN = range(0x20, 0x7F), range(0xA0, 0x180)
PUNCTUATION = (*range(0x2013, 0x201F), 0x2026, 0x2032, 0x20AC, 0x2212)
SYMBOLS = (
    (0x2C6, 0x2CA), (0x2DC, 0x2DD), (0x302, 0x305), (0x332, 0x333), (0x391, 0x3CA),
    (0x3D1, 0x3D2), (0x3D5, 0x3D6), (0x3F1, 0x3F2), (0x3F5, 0x3F6), (0x2002, 0x200B),
    (0x2013, 0x201E),
    (0x2026, 0x2027), (0x2032, 0x2034), (0x203E, 0x203F), (0x2061, 0x2065), (0x2102, 0x2140),
    (0x2190, 0x2195), (0x21A6, 0x21A7), (0x21D0, 0x21D5), (0x2200, 0x2212), (0x2212, 0x2240),
    (0x2243, 0x2244), (0x2248, 0x2249), (0x2254, 0x2256), (0x225C, 0x225D), (0x2260, 0x2262),
    (0x2264, 0x2266), (0x2282, 0x2288), (0x2295, 0x2298), (0x22A4, 0x22A6), (0x22C0, 0x22C6),
    (0x22EE, 0x22F0), (0x2308, 0x230C), (0x27E8, 0x27EA), (0x27F5, 0x27FB), (0x29F5, 0x29F6),
    (0x1D400, 0x1D468),
    (0x1D49C, 0x1D4B6), (0x1D538, 0x1D552), (0x1D6E2, 0x1D716), (0x1D7CE, 0x1D7E2),
)  # fmt: skip
"""Beside Latin, what formulas are made of: accents, Greek, arrows, operators, alphabets. A test has
every character of every formula."""
FEATURES = ("ccmp", "kern", "liga", "mark", "mkmk", "dtls", "flac", "ssty")
RADICAL = 0x221A
NAMES = {1: "{}", 4: "{}", 6: "{}"}  # family, full name, PostScript name
KEPT = (0, 2, 5, 13, 14)  # copyright, style, version, licence


@cache
def font_faces() -> str:
    """Return the rules @font-face with the fonts in them."""
    rules = []
    for package, file, family, style, weight in FACES:
        data = base64.b64encode(subset(package, file, family)).decode()
        size = "size-adjust:105%;" if family == TEXT else ""  # letters as tall as in formulas
        rules.append(
            f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};{size}'
            f'src:url(data:font/woff;base64,{data}) format("woff")}}'
        )
    return "\n".join(rules)


def subset(package: str, file: str, family: str) -> bytes:
    """Return the part of a font that pages use, as WOFF, with another name."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with files(package).joinpath(file).open("rb") as raw:
        font = TTFont(raw, recalcTimestamp=False)
    options = Options(
        layout_features=list(FEATURES), name_IDs=list(KEPT), hinting=False, notdef_outline=True,
        drop_tables=["DSIG", "FFTM"],
    )  # fmt: skip
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(_characters(family)))
    subsetter.subset(font)
    for number in NAMES:
        font["name"].setName(family.replace(" ", "" if number == 6 else " "), number, 3, 1, 0x409)
    if family == MATH:
        _narrow_radicals(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _characters(family: str) -> Iterable[int]:
    yield from ASCII
    if family == TEXT:
        yield from (*LATIN, *PUNCTUATION)
        return
    yield from range(0xA0, 0x100)
    for first, end in SYMBOLS:
        yield from range(first, end)


def _narrow_radicals(font: Any) -> None:
    """Give the taller radicals the width of the smallest, as Chromium reserves the widest for all;
    and displayed ones the gap of the others: their sign is not a size taller for it."""
    table = font["MATH"].table
    constants, variants = table.MathConstants, table.MathVariants
    constants.RadicalDisplayStyleVerticalGap.Value = constants.RadicalVerticalGap.Value
    at = variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[RADICAL])
    construction = variants.VertGlyphConstruction[at]
    names = [variant.VariantGlyph for variant in construction.MathGlyphVariantRecord]
    names += [part.glyph for part in construction.GlyphAssembly.PartRecords]
    width = font["hmtx"][names[0]][0]
    for name in names[1:]:
        before, glyph = font["hmtx"][name][0], font["glyf"][name]
        glyph.coordinates.scale((width / before, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)
