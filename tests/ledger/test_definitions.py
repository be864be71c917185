"""The definitions of the paper, as this project computes them, on the sampled runs.

A definition is *given*: what the runs satisfy is evidence about our code, not about the paper, so
it is tested here and not in the ledger. Each check comes with a fault that it must notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import prod
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, Real, eps_radius, ln, zipped
from proofs_check.ledger.evidence import Refuted, Tally, first_failure_ends
from proofs_check.ledger.registry import REGISTRY, Verdict
from proofs_check.letters.letters import ESTIMATED
from proofs_check.letters.nested import NestedEpisode, NestedEpoch, NestedRun, nested
from proofs_check.letters.occupancy import (
    distance,
    occupancy_measure,
    pairs,
    uniform,
)
from proofs_check.machine_checked.record import defined_at
from proofs_check.report.pages.statement import defined_in_coq
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.paths import trajectories_of
from proofs_check.statements.common.shapes import uniform_measure
from reference.support.errors import MalformedInput
from tests.ledger.test_claim_figures import suite

MOST = 600  # trajectories of an MDP that are enumerated
ROUNDING = Q(1, 1 << 44)  # of the rows of P_i and pi_i (letters/rows.py)
TOLERANCE = Q(1, 10**9)  # of LP1's solvers, in the objective
Check = Callable[..., None]
CHECKS: list[tuple[str, Check, dict[str, Any]]] = []


def definition(label: str, **fault: Any) -> Callable[[Check], Check]:
    """Register the check of a definition, and the arguments that make it a wrong one."""

    def register(check: Check) -> Check:
        CHECKS.append((label, check, fault))
        return check

    return register


def episodes_of(run: NestedRun, e: NestedEpoch) -> list[NestedEpisode]:
    """The episodes of an epoch."""
    return run.episodes[e.t - 1 : e.t - 1 + e.length]


def shape(table: Any) -> Any:
    """How many entries nested lists have, at every level."""
    return [shape(part) for part in table] if isinstance(table, list) else None


def some_epochs(seen: Suite) -> Iterator[tuple[NestedRun, NestedEpoch, dict[str, Any]]]:
    return ((run, e, {"run": run.name, "i": e.i}) for run, e in seen.all.epochs(about=6))


def sharply(e: NestedEpoch, name: str) -> Any:
    """A letter of pairs as its exact numbers are, to 96 bits."""
    exact = getattr(e.run.exact, name)[e.k]
    return nested(e.run.run.size, [Real.of(v).enclose(96) for v in exact], False)


WAYS = ((sharply, 80), (getattr, 45))  # exact numbers; doubles, as the claims have them
"""How an irrational letter is taken, and to how many bits it is then what it should be."""


# ------------------------------------------------------------------------------- Sec. II and III


@definition("as:layered-mdp", skip=True)
def assumption_1(seen: Suite, tally: Tally, skip: bool = False) -> None:
    """Singletons at both ends; rows of consecutive layers sum to 1, x_L's are 0; steps possible."""
    for run in seen.all:
        tally.holds(run.layers[0] == run.layers[-1] == 1, run=run.name)
        start = [sum(run.layers[:h]) for h in range(run.L + 1)]
        edges = {
            (start[h] + x, a, start[h + 1] + x1): p
            for h, P_h in enumerate(run.P)
            for x, rows in enumerate(P_h)
            for a, row in enumerate(rows)
            for x1, p in enumerate(row)
            if p
        }
        if skip and run.L >= 2:  # x_0 goes straight to x_L
            edges = {k: p for k, p in edges.items() if k[:2] != (0, 0)} | {(0, 0, run.X - 1): ONE}
        h_of = [h for h, X_h in enumerate(run.layers) for _ in range(X_h)]
        mass = dict.fromkeys(((x, a) for x in range(run.X) for a in range(run.A)), ZERO)
        for (x, a, x1), p in edges.items():
            tally.holds(h_of[x1] == h_of[x] + 1, run=run.name, x=x, a=a, x1=x1)
            mass[x, a] += p
        for (x, a), total in mass.items():
            tally.equal(total, Q(1 if h_of[x] < run.L else 0), run=run.name, x=x, a=a)
        for episode in run.episodes:
            at = episode.x
            possible = all(run.P[h][at[h]][a][at[h + 1]] > 0 for h, a in enumerate(episode.a))
            tally.holds(possible, run=run.name, t=episode.t)


