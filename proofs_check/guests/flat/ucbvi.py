"""UCBVI: [AOM] Alg. 1-4, plan by plan. Q is compared in doubles, with a bound on their error, and
in rationals wherever this does not show that it is right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, endpoints, to_q
from proofs_check.conformance.divergence import brief
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.causes import Sample, episodic_logs
from proofs_check.guests.flat.coverage import GREEDY
from proofs_check.guests.flat.episodes import EpisodicReplay
from proofs_check.guests.flat.likely import RECOMPUTED, choices_of, discount
from proofs_check.guests.kl.sets import ball
from reference.guests.flat.flat_records import PlanRecord, StepsRecord

ENOUGH_BITS = 96
UNRECORDED = (
    ": below Q_{k-1} and the model's value, as if a plan between the two were not recorded; plans "
    "in mid-episode are declared by plan = doubling at once or powers at once"
)
"""Suspected where a minimum is too small."""
MOST_OF_BF = 200
"""Wrong bonuses of BF that are kept for a cause."""
Floats = NDArray[np.float64]
ULP = 2.0**-52


class UCBVIReplay(EpisodicReplay):
    """One check of a trace of UCBVI. N, N3, R: counts and sums before the next episode; with
    stages "own" they have a leading h. `visits[h][s]` counts the visits of s at step h."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        head = self.head
        S, A, H = head.S, head.A, head.H
        self.own = head.options["stages"] == "own"
        stages = H if self.own else 1
        self.N = np.zeros((stages, S, A), dtype=np.int64)
        self.N3 = np.zeros((stages, S, A, S), dtype=np.int64)
        self.r = None if head.r is None else np.array(head.known, dtype=np.float64)
        self.R: defaultdict[tuple[int, int, int], Q] = defaultdict(lambda: ZERO)
        self.r_bar = np.zeros((stages, S, A))
        self.visits = np.zeros((H + 1, S), dtype=np.int64)
        self.earlier: Any = None  # Q of the plan before
        self.earlier_V: Any = None  # ... and its V
        self.fresh: set[tuple[int, int, int]] = set()  # (h, s, a) of the steps since then
        self.prior = to_q(head.options["prior"])
        self.Q: Any = None  # Q_k, once it is recorded
        with ctx.workprec(ENOUGH_BITS):
            self.Lg = (ball(Q(5 * S * A * head.T) / self.delta)).log()
            self.log = float(endpoints(self.Lg).hi)
        self.logs = episodic_logs(head)
        self.last_steps = np.zeros((S, A), dtype=np.int64)  # visits of step H, which some forget

    def cap(self, h: int) -> Q | None:
        """Return the declared cap of Q_h, if there is one."""
        return self._length_of(self.head.options["cap"], h)

    def V_cap(self, h: int) -> Q | None:
        """Return that of V_h."""
        return self._length_of(self.head.options["V"].removeprefix("min with "), h)

    def _length_of(self, word: Any, h: int) -> Q | None:
        """Return H, the steps H - h that remain, a number, or None for no limit."""
        if isinstance(word, str):
            left = Q(self.head.H - h)
            known = {"H": Q(self.head.H), "remaining": left, "H-h": left}
            return known.get(word)
        return to_q(word)

    # ---- episodes ----

    def episode(self, record: StepsRecord, begun: int) -> None:
        free = self.k == 1 and self.head.options["first"] == "free"
        if self.Q is None and not self.trigger.due:
            self.Q = self.earlier
        if not free:
            self.apply("ucbvi-order", self.Q is not None, f"plan {self.k}", "none")
        for i, (s, a) in enumerate(zip(record.s, record.a, strict=True)):
            h = begun + i
            if self.trigger.at_once and i and not free:
                at = {"step": h}
                self.apply("ucbvi-order", not self.trigger.due, "a plan at once", "a step", **at)
            if self.Q is not None:
                row = self.Q[h][s]
                best, own = to_q(max(row)), to_q(row[a])
                right = own >= best - self.slack(best)
                self.cell(GREEDY, to_q(min(row)) < best - self.slack(best))
                if right:
                    self.outcome.instances["ucbvi-argmax"] += 1
                else:
                    expected = f"{brief(best)} = Q of action {list(row).index(max(row))}"
                    told = f"{brief(own)} = Q of action {a}, which was played"
                    at = {"step": h, "state": s, "action": a}
                    self.apply("ucbvi-argmax", False, expected, told, **at)
            stage = h if self.own else 0
            self.N[stage, s, a] += 1
            self.N3[stage, s, a, record.s1[i]] += 1
            total = self.summed(self.R[stage, s, a], to_q(record.r[i]))
            self.R[stage, s, a] = total
            self.r_bar[stage, s, a] = float(total / int(self.N[stage, s, a]))
            self.visits[h, s] += 1
            self.fresh.add((h, s, a))
            self.last_steps[s, a] += h + 1 == self.head.H or record.s1[i] in self.terminal
            self.outcome.steps += 1
            self.trigger.visited((stage, s, a), int(self.N[stage, s, a]))
        self.earlier, self.Q = (self.earlier if self.Q is None else self.Q), None

    # ---- plans ----

    def plan(self, record: PlanRecord) -> None:
        right = record.k == self.next and self.Q is None
        self.apply("ucbvi-order", right, f"plan {self.next}, once", f"plan {record.k}")
        wanted = "no plan before some count has doubled"
        if self.trigger.plan == "powers":
            wanted = "no plan before some count has become a power of 2"
        self.apply("ucbvi-order", self.trigger.due, wanted, f"plan {record.k}")
        self.trigger.planned()
        self.Q = record.Q
        self.outcome.tables |= bool(record.tables)
        if self.k == 0 and self.head.options["first"] == "free":
            self.earlier = None
            return
        plan = _Plan(self, record)
        plan.check()
        self.earlier_V = plan.V
        self.fresh.clear()


