"""The plausible MDPs of an epoch or plan, from what a record has of them: counts, means, and radii
of the rewards and of the transitions, those of [JOA] eq. (3) and (4) or of Bernstein (R-41).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flint import ctx

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, endpoints, sqrt, to_q
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.causes import ucrl2_logs
from proofs_check.guests.flat.likely import choices_of
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs, Radius, as_distribution
from proofs_check.guests.flat.replay import FlatReplay
from proofs_check.guests.kl.sets import ball

RADIUS_BITS = 96
BERNSTEIN = "bernstein", "bernstein-sum"
"""A radius for each (s, a, s'); their sum over s' as that of (s, a)."""


class Counts:
    """N [s][a], N3 [s][a][s'] and the sums R [s][a] of the rewards of all steps so far."""

    def __init__(self, S: int, A: int) -> None:
        self.N = [[0] * A for _ in range(S)]
        self.N3 = [[[0] * S for _ in range(A)] for _ in range(S)]
        self.R = [[ZERO] * A for _ in range(S)]


class PlausibleSets:
    """Checks what the records of a trace have of the plausible MDPs; the rules begin with
    `prefix`. `place`: the step whose table of counts it is, if each has its own; `known`: the mean
    rewards, if they are."""

    def __init__(
        self, replay: FlatReplay, prefix: str, counts: Counts, known: Any = None,
        place: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        self.replay, self.prefix, self.counts = replay, prefix, counts
        self.head, self.options = replay.head, replay.head.options
        self.towards: dict[int, int] = {}  # of an epoch that is supposed to be overwritten
        self.known, self.place = known, dict(place or {})

    def model(self, tables: Mapping[str, Any], t: int, k: int) -> PlausibleMDPs:
        """Check the quantities of [JOA] Fig. 1, steps 2-4, that are recorded, at step t in epoch
        k, and return the plausible MDPs: of what is recorded, else of what is counted."""
        of, counts, S, A = self.replay, self.counts, self.head.S, self.head.A
        N, known = tables.get("N", counts.N), self.known
        radii = _Radii(self, t, k)
        model = PlausibleMDPs([], [], [])
        for s in range(S):
            r_opt: list[Enclosure] = []
            p_bar: list[list[Q] | None] = []
            d: list[Radius] = []
            for a in range(A):
                n = N[s][a]
                if "N" in tables:
                    count = f"{n}{self._shifted(N)}" if n != counts.N[s][a] else n
                    right = n == counts.N[s][a]
                    at = {**self.place, "state": s, "action": a}
                    of.apply(f"{self.prefix}-N", right, counts.N[s][a], count, **at)
                r = counts.R[s][a] / max(1, n) if known is None else to_q(known[s][a])
                if "r_bar" in tables and (n or known is not None):
                    mean = to_q(tables["r_bar"][s][a])
                    at = {**self.place, "state": s, "action": a}
                    of.close(f"{self.prefix}-r_bar", mean, exactly(r), at)
                    r = mean
                p = self._transitions(tables, s, a, n, radii) if n else None
                width = radii.of_reward(n) if known is None else exactly(ZERO)
                d_r = self._recorded(tables, "d_r", width, s, a, radii)
                optimistic = d_r + r
                r_opt.append(optimistic.at_most(ONE) if self.options["clip"] else optimistic)
                p_bar.append(p)
                d.append(self._transition_radius(tables, radii, s, a, n, p))
            model.r.append(r_opt)
            model.p_bar.append(p_bar)
            model.d.append(d)
        return model

    def _shifted(self, N: Any) -> str:
        """Return that states seem to be numbered from 1 in the steps, if that explains N."""
        own = self.counts.N
        if not any(own[0]) and all(N[x] == own[x + 1] for x in range(self.head.S - 1)):
            return ": states seem to be numbered from 1 in the steps, from 0 in the tables"
        return ""

    def _transitions(self, tables: Any, s: int, a: int, n: int, radii: _Radii) -> list[Q] | None:
        """Return p_bar(.|s, a), as recorded if it is, scaled to sum to 1."""
        own = self.counts.N3[s][a]
        if "p_bar" not in tables:
            counted = sum(own)
            return [Q(m, counted) for m in own] if counted else None
        p_bar = [to_q(v) for v in tables["p_bar"][s][a]]
        if self.options.get("p_bar") == "overwritten":  # a fault (variants.py)
            d = tables["d_p"][s][a] if "d_p" in tables else radii.of_row(n).hi
            if not isinstance(d, list) and self._overwritten(p_bar, own, n, to_q(d)):
                return as_distribution([Q(m) for m in own])
        for s1, (v, m) in enumerate(zip(p_bar, own, strict=True)):
            at = {**self.place, "state": s, "action": a, "next_state": s1}
            self.replay.close(f"{self.prefix}-p_bar", v, exactly(Q(m, n)), at)
        return as_distribution(p_bar) if any(v > 0 for v in p_bar) else None

    def _overwritten(self, p_bar: list[Q], own: list[int], n: int, d: Q) -> bool:
        """Whether a row is that of an inner maximum: of what was counted, d/2 has moved to one
        state, the same one in the whole epoch."""
        moved = [v - Q(m, n) for v, m in zip(p_bar, own, strict=True)]
        up = [y for y, v in enumerate(moved) if v > self.replay.tolerance]
        if len(up) != 1:
            return False
        y, epoch = up[0], self.replay.place.get("epoch", 0)
        top = self.towards.setdefault(epoch, y)
        least = min(d / 2, 1 - Q(own[y], n))
        return top == y and abs(moved[y] - least) <= Q(1, 10**6)

    # ---- radii ----

    def _recorded(
        self, tables: Any, name: str, expected: Enclosure, s: int, a: int, radii: _Radii,
        s1: int | None = None,
    ) -> Enclosure:  # fmt: skip
        """Return a radius, as recorded if it is, compared with eq. (3), (4) or Bernstein's."""
        if name not in tables:
            return expected
        rule, at = f"{self.prefix}-{name}", {**self.place, "state": s, "action": a}
        value = tables[name][s][a]
        if isinstance(value, list) != (s1 is not None):  # a variant that the header does not name
            wanted = "one number" if s1 is None else "a number for every next state"
            first, y = (value[0], 0) if s1 is None else (value, None)
            self._fitting(name, to_q(first), s, a, y, radii)
            self.replay.apply(rule, False, wanted, value, **at)
            self.replay.fits = ()
            return expected
        if s1 is not None:
            value, at = value[s1], {**at, "next_state": s1}
        radius = to_q(value)
        if self.options["radius"] != "recorded":
            logs = radii.logs[name]
            if name == "d_p" and self.options["radius"] in BERNSTEIN:
                logs = {"": logs[""]}  # a sum of two powers of it
            self.replay.sample(rule, radius, expected, 0.5, logs)
            self.replay.close(
                rule, radius, expected, at,
                lambda: self._fitting(name, radius, s, a, s1, radii),
            )  # fmt: skip
        elif not (name == "d_p" and s1 is not None):
            self.replay.sample(rule, radius, expected, 0.5, radii.logs[name])
        return exactly(max(radius, ZERO))

    def _fitting(
        self, name: str, radius: Q, s: int, a: int, s1: int | None, radii: _Radii
    ) -> str:  # fmt: skip
        """Tell the replay, at its first divergence, under which options the radius agrees at this
        place; the hint itself is empty."""
        of, n, own = self.replay, self.counts.N[s][a], self.counts.N3[s][a]
        if of.outcome.certain is not None:
            return ""
        row, fits = [Q(m, max(1, n)) for m in own], []
        for key in ("delta", "radius"):
            for choice in choices_of(self.head, key):
                options = {**self.options, key: choice}
                e = _Radii(self, radii.t, radii.k, options).width(
                    name, str(options["radius"]), n, row, s1
                )
                if e is not None and e.lo - of.slack(e.hi) <= radius <= e.hi + of.slack(e.hi):
                    fits.append((key, choice))
        of.fits = tuple(fits)
        return ""

    def _transition_radius(
        self, tables: Any, radii: _Radii, s: int, a: int, n: int, p: list[Q] | None
    ) -> Radius:
        """Return d_p(s, a), or that of every successor."""
        kind = self.options["radius"]
        recorded = partial(self._recorded, tables, "d_p")
        if kind in BERNSTEIN:
            if p is None and "d_p" not in tables:  # the whole simplex, whatever the radius
                nothing = exactly(ZERO)
                return nothing if kind == "bernstein-sum" else [nothing] * self.head.S
            row = [ZERO] * self.head.S if p is None else p
            widths = [radii.of_probability(n, v) for v in row]
            if kind == "bernstein":
                return [recorded(w, s, a, radii, s1) for s1, w in enumerate(widths)]
            return recorded(Enclosure.sum(widths), s, a, radii)
        width = radii.of_row(n)
        if kind == "recorded" and "d_p" in tables and isinstance(tables["d_p"][s][a], list):
            return [recorded(width, s, a, radii, s1) for s1 in range(self.head.S)]
        return recorded(width, s, a, radii)


class _Radii:
    """Radii of an epoch, by N(s, a); perhaps under other options."""

    def __init__(
        self, of: PlausibleSets, t: int, k: int, options: Mapping[str, Any] | None = None
    ) -> None:
        head, options = of.head, of.options if options is None else options
        self.S, self.t, self.k, factors = head.S, t, k, options["radius"]
        self.c_r, self.c_p = (Q(1), Q(1)) if isinstance(factors, str) else map(to_q, factors)
        squared = _squared(of.replay.delta, options["delta"], t, max(1, k))
        delta = sqrt(squared).enclose(RADIUS_BITS).hi
        self.logs = {n: ucrl2_logs(head, t, max(1, k), delta, n == "d_r") for n in ("d_r", "d_p")}
        with ctx.workprec(RADIUS_BITS):
            self.log_r = ball(Q(2 * head.S * head.A * t) ** 2 / squared).log() / 2
            self.log_p = ball(Q(2 * head.A * t) ** 2 / squared).log() / 2
        self.known: dict[Any, Enclosure] = {}

    def of_reward(self, n: int) -> Enclosure:
        """Return eq. (3)."""
        if ("r", n) not in self.known:
            with ctx.workprec(RADIUS_BITS):
                d = ball(self.c_r) * (ball(Q(7, 2 * max(1, n))) * self.log_r).sqrt()
                self.known["r", n] = endpoints(d)
        return self.known["r", n]

    def of_row(self, n: int) -> Enclosure:
        """Return eq. (4)."""
        if ("p", n) not in self.known:
            with ctx.workprec(RADIUS_BITS):
                d = ball(self.c_p) * (ball(Q(14 * self.S, max(1, n))) * self.log_p).sqrt()
                self.known["p", n] = endpoints(d)
        return self.known["p", n]

    def width(self, name: str, kind: str, n: int, row: list[Q], s1: int | None) -> Enclosure | None:
        """Return d_r, or d_p with radii of this kind; None where it has another shape."""
        if name == "d_r":
            return self.of_reward(n)
        if kind not in BERNSTEIN:
            return self.of_row(n) if s1 is None else None
        if (kind == "bernstein") != (s1 is not None):
            return None
        widths = [self.of_probability(n, v) for v in row]
        return Enclosure.sum(widths) if s1 is None else widths[s1]

    def of_probability(self, n: int, p: Q) -> Enclosure:
        """Return Bernstein's radius of one probability (R-41)."""
        if (n, p) not in self.known:
            variance = max(ZERO, p * (1 - p))
            with ctx.workprec(RADIUS_BITS):
                root = (ball(14 * variance / max(1, n)) * self.log_r).sqrt()
                self.known[n, p] = endpoints(root + ball(Q(49, 3 * max(1, n - 1))) * self.log_r)
        return self.known[n, p]


def _squared(delta: Q, declared: str, t: int, k: int) -> Q:
    """Return delta^2 of an epoch, which is rational for every declared delta."""
    known = {"fixed": delta**2, "1/sqrt(t)": Q(1, t), "1/t": Q(1, t * t), "1/sqrt(k)": Q(1, k)}
    return known[declared]