@definition("def:1", without_policy=True)
def definition_1(seen: Suite, tally: Tally, without_policy: bool = False) -> None:
    """The forward recursion against the sum over all trajectories through (x,a,x')."""
    for run, e, where in some_epochs(seen):
        if prod(run.layers) * run.A**run.L > MOST:
            continue
        q = occupancy_measure(run.P, uniform(run.layers, run.A) if without_policy else e.pi)
        sums = [[[[ZERO] * len(row) for row in rows] for rows in P_h] for P_h in run.P]
        for path in trajectories_of(run.layers, run.A):
            after = [x for _, x, _ in path[1:]] + [0]
            steps = [(*pair, x1) for pair, x1 in zip(path, after, strict=True)]
            p = prod(e.pi[h][x][a] * run.P[h][x][a][x1] for h, x, a, x1 in steps)
            for h, x, a, x1 in steps:
                sums[h][x][a][x1] += p
        tally.holds(q == sums, **where)


# ------------------------------------------------------------------------------- Algorithm 1


@definition("alg:main/1", order=-1)
def input_(seen: Suite, tally: Tally, order: int = 1) -> None:
    """q_hat_1 and Lam are functions of layers, A, T and delta."""
    for run in seen.runs:
        if "foreign" not in run.tags:  # some record policies only
            layers = run.layers[::order]
            q_hat, right = run.epochs[0].q_hat3, uniform_measure(layers, run.A)
            shaped = shape(q_hat) == shape(right)
            near = shaped and all(abs(u - v) <= ROUNDING for u, v in zipped(q_hat, right))
            tally.holds(near, run=run.name, layers=list(layers))
            if run.choices["log"] == "ln":
                tally.equal(ln(Q(run.T * sum(layers) * run.A) / run.delta), run.Lam, run=run.name)


@definition("alg:main/3", first=0)
@definition("alg:main/7", first=0)
def numbered(seen: Suite, tally: Tally, first: int = 1) -> None:
    """Epochs and episodes, from 1 on; epoch 1 starts at t = 1."""
    for run in seen.all:
        for numbers in ([e.i for e in run.epochs], [p.t for p in run.episodes]):
            tally.holds(numbers == [*range(first, len(numbers) + first)], run=run.name)
        tally.holds(run.epochs[0].t == 1 and len(run.episodes) == run.T, run=run.name)


@definition("alg:main/8", later=1)
def policy_is_played(seen: Suite, tally: Tally, later: int = 0) -> None:
    """pi_i(a_h|x_h) > 0 in every step; the frequencies are tested with the sampler."""
    for run in seen.all:
        for e in run.epochs[: len(run.epochs) - later]:
            pi = run.epochs[e.i - 1 + later].pi
            played = {(h, p.x[h], a) for p in episodes_of(run, e) for h, a in enumerate(p.a)}
            tally.holds(all(pi[h][x][a] > 0 for h, x, a in played), run=run.name, i=e.i)


@definition("alg:main/9", mean=True)
def trajectory(seen: Suite, tally: Tally, mean: bool = False) -> None:
    """States in their layers, rewards in [0,1] that are drawn, not the means."""
    for run in seen.all:
        for p in run.episodes:
            full = len(p.a) == len(p.r) == run.L and len(p.x) == run.L + 1
            inside = all(0 <= x < run.layers[h] for h, x in enumerate(p.x))
            rewards = all(ZERO <= r <= ONE for r in p.r)
            if mean:
                rewards = all(r == run.r[h][p.x[h]][p.a[h]] for h, r in enumerate(p.r))
            tally.holds(full and inside and rewards, run=run.name, t=p.t)


@definition("alg:main/10", left_out=1)
def counts_inside(seen: Suite, tally: Tally, left_out: int = 0) -> None:
    for run, e in seen.all.epochs():
        n = Counter(
            (h, p.x[h], a)
            for p in episodes_of(run, e)
            for h, a in enumerate(p.a[: run.L - left_out])
        )
        same = all(e.n[h][x][a] == n[h, x, a] for h, x, a in pairs(e.N))
        tally.holds(same, run=run.name, i=e.i)


