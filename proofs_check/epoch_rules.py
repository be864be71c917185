"""One epoch record against eq. (10)-(17), LP1, eq. (6) and the completion of R-3, exactly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proofs_check.counters import Counters
from proofs_check.enclosed import enclosing_data
from proofs_check.enclosed import r_hat as r_hat_enclosure
from proofs_check.exact import ONE, ZERO, Decision, Enclosure, LogBase, Q, Radii, lam, to_q
from proofs_check.feasible import NO_MASS, Table, certify_policy, certify_q
from proofs_check.optimum import Optimum, solve
from reference.errors import MalformedInput
from reference.trace import EpochRecord, Header

BITS = (96, 384)  # of the radii; the second only where the first leaves something undecided
MAX_DENOMINATOR_BITS = 1 << 16  # common to the "p/q" strings of one table
FAMILY = {
    "nonnegative": "q_hat-nonnegative",
    "normalisation": "q_hat-normalisation",
    "flow": "q_hat-flow",
    "upper": "q_hat-radius",
    "lower": "q_hat-radius",
    "radius": "q_hat-radius",
}

Policy = list[list[list[Q] | None]]  # pi[h][x] as rationals; None where the trace does not say
Where = tuple[int, ...]


@dataclass(frozen=True)
class Finding:
    """One application of a rule: it holds, it is broken, or the precision does not tell."""

    rule: str
    where: Where
    expected: str
    found: str
    undecided: bool = False
    holds: bool = False


def _held(rule: str) -> Finding:
    return Finding(rule, (), "", "", holds=True)


class EpochChecker:
    """Checks the epochs of one trace. After `check`: `adopted`, the policy that is played, and
    `gap`, how far the epoch's q_hat_i or pi_i is from LP1's optimum at most."""

    def __init__(self, header: Header, file: str) -> None:
        self.head, self.file = header, file
        self.tolerance = to_q(header.tolerance)
        base: LogBase = header.choices["log"]  # type: ignore[assignment]  # choose() admits no other
        self.Lam = lam(header.T, header.X, header.A, to_q(header.delta), base)
        self.radii = [Radii(self.Lam, bits) for bits in BITS]
        self.adopted: Policy | None = None
        self.gap = ZERO

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Finding]:
        """Every rule on this record, causes before consequences."""
        self.record, self.gap = record, ZERO
        self._check_denominators()
        yield from self._counts("N", counters.all_N)
        yield from self._counts("N3", counters.all_N3)
        yield from self._quantities(counters)
        if i == 1:
            yield from self._first_epoch()
        else:
            yield from self._lp1(counters, previous)

    def _check_denominators(self) -> None:
        """Strings "p/q" with ever new denominators would make exact sums grow without bound."""
        for name, table in self.record.tables.items():
            common = 1
            for _, v in entries(table):
                if isinstance(v, str):
                    common = math.lcm(common, int(v.partition("/")[2] or "1"))
                    if common.bit_length() > MAX_DENOMINATOR_BITS:
                        rule = f"common denominator exceeds {MAX_DENOMINATOR_BITS} bits"
                        raise MalformedInput(self.file, self.record.line, name, v[:40], rule)

    def _counts(self, name: str, expected: Sequence[Any]) -> Iterator[Finding]:
        if name not in self.record.tables:
            return
        found = self.record.tables[name]
        if found == expected:
            yield _held(name)
            return
        for (where, n), (_, found_n) in zip(entries(expected), entries(found), strict=True):
            if n != found_n:
                yield Finding(name, where, str(n), str(found_n))

    # ---- eq. (10), (11), (14)-(17) ----

    def _quantities(self, c: Counters) -> Iterator[Finding]:
        layers, tables = self.head.layers, self.record.tables
        radii = self.radii[0]
        for name in ("r_bar", "P_bar", "eps", "b", "r_hat", "r_check"):
            if name not in tables:
                continue
            for where, v in entries(tables[name]):
                h, x, a = where[:3]
                N, S = c.all_N[h][x][a], c.S[h][x][a]
                slack = self.tolerance
                if name == "r_bar":
                    mean = S / max(1, N)
                    expected = Enclosure(mean, mean)
                    slack = running_mean_error(N)
                elif name == "P_bar":
                    p = Q(c.all_N3[h][x][a][where[3]], max(1, N))
                    expected = Enclosure(p, p)
                elif name == "eps":
                    expected = radii.eps(layers[h + 1], N)
                elif name == "b":
                    expected = radii.b(N)
                elif name == "r_hat":
                    expected = r_hat_enclosure(S, N, radii)
                else:
                    mean, b = S / max(1, N), radii.b(N)
                    expected = Enclosure(max(ZERO, mean - b.hi), max(ZERO, mean - b.lo))
                yield near(name, where, expected, v, slack)

    # ---- epoch 1 ----

    def _first_epoch(self) -> Iterator[Finding]:
        layers, A, tables = self.head.layers, self.head.A, self.record.tables
        if "q_hat" in tables:
            for where, v in entries(tables["q_hat"]):
                h = where[0]
                q = Q(1, layers[h] * A * layers[h + 1])
                yield near("q_hat_1", where, Enclosure(q, q), v, self.tolerance)
        if "pi" in tables:
            for where, v in entries(tables["pi"]):
                yield near("pi_1", where, Enclosure(Q(1, A), Q(1, A)), v, self.tolerance)
        if self.record.value is not None:  # r_hat_1 = 1 everywhere: the optimum is L
            L = to_q(self.head.L)
            yield near("value", (), Enclosure(L, L), self.record.value, self.tolerance)
        self.adopted = [[[Q(1, A)] * A for _ in range(X_h)] for X_h in layers[:-1]]

    # ---- later epochs ----

    def _lp1(self, c: Counters, previous: Policy | None) -> Iterator[Finding]:
        """LP1's optimum, enclosed, then the certificate; more bits where something is open."""
        findings: list[Finding] = []
        for radii in self.radii:
            findings = list(self._certified(c, previous, radii))
            if not any(f.undecided for f in findings):
                break
        yield from findings

    def _certified(self, c: Counters, previous: Policy | None, radii: Radii) -> Iterator[Finding]:
        head, tables = self.head, self.record.tables
        lo, hi = enclosing_data(head.layers, head.A, c.all_N, c.all_N3, c.S, radii)
        optima = solve(lo), solve(hi)
        self.adopted = None
        if optima[1].value is None:
            yield Finding("lp1-infeasible", (), "a feasible LP1", "every action of x_0 unusable")
            return
        low = optima[0].value
        if low is None:
            yield Finding("lp1-infeasible", (), "a feasible LP1", "not decided", undecided=True)
            return
        yield _held("lp1-infeasible")
        optimum = Enclosure(low, optima[1].value)
        if self.record.value is not None:
            yield near("value", (), optimum, self.record.value, self.tolerance)
        q: Table | None = None
        if "q_hat" in tables:
            report = certify_q(lo, hi, tables["q_hat"], self.tolerance, optima)
            q = Table.of(lo, tables["q_hat"])
            for r in report.residuals:
                decision = r.violation.leq(self.tolerance)
                bound = f"violation at most {show(self.tolerance)}"
                yield judged(FAMILY[r.family], r.where, decision, bound, show_both(r.violation))
            expected = f"<q_hat, r_hat> = {show_both(optimum)} within {show(self.tolerance)}"
            found = show_both(report.objective)
            yield judged("q_hat-optimal", (), report.optimal, expected, found)
            if report.shortfall is not None:
                self.gap = max(ZERO, report.shortfall.hi)
        if "pi" in tables:
            yield from self._policy(lo, hi, optima, q, previous)
        elif q is not None:
            self.adopted = self._induced(q, previous)

    def _policy(
        self,
        lo: Any,
        hi: Any,
        optima: tuple[Optimum, Optimum],
        q: Table | None,
        previous: Policy | None,
    ) -> Iterator[Finding]:
        pi = [[[to_q(v) for v in row] for row in of_h] for of_h in self.record.tables["pi"]]
        sound = True
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                off = max(abs(sum(row, ZERO) - 1), -min(row))
                if off > self.tolerance:
                    sound = False
                    yield Finding("pi-distribution", (h, x), "a distribution", show_row(row))
        if not sound:
            return
        yield _held("pi-distribution")
        self.adopted = [list(of_h) for of_h in pi]
        if q is None:
            clipped = [[[max(ZERO, p) for p in row] for row in of_h] for of_h in pi]
            report = certify_policy(lo, hi, clipped, self.tolerance, optima)
            found = "infeasible" if report.value is None else show_both(report.value)
            best = Enclosure(optima[0].value or ZERO, optima[1].value or ZERO)
            expected = f"optimistic value {show_both(best)} within {show(self.tolerance)}"
            yield judged("pi-optimal", (), report.optimal, expected, found)
            if report.shortfall is not None:
                self.gap = report.shortfall.hi
            return
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                masses = [sum(r) for r in q.numerators[h][x]]
                yield self._row(h, x, row, masses, q.D[h], optima, previous)

    def _row(
        self,
        h: int,
        x: int,
        row: list[Q],
        masses: list[int],
        D: int,
        optima: tuple[Optimum, Optimum],
        previous: Policy | None,
    ) -> Finding:
        """pi_i(.|x) against eq. (6), or against R-3 where q_hat_i(x) is 0. Between 1e-9 (R-6) and
        the tolerance either is accepted: a solver's noise and a real small mass look alike."""
        total = sum(masses)
        if total >= NO_MASS * D:
            induced = [Q(m, total) for m in masses]
            worst = max(range(len(row)), key=lambda a: abs(row[a] - induced[a]))
            if abs(row[worst] - induced[worst]) <= self.tolerance:
                return _held("pi-induced")
            if total > self.tolerance * D:
                expected, found = show(induced[worst]), show(row[worst])
                return Finding("pi-induced", (h, x, worst), expected, found)
        return self._completed(h, x, row, optima, previous)

    def _completed(
        self,
        h: int,
        x: int,
        row: list[Q],
        optima: tuple[Optimum, Optimum],
        previous: Policy | None,
    ) -> Finding:
        rule, A = self.head.choices["completion"], self.head.A
        if rule == "greedy":
            return self._greedy(h, x, row, optima)
        expected: list[Q] | None = None
        if rule == "uniform":
            expected = [Q(1, A)] * A
        elif rule == "first":
            expected = [ONE] + [ZERO] * (A - 1)
        elif rule == "previous" and previous is not None:
            expected = previous[h][x]
        if expected is None or all(
            abs(p - e) <= self.tolerance for p, e in zip(row, expected, strict=True)
        ):
            return _held("completion")
        return Finding("completion", (h, x), f"{rule}: {show_row(expected)}", show_row(row))

    def _greedy(self, h: int, x: int, row: list[Q], optima: tuple[Optimum, Optimum]) -> Finding:
        """All mass on actions whose optimistic value is largest, up to the tolerance."""
        low, high = optima
        best_low, best_high = low.V[h][x], high.V[h][x]
        decision = Decision.TRUE
        for a, p in enumerate(row):
            if p <= self.tolerance:
                continue
            at_low, at_high = low.pair_value(h, x, a), high.pair_value(h, x, a)
            if best_low is None or best_high is None or at_high is None or at_low is None:
                decision = Decision.UNDECIDED if best_high is None else Decision.FALSE
                break
            lost = Enclosure(best_low - at_high, best_high - at_low)
            decision = Decision.all([decision, lost.leq(self.tolerance)])
        return judged(
            "completion", (h, x), decision, "greedy: an optimistically best action", show_row(row)
        )

    def _induced(self, q: Table, previous: Policy | None) -> Policy:
        """What q_hat_i alone says about the policy: None where only R-3 `any`/greedy decides."""
        rule, A = self.head.choices["completion"], self.head.A
        completed: list[Q] | None = None
        if rule == "uniform":
            completed = [Q(1, A)] * A
        elif rule == "first":
            completed = [ONE] + [ZERO] * (A - 1)
        policy: Policy = []
        for h, of_h in enumerate(q.numerators):
            rows: list[list[Q] | None] = []
            for x, rows_x in enumerate(of_h):
                masses = [max(0, sum(r)) for r in rows_x]
                total = sum(masses)
                if total > max(NO_MASS, self.tolerance) * q.D[h]:
                    rows.append([Q(m, total) for m in masses])
                elif total < NO_MASS * q.D[h]:
                    rows.append(previous[h][x] if rule == "previous" and previous else completed)
                else:
                    rows.append(None)
            policy.append(rows)
        return policy


