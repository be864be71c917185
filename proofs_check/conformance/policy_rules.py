"""The rules for pi_i: eq. (6), the completion of R-3, and a policy recorded without q_hat_i."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import Divergence, Where, brief, judged, show_row
from proofs_check.lp1.candidate import Candidate
from proofs_check.lp1.certify import NO_MASS, PolicyReport, certify_policy
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import Optimum
from reference.readings import BACKWARD_INDUCTION, TIE
from reference.trace.records import Header, Nested

TIES, ROUNDING = to_q(TIE), Q(1, 10**11)
"""R-5, backward-induction: how far from the best an action ties, and how far from that the values
of a program that computes in doubles may be."""

Row = list[Q]
Policy = list[list[Row | None]]  # pi[h][x]; None where the trace does not determine it


class PolicyRules:
    """Rules on pi_i for one trace; `applied` counts how often each rule is applied.

    `optima`: LP1's, rounded down and up; `previous`: the policy of the epoch before; `adopted`:
    that of this epoch as far as the trace determines it."""

    optima: tuple[Optimum, Optimum]
    previous: Policy | None = None
    adopted: Policy | None = None

    def __init__(self, header: Header, applied: Counter[str]) -> None:
        self.head, self.applied = header, applied
        self.tolerance = to_q(header.tolerance)

    def judge(
        self, rule: str, where: Where, decision: Decision, expected: object, recorded: object
    ) -> Iterator[Divergence]:
        """Apply a rule once."""
        self.applied[rule] += 1
        return judged(rule, where, decision, expected, recorded)

    def distribution(self, pi: list[list[Row]]) -> Iterator[Divergence]:
        """Check that every row is >= 0 and sums to 1, up to the tolerance; pi is then adopted."""
        self.adopted, sound = None, True
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                off = max(abs(sum(row, ZERO) - 1), -min(row)) > self.tolerance
                sound &= not off
                right, shown = Decision.of(not off, off), show_row(row) if off else ""
                yield from self.judge("pi-distribution", (h, x), right, "a distribution", shown)
        if sound:
            self.adopted = [list(of_h) for of_h in pi]

    def optimistic(self, lo: LP1Data, hi: LP1Data, pi: list[list[Row]]) -> PolicyReport:
        """Return the optimistic value of pi: negative noise is 0, as is any on a pair that LP1
        forbids."""

        def cleaned(row: Row, usable: tuple[object, ...]) -> Row:
            least = [ZERO if u is not None else self.tolerance for u in usable]
            kept = [p if p > most else ZERO for p, most in zip(row, least, strict=True)]
            return kept if any(kept) else [max(ZERO, p) for p in row]

        both = zip(pi, self.optima[1].pairs, strict=True)
        rows = [list(map(cleaned, of_h, usable)) for of_h, usable in both]
        return certify_policy(lo, hi, rows, self.tolerance, self.optima)

    def induced_by(self, q: Candidate, given: Nested, pi: list[list[Row]]) -> Iterator[Divergence]:
        """pi_i = pi^{q_hat_i} where q_hat_i(x) > 0, and the declared completion elsewhere."""
        yield from self.distribution(pi)
        if self.adopted is None:
            return
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                rows, may_be_empty = induced_rows(q, given, h, x, self.tolerance)
                close = any(self._close(row, induced) for induced in rows)
                self.applied["completion" if may_be_empty and not close else "pi-induced"] += 1
                if close:
                    continue
                if may_be_empty:
                    yield from self._completed(h, x, row)
                    continue
                a = max(range(len(row)), key=lambda a: abs(row[a] - rows[0][a]))
                yield Divergence("pi-induced", (h, x, a), brief(rows[0][a]), brief(row[a]))

    def implied_by(self, q: Candidate, given: Nested) -> Policy:
        """Return the pi_i that q_hat_i and the declared completion imply.

        None where any completion is allowed, or where both eq. (6) and the completion may apply.
        A greedy completion gives the same weight to every action that may be the best."""

        def row(h: int, x: int) -> Row | None:
            rows, may_be_empty = induced_rows(q, given, h, x, self.tolerance)
            if rows:
                return None if may_be_empty else rows[0]
            if self.head.choices["completion"] == "greedy":
                best = [self._best(h, x, a) for a in range(self.head.A)]
                return [ZERO if d is Decision.FALSE else ONE for d in best]
            return self._completion(h, x)

        return [[row(h, x) for x in range(len(of_h))] for h, of_h in enumerate(q.numerators)]

    def tied(
        self, pi: Policy, q: Candidate | None = None, given: Nested | None = None
    ) -> Iterator[Divergence]:
        """R-5, backward-induction: pi_i plays the first action whose optimistic value is within TIE
        of the best, where q_hat_i has mass; with pi_i alone the completion may stand anywhere."""
        if self.head.choices["glop"] != BACKWARD_INDUCTION:
            return
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                if row is None:
                    continue
                if q is None or given is None:
                    completed = self._may_complete(h, x, row)
                else:
                    completed = induced_rows(q, given, h, x, self.tolerance)[1]
                if not completed:
                    yield from self._first_best(h, x, row)

    def _may_complete(self, h: int, x: int, row: Row) -> bool:
        """Whether this row is what R-3 prescribes where q_hat_i(x) = 0."""
        right = self._completion(h, x)
        any_row = self.head.choices["completion"] == "any"
        return any_row or (right is not None and self._close(row, right))

    def _first_best(self, h: int, x: int, row: Row) -> Iterator[Divergence]:
        """Check that the row plays the first of the best actions of a state."""
        self.applied["ties"] += 1
        a = next((a for a, p in enumerate(row) if p >= 1 - self.tolerance), None)
        if a == 0 and self.alike(h, x):
            return
        V, pairs = self.ends(h, x)
        ties = [
            V is not None and Q_a is not None and V.hi - Q_a.lo < TIES - ROUNDING for Q_a in pairs
        ]
        first = next((b for b, tie in enumerate(ties) if tie), len(row))
        if a is not None and a <= first:
            Q_a = pairs[a]
            if V is None or Q_a is None or V.lo - Q_a.hi <= TIES + ROUNDING:
                return
        expected = f"the first best action{'' if first == len(row) else f', {first}'}"
        yield Divergence("ties", (h, x), expected, show_row(row))

    def ends(self, h: int, x: int) -> tuple[Enclosure | None, list[Enclosure | None]]:
        """Return V(x), and the value of every pair of x, enclosed; None where unusable."""
        low, high = self.optima

        def between(least: Q | None, most: Q | None) -> Enclosure | None:
            return None if least is None or most is None else Enclosure(least, most)

        pairs = zip(low.pairs[h][x], high.pairs[h][x], strict=True)
        return between(low.V[h][x], high.V[h][x]), [between(*pair) for pair in pairs]

    def alike(self, h: int, x: int) -> bool:
        """Whether every action of x is the best for certain, by the same number."""
        return False

    def _completion(self, h: int, x: int) -> Row | None:
        """Return the row that R-3 prescribes, None if R-3 or the trace leaves it open."""
        A, rule = self.head.A, self.head.choices["completion"]
        if rule == "previous":
            return None if self.previous is None else self.previous[h][x]
        rows = {"uniform": [Q(1, A)] * A, "first": [ONE] + [ZERO] * (A - 1)}
        return rows.get(rule)

    def _completed(self, h: int, x: int, row: Row) -> Iterator[Divergence]:
        rule = self.head.choices["completion"]
        if rule == "greedy":
            played = [self._best(h, x, a) for a, p in enumerate(row) if p > self.tolerance]
            expected = "greedy: an optimistically best action"
            yield from judged("completion", (h, x), Decision.all(played), expected, show_row(row))
            return
        right = self._completion(h, x)
        if right is not None and not self._close(row, right):
            yield Divergence("completion", (h, x), f"{rule}: {show_row(right)}", show_row(row))

    def _best(self, h: int, x: int, a: int) -> Decision:
        """Whether the optimistic value of (x, a) is the largest at x, up to the tolerance."""
        low, high = self.optima
        best_low, best_high = low.V[h][x], high.V[h][x]
        at_low, at_high = low.pairs[h][x][a], high.pairs[h][x][a]
        if best_low is None or best_high is None or at_low is None or at_high is None:
            # x is dead: nothing is best; or a alone is unusable
            return Decision.of(best_high is None, best_low is not None and at_high is None)
        return Enclosure(best_low - at_high, best_high - at_low).leq(self.tolerance)

    def _close(self, row: Row, expected: Row) -> bool:
        return all(abs(p - e) <= self.tolerance for p, e in zip(row, expected, strict=True))


def induced_rows(
    q: Candidate, given: Nested, h: int, x: int, tolerance: Q
) -> tuple[list[Row], bool]:
    """Return the rows that eq. (6) can mean at one state, and whether q_hat_i(x) can be 0.

    A mass of at most the tolerance counts as zero: q_hat_i satisfies LP1 only up to it. A solver's
    noise and a small mass look alike, so that in doubles R-6 makes entries below 1e-9 zero: pi_i
    may be taken from q_hat_i as recorded or so cleaned, and a state with less mass may be empty.
    Rationals are exact."""
    D, rows = q.D[h], q.numerators[h][x]
    least = int(-(-NO_MASS.numerator * D // NO_MASS.denominator))  # NO_MASS, rounded up
    masses = [max(0, sum(row)) for row in rows]
    total = sum(masses)
    if total <= tolerance * D:
        return [], True
    exact = any(isinstance(v, str) for row in given[h][x] for v in row)
    induced = [[Q(m, total) for m in masses]] if exact or total >= least else []
    if exact or all(v == 0 or v >= least for row in rows for v in row):  # R-6 changes nothing
        return induced, False
    cleaned = [sum(v for v in row if v >= least) for row in rows]
    kept = sum(cleaned)
    return induced + ([[Q(m, kept) for m in cleaned]] if kept else []), kept == 0
