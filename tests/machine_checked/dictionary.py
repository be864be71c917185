"""The dictionary on a small run: what each row of coq_letters.py is, as Coq computes it.

The instance is a `setting` of the development, with the policies and the solutions of LP1 that a
run records. A row's own term is what Coq computes, with the notations of Statements.v, and what it
must be is the value of the letter, so that rows that are exchanged are refused. Lam is any number
between two bounds of the run's; the argument of its logarithm is compared for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from proofs_check.arithmetic import Q, Real, ln, to_q
from proofs_check.letters.identity import MADE
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.recorder import Recorded
from proofs_check.letters.size import Per
from proofs_check.machine_checked.coq_letters import ENDS, LAYERS, SYMBOLS, TABLES, InCoq
from tests.machine_checked.definitions import SLIGHTLY, Small, Statement, _index, _list, _number

IN_MODEL = """\
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes
  UCRLLP.model.OccupancyMeasures UCRLLP.model.Algorithm UCRLLP.model.Learner UCRLLP.model.Setting
  UCRLLP.paper.GoodEvents UCRLLP.paper.Epochs UCRLLP.paper.Propositions UCRLLP.paper.RepairedForms
  UCRLLP.sharper.IntervalSets
  UCRLLP.statements.Statements UCRLLP.Computing UCRLLP.Letters.
Local Open Scope R_scope.
"""
BITS = 40
SAYS = {"layer": "h", "x'": "y"}
ROOTS = ("eps", "b", "per_root", "per_next_root")
"""Roots: compared by their squares, coefficient by coefficient."""
BOUNDED = ("r_hat", "r_check", "width")
"""What is cut or has a root and a rest: enclosed."""
COMPUTED = (
    *("T", "L", "X", "A", "delta", "V_star", "whole log"),
    *("s", "X_s", "X_{s+1}", "branching", "after_first", "wide", "interval_l"),
    *("N", "n", "N3", "max1_N", "unvisited", "per_visit", "t_before", "P_bar", "r_bar", "P", "r"),
    *("q_star", "P_error", "pi", "q", "q3", "V", "r where q* > 0"),
    *("q_hat", "q_hat3", "no_mass", "visits into x", "visits of x"),
    *("q_1", "q_1(x)", "flow of q_1", "estimated P"),
    *("regret", "N_m", "N_m, counted", "N_end", "visited pairs", "updates", "T_played"),
    "visits of probability 0",
    *ROOTS,
    *BOUNDED,
)
"""Letters that are compared, by name."""


class Dictionary(Small):
    """A run with Bernoulli rewards, and the rows of the dictionary on it."""

    def __init__(self, name: str, trace: bytes, scale: Q) -> None:
        recorded = Recorded(name, trace)
        run = NestedRun(recorded, scale)
        super().__init__(name, run, run.best.pi)
        self.rewards = [Q(0), Q(1)]
        run.run.fold([epoch.data for epoch in run.epochs])
        run.run.ended = recorded.ended
        self.m = run.epochs[-1]

    def definitions(self) -> str:
        """The setting in Coq, and the run in it."""
        run, a = self.run, self.run.A - 1
        m = f"{_list([X_h - 1 for X_h in run.layers])}%N"
        law = [[[[1 - v, v] for v in row] for row in of_h] for of_h in run.r]
        policies = [self._epoch(t).pi for t in range(1, run.T + 1)]
        solutions = [self._epoch(t).q_hat3 for t in range(1, run.T + 1)]
        episodes = [f"Definition e{t} : E := {self._episode(t)}." for t in range(1, run.T + 1)]
        starts = "\n".join(self._starts())
        return f"""\
Definition m := {m}.
Notation step := (step m {a} 1).
Notation stop := (stop m {a} 1).
Definition P_table := {_list(run.P)}.
Definition law := {_list(law)}.
Definition value (z : nat) : R := if z is 0%N then 0 else 1.
Lemma P_rows : @rows_of m {a} {run.L} P_table (fun h => nth 0%N m h.+1).
Proof. reals; repeat split; lra. Qed.
Lemma law_rows : @rows_of m {a} {run.L} law (fun _ => 1%N).
Proof. reals; repeat split; lra. Qed.
Lemma value01 z : 0 <= value z <= 1.
Proof. by case: z => [|z] /=; lra. Qed.
Lemma delta01 : 0 < {run.delta} < 1.
Proof. lra. Qed.
#[export] Instance M : setting := @setting_of m {a} 1 {run.L} P_table law value P_rows law_rows
  value01 {run.T} ({run.delta}) erefl erefl erefl erefl delta01.
