"""UCB-H and UCB-B: [JABJ] Alg. 1 and 2, update by update, in rationals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, endpoints, to_q
from proofs_check.conformance.divergence import brief
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.causes import episodic_logs
from proofs_check.guests.flat.coverage import GREEDY
from proofs_check.guests.flat.episodes import EpisodicReplay
from proofs_check.guests.flat.likely import OF_UPDATE, choices_of, discount
from proofs_check.guests.kl.sets import ball
from reference.guests.flat.flat_records import UCB_B, UCB_H, StepsRecord

BONUS_BITS = 96
LOST = Q(1, 1 << 52)  # of SAT/p in doubles, relative, and so of iota


At = tuple[int, int, int]


class QLearningReplay(EpisodicReplay):
    """One check of a trace of UCB-H or UCB-B. Tables are those that the trace records, where it
    does."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        head = self.head
        S, A = head.S, head.A
        # Of visited (h, s, a) alone: a short header may have a million others.
        self.n: defaultdict[At, int] = defaultdict(int)
        self.Q: dict[tuple[int, int], list[Q]] = {}
        self.V: dict[tuple[int, int], Q] = {}
        ratio = Q(S * A * head.T) / self.delta
        with ctx.workprec(BONUS_BITS):  # from below and from above
            self.iota: tuple[arb, arb] = (
                ball(max(ONE, ratio * (1 - LOST))).log(),
                ball(ratio * (1 + LOST)).log(),
            )
        self.short = head.options["length"] == "H-h"
        self.chernoff = lru_cache(maxsize=4096)(self._chernoff)
        self.logs, self.power = episodic_logs(head), 0.5 if head.algorithm == UCB_H else 0.0
        # UCB-B: sums of V_{h+1} and of its square; beta_{t-1}
        self.mu: defaultdict[At, Q] = defaultdict(lambda: ZERO)
        self.sigma: defaultdict[At, Q] = defaultdict(lambda: ZERO)
        self.beta: defaultdict[At, Enclosure] = defaultdict(lambda: exactly(ZERO))
        self.V_before: dict[int, Q] = {}  # by step: the V(s) of its last update, before it

    def cap(self, h: int) -> Q:
        """Return the first value of Q_h, H or H - h."""
        return Q(self.head.H if self.head.options["cap"] == "H" else self.head.H - h)

    def row(self, h: int, s: int) -> list[Q]:
        """Return Q_h(s, .)."""
        if (h, s) not in self.Q:
            self.Q[h, s] = [self.cap(h)] * self.head.A
        return self.Q[h, s]

    def value(self, h: int, s: int) -> Q:
        """Return V_h(s)."""
        return self.V.get((h, s), self.cap(h))

    def episode(self, record: StepsRecord, begun: int) -> None:
        hs = range(len(record.s))
        backward = self.head.options["order"] == "backward"
        if backward:  # all are played before the first is learned from
            for h in hs:
                self._played(record, h)
        for h in reversed(hs) if backward else hs:
            if not backward:
                self._played(record, h)
            self._update(record, h)

    def _played(self, record: StepsRecord, h: int) -> None:
        s, a = record.s[h], record.a[h]
        row = self.row(h, s)
        best = max(row)
        right = row[a] >= best - self.slack(best)
        self.cell(GREEDY, min(row) < best - self.slack(best))
        if not right:
            told = f"{brief(row[a])} = Q of action {a}, which was played"
            expected = f"{brief(best)} = Q of action {row.index(best)}"
            self.apply("ucbq-argmax", False, expected, told, step=h, state=s, action=a)
        else:
            self.outcome.instances["ucbq-argmax"] += 1

    def _update(self, record: StepsRecord, h: int) -> None:
        head, s, a, s1 = self.head, record.s[h], record.a[h], record.s1[h]
        at = {"step": h, "state": s, "action": a}
        t = self.n[h, s, a] + 1
        if "n" in record.lists:
            self.apply("ucbq-n", record.lists["n"][h] == t, t, record.lists["n"][h], **at)
            t = max(1, round(record.lists["n"][h]))
        self.n[h, s, a] = t
        alpha = Q(head.H + 1, head.H + t)
        if "alpha" in record.lists:
            rate = to_q(record.lists["alpha"][h])
            self.close("ucbq-alpha", rate, exactly(alpha), at)
            alpha = rate
        final = h + 1 == head.H or s1 in self.terminal
        V_next = ZERO if final else self.value(h + 1, s1)
        b = self._bonus(h, s, a, t, V_next)
        of_sums, V_next = V_next, V_next * self.gamma
        if "bonus" in record.lists:
            exploration = to_q(record.lists["bonus"][h])
            self.sample("ucbq-bonus", exploration, b, self.power, self.logs)
            if head.options["bonus"] == "JABJ":

                def other_bonuses() -> str:
                    """No words: what fits orders the second checks."""
                    here = [*self._other_bonuses((h, s, a), t, of_sums)]
                    if not final and h + 1 < len(record.s):
                        V, order = self._other_order(record, h)
                        other = self._bonus_with((h, s, a), t, of_sums, V, {})
                        here.append((("order", order), other))
                    self.fits = tuple(of for of, e in here if self._near(exploration, e))
                    return ""

                self.close("ucbq-bonus", exploration, b, at, other_bonuses)
            b = exactly(exploration)
        old, r = self.row(h, s)[a], to_q(record.r[h])
        new = to_q(record.lists["Q"][h])

        def updated(weight: Q, V: Q, bonus: Enclosure) -> Enclosure:
            return bonus * weight + ((1 - weight) * old + weight * (r + V))

        def hint() -> str:
            later = (new - (1 - alpha) * old) / alpha - r - (b.lo + b.hi) / 2
            self.fits = discount(float(later), float(V_next))
            if "bonus" not in record.lists:
                here = self._other_bonuses((h, s, a), t, of_sums)
                self.fits += tuple(
                    of for of, e in here if self._near(new, updated(alpha, V_next, e))
                )
            if not final and h + 1 < len(record.s):
                V, order = self._other_order(record, h)
                other = b
                if "bonus" not in record.lists:
                    other = self._bonus_with((h, s, a), t, of_sums, V, {})
                if self._near(new, updated(alpha, V * self.gamma, other)):
                    self.fits += (("order", order),)
            known = {}
            if s1 in self.terminal and h + 1 < head.H:
                kept = updated(alpha, self.value(h + 1, s1), b)
                known["V_{h+1} of a state that ends the episode"] = kept
            known |= {
                "the two weights exchanged": updated(1 - alpha, V_next, b),
                "no bonus": updated(alpha, V_next, exactly(ZERO)),
                "V_h(s') for V_{h+1}(s')": updated(alpha, self.value(h, s1), b),
                "alpha_t = 1/t": updated(Q(1, t), V_next, b),
                "min{H, .}": updated(alpha, V_next, b).at_most(self.cap(h)),
            }
            if not final and (h + 1, s1) not in self.V:
                known["V that starts at 0"] = updated(alpha, ZERO, b)
                known["V that starts at H - h"] = updated(alpha, Q(head.H - h - 1), b)
                for first in ("V that starts at 0", "V that starts at H - h"):
                    V = ZERO if first.endswith("0") else Q(head.H - h - 1)
                    known[f"{first}, and the two weights exchanged,"] = updated(1 - alpha, V, b)
            for name, e in known.items():
                if self._near(new, e):
                    return f": equals the number with {name} at this place"
            return ""

        if head.options["bonus"] == "JABJ" or "bonus" in record.lists:
            expected = updated(alpha, V_next, b)
            implied = (new - (1 - alpha) * old) / alpha - r - V_next
            if "bonus" not in record.lists:
                self.sample("ucbq-update", implied, b, self.power, self.logs)
            self.close("ucbq-update", new, expected, at, hint)
            self._decided(h, s, a, new, expected)
            self.cell("V learned", not final and V_next != self.cap(h + 1))
        row, cap = self.row(h, s), self.cap(h)
        self.V_before[h] = self.value(h, s)
        row[a] = new
        V = min(cap, max(row))
        self.cell("min: H", max(row) > V + self.slack(V))
        self.cell("min: max Q", V < cap - self.slack(V))
        if "V" in record.lists:
            value = to_q(record.lists["V"][h])
            self.close("ucbq-V", value, exactly(V), {"step": h, "state": s})
            V = value
        self.V[h, s] = V
        self.outcome.steps += 1

    def _decided(self, h: int, s: int, a: int, new: Q, expected: Enclosure) -> None:
        """Count the cells of one update. A recorded bonus can explain any Q: an update then counts
        where Q falls below that of another action, which must be played next."""
        row, slack = self.row(h, s), self.slack(expected.hi)
        moved = row[a] > expected.hi + slack or row[a] < expected.lo - slack
        if self.head.options["bonus"] == "recorded":
            rest = [v for b, v in enumerate(row) if b != a]
            moved = bool(rest) and new < max(rest) - slack
        self.cell("update", moved)
        self.cell("last step" if h + 1 == self.head.H else "earlier step", moved)
        self.cell("below the cap", new < self.cap(h) - slack)

    # ---- bonuses ----

    def _of_bonus(self, h: int) -> int:
        """Return what stands for H in the bonus of step h."""
        return self.head.H - h if self.short else self.head.H

    def _chernoff(self, H: int, t: int) -> Enclosure:
        """Return sqrt(H^3 iota / t)."""
        with ctx.workprec(BONUS_BITS):
            low, high = (endpoints((H**3 * iota / t).sqrt()) for iota in self.iota)
        return Enclosure(low.lo, high.hi)

    def _bonus(self, h: int, s: int, a: int, t: int, V_next: Q) -> Enclosure:
        """Return b_t."""
        options = self.head.options
        if self.head.algorithm != UCB_B:
            return self.chernoff(self._of_bonus(h), t) * to_q(options["c"])
        self.mu[h, s, a] += V_next
        self.sigma[h, s, a] += V_next**2
        before, beta = self.beta[h, s, a], self._beta(h, s, a, t)
        self.beta[h, s, a] = beta
        alpha = Q(self.head.H + 1, self.head.H + t)
        return (beta - before * (1 - alpha)) * (1 / (2 * alpha))

    def _near(self, number: Q, e: Enclosure) -> bool:
        """Return whether a number is what is enclosed, up to the tolerance."""
        return e.lo - self.slack(e.hi) <= number <= e.hi + self.slack(e.hi)

    def _other_bonuses(
        self, at: At, t: int, V_next: Q
    ) -> Iterator[tuple[tuple[str, Any], Enclosure]]:
        """Yield b_t under each other value of an option of the bonus, at the first divergence,
        before which the sums of V were right."""
        if self.outcome.certain is not None:
            return
        for key in OF_UPDATE:
            for choice in choices_of(self.head, key) if key in self.head.options else ():
                yield (key, choice), self._bonus_with(at, t, V_next, V_next, {key: choice})

    def _bonus_with(
        self, at: At, t: int, V_next: Q, V_other: Q, changes: Mapping[str, Any]
    ) -> Enclosure:
        """Return b_t with other options, and V_other in the place of V_next, the last addend of the
        sums."""
        options = {**self.head.options, **changes}
        H = self.head.H - at[0] if options["length"] == "H-h" else self.head.H
        if self.head.algorithm != UCB_B:
            return self.chernoff(H, t) * to_q(options["c"])
        alpha = Q(self.head.H + 1, self.head.H + t)
        mu, sigma = self.mu[at] - V_next, self.sigma[at] - V_next**2
        now = _least(*self._two(H, mu + V_other, sigma + V_other**2, t, options))
        if t > 1:
            before = _least(*self._two(H, mu, sigma, t - 1, options)) * (1 - alpha)
            now = now - before
        return now * (1 / (2 * alpha))

    def _other_order(self, record: StepsRecord, h: int) -> tuple[Q, str]:
        """Return V_{h+1}(s') as the other order of the updates has it, and that order: with what
        this episode records at step h + 1, or without."""
        if self.head.options["order"] == "backward":
            return self.V_before.get(h + 1, self.value(h + 1, record.s1[h])), "forward"
        row, later = list(self.row(h + 1, record.s1[h])), record.lists["Q"][h + 1]
        row[record.a[h + 1]] = to_q(later)
        return min(self.cap(h + 1), max(row)), "backward"

    def _two(
        self, H: int, mu: Q, sigma: Q, t: int, options: Mapping[str, Any]
    ) -> tuple[Enclosure, Enclosure]:
        """Return c1 (sqrt(H (W_t + H) iota / t) + sqrt(H^7 S A) iota / t) and
        c2 sqrt(H^3 iota / t), W_t widened by what doubles may lose in the difference of two
        means."""
        head, W = self.head, sigma / t - (mu / t) ** 2
        lost = Q((t + 8) * head.H * head.H, 1 << 50)
        ends = []
        with ctx.workprec(BONUS_BITS):
            root = (ball(Q(H**7 * head.S * head.A))).sqrt()
            both = zip((max(ZERO, W - lost), max(ZERO, W + lost)), self.iota, strict=True)
            for W_end, iota in both:  # a wrong n makes W negative
                first = (H * (ball(W_end) + H) * iota / t).sqrt()
                ends.append(endpoints(first + root * iota / t) * to_q(options["c1"]))
        bernstein = Enclosure(ends[0].lo, ends[1].hi)
        return bernstein, self.chernoff(H, t) * to_q(options["c2"])

    def _beta(self, h: int, s: int, a: int, t: int) -> Enclosure:
        """Return beta_t, the least of the two."""
        head, options, H = self.head, self.head.options, self._of_bonus(h)
        bernstein, hoeffding = self._two(H, self.mu[h, s, a], self.sigma[h, s, a], t, options)
        self.cell("min: c1", bernstein.hi < hoeffding.lo)
        self.cell("min: c2", hoeffding.hi < bernstein.lo)
        if bernstein.hi < hoeffding.lo and not self.outcome.cells["variance"]:
            with ctx.workprec(BONUS_BITS):
                iota, root = self.iota[1], (ball(Q(H**7 * head.S * head.A))).sqrt()
                none = endpoints((H * H * iota / t).sqrt() + root * iota / t)
            none = none * to_q(options["c1"])
            self.cell("variance", none.hi < bernstein.lo - 2 * self.slack(bernstein.hi))
        return _least(bernstein, hoeffding)


def _least(x: Enclosure, y: Enclosure) -> Enclosure:
    return Enclosure(min(x.lo, y.lo), min(x.hi, y.hi))
