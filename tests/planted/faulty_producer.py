"""A producer of traces for the tests: Algorithm 1 in its own few lines, with faults to switch on.

Independent of proofs_check and of reference.ucrl_lp: an array or a list per layer, LP1 by
backward induction, by SciPy's HiGHS on the printed rows, or by GLOP through the reference. Every
place where an implementer can go wrong reads `self.slip(fault, wrong, right)`: the wrong value if
this producer has that fault. Letters as in the paper; tables are indexed [h][x][a](x1).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise, starmap
from typing import Any, TypeVar

import numpy as np

from tests.planted import faulty_lp

Table = list[Any]
Record = dict[str, Any]
S = TypeVar("S")
INTERMEDIATES = ("N", "N3", "r_bar", "P_bar", "eps", "b", "r_hat", "r_check", "value")
TIES = ("first", "last", "random", "mixed")  # of backward induction
LOG = {"ln": math.log, "log2": math.log2, "log10": math.log10}
R_ID = {"trigger": "R-1", "x_L": "R-2", "completion": "R-3", "r_bar": "R-9", "log": "R-10"}
R_ID["last-trigger"] = "R-16"
COMPLETIONS = ("uniform", "first", "previous", "greedy")


@dataclass(frozen=True)
class Setting:
    """What is run, how it is solved, and what is written down."""

    layers: tuple[int, ...] = (1, 2, 2, 1)
    A: int = 2
    T: int = 400
    delta: float = 0.1
    seed: int = 0
    trigger: str = "max1"
    completion: str = "uniform"
    log: str = "ln"
    last_trigger: str = "skip"
    r_bar: str = "running-mean"
    law: str = "bernoulli"  # or uniform, three-point, thirds
    solver: str = "first"  # one of TIES, a method of SciPy's linprog, or glop-<parameters>
    record: tuple[str, ...] = ("q_hat", "pi", *INTERMEDIATES)
    rationals: bool = False
    mdp: bool = False  # stands in the header
    extremes: bool = False  # some mean rewards are 0 or 1
    episodes: int | None = None  # fewer than T: the run stops early
    tolerance: float | None = None


class Producer:
    """One run of UCRL-LP with at most one fault; `slips` are the faults it could have had."""

    def __init__(self, setting: Setting, fault: str = "") -> None:
        self.s, self.fault = setting, fault
        self.slips: set[str] = set()
        self.layers, self.A, self.T = setting.layers, setting.A, setting.T
        self.L = len(self.layers) - 1
        self.rng = random.Random(setting.seed)
        self.records: list[Record] = []
        self.P, self.r = self._environment()

    def slip(self, fault: str, wrong: S, right: S) -> S:
        self.slips.add(fault)
        return wrong if self.fault == fault else right

    def has(self, fault: str) -> bool:
        return self.slip(fault, True, False)

    def pairs(self, entry: Callable[[int, int, int], Any]) -> Table:
        """The table [h][x][a] of entry(h, x, a)."""
        return [
            [[entry(h, x, a) for a in range(self.A)] for x in range(self.layers[h])]
            for h in range(self.L)
        ]

    def zeros(self) -> tuple[Table, Table]:
        """No visits of any pair, nor of any triple."""
        shapes = [(X, self.A, Y) for X, Y in pairwise(self.layers)]
        return [np.zeros(s[:2], int) for s in shapes], [np.zeros(s, int) for s in shapes]

    def _environment(self) -> tuple[Table, Table]:
        """Dyadic rows and means, so that the header can say them exactly."""

        def row(n: int) -> list[float]:
            cuts = sorted(self.rng.choice([0, self.rng.randint(0, 64)]) for _ in range(n - 1))
            return [(b - a) / 64 for a, b in pairwise([0, *cuts, 64])]

        def mean(h: int, x: int, a: int) -> float:
            some = self.rng.randint(4, 40) / 64
            return self.rng.choice([0.0, 1.0, some]) if self.s.extremes else some

        return self.pairs(lambda h, x, a: row(self.layers[h + 1])), self.pairs(mean)

    # ---- Algorithm 1 ----

    def run(self) -> list[Record]:
        self.records = [self._header()]
        (self.N, self.N3), (self.n, self.n3) = self.zeros(), self.zeros()
        self.r_bar, self.r_sum = (self.pairs(lambda h, x, a: 0) for _ in range(2))
        self.i, self.postponed = 0, False
        self.pi: Table = []
        self.q: Table = []
        if not self.has("no epoch 1"):
            self._epoch(1)
        last = self.slip("one episode too many", self.T + 1, self.s.episodes or self.T)
        for t in range(1, last + 1):
            self.before = deepcopy(self.n)
            self._episode(t)
            new = self._triggered()
            if self.has("trigger one episode late"):
                new, self.postponed = self.postponed, new and not self.postponed
            solve = self.slip("solves at T, undeclared", True, self.s.last_trigger == "solve")
            solve = self.slip("does not solve at T, undeclared", False, solve)
            if new and (t < self.T or solve):
                self._epoch(t + 1)
                if self.has("every epoch twice"):
                    self._epoch(t + 1)
        self.records.append(
            {
                "record": "end",
                "episodes": self.slip("end counts episodes from 0", last - 1, last),
                "epochs": self.slip("end counts LPs solved", self.i - 1, self.i),
            }
        )
        return self.records

    def _header(self) -> Record:
        s = self.s
        readings = {
            R_ID["trigger"]: self.slip("declares another trigger", "printed", s.trigger),
            R_ID["x_L"]: self.slip("declares q(x_L) free", "printed", "no-pairs"),
            R_ID["completion"]: s.completion,
            R_ID["r_bar"]: s.r_bar,
            R_ID["log"]: self.slip("declares another log", "log2", s.log),
            R_ID["last-trigger"]: s.last_trigger,
        }
        head: Record = {
            "record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
            "layers": list(s.layers), "A": s.A, "T": s.T, "delta": self.out(s.delta),
            "readings": readings, "producer": {"name": "faulty", "version": "0"},
        }  # fmt: skip
        tolerance = self.slip("declares tolerance 1e-3", 1e-3, s.tolerance)
        if tolerance is not None:
            head["tolerance"] = tolerance
        if s.mdp:
            head["mdp"] = {"P": self.out(self.P), "r": self.out(self.r)}
        return head

    def _episode(self, t: int) -> None:
        xs, actions, rewards = [0], [], []
        for h in range(self.L):
            x = xs[-1]
            pi = self.pi[h][x] if self.pi else [1 / self.A] * self.A
            if self.has("plays an action with pi = 0"):
                pi = [float(p == 0) or 1e-9 for p in pi]
            a = self.rng.choices(range(self.A), pi)[0]
            row = self.P[h][x][a]
            if self.has("moves where P = 0"):
                row = [float(p == 0) or 1e-9 for p in row]
            xs.append(self.rng.choices(range(self.layers[h + 1]), row)[0])
            actions.append(a)
            mean = self.r[h][x][a]
            rewards.append(self._reward(self.slip("rewards of mean 1 - r", 1 - mean, mean)))
        for h in range(self.L):
            self._learn(h, xs[h], actions[h], xs[h + 1], rewards, actions)
        if self.has("states numbered from 1"):
            xs = [x + 1 for x in xs]
        xs = self.slip("x_1..x_L instead of x_0..x_{L-1}", xs[1:], xs[:-1])
        actions = self.slip("actions numbered from 1", [a + 1 for a in actions], actions)
        rewards = self.slip("rewards in [-1, 1]", [2 * r - 1 for r in rewards], rewards)
        rewards = self.slip("rewards written one step off", rewards[1:] + rewards[:1], rewards)
        t = self.slip("episodes numbered from 0", t - 1, t)
        t = self.slip("episodes counted within the epoch", int(self.n[0].sum()), t)
        self.records.append(
            {"record": "episode", "t": t, "x": xs, "a": actions, "r": self.out(rewards)}
        )

    def _reward(self, mean: float) -> float:
        if mean in (0, 1):
            return float(mean)
        if self.s.law == "uniform":
            return self.rng.uniform(max(0, 2 * mean - 1), min(1, 2 * mean))
        if self.s.law == "thirds":
            return self.rng.randint(0, 3) / 3
        draws = [float(self.rng.random() < mean) for _ in range(2)]
        return sum(draws) / 2 if self.s.law == "three-point" else draws[0]

    def _learn(self, h: int, x: int, a: int, x1: int, rewards: list[float], actions: Table) -> None:
        self.n[h][x, a] += 1
        moved = x, a, x1
        if self.layers[h] == self.layers[h + 1]:
            moved = self.slip("N3 transposed", (x1, a, x), moved)
        if h + 1 < self.L:
            moved = self.slip("N3 with the next action", (x, actions[h + 1], x1), moved)
        self.n3[h][moved] += 1
        r = self.slip("r_bar from the reward one step off", rewards[h - 1], rewards[h])
        N, n = int(self.N[h][x, a]), int(self.n[h][x, a])
        visits = self.slip("r_bar over max{1, N} only", max(1, N), max(1, N + n))
        visits = self.slip("r_bar over N + n + 1", N + n + 1, visits)
        visits = self.slip("r_bar over the epoch only", max(1, n), visits)
        mean = self.r_bar[h][x][a] + (r - self.r_bar[h][x][a]) / visits
        mean = self.slip("r_bar is the last reward", r, mean)
        mean = self.slip("float32", float(np.float32(mean)), mean)
        self.r_sum[h][x][a] += r
        if self.s.r_bar == "sum-over-N":
            mean = self.r_sum[h][x][a] / (N + n)
        self.r_bar[h][x][a] = mean

    def _triggered(self) -> bool:
        """Alg. 1 l. 12, by looking at every pair."""
        trigger = self.slip("a new epoch every episode", "printed", self.s.trigger)
        trigger = self.slip("no max in the trigger", "printed-without-x_L", trigger)
        if trigger == "printed":
            return True
        n = self.slip("trigger before the counters are updated", self.before, self.n)
        visits = list(zip(n, self.N, strict=True))
        by_state = [(n_h.sum(axis=1), N_h.sum(axis=1)) for n_h, N_h in visits]
        visits = self.slip("trigger on the states' visits", by_state, visits)
        triples = list(zip(self.n3, self.N3, strict=True))
        visits = self.slip("trigger on the triples' visits", triples, visits)
        early = self.slip("trigger one visit early", 1, 0) - self.has("n > N")
        least = 0 if trigger == "printed-without-x_L" else self.slip("n > N", 0, 1)
        return any((n_h + early >= np.maximum(least, N_h)).any() for n_h, N_h in visits)

    # ---- a new epoch ----

    def _epoch(self, t: int) -> None:
        self.i += 1
        keep = self.slip("N_i = n_{i-1}", 0, 1)
        early = self.i > 1 and self.has("the last episode is not in N")
        n = self.before if early else self.n
        self.N = [keep * N_h + n_h for N_h, n_h in zip(self.N, n, strict=True)]
        self.N3 = [N_h + n_h for N_h, n_h in zip(self.N3, self.n3, strict=True)]
        none, self.n3 = self.zeros()
        self.n = self.slip("n is not reset", self.n, none)
        known = self._estimates(t)
        q, V, Q = self._solve(known)
        if self.i == 1:
            q = self._q_hat_1()
        if self.q and self.i > 2 and self.has("stale q_hat"):
            q = self.q
        pi = self._policy(q, Q)
        value = self._inner(q, known["r_hat"])
        value = self.slip("value is V(x_1)", V[1][0], value)
        value = self.slip("value is <q_hat, r_bar>", self._inner(q, known["r_bar"]), value)
        record: Record = {
            "record": "epoch",
            "i": self.slip("epochs numbered from 0", self.i - 1, self.i),
            "t": self.slip("t(i) is the episode before", max(1, t - 1), t),
        }
        record["t"] = self.slip("t(i) counts from 0", t - 1, record["t"]) or 1
        V = [[None if v == -math.inf else v for v in V_h] for V_h in V[:-1]]  # null: dead
        if self.i == 1:
            V = [[self.L - h] * X_h for h, X_h in enumerate(self.layers[:-1])]
        tables = {
            **known, "N": self.N, "N3": self.N3, "value": value, "q_hat": q, "pi": pi, "V": V,
        }  # fmt: skip
        record |= {name: self.out(tables[name]) for name in self.s.record}
        self.records.append(record)
        self.q, self.pi = q, pi

    def _inner(self, q: Table, r: Table) -> float:
        """<q, r>."""
        return math.fsum(mean * v for mean, row in zip(flat(r), flat(q), strict=True) for v in row)

    def _estimates(self, t: int) -> dict[str, Any]:
        """Eq. (10), (11), (14)-(17)."""
        layers, N = self.layers, self.N
        X = self.slip("X without x_L", sum(layers) - 1, sum(layers))
        A = self.slip("A left out of the log", 1, self.A)
        T = self.slip("T replaced by t", t, self.T)
        delta = self.slip("delta doubled", 2 * self.s.delta, self.s.delta)
        log = LOG[self.slip("log10", "log10", self.slip("log2", "log2", self.s.log))]
        Lam = log(T * X * A / delta)
        Lam = self.slip("log(TXA)/delta", log(T * X * A) / delta, Lam)

        def radius(factor: float, N: Any) -> Any:
            visits = self.slip("1 + N instead of max{1, N}", 1 + N, np.maximum(1, N))
            width = np.sqrt(factor * Lam / visits)
            return self.slip("no radius without visits", np.where(N == 0, 0.0, width), width)

        def eps(h: int) -> Any:
            width = self.slip("eps with X_h", layers[h], layers[h + 1])
            width = self.slip("eps with X", X, width)
            e = radius(2 * width, N[h])
            e = self.slip("eps without the 2", radius(width, N[h]), e)
            e = self.slip("eps without the root", e * e, e)
            return self.slip("eps/2 instead of eps", e / 2, e)

        def b(N: Any) -> Any:
            bonus = self.slip("b with 2X", radius(2 * X, N), radius(2, N))
            return self.slip("b without the 2", radius(1, N), bonus)

        def P_bar(N: Any, N3: Any) -> Any:
            X_next, n = N3.shape[2], N[..., None]
            shares = N3 / np.maximum(1, n)
            shares = self.slip("P_bar smoothed", (N3 + 1) / (n + X_next), shares)
            uniform = np.where(n == 0, 1 / X_next, shares)
            return self.slip("P_bar uniform without visits", uniform, shares)

        def r_hat(mean: Any, radius: Any) -> Any:
            bound = np.minimum(1.0, mean + radius)
            bound = self.slip("r_hat not clipped", mean + radius, bound)
            bound = self.slip("r_hat clipped below 0 only", np.maximum(0.0, mean + radius), bound)
            bound = self.slip("r_hat is r_bar", mean, bound)
            return self.slip("r_hat is r_check", np.maximum(0.0, mean - radius), bound)

        def r_check(mean: Any, radius: Any) -> Any:
            radius = self.slip("r_check with 2b", 2 * radius, radius)
            return self.slip("r_check not clipped", mean - radius, np.maximum(0.0, mean - radius))

        r_bar = deepcopy(self.r_bar)
        if self.has("r_bar set to 0 in a new epoch"):
            self.r_bar = self.pairs(lambda h, x, a: 0.0)
        radii = [b(N_h) for N_h in N]
        both = [(np.array(mean, float), b_h) for mean, b_h in zip(r_bar, radii, strict=True)]
        return {
            "r_bar": r_bar, "P_bar": list(map(P_bar, N, self.N3)), "Lam": Lam, "b": radii,
            "eps": [eps(h) for h in range(self.L)],
            "r_hat": list(starmap(r_hat, both)), "r_check": list(starmap(r_check, both)),
        }  # fmt: skip

    def _q_hat_1(self) -> Table:
        X, A, fault = sum(self.layers), self.A, "q_hat_1 = 1/(XAX)"
        return [
            np.full((X_h, A, Y), 1 / self.slip(fault, X**2 * A, X_h * A * Y)).tolist()
            for X_h, Y in pairwise(self.layers)
        ]

    # ---- LP1 ----

    def _solve(self, known: dict[str, Table]) -> tuple[Table, Table, Table]:
        """q_hat_i, and V and Q of backward induction."""
        objective, eps = known["r_hat"], known["eps"]
        zero = [0 * e for e in eps]
        if self.i > 1:
            objective = self.slip("first layer left out", [zero[0], *objective[1:]], objective)
            objective = self.slip("last layer left out", [*objective[:-1], zero[-1]], objective)
            objective = self.slip("minimises", [-r for r in known["r_hat"]], objective)
            objective = self.slip("maximises <q, r_bar>", known["r_bar"], objective)
            objective = self.slip("maximises <q, r_check>", known["r_check"], objective)
            objective = self.slip("greedy without optimism", known["r_bar"], objective)
        eps = self.slip("greedy without optimism", zero, eps)
        eps = self.slip("optimum for P_bar alone", zero, eps)
        eps = self.slip("ball of half the radius", [e / 2 for e in eps], eps)
        eps = self.slip("ball of twice the radius", [2 * e for e in eps], eps)
        ties = self.s.solver if self.s.solver in TIES else "first"
        worst = self.has("the worst transition of the ball")
        tables = known["P_bar"], eps, objective
        P_bar, eps, objective = ([np.array(v).tolist() for v in table] for table in tables)
        lp1 = faulty_lp.Program(self.layers, self.A, P_bar, eps, objective)
        V, Q, q = faulty_lp.induction(lp1, ties, self.rng, worst)
        dropped = [f for f in faulty_lp.FAMILIES if self.has(f"without the {f} rows")]
        if self.i > 1 and (dropped or self.s.solver not in TIES):
            solver = self.s.solver if self.s.solver.startswith(("highs", "glop")) else "highs"
            q = faulty_lp.by_solver(solver, lp1, dropped)
        if self.i > 1:
            if self.has("LP1 solved to 1e-3"):
                q = faulty_lp.mixed(q, self._played(known), 1e-3)
            if self.has("q_hat holds P_i"):
                q = [
                    [[[v / (sum(row) or 1) for v in row] for row in of_x] for of_x in of_h]
                    for of_h in q
                ]
            if self.has("q_hat with x and a swapped"):
                q = [[*zip(*of_h, strict=True)] if len(of_h) == self.A else of_h for of_h in q]
        return q, V, Q

    def _played(self, known: dict[str, Table]) -> Table:
        """q of the uniform policy and P_bar (uniform without visits): feasible, seldom optimal."""
        rows = [
            np.where(P.any(axis=2, keepdims=True), P, 1 / P.shape[2]).tolist()
            for P in known["P_bar"]
        ]
        return faulty_lp.occupancy(self.layers, rows, self.pairs(lambda h, x, a: 1 / self.A))

    # ---- pi_i ----

    def _policy(self, q: Table, Q: Table) -> Table:
        """Eq. (6), completed as declared. In doubles, masses below 1e-9 are 0 (R-6)."""
        previous, A = self.pi, self.A
        policy: Table = []
        for h in range(self.L):
            rows = []
            in_layer = sum(v for of_x in q[h] for row in of_x for v in row)
            for x in range(self.layers[h]):
                kept = [[v if v >= 1e-9 else 0.0 for v in row] for row in q[h][x]]
                mass = [sum(row) for row in kept]
                total = sum(mass)
                if total > 0:
                    if self.i > 1:
                        total = self.slip("pi over the layer's mass", in_layer, total)
                        total = self.slip("pi not normalised", 1.0, total)
                    row = [m / total for m in mass]
                else:
                    row = self._completion(Q[h][x], previous[h][x] if previous else None)
                if self.has("action index off by one"):
                    row = row[1:] + row[:1]
                if self.i > 1 and self.has("pi explores: 1e-3 uniform"):
                    row = [0.999 * p + 0.001 / A for p in row]
                rows.append(row)
            if self.has("states of pi in reverse order"):
                rows.reverse()
            policy.append(rows)
        if self.i > 2 and self.has("stale pi"):
            return previous
        if self.i > 1 and self.has("never learns"):
            return previous
        if self.i == 1 and self.has("pi_1 is not uniform"):
            return self.pairs(lambda h, x, a: float(a == 0))
        return policy

    def _completion(self, Q_x: list[float], previous: list[float] | None) -> list[float]:
        rule = self.s.completion if self.s.completion in COMPLETIONS else "last"
        for other in (*COMPLETIONS, "last"):
            rule = self.slip(f"completes by {other}", other, rule)
        if rule == "uniform" or (rule == "previous" and previous is None):
            return [1 / self.A] * self.A
        if rule == "previous" and previous is not None:
            return previous
        chosen = {"first": 0, "last": self.A - 1}.get(rule, max(range(self.A), key=Q_x.__getitem__))
        return [float(a == chosen) for a in range(self.A)]

    # ---- numbers ----

    def out(self, value: Any) -> Any:
        """Doubles as they are, or as "p/q"."""
        if isinstance(value, (list, tuple)):
            return [self.out(v) for v in value]
        if isinstance(value, np.ndarray):
            return self.out(value.tolist())
        if not isinstance(value, float):
            return value
        if self.fault == "float32":
            value = float(np.float32(value))
        return str(Fraction(value)) if self.s.rationals else value


def flat(table: Table) -> Iterator[Any]:
    """The entries of all pairs."""
    return chain.from_iterable(chain.from_iterable(table))


def produce(setting: Setting | None = None, fault: str = "") -> list[Record]:
    """The records of one run, as a list of JSON objects."""
    return Producer(setting or Setting(), fault).run()
