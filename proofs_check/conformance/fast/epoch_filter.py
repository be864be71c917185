"""Epoch records decided in doubles where the bounds of error_bounds.py leave no doubt.

A record passes if every rule holds for certain; then exactly what the plain tier would count and
adopt is counted and adopted. In any doubt the line is read again strictly, and judged exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from proofs_check.arithmetic import Q, Radii, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.fast.error_bounds import (
    R_HAT,
    RADIUS,
    CandidateBounds,
    PerLayer,
    Quantities,
    U,
    induction_error,
    measured,
    optimistic_value,
    state_values,
)
from proofs_check.conformance.fast.reader import Piece
from proofs_check.conformance.policy_rules import Policy
from proofs_check.lp1.certify import NO_MASS
from reference.trace.records import STATE_KEYS, TRIPLE_KEYS, EpochRecord, Header

SHORT = 200  # bits of a reward sum's denominator; longer ones are left to the exact rules
KEPT = 1000  # rationals of probabilities that are looked up


class _Doubt(Exception):
    """The doubles do not decide the rule."""


class FilteringChecker(EpochChecker):
    """The exact checker of epochs behind the filter. `passed` and `exact` count the epochs after
    the first."""

    def __init__(self, header: Header, file: str, applied: Counter[str]) -> None:
        super().__init__(header, file, applied)
        self.filter = EpochFilter(header, self.tolerance, self.radii[0])
        self.unread: Piece | None = None  # of the next record: its form is not fully checked
        self.passed = self.exact = 0

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Divergence]:
        """As the plain tier; yields nothing, at once, if the filter has no doubt."""
        unread, self.unread = self.unread, None
        if i > 1:
            try:
                passed = self.filter.judge(record, counters)
            except _Doubt:
                self.exact += 1
            else:
                self.passed += 1
                self.applied.update(passed.applied)
                self.gap, self.adopted = to_q(passed.gap), passed.adopted
                return iter(())
        if unread:
            record = cast("EpochRecord", next(iter(unread.records())))
        return super().check(record, i, counters, previous)


@dataclass(frozen=True)
class Passed:
    """An epoch without divergences: how often each rule was applied, a bound on the gap to LP1's
    optimum, and pi_i."""

    applied: Counter[str]
    gap: float
    adopted: Policy


class EpochFilter:
    """The rules on an epoch after the first, in doubles."""

    def __init__(self, header: Header, tolerance: Q, radii: Radii) -> None:
        self.head = header
        layers, A = header.layers, header.A
        self.Lam = float(radii.Lam.enclose(96).lo)
        self.slack = float(tolerance) * (1 - 4 * U)  # below the tolerance
        self.error, self.error_of_pi = induction_error(layers), induction_error(layers, A)
        # A pair without visits must be usable, its radius being at least 1, and the bounds small.
        widest = all(2 * n * self.Lam > 1.001 for n in layers[1:])
        printed = radii.choice == "printed"  # `Quantities` has eq. (11) and (15)
        self.usable = printed and widest and self.error + self.error_of_pi < self.slack
        self.known: dict[float, Q] = {}

    def judge(self, record: EpochRecord, counters: Counters) -> Passed:
        """What the plain tier would find on a record on which every rule holds. Raises _Doubt."""
        if not self.usable or counters.longest_sum > SHORT:
            raise _Doubt
        tables = record.tables
        if "pi" not in tables:
            raise _Doubt  # what q_hat_i implies is left to the exact rules
        applied: Counter[str] = Counter()
        for name, expected in (("N", counters.all_N), ("N3", counters.all_N3)):
            if name in tables:
                applied[name] = 1
                if tables[name] != expected or not _whole(tables[name]):
                    raise _Doubt
        given = {k: self._doubles(k, v) for k, v in tables.items() if k not in ("N", "N3")}
        true = Quantities.of(counters, self.Lam)
        self._quantities(given, true, applied)
        V = state_values(true)
        best = float(V[0][0])
        applied["lp1-infeasible"] = 1
        self._near("Lam", record.Lam, self.Lam, 4 * U * self.Lam, applied)
        self._near("value", record.value, best, self.error, applied)
        if "V" in given:
            applied["V"] = sum(self.head.layers[:-1])
            for g, v in zip(given["V"], V, strict=True):
                self._sure(np.abs(g - v) + self.error <= self.slack)
        self._distribution(given["pi"], applied)
        if "q_hat" in given:
            found = self._feasible(true, given["q_hat"], applied)
            reached, error = found.objective, found.objective_error
            self._induced(given["q_hat"], given["pi"], applied)
        else:
            rows = [p / p.sum(axis=-1, keepdims=True) for p in given["pi"]]
            reached, error = optimistic_value(true, rows), self.error_of_pi
            applied["pi-optimal"] = 1
        shortfall = best - reached + self.error + error
        self._sure(shortfall <= self.slack)
        return Passed(applied, shortfall, self._exactly(tables["pi"]))

    def _near(
        self, name: str, found: object, true: float, error: float, applied: Counter[str]
    ) -> None:
        """A recorded number, if there is one; `error` bounds that of `true`, rounding included."""
        if found is not None:
            applied[name] = 1
            if type(found) not in (int, float):
                raise _Doubt
            self._sure(abs(found - true) + error <= self.slack)  # type: ignore[operator]

    def _sure(self, *conditions: Any) -> None:
        if not all(np.all(condition) for condition in conditions):
            raise _Doubt

    def _doubles(self, name: str, nested: Any) -> PerLayer:
        """One array per layer, of doubles or small whole numbers and of the right shape."""
        layers, A, found = self.head.layers, self.head.A, []
        if len(nested) != len(layers) - 1:
            raise _Doubt
        for h, of_h in enumerate(nested):
            shape: tuple[int, ...] = (layers[h], A)
            if name in TRIPLE_KEYS:
                shape = (layers[h], A, layers[h + 1])
            elif name in STATE_KEYS:
                shape = (layers[h],)
            try:
                table = np.array(of_h)
            except ValueError:  # rows of different lengths
                raise _Doubt from None
            if table.shape != shape or table.dtype.kind not in "fi":
                raise _Doubt
            found.append(table.astype(np.float64))
        return found

    def _quantities(
        self, given: dict[str, PerLayer], true: Quantities, applied: Counter[str]
    ) -> None:
        """Those of the quantities of eq. (10), (11), (14)-(17) that are recorded."""
        P_bar = [N3 / m[..., None] for N3, m in zip(true.N3, true.most, strict=True)]
        r_check = [np.maximum(0.0, r - b) for r, b in zip(true.r_bar, true.b, strict=True)]
        expected = {
            "P_bar": (P_bar, 2 * U), "eps": (true.eps, RADIUS), "b": (true.b, RADIUS),
            "r_hat": (true.r_hat, 2 * R_HAT), "r_check": (r_check, 2 * R_HAT),
        }  # fmt: skip
        for name, (table, error) in expected.items():
            if name in given:
                applied[name] = sum(v.size for v in table)
                for g, v in zip(given[name], table, strict=True):
                    self._sure(np.abs(g - v) * (1 + 2 * U) + error * (1 + v) <= self.slack)
        if "r_bar" in given:  # within the rounding of a running mean, tolerances.py
            applied["r_bar"] = sum(v.size for v in true.r_bar)
            for g, v, N in zip(given["r_bar"], true.r_bar, true.N, strict=True):
                self._sure(np.abs(g - v) * (1 + 2 * U) + 3 * U <= 2 * (N + 8) * U)

    def _distribution(self, pi: PerLayer, applied: Counter[str]) -> None:
        applied["pi-distribution"] = sum(self.head.layers[:-1])
        for p in pi:
            off = np.abs(p.sum(axis=-1) - 1) + 2 * self.head.A * U
            self._sure(p >= 0, off <= self.slack)

    def _feasible(self, true: Quantities, q: PerLayer, applied: Counter[str]) -> CandidateBounds:
        """The families of constraints, up to the tolerance."""
        found = measured(true, q)
        if found is None or not found.feasible(self.slack):
            raise _Doubt
        once = ("nonnegative", "normalisation", "flow", "optimal")
        applied.update({f"q_hat-{family}": 1 for family in once})
        applied["q_hat-radius"] = 3  # with the deviation variables' two families
        return found

    def _induced(self, q: PerLayer, pi: PerLayer, applied: Counter[str]) -> None:
        """Eq. (6) where q_hat_i(x) is clearly above the tolerance, the uniform completion
        where it is clearly below.

        Sums of n A entries err by n A u times the sum of their absolute values."""
        A = self.head.A
        for q_h, p in zip(q, pi, strict=True):
            masses = np.maximum(0.0, q_h.sum(axis=-1))
            total = masses.sum(axis=-1)
            absolute = np.abs(q_h).sum(axis=(1, 2))
            empty = 2 * absolute <= self.slack
            clear = 2 * max(float(NO_MASS), self.slack)
            self._sure(empty | (total >= clear))
            total = np.where(empty, 1.0, total)
            expected = np.where(empty[:, None], 1 / A, masses / total[:, None])
            error = 4 * U * (q_h.shape[-1] * A + 8) * (1 + absolute / total)
            self._sure(np.abs(p - expected) + error[:, None] <= self.slack)
            if empty.any() and self.head.choices["completion"] != "uniform":
                raise _Doubt
            applied["pi-induced"] += int((~empty).sum())
            applied["completion"] += int(empty.sum())

    def _exactly(self, pi: Any) -> Policy:
        """The policy in rationals; there are few distinct probabilities."""
        if len(self.known) > KEPT:
            self.known.clear()

        def exact(p: float) -> Q:
            found = self.known.get(p)
            return found if found is not None else self.known.setdefault(p, to_q(p))

        return [[[exact(p) for p in row] for row in of_h] for of_h in pi]


def _whole(counts: Any) -> bool:
    """Only whole numbers: the format refuses 1.0."""
    return all(np.array(of_h).dtype.kind == "i" for of_h in counts)
