"""Planted faults of a certificate that leave the format vipr_file accepts: zero denominators,
reasons other than lin, truncation, and so on; and whether viprchk lets them pass."""

from __future__ import annotations

from tests.certificate.vipr_faults import (
    MALFORMED,
    NO_BOUND,
    RTP,
    SUBOPTIMAL,
    WORTH_LESS,
    Edit,
    Fault,
    both,
    section,
    swap,
)


def malformed(edit: Edit, message: str, viprchk: bool) -> Fault:
    """Refused with or without the counts, by a message with the line."""
    return Fault(edit, MALFORMED, message, MALFORMED, viprchk)


BADLY_WRITTEN = {
    "a point as the bound": malformed(
        both(
            SUBOPTIMAL, WORTH_LESS, section("DER", "DER 1\nbound L 4099/3150 OBJ { sol } -1")
        ),
        ":96: DER: bound: reason: must be lin: an LP needs no other", True,
    ),
    "an assumption as the bound": malformed(
        both(
            SUBOPTIMAL, WORTH_LESS, section("DER", "DER 1\nbound L 4099/3150 OBJ { asm } -1")
        ),
        ":96: DER: bound: reason: must be lin: an LP needs no other", False,
    ),
    "multiplier of itself": malformed(
        swap("lin 28  0 -19/300", "lin 29  81 1  0 -19/300"),
        ":97: DER: bound: index: an index here must be below 81", False,
    ),
    "nothing to prove": malformed(
        both(swap(RTP, "RTP range -inf inf"), NO_BOUND),
        ":92: RTP: lower end: must be an integer p or a fraction", True,
    ),
    "infeasibility": malformed(
        section("RTP", "RTP infeas"),
        ":92: keyword: must be range here; found infeas", False,
    ),
    "zero denominator on the right": malformed(
        swap("rad_2_0_0 L 0 ", "rad_2_0_0 L 33/0 "),
        ":88: CON: rad_2_0_0: right-hand side: must not have the denominator 0",
        True,
    ),
    "zero denominator of a coefficient": malformed(
        swap("rad_2_0_0 L 0  2  12 -1", "rad_2_0_0 L 0  2  12 -1/0"),
        ":88: CON: rad_2_0_0: value: must not have the denominator 0", True,
    ),
    "zero denominator in RTP": malformed(
        swap(RTP, "RTP range 205/84 33/0"),
        ":92: RTP: upper end: must not have the denominator 0", False,
    ),
    "fraction not in lowest terms": malformed(
        swap("2 5/12  3", "2 10/24  3"), ":94: SOL: optimum: value: must be in lowest",
        False,
    ),
    "integer as a fraction": malformed(
        swap("norm_2 E 1 ", "norm_2 E 1/1 "),
        ":45: CON: norm_2: right-hand side: must be in lowest terms", True,
    ),
    "decimal": malformed(
        swap("norm_2 E 1 ", "norm_2 E 1.0 "),
        ":45: CON: norm_2: right-hand side: must be an integer p", False,
    ),
    "minus zero": malformed(
        swap("rad_2_0_0 L 0 ", "rad_2_0_0 L -0 "),
        ":88: CON: rad_2_0_0: right-hand side: must be in lowest", True,
    ),
    "index listed twice": malformed(
        swap("norm_0 E 1  4  0 1", "norm_0 E 1  5  0 7  0 1"),
        ":43: CON: norm_0: index: must not be listed twice; found 0", True,
    ),
    "multiplier listed twice": malformed(
        swap("lin 28  0 -19/300", "lin 29  0 -1  0 -19/300"),
        ":97: DER: bound: index: must not be listed twice; found 0", True,
    ),
    "zero in a sparse vector": malformed(
        swap("norm_0 E 1  4  0 1", "norm_0 E 1  5  4 0  0 1"),
        ":43: CON: norm_0: value: zeros are left out", True,
    ),
    "index out of range": malformed(
        swap("norm_0 E 1  4  0 1", "norm_0 E 1  4  32 1"),
        ":43: CON: norm_0: index: an index here must be below 32", False,
    ),
    "number of entries, with a letter": malformed(
        swap("norm_0 E 1  4  0 1", "norm_0 E 1  4x  0 1"),
        ":43: CON: norm_0: number of entries: must be a whole number", True,
    ),
    "number of entries, too small": malformed(
        swap("norm_0 E 1  4  0 1", "norm_0 E 1  3  0 1"),
        ":43: keyword: must be E or L or G here; found 1", False,
    ),
    "number of constraints, too large": malformed(
        swap("CON 81 32", "CON 99999999 32"),
        ":92: keyword: must be E or L or G here; found range", False,
    ),
    "integer variables": malformed(
        swap("INT 0", "INT 1\n0"), ":7: INT: LP1 has no integer variables: must be 0",
        True,
    ),
    "two rows of one name": malformed(
        swap("norm_1 E", "norm_0 E"),
        ":44: CON: name: no two constraints may have the same name", True,
    ),
    "a name that is not ASCII": malformed(
        swap("norm_1 E", "n\u00f6rm_1 E"),
        ":44: CON: name: a name must be 1 to 255 printable ASCII", True,
    ),
    "version": malformed(
        swap("VER 1.1", "VER 1.0"), ":2: keyword: must be 1.1 here; found 1.0",
        True,
    ),
    "section missing": malformed(
        swap("INT 0\n", ""), ":7: keyword: must be INT here; found OBJ",
        False,
    ),
    "truncated in the middle of a section": malformed(
        lambda text: text[: text.index("} -1")],
        ":99: }: the certificate is truncated", False,
    ),
    "truncated before a section": malformed(
        lambda text: text[: text.index("DER 1")],
        ":95: DER: the certificate is truncated", False,
    ),
    "text after the last derivation": malformed(
        lambda text: text + "more L 1 OBJ { lin 0 } -1\n",
        ":100: DER: nothing may follow the last derivation; found more",
        True,
    ),
}  # fmt: skip
