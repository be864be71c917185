"""Epoch records decided in doubles where the bounds of error_bounds.py leave no doubt.

A record passes if every rule holds for certain; then exactly what the plain tier would count and
adopt is counted and adopted. In any doubt the line is read again strictly, and judged exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

import numpy as np

from proofs_check.arithmetic import Q, each, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.doubles import PerLayer, Quantities
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.fast.error_bounds import (
    R_HAT,
    RADIUS,
    U,
    induction_error,
    measured,
    state_values,
)
from proofs_check.fast.reader import Piece
from proofs_check.lp1.certify import NO_MASS
from reference.readings import BACKWARD_INDUCTION
from reference.trace.records import STATE_KEYS, TRIPLE_KEYS, EpochRecord, Header

SHORT = 200  # bits of a reward sum's denominator; longer ones are left to the exact rules


class _Doubt(Exception):
    """Doubles that do not decide the rule."""


class FilteringChecker(EpochChecker):
    """Exact checker of epochs behind the filter. `passed` and `exact` count the epochs after
    the first."""

    def __init__(self, header: Header, file: str, applied: Counter[str]) -> None:
        super().__init__(header, file, applied)
        layers, A = header.layers, header.A
        self.unread: Piece | None = None  # of the next record: its form is not fully checked
        self.passed = self.exact = 0
        self.Lam = float(self.radii[0].Lam.enclose(96).lo)
        self.slack = float(self.tolerance) * (1 - 4 * U)  # below the tolerance
        self.surely_more = float(self.tolerance) * (1 + 4 * U)
        self.error, self.error_of_pi = induction_error(layers), induction_error(layers, A)
        # A pair without visits must be usable, its radius being at least 1, and the bounds small.
        widest = all(2 * n * self.Lam > 1.001 for n in layers[1:])
        printed = header.choices["radii"] == "printed"  # `Quantities` has eq. (11) and (15)
        self.usable = printed and widest and header.choices["glop"] != BACKWARD_INDUCTION
        self.usable = self.usable and self.error + self.error_of_pi < self.slack

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Divergence]:
        """Check as the plain tier does; yield nothing, at once, if the filter has no doubt."""
        unread, self.unread = self.unread, None
        if i > 1:
            self.sure: Counter[str] = Counter()  # how often each rule holds in this record
            try:
                self.gap = to_q(self._shortfall(record, counters))
            except _Doubt:
                self.exact += 1
            else:
                self.passed += 1
                self.applied.update(self.sure)
                self.later = i - 1
                if self.excludes:
                    self.excluded = i
                self.adopted = each(_rational, record.tables["pi"])
                return iter(())
        if unread:
            record = cast("EpochRecord", next(iter(unread.records())))
        return super().check(record, i, counters, previous)

    def _shortfall(self, record: EpochRecord, counters: Counters) -> float:
        """Return a bound on the gap to LP1's optimum of a record on which every rule holds. Raises
        _Doubt."""
        tables = record.tables
        # What q_hat_i implies where pi_i is missing is left to the exact rules.
        self._sure(self.usable, counters.longest_sum <= SHORT, "pi" in tables)
        self._visits(tables, counters)
        given = {k: self._doubles(k, v) for k, v in tables.items() if k not in ("N", "N3")}
        true = Quantities.of(counters, self.Lam)
        self._quantities(given, true)
        self._number("Lam", record.Lam, self.Lam, 4 * U * self.Lam)
        V = state_values(true)
        best = float(V[0][0])
        self.sure["lp1-infeasible"] = 1
        excludes = self.excluded is None and self._excludes(best, true)
        self._number("value", record.value, best, self.error)
        self._values(given, V)
        self._distributions(given["pi"])
        reached, error = (
            self._of_q_hat(given, true) if "q_hat" in given else self._of_pi(given, true)
        )
        shortfall = best - reached + self.error + error
        self._sure(shortfall <= self.slack)
        self.excludes = excludes
        return shortfall

    def _excludes(self, best: float, true: Quantities) -> bool:
        """Whether pi_1, each action alike, is not optimal."""
        layers, A = self.head.layers, self.head.A
        pi_1 = [np.full((X_h, A), 1 / A) for X_h in layers[:-1]]
        short = best - float(state_values(true, pi_1)[0][0])
        error = self.error + self.error_of_pi
        self._sure(short + error <= self.slack or short - error >= self.surely_more)
        return short - error >= self.surely_more

    def _visits(self, tables: Mapping[str, Any], counters: Counters) -> None:
        """Check N_i and N3_i, where they are recorded."""
        for name, expected in (("N", counters.all_N), ("N3", counters.all_N3)):
            if name in tables:
                self.sure[name] = 1
                whole = all(np.array(of_h).dtype.kind == "i" for of_h in tables[name])
                self._sure(tables[name] == expected, whole)  # the format refuses 1.0

    def _values(self, given: Mapping[str, PerLayer], V: PerLayer) -> None:
        """Check the optimistic values, if they are recorded."""
        if "V" in given:
            self.sure["V"] = sum(self.head.layers[:-1])
            for g, v in zip(given["V"], V, strict=True):
                self._sure(np.abs(g - v) + self.error <= self.slack)

    def _of_q_hat(self, given: Mapping[str, PerLayer], true: Quantities) -> tuple[float, float]:
        """Check q_hat_i, and eq. (6) of pi_i; return <q_hat_i, r_hat_i> and its error."""
        violations, reached, error = measured(true, given["q_hat"])
        self._sure(max(violations.values()) <= self.slack)
        self.sure.update({f"q_hat-{family}": 1 for family in (*violations, "optimal")})
        self.sure["q_hat-radius"] = 3  # with the deviation variables' two families
        self._eq_6(given["q_hat"], given["pi"])
        return reached, error

    def _of_pi(self, given: Mapping[str, PerLayer], true: Quantities) -> tuple[float, float]:
        """Return the optimistic value of pi_i and a bound on its error."""
        rows = [p / p.sum(axis=-1, keepdims=True) for p in given["pi"]]
        self.sure["pi-optimal"] = 1
        return float(state_values(true, rows)[0][0]), self.error_of_pi

    def _sure(self, *conditions: Any) -> None:
        if not all(np.all(condition) for condition in conditions):
            raise _Doubt

    def _number(self, name: str, entry: object, true: float, error: float) -> None:
        """Check a recorded number, if there is one; `error` bounds that of `true`, rounding
        included."""
        if entry is not None:
            self.sure[name] = 1
            self._sure(type(entry) in (int, float))
            self._sure(abs(entry - true) + error <= self.slack)  # type: ignore[operator]

    def _doubles(self, name: str, nested: Any) -> PerLayer:
        """Return one array per layer, of doubles or small whole numbers and of the right shape."""
        layers, A, arrays = self.head.layers, self.head.A, []
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
            arrays.append(table.astype(np.float64))
        return arrays

    def _quantities(self, given: dict[str, PerLayer], true: Quantities) -> None:
        """Check those of the quantities of eq. (10), (11), (14)-(17) that are recorded."""
        P_bar = [N3 / m[..., None] for N3, m in zip(true.N3, true.most, strict=True)]
        r_check = [np.maximum(0.0, r - b) for r, b in zip(true.r_bar, true.b, strict=True)]
        expected = {
            "P_bar": (P_bar, 2 * U), "eps": (true.eps, RADIUS), "b": (true.b, RADIUS),
            "r_hat": (true.r_hat, 2 * R_HAT), "r_check": (r_check, 2 * R_HAT),
        }  # fmt: skip
        for name, (table, error) in expected.items():
            if name in given:
                self.sure[name] = sum(v.size for v in table)
                for g, v in zip(given[name], table, strict=True):
                    self._sure(np.abs(g - v) * (1 + 2 * U) + error * (1 + v) <= self.slack)
        if "r_bar" in given:  # within the rounding of a running mean, tolerances.py
            self.sure["r_bar"] = sum(v.size for v in true.r_bar)
            for g, v, N in zip(given["r_bar"], true.r_bar, true.N, strict=True):
                self._sure(np.abs(g - v) * (1 + 2 * U) + 3 * U <= 2 * (N + 8) * U)

    def _distributions(self, pi: PerLayer) -> None:
        self.sure["pi-distribution"] = sum(self.head.layers[:-1])
        for p in pi:
            off = np.abs(p.sum(axis=-1) - 1) + 2 * self.head.A * U
            self._sure(p >= 0, off <= self.slack)

    def _eq_6(self, q: PerLayer, pi: PerLayer) -> None:
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
            self._sure(not empty.any() or self.head.choices["completion"] == "uniform")
            self.sure["pi-induced"] += int((~empty).sum())
            self.sure["completion"] += int(empty.sum())


@lru_cache(maxsize=1000)
def _rational(p: float) -> Q:
    """Return a probability; there are few distinct ones."""
    return to_q(p)
