"""Planted faults of a certificate: one change each, what it must be refused for, and whether
viprchk lets it pass. FALSE claim something false; BADLY_WRITTEN leave the format that the reader
accepts: zero denominators, reasons other than lin, truncation, and so on. The certificate is that
of DATA, an instance by hand whose radii bind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from proofs_check.arithmetic import Q
from proofs_check.certificate.checker import RULES
from proofs_check.lp1.data import LP1Data

# LP1's optimum is 205/84.
N = [[[10, 8]], [[6, 4], [5, 0]], [[7, 3], [9, 2]]]
N3 = [[[[7, 3], [2, 6]]], [[[4, 2], [1, 3]], [[3, 2], [0, 0]]], [[[7], [3]], [[9], [2]]]]
EPS = [[[Q(1, 4), Q(1, 3)]], [[Q(1, 2), Q(2, 5)], [Q(1, 2), Q(3, 2)]], [[Q(1)] * 2] * 2]
R_HAT = [
    [[Q(1, 2), Q(3, 4)]],
    [[Q(1, 3), Q(1)], [Q(4, 5), Q(1, 5)]],
    [[Q(1, 7), Q(0)], [Q(2, 3), Q(1)]],
]
DATA = LP1Data((1, 2, 2, 1), 2, N, N3, EPS, R_HAT)
OTHER_N3 = [[[[6, 4], [2, 6]]], *N3[1:]]  # one visit went to the other successor
OTHER = LP1Data((1, 2, 2, 1), 2, N, OTHER_N3, EPS, R_HAT)
TINY = Fraction(1, 10**30)

Edit = Callable[[str], str]


def swap(old: str, new: str) -> Edit:
    """Replace the only occurrence of `old`."""

    def edit(text: str) -> str:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        return text.replace(old, new)

    return edit


def both(*edits: Edit) -> Edit:
    return lambda text: reduce(lambda before, edit: edit(before), edits, text)


def section(name: str, lines: str) -> Edit:
    """Replace one section, which begins with `name`, by `lines`."""
    whole = rf"(?ms)^{name} .*?(?=^[A-Z]{{3}} |\Z)"
    return lambda text: re.sub(whole, f"{lines}\n", text, count=1)


# P_bar itself with action 0 everywhere: feasible, but worth 4099/3150 < 205/84.
SUBOPTIMAL = section(
    "SOL",
    "SOL 1\nother 8 0 7/10 1 3/10 4 7/15 5 7/30 8 9/50 9 3/25 12 97/150 14 53/150",
)


PROBLEM, SOLUTION, DERIVATION, OPTIMUM = RULES
MALFORMED = "malformed"


class Fault(NamedTuple):
    """One change, and what it must be refused for.

    `rule` and `message`: from the check against the counts. `alone`: the rule without the counts,
    where None means that the file is a certificate, of another LP. `viprchk`: lets it pass.
    """

    edit: Edit
    rule: str
    message: str
    alone: str | None
    viprchk: bool


UP_0 = "up_1_0_0_0 L 0  3  4 1/3  5 -2/3  20 -1"
UP_1 = "up_1_0_0_1 L 0  3  4 -1/3  5 2/3  21 -1"
RTP = "RTP range 205/84 205/84"
VALUE = Fraction(205, 84)
NO_POINT = section("SOL", "SOL 0")
NO_BOUND = section("DER", "DER 0")
WORTH_LESS = swap(RTP, "RTP range 4099/3150 4099/3150")
NORM_0_TWICE = """DER 2
first L 1 4 0 1 1 1 2 1 3 1 { lin 1 32 1 } 40
second L 1 4 0 1 1 1 2 1 3 1 { lin 1 81 1 } -1"""

FALSE = {
    # OBJ and CON
    "coefficient": Fault(
        swap("up_1_0_0_0 L 0  3  4 1/3", "up_1_0_0_0 L 0  3  4 1/2"),
        PROBLEM, "up_1_0_0_0: q_1_0_0_0 has 1/2, expected 1/3", None, True,
    ),
    "coefficient by 1e-30": Fault(
        swap("6 -2/5  7 -2/5", f"6 {Fraction(-2, 5) + TINY}  7 -2/5"),
        PROBLEM, "q_1_0_1_0 has about -0.4", SOLUTION, False,
    ),
    "right-hand side": Fault(
        swap("norm_2 E 1 ", "norm_2 E 2 "),
        PROBLEM, "norm_2: right-hand side 2, LP1 has 1", SOLUTION, False,
    ),
    "right-hand side, harmless": Fault(
        swap("rad_2_0_0 L 0 ", "rad_2_0_0 L 1 "),
        PROBLEM, "rad_2_0_0: right-hand side 1, LP1 has 0", None, True,
    ),
    "sense": Fault(
        swap("up_1_0_0_0 L 0", "up_1_0_0_0 G 0"),
        PROBLEM, "up_1_0_0_0: sense >=, LP1 has <=", None, True,
    ),
    "objective coefficient": Fault(
        swap("11 1/5\n", "11 1/6\n"),
        PROBLEM, "objective: q_1_1_1_1 has 1/6, expected 1/5", DERIVATION, False,
    ),
    "objective sense": Fault(
        swap("OBJ max", "OBJ min"),
        PROBLEM, "the objective is minimised, LP1 maximises", OPTIMUM, False,
    ),
    "a row missing": Fault(
        both(
            swap("lo_1_0_0_0 L 0  3  4 -1/3  5 2/3  20 -1\n", ""), swap("CON 81 32", "CON 80 32")
        ),
        PROBLEM, "80 constraints, 32 of them bounds; LP1 has 81 and 32", DERIVATION, False,
    ),
    "a row too many": Fault(
        both(
            swap("CON 81 32", "CON 82 32"), swap("RTP range", "extra L 3  1  0 1\nRTP range")
        ),
        PROBLEM, "82 constraints, 32 of them bounds; LP1 has 81 and 32", None, True,
    ),
    "two rows exchanged": Fault(
        swap(f"{UP_0}\n{UP_1}\n", f"{UP_1}\n{UP_0}\n"),
        PROBLEM, "constraint up_1_0_0_1 is where LP1 has up_1_0_0_0",
        DERIVATION, False,
    ),
    "two variables exchanged": Fault(
        swap("q_0_0_0_0 q_0_0_0_1 ", "q_0_0_0_1 q_0_0_0_0 "),
        PROBLEM, "variable 0 is q_0_0_0_1, LP1 has q_0_0_0_0", None, True,
    ),
    "a bound not counted": Fault(
        swap("CON 81 32", "CON 81 31"),
        PROBLEM, "81 constraints, 31 of them bounds; LP1 has 81 and 32", None, True,
    ),
    # SOL
    "point by 1e-30": Fault(
        swap("2 5/12  3 7/12", f"2 {Fraction(5, 12) + TINY}  3 7/12"),
        SOLUTION, f"optimum violates norm_0: about 1 = 1 is false by {TINY}", SOLUTION, False,
    ),
    "a value left out": Fault(
        swap("optimum  14  2 5/12", "optimum  13 "),
        SOLUTION, "optimum violates norm_0: 7/12 = 1 is false by 5/12", SOLUTION, False,
    ),
    "a negative value": Fault(
        swap("optimum  14  2 5/12", "optimum  15  0 -1  2 5/12"),
        SOLUTION, "optimum violates nonneg_q_0_0_0_0: -1 >= 0 is false by 1", SOLUTION, False,
    ),
    "a feasible point worth less": Fault(
        SUBOPTIMAL,
        OPTIMUM, "the best solution attains 4099/3150, not 205/84: ", OPTIMUM, False,
    ),
    "no point": Fault(
        NO_POINT, OPTIMUM, "no solution shows that 205/84 is attained", OPTIMUM, True,
    ),
    "no point, and a false optimum": Fault(
        both(NO_POINT, swap(RTP, "RTP range 3 3")),
        OPTIMUM, "no solution shows that 3 is attained", OPTIMUM, True,
    ),
    # DER
    "multiplier's sign": Fault(
        swap("39 8/35  41 8/35", "39 -8/35  41 8/35"),
        DERIVATION, "the multiplier -8/35 of up_0_0_0_0 has the wrong sign", DERIVATION, False,
    ),
    "multiplier by 1e-30": Fault(
        swap("39 8/35  41", f"39 {Fraction(8, 35) + TINY}  41"),
        DERIVATION, "bound, against the combination of its multipliers: q_0_0_0_0 has 1/2",
        DERIVATION, False,
    ),
    "multiplier left out": Fault(
        both(swap("lin 28", "lin 27"), swap(" 75 3/7", "")),
        DERIVATION, "multipliers: q_1_1_0_0 has 4/5, expected 71/70", DERIVATION, False,
    ),
    "multiplier of another row": Fault(
        swap("39 8/35", "40 8/35"),
        DERIVATION, "multipliers: q_0_0_0_0 has 1/2, expected 127/350", DERIVATION, False,
    ),
    "bound sharper than its multipliers": Fault(
        swap("bound L 205/84", f"bound L {VALUE - TINY}"),
        DERIVATION, f"its multipliers give <= 205/84 (difference {-TINY})", DERIVATION, False,
    ),
    "bound as an equation": Fault(
        swap("bound L", "bound E"),
        DERIVATION, "bound states = 205/84, its multipliers give <= 205/84", DERIVATION, False,
    ),
    "bound weaker than RTP": Fault(
        swap("bound L 205/84", f"bound L {VALUE + TINY}"),
        OPTIMUM, f"not OBJ <= 205/84 (difference {TINY})", OPTIMUM, False,
    ),
    "bound on something else": Fault(
        section("DER", "DER 1\nbound L 1  4  0 1  1 1  2 1  3 1 { lin 1  32 1 } -1"),
        OPTIMUM, "the last derivation bound does not bound OBJ", OPTIMUM, False,
    ),
    "use after the last use": Fault(
        section("DER", NORM_0_TWICE),
        DERIVATION, "second uses first after its stated last use 40", DERIVATION, False,
    ),
    "no bound": Fault(
        NO_BOUND, OPTIMUM, "no derivation shows that 205/84 is not exceeded", OPTIMUM, False,
    ),
    # RTP
    "optimum 1e-30 lower": Fault(
        swap(RTP, f"RTP range {VALUE - TINY} {VALUE - TINY}"),
        OPTIMUM, "the last derivation proves OBJ <= 205/84, not OBJ <= about 2.44", OPTIMUM, False,
    ),
    "optimum 1e-30 higher": Fault(
        swap(RTP, f"RTP range {VALUE + TINY} {VALUE + TINY}"),
        OPTIMUM, f"attains 205/84, not about 2.4404761904761907: {TINY} less", OPTIMUM, False,
    ),
    "a range instead of the optimum": Fault(
        swap(RTP, "RTP range 2 3"), OPTIMUM, "the range 2 to 3 is not one number", OPTIMUM, True,
    ),
}  # fmt: skip


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
