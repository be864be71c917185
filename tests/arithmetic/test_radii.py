"""Lam in every base, and the radii of eq. (11) and (15)."""

from __future__ import annotations

import math

import mpmath

from proofs_check.arithmetic import (
    ONE,
    Enclosure,
    Q,
    Radii,
    b_radius,
    certainly_equal,
    eps_radius,
    lam,
    to_q,
)
from tests.arithmetic.test_exact_real import mp
from tests.arithmetic.test_rational import T


def test_lam_in_every_base() -> None:
    with mpmath.workdps(200):
        argument = mpmath.mpf(1000 * 52 * 5) / (mpmath.mpf(1) / 10)
        for base, value in (
            ("ln", mpmath.log(argument)),
            ("log2", mpmath.log(argument, 2)),
            ("log10", mpmath.log10(argument)),
        ):
            found = lam(1000, 52, 5, Q(1, 10), base).enclose(128)  # type: ignore[arg-type]
            assert mp(found.lo) < value < mp(found.hi)
    assert lam(10, 10, 1, Q(1, 10), "log10").rational == 3
    assert lam(2, 2, 1, Q(1, 2), "log2").rational == 3
    assert lam(2, 2, 1, Q(1, 2), "log10").rational is None
    assert lam(3, 2, 1, to_q(0.1), "log10").rational is None


def radius_faults(radii: Radii, T: int, X: int, A: int) -> int:
    """How many radii differ from the printed formulas at 200 digits."""
    wrong = 0
    with mpmath.workdps(200):
        Lam = mpmath.log(mpmath.mpf(T * X * A) * 10)
        for N in (0, 1, 2, 3, 17, 100, 12345, 10**9):
            for X_next in (1, 2, 10):
                for found, value in (
                    (radii.eps(X_next, N), mpmath.sqrt(2 * X_next * Lam / max(1, N))),
                    (radii.b(N), mpmath.sqrt(2 * Lam / max(1, N))),
                ):
                    narrow = found.width * 2**80 < found.hi
                    wrong += not (mp(found.lo) < value < mp(found.hi) and narrow)
    return wrong


def test_radii_enclose_the_printed_formulas() -> None:
    Lam = lam(1000, 52, 5, Q(1, 10))
    assert radius_faults(Radii(Lam), 1000, 52, 5) == 0
    for N in (0, 7):
        assert eps_radius(10, Lam, N).enclose(96).lo <= Radii(Lam).eps(10, N).hi
        assert certainly_equal(eps_radius(1, Lam, N), b_radius(Lam, N)) == T
        assert certainly_equal(eps_radius(4, Lam, N), 2 * b_radius(Lam, N)) == T


def test_variants_of_the_radii() -> None:
    """R-37, at 200 digits; at X_{h+1} >= 2 neither is above the printed one."""
    Lam = lam(1000, 52, 5, Q(1, 10))
    printed, union = Radii(Lam), Radii(Lam, choice="union")
    half = Radii(Lam, choice="union-half")
    with mpmath.workdps(200):
        log = mpmath.log(mpmath.mpf(1000 * 52 * 5) * 10)
        for N in (0, 1, 17):
            found = union.eps(10, N)
            true = mpmath.sqrt(2 * (10 * mpmath.log(2) + log) / max(1, N))
            assert mp(found.lo) < true < mp(found.hi) < mp(printed.eps(10, N).lo)
            assert half.eps(10, N) == found and union.b(N) == printed.b(N)
            assert mp(half.b(N).lo) < mpmath.sqrt(log / (2 * max(1, N))) < mp(half.b(N).hi)


def test_planted_faults_in_the_radii_are_seen() -> None:
    class NoMax(Radii):
        def eps(self, X_next: int, N: int) -> Enclosure:
            return super().eps(X_next, N + 1)

    right = (1000, 52, 5, Q(1, 10))
    assert radius_faults(NoMax(lam(*right)), 1000, 52, 5) > 0
    for wrong in (lam(*right, "log10"), lam(1000, 52, 5, Q(1, 5)), lam(1000, 51, 5, Q(1, 10))):
        assert radius_faults(Radii(wrong), 1000, 52, 5) == 48


def test_rational_lam_gives_exact_radii() -> None:
    radii = Radii(lam(2, 2, 1, Q(1, 2), "log2"))  # Lam = 3
    assert radii.eps(6, 1) == Enclosure(Q(6), Q(6))
    assert radii.eps(3, 2) == Enclosure(Q(3), Q(3))
    assert radii.b(0).lo ** 2 < 6 < radii.b(0).hi ** 2


def test_the_float_formula_is_often_below_the_true_radius() -> None:
    """Why the checker encloses: design, section 4."""
    Lam = lam(10**5, 52, 5, Q(1, 10))
    radii = Radii(Lam)
    below = sum(
        to_q(math.sqrt(20 * math.log(10**5 * 52 * 5 / 0.1) / N)) < radii.eps(10, N).lo
        for N in range(1, 256)
    )
    assert 50 < below < 255


def test_radii_are_narrow_exact_where_rational_and_computed_once() -> None:
    four = Radii(lam(4, 1, 1, ONE, "log2"))
    assert four.eps(1, 1) == four.b(1) == Enclosure(Q(2), Q(2))
    assert four.eps(4, 1) == Enclosure(Q(4), Q(4))
    radii = Radii(lam(40, 6, 2, Q(1, 10)))
    for X_next, N in ((1, 1), (3, 7), (10, 10**6)):
        found = radii.eps(X_next, N)
        assert radii.eps(X_next, N) is found
        assert 0 < found.width < found.lo / 2**93
        true = eps_radius(X_next, radii.Lam, N).enclose(400)
        assert found.lo <= true.lo and true.hi <= found.hi
