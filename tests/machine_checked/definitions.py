"""Small instances in Coq: the development's definitions give what proofs_check computes.

An instance is an exact MDP, a policy and a recorded run on it. Computing.v makes the definitions
compute on it; letters as in the development: h, x, a, y for q(x,a,x'), w(t) for the history after t
episodes, the last one first.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, Q, each
from proofs_check.conformance.counters import Counters
from proofs_check.letters.nested import NestedRun, PairTable, RowTable
from proofs_check.letters.occupancy import (
    induced_transition,
    inner,
    occupancy_measure,
    pair_mass,
    pairs,
    value,
)
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import primal, solve

SLIGHTLY = Q(1, 1000)

HEAD = """\
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.Episodes
  UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  UCRLLP.model.Learner UCRLLP.paper.Epochs UCRLLP.paper.RepairedForms UCRLLP.Computing.
Local Open Scope R_scope.
"""


@dataclass(frozen=True)
class Statement:
    """What Coq is to prove, how, and a false statement that it is to reject.

    The false one is off by 1 or SLIGHTLY; for LP1 it is q as a solution in balls twice as wide."""

    kind: str
    text: str
    proof: str
    false: str

    def lemma(self, number: int, text: str) -> str:
        """The lines of the lemma; the last one is its proof."""
        return f"Lemma {self.kind}_{number} : {text}.\nProof. {self.proof}. Qed.\n"


class Small:
    """An instance: run.P, run.r, a policy, and the episodes of the run."""

    def __init__(self, name: str, run: NestedRun, pi: PairTable) -> None:
        self.name, self.run, self.pi = name, run, pi
        self.rewards = sorted({r for episode in run.episodes for r in episode.r})

    @cached_property
    def after(self) -> list[Counters]:
        """The counters of Alg. 1 after t episodes, before it is asked whether the epoch ends."""
        counters = Counters(self.run.layers, self.run.A, "max1")
        history = [deepcopy(counters)]
        for episode in self.run.episodes:
            if counters.triggered():
                counters.start_epoch()
            counters.see(episode.x[:-1], episode.a, episode.r)
            history.append(deepcopy(counters))
        return history

    @cached_property
    def lp1(self) -> LP1Data:
        """LP1 around the estimates after the last episode, with rational radii and bonuses."""
        run, end = self.run, self.after[-1]
        eps = each(lambda n: Q(1, 4 * n) if n else ONE, end.all_N)
        r_hat = each(lambda s, n: min(ONE, s / max(1, n) + Q(1, 8)), end.S, end.all_N)
        return LP1Data(run.layers, run.A, end.all_N, end.all_N3, eps, r_hat)

    # ------------------------------------------------------------------------------ in Coq

    def definitions(self) -> str:
        """The instance in Coq."""
        run, end = self.run, self.after[-1]
        twice = each(lambda v: 2 * v, self.lp1.eps)
        history = ";\n  ".join(self._episode(t) for t in range(run.T, 0, -1))
        a, z = run.A - 1, len(self.rewards) - 1
        return f"""\
Definition m := {_list([X_h - 1 for X_h in run.layers])}%N.
Notation S := (states m).
Notation A := (numbers {a}).
Notation Z := (numbers {z}).
Notation L := {run.L}%N.
Notation x0 := (ord0 : S 0%N).
Definition P : trans S A := triples_of {_list(run.P)}.
Definition r : reward S A := pairs_of {_list(run.r)}.
Definition pi : policy S A := pairs_of {_list(self.pi)}.
Definition rv : Z -> R := reward_of (nth 0 {_list(self.rewards)}).
Notation step := (step m {a} {z}).
Notation stop := (stop m {a} {z}).
Definition history : seq (traj S A Z L 0) := [::
  {history}].
