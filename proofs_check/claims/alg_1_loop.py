"""Algorithm 1, lines 7 to 9: T episodes, the policy executed, the trajectory obtained."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally, decimal
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.suite import Suite

COINS = 150  # draws at which pi_i plays two actions with probability 1/2 each
RISK = Q(1, 10**4)  # of the statistical evidence: a correct run would fail it this often at most


@claim("alg:main/7", kind="definition", title="episodes 1, ..., T", tex=r"t=1,\dots,T")
def line_7(suite: Suite) -> Iterator[Evidence]:
    """The loop runs over the episodes t = 1, ..., T, each played within one epoch i(t)."""
    yield _episodes(suite, 1)


@planted("alg:main/7", change="episodes t = 0, ..., T - 1")
def line_7_zero(suite: Suite) -> Iterator[Evidence]:
    yield _episodes(suite, 0)


def _episodes(suite: Suite, first: int) -> Evidence:
    tally = Tally("exact on runs", "numbers of the episodes, and t(i) <= t < t(i+1)")
    for run in suite.all:
        numbers = [episode.t for episode in run.episodes]
        tally.holds(numbers == [*range(first, run.T + first)], run=run.name, T=run.T)
        starts = [e.t for e in run.epochs]
        inside = all(
            starts[p.i - 1] <= p.t and (p.i == len(starts) or p.t < starts[p.i])
            for p in run.episodes
        )
        tally.holds(inside, run=run.name)
    return tally.evidence()


@claim(
    "alg:main/8",
    kind="probabilistic",
    title="execute pi_i",
    uses=("alg:main/7",),
    readings=("R-3",),
    tex=r"a_h\sim\pi_i(\cdot|x_h)",
)
def line_8(suite: Suite) -> Iterator[Evidence]:
    """In every step h of an episode of epoch i the action is drawn from pi_i(.|x_h), freshly and
    independently of everything before; pi_i stays the same within the epoch.

    The draws are random, so a run can only be tested: no action outside the support, and how often
    action 0 comes up among draws from (1/2, 1/2)."""
    yield _support(suite, 0)
    yield _coins(suite)


@planted("alg:main/8", change="the policy of the next epoch is executed")
def line_8_next(suite: Suite) -> Iterator[Evidence]:
    yield _support(suite, 1)


def _support(suite: Suite, later: int) -> Evidence:
    tally = Tally("exact on runs", "pi_i(a_h|x_h) > 0 in every step of every episode")
    for run in suite.all:
        for e in run.epochs[: len(run.epochs) - later]:
            pi = run.epochs[e.i - 1 + later].pi
            played = {(h, p.x[h], a) for p in e.episodes for h, a in enumerate(p.a)}
            for h, x, a in sorted(played):
                tally.holds(pi[h][x][a] > 0, run=run.name, i=e.i, h=h, x=x, a=a)
    return tally.evidence()


def _coins(suite: Suite) -> Evidence:
    """The first COINS draws from (1/2, 1/2) in one run: binomial regardless of what happened
    before. Runs of the suite share seeds, so draws of different runs are not independent and are
    not added up."""
    half, heads, seen = Q(1, 2), 0, 0
    (run,) = suite.tagged("random")[:1]
    for p in run.episodes:
        pi = run.epochs[p.i - 1].pi
        for h, a in enumerate(p.a):
            if pi[h][p.x[h]] == [half, half] and seen < COINS:
                heads, seen = heads + (a == 0), seen + 1
    low, high = clopper_pearson(heads, seen, RISK)
    notices = next(k for k in range(seen) if 2 * _tail(seen, seen - seen // 2 + k, half) <= RISK)
    note = (
        f"{heads} of the first {seen} draws from (1/2, 1/2) of one run are action 0: at "
        f"confidence 1 - {decimal(RISK, 1)} their probability is in [{decimal(low, 3)}, "
        f"{decimal(high, 3)}]; a bias of {decimal(Q(notices, seen), 2)} is noticed half of the time"
    )
    tally = Tally("statistical", note)
    if seen == COINS:
        tally.holds(low <= half <= high, run=run.name, action_0=heads, draws=seen)
    return tally.evidence()


def clopper_pearson(k: int, n: int, risk: Q) -> tuple[Q, Q]:
    """The exact interval for p, at confidence 1 - risk: bisection to 2**-12, outwards."""

    def least(k: int) -> Q:  # the largest p with Pr{Bin(n, p) >= k} <= risk/2
        low, high = ZERO, ONE
        for _ in range(12):
            p = (low + high) / 2
            low, high = (p, high) if 2 * _tail(n, k, p) <= risk else (low, p)
        return low

    return (least(k) if k else ZERO), (ONE - least(n - k) if k < n else ONE)


def _tail(n: int, k: int, p: Q) -> Q:
    """Pr{Bin(n, p) >= k}."""
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1)), ZERO)


@claim(
    "alg:main/9",
    kind="definition",
    title="trajectory of an episode",
    uses=("as:layered-mdp",),
    readings=("R-2", "R-13"),
    tex=r"\{x_h,a_h,r^{(t)}_h\}_{h=0}^{L-1}",
)
def line_9(suite: Suite) -> Iterator[Evidence]:
    """An episode gives x_h, a_h and r_h^{(t)} for h = 0, ..., L-1: x_h in X_h, x_0 first, each
    transition of positive probability, r_h in [0, 1].

    Line 10 also counts x_{h+1} for h = L - 1, which is not in the trajectory as printed: it is
    always x_L, as X_L is a singleton."""
    tally = Tally("exact on runs", "every episode: states in their layers, P > 0, rewards in [0,1]")
    for run in suite.all:
        steps = {(h, p.x[h], a, p.x[h + 1]) for p in run.episodes for h, a in enumerate(p.a)}
        for h, x, a, x1 in sorted(steps):
            inside = 0 <= x < run.layers[h] and 0 <= x1 < run.layers[h + 1]
            possible = inside and run.P[h][x][a][x1] > 0
            tally.holds(possible, run=run.name, h=h, x=x, a=a, x1=x1)
        for p in run.episodes:
            full = len(p.a) == len(p.r) == run.L and len(p.x) == run.L + 1
            tally.holds(full and p.x[0] == p.x[-1] == 0, run=run.name, t=p.t)
        rewards = {r for p in run.episodes for r in p.r}
        tally.holds(min(rewards) >= ZERO and max(rewards) <= ONE, run=run.name)
    yield tally.evidence()


@planted("alg:main/9", change="r_h is the mean r(x_h,a_h), not a realised reward")
def line_9_mean(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "r_h = r(x_h,a_h)")
    for run in suite.runs:
        for p in run.episodes:
            for h, (a, r) in enumerate(zip(p.a, p.r, strict=True)):
                tally.equal(r, run.r[h][p.x[h]][a], run=run.name, t=p.t, h=h)
    yield tally.evidence()