Ltac of_M := cbv beta iota zeta delta [M setting_of Setting.states Setting.actions Setting.outcomes
  Setting.initial Setting.steps Setting.transition Setting.reward_law Setting.worth Setting.episodes
  Setting.confidence].
Import Setting.Letters.
{chr(10).join(episodes)}
Definition w t : seq E := drop ({run.T} - t)
  [:: {"; ".join(f"e{t}" for t in range(run.T, 0, -1))}].
Definition pistar : policy S A := pairs_of {_list(self.run.best.pi)}.
Definition policies := {_list(policies)}.
Definition by_size (hist : seq E) := nth [::] policies (size hist).
Definition pi_of (hist : seq E) : policy S A := pairs_of (by_size hist).
Definition solutions := {_list(solutions)}.
Definition q_hats (hist : seq E) : occ S A := triples_of (nth [::] solutions (size hist)).
{starts}
"""

    def _epoch(self, t: int) -> Any:
        return [e for e in self.run.epochs if e.t <= t][-1]

    def _starts(self) -> Iterator[str]:
        """Where the epoch began, before the last episode of each epoch and at the end."""
        known = []
        for t in sorted({self._last(k) - 1 for k in self._rows} | {self.run.T - 1, self.run.T}):
            begun = self._begun(t)
            yield f"Lemma start_{t} : start x0 (w {t}) = w {begun}."
            yield f"Proof. of_M; start_computed {begun}%N. Qed."
            known.append(f"start_{t}")
        yield f"Definition starts := ({', '.join(known)})."

    def _begun(self, t: int) -> int:
        begins = [e.t - 1 for e in self.run.epochs if e.t - 1 <= t]
        if t == self.run.T and self.after[t].triggered():
            return t
        return begins[-1]

    @property
    def _rows(self) -> list[int]:
        """Rows of the epochs that are looked at: one in the middle and the last."""
        return [len(self.run.epochs) // 2, len(self.run.epochs) - 1]

    def _last(self, k: int) -> int:
        epoch = self.run.epochs[k]
        return int(epoch.t + epoch.length - 1)

    # ------------------------------------------------------------------ what is stated

    def statements(self) -> Iterator[Statement]:
        """Everything that is compared."""
        for name in ("Lam", *COMPUTED):
            if self.run.scale == 1 or name != "no_mass":  # with another Lam q_hat_i is another
                yield from self.of(name)

    def _argument(self, row: InCoq) -> Statement:
        """Lam is scale^2 times the logarithm of what stands below it in Coq."""
        run, left = self.run, "TXA / delta" if row.term == "Lam" else row.term
        q = Q(run.T * run.X * run.A) / run.delta
        assert run.Lam == ln(q) * (run.scale * run.scale)
        texts = [f"{left} = {_number(v)}" for v in (q, q + SLIGHTLY)]
        return _statement("Lam", texts, "rewrite ?/GoodEvents.TXA; computes")

    def of(self, name: str) -> Iterator[Statement]:
        """What is stated of a letter: its row's term is its value."""
        if name == "Lam":  # what it is the logarithm of
            yield self._argument(SYMBOLS[name])
            return
        for row, value, at in self.entries(name):
            yield self._row(name, row, value, at)

    def entries(self, name: str) -> Iterator[tuple[InCoq, Any, Mapping[str, int]]]:
        """The row of a letter, its value, and where it has it, for all of its entries."""
        key, run = MADE[name].key, self.run
        if name in SYMBOLS:
            yield SYMBOLS[name], key[-1](run.run), {}
        elif name in LAYERS:
            for h, v in enumerate(key[-1](run.run)):
                yield LAYERS[name], v, {"h": h}
        elif name in ENDS:
            values = np.atleast_1d(key[-1](run.run).value(True))
            yield from ((ENDS[name], v, at) for v, at in self._places(values, key[2]))
        else:
            of_epochs = np.asarray(key[-1](run.exact), object)
            for k in self._rows:
                values = np.atleast_1d(of_epochs[k if len(of_epochs) > 1 else 0])
                for v, at in self._places(values, key[2]):
                    yield TABLES[name], v, {"k": k, **at}

    def _places(self, values: Any, per: Per) -> Iterator[tuple[Any, dict[str, int]]]:
        alone = per == "layer" and len(values) == 1  # the same in all layers
        for p, v in enumerate(values):
            at = {} if alone else self.run.run.size.place(per, p)
            if per == "state":  # of layers 1, ..., L
                at = {"h": at["layer"] - 1, "x1": at["x"]}
            yield v, {SAYS.get(letter, letter): n for letter, n in at.items()}

    def _row(self, name: str, row: InCoq, value: Any, at: Mapping[str, int]) -> Statement:
        where, Lam = self._where(row.term, at), self.run.Lam
        value = value if isinstance(value, (Q, Real)) else to_q(int(value))
        if name in ROOTS:
            c = (Real.of(value * value) / (Lam if "Lam" in row.term else 1)).rational
            assert c is not None
            times = " * Lam" if "Lam" in row.term else ""
            left = f"{where}0 <= {row.term} /\\ ({row.term}) ^ 2 = "
            return _statement(name, [left + _number(v) + times for v in (c, c + SLIGHTLY)], "roots")
        if name == "interval_l":
            n = 2 * self.run.layers[at["h"] + 1]
            assert value == Lam + ln(n)
            left = f"{where}{row.term} = Lam + ln "
            return _statement(name, [f"{left}{v}" for v in (n, n + 1)], "logs")
        if name in BOUNDED:
            return self._bounded(name, row, Real.of(value), where, at)
        computes = "computes"
        if name == "regret":
            computes = "rewrite (@regret_of _ _ _ _ _ _ _ _ by_size) //; computes"
        left = f"{where}({row.term} : R) = "
        return _statement(name, [left + _number(v) for v in (value, value + SLIGHTLY)], computes)

    def _bounded(
        self, name: str, row: InCoq, value: Real, where: str, at: Mapping[str, int]
    ) -> Statement:
        lo, hi = _around(value)
        texts = [
            f"{where}{_number(lo + by)} <= {row.term} <= {_number(hi + by)}" for by in (0, SLIGHTLY)
        ]
        entry = self.run.run.size
        p = entry.first_pair[at["h"]] + at["x"] * entry.A + at["a"]
        root = self.run.exact.b[at["k"]][p]
        if name == "width":
            n = self.run.exact.max1_N[at["k"]][p]
            root = value - (self.run.Lam + ln(2 * self.run.layers[at["h"] + 1])) / n
        u, v = _around(Real.of(root), SLIGHTLY / 20)
        return _statement(name, texts, f"bounded ({_number(max(u, Q(0)))}) ({_number(v)})")

    def _where(self, term: str, at: Mapping[str, int]) -> str:
        """What the letters of a row are, at a place."""
        words = []
        if "Lam" in term:
            ends = self.run.Lam.enclose(BITS)
            words.append(f"forall Lam : R, {_number(ends.lo)} <= Lam <= {_number(ends.hi)} -> ")
        if term.startswith("width"):
            X_next = self.run.layers[at["h"] + 1]
            log = ln(2 * X_next).enclose(BITS)
            words.append(f"{_number(log.lo)} <= ln (2 * {X_next}) <= {_number(log.hi)} -> ")
        lets = {
            "st": "(fun w : seq E => start x0 w)",
            "pi": "pi_of",
            "q_of": "q_hats",
            "v": f"w {self.run.T}",
        }
        if "k" in at:
            last = self._last(at["k"])
            lets |= {"hist": f"w {last - 1}", "e": f"e{last}"}
        if "h" in at:
            lets["h"] = f"{at['h']}%N"
        layers, A = self.run.layers, self.run.A
        for letter, next_ in (("x", 0), ("y", 1), ("x1", 1)):
            if letter in at:
                h = at["h"] + next_
                lets[letter] = f"({_index(at[letter], layers[h])} : S {h}%N)"
        if "a" in at:
            lets["a"] = f"({_index(at['a'], A)} : A)"
        used = set(re.findall(r"\w+", term))
        used |= {"h"} if used & {"x", "y", "x1"} else set()
        return "".join(words) + "".join(f"let {k} := {v} in " for k, v in lets.items() if k in used)


def _around(value: Real, by: Q = SLIGHTLY / 10) -> tuple[Q, Q]:
    ends = value.enclose(BITS)
    return ends.lo - by, ends.hi + by


def _statement(name: str, texts: list[str], proof: str) -> Statement:
    kind = "".join(c if c.isalnum() else "_" for c in name)
    before = "move=> Lam Lam_; " if texts[0].startswith("forall Lam") else ""
    before += "move=> log_; " if "<= ln " in texts[0] else ""
    return Statement(
        kind,
        texts[0],
        f"{before}cbv beta zeta; rewrite ?/by_estimates; cbv beta; rewrite ?starts; of_M; {proof}",
        texts[1],
    )
