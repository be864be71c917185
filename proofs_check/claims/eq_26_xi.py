"""Eq. (26): xi_i <= 2 eps_i on the event of Lemma 2, if P_i is completed in the right way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, Real, eps_radius, lam
from proofs_check.claims.common.transitions import OTHER, P_ITSELF, UNIFORM, VISITED
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import distance, pairs
from proofs_check.sampled_runs.suite import Suite

DELTA = Q(1, 10)
U, V = "u", "v"


@claim(
    "eq:26",
    kind="on an event",
    title="xi <= 2 eps",
    expected="UNDERSPECIFIED",
    readings=("R-4",),
    repair="complete P_i inside the confidence set, or by P, where q_hat_i(x,a) = 0",
    part_of="lem:key-lem",
    tex=r"\xi_i(x,a)\leq\|P_i-\bar P_i\|_1+\|P-\bar P_i\|_1\leq2\epsilon_i(x,a)",
    argues=(
        "triangle inequality; P is in P_i on the event, P_i where (5) does not decide by choice",
        "lem:conf-set-P-high-prob, lem:occ-1-norm:P_i, eq:conf-set-P",
    ),
    planted={
        "T = 166, first 37 episodes by v: xi_i > 2 eps_i, but off the event": lambda _: _event(
            Path(Q(37, 165), V * 37 + U * 128)
        ),
        "eps_i in place of 2 eps_i, P_i inside the confidence set": lambda suite: _on_runs(
            suite, 1
        ),
    },
)
def eq_26(suite: Suite) -> Iterator[Found]:
    """On the event of Lemma 2, so with probability at least 1 - delta: xi_i(x,a) <=
    ||P_i - P_bar_i||_1 + ||P - P_bar_i||_1 <= 2 eps_i(x,a) at every (x,a), the first because P_i
    is in the confidence set.

    Eq. (5) is 0/0 where q_hat_i(x,a) = 0, and P_i is in the confidence set or not as that row is
    chosen. True with P's own row or P_bar_i's. False on the event with the row "all to the other
    successor": layers 1, 2, 2, 1, A = 1, T = 152, on a path on which P is in P_i for every i up to
    the last; and false with the uniform row, T = 5554. Neither T is claimed to be the least."""
    yield _on_runs(suite, 2, completion=P_ITSELF)
    yield _on_runs(suite, 2, completion=VISITED)
    yield off_the_set(PATH_152, OTHER)
    yield off_the_set(PATH_5554, UNIFORM)


# ------------------------------------------------------------------- paths by u and by v


@dataclass(frozen=True)
class Path:
    """Layers x_0; u, v; w, z; x_L with A = 1, P(v|x_0) = p, u and v surely to w; r(u) = 1, r(v)
    = 0. `through`: the u and v visited, in turn, before the epoch at T, one more than these."""

    p: Q
    through: str

    @property
    def T(self) -> int:
        return len(self.through) + 1

    @property
    def Lam(self) -> Real:
        """log(TXA/delta), X = 6."""
        return lam(self.T, 6, 1, DELTA)

    def starts(self) -> Iterator[tuple[int, int]]:
        """(N(u), N(v)) at the start of every epoch, by Algorithm 1 (n_i >= max{1, N_i})."""
        N = {U: 0, V: 0}
        n = dict(N)
        yield 0, 0
        for x in self.through:
            n[x] += 1
            doubled = any(n[y] >= max(1, N[y]) for y in N)
            if doubled or sum(n.values()) >= max(1, sum(N.values())):
                N = {y: N[y] + n[y] for y in N}
                n = dict.fromkeys(N, 0)
                yield N[U], N[V]


PATH_152 = Path(Q(1, 100), U * 28 + V * 3 + U * 29 + V * 34 + U * 57)
PATH_5554 = Path(Q(1, 21), (U + V + U * 19) * 264 + U + V + U * 7)


def _event(path: Path) -> Tally:
    """P in P_i at every epoch start; the rows of u and v have one successor that was ever seen."""
    tally = Tally("enumerated", f"P in P_i at every epoch start up to T = {path.T}")
    for N_u, N_v in path.starts():
        N = N_u + N_v
        off = 2 * abs(path.p - Q(N_v, N)) if N else ONE
        where = {"T": path.T, "N(u)": N_u, "N(v)": N_v, "P(v|x_0)": path.p}
        tally.leq(off, eps_radius(2, path.Lam, N), **where)
        for unseen in (N_u, N_v):
            if not unseen:  # P_bar_i is a row of zeros there
                tally.leq(ONE, eps_radius(2, path.Lam, 0), **where)
    return tally


def off_the_set(path: Path, completion: str) -> Tally:
    """xi_i(v) <= 2 eps_i(v) at the last epoch start of a path, where q_hat_i(v) = 0 is optimal:
    P_bar_i(v|x_0) <= eps_i(x_0)/2, and r_hat_i = 1 along x_0, u, w. Raises LookupError if P leaves
    the confidence set before, or the last episode starts no epoch."""
    *_, (N_u, N_v) = path.starts()
    mass = Tally("enumerated").leq(2 * Q(N_v, N_u + N_v), eps_radius(2, path.Lam, N_u + N_v))
    if _event(path).witness is not None or N_u + N_v != path.T - 1 or not mass:
        raise LookupError(f"T = {path.T}: no witness on the event")
    row = [ZERO, ONE] if completion == OTHER else [Q(1, 2), Q(1, 2)]
    tally = Tally("enumerated", f"on the event, T = {path.T}, row {completion}", under=completion)
    tally.leq(
        distance([ONE, ZERO], row), eps_radius(2, path.Lam, N_v) * 2, layers=[1, 2, 2, 1], A=1,
        T=path.T, delta=DELTA, **{"P(v|x_0)": path.p, "N(u)": N_u, "N(v)": N_v, "P_i(.|v)": row},
    )  # fmt: skip
    return tally


# ------------------------------------------------------------------------------ repaired


@claim(
    "eq:26",
    form="repaired",
    title="xi <= 2 eps, P_i completed",
    tex=r"P,P_i\in\mathcal P_i:\quad\xi_i(x,a)\leq\min\{2,2\epsilon_i(x,a)\}",
    argues=(
        "triangle inequality: both P and P_i are within eps_i of P_bar_i",
        "lem:conf-set-P-high-prob, lem:occ-1-norm:P_i, eq:conf-set-P",
    ),
    planted={
        "off the event of Lemma 2": lambda suite: _on_runs(suite, 2, on_event=False),
        "9/5 eps_i in place of 2 eps_i": lambda suite: _on_runs(suite, Q(9, 5)),
    },
)
def eq_26_repaired(suite: Suite) -> Shown:
    """On the event of Lemma 2, with P_i completed inside the confidence set: xi_i(x,a) <=
    2 eps_i(x,a) at every (x,a). Also xi_i <= 2 always, so xi_i <= min{2, 2 eps_i}."""
    return _on_runs(suite, 2)


def _on_runs(suite: Suite, factor: int | Q, on_event: bool = True, completion: str = "") -> Tally:
    """xi_i <= factor eps_i in every epoch with P in P_i, or in every epoch; where 2 <= factor eps_i
    there is nothing to compare. With P's own row, xi_i = 0 where q_hat_i(x,a) = 0."""
    tally = Tally("exact on runs", "every epoch with P in P_i, every pair", under=completion)
    for run, e in suite.all.epochs():
        if on_event and e.event_P is not Decision.TRUE:
            continue
        h, x, a, xi, bound = _worst(e, Q(factor), completion)
        tally.bounded(xi, bound, 2, run=run.name, i=e.i, h=h, x=x, a=a)
        others = sum(1 for _ in pairs(e.xi)) - 1  # their ratios are smaller
        tally.instances += others
        tally.trivial += others if bound.hi >= 2 else 0
    return tally


def _worst(e: SampledEpoch, factor: Q, completion: str) -> tuple[int, int, int, Q, Enclosure]:
    """The pair of epoch i with the largest ratio of xi_i to factor eps_i, and both."""
    worst, ratio = (0, 0, 0, Q(0), Enclosure(Q(2), Q(2))), Q(-1)
    for h, x, a in pairs(e.xi):
        open_row = completion == P_ITSELF and not e.q_hat_xa[h][x][a]
        xi, eps = ZERO if open_row else e.xi[h][x][a], e.eps[h][x][a]
        if xi > ratio * factor * eps.lo:
            bound = Enclosure(factor * eps.lo, factor * eps.hi)
            worst, ratio = (h, x, a, xi, bound), xi / bound.lo
    return worst
