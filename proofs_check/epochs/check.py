"""The check of a run by epochs: from its rows alone, in exact arithmetic, without the algorithm.

From a row and the next one follow the visits n(x,a,x') of an epoch of K episodes. What is checked
of them, rule by rule, is in `RULES`. What rows cannot show is the law: which visits were likely.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import sub
from typing import Any

from proofs_check.arithmetic import ZERO, Decision, Q, Radii, each, lam, to_q, zipped
from proofs_check.letters.occupancy import optimal, value
from proofs_check.lp1.certify import as_played, certify_policy
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import solve
from reference.readings import BY_KEY, RECORDED
from reference.support.errors import MalformedInput, NotCovered, PreconditionError
from reference.trace.epoch_rows import EpochRow, RowsEnd, RowsHeader, read_rows

RULES = {
    "order": "epochs are numbered 1, 2, ..., t(i + 1) = t(i) + K, and their K sum to T",
    "start": "nothing is known before the first episode",
    "counts": "N_i(x,a) is the sum of N_i(x,a,x')",
    "flow": "the visits are those of K episodes: K at x_0, as many out of a state as into it",
    "possible": "no visit has probability 0 under pi_i and P",
    "rewards": "the sum of n rewards is whole and at most n, or n times the mean",
    "last": "the epoch has the visits of its last episode",
    "ends": "the last episode visits a pair with n_i(x,a) >= max{1, N_i(x,a)}, unless it is T",
    "late": "without its last episode no pair has that: the epoch could not end before",
    "policy": "pi_1 is uniform, pi_i a distribution whose optimistic value is LP1's optimum",
    "value": "the value recorded is LP1's optimum, which exact radii enclose",
    "regret": "the regret is sum K (V(pi*) - V(pi_i)), eq. (2), to 10^-9 of it",
}
"""Name -> what it demands."""
OF_REGRET = Q(1, 10**9)
OF_SUMS = Q(1, 10**15)
"""How far n times a mean may be from the sum that doubles have, relatively, per epoch."""


@dataclass(frozen=True)
class Fault:
    """Rule that an epoch breaks: where, what was expected, what was found."""

    rule: str
    epoch: int
    line: int
    where: str
    found: str

    def __str__(self) -> str:
        said = f"epoch {self.epoch}, line {self.line}: {self.rule}: {RULES[self.rule]}"
        return f"{said}; {self.where}: found {self.found}"


@dataclass
class RowsReport:
    """What was checked. `undecided`: comparisons that the enclosures of the radii leave open."""

    head: RowsHeader | None = None
    epochs: int = 0
    episodes: int = 0
    regret: Q = ZERO
    faults: list[Fault] = field(default_factory=list)
    undecided: int = 0
    covered: bool = True
    """Whether policy and value were checked: those of UCRL2 are not."""

    @property
    def verdict(self) -> str:
        """Return "conforms", "does not conform" or "undecided"."""
        if self.faults:
            return "does not conform"
        return "undecided" if self.undecided or not self.epochs else "conforms"


def check_rows(path: str | os.PathLike[str], *, everything: bool = False) -> RowsReport:
    """Check a file of epoch rows; ends at the first epoch with a fault unless `everything`. Raises
    MalformedInput, TruncatedTrace, UnusablePath."""
    report, before, checker = RowsReport(), None, None
    for record in read_rows(path):
        if isinstance(record, RowsHeader):
            if record.mdp is None:
                rule = "the regret and what is possible follow from it"
                raise MalformedInput(os.fspath(path), record.line, "mdp", "nothing", rule)
            report.head, checker = record, RowsChecker(record, report, os.fspath(path))
            continue
        made(checker).follow(before, record)
        if report.faults and not everything:
            return report
        before = record
    return report


def made(checker: RowsChecker | None) -> RowsChecker:
    """Return the checker, which the reader's first record, the header, has made. Raises
    PreconditionError."""
    if checker is None:
        raise PreconditionError("header", "nothing", "must be the first record")
    return checker


ROWS = tuple(choice for choice in BY_KEY["radii"].choices if choice != RECORDED)
"""R-37: a row of an epoch has no widths of its own."""


class RowsChecker:
    """Follows the rows of one run."""

    def __init__(self, head: RowsHeader, report: RowsReport, file: str) -> None:
        self.head, self.report, self.file = head, report, file
        self.layers, self.A, self.L = head.layers, head.A, head.L
        self.tolerance = to_q(head.tolerance)
        mdp: Any = head.mdp
        exact = mdp.to_exact()
        self.P = [each(to_q, P_h.tolist()) for P_h in exact.P]
        self.r = [each(to_q, r_h.tolist()) for r_h in exact.r]
        report.covered = head.algorithm != "ucrl2-fh"

    @cached_property
    def radii(self) -> Radii:
        """Return the radii of eq. (11) and (15) for the header's T and delta. Raises NotCovered for
        radii that rows of epochs do not have."""
        choices: Any = self.head.choices
        if choices["radii"] not in ROWS:
            raise NotCovered(self.file, "R-37, radii", choices["radii"], ROWS)
        X = sum(self.layers)
        Lam = lam(self.head.T, X, self.A, to_q(self.head.delta), choices["log"])
        return Radii(Lam, choice=choices["radii"])

    @cached_property
    def V_star(self) -> Q:
        """Return V(pi*), exactly."""
        return optimal(self.P, self.r).value

    def follow(self, before: Any, record: EpochRow | RowsEnd) -> None:
        """Check a row, or the end, and with it the epoch of the row before it."""
        i = record.i if isinstance(record, EpochRow) else record.epochs + 1
        t = record.t if isinstance(record, EpochRow) else record.episodes + 1
        self.place = (min(i, self.report.epochs + 1), record.line)
        N, N3 = record.tables["N"], record.tables["N3"]
        self._must("counts", each_sum(N3) == N, "N", "another sum")
        if before is None:
            zero = all(v == 0 for (v,) in chain(zipped(N3), zipped(record.tables["R"])))
            self._must("start", zero and record.regret == 0, "N3, R, regret", "not 0")
            self._must("order", i == 1 and t == 1, "i, t", (i, t))
        else:
            right = (before.i + 1, before.t + before.K)
            self._must("order", (i, t) == right, "i, t", f"{(i, t)}, expected {right}")
            self.place = (before.i, before.line)
            self._epoch(before, record)
            self.place = (i, record.line)
        recorded, exact = to_q(record.regret), self.report.regret
        off = abs(recorded - exact) > OF_REGRET * exact
        self._must("regret", not off, "regret", f"{float(recorded)}, expected {float(exact)}")
        if isinstance(record, RowsEnd):
            T = self.head.T
            self._must("order", record.episodes == T, "episodes", f"{record.episodes}, T = {T}")
            return
        self.report.epochs += 1
        if each_sum(N3) == N:
            self._policy(record)

    def _must(self, rule: str, right: bool, where: str, found: object) -> None:
        if not right:
            self.report.faults.append(Fault(rule, *self.place, where, str(found)))

    def _epoch(self, row: EpochRow, after: EpochRow | RowsEnd) -> None:
        """Check what was counted in the epoch of `row`, and add its regret."""
        n3 = each(sub, after.tables["N3"], row.tables["N3"])
        n, K = each_sum(n3), row.K
        self._flow(n3, n, K)
        self._rewards(n, row.tables["R"], after.tables["R"])
        self._ends(row, n3, n, last=isinstance(after, RowsEnd))
        pi = as_played(each(to_q, row.tables["pi"]))
        self.report.regret += K * (self.V_star - value(self.P, self.r, pi))
        self.report.episodes += K

    def _flow(self, n3: Any, n: Any, K: int) -> None:
        into = [K]
        for h, (n3_h, n_h) in enumerate(zip(n3, n, strict=True)):
            least = min(v for rows in n3_h for row in rows for v in row)
            self._must("flow", least >= 0, f"n3[{h}]", least)
            out = [sum(row) for row in n_h]
            self._must("flow", out == into, f"layer {h}", f"{out} out of its states, {into} into")
            into = [sum(row[y] for rows in n3_h for row in rows) for y in range(len(n3_h[0][0]))]
            for x, a in ((x, a) for x in range(len(n_h)) for a in range(self.A)):
                for y, v in enumerate(n3_h[x][a]):
                    if v and not self.P[h][x][a][y]:
                        self._must("possible", False, f"n3[{h}][{x}][{a}][{y}]", f"{v} visits")

    def _rewards(self, n: Any, before: Any, after: Any) -> None:
        drawn = self.head.choices["reward-law"] == "bernoulli"
        for h, n_h in enumerate(n):
            for x, row in enumerate(n_h):
                for a, visits in enumerate(row):
                    old, new = to_q(before[h][x][a]), to_q(after[h][x][a])
                    got, mean = new - old, self.r[h][x][a]
                    if drawn:
                        fixed = mean in (0, 1)
                        right = got.denominator == 1 and 0 <= got <= visits
                        right = right and (not fixed or got == visits * mean)
                    else:
                        right = abs(got - visits * mean) <= OF_SUMS * (new + visits)
                    self._must("rewards", right, f"R[{h}][{x}][{a}]", float(got))

    def _ends(self, row: EpochRow, n3: Any, n: Any, *, last: bool) -> None:
        """Check the rules `last`, `ends` and `late`, under the reading of the trigger (R-1)."""
        pi, N = row.tables["pi"], row.tables["N"]
        length = len(row.x) == len(row.a) == self.L
        inside = length and all(
            x < X_h and a < self.A for x, a, X_h in zip(row.x, row.a, self.layers[:-1], strict=True)
        )
        self._must("last", inside, "x, a", (row.x, row.a))
        if not inside:
            return
        path = [*zip(row.x, row.a, [*row.x[1:], 0], strict=True)]
        seen = all(n3[h][x][a][y] >= 1 for h, (x, a, y) in enumerate(path))
        self._must("last", seen, "x, a", "an episode without its visits")
        for h, n_h in enumerate(n):
            for x, a in ((x, a) for x in range(len(n_h)) for a in range(self.A)):
                if n_h[x][a] and not pi[h][x][a]:
                    self._must("possible", False, f"n[{h}][{x}][{a}]", "an action without mass")
        ends = False
        for h, (x, a, _) in enumerate(path):
            ends |= n[h][x][a] >= self._room(N[h][x][a])
        visited = {(h, x, a) for h, (x, a, _) in enumerate(path)}
        early = [
            (h, x, a)
            for h, n_h in enumerate(n)
            for x, of_x in enumerate(n_h)
            for a, visits in enumerate(of_x)
            if visits - ((h, x, a) in visited) >= self._room(N[h][x][a])
        ]
        if self.head.choices["trigger"] == "max1":
            self._must("ends", ends or last, "x, a", "no pair that doubles")
            self._must("late", not early, "n - last", f"{early[:1]} had doubled before")
        elif row.K > 1:  # a pair that was never visited, or x_L, ends every epoch at once
            self._must("late", not early, "K", f"{row.K} episodes")

    def _room(self, N: int) -> int:
        trigger = self.head.choices["trigger"]
        return 0 if trigger == "printed" else N if trigger != "max1" else max(1, N)

    def _policy(self, row: EpochRow) -> None:
        pi = row.tables["pi"]
        flat = [[to_q(v) for v in weights] for of_h in pi for weights in of_h]
        sound = all(min(w) >= 0 and abs(sum(w, ZERO) - 1) <= self.tolerance for w in flat)
        self._must("policy", sound, "pi", "a row that is no distribution")
        if not self.report.covered or not sound:
            return
        value = to_q(row.value)
        if row.i == 1:
            even = all(abs(v - Q(1, self.A)) <= self.tolerance for w in flat for v in w)
            self._must("policy", even, "pi", "another policy than the uniform one")
            self._must("value", value == self.L, "value", float(value))
            return
        R = each(to_q, row.tables["R"])
        lo, hi = enclosing_data(
            self.layers, self.A, row.tables["N"], row.tables["N3"], R, self.radii
        )
        optima = solve(lo, -1), solve(hi, 1)
        least, most = optima[0].value, optima[1].value
        if least is None or most is None:
            self._must("value", most is not None, "value", "LP1 is infeasible")
            self.report.undecided += most is not None
            return
        near = least - self.tolerance <= value <= most + self.tolerance
        found = f"{float(value)!r}, expected {float(least)!r}"
        self._must("value", near, "value", found)
        judged = certify_policy(lo, hi, pi, self.tolerance, optima)
        short = "" if judged.shortfall is None else f"{float(judged.shortfall.hi):.3g} below"
        self._must("policy", judged.optimal is not Decision.FALSE, "its optimistic value", short)
        self.report.undecided += judged.optimal is Decision.UNDECIDED


def each_sum(n3: Any) -> list[list[list[int]]]:
    """Return n(x,a) of n(x,a,x')."""
    return [[[sum(row) for row in rows] for rows in n3_h] for n3_h in n3]
