"""UCB-H and UCB-B: [JABJ] Alg. 1 and 2, update by update, in rationals."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import ctx

from proofs_check.arithmetic import ZERO, Enclosure, Q, endpoints, to_q
from proofs_check.conformance.tolerances import exactly
from proofs_check.rivals.flat.episodes import EpisodicReplay
from proofs_check.rivals.kl.sets import ball
from reference.trace.flat_records import UCB_B, StepsRecord

BONUS_BITS = 96


class QLearningReplay(EpisodicReplay):
    """One check of a trace of UCB-H or UCB-B. Tables are those that the trace records, where it
    does."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        head = self.head
        S, A, H = head.S, head.A, head.H
        self.caps = [Q(H if head.options["cap"] == "H" else H - h) for h in range(H)]
        self.n = [[[0] * A for _ in range(S)] for _ in range(H)]
        self.Q = [[[cap] * A for _ in range(S)] for cap in self.caps]
        self.V = [[cap] * S for cap in self.caps]
        with ctx.workprec(BONUS_BITS):
            self.iota = ball(Q(S * A * head.T) / self.delta).log()
        self.chernoff = lru_cache(maxsize=4096)(self._chernoff)
        if head.algorithm == UCB_B:  # sums of V_{h+1} and of its square; beta_{t-1}
            self.mu = [[[ZERO] * A for _ in range(S)] for _ in range(H)]
            self.sigma = [[[ZERO] * A for _ in range(S)] for _ in range(H)]
            self.beta = [[[exactly(ZERO)] * A for _ in range(S)] for _ in range(H)]

    def episode(self, record: StepsRecord) -> None:
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
        row = self.Q[h][s]
        best = max(row)
        right = row[a] >= best - self.slack(best)
        self.apply("ucbq-argmax", right, best, row[a], step=h, state=s, action=a)

    def _update(self, record: StepsRecord, h: int) -> None:
        head, s, a, s1 = self.head, record.s[h], record.a[h], record.s1[h]
        at = {"step": h, "state": s, "action": a}
        t = self.n[h][s][a] + 1
        if "n" in record.lists:
            self.apply("ucbq-n", record.lists["n"][h] == t, t, record.lists["n"][h], **at)
            t = max(1, round(record.lists["n"][h]))
        self.n[h][s][a] = t
        alpha = Q(head.H + 1, head.H + t)
        if "alpha" in record.lists:
            found = to_q(record.lists["alpha"][h])
            self.near("ucbq-alpha", found, exactly(alpha), at)
            alpha = found
        final = h + 1 == head.H or s1 in self.terminal
        V_next = ZERO if final else self.V[h + 1][s1]
        b = self._bonus(h, s, a, t, V_next)
        if "bonus" in record.lists:
            found = to_q(record.lists["bonus"][h])
            if head.options["bonus"] == "JABJ":
                self.near("ucbq-bonus", found, b, at)
            b = exactly(found)
        old, r = self.Q[h][s][a], to_q(record.r[h])
        new = to_q(record.lists["Q"][h])

        def updated(weight: Q, V: Q, bonus: Enclosure) -> Enclosure:
            return bonus * weight + ((1 - weight) * old + weight * (r + V))

        def hint() -> str:
            known = {} if s1 not in self.terminal or h + 1 == head.H else {
                "V_{h+1} of a state that ends the episode": updated(alpha, self.V[h + 1][s1], b),
            }  # fmt: skip
            known |= {
                "the two weights exchanged": updated(1 - alpha, V_next, b),
                "no bonus": updated(alpha, V_next, exactly(ZERO)),
                "V_h(s') for V_{h+1}(s')": updated(alpha, self.V[h][s1], b),
                "alpha_t = 1/t": updated(Q(1, t), V_next, b),
                "min{H, .}": updated(alpha, V_next, b).at_most(self.caps[h]),
            }
            for name, e in known.items():
                if e.lo - self.slack(e.hi) <= new <= e.hi + self.slack(e.hi):
                    return f": {name} would give it"
            return ""

        if head.options["bonus"] == "JABJ" or "bonus" in record.lists:
            self.near("ucbq-update", new, updated(alpha, V_next, b), at, hint)
        self.Q[h][s][a] = new
        V = min(self.caps[h], max(self.Q[h][s]))
        if "V" in record.lists:
            found = to_q(record.lists["V"][h])
            self.near("ucbq-V", found, exactly(V), {"step": h, "state": s})
            V = found
        self.V[h][s] = V
        self.outcome.steps += 1

    # ---- bonuses ----

    def _chernoff(self, t: int) -> Enclosure:
        """Return sqrt(H^3 iota / t)."""
        with ctx.workprec(BONUS_BITS):
            return endpoints((self.head.H**3 * self.iota / t).sqrt())

    def _bonus(self, h: int, s: int, a: int, t: int, V_next: Q) -> Enclosure:
        """Return b_t."""
        options = self.head.options
        if self.head.algorithm != UCB_B:
            return self.chernoff(t) * to_q(options["c"])
        self.mu[h][s][a] += V_next
        self.sigma[h][s][a] += V_next**2
        before, beta = self.beta[h][s][a], self._beta(h, s, a, t)
        self.beta[h][s][a] = beta
        alpha = Q(self.head.H + 1, self.head.H + t)
        return (beta - before * (1 - alpha)) * (1 / (2 * alpha))

    def _beta(self, h: int, s: int, a: int, t: int) -> Enclosure:
        """Return beta_t = min{c1 (sqrt(H (W_t + H) iota / t) + sqrt(H^7 S A) iota / t),
        c2 sqrt(H^3 iota / t)}, W_t widened by what doubles may lose in the difference of two
        means."""
        head, options = self.head, self.head.options
        H, W = head.H, self.sigma[h][s][a] / t - (self.mu[h][s][a] / t) ** 2
        lost = Q((t + 8) * H * H, 1 << 50)
        ends = []
        with ctx.workprec(BONUS_BITS):
            last = (ball(Q(H**7 * head.S * head.A))).sqrt() * self.iota / t
            for W_end in (max(ZERO, W - lost), max(ZERO, W + lost)):  # a wrong n makes W negative
                first = (H * (ball(W_end) + H) * self.iota / t).sqrt()
                ends.append(endpoints(first + last) * to_q(options["c1"]))
        bernstein = Enclosure(ends[0].lo, ends[1].hi)
        hoeffding = self.chernoff(t) * to_q(options["c2"])
        return Enclosure(min(bernstein.lo, hoeffding.lo), min(bernstein.hi, hoeffding.hi))
