"""The rules for one epoch record: eq. (10)-(17) and LP1. Rules for its policy: policy_rules.py."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    Radii,
    RadiiChoice,
    each,
    rounded,
    to_q,
)
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import (
    Divergence,
    Where,
    brief,
    decimal17,
    entries,
    innermost,
    judged,
    text,
)
from proofs_check.conformance.enclosed_letters import QUANTITIES, EnclosedLetters, known
from proofs_check.conformance.policy_rules import Policy, PolicyRules
from proofs_check.conformance.tolerances import running_mean_error, within
from proofs_check.letters.size import RunConstants
from proofs_check.lp1.candidate import Candidate, objective_of, residuals
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import solve
from reference.readings import RECORDED
from reference.support.errors import MalformedInput
from reference.trace.records import WIDTH, EpochRecord, Header, triples

BITS = (96, 384)  # of the radii; the second only where the first does not decide
MAX_DENOMINATOR_BITS = 1 << 16  # common to the "p/q" strings of one table
MAX_WORK = 1 << 28  # bits of that denominator times entries of the table: some seconds
LONG_BITS = 512  # of a reward sum's denominator: LP1 then takes r_hat_i rounded outward
FAMILY = {
    "nonnegative": "q_hat-nonnegative",
    "normalisation": "q_hat-normalisation",
    "flow": "q_hat-flow",
    "upper": "q_hat-radius",
    "lower": "q_hat-radius",
    "radius": "q_hat-radius",
}


BELIEVED = ("eps", WIDTH, "b")
"""What an epoch may say of its radii with radii=recorded (R-37)."""


def _believed(v: Any) -> Q:
    """Return a recorded radius. Above 2 it excludes nothing, and so it is no more than 2."""
    return min(to_q(v), Q(2))


class EpochChecker(PolicyRules):
    """Checks the epochs of one trace. After `check`: `adopted`, and `gap`, an upper bound on how
    far the epoch's q_hat_i or pi_i stays below LP1's optimum.

    `excluded`: the first epoch in which pi_1 would have broken `pi-optimal`; None if there is none
    so far: a program that plays pi_1 for ever would have passed too."""

    gap = ZERO
    excluded: int | None = None
    later = 0  # epochs after the first

    def __init__(self, header: Header, file: str, applied: Counter[str]) -> None:
        super().__init__(header, applied)
        self.file = file
        self.run = RunConstants(header, file)
        radii: RadiiChoice = header.choices["radii"]  # type: ignore[assignment]  # choose() admits no other
        self.radii = [Radii(self.run.Lam, bits, radii) for bits in BITS]
        self.believing = radii == RECORDED

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Divergence]:
        """Yield the rules that do not hold for this record, causes before consequences."""
        self.record, self.counters, self.previous = record, counters, previous
        self.gap, self.adopted = ZERO, None
        for name in ("q_hat", "pi", *(BELIEVED if self.believing else ())):
            self._check_denominators(name)
        yield from self._counts("N", counters.all_N)
        yield from self._counts("N3", counters.all_N3)
        if record.Lam is not None:
            yield from self._within("Lam", (), record.Lam, self.run.Lam.enclose(BITS[-1]))
        yield from self._letters(name for name in QUANTITIES if (i, name) != (1, "r_hat"))
        self.later = i - 1
        yield from self._first_epoch() if i == 1 else self._lp1()

    def untested(self) -> str:
        """Return why the epochs so far show no learning, "" if one of them does."""
        if self.excluded is not None:
            return ""
        if not self.later:
            return "there is no epoch after the first; a program that never learns would conform"
        return (
            "pi_1 is optimal in every epoch, within the tolerance: LP1 decided nothing, and a "
            "program that never learns would conform"
        )

    def _check_denominators(self, name: str) -> None:
        """Refuse what would exhaust memory: strings "p/q" with many denominators would make exact
        sums grow without bound."""
        common, size = 1, triples(self.head.layers, self.head.A)
        for _, row in innermost(self.record.tables.get(name, [])):
            if str not in map(type, row):
                continue
            for v in row:
                common = math.lcm(common, int(str(v).partition("/")[2] or "1"))
                bits = common.bit_length()
                if bits > MAX_DENOMINATOR_BITS or bits * size > MAX_WORK:
                    rule = f"the common denominator of {size} triples must not have {bits} bits"
                    raise MalformedInput(self.file, self.record.line, name, v, rule)

    def _counts(self, name: str, expected: Sequence[Any]) -> Iterator[Divergence]:
        if name not in self.record.tables:
            return
        recorded = self.record.tables[name]
        self.applied[name] += 1
        if recorded == expected:
            return
        for (where, n), (_, told) in zip(entries(expected), entries(recorded), strict=True):
            if n != told:
                yield Divergence(name, where, str(n), str(told))

    # ---- eq. (10), (11), (14)-(17) ----

    def _within(
        self, rule: str, where: Where, v: object, expected: Enclosure | Q
    ) -> Iterator[Divergence]:
        """|v - expected| <= tolerance."""
        recorded, enclosed = to_q(v), Enclosure.of(expected)
        decision = within(recorded, enclosed, self.tolerance)
        return self.judge(rule, where, decision, enclosed, recorded)

    def _letters(self, names: Iterable[str]) -> Iterator[Divergence]:
        """Check these tables where they are recorded, entry by entry: |v - true value| <= slack,
        with more bits where the first do not decide."""
        epoch = known(self.record, self.counters)
        b = self._recorded_b() if self.believing else None
        letters, sharper = (EnclosedLetters(self.run, epoch, radii, b) for radii in self.radii)
        for name in names:
            if name not in self.record.tables:
                continue
            if self.believing and name in BELIEVED:
                yield from self._not_negative(name)
                continue
            right = getattr(letters, name)[0].tolist()
            slacks = [self.tolerance] * len(right)
            if name == "r_bar":
                slacks = list(map(running_mean_error, epoch.N.tolist()))
            table = zip(entries(self.record.tables[name]), right, slacks, strict=True)
            for k, ((where, v), expected, slack) in enumerate(table):
                recorded = to_q(v)
                decision = within(recorded, expected, slack)
                if decision is Decision.UNDECIDED:
                    expected = getattr(sharper, name)[0, k]
                    decision = within(recorded, expected, slack)
                yield from self.judge(name, where, decision, expected, recorded)

    # ---- radii=recorded (R-37) ----

    def _recorded_b(self) -> list[Enclosure] | None:
        """Return b_i of every pair as it is recorded, if it is."""
        if "b" not in self.record.tables:
            return None
        return [Enclosure.of(_believed(v)) for _, v in entries(self.record.tables["b"])]

    def _not_negative(self, name: str) -> Iterator[Divergence]:
        """Check what can be wrong of a radius that is taken as it is recorded."""
        for where, v in entries(self.record.tables[name]):
            recorded = to_q(v)
            right = Decision.of(recorded >= 0, recorded < 0)
            yield from self.judge(name, where, right, "at least 0", recorded)

    def _as_recorded(self, data: LP1Data, direction: int) -> LP1Data:
        """Return LP1 with what the epoch records of eps_i, widths and b_i, rounded in this
        direction."""
        tables, N = self.record.tables, self.counters.all_N

        def near(v: Any) -> Q:
            return max(ZERO, rounded(_believed(v), direction))

        def r_hat(S: Q, n: int, b: Any) -> Q:
            return min(ONE, rounded(S / max(1, n) + _believed(b), direction))

        if "b" in tables:
            data = replace(data, r_hat=each(r_hat, self.counters.S, N, tables["b"]))
        if "eps" in tables:
            data = replace(data, eps=each(near, tables["eps"]))
        if WIDTH in tables:
            data = replace(data, width=each(near, tables[WIDTH]))
        return data

    # ---- epoch 1 ----

    def _first_epoch(self) -> Iterator[Divergence]:
        """Alg. 1 l. 5, 6; r_hat_1 = 1 everywhere, so LP1's optimum is L."""
        layers, A, tables = self.head.layers, self.head.A, self.record.tables
        for where, v in entries(tables.get("r_hat", [])):  # with log10, b_1 < 1 is possible
            yield from self._within("r_hat", where, v, ONE)
        for where, v in entries(tables.get("q_hat", [])):
            h = where[0]
            yield from self._within("q_hat_1", where, v, Q(1, layers[h] * A * layers[h + 1]))
        for where, v in entries(tables.get("V", [])):
            V = Q(self.head.L - where[0])
            yield from self._value_of(where, v, V, V)
        if self.record.value is not None:
            yield from self._within("value", (), self.record.value, Q(self.head.L))
        for where, v in entries(tables.get("pi", [])):
            yield from self._within("pi_1", where, v, Q(1, A))
        self.adopted = [list(of_h) for of_h in self._pi_1()]

    def _pi_1(self) -> list[list[list[Q]]]:
        """Alg. 1 l. 6: every action alike."""
        A = self.head.A
        return [[[Q(1, A)] * A for _ in range(X_h)] for X_h in self.head.layers[:-1]]

    # ---- later epochs ----

    def _lp1(self) -> Iterator[Divergence]:
        """LP1's optimum, enclosed, then the certificate; more bits where something is open."""
        for radii in self.radii:
            findings = list(self._certified(radii))
            if not any(f.undecided for f in findings):
                break
        yield from findings

    def _certified(self, radii: Radii) -> Iterator[Divergence]:
        lo, hi = self._data(radii)
        # Values rounded outward stay short, regardless of the number of layers.
        self.optima = best_lo, best_hi = solve(lo, -1), solve(hi, 1)
        low, high = best_lo.value, best_hi.value
        if low is None or high is None:
            why = "every action of x_0 unusable" if high is None else "not decided"
            right = Decision.of(False, high is None)
            yield from self.judge("lp1-infeasible", (), right, "a feasible LP1", why)
            return
        self.applied["lp1-infeasible"] += 1
        if self.excluded is None and self._excludes_pi_1(lo, hi):
            self.excluded = self.later + 1
        optimum, tables = Enclosure(low, high), self.record.tables
        for (h, x), v in entries(tables.get("V", [])):
            yield from self._value_of((h, x), v, best_lo.V[h][x], best_hi.V[h][x])
        q = self._table(lo) if "q_hat" in tables else None
        if q is not None:
            yield from self._q_hat(lo, hi, q, optimum)
        if self.record.value is not None:
            yield from self._within("value", (), self.record.value, optimum)
        if q is None:
            yield from self._pi_alone(lo, hi, optimum)
        elif "pi" in tables:
            yield from self.induced_by(q, tables["q_hat"], each(to_q, tables["pi"]))
        else:
            self.adopted = self.implied_by(q, tables["q_hat"])
        if self.adopted is not None:
            yield from self.tied(self.adopted, q, tables.get("q_hat"))

    def _excludes_pi_1(self, lo: LP1Data, hi: LP1Data) -> bool:
        """Whether the optimistic value of pi_1 is for certain too small."""
        return self.optimistic(lo, hi, self._pi_1()).optimal is Decision.FALSE

    def _value_of(
        self, where: Where, v: object, least: Q | None, most: Q | None
    ) -> Iterator[Divergence]:
        """V_i(x) against its enclosure; null where x is dead (optimum.py)."""
        if v is not None and least is not None and most is not None:
            return self._within("V", where, v, Enclosure(least, most))
        dead = Decision.of(most is None, least is not None)
        right = dead if v is None else Decision.of(False, most is None)
        expected = "null" if dead is Decision.TRUE else "a number"
        return self.judge("V", where, right, expected, "null" if v is None else to_q(v))

    def _table(self, data: LP1Data) -> Candidate:
        """Return the recorded q_hat_i, exactly."""
        q_hat = self.record.tables["q_hat"]
        try:
            return Candidate.of(data, q_hat)
        except OverflowError:  # doubles near 1e308: their float sum overflows
            return Candidate.of(data, each(to_q, q_hat))

    def _data(self, radii: Radii) -> tuple[LP1Data, LP1Data]:
        """LP1 with radii and r_hat_i rounded down, and up."""
        c = self.counters
        lo, hi = enclosing_data(self.head.layers, self.head.A, c.all_N, c.all_N3, c.S, radii)
        if self.believing:
            lo, hi = self._as_recorded(lo, -1), self._as_recorded(hi, 1)
        if c.longest_sum > LONG_BITS:
            lo = replace(lo, r_hat=each(lambda v: rounded(v, -1), lo.r_hat))
            hi = replace(hi, r_hat=each(lambda v: rounded(v, 1), hi.r_hat))
        return lo, hi

    def _q_hat(
        self, lo: LP1Data, hi: LP1Data, q: Candidate, optimum: Enclosure
    ) -> Iterator[Divergence]:
        """Check every family of constraints, then the objective, each up to the tolerance."""
        bound = f"a violation of at most {brief(self.tolerance)}"
        for r in residuals(lo, hi, q):
            decision = r.violation.leq(self.tolerance)
            yield from self.judge(FAMILY[r.family], r.where, decision, bound, r.violation)
        reached = objective_of(lo, hi, q)
        shortfall = Enclosure(optimum.lo - reached.hi, optimum.hi - reached.lo)
        yield from self._reaches("q_hat-optimal", "<q_hat, r_hat>", optimum, reached, shortfall)

    def _pi_alone(self, lo: LP1Data, hi: LP1Data, optimum: Enclosure) -> Iterator[Divergence]:
        pi = each(to_q, self.record.tables["pi"])
        yield from self.distribution(pi)
        if self.adopted is None:
            return
        report = self.optimistic(lo, hi, pi)
        value, shortfall = report.value, report.shortfall
        if value is None or shortfall is None:
            yield from self.judge("pi-optimal", (), report.optimal, optimum, "infeasible")
        else:
            yield from self._reaches("pi-optimal", "optimistic value", optimum, value, shortfall)

    def _reaches(
        self, rule: str, what: str, optimum: Enclosure, reached: Enclosure, shortfall: Enclosure
    ) -> Iterator[Divergence]:
        yield from self._at_most(self.tolerance, rule, what, optimum, reached, shortfall)

    def _at_most(
        self, slack: Q, rule: str, what: str, optimum: Enclosure, reached: Enclosure,
        shortfall: Enclosure,
    ) -> Iterator[Divergence]:  # fmt: skip
        """Check that a shortfall, enclosed, is at most `slack`."""
        self.applied[rule] += 1
        self.gap = max(self.gap, shortfall.hi)
        decision = shortfall.leq(slack)
        if decision is not Decision.TRUE:
            expected = f"{what} = {text(optimum)} within {brief(slack)}"
            short = f"{text(reached)}, {decimal17(shortfall.lo)} less"
            yield from judged(rule, (), decision, expected, short)
