"""LP1 at its true, irrational radii: enclosed between two LPs with rational ones (Sec. IV).

LP1's optimum and every optimistic value grow with eps_i and r_hat_i, so solving with both rounded
down and with both rounded up encloses them. Letters as in data.py; r_sum[h][x][a] is the sum
of the rewards seen, so that r_bar_i = r_sum / max{1, N_i} (eq. (14)).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from proofs_check.arithmetic import ZERO, Decision, Enclosure, Q, Radii, each, upper_reward
from proofs_check.arithmetic.radii import SECOND_TERM
from proofs_check.lp1.data import LP1Data, PerPair, PerTriple, table_of_pairs, table_of_triples
from proofs_check.lp1.optimum import Optimum


def enclosed_r_hat(r_sum: Q, N: int, radii: Radii) -> Enclosure:
    """Eq. (16), enclosed, of r_bar_i = r_sum / max{1, N_i}."""
    r_hat: Enclosure = upper_reward(r_sum / max(1, N), radii.b(N), Enclosure.at_most)
    return r_hat


def enclosing_data(
    layers: Sequence[int],
    A: int,
    N: PerPair[int],
    N3: PerTriple[int],
    r_sum: PerPair[Q],
    radii: Radii,
) -> tuple[LP1Data, LP1Data]:
    """LP1 with eps_i, or the widths of intervals, and r_hat_i rounded down, and with both rounded
    up. Raises PreconditionError for invalid counts (see LP1Data)."""
    visits = table_of_pairs("N", N, layers, A, lambda row, where: row)
    sums = table_of_pairs("r_sum", r_sum, layers, A, lambda row, where: row)
    eps = (
        []
        if radii.choice in SECOND_TERM
        else [
            each(partial(radii.eps, X_next), of_h)
            for of_h, X_next in zip(visits, layers[1:], strict=True)
        ]
    )
    r_hat = each(lambda s, n: enclosed_r_hat(s, n, radii), sums, visits)
    lo, hi = attrgetter("lo"), attrgetter("hi")
    if radii.choice in SECOND_TERM:
        width = enclosed_widths(layers, A, N3, radii)
        nothing = each(lambda n: ZERO, visits)
        return (
            LP1Data(layers, A, N, N3, nothing, each(lo, r_hat), each(lo, width)),
            LP1Data(layers, A, N, N3, nothing, each(hi, r_hat), each(hi, width)),
        )
    return (
        LP1Data(layers, A, N, N3, each(lo, eps), each(lo, r_hat)),
        LP1Data(layers, A, N, N3, each(hi, eps), each(hi, r_hat)),
    )


def enclosed_widths(
    layers: Sequence[int], A: int, N3: PerTriple[int], radii: Radii
) -> list[list[list[list[Enclosure]]]]:
    """R-37, bernstein: the width of the interval of every successor, [h][x][a][x1]. Raises
    PreconditionError for a wrong shape."""

    def row(visits: Sequence[int], where: str) -> list[Enclosure]:
        N = sum(visits)
        return [radii.width(len(visits), n, N) for n in visits]

    return table_of_triples("N3", N3, layers, A, row)


def argmax_sets(lo: Optimum, hi: Optimum) -> list[list[list[Decision]]]:
    """Whether action a is optimal in (h, x) at the true radii: [h][x][a], from two enclosing
    optima.

    `lo` is the optimum for radii and r_hat rounded down, `hi` for both rounded up. TRUE and FALSE
    are certain; UNDECIDED where the enclosures of two pairs overlap without being one number.
    Pass one exact optimum twice if radii and r_hat are rational.
    """
    return [
        [_argmax(*of_x) for of_x in zip(*of_h, strict=True)]
        for of_h in zip(lo.pairs, hi.pairs, strict=True)
    ]


def _argmax(low: Sequence[Q | None], high: Sequence[Q | None]) -> list[Decision]:
    """argmax_sets at one state; None, an unusable pair, is below everything."""
    decisions = []
    for a, (least, most) in enumerate(zip(low, high, strict=True)):
        others = [v for b, v in enumerate(high) if b != a and v is not None]
        certain = least is not None and all(v <= least for v in others)
        refuted = most is None or any(v is not None and v > most for v in low)
        decisions.append(Decision.of(certain, refuted))
    return decisions