@definition("alg:main/13", later=0)
def starts(seen: Suite, tally: Tally, later: int = 1) -> None:
    """t(1) = 1, t(i+1) is one after the last episode of epoch i; at most one epoch is idle."""
    for run in seen.all:
        for e, after in zip(run.epochs, run.epochs[1:], strict=False):
            tally.equal(after.t, e.t + e.length - 1 + later, run=run.name, i=after.i)
        of_epoch = [p.i for p in run.episodes]
        listed = [e.i for e in run.epochs for _ in range(e.length)]
        tally.holds(of_epoch == listed, run=run.name)
        idle = [e for e in run.epochs if e.length == 0]
        solved = run.choices["last-trigger"] == "solve"
        tally.holds(len(idle) <= solved and all(e.t == run.T + 1 for e in idle), run=run.name)


@definition("alg:main/14", back=2)
def counts_before(seen: Suite, tally: Tally, back: int = 1) -> None:
    for run in seen.all:
        counts = [*(e.N for e in run.epochs), run.N_end]
        for e, N in zip(run.epochs, counts[back:], strict=False):
            added = all(N[h][x][a] == e.N[h][x][a] + e.n[h][x][a] for h, x, a in pairs(N))
            tally.holds(added, run=run.name, i=e.i)


@definition("alg:main/16", scale=Q(1, 2))
def confidence_set(seen: Suite, tally: Tally, scale: Q = ONE) -> None:
    """P_i, which q_hat_i uses, has distributions as rows, in the ball around P_bar_i's."""
    for _, e, where in some_epochs(seen):
        for h, x, a in pairs(e.N):
            row, eps = e.P_i(ESTIMATED)[h][x][a], e.eps[h][x][a].lo * scale
            tally.holds(sum(row, ZERO) == 1 and min(row) >= 0, h=h, x=x, a=a, **where)
            if e.N[h][x][a]:
                tally.leq(distance(row, e.P_bar[h][x][a]), eps, h=h, x=x, a=a, **where)


@definition("alg:main/18", for_true_rewards=True)
def solution_of_lp1(seen: Suite, tally: Tally, for_true_rewards: bool = False) -> None:
    """LP1's exact optimum minus <q_hat_i, r_hat_i>, q_hat_i made exactly feasible."""
    for run, e, where in some_epochs(seen):
        gap = e.optimum_lo - run.best.value if for_true_rewards else e.gap
        tally.holds(0 <= gap <= TOLERANCE, gap=gap, **where)


# ------------------------------------------------------------------------------- Sec. IV-A


@definition("eq:empirical-transition", inside=True)
@definition("eq:14", inside=True)
def empirical_means(seen: Suite, tally: Tally, inside: bool = False) -> None:
    """P_bar_i and r_bar_i against the episodes before t(i) (or, wrongly, before t(i+1))."""
    for run, e, where in some_epochs(seen):
        visits: dict[tuple[int, int, int], list[tuple[int, Q]]] = {}
        for p in run.episodes[: e.t - 1 + (e.length if inside else 0)]:
            for h, a in enumerate(p.a):
                visits.setdefault((h, p.x[h], a), []).append((p.x[h + 1], p.r[h]))
        P_bar, r_bar = e.P_bar, e.r_bar
        for h, x, a in pairs(e.N):
            outcomes = visits.get((h, x, a), [])
            N, successors = max(1, len(outcomes)), Counter(x1 for x1, _ in outcomes)
            shares = [Q(successors[x1], N) for x1 in range(run.layers[h + 1])]
            mean = sum((r for _, r in outcomes), ZERO) / N
            same = (shares, mean) == (P_bar[h][x][a], r_bar[h][x][a])
            tally.holds(same, h=h, x=x, a=a, **where)


@definition("eq:extra-term-P", later=0)
def transition_radius(seen: Suite, tally: Tally, later: int = 1) -> None:
    """eps_i against eq. (11), to 80 and 45 bits; the fault has X_h in place of X_{h+1}."""
    for (run, e, where), (of, bits) in product(some_epochs(seen), WAYS):
        table = of(e, "eps")
        for h, x, a in pairs(e.N):
            right = eps_radius(run.layers[h + later], run.Lam, e.N[h][x][a]).enclose(96)
            eps = table[h][x][a]
            meet = not (eps.hi < right.lo or right.hi < eps.lo)
            tally.holds(meet and eps.width <= eps.hi / (1 << bits), h=h, x=x, a=a, **where)