class _Plan:
    """One plan: the quantities that it records, else those recomputed, and its Q."""

    def __init__(self, of: UCBVIReplay, record: PlanRecord) -> None:
        self.replay, self.head, self.record = of, of.head, record
        self.tables, self.options = record.tables, of.head.options
        self.H, self.S, self.A = of.head.H, of.head.S, of.head.A

    def check(self) -> None:
        """Check every rule, each with what is recorded before it."""
        self._counts()
        self._means()
        self.Q = np.array(self.record.Q, dtype=np.float64)
        self._values()
        self.P = self._shares()
        self._all()

    def _staged(self, name: str) -> Any:
        """Return a recorded table with a leading stage."""
        table = self.tables[name]
        return table if self.replay.own else [table]

    def _at(self, stage: int, **at: int) -> dict[str, int]:
        return {"step": stage, **at} if self.replay.own else at

    def _counts(self) -> None:
        self.N = self.replay.N
        if "N" in self.tables:
            self.N = np.array(self._staged("N"), dtype=np.int64)
            self.replay.outcome.instances["ucbvi-N"] += self.N.size
            without = (
                not self.replay.own
                and (self.N[0] == self.replay.N[0] - self.replay.last_steps).all()
            )
            told = ": equals the count without the last step of every episode" if without else ""
            for stage, s, a in np.argwhere(self.replay.N != self.N).tolist():
                n, count = int(self.replay.N[stage, s, a]), f"{int(self.N[stage, s, a])}{told}"
                self.replay.apply("ucbvi-N", False, n, count, **self._at(stage, state=s, action=a))

    def _means(self) -> None:
        """Compare recorded means: in doubles, and exactly where these differ."""
        of = self.replay
        means: Floats = of.r_bar if of.r is None else of.r
        if self.N is not of.N and of.r is None:
            means = means * of.N / np.maximum(1, self.N)
        self.r_bar = means
        if "r_bar" not in self.tables:
            return
        self.r_bar = np.array(self._staged("r_bar"), dtype=np.float64)
        seen = (self.N > 0) | (of.r is not None)
        of.outcome.instances["ucbvi-r_bar"] += int(seen.sum())
        for stage, s, a in np.argwhere(seen & self._differs(self.r_bar, means)).tolist():
            mean = self._mean(stage, s, a)
            at = self._at(stage, state=s, action=a)
            of.close("ucbvi-r_bar", to_q(float(self.r_bar[stage, s, a])), exactly(mean), at)

    def _mean(self, stage: int, s: int, a: int) -> Q:
        """Return the mean of the rewards seen, 0 where there are none, or the known one."""
        if self.replay.r is not None:
            return to_q(float(self.replay.r[stage, s, a]))
        return self.replay.R[stage, s, a] / max(1, int(self.N[stage, s, a]))

    def _shares(self) -> Floats:
        """Return P_hat; the unseen pairs have 1/S in every state."""
        of = self.replay
        prior = float(of.prior)
        total = np.maximum(1, self.N) if not prior else self.N + prior * self.S
        counted: Floats = (of.N3 + prior) / total[..., None]
        if "p_bar" not in self.tables:
            counted[self.N == 0] = 1 / self.S
            return counted
        shares = np.array(self._staged("p_bar"), dtype=np.float64)
        seen = (self.N > 0)[..., None]
        of.outcome.instances["ucbvi-p_bar"] += int(seen.sum()) * self.S
        for stage, s, a, s1 in np.argwhere(seen & self._differs(shares, counted)).tolist():
            whole = int(self.N[stage, s, a]) + of.prior * self.S
            share = (int(of.N3[stage, s, a, s1]) + of.prior) / whole
            at = self._at(stage, state=s, action=a, next_state=s1)
            of.close("ucbvi-p_bar", to_q(float(shares[stage, s, a, s1])), exactly(share), at)
        return np.where(seen, shares, 1 / self.S)

    def _differs(self, numbers: Floats, expected: Floats) -> Any:
        """Whether numbers of about 1 differ so much that they have to be compared exactly."""
        return np.abs(numbers - expected) > float(self.replay.tolerance) * 0.999 - 4 * ULP

    def _values(self) -> None:
        """Take V_h as recorded, else max_a Q_h with the declared cap; V_{H+1} = 0."""
        of = self.replay
        self.V = np.zeros((self.H + 1, self.S))
        for h in range(self.H):
            self.V[h] = self.Q[h].max(axis=1)
            cap = of.V_cap(h)
            if cap is not None:
                self.V[h] = np.minimum(self.V[h], float(cap))
        for s in of.terminal:
            self.V[:, s] = 0.0
        self._compare_V()
        self.V_after = self.V  # whose V_{h+1} the values of step h have
        if self.options["update"] == "visited":
            self.V_after = self._first_V() if of.earlier_V is None else of.earlier_V

    def _first_V(self) -> Floats:
        """Return V before the first plan, where Q is the cap."""
        V = np.zeros((self.H + 1, self.S))
        for h in range(self.H):
            cap = self.replay.V_cap(h)
            V[h] = min(self._unseen(h), np.inf if cap is None else float(cap))
        V[:, list(self.replay.terminal)] = 0.0
        return V

    def _compare_V(self) -> None:
        """Take V_h as recorded, once it is compared."""
        of = self.replay
        if "V" not in self.tables:
            return
        for h in range(self.H):
            for s in range(self.S):
                value = float(self.tables["V"][h][s])
                expected = exactly(to_q(float(self.V[h, s])))
                of.close("ucbvi-V", to_q(value), expected, {"step": h, "state": s})
                self.V[h, s] = value

    # ---- bonus and Q ----

    def _all(self) -> None:
        of, count = self.replay, self.replay.outcome.instances
        model, only = self.options["unseen"] == "model", self._only()
        recorded = "bonus" in self.tables
        checked = self.options["bonus"] != "recorded"
        for h in range(self.H):
            stage = h if of.own else 0
            N, P = self.N[stage], self.P[stage]
            seen = N > 0
            planned = seen | model
            if of.terminal:
                planned = planned.copy()
                planned[list(of.terminal)] = False
                seen = seen & planned
            if only is not None:
                self._kept(h, seen, only[h])
                seen = planned = seen & only[h]
            low, high = self._bonus(h, N, P)
            if recorded:
                bonuses = np.array(self.tables["bonus"][h], dtype=np.float64)
                if checked:
                    count["ucbvi-bonus"] += int(planned.sum())
                    near = self._near(bonuses, low, high, 40 * ULP * high)
                    for s, a in np.argwhere(planned & ~near).tolist():
                        at = {"step": h, "state": s, "action": a}
                        exact = self._exact_bonus(h, s, a)
                        self._sample(float(bonuses[s, a]), exact, h, s, a)
                        of.fits = self._fitting("ucbvi-bonus", h, s, a, to_q(float(bonuses[s, a])))
                        of.close("ucbvi-bonus", to_q(float(bonuses[s, a])), exact, at)
                        of.fits = ()
                low = high = bonuses
            if not (recorded or checked):
                continue
            r = self.r_bar[stage] if of.r is not None else np.where(seen, self.r_bar[stage], 0.0)
            known = r + float(of.gamma) * (P @ self.V_after[h + 1])
            if self.options["rewards"] == "mean+bonus":
                extra = np.sqrt(of.log / (2 * np.maximum(1, N)))
                known = known + extra * self.options["scale"]
            size = np.abs(known) + np.abs(high) + P @ np.abs(self.V_after[h + 1]) + 1
            error = (2 * self.S + 80) * ULP * size
            ends = [self._limited(h, known + b) for b in (low, high)]
            if not model and only is None:
                ends = [np.where(seen, end, self._unseen(h)) for end in ends]
                planned = np.ones_like(seen)
                planned[list(of.terminal)] = False
            count["ucbvi-Q"] += int(seen.sum())
            count["ucbvi-unseen"] += int((planned & ~seen).sum())
            moved = seen & self._moved(h, known + high) if model else seen
            unseen = (N == 0) if only is not None else planned & ~seen
            self._cells(h, seen, moved, known + high, bool(unseen.any()))
            near = self._near(self.Q[h], ends[0], ends[1], error)
            for s, a in np.argwhere(planned & ~near).tolist():
                self._exactly(h, s, a, bool(seen[s, a]))

    def _sample(self, bonus: float, exact: Enclosure, h: int, s: int, a: int) -> None:
        """Keep a wrong bonus for what may explain all of them. BF has no power of its logarithm."""
        of = self.replay
        if self.options["bonus"] != "BF":
            power = 1.0 if self.options["bonus"] == "CH" else 0.0
            of.sample("ucbvi-bonus", to_q(bonus), exact, power, of.logs)
        elif len(of.outcome.causes.samples["ucbvi-bonus"]) < MOST_OF_BF:
            other = "none" if self.options["last"] == "H^2" else "H^2"
            others = {
                name + (f" and last = {last}" if last == other else ""): float(
                    self._exact_bonus(h, s, a, arb(v), last).lo
                )
                for last in (self.options["last"], other)
                for name, v in of.logs.items()
                if name and v > 0
            }
            of.outcome.causes.add("ucbvi-bonus", Sample(bonus, float(exact.lo), others))

    def _only(self) -> Any:
        """Return which (h, s, a) were visited since the last plan, if only these are updated."""
        if self.options["update"] == "all":
            return None
        only = np.zeros((self.H, self.S, self.A), dtype=bool)
        for at in self.replay.fresh:
            only[at] = True
        return only

    def _kept(self, h: int, seen: Any, updated: Any) -> None:
        """Check the entries that are not updated: they are those of the plan before, and the cap
        before the first."""
        of, kept = self.replay, ~updated
        kept[list(of.terminal)] = False
        first = np.full(kept.shape, self._unseen(h))
        before = first if of.earlier is None else np.array(of.earlier[h], dtype=np.float64)
        for rule, which in (("ucbvi-Q", kept & seen), ("ucbvi-unseen", kept & ~seen)):
            of.outcome.instances[rule] += int(which.sum())
            for s, a in np.argwhere(which & (self.Q[h] != before)).tolist():
                at, value = {"step": h, "state": s, "action": a}, to_q(float(self.Q[h, s, a]))
                told = ": not visited since the last plan, it would stay as it was"
                of.close(rule, value, exactly(to_q(float(before[s, a]))), at, lambda: told)  # noqa: B023  # called at once

    def _moved(self, h: int, value: Floats) -> Any:
        """Whether what was observed moves the value of a pair whose unseen ones have the model's:
        it differs from that of a pair never seen by more than the tolerance."""
        of, none = self.replay, np.zeros((self.S, self.A))
        first = self._bonus(h, none, np.full((self.S, self.A, self.S), 1 / self.S))[1]
        first = first + (none if of.r is None else of.r[h if of.own else 0])
        first = first + self.V_after[h + 1].mean()
        if self.options["rewards"] == "mean+bonus":
            first = first + np.sqrt(of.log / 2) * self.options["scale"]
        if (cap := of.cap(h)) is not None:
            value, first = np.minimum(value, float(cap)), np.minimum(first, float(cap))
        slack = float(of.tolerance) * np.maximum(1, np.abs(value))
        return (np.abs(value - first) > slack) | (self.options["bonus"] == "recorded")

    def _cells(self, h: int, seen: Any, moved: Any, value: Floats, unseen: bool) -> None:
        """Count the cells of one step: which arm of the minimum is the least, by more than the
        tolerance; the model's where what was seen `moved` it. A recorded bonus can explain any Q: r
        + P_hat V + b then counts where Q falls below that of another action."""
        of, slack = self.replay, float(self.replay.tolerance) * np.maximum(1, np.abs(value))
        none: Floats = np.full_like(value, np.inf)
        cap = none if of.cap(h) is None else np.full_like(value, float(of.cap(h)))  # type: ignore[arg-type]
        monotone = self.options["monotone"] and of.earlier is not None
        before = np.array(of.earlier[h], dtype=np.float64) if monotone else none
        model = moved & (value < np.minimum(cap, before) - slack)
        if self.options["bonus"] == "recorded":
            model &= self.Q[h] < self.Q[h].max(axis=1, keepdims=True) - slack
        n = int(model.sum())
        for name, hits in {
            "min: model": n,
            "min: cap": int((seen & (cap < value - slack) & (cap <= before + slack)).sum()),
            "min: before": int((seen & (before < np.minimum(value, cap) - slack)).sum()),
            "last step" if h + 1 == self.H else "earlier step": n,
            "unseen": int(unseen),
        }.items():
            of.outcome.cells[name] += hits

    def _near(self, numbers: Floats, low: Floats, high: Floats, error: Floats) -> Any:
        """Whether numbers are certainly within the tolerance of [low, high], known up to
        `error`."""
        slack = float(self.replay.tolerance) * np.maximum(1, np.abs(high)) * 0.999 - error
        return (numbers >= low - slack) & (numbers <= high + slack)

    def _limited(self, h: int, value: Floats) -> Floats:
        """Return min{Q_{k-1}, cap, value}, as far as the options have these."""
        of = self.replay
        if (cap := of.cap(h)) is not None:
            value = np.minimum(value, float(cap))
        if self.options["monotone"] and of.earlier is not None:
            value = np.minimum(value, np.array(of.earlier[h]))
        return value

    def _unseen(self, h: int) -> float:
        cap = self.replay.cap(h)
        return float(self.H if cap is None else cap)

    def _exactly(self, h: int, s: int, a: int, seen: bool) -> None:
        """Compare one entry of Q in rationals."""
        of = self.replay
        entry, at = to_q(float(self.Q[h, s, a])), {"step": h, "state": s, "action": a}
        if not seen and self.options["unseen"] != "model":
            starts = {ZERO: ": Q starts at 0", Q(self.H - h): ": Q starts at H - h"}
            wanted = exactly(to_q(self._unseen(h)))
            of.close("ucbvi-unseen", entry, wanted, at, lambda: starts.get(entry, ""))
            return
        r, later, b, extra = self._parts(h, s, a)
        PV = later * of.gamma
        value = b + (r + PV) + extra

        def capped(e: Enclosure) -> Enclosure:
            return e if (cap := of.cap(h)) is None else e.at_most(cap)

        def hint() -> str:
            rest = float(entry - r - (b.lo + b.hi + extra.lo + extra.hi) / 2)
            of.fits = self._fitting(rule, h, s, a, entry) + discount(rest, float(later))
            other = {
                "without the bonus": capped(exactly(r + PV)),
                "without the cap": value,
                "without min{Q_{k-1}, .}": capped(value),
            }
            for name, e in other.items():
                if e.lo - of.slack(e.hi) <= entry <= e.hi + of.slack(e.hi):
                    return f": equals the number {name} at this place"
            if self.options["monotone"] and self.record.k > 1 and entry < expected.lo:
                return UNRECORDED
            known = entry - (value.lo - r)
            if not seen and of.r is None and ZERO < known <= ONE:
                return (
                    f": its reward would be {brief(known)}; if rewards are known, `rewards` known "
                    "and r in the header declare it"
                )
            return ""

        rule, expected = "ucbvi-Q" if seen else "ucbvi-unseen", self._limit(h, s, a, value)
        of.close(rule, entry, expected, at, hint)
        of.fits = ()

    def _parts(self, h: int, s: int, a: int) -> tuple[Q, Q, Enclosure, Enclosure]:
        """Return r, P_hat V, the bonus, and what `rewards` adds to it."""
        of, stage = self.replay, h if self.replay.own else 0
        n = int(self.N[stage, s, a])
        r = ZERO
        if n or of.r is not None:
            r = self._mean(stage, s, a)
            if "r_bar" in self.tables:
                r = to_q(float(self.r_bar[stage, s, a]))
        row = self._row(stage, s, a)
        PV = sum(
            (p * to_q(float(v)) for p, v in zip(row, self.V_after[h + 1], strict=True) if p), ZERO
        )
        if "bonus" in self.tables:
            b = exactly(to_q(self.tables["bonus"][h][s][a]))
        else:
            b = self._exact_bonus(h, s, a)
        extra = exactly(ZERO)
        if self.options["rewards"] == "mean+bonus":
            with ctx.workprec(ENOUGH_BITS):
                extra = endpoints((of.Lg / (2 * max(1, n))).sqrt()) * to_q(self.options["scale"])
        return r, PV, b, extra

    def _limit(self, h: int, s: int, a: int, value: Enclosure) -> Enclosure:
        """Return min{Q_{k-1}, cap, value}, as far as the options have these."""
        of = self.replay
        if (cap := of.cap(h)) is not None:
            value = value.at_most(cap)
        if self.options["monotone"] and of.earlier is not None:
            value = value.at_most(to_q(of.earlier[h][s][a]))
        return value

    # ---- other options ----

    def _fitting(self, rule: str, h: int, s: int, a: int, number: Q) -> tuple[tuple[str, Any], ...]:
        """Return the options under which a bonus or an entry of Q, computed again, is `number`; of
        the first divergence alone."""
        if self.replay.outcome.certain is not None:
            return ()
        fitting = []
        for option, other in self._others(rule == "ucbvi-bonus"):
            if rule == "ucbvi-bonus":
                e = other._exact_bonus(h, s, a)
            elif other.options["update"] != "all" and (h, s, a) not in self.replay.fresh:
                before = self.replay.earlier
                kept = self._unseen(h) if before is None else float(before[h][s][a])
                e = exactly(to_q(kept))
            else:
                r, PV, b, extra = other._parts(h, s, a)
                e = other._limit(h, s, a, b + (r + PV) + extra)
            slack = self.replay.slack(e.hi)
            if e.lo - slack <= number <= e.hi + slack:
                fitting.append(option)
        return tuple(fitting)

    def _others(self, of_bonus: bool) -> Iterator[tuple[tuple[str, Any], _Plan]]:
        """Yield this plan under each other option that a bonus, or Q, depends on and that needs no
        other counts."""
        for key in RECOMPUTED["ucbvi-bonus" if of_bonus else "ucbvi-Q"]:
            for choice in choices_of(self.head, key):
                other, replay = copy(self), copy(self.replay)
                other.options = {**self.options, key: choice}
                other.head = replay.head = replace(self.head, options=other.options)
                other.replay = replay
                if key == "prior" and "p_bar" not in self.tables:
                    replay.prior = to_q(choice)
                if key in ("V", "update"):
                    other.tables = {k: v for k, v in self.tables.items() if k != "V"}
                    other._values()
                    other.tables = self.tables
                yield (key, choice), other

    def _row(self, stage: int, s: int, a: int) -> list[Q]:
        """Return P_hat(.|s, a), as recorded if it is."""
        n = int(self.N[stage, s, a])
        if not n:
            return [Q(1, self.S)] * self.S
        if "p_bar" in self.tables:
            return [to_q(v) for v in self._staged("p_bar")[stage][s][a]]
        prior = self.replay.prior
        return [(m + prior) / (n + prior * self.S) for m in self.replay.N3[stage, s, a].tolist()]

    # ---- the bonuses ----

    def _of_bonus(self, h: int) -> int:
        """Return what stands for H in the bonus of step h."""
        return self.H - h if self.options["length"] == "H-h" else self.H

    def _bonus(self, h: int, N: Any, P: Floats) -> tuple[Floats, Floats]:
        """Return the declared bonus of every pair, from the lower to the upper end of what
        `_exact_bonus` allows, in doubles."""
        kind, Lg, scale = self.options["bonus"], self.replay.log, self.options["scale"]
        n: Floats = np.maximum(1, N).astype(np.float64)
        if kind == "recorded":
            return np.zeros_like(n), np.zeros_like(n)
        if kind == "BF":
            low, high = self._bernstein(h, n, P)
            return low * scale, high * scale
        if isinstance(kind, dict):
            root, over, most = (
                None if v is None else float(v)
                for v in (self.replay._length_of(kind[key], h) for key in ("root", "over", "most"))
            )
            b = (root or 0.0) / np.sqrt(n) + (over or 0.0) / n
            b = b if most is None else np.minimum(b, most)
        else:
            b = 7 * self._of_bonus(h) * Lg / np.sqrt(n)
        return b * scale, b * scale

    def _bernstein(self, h: int, n: Floats, P: Floats) -> tuple[Floats, Floats]:
        H, Lg, V = self._of_bonus(h), self.replay.log, self.V_after[h + 1]
        variance = P @ V**2 - (P @ V) ** 2
        lost = (2 * self.S + 20) * ULP * (float(np.abs(V).max()) ** 2 + 1)
        rest: Floats = 14 * H * Lg / (3 * n)
        if h + 1 < self.H:
            rest = rest + np.sqrt(8 * (P @ self._corrections(h)) / n)
        elif self.options["last"] == "H^2":
            rest = rest + np.sqrt(8 * H**2 / n)
        low, high = (
            np.sqrt(8 * Lg * np.maximum(0.0, variance + end) / n) + rest for end in (-lost, lost)
        )
        return low, high

    def _corrections(self, h: int) -> Floats:
        """Return min{100^2 H^3 S^2 A Lg^2 / N'_{k,h+1}(y), H^2} for every y."""
        H = self._of_bonus(h)
        c = 100.0**2 * H**3 * self.S**2 * self.A * self.replay.log**2
        corrections: Floats = np.minimum(c / np.maximum(1, self.replay.visits[h + 1]), float(H**2))
        corrections[self.replay.visits[h + 1] == 0] = H**2
        return corrections

    def _exact_bonus(
        self, h: int, s: int, a: int, Lg: arb | None = None, last: str = ""
    ) -> Enclosure:
        """Return the declared bonus of one pair, enclosed, perhaps with another Lg; the variance of
        BF is widened by what doubles may lose in the difference of two means."""
        of, kind, H = self.replay, self.options["bonus"], self._of_bonus(h)
        stage = h if of.own else 0
        n = max(1, int(self.N[stage, s, a]))
        scale, Lg = to_q(self.options["scale"]), of.Lg if Lg is None else Lg
        with ctx.workprec(ENOUGH_BITS):
            if isinstance(kind, dict):
                root, over, most = (of._length_of(kind[k], h) for k in ("root", "over", "most"))
                bonus = endpoints(ball(root or ZERO) / ball(Q(n)).sqrt()) + (over or ZERO) / n
                return (bonus if most is None else bonus.at_most(most)) * scale
            if kind == "CH":
                return endpoints(7 * H * Lg / ball(Q(n)).sqrt()) * scale
            row, V = self._row(stage, s, a), [to_q(float(v)) for v in self.V_after[h + 1]]
            mean = sum((p * v for p, v in zip(row, V, strict=True)), ZERO)
            variance = sum((p * v * v for p, v in zip(row, V, strict=True)), ZERO) - mean**2
            lost = Q(self.S + 8, 1 << 50) * (max(abs(v) for v in V) ** 2 + ONE)
            rest = 14 * H * Lg / (3 * n)
            if h + 1 < self.H:
                total, c = ball(ZERO), Lg**2 * (100**2 * H**3 * self.S**2 * self.A)
                for p, m in zip(row, of.visits[h + 1].tolist(), strict=True):
                    if p:
                        small = m > 0 and c / m < H**2
                        total += ball(p) * (c / m if small else ball(Q(H**2)))
                rest += (8 * total / n).sqrt()
            elif (last or self.options["last"]) == "H^2":
                rest += ball(Q(8 * H**2, n)).sqrt()
            ends = [
                endpoints((8 * Lg * ball(v) / n).sqrt() + rest)
                for v in (max(ZERO, variance - lost), max(ZERO, variance + lost))
            ]
        return Enclosure(ends[0].lo, ends[1].hi) * scale
