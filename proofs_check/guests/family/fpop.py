"""FPOP: pi_t is optimal under optimism for the rewards R_{t-1} + Y. LP1's own rules, with these for
r_hat_i.

LP1 is solved for (R_{t-1} + Y) / 2^k, at most 1; what is judged and reported is in the units of a
reward. Y(x,a) ~ Exp(eta): of T X A draws, one exceeds ln(10^9 T X A) / eta with probability at most
1e-9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from proofs_check.arithmetic import ZERO, Enclosure, Q, Radii, each, ln, to_q
from proofs_check.conformance.divergence import Divergence, entries
from proofs_check.guests.family.checker import BALL_BITS, FamilyChecker
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from reference.guests.family.family_records import FamilyHeader, InformedEpisode, StepRecord
from reference.trace.records import EpisodeRecord

ROUNDING = Q(1, 1 << 44)


class FPOPChecker(FamilyChecker):
    """`R`: the rewards so far, `Y`: the perturbation in force. Y is the program's own: one that is
    large enough makes any policy optimal, so that steps show nothing while pi_t does not change."""

    changed, compared = False, 0

    def __init__(self, header: FamilyHeader, file: str, applied: Counter[str]) -> None:
        super().__init__(header, file, applied)
        draws = Q(10**9 * header.T * header.X * header.A)
        self.largest = (ln(draws) * (1 / to_q(header.options["eta"]))).enclose(BALL_BITS).hi
        self.unit = 1
        self.R = [[[ZERO] * header.A for _ in range(X_h)] for X_h in header.layers[:-1]]
        self.Y: list[list[list[Q]]] = []

    def see(self, episode: EpisodeRecord) -> None:
        super().see(episode)
        if isinstance(episode, InformedEpisode):
            for (h, x, a), v in entries(episode.r_t):
                self.R[h][x][a] += to_q(v)

    def step(self, record: StepRecord) -> Iterator[Divergence]:
        if self.last is not None and not self.changed:
            self.compared += 1
            pairs = zip(entries(record.tables["pi"]), entries(self.last.tables["pi"]), strict=True)
            self.changed = any(
                abs(to_q(new) - to_q(old)) > self.tolerance for (_, new), (_, old) in pairs
            )
        drawn = "Y" in record.tables
        always = self.head.options["redraw"] == "episode"
        due = always or self.last is None or self.now is not self.earlier
        self.applied["redraw"] += 1
        if drawn != due:
            expected = "a new Y" if due else "the Y of this epoch"
            yield Divergence("redraw", (), expected, "a new Y" if drawn else "none")
        if drawn:
            self.Y = each(to_q, record.tables["Y"])
            for where, v in entries(self.Y):
                if not 0 <= v <= self.largest:
                    likely = f"0 <= Y <= {float(self.largest):.6g} = ln(10^9 TXA) / eta"
                    yield Divergence("redraw", where, likely, str(float(v)))
        self.last = record
        self.adopted = None
        if not self.Y:
            return
        self.record, self.counters = record, self.now  # type: ignore[assignment]  # has tables, value
        yield from self._lp1()

    def untested(self) -> str:
        if self.changed or not self.compared:
            return ""
        return "all steps play one policy: a program that never learns would conform"

    def _data(self, radii: Radii) -> tuple[LP1Data, LP1Data]:
        """Return LP1 with (R_{t-1} + Y) / 2^k for r_hat_i, at most 1."""
        c = self.counters
        lo, hi = enclosing_data(self.head.layers, self.head.A, c.all_N, c.all_N3, c.S, radii)
        rewards = [
            [[R + Y for R, Y in zip(*rows, strict=True)] for rows in zip(*of_h, strict=True)]
            for of_h in zip(self.R, self.Y, strict=True)
        ]
        unit = 1
        while unit < max(v for _, v in entries(rewards)):
            unit *= 2
        self.unit = unit
        rewards = each(lambda v: v / unit, rewards)
        return replace(lo, r_hat=rewards), replace(hi, r_hat=rewards)

    def _reaches(
        self, rule: str, what: str, optimum: Enclosure, reached: Enclosure, shortfall: Enclosure
    ) -> Iterator[Divergence]:
        """Judge in units of a reward; doubles lose ROUNDING of the largest R_{t-1} + Y."""
        natural = (
            Enclosure(e.lo * self.unit, e.hi * self.unit) for e in (optimum, reached, shortfall)
        )
        slack = max(self.tolerance, self.unit * ROUNDING)
        yield from self._at_most(slack, rule, what, *natural)
