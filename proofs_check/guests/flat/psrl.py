"""PSRL: Osband, Russo and Van Roy 2013, Alg. 1, cited as [ORV]. The MDP that was drawn is recorded;
its plan is checked exactly, its draw by chance (R-42).

A Dirichlet row is drawn by breaking a stick: p(y) over what the states before y have left is
Beta-distributed, for all y independently. So the distribution function of each part, at the value
that was drawn, is uniform and independent of all others, whatever the learner has seen. How far the
empirical distribution of n of them is from uniform exceeds sqrt(ln(2/p)/(2n)) with probability at
most p (Dvoretzky, Kiefer and Wolfowitz; Massart 1990).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.conformance.divergence import brief
from proofs_check.conformance.tolerances import exactly
from proofs_check.guests.flat.coverage import POSTERIOR
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs
from proofs_check.guests.flat.planned import PolicyReplay
from reference.guests.flat.flat_records import EpisodePolicyRecord

CHANCE = 1e-9
"""Probability with which each of four tests refuses right draws."""
ROUNDING = 1e-6
"""Of the distribution functions in doubles, more than they lose."""
MOST_DRAWS = 200_000
"""So many of a kind are tested, the first of the trace."""
Floats = NDArray[np.float64]


class PSRLReplay(PolicyReplay):
    """One check of a trace of PSRL. `drawn` has the uniform numbers by kind, `prior` what they
    would be if the prior had been drawn from."""

    prefix, exact = "psrl", True

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.known = self.head.known
        self.drawn: defaultdict[str, list[Floats]] = defaultdict(list)
        self.prior: defaultdict[str, list[Floats]] = defaultdict(list)
        self.kept: defaultdict[str, int] = defaultdict(int)

    def models(self, record: EpisodePolicyRecord) -> list[PlausibleMDPs]:
        """Check the MDP that was drawn, keep its draw, and return that of every stage."""
        models, tables = [self._model(record, g) for g in range(self.head.stages)], record.tables
        if not self.outcome.certain:
            self._keep(np.array(tables["P"], float), np.array(tables["r_sampled"], float))
        return models

    def _model(self, record: EpisodePolicyRecord, g: int) -> PlausibleMDPs:
        counts, S, A = self.counts_so_far[g], self.head.S, self.head.A
        tables = {k: self.of_stage(v, g) for k, v in record.tables.items() if k != "V"}
        P = [[[to_q(v) for v in row] for row in rows] for rows in tables["P"]]
        r = [[to_q(v) for v in row] for row in tables["r_sampled"]]
        for s in range(S):
            for a in range(A):
                at = {**self.place_of(g), "state": s, "action": a}
                if "N" in tables:
                    count, n = tables["N"][s][a], counts.N[s][a]
                    self.apply("psrl-N", count == n, n, count, **at)
                total = sum(P[s][a], ZERO)
                right = min(P[s][a]) >= 0 and abs(total - 1) <= self.tolerance
                mass = total if right else f"sum {brief(total)}"
                self.apply("psrl-P", right, "a distribution", mass, **at)
                self._reward(g, s, a, r[s][a])
        point = exactly(ZERO)
        return PlausibleMDPs([[exactly(v) for v in row] for row in r], P, [[point] * A] * S)  # type: ignore[arg-type]  # no row is None

    def _reward(self, g: int, s: int, a: int, r: Q) -> None:
        """Check a mean reward that was drawn, set, or told."""
        kind, counts = self.head.options["rewards"], self.counts_so_far[g]
        at = {**self.place_of(g), "state": s, "action": a}
        if kind == "beta":
            self.apply("psrl-r", ZERO <= r <= ONE, "in [0, 1]", r, **at)
        elif kind == "mean":
            mean = counts.R[s][a] / max(1, counts.N[s][a])
            self.close("psrl-r", r, exactly(mean), at)
        elif kind == "known":
            self.close("psrl-r", r, exactly(to_q(self.known[g][s][a])), at)

    # ---- the draw ----

    def _keep(self, P: Floats, r: Floats) -> None:
        """Keep the uniform numbers of a draw."""
        from scipy.special import betainc, ndtr

        options, every = self.head.options, self.counts_so_far
        S, A, G = self.head.S, self.head.A, self.head.stages  # a row for each state of each stage
        P, r = P.reshape(G * S, A, S), r.reshape(G * S, A)
        N = np.array([row for counts in every for row in counts.N], dtype=float)
        alpha0 = options["alpha0"]
        N3 = np.array([row for counts in every for row in counts.N3], dtype=float)
        if S > 1:
            rest = P[..., ::-1].cumsum(axis=2)[..., ::-1]
            part = np.clip(P[..., :-1] / np.where(rest > 0, rest, 1)[..., :-1], 0.0, 1.0)
            ahead = np.arange(S - 1, 0, -1) * alpha0
            after = N3[..., ::-1].cumsum(axis=2)[..., ::-1][..., 1:]
            u = betainc(alpha0 + N3[..., :-1], ahead + after, part)
            of_prior = betainc(alpha0, ahead, part)
            broken = rest[..., :-1] > 0  # an empty rest has nothing to break
            self._add("transitions", u, of_prior, N[..., None] > 0, broken)
            self._play("transitions", u, N[..., None] > 0, broken)
        R = np.array([[float(v) for v in row] for counts in every for row in counts.R])
        kind, everywhere = options["rewards"], np.ones_like(N, dtype=bool)
        if kind == "beta":
            a0, b0 = options["a0"], options["b0"]
            u = betainc(a0 + R, b0 + N - R, np.clip(r, 0, 1))
            self._add("rewards", u, betainc(a0, b0, np.clip(r, 0, 1)), N > 0, everywhere)
            self._play("rewards", u, N > 0, everywhere)
        if kind == "normal":
            mu0, sigma0, sigma = options["mu0"], options["sigma0"], options["sigma"]
            least = min(sigma0, sigma)  # in units of which no square of 1/sigma overflows
            before, noise = (least / sigma0) ** 2, (least / sigma) ** 2
            precision = before + N * noise
            mean = (mu0 * before + R * noise) / precision
            with np.errstate(over="ignore"):
                u = ndtr((r - mean) * (np.sqrt(precision) / least))
                of_prior = ndtr((r - mu0) / sigma0)
            self._add("rewards", u, of_prior, N > 0, everywhere)
            self._play("rewards", u, N > 0, everywhere)

    def _play(self, kind: str, u: Floats, seen: Any, kept: Any) -> None:
        if self.statistics is not None:
            self.statistics.draws(kind, u, seen, kept)

    def _add(self, kind: str, u: Floats, of_prior: Floats, seen: Any, kept: Any) -> None:
        for name, which in (("of visited pairs", seen), ("of unvisited pairs", ~seen)):
            name, which = f"{kind} {name}", np.broadcast_to(which, u.shape) & kept
            if self.kept[name] < MOST_DRAWS:
                self.kept[name] += int(which.sum())
                self.drawn[name].append(u[which])
                self.prior[name].append(of_prior[which])

    def ends(self) -> None:
        """Test the draws of the whole trace."""
        super().ends()
        self.place = {}
        for name, n, off, most in _distances(self.drawn):
            told = f"{n} draws of the {name}, a distribution function off by {off:.4g}"
            expected = f"off by at most {most:.4g}, but with probability {CHANCE:g}"
            self.outcome.misfit = max(self.outcome.misfit, off / most)
            self.apply("psrl-posterior", off <= most, expected, told)
        for name, _, off, most in _distances(self.prior):
            self.cell(POSTERIOR, "of visited" in name and off > most)


def _distances(draws: dict[str, list[Floats]]) -> Iterator[tuple[str, int, float, float]]:
    """Yield how many numbers there are of each kind, how far they are from uniform, and how far
    uniform ones are at most, but with probability CHANCE."""
    for name, parts in draws.items():
        u = np.sort(np.concatenate(parts))
        if n := len(u):
            steps = np.arange(n + 1) / n
            off = float(max((steps[1:] - u).max(), (u - steps[:-1]).max()))
            yield name, n, off, sqrt(log(2 / CHANCE) / (2 * n)) + ROUNDING
