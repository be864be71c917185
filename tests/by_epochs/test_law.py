"""The law of a run by epochs is that of a played one: by exact enumeration, and by two samples."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from reference.by_epochs import visits
from reference.by_epochs.count import Row, TotalOfRun, count, told
from reference.by_epochs.planners import Knowledge, planner, rooms
from reference.by_epochs.visits import count_epoch, distributions, fallen, prefix, visits_of_pairs
from reference.environments import make
from reference.figure1.algorithms import parse as algorithm
from reference.figure1.trials import parse as trial
from reference.figure1.trials import run_trial
from reference.mdp import Tables

ALARM = 1e-6
"""A right sampler fails with this probability: the draws are fixed by their seeds."""
LAYERS, A = (1, 2, 2, 1), 2
P: Tables = (
    np.array([[[0.3, 0.7], [1.0, 0.0]]]),
    np.array([[[0.5, 0.5], [0.0, 1.0]], [[0.25, 0.75], [0.6, 0.4]]]),
    np.ones((2, 2, 1)),
)
MIXED: Tables = (np.array([[0.6, 0.4]]), np.array([[1.0, 0.0], [0.5, 0.5]]), np.full((2, 2), 0.5))
RARE: Tables = (np.array([[0.9, 0.1]]), np.array([[0.1, 0.9], [0.0, 1.0]]), np.full((2, 2), 0.5))
ROOM: Tables = (np.array([[5, 3]]), np.array([[3, 1], [3, 2]]), np.array([[4, 3], [3, 9]]))

Path = tuple[tuple[int, int, int, int], ...]  # (h, x, a, x')


def paths(P: Tables, pi: Tables, h: int = 0, x: int = 0) -> Iterator[tuple[float, Path]]:
    """Every episode from x in layer h on, and its probability."""
    if h == len(P):
        yield 1.0, ()
        return
    for a, y in product(range(P[h].shape[1]), range(P[h].shape[2])):
        if (p := pi[h][x, a] * P[h][x, a, y]) > 0:
            for q, rest in paths(P, pi, h + 1, y):
                yield float(p * q), ((h, x, a, y), *rest)


def law_of_an_epoch(P: Tables, pi: Tables, room: Tables, most: int) -> dict[Any, float]:
    """The probability of every (visits, last episode) of an epoch, episode by episode."""
    every = list(paths(P, pi))
    going: dict[Any, float] = {(): 1.0}
    ended: dict[Any, float] = defaultdict(float)
    for t in range(1, most + 1):
        after: dict[Any, float] = defaultdict(float)
        for (key, p), (q, path) in product(going.items(), every):
            n3 = Counter(dict(key))
            n3.update(path)
            n: Counter[Any] = Counter()
            for (h, x, a, _), k in n3.items():
                n[h, x, a] += k
            frozen = tuple(sorted(n3.items()))
            if t == most or any(k >= room[h][x, a] for (h, x, a), k in n.items()):
                ended[frozen, path] += p * q
            else:
                after[frozen] += p * q
        going = dict(after)
    return dict(ended)


def seen_as(n3: Tables) -> tuple[Any, ...]:
    """Visits as `law_of_an_epoch` has them."""
    return tuple(
        ((h, *(int(k) for k in place)), int(n3_h[tuple(place)]))
        for h, n3_h in enumerate(n3)
        for place in np.argwhere(n3_h)
    )


def fits(seen: Counter[Any], law: dict[Any, float]) -> float:
    """The p-value of a chi-square test, outcomes that are rare put together; 0 if an outcome was
    seen that is impossible."""
    total = sum(seen.values())
    if set(seen) - set(law):
        return 0.0
    often = [key for key, p in law.items() if p * total >= 8]
    observed = [seen[key] for key in often]
    expected = [law[key] * total for key in often]
    rest = sum(law.values()) * total - sum(expected)
    if rest >= 8:
        observed.append(total - sum(observed))
        expected.append(rest)
    scale = sum(observed) / sum(expected)
    return float(stats.chisquare(observed, np.array(expected) * scale).pvalue)


def coarse(of: Any) -> Counter[Any]:
    """Put together the outcomes with as many episodes and the same last one."""
    together: Counter[Any] = Counter()
    for (n3, last), p in of.items():
        together[sum(k for place, k in n3 if place[0] == 0), last] += p
    return together


def drawn(pi: Tables, most: int, times: int) -> Counter[Any]:
    rng, seen = np.random.default_rng(1), Counter[Any]()
    for _ in range(times):
        counted = count_epoch(rng, P, pi, ROOM, most)
        last = tuple(place for place, _ in seen_as(counted.last))
        seen[seen_as(counted.n3), last] += 1
    return seen


@pytest.mark.parametrize("pi", [MIXED, RARE], ids=["mixed", "rare"])
@pytest.mark.parametrize("most", [3, 30])
def test_an_epoch_has_the_law_of_a_played_one(pi: Tables, most: int) -> None:
    law = law_of_an_epoch(P, pi, ROOM, most)
    assert abs(sum(law.values()) - 1) < 1e-12 and len(law) > 10
    seen = drawn(pi, most, 2000)
    assert not set(seen) - set(law)
    assert fits(coarse(seen), dict(coarse(law))) > ALARM


def binomial_prefix(rng: np.random.Generator, n3: Tables, K: int) -> Tables:
    """A prefix that is not hypergeometric: every count keeps each of its visits with K / all."""
    share = K / n3[0].sum()
    return tuple(rng.binomial(n3_h, share) for n3_h in n3)


def sorted_prefix(rng: np.random.Generator, n3: Tables, K: int) -> Tables:
    """A prefix of episodes, but not of an arrangement at random: the least categories first."""

    def least_first(rng: Any, counts: Any, first: Any) -> Any:
        before = np.cumsum(counts, axis=-1) - counts
        return np.clip(first[..., None] - before, 0, counts)

    with pytest.MonkeyPatch.context() as during:
        during.setattr(visits, "first_of", least_first)
        return prefix(rng, n3, K)


@pytest.mark.parametrize("wrong", [binomial_prefix, sorted_prefix])
def test_a_prefix_that_is_not_hypergeometric_is_found(
    wrong: Callable[..., Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its law; what is binomial is no set of episodes at all."""
    monkeypatch.setattr(visits, "prefix", wrong)
    law = law_of_an_epoch(P, MIXED, ROOM, 30)
    with np.errstate(all="ignore"):
        try:
            seen = drawn(MIXED, 30, 1500)
        except (IndexError, ValueError):  # no such visits: a negative count, no last episode
            assert wrong is binomial_prefix
            return
    assert fits(coarse(seen), dict(coarse(law))) < ALARM


