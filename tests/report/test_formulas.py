"""Every formula of every page as MathML, in characters that the embedded font has."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

import pytest
from fontTools.ttLib import TTFont

from proofs_check.report.html import audit_pages, fonts, formula, pictures, site
from proofs_check.statements import load
from tests.report.test_html import result

LETTERS = {"h": 0x210E, "a": 0x1D44E, "X": 0x1D44B, "δ": 0x1D6FF}  # as a browser slants them


@pytest.fixture(scope="module")
def formulas() -> dict[str, str]:
    """TeX and MathML of everything that report and site typeset."""
    mathml: dict[str, str] = {}
    convert = formula.mathml

    def recorded(tex: str) -> str:
        mathml[tex] = convert(tex)
        return mathml[tex]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula, "mathml", recorded)
        load()
        audit_pages.audit_pages(result(), pictures.pictures())
        site._own_pages()
    return mathml


@pytest.fixture(scope="module")
def math() -> TTFont:
    """The font of formulas, as pages have it."""
    return font(fonts.MATH)


def font(family: str) -> TTFont:
    package, file, *_ = next(face for face in fonts.FACES if face[2] == family)
    data = fonts.subset(package, file, family)
    assert data == fonts.subset(package, file, family) and data[:4] == b"wOFF"
    return TTFont(io.BytesIO(data))


def faults(tex: str, shown: str, characters: set[int]) -> list[str]:
    """What a reader would see besides mathematics."""
    try:
        root = ElementTree.fromstring(shown)
    except ElementTree.ParseError as error:
        return [f"{tex}: {error}"]
    defects = [] if root.tag == "math" and root.find(".//merror") is None else [f"{tex}: {shown}"]
    text = "".join(root.itertext())
    if re.search(r"\\|[$&{}]\w+;", text):
        defects.append(f"{tex}: LaTeX is left in {text}")
    missing = {c for c in text if ord(c) not in characters}
    return defects + [f"{tex}: no glyph for {c!r}" for c in sorted(missing)]


def test_every_formula_is_typeset(formulas: dict[str, str], math: TTFont) -> None:
    assert len(formulas) > 1500
    characters = set(math.getBestCmap()) | set(LETTERS.values())
    assert [
        fault for tex, shown in formulas.items() for fault in faults(tex, shown, characters)
    ] == []


@pytest.mark.parametrize(
    ("tex", "fault"),
    [
        (r"\nonsense{x}", r"\nonsense{x}: <code>"),
        (r"\frac{", r"\frac{: <code>"),
        (r"\text{\unknown}", "<code>"),
        ("x 漢", "no glyph for '漢'"),
    ],
)
def test_a_formula_that_is_not_typeset_is_named(tex: str, fault: str, math: TTFont) -> None:
    defects = faults(tex, formula.mathml(tex), set(math.getBestCmap()))
    assert any(fault in defect for defect in defects), defects


def test_the_embedded_fonts(math: TTFont) -> None:
    """Slanted letters, a table of layout, radicals of one width, and a name of our own."""
    cmap = math.getBestCmap()
    assert set(LETTERS.values()) <= set(cmap) and "MATH" in math
    variants = math["MATH"].table.MathVariants
    at = variants.VertGlyphCoverage.glyphs.index(cmap[fonts.RADICAL])
    radicals = variants.VertGlyphConstruction[at].MathGlyphVariantRecord
    assert len({math["hmtx"][radical.VariantGlyph][0] for radical in radicals}) == 1 < len(radicals)
    for family in (fonts.MATH, fonts.TEXT):
        face = font(family)
        assert [face["name"].getDebugName(k) for k in (1, 4)] == [family] * 2
        assert "Open Font License" in face["name"].getDebugName(13)
        assert set(map(ord, "aéß“”€")) <= set(face.getBestCmap()) or family == fonts.MATH