@definition("eq:conf-set-P", free=True)
def membership(seen: Suite, tally: Tally, free: bool = False) -> None:
    """Whether P is in P_i is decided; the fault: it always is, though some radii are shrunk."""
    for _, e, where in some_epochs(seen):
        tally.holds(e.in_confidence_set is not Decision.UNDECIDED, **where)
        if free:
            tally.holds(e.in_confidence_set, **where)


@definition("eq:extra-term-r", shift=1)
def reward_radius(seen: Suite, tally: Tally, shift: int = 0) -> None:
    """b_i^2 max{1, N_i} = 2 Lam, to 80 and 45 bits."""
    for (run, e, where), (of, bits) in product(some_epochs(seen), WAYS):
        Lam, table = run.Lam.enclose(128), of(e, "b")
        for h, x, a in pairs(e.N):
            b, N = table[h][x][a], max(1, e.N[h][x][a] - shift)
            inside = b.lo**2 * N <= 2 * Lam.hi and 2 * Lam.lo <= b.hi**2 * N
            tally.holds(inside and b.width <= b.hi / (1 << bits), h=h, x=x, a=a, **where)


@definition("alg:main/17", most=2)
@definition("eq:rew-ucb", most=2)
@definition("eq:rew-lcb", most=2)
def reward_bounds(seen: Suite, tally: Tally, most: int = 1) -> None:
    """r_hat_i = min{1, r_bar_i + b_i}, r_check_i = max{0, r_bar_i - b_i}, to 80 and 45
    bits."""
    for (_, e, where), (of, bits) in product(some_epochs(seen), WAYS):
        tables = [of(e, name) for name in ("b", "r_hat", "r_check")]
        for h, x, a in pairs(e.N):
            r_bar, (b, upper, lower) = e.r_bar[h][x][a], (table[h][x][a] for table in tables)
            wanted = (
                Enclosure(min(Q(most), r_bar + b.lo), min(Q(most), r_bar + b.hi)),
                Enclosure(max(Q(1 - most), r_bar - b.hi), max(Q(1 - most), r_bar - b.lo)),
            )
            for bound, right in zip((upper, lower), wanted, strict=True):
                meet = not (bound.hi < right.lo or right.hi < bound.lo)
                tally.holds(meet and bound.width <= Q(2) / (1 << bits), h=h, x=x, a=a, **where)


# ------------------------------------------------------------------------------- the tests

every = pytest.mark.parametrize(
    ("label", "check", "fault"), [pytest.param(*c, id=c[0]) for c in CHECKS]
)


@every
def test_runs_satisfy_it_and_a_fault_is_noticed(
    label: str, check: Check, fault: dict[str, Any]
) -> None:
    tally = Tally("exact on runs", label)
    check(suite(), tally)
    assert tally.evidence().verdict is Verdict.HOLDS, tally.witness
    wrong = partial(check, suite(), Tally("exact on runs", label), **fault)
    with pytest.raises(Refuted), first_failure_ends():
        wrong()


def test_what_is_given_and_no_theorem_is_a_definition_in_coq() -> None:
    statements.load()
    given = [entry for entry in REGISTRY.values() if entry.kind == "given" and not entry.coq]
    assert len(given) >= 17
    for claim in given:
        assert claim.defined, claim.label
        for place in claim.defined:
            assert defined_at(place.file, place.name) > 0
    assert all(entry.kind == "given" for entry in REGISTRY.values() if entry.defined)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("model/Algorithm.v", "P_bar"),  # the name on the page of claims
        ("paper/Estimates.v", "Pbar"),  # used there, defined elsewhere
        ("model/Algorithm.v", "layer_total"),  # a lemma
        ("model/Algorithm.v", "eq"),  # only in comments
    ],
)
def test_what_is_not_defined_in_a_file_is_malformed(file: str, name: str) -> None:
    with pytest.raises(MalformedInput, match="is not stated"):
        defined_at(file, name)


def test_the_page_of_a_definition_says_why_it_is_no_theorem() -> None:
    statements.load()
    said = repr(defined_in_coq(REGISTRY["eq:empirical-transition", "printed"]))
    line = defined_at("model/Algorithm.v", "Pbar")
    for words in (
        "it has no theorem",
        "'Pbar'",
        f"model/Algorithm.v:{line}",
        "'P_bar'",
        "Challenge.v:",
    ):
        assert words in said


def test_every_definition_has_a_check() -> None:
    statements.load()
    given = {claim.label for claim in REGISTRY.values() if claim.kind == "given"}
    assert given <= {label for label, _, _ in CHECKS}
