"""UCRL2 in the average-reward setting: [JOA] Fig. 1, by its steps, and extended value iteration by
what it proves about the policy (R-38)."""

from __future__ import annotations

from typing import Any

import numpy as np

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, sqrt, to_q
from proofs_check.conformance.divergence import brief, text
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.coverage import GREEDY, OTHER_POLICY
from proofs_check.guests.flat.likely import DISCOUNTS, choices_of
from proofs_check.guests.flat.optimistic_gain import (
    ROUNDS,
    PlausibleMDPs,
    as_distribution,
    leaves_room,
    needs_order,
    proposed,
    worst_policy,
)
from proofs_check.guests.flat.plausible import RADIUS_BITS, Counts, PlausibleSets
from proofs_check.guests.flat.replay import FlatReplay
from reference.guests.flat.flat_records import PolicyRecord, StepsRecord

FINER = (1e-3, 1e-7, 1e-11)
"""Accuracies, relative to what is allowed, at which a gain is enclosed until it is decided."""
WORK, WORK_PER_STEP, FEWEST_ROUNDS, SIZE_OF_A_ROUND = 30_000, 300, 50, 2_000
"""Rounds of value iteration that a trace may cost, and more for every step; a round of larger
tables counts as many. What they do not decide is undecided."""


class UCRL2Replay(FlatReplay):
    """One check of a trace of UCRL2. N, N3 and R count all steps so far; N_k those before the
    epoch; `recorded` is N_k as the trace has it."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        S, A = self.head.S, self.head.A
        counts = Counts(S, A)
        self.N, self.N3, self.R = counts.N, counts.N3, counts.R
        self.sets = PlausibleSets(self, "ucrl2", counts)
        self.N_k = [[0] * A for _ in range(S)]
        self.k, self.t = 0, 1  # the running epoch; the number of the next step
        self.pi: list[list[Q]] = []
        self.work = 0  # rounds of value iteration so far
        self.ended_by_doubling = False  # the epoch before
        self.doubled = False  # v_k(s, a) >= max{1, N_k(s, a)} for some pair
        self.late = False  # ... and reported as missing
        self.lazy = self.head.options["trigger"] in ("lazy", "running")
        self.running = self.head.options["trigger"] == "running"  # a fault (variants.py)

    def check(self, record: Any) -> None:
        if isinstance(record, PolicyRecord):
            self._epoch(record)
        elif isinstance(record, StepsRecord):
            for i in range(len(record.s)):
                self._step(record, i)

    # ---- steps ----

    def _step(self, record: StepsRecord, i: int) -> None:
        self.place = {"epoch": self.k, "step": self.t}
        self.apply("ucrl2-order", self.k > 0, "epoch 1 before step 1", "a step")
        if not self.step_is_possible(record, i) or not self.k:
            self.t += 1
            return
        s, a = record.s[i], record.a[i]
        before = self.N_k[s][a]
        n = self.N[s][a] - before
        if self.pi[s][a] <= self.tolerance:
            expected = f"an action with pi > {brief(self.tolerance)}"
            self.apply("ucrl2-played", False, expected, brief(self.pi[s][a]), state=s, action=a)
        due = n >= max(1, before) if self.lazy else self.doubled
        if self.running:
            due = n > before == 0
        if due and not self.late:
            self.late = True
            visits = f"none; v_k = {n}, N_k = {before}"
            self.apply("ucrl2-epoch-missing", False, "a new epoch", visits, state=s, action=a)
        counts = self.outcome.instances
        counts["ucrl2-played"] += 1
        counts["ucrl2-epoch-missing"] += 1
        self.N[s][a] += 1
        self.N3[s][a][record.s1[i]] += 1
        self.R[s][a] = self.summed(self.R[s][a], to_q(record.r[i]))
        self.doubled = self.doubled or n + 1 >= max(1, before)
        self.t += 1
        self.outcome.steps += 1

    def _may_end(self) -> bool:
        """Return whether the trigger is true in the state in which the next step begins."""
        if not self.lazy:
            return self.doubled
        s = self.now
        if s is None or not 0 <= s < self.head.S:
            return False
        return any(
            self.pi[s][a] > 0
            and self.N[s][a] - self.N_k[s][a] >= max(1, self.N_k[s][a])
            and not (self.running and self.N_k[s][a])
            for a in range(self.head.A)
        )

    # ---- epochs ----

    def _epoch(self, record: PolicyRecord) -> None:
        if not self.k:
            self.apply("ucrl2-order", self.t == 1, "epoch 1 before step 1", f"step {self.t}")
        else:
            event = "a new epoch"
            if self.now is not None and 0 <= self.now < self.head.S:
                v = [n - N for n, N in zip(self.N[self.now], self.N_k[self.now], strict=True)]
                event += f" in state {self.now}; v_k = {v}, N_k = {self.N_k[self.now]}"
            self.apply("ucrl2-epoch-early", self._may_end(), "v_k = max{1, N_k}", event)
        self.k += 1
        self.outcome.episodes = self.k
        self.place = {"epoch": self.k}
        self.apply("ucrl2-epoch-number", record.k == self.k, f"k = {self.k}", f"k = {record.k}")
        self.apply("ucrl2-clock", record.t == self.t, f"t = {self.t}", f"t = {record.t}")
        self.doubled = self.late = False
        self.ended_by_doubling = any(
            n - N >= N >= 2
            for rows in zip(self.N, self.N_k, strict=True)
            for n, N in zip(*rows, strict=True)
        )
        self.N_k = [row.copy() for row in self.N]
        self.pi = [[to_q(v) for v in row] for row in record.pi]
        model = self.sets.model(record.tables, record.t, record.k)
        u, so_far = record.tables.get("u"), self.outcome.total
        if u is not None:
            self._iteration(record, model, [to_q(v) for v in u])
        possible, causes = self._distributions(), self.outcome.total - so_far
        if possible and not causes:  # else the gain would say the same again
            self._near_optimal(record, model)

    # ---- the policy ----

    def _iteration(self, record: PolicyRecord, model: PlausibleMDPs, u: list[Q]) -> None:
        """Check the last iteration of extended value iteration: inner maximum, span, greediness.
        Numbers of the size of u are compared with the tolerance relative to it."""
        head, tau = self.head, to_q(self.head.options["tau"])
        size = max(map(abs, u))
        slack = self.slack(size)
        p_opt, Tu, best = record.tables.get("p_opt"), [], []
        order = sorted(range(head.S), key=u.__getitem__)
        for s in range(head.S):
            values: list[Enclosure] = []
            for a in range(head.A):
                r = model.r[s][a]
                inner = Enclosure(*(model.inner(s, a, u, order, up) for up in (False, True)))
                if p_opt is not None:
                    p = [to_q(v) for v in p_opt[s][a]]
                    inner = self._inner_maximum(model, s, a, p, u, inner, slack)
                values.append(r + inner * (tau * self.gamma) + (1 - tau) * u[s])
            Tu.append(Enclosure(max(v.lo for v in values), max(v.hi for v in values)))
            best.append(values)
        spread = [v - u_s for v, u_s in zip(Tu, u, strict=True)]
        span = Enclosure(
            max(v.lo for v in spread) - min(v.hi for v in spread),
            max(v.hi for v in spread) - min(v.lo for v in spread),
        )
        stop = self._stop(record)
        decision = Decision.of(span.hi < stop.lo + 2 * slack, span.lo >= stop.hi + 2 * slack)
        if decision is Decision.FALSE:
            self.fits = self._other_maps(model, u, order, stop.lo + 2 * slack)
        self.decide("ucrl2-stop", decision, f"below {text(stop)}", text(span))
        self.fits = ()
        for s, values in enumerate(best):
            for a in range(head.A):
                least = Tu[s].lo - slack * 2
                self.cell(GREEDY, values[a].hi < least and stop.hi < 1)
                if self.pi[s][a] > self.tolerance:
                    decision = Decision.of(values[a].hi >= least, values[a].hi < least)
                    at = {"state": s, "action": a}
                    if decision is Decision.TRUE:
                        self.outcome.instances["ucrl2-greedy"] += 1
                        continue
                    top = max(range(head.A), key=lambda b: values[b].hi)
                    expected = f"{text(Tu[s])} = r~ + max p u of action {top}"
                    told = f"{text(values[a])}, that of action {a}, which pi_k takes"
                    self.decide("ucrl2-greedy", decision, expected, told, **at)

    def _other_maps(
        self, model: PlausibleMDPs, u: list[Q], order: list[int], most: Q
    ) -> tuple[tuple[str, Any], ...]:
        """Return the one of DISCOUNTS that leaves the smallest span, and each other tau, if with it
        the iteration may stop."""
        now = to_q(self.head.options["tau"])
        inner = [
            [(r.hi, model.inner(s, a, u, order, True)) for a, r in enumerate(row)]
            for s, row in enumerate(model.r)
        ]

        def span(gamma: float, tau: Q = now) -> Q:
            of = to_q(gamma) * tau
            spread = [max(r + m * of for r, m in row) - tau * u[s] for s, row in enumerate(inner)]
            return max(spread) - min(spread)

        best = min(DISCOUNTS, key=span)
        taus = [tau for tau in choices_of(self.head, "tau") if span(1.0, to_q(tau)) < most]
        discounts = (("discount", best),) if span(best) < most else ()
        return (*discounts, *(("tau", tau) for tau in taus))

    def _inner_maximum(
        self, model: PlausibleMDPs, s: int, a: int, p: list[Q], u: list[Q], most: Enclosure,
        slack: Q,
    ) -> Enclosure:  # fmt: skip
        """Check a recorded maximiser, and return its p u."""
        at = {"state": s, "action": a}
        product = sum((p_y * u_y for p_y, u_y in zip(p, u, strict=True)), ZERO)
        room = self.tolerance * 4
        inside = min(p) >= -room and abs(sum(p, ZERO) - 1) <= room
        expected, distance, near = _distance(model, s, a, p, room)
        if not (inside and near):
            deviation = f"sum {brief(sum(p, ZERO))}, distance {brief(distance)}"
            self.apply("ucrl2-p_opt", False, expected, deviation, **at)
        else:
            short = product < most.lo - slack
            self.apply("ucrl2-p_opt", not short, f"p u = {text(most)}", brief(product), **at)
        return exactly(product)

    def _stop(self, record: PolicyRecord) -> Enclosure:
        """Return the accuracy that is declared, 1/sqrt(t_k) unless the options say otherwise."""
        stop = self.head.options["stop"]
        if stop == "1/sqrt(t)":
            return sqrt(Q(1, record.t)).enclose(RADIUS_BITS)
        return exactly(Q(1, record.t) if stop == "1/t" else to_q(stop))

    def _distributions(self) -> bool:
        """Check the rows of pi, scale them to sum to 1 and return whether all of them can be."""
        sound = True
        for s, row in enumerate(self.pi):
            total = sum(row, ZERO)
            right = min(row) >= -self.tolerance and abs(total - 1) <= self.tolerance
            self.apply("ucrl2-pi", right, "a distribution", f"sum {brief(total)}", state=s)
            sound &= total > 0
        if sound:
            self.pi = [as_distribution(row) for row in self.pi]
        return sound

    def _near_optimal(self, record: PolicyRecord, model: PlausibleMDPs) -> None:
        """Decide whether pi_k is near-optimal among the plausible MDPs, by two-sided bounds."""
        stop, of = self._stop(record), model.floats()
        allowed = Enclosure(stop.lo + self.tolerance, stop.hi + self.tolerance)
        for accuracy in FINER:
            goal = float(allowed.lo) * accuracy
            u = self._proposed(of, goal)
            largest = model.gain(u, None)
            own = model.gain(self._proposed(of, goal, self.pi), self.pi)
            decision = Decision.of(
                largest.hi - own.lo <= allowed.lo, largest.lo - own.hi > allowed.hi
            )
            if decision is not Decision.UNDECIDED:
                break
        self._cells(model, of, u, largest.lo - allowed.hi)
        self.decide(
            "ucrl2-near-optimal",
            decision,
            f"a gain of at least {text(largest)} - {text(stop)}",
            text(own),
        )

    def _proposed(self, of: Any, goal: float, pi: Any = None) -> list[Q]:
        """Return a vector that `proposed` finds within what is left of the trace's work."""
        u, rounds = proposed(of, goal, pi, self._rounds(of, ROUNDS))
        self.work += rounds * self._price(of)
        return u

    def _price(self, of: Any) -> int:
        return 1 + int(of[1].size) // SIZE_OF_A_ROUND

    def _rounds(self, of: Any, most: int) -> int:
        """Return how many rounds of value iteration the trace may still cost now."""
        left = WORK + WORK_PER_STEP * self.t - self.work
        return min(most, max(FEWEST_ROUNDS, left // self._price(of)))

    def _cells(self, model: PlausibleMDPs, of: Any, u: list[Q], least: Q) -> None:
        """Count the cells of an epoch: `least` is the gain that is refused for certain below it,
        `u` a vector near the optimistic one. What was hit once is not sought again."""
        cells, A = self.outcome.cells, self.head.A
        if A > 1 and not cells[OTHER_POLICY]:
            rounds = self._rounds(of, 500)
            worst = worst_policy(of, rounds)
            self.work += rounds * self._price(of)
            pi = [[Q(int(a == best)) for a in range(A)] for best in worst]
            goal = max(float(least), 0.0) * FINER[0] + 1e-6
            gain = model.gain(self._proposed(of, goal, pi), pi)
            self.cell(OTHER_POLICY, gain.hi < least)
        self.cell("reward clipped", any(e.hi == ONE for row in model.r for e in row))
        self.cell("reward below 1", any(e.hi < ONE for row in model.r for e in row))
        self.cell("doubling", self.ended_by_doubling)
        values = np.array([float(v) for v in u])
        self.cell("room", leaves_room(of, values))
        if not cells["unsorted"]:
            self.cell("unsorted", needs_order(of, values, float(self.tolerance)))


def _distance(model: PlausibleMDPs, s: int, a: int, p: list[Q], room: Q) -> tuple[str, Q, bool]:
    """Return what a row has to be, how far it is from p_bar, and whether that is near enough."""
    p_bar, d = model.p_bar[s][a], model.d[s][a]
    if p_bar is None:
        return "a distribution", ZERO, True
    off = [abs(x - y) for x, y in zip(p, p_bar, strict=True)]
    if isinstance(d, list):
        near = all(x <= e.hi + room for x, e in zip(off, d, strict=True))
        return "a distribution with every probability within its d_p of p_bar", max(off), near
    distance = sum(off, ZERO)
    return f"a distribution within {text(d)} of p_bar", distance, distance <= d.hi + room
