"""What UCFH and PSRL share: a policy for every step of an episode, greedy in a model, or in the
largest of a set of models, by backward induction."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any

from proofs_check.arithmetic import ZERO, Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import brief, text
from proofs_check.guests.flat.coverage import GREEDY, LEARNED
from proofs_check.guests.flat.episodes import EpisodicReplay
from proofs_check.guests.flat.likely import smallest_discount
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs
from proofs_check.guests.flat.plausible import Counts
from reference.guests.flat.flat_records import EpisodePolicyRecord, StepsRecord

GRAIN = 1 << 100
"""Values that are not recorded are rounded outward to multiples of 1/GRAIN."""


class PolicyReplay(EpisodicReplay):
    """One check of a trace of UCFH or PSRL; the rules begin with `prefix`. `exact`: the model is
    one MDP of rationals, not a set."""

    prefix, exact = "", False

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        head, self.own = self.head, self.head.options["stages"] == "own"
        self.counts_so_far = [Counts(head.S, head.A) for _ in range(head.stages)]
        self.t = 1  # the number of the next step
        self.pi: list[list[list[Q]]] = []  # [h][s][a]
        self.refused: set[tuple[int, int]] = set()  # (h, s) with an action that would be
        self.learned: set[tuple[int, int]] = set()  # ... though best before anything was seen
        self.least = f"an action with pi > {brief(self.tolerance)}"

    @abstractmethod
    def models(self, record: EpisodePolicyRecord) -> list[PlausibleMDPs]:
        """Check what the plan has of its models, and return that of every stage."""

    def of_stage(self, table: Any, g: int) -> Any:
        """Return what a recorded table has of stage g."""
        return table[g] if self.own else table

    def place_of(self, g: int) -> dict[str, int]:
        """Return the step whose stage it is, if each has its own."""
        return {"step": g} if self.own else {}

    # ---- episodes ----

    def episode(self, record: StepsRecord, begun: int) -> None:
        order = f"{self.prefix}-order"
        planned = bool(self.pi) and (begun > 0 or not self.trigger.due)
        self.apply(order, planned, f"plan {self.k}", "none")
        for i, (s, a) in enumerate(zip(record.s, record.a, strict=True)):
            h = begun + i
            g = h if self.own else 0
            counts = self.counts_so_far[g]
            if self.trigger.at_once and i:
                self.apply(order, not self.trigger.due, "a plan at once", "a step", step=h)
            if self.pi:
                chance = self.pi[h][s][a]
                rule = f"{self.prefix}-played"
                at = {"step": h, "state": s, "action": a}
                self.apply(rule, chance > self.tolerance, self.least, chance, **at)
                self.cell(GREEDY, (h, s) in self.refused)
                self.cell(LEARNED, (h, s) in self.learned)
                last = h + 1 == self.head.H
                self.cell("last step" if last else "earlier step", (h, s) in self.refused)
            counts.N[s][a] += 1
            counts.N3[s][a][record.s1[i]] += 1
            counts.R[s][a] = self.summed(counts.R[s][a], to_q(record.r[i]))
            self.t += 1
            self.outcome.steps += 1
            self.trigger.visited((g, s, a), counts.N[s][a])

    # ---- plans ----

    def plan(self, record: EpisodePolicyRecord) -> None:
        order = f"{self.prefix}-order"
        self.apply(order, record.k == self.next, f"plan {self.next}", f"plan {record.k}")
        wanted = "no plan before one is due" if self.trigger.plan != "every" else "one plan"
        self.apply(order, self.trigger.due, wanted, f"plan {record.k}")
        self.cell("doubling", self.trigger.doubled and self.trigger.plan == "doubling")
        self.cell("unseen", any(0 in row for counts in self.counts_so_far for row in counts.N))
        self.trigger.planned()
        self.outcome.tables |= bool(record.tables)
        self.pi = [[[to_q(v) for v in row] for row in rows] for rows in record.pi]
        self._distributions()
        so_far = self.outcome.total
        models = self.models(record)
        if self.outcome.total == so_far:  # else V and pi would say the same again
            self._greedy(record, models)

    def _distributions(self) -> None:
        """Check the rows of pi."""
        for h, rows in enumerate(self.pi):
            for s, row in enumerate(rows):
                total = sum(row, ZERO)
                right = min(row) >= -self.tolerance and abs(total - 1) <= self.tolerance
                mass = total if right else f"sum {brief(total)}"
                at = {"step": h, "state": s}
                self.apply(f"{self.prefix}-pi", right, "a distribution", mass, **at)

    def _greedy(self, record: EpisodePolicyRecord, models: list[PlausibleMDPs]) -> None:
        """Check V, where it is recorded, and that pi is greedy, from the last step backwards."""
        head, recorded = self.head, record.tables.get("V")
        V = [Enclosure(ZERO, ZERO)] * head.S
        self.refused.clear()
        self.learned.clear()
        for h in reversed(range(head.H)):
            model = models[h if self.own else 0]
            later = V if self.gamma == 1 else [e * self.gamma for e in V]
            values = _exact_backups(model, later) if self.exact else _backups(model, later)
            best = [Enclosure(max(e.lo for e in row), max(e.hi for e in row)) for row in values]
            for s, row in enumerate(self.pi[h]):
                if s in self.terminal:
                    continue
                least = best[s].lo - self.slack(best[s].hi) * 2
                worse = [a for a, e in enumerate(values[s]) if e.hi < least]
                if worse:
                    self.refused.add((h, s))
                if any(self.untaught(h, s, a) for a in worse):
                    self.learned.add((h, s))
                for a in range(head.A):
                    if row[a] > self.tolerance:
                        e = values[s][a]
                        decision = Decision.of(e.hi >= least, e.hi < least)
                        at = {"step": h, "state": s, "action": a}
                        rule = f"{self.prefix}-greedy"
                        if decision is Decision.TRUE:  # it needs no words
                            self.outcome.instances[rule] += 1
                            continue
                        top = max(range(head.A), key=lambda b: values[s][b].hi)
                        most = f"{text(best[s])} = Q of action {top}"
                        told = f"{text(e)} = Q of action {a}, which pi takes"
                        self.decide(rule, decision, most, told, **at)
            V = [self.limited(h, s, e) for s, e in enumerate(best)]
            if recorded is not None:
                for s, expected in enumerate(V):
                    value, at = to_q(recorded[h][s]), {"step": h, "state": s}
                    suspected = partial(self._discount, value, model.r[s], values[s])
                    self.close(f"{self.prefix}-V", value, expected, at, suspected)
                    V[s] = Enclosure(value, value)

    def _discount(self, value: Q, r: list[Enclosure], values: list[Enclosure]) -> str:
        """Keep the discount that gives a wrong V, if one does; there is nothing to say of it
        before it is checked."""
        parts = [(float(x.hi), float(e.hi - x.hi)) for x, e in zip(r, values, strict=True)]
        self.fits = smallest_discount(float(value), parts)
        return ""

    def untaught(self, h: int, s: int, a: int) -> bool:
        """Whether an action may be best before anything was seen."""
        return True

    def limited(self, h: int, s: int, value: Enclosure) -> Enclosure:
        """Return V_h(s), whose value as a maximum is `value`: 0 in a terminal state, perhaps
        cut."""
        if s in self.terminal:
            return Enclosure(ZERO, ZERO)
        word = self.head.options.get("V", "max").removeprefix("min with ")
        most = {"H": Q(self.head.H), "remaining": Q(self.head.H - h)}.get(word)
        return value if most is None else value.at_most(most)


def _backups(model: PlausibleMDPs, V: list[Enclosure]) -> list[list[Enclosure]]:
    """Return r~(s, a) + max p V of every pair, rounded outward."""
    lower, upper = [e.lo for e in V], [e.hi for e in V]
    orders = [sorted(range(len(V)), key=v.__getitem__) for v in (lower, upper)]
    return [
        [
            Enclosure(
                _down(model.backup(s, a, lower, orders[0], False)),
                -_down(-model.backup(s, a, upper, orders[1], True)),
            )
            for a in range(len(row))
        ]
        for s, row in enumerate(model.r)
    ]


def _exact_backups(model: PlausibleMDPs, V: list[Enclosure]) -> list[list[Enclosure]]:
    """Return r(s, a) + p V of every pair of one MDP."""
    v = [e.lo for e in V]
    reached = [(y, v_y) for y, v_y in enumerate(v) if v_y]

    def backup(r: Enclosure, p: list[Q]) -> Enclosure:
        value = r.lo + sum((p[y] * v_y for y, v_y in reached), ZERO)
        return Enclosure(value, value)

    return [
        [backup(r, p or []) for r, p in zip(*of_s, strict=True)]
        for of_s in zip(model.r, model.p_bar, strict=True)
    ]


def _down(q: Q) -> Q:
    return Q((q.numerator * GRAIN) // q.denominator, GRAIN)