def test_the_algorithm_on_tiny_has_the_law_of_its_play() -> None:
    """Visits and sums of rewards after the third epoch of UCRL-LP's twin, rewards included."""
    mdp = make("tiny").mdp.to_float()
    spec = algorithm("ucrl-lp-twin")
    head = told(mdp, spec, 50)
    plan = planner(spec, head)
    exact: dict[Any, float] = defaultdict(float)

    def enumerate_from(known: Knowledge, chance: float) -> None:
        if known.i == 4:
            exact[seen_as(known.N3), tuple(np.concatenate([R.ravel() for R in known.R]))] += chance
            return
        pi, _ = plan(known)
        room = rooms(head.choices, known.N)
        law = law_of_an_epoch(mdp.P, distributions(pi), room, 50)
        merged: dict[Any, float] = defaultdict(float)
        for (n3, _), p in law.items():
            merged[n3] += p
        for n3, p in merged.items():
            N3 = tuple(table.copy() for table in known.N3)
            for (h, x, a, y), k in n3:
                N3[h][x, a, y] += k
            new = tuple(u - v for u, v in zip(visits_of_pairs(N3), known.N, strict=True))
            for R, q in sums(new, mdp.r):
                total = tuple(u + v for u, v in zip(known.R, R, strict=True))
                K = int(new[0].sum())
                after = Knowledge(known.i + 1, known.t + K, visits_of_pairs(N3), N3, total, pi)
                enumerate_from(after, chance * p * q)

    shapes = [t.shape for t in mdp.P]
    N3 = tuple(np.zeros(shape, dtype=np.int64) for shape in shapes)
    R = tuple(np.zeros(shape[:2]) for shape in shapes)
    enumerate_from(Knowledge(1, 1, visits_of_pairs(N3), N3, R, tuple(R)), 1.0)
    assert abs(sum(exact.values()) - 1) < 1e-9 and len(exact) > 10
    seen: Counter[Any] = Counter()
    for seed in range(2000):
        for row in count(told(mdp, spec, 50, seed=seed), spec):
            known = row.known
            if known.i == 4 or isinstance(row, TotalOfRun):
                sums_of = tuple(np.concatenate([S.ravel() for S in known.R]))
                seen[seen_as(known.N3), sums_of] += 1
                break
    assert sum(seen.values()) == 2000 and fits(seen, dict(exact)) > ALARM


