"""The rules for pi_i: eq. (6), the completion of R-3, and a policy recorded without q_hat_i."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import Divergence, brief, judged, show_row
from proofs_check.lp1.candidate import Candidate
from proofs_check.lp1.certify import NO_MASS, PolicyReport, certify_policy
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import Optimum
from reference.trace.records import Header, Nested

Row = list[Q]
Policy = list[list[Row | None]]  # pi[h][x]; None where the trace does not determine it
Optima = tuple[Optimum, Optimum]  # of LP1 rounded down and up


class PolicyRules:
    """Rules on pi_i for one trace; `adopted` is the policy last found to be a distribution."""

    def __init__(self, header: Header, applied: Counter[str]) -> None:
        self.head, self.applied = header, applied
        self.tolerance = to_q(header.tolerance)
        self.rule = header.choices["completion"]
        self.adopted: Policy | None = None

    def uniform(self) -> Policy:
        """pi_1 (Alg. 1 l. 6)."""
        A = self.head.A
        return [[[Q(1, A)] * A for _ in range(X_h)] for X_h in self.head.layers[:-1]]

    def distribution(self, pi: list[list[Row]]) -> Iterator[Divergence]:
        """Every row is >= 0 and sums to 1, up to the tolerance; pi is then adopted."""
        self.adopted = None
        sound = True
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                self.applied["pi-distribution"] += 1
                if max(abs(sum(row, ZERO) - 1), -min(row)) > self.tolerance:
                    sound = False
                    yield Divergence("pi-distribution", (h, x), "a distribution", show_row(row))
        if sound:
            self.adopted = [list(of_h) for of_h in pi]

    def value(self, lo: LP1Data, hi: LP1Data, pi: list[list[Row]], optima: Optima) -> PolicyReport:
        """The optimistic value of pi: negative noise is 0, as is any on a pair that LP1 forbids."""
        cleaned = []
        for h, of_h in enumerate(pi):
            rows = []
            for x, row in enumerate(of_h):
                usable = optima[1].pairs[h][x]
                kept = [
                    p if p > (ZERO if usable[a] is not None else self.tolerance) else ZERO
                    for a, p in enumerate(row)
                ]
                rows.append(kept if any(kept) else [max(ZERO, p) for p in row])
            cleaned.append(rows)
        return certify_policy(lo, hi, cleaned, self.tolerance, optima)

    def induced_by(
        self,
        q: Candidate,
        given: Nested,
        pi: list[list[Row]],
        optima: Optima,
        previous: Policy | None,
    ) -> Iterator[Divergence]:
        """pi_i = pi^{q_hat_i} where q_hat_i(x) > 0, and the declared completion elsewhere."""
        yield from self.distribution(pi)
        if self.adopted is None:
            return
        for h, of_h in enumerate(pi):
            for x, row in enumerate(of_h):
                occupied = _Occupied(q, given, h, x, self.tolerance)
                if any(self._close(row, induced) for induced in occupied.induced):
                    self.applied["pi-induced"] += 1
                elif occupied.may_be_empty:
                    self.applied["completion"] += 1
                    yield from self._completed(h, x, row, optima, previous)
                else:
                    self.applied["pi-induced"] += 1
                    induced = occupied.induced[0]
                    a = max(range(len(row)), key=lambda a: abs(row[a] - induced[a]))
                    yield Divergence("pi-induced", (h, x, a), brief(induced[a]), brief(row[a]))

    def implied_by(
        self, q: Candidate, given: Nested, optima: Optima, previous: Policy | None
    ) -> Policy:
        """The pi_i that q_hat_i and the declared completion imply.

        None where any completion is allowed, or where both eq. (6) and the completion may apply.
        A greedy completion gives the same weight to every action that may be the best."""
        policy: Policy = []
        for h, of_h in enumerate(q.numerators):
            rows: list[Row | None] = []
            for x in range(len(of_h)):
                occupied = _Occupied(q, given, h, x, self.tolerance)
                if not occupied.may_be_empty:
                    rows.append(occupied.induced[0])
                elif occupied.induced:
                    rows.append(None)
                elif self.rule == "greedy":
                    best = [self._best(h, x, a, optima) for a in range(self.head.A)]
                    rows.append([ZERO if d is Decision.FALSE else ONE for d in best])
                else:
                    rows.append(self._completion(h, x, previous))
            policy.append(rows)
        return policy

    def _completion(self, h: int, x: int, previous: Policy | None) -> Row | None:
        """The row that R-3 prescribes, None if R-3 or the trace leaves it open."""
        A = self.head.A
        if self.rule == "uniform":
            return [Q(1, A)] * A
        if self.rule == "first":
            return [ONE] + [ZERO] * (A - 1)
        return previous[h][x] if self.rule == "previous" and previous is not None else None

    def _completed(
        self, h: int, x: int, row: Row, optima: Optima, previous: Policy | None
    ) -> Iterator[Divergence]:
        if self.rule == "greedy":
            played = [self._best(h, x, a, optima) for a, p in enumerate(row) if p > self.tolerance]
            expected = "greedy: an optimistically best action"
            yield from judged("completion", (h, x), Decision.all(played), expected, show_row(row))
            return
        expected_row = self._completion(h, x, previous)
        if expected_row is not None and not self._close(row, expected_row):
            expected = f"{self.rule}: {show_row(expected_row)}"
            yield Divergence("completion", (h, x), expected, show_row(row))

    def _best(self, h: int, x: int, a: int, optima: Optima) -> Decision:
        """Whether the optimistic value of (x, a) is the largest at x, up to the tolerance."""
        low, high = optima
        best_low, best_high = low.V[h][x], high.V[h][x]
        at_low, at_high = low.pairs[h][x][a], high.pairs[h][x][a]
        if best_low is None or best_high is None or at_low is None or at_high is None:
            # x is dead: nothing is best; or a alone is unusable
            return Decision.of(best_high is None, best_low is not None and at_high is None)
        return Enclosure(best_low - at_high, best_high - at_low).leq(self.tolerance)

    def _close(self, row: Row, expected: Row) -> bool:
        return all(abs(p - e) <= self.tolerance for p, e in zip(row, expected, strict=True))


class _Occupied:
    """q_hat_i(x,.) at one state: the rows that eq. (6) can mean, and whether q_hat_i(x) can be 0.

    A mass of at most the tolerance counts as zero: q_hat_i satisfies LP1 only up to it. A solver's
    noise and a small mass look alike, so that in doubles R-6 makes entries below 1e-9 zero: pi_i
    may be taken from q_hat_i as recorded or so cleaned, and a state with less mass may be empty.
    Rationals are exact."""

    def __init__(self, q: Candidate, given: Nested, h: int, x: int, tolerance: Q) -> None:
        D = q.D[h]
        least = int(-(-NO_MASS.numerator * D // NO_MASS.denominator))  # NO_MASS, rounded up
        rows = q.numerators[h][x]
        masses = [max(0, sum(row)) for row in rows]
        total = sum(masses)
        self.induced: list[Row] = []
        self.may_be_empty = total <= tolerance * D
        if self.may_be_empty:
            return
        exact = any(isinstance(v, str) for row in given[h][x] for v in row)
        if exact or total >= least:
            self.induced.append([Q(m, total) for m in masses])
        if not exact and not _clear(rows, least):
            cleaned = [sum(v for v in row if v >= least) for row in rows]
            kept = sum(cleaned)
            if kept:
                self.induced.append([Q(m, kept) for m in cleaned])
            self.may_be_empty = kept == 0


def _clear(rows: list[list[int]], least: int) -> bool:
    """No entry that R-6 changes: all are 0 or at least 1e-9."""
    return all(v == 0 or v >= least for row in rows for v in row)