def running_mean_error(N: int) -> Q:
    """A rigorous bound on |running mean - mean| in doubles after N rewards of [0, 1].

    One update of Alg. 1 l. 11 keeps (n-1)/n of the error before it and adds at most 3u (the
    difference, the quotient and the sum each round by at most u = 2^-53 times a number <= 1), so
    n e_n <= (n-1) e_{n-1} + 3 n u and e_N <= 3 u (N+1)/2; second-order terms fit into N + 8 half
    units twice over. A sum divided by N errs less."""
    return Q(2 * (N + 8), 1 << 53)


def near(rule: str, where: Where, expected: Enclosure, value: object, slack: Q) -> Finding:
    """|value - expected| <= slack, decided on the enclosure."""
    found = to_q(value)
    distance = Enclosure(
        max(ZERO, expected.lo - found, found - expected.hi),
        max(abs(found - expected.lo), abs(found - expected.hi)),
    )
    decision = distance.leq(slack)
    if decision is Decision.TRUE:
        return _held(rule)
    return judged(rule, where, decision, show_both(expected), _text(value))


def judged(rule: str, where: Where, decision: Decision, expected: str, found: str) -> Finding:
    """A finding from a decision."""
    if decision is Decision.TRUE:
        return _held(rule)
    return Finding(rule, where, expected, found, undecided=decision is Decision.UNDECIDED)


def entries(table: Any, where: Where = ()) -> Iterator[tuple[Where, Any]]:
    """(indices, entry) of nested lists, in order."""
    for k, v in enumerate(table):
        if isinstance(v, list):
            yield from entries(v, (*where, k))
        else:
            yield (*where, k), v


def show(q: Q) -> str:
    """A rational as text of bounded length: exact if short, else 17 significant digits."""
    exact = str(q)
    return exact if len(exact) <= 24 else f"{decimal(q)}..."


def decimal(q: Q) -> str:
    """17 significant digits; large and tiny rationals included."""
    from mpmath import mp, mpf

    with mp.workprec(80):
        return str(mp.nstr(mpf(int(q.numerator)) / mpf(int(q.denominator)), 17))


def show_both(e: Enclosure) -> str:
    """An enclosure as text."""
    return show(e.lo) if e.lo == e.hi else f"[{decimal(e.lo)}, {decimal(e.hi)}]"


def show_row(row: list[Q]) -> str:
    """A policy's row as text."""
    return "[" + ", ".join(show(p) for p in row[:8]) + (", ...]" if len(row) > 8 else "]")


def _text(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:60] + "..."
