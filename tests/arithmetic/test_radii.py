"""Lam in every base, and the radii of eq. (11) and (15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from proofs_check.arithmetic import (
    Enclosure,
    LogBase,
    Q,
    Radii,
    RadiiChoice,
    b_radius,
    certainly_equal,
    eps_radius,
    lam,
    to_q,
)
from tests.arithmetic.test_exact_real import mp
from tests.arithmetic.test_rational import T

PAPER = (1000, 52, 5, Q(1, 10))  # T, X, A, delta


@pytest.mark.parametrize(
    ("base", "log"), [("ln", mpmath.log), ("log2", lambda v: mpmath.log(v, 2)),
                      ("log10", mpmath.log10)],
)  # fmt: skip
def test_lam_in_every_base(base: LogBase, log: Callable[[Any], Any]) -> None:
    with mpmath.workdps(200):
        enclosure = lam(*PAPER, base).enclose(128)
        assert mp(enclosure.lo) < log(mpmath.mpf(1000 * 52 * 5) * 10) < mp(enclosure.hi)


def test_lam_is_rational_where_the_logarithm_is() -> None:
    assert lam(10, 10, 1, Q(1, 10), "log10").rational == lam(2, 2, 1, Q(1, 2), "log2").rational == 3
    assert lam(2, 2, 1, Q(1, 2), "log10").rational is None
    assert lam(3, 2, 1, to_q(0.1), "log10").rational is None


def radius_faults(radii: Radii, choice: RadiiChoice = "printed") -> int:
    """How many radii differ from the formulas, printed or R-37's, at 200 digits."""
    wrong = 0
    with mpmath.workdps(200):
        Lam = mpmath.log(mpmath.mpf(1000 * 52 * 5) * 10)
        of_b = Lam / 2 if choice == "union-half" else 2 * Lam
        for N in (0, 1, 2, 3, 17, 100, 12345, 10**9):
            for d in (1, 2, 10):
                of_P = 2 * d * Lam if choice == "printed" else 2 * (d * mpmath.log(2) + Lam)
                for enclosure, square in ((radii.eps(d, N), of_P), (radii.b(N), of_b)):
                    inside = mp(enclosure.lo) < mpmath.sqrt(square / max(1, N)) < mp(enclosure.hi)
                    wrong += not (inside and enclosure.width * 2**90 < enclosure.lo)
    return wrong


@pytest.mark.parametrize("choice", ["printed", "union", "union-half"])
def test_radii_enclose_the_formulas(choice: RadiiChoice) -> None:
    radii = Radii(lam(*PAPER), choice=choice)
    assert radius_faults(radii, choice) == 0
    assert radii.eps(3, 7) is radii.eps(3, 7), "computed once"
    if choice != "printed":  # at X_{h+1} >= 2 neither is above the printed one
        assert radii.eps(10, 7).hi < Radii(lam(*PAPER)).eps(10, 7).lo
        assert radius_faults(radii) > 0


def test_planted_faults_in_the_radii_are_seen() -> None:
    class NoMax(Radii):
        def eps(self, X_next: int, N: int) -> Enclosure:
            return super().eps(X_next, N + 1)

    assert radius_faults(NoMax(lam(*PAPER))) > 0
    T, X, A, delta = PAPER
    for wrong in (lam(*PAPER, "log10"), lam(T, X, A, 2 * delta), lam(T, X - 1, A, delta)):
        assert radius_faults(Radii(wrong)) == 48


def test_exact_radii_are_those_of_the_formulas() -> None:
    Lam = lam(*PAPER)
    for N in (0, 7):
        enclosure, true = Radii(Lam).eps(10, N), eps_radius(10, Lam, N).enclose(400)
        assert enclosure.lo <= true.lo and true.hi <= enclosure.hi
        assert certainly_equal(eps_radius(1, Lam, N), b_radius(Lam, N)) == T
        assert certainly_equal(eps_radius(4, Lam, N), 2 * b_radius(Lam, N)) == T


def test_rational_lam_gives_exact_radii() -> None:
    radii = Radii(lam(2, 2, 1, Q(1, 2), "log2"))  # Lam = 3
    assert radii.eps(6, 1) == Enclosure.of(6) and radii.eps(3, 2) == Enclosure.of(3)
    assert radii.b(0).lo ** 2 < 6 < radii.b(0).hi ** 2
    four = Radii(lam(4, 1, 1, Q(1), "log2"))  # Lam = 2
    assert four.eps(1, 1) == four.b(1) == Enclosure.of(2) and four.eps(4, 1) == Enclosure.of(4)