def sums(n: Tables, r: Tables) -> Iterator[tuple[Tables, float]]:
    """Every table of sums of n Bernoulli rewards of means r, and its probability."""
    places = [(h, *map(int, p)) for h, n_h in enumerate(n) for p in np.argwhere(n_h)]
    for values in product(*(range(int(n[h][x, a]) + 1) for h, x, a in places)):
        R, chance = tuple(np.zeros(n_h.shape) for n_h in n), 1.0
        for (h, x, a), k in zip(places, values, strict=True):
            R[h][x, a] = k
            chance *= float(stats.binom.pmf(k, int(n[h][x, a]), r[h][x, a]))
        if chance > 0:
            yield R, chance


def two_samples(name: str, T: int, seeds: int, env: str = "paper") -> dict[str, float]:
    """p-values of two-sample tests (Kolmogorov and Smirnov) of regret and of the number of epochs:
    `seeds` played runs against as many that were counted, on one MDP."""
    played: list[tuple[float, int]] = []
    counted: list[tuple[float, int]] = []
    spec = algorithm(name)
    for seed in range(seeds):
        one = trial(f"{env}~{name}~T={T}~delta=0.1~bernoulli~seed={seed}")
        result: Any = run_trial(one)[0]
        played.append((result.regret, result.updates))
        total = [*count(told(make(env, seed=seed).mdp, spec, T, seed=seed), spec)][-1]
        assert isinstance(total, TotalOfRun)
        counted.append((total.regret, total.epochs - 1))
    return {
        what: float(stats.ks_2samp([p[k] for p in played], [c[k] for c in counted]).pvalue)
        for k, what in enumerate(("regret", "epochs"))
    }


@pytest.mark.parametrize("name", ["ucrl-lp-twin", "ucrl2-fh"])
def test_played_and_counted_runs_at_the_papers_size(name: str) -> None:
    """Random MDPs, a new one for each seed: twelve of each."""
    assert min(two_samples(name, 1000, 12).values()) > 1e-3


def test_a_visit_that_cannot_happen_does_not() -> None:
    """Rows like (1/3, 1/3, 1/3, 0): NumPy's multinomial leaves 1e-16 of the mass to the last
    category, which was drawn 130 times in 2^60."""
    p = np.tile(np.array([1 / 3, 1 / 3, 1 / 3, 0.0]), (64, 1))
    rng = np.random.default_rng(0)
    n = np.full(64, 1 << 46)
    assert all(fallen(rng, n, p)[:, 3].max() == 0 for _ in range(50))
    numpys = np.random.default_rng(0)
    assert any(numpys.multinomial(1 << 60, p[0])[3] > 0 for _ in range(50)), "the leak"


def test_counts_are_whole_up_to_the_largest_T() -> None:
    rng, K = np.random.default_rng(3), 10**14
    n3 = visits.visits_of(rng, K, P, MIXED)
    assert all(int(n3_h.sum()) == K and n3_h.dtype == np.int64 for n3_h in n3)
    for h in range(2):
        assert (n3[h].sum(axis=(0, 1)) == n3[h + 1].sum(axis=(1, 2))).all()


def test_what_cannot_end_the_epoch_is_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An epoch of about 10^13 episodes takes few draws, and its hypergeometric ones take fewer than
    10^9 things."""
    calls: list[int] = []
    whole = visits.visits_of

    def noted(rng: np.random.Generator, K: int, P: Tables, pi: Tables) -> Tables:
        calls.append(K)
        return whole(rng, K, P, pi)

    monkeypatch.setattr(visits, "visits_of", noted)
    room = tuple(np.full(pi_h.shape, 10**13) for pi_h in MIXED)
    counted = count_epoch(np.random.default_rng(0), P, MIXED, room, 10**14)
    n = visits_of_pairs(counted.n3)
    assert counted.ended and max(int(n_h.max()) for n_h in n) == 10**13
    assert len(calls) < 400 and max(calls) > 10**12


def test_rows_end_where_they_must() -> None:
    spec = algorithm("ucrl-lp-twin")
    head = told(make("tiny").mdp, spec, 10**6)
    rows = [row for row in count(head, spec) if isinstance(row, Row)]
    for row in rows[:-1]:
        n, room = visits_of_pairs(row.counted.n3), rooms(head.choices, row.known.N)
        before = tuple(a - b for a, b in zip(n, visits_of_pairs(row.counted.last), strict=True))
        assert visits.reached(n, room) and not visits.reached(before, room)
