"""Eq. (26): xi_i <= 2 eps_i on the event of Lemma 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs_check.arithmetic import Decision, Enclosure, Q, eps_radius, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import distance, pairs
from proofs_check.sampled_runs.suite import Suite

DELTA = Q(1, 10)
LONGEST, MOST_V = 5000, 300  # T and N(v), in the search for the smallest counterexample
COMPLETIONS = {"the other successor": [Q(0), Q(1)], "uniform": [Q(1, 2), Q(1, 2)]}


@claim(
    "eq:26",
    kind="on an event",
    title="xi <= 2 eps",
    uses=("lem:conf-set-P-high-prob", "lem:occ-1-norm:P_i", "eq:conf-set-P"),
    expected="FAILS",
    readings=("R-4",),
    repair="complete P_i inside the confidence set, or by P, where q_hat_i(x,a) = 0",
    part_of="lem:key-lem",
    tex=r"\xi_i(x,a)\leq\|P_i-\bar P_i\|_1+\|P-\bar P_i\|_1\leq2\epsilon_i(x,a)",
)
def eq_26(suite: Suite) -> Iterator[Evidence]:
    """On the event of Lemma 2, so with probability at least 1 - delta: xi_i(x,a) <=
    ||P_i - P_bar_i||_1 + ||P - P_bar_i||_1 <= 2 eps_i(x,a) at every (x,a), the first because P_i
    is in the confidence set.

    Eq. (5) does not put P_i in the confidence set where it is 0/0. The smallest T of a family on
    which xi_i > 2 eps_i, P = P_bar_i at x_0 and v, for two completions of P_i(.|v)."""
    for name, row in COMPLETIONS.items():
        tally = Tally("proved", f"smallest T <= {LONGEST}, P_i(.|v) {name}, layers 1, 2, 2, 1, A=1")
        found = smallest_eq_26(row)
        if found is None:
            tally.holds(True)
        else:
            xi, Lam = distance([Q(1), Q(0)], row), lam(found.T, 6, 1, DELTA)
            where = {"T": found.T, "N(x0)": found.N_x0, "N(v)": found.N_v, "P_i(.|v)": row}
            tally.leq(
                xi, eps_radius(2, Lam, found.N_v) * 2, delta=DELTA, P="P_bar_i",
                q_hat="x0, u, w only: optimal, since r(u) = 1 and r(v) = 0", **where,
            )  # fmt: skip
        yield tally.evidence()


@planted("eq:26", change="(false already) eps_i in place of 2 eps_i, P_i inside the confidence set")
def eq_26_single(suite: Suite) -> Iterator[Evidence]:
    yield _on_runs(suite, 1, on_event=True).evidence()


@dataclass(frozen=True, order=True)
class XiCase:
    """An epoch that starts at t = T, after N_v episodes through x_0, v, w and then N_x0 - N_v
    through x_0, u, w."""

    T: int
    N_v: int

    @property
    def N_x0(self) -> int:
        return self.T - 1


def smallest_eq_26(row: list[Q]) -> XiCase | None:
    """The case with the smallest T in which q_hat_i(v) = 0 is feasible, P_bar_i(v|x_0) <=
    eps_i(x_0)/2 (and then optimal, as r_hat_i = 1 along x_0, u, w), while
    xi_i(v) = ||row - (1, 0)||_1 > 2 eps_i(v) with P(.|v) = P_bar_i(.|v) = (1, 0)."""
    xi = distance([Q(1), Q(0)], row)
    cases = sorted(XiCase(n + 1, k) for k in range(1, MOST_V) for n in _ends(k))
    for case in cases:
        Lam = lam(case.T, 6, 1, DELTA).enclose(64)
        feasible = case.N_v**2 <= Lam.lo * case.N_x0
        if feasible and xi * xi * case.N_v > 16 * Lam.hi:
            return case
    return None


def _ends(k: int) -> Iterator[int]:
    """The episodes n >= k, n < LONGEST, after which Algorithm 1 (n_i >= max{1, N_i}) starts an
    epoch, if the first k go through v and all others through u. Jumps from trigger to trigger."""
    N = {"x0": 0, "u": 0, "v": 0}  # w is counted as x0
    n, t = dict(N), 0
    while t < LONGEST:
        branch, left = ("v", k - t) if t < k else ("u", LONGEST - t)
        need = min(max(1, N[x]) - n[x] for x in ("x0", branch))
        step = min(left, need)
        t += step
        n["x0"], n[branch] = n["x0"] + step, n[branch] + step
        if step == need:
            if k <= t < LONGEST:
                yield t
            N = {x: N[x] + n[x] for x in N}
            n = dict.fromkeys(N, 0)


@claim(
    "eq:26",
    form="repaired",
    title="xi <= 2 eps, P_i completed",
    tex=r"P,P_i\in\mathcal P_i:\quad\xi_i(x,a)\leq\min\{2,2\epsilon_i(x,a)\}",
)
def eq_26_repaired(suite: Suite) -> Iterator[Evidence]:
    """On the event of Lemma 2, with P_i completed inside the confidence set: xi_i(x,a) <=
    2 eps_i(x,a) at every (x,a). Also xi_i <= 2 always, so xi_i <= min{2, 2 eps_i}."""
    yield _on_runs(suite, 2, on_event=True).evidence()


@planted("eq:26", form="repaired", change="off the event of Lemma 2")
def eq_26_off_event(suite: Suite) -> Iterator[Evidence]:
    yield _on_runs(suite, 2, on_event=False).evidence()


@planted("eq:26", form="repaired", change="9/5 eps_i in place of 2 eps_i")
def eq_26_smaller(suite: Suite) -> Iterator[Evidence]:
    yield _on_runs(suite, Q(9, 5), on_event=True).evidence()


def _on_runs(suite: Suite, factor: int | Q, on_event: bool) -> Tally:
    """xi_i <= min{2, factor eps_i}, in every epoch with P in P_i, or in every epoch."""
    tally = Tally("exact on runs", "every epoch with P in P_i, every pair")
    for run, e in suite.all.epochs():
        if on_event and e.event_P is not Decision.TRUE:
            continue
        h, x, a, xi, bound = _worst(e, Q(factor))
        tally.leq(xi, bound, run=run.name, i=e.i, h=h, x=x, a=a)
        tally.instances += sum(1 for _ in pairs(e.xi)) - 1  # the others have smaller ratios
    return tally


def _worst(e: SampledEpoch, factor: Q) -> tuple[int, int, int, Q, Enclosure]:
    """The pair of epoch i with the largest ratio of xi_i to min{2, factor eps_i}, and both."""
    worst, ratio = (0, 0, 0, Q(0), Enclosure(Q(2), Q(2))), Q(-1)
    for h, x, a in pairs(e.xi):
        xi, eps = e.xi[h][x][a], e.eps[h][x][a]
        low = min(Q(2), factor * eps.lo)
        if xi > ratio * low:
            bound = Enclosure(low, min(Q(2), factor * eps.hi))
            worst, ratio = (h, x, a, xi, bound), xi / low
    return worst