Definition w t := drop ({run.T} - t) history.
Definition centre : trans S A := triples_of {_list(_centre(end))}.
Definition radius := @pairs_of m {a} {_list(self.lp1.eps)}.
Definition wider := @pairs_of m {a} {_list(twice)}.
Definition rhat : reward S A := pairs_of {_list(self.lp1.r_hat)}.
Definition q : occ S A := triples_of {_list(self._optimum[0])}.
"""

    def _episode(self, t: int) -> str:
        episode = self.run.episodes[t - 1]
        L, text = self.run.L, f"stop {self.run.L}"
        for h in reversed(range(L)):
            a = _index(episode.a[h], self.run.A)
            z = _index(self.rewards.index(episode.r[h]), len(self.rewards))
            y = _index(episode.x[h + 1], self.run.layers[h + 1])
            text = f"step {L - h - 1} {h} {a} {z} {y} ({text})"
        return text

    @cached_property
    def _optimum(self) -> tuple[RowTable, RowTable, Q]:
        """A solution of LP1, its deviations |q(x,a,x') - centre(x'|x,a) q(x,a)|, its value."""
        solution = solve(self.lp1)
        q, centre = primal(self.lp1, solution), _centre(self.after[-1])
        dev = each(lambda v: v, q)
        for h, x, a in pairs(q):
            m = sum(q[h][x][a], ZERO)
            dev[h][x][a] = [
                abs(v - p * m) for v, p in zip(q[h][x][a], centre[h][x][a], strict=True)
            ]
        assert solution.value is not None
        return q, dev, solution.value

    def statements(self) -> Iterator[Statement]:
        """Everything that is compared."""
        yield from self._measures()
        for t in range(self.run.T + 1):
            yield from self._epochs(t)
        for t in sorted({0, 1, self.run.T // 2, self.run.T}):
            yield from self._estimates(t)
        yield from self._completed()
        text = f"LP1_opt L centre {{}} rhat q /\\ inner L q rhat = {_number(self._optimum[2])}"
        unfold = "cbv delta [q rhat centre radius wider]"
        proof = f"{unfold}; optimum_computed {_list(self._optimum[1])}"
        yield Statement("LP1", text.format("radius"), proof, text.format("wider"))

    def _measures(self) -> Iterator[Statement]:
        """Eq. (1), (3), (8): values and occupancy measures under pi."""
        run = self.run
        q = occupancy_measure(run.P, self.pi)
        q_xa = pair_mass(q)
        yield _real("V", "V P pi r L x0", value(run.P, run.r, self.pi), "VE")
        yield _real("inner", "inner L (q3 x0 P pi) r", inner(q_xa, run.r), "inner_q3E")
        for h, x, a in pairs(q_xa):
            state, pair = self._state(h, x), self._pair(h, x, a)
            if a == 0:
                yield _real("mu", f"mu x0 P pi {state}", sum(q_xa[h][x], ZERO), "muE")
            yield _real("q2", f"q2 x0 P pi {pair}", q_xa[h][x][a], "q2E")
            for y, v in enumerate(q[h][x][a]):
                left = f"q3 x0 P pi {pair} {_index(y, run.layers[h + 1])}"
                yield _real("q3", left, v, "q3E")
                left = f"@q_1 S A {h}%N {pair} {_index(y, run.layers[h + 1])}"
                yield _real("q_1", left, run.epochs[0].q_1[h][x][a][y], "q_1E")

    def _epochs(self, t: int) -> Iterator[Statement]:
        """Alg. 1 l. 10-14 after t episodes: the trigger, where the epoch began, how many ended."""
        starts = [epoch.t - 1 for epoch in self.run.epochs]
        begun = [s for s in starts if s <= t]
        before = max(s for s in starts if s < max(1, t))
        for ended, false in (("true", "false"), ("false", "true")):
            if self.after[t].triggered() == (ended == "true"):
                text = f"trig x0 (w {before}) (w {t}) = "
                yield Statement("trig", text + ended, "computed trigE", text + false)
        if t < self.run.T:  # after the last episode no epoch is recorded
            text = f"start x0 (w {t}) = w "
            false = text + str(begun[-1] - 1 if begun[-1] else 1)
            proof = f"start_computed {begun[-1]}%N"
            yield Statement("start", text + str(begun[-1]), proof, false)
            text = f"updates x0 (w {t}) = {{}}%N"
            right, wrong = text.format(len(begun) - 1), text.format(len(begun))
            yield Statement("updates", right, "computed updatesE", wrong)

    def _estimates(self, t: int) -> Iterator[Statement]:
        """Eq. (10), (14): counts, empirical transitions and mean rewards after t episodes."""
        counters = self.after[t]
        centre = _centre(counters)
        for h, x, a in pairs(counters.all_N):
            N, pair = counters.all_N[h][x][a], self._pair(h, x, a)
            left = f"cnt x0 (mkp {pair}) (w {t}) = "
            yield Statement("cnt", f"{left}{N}%N", "computed cntE", f"{left}{N + 1}%N")
            mean = counters.S[h][x][a] / max(1, N)
            yield _real("rbar", f"rbar x0 rv (w {t}) {pair}", mean, "rbarE")
            for y, p in enumerate(centre[h][x][a]):
                left = f"Pbar x0 (w {t}) {pair} {_index(y, self.run.layers[h + 1])}"
                yield _real("Pbar", left, p, "PbarE")

    def _completed(self) -> Iterator[Statement]:
        """R-4's row of an unvisited pair, and (10) at the others, before the last epoch."""
        last = self.run.epochs[-1]
        for h, x, a in pairs(last.N):
            for y, p in enumerate(last.by_estimates[h][x][a]):
                left = f"by_estimates x0 id (w {last.t - 1}) {self._pair(h, x, a)} "
                left += _index(y, self.run.layers[h + 1])
                yield _real("by_estimates", left, p, "by_estimatesE")

    def _state(self, h: int, x: int) -> str:
        return f"({_index(x, self.run.layers[h])} : S {h}%N)"

    def _pair(self, h: int, x: int, a: int) -> str:
        return f"{self._state(h, x)} ({_index(a, self.run.A)} : A)"


def source(smalls: list[Small]) -> str:
    """A Coq file that proves every statement about every instance."""
    modules = []
    for small in smalls:
        lemmas = [s.lemma(n, s.text) for n, s in enumerate(small.statements())]
        body = "\n".join([small.definitions(), *lemmas])
        modules.append(f"Module {small.name}.\n{body}End {small.name}.\n")
    return "\n".join([HEAD, *modules])


def false_source(small: Small, statement: Statement) -> str:
    """A Coq file that ends with the false statement and its proof, one line each."""
    return "\n".join([HEAD, small.definitions(), statement.lemma(0, statement.false)])


def _centre(counters: Counters) -> RowTable:
    """Eq. (10), from all episodes seen."""
    N3 = each(Q, counters.all_N3)
    return induced_transition(N3, each(lambda k: ZERO, N3))


def _real(kind: str, left: str, right: Q, equation: str) -> Statement:
    text, false = (f"{left} = {_number(v)}" for v in (right, right + SLIGHTLY))
    return Statement(kind, text, f"real_computed {equation}", false)


def _index(i: int, n: int) -> str:
    return f"#({i} < {n})"


def _number(v: Q | int) -> str:
    return str(v)  # 2/3: a quotient of reals


def _list(table: Any) -> str:
    if isinstance(table, (list, tuple)):
        return f"[:: {'; '.join(map(_list, table))}]"
    return str(table)
