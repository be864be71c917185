"""LP1's optimum where most pairs have never been visited: exact, in memory and time of the visits.

The same backward induction as in optimum.py, over the L1 balls of eq. (12), for MDPs with more
triples (x,a,x') than fit into a table. It is for radii that are at least 1 where N = 0, so that
every pair is usable: a pair that was never visited goes to the best successor. All states without a
visited pair have one value, V_rest. Letters as in data.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ZERO, Enclosure, Q, Radii, rounded
from proofs_check.lp1.enclosure import enclosed_r_hat

PolicyRow = Callable[[int, int], Sequence[Q]]
"""(h, x) -> pi(.|x), a distribution, exactly."""


@dataclass(frozen=True)
class Visited:
    """Pair that was visited: N_i(x,a), the sum of its rewards, and N_i(x,a,x') where it is not
    0."""

    N: int
    r_sum: Q
    N3: Mapping[int, int]


Visits = Sequence[Mapping[int, Mapping[int, Visited]]]  # [h][x][a], of visited pairs only


@dataclass(frozen=True)
class SparseValues:
    """Optimistic values of one layer: V[x] of states with visited pairs, `rest` of every other one;
    pairs[x][a] is r_hat(x,a) plus the inner maximum of a visited pair, `unseen` of every other
    one. In layer L there is only x_L, whose value is 0."""

    V: Mapping[int, Q]
    rest: Q
    unseen: Q
    pairs: Mapping[int, Mapping[int, Q]]

    def value_at(self, x: int) -> Q:
        """V(x)."""
        return self.V.get(x, self.rest)

    def pair_at(self, x: int, a: int) -> Q:
        """Return the value of (x,a)."""
        return self.pairs[x].get(a, self.unseen) if x in self.pairs else self.unseen


def largest_mean(visited: Visited, eps: Q, V: SparseValues, best: Q) -> Q:
    """max <p, V> over the p with ||p - P_bar(.|x,a)||_1 <= eps: up to eps/2 moves from the worst
    successors to a best one. In visits: eps N / 2 of N."""
    left, total = eps * visited.N / 2, ZERO
    for v, n in sorted((V.value_at(y), n) for y, n in visited.N3.items()):
        moved = min(Q(n), left)
        left -= moved
        total += (n - moved) * v + moved * best
    return total / visited.N


def values(
    layers: Sequence[int],
    A: int,
    visits: Visits,
    radii: Radii,
    upper: bool,
    pi: PolicyRow | None = None,
) -> list[SparseValues]:
    """Return the optimistic values of layers 0..L, the largest ones or those of the policy `pi`,
    with radii and r_hat rounded down, or up (`upper`), and every value rounded likewise."""

    def end(enclosed: Enclosure) -> Q:
        return enclosed.hi if upper else enclosed.lo

    L, rounding = len(layers) - 1, 1 if upper else -1
    r_unseen = end(enclosed_r_hat(ZERO, 0, radii))
    layer = SparseValues({}, ZERO, ZERO, {})
    found = [layer]
    for h in reversed(range(L)):
        seen = list(layer.V.values())
        best = max([*seen, layer.rest] if len(seen) < layers[h + 1] else seen)
        unseen = r_unseen + best
        V: dict[int, Q] = {}
        pairs: dict[int, dict[int, Q]] = {}
        for x, of_x in visits[h].items():
            pairs[x] = {
                a: end(enclosed_r_hat(pair.r_sum, pair.N, radii))
                + largest_mean(pair, end(radii.eps(layers[h + 1], pair.N)), layer, best)
                for a, pair in of_x.items()
            }
            if pi is None:
                most = max(pairs[x].values())
                v = most if len(of_x) == A else max(most, unseen)
            else:
                row = pi(h, x)
                v = sum((p * pairs[x].get(a, unseen) for a, p in enumerate(row) if p), ZERO)
            V[x] = rounded(v, rounding)
        layer = SparseValues(V, rounded(unseen, rounding), unseen, pairs)
        found.insert(0, layer)
    return found
