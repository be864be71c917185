"""O-REPS, UC-O-REPS and UOB-REPS: bound, estimate and KL step, each judged against what was
recorded before it, so that a fault is found where it is made.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
from flint import arb, ctx

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, each, endpoints, to_q
from proofs_check.conformance.divergence import Divergence, brief, decimal17, entries, judged
from proofs_check.conformance.tolerances import exactly, within
from proofs_check.guests.family.checker import BALL_BITS, FAULTS, AtEpoch, FamilyChecker
from proofs_check.guests.family.learning_rates import bandit_floor
from proofs_check.guests.kl.certificate import KLCertificate, KLProblem, certify, l1_distance
from proofs_check.guests.kl.in_doubles import (
    BoxLayer,
    QuickCertificate,
    certify_boxes,
    distance_of_logs,
    shares_away,
    upper_occupancy_near,
)
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP, PairSet, ball, down
from proofs_check.guests.kl.solver import solve_step
from proofs_check.guests.kl.upper_occupancy import enclosed
from reference.guests.family.family_records import O_REPS, InformedEpisode, StepRecord
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.records import Nested

T = TypeVar("T")
Sets = list[list[list[PairSet]]]  # [h][x][a]
LEAST_LOG = -1000.0
TINY = Q(1, 1 << 1000)  # e^v is less for every v <= LEAST_LOG


class MirrorDescent(FamilyChecker):
    """Checker of steps q_t = argmin over Delta(P_i) of eta <q, l_hat> + D(q || q_{t-1}).

    After a step: `moved`, the sum of ||q_t - q_{t-1}||_1 so far, and `slack`, that of the proved
    distances from the optima. A step that moves q by at most the declared radius shows nothing: not
    moving would conform as well."""

    slack = moved = ZERO
    compared = decisive = 0

    def untested(self) -> str:
        """Return why these steps show nothing, "" if one of them does."""
        if self.decisive or not self.compared:
            return ""
        far = f"all {self.compared} steps moved q by at most the declared radius"
        return f"{far} {float(to_q(self.head.radius)):g}: a program that never learns would conform"

    def step(self, record: StepRecord) -> Iterator[Divergence]:
        yield from self.policy(record)
        with ctx.workprec(BALL_BITS):
            yield from self._induced(record)
            if self.last is None:
                yield from self.first(record)
            else:
                causes = [*self.bound(record), *self._estimate(record)]
                yield from causes
                if not causes:
                    yield from self._kl_step(record, self.last)
        self.last = record

    def first(self, record: StepRecord) -> Iterator[Divergence]:
        """Return q_1(x,a,y) = 1 / (X_h A X_{h+1})."""
        layers, A = self.head.layers, self.head.A
        for where, v in entries(record.tables["log_q"]):
            h = where[0]
            self.applied["q_1"] += 1
            expected = exactly(Q(1, layers[h] * A * layers[h + 1]))
            occupancy = mass([v]).lo
            decision = within(occupancy, expected, self.tolerance)
            yield from judged("q_1", where, decision, expected, occupancy)

    def bound(self, record: StepRecord) -> Iterator[Divergence]:
        """Return u, where there is one."""
        yield from ()

    def played(self, h: int, x: int, a: int) -> Enclosure:
        """Return q_{t-1}(x,a), as recorded."""
        return mass(self.last.tables["log_q"][h][x][a]) if self.last else exactly(ONE)

    @abstractmethod
    def divisor(self, record: StepRecord, h: int, x: int, a: int) -> Enclosure:
        """Return the divisor of the loss of a visited pair."""

    @abstractmethod
    def pair_set(self, at: AtEpoch, h: int, x: int, a: int) -> PairSet:
        """Return P_i(x, a)."""

    # ---- pi and l_hat ----

    def _induced(self, record: StepRecord) -> Iterator[Divergence]:
        """Return pi_t(a|x) = q_t(x,a) / sum_b q_t(x,b)."""
        for h, layer in enumerate(record.tables["log_q"]):
            far = shares_away(layer, record.tables["pi"][h]) > float(self.tolerance) * 0.99
            self.applied["pi-of-q"] += int((~far).sum()) * self.head.A
            for x in np.flatnonzero(far).tolist():
                rows = layer[x]
                most = max(max(row) for row in rows)
                masses = [mass(row, most) for row in rows]
                low, high = (sum((getattr(m, end) for m in masses), ZERO) for end in ("lo", "hi"))
                for a, m in enumerate(masses):
                    self.applied["pi-of-q"] += 1
                    expected, probability = Enclosure(m.lo / high, m.hi / low), self.pi[h][x][a]
                    decision = within(probability, expected, self.tolerance)
                    yield from judged("pi-of-q", (h, x, a), decision, expected, probability)

    def _estimate(self, record: StepRecord) -> Iterator[Divergence]:
        """Return l_hat of the episode before; 0 off the path with bandit feedback."""
        episode, rewards = self.episode, {}
        if isinstance(episode, InformedEpisode):
            rewards = {where: to_q(v) for where, v in entries(episode.r_t)}
        else:
            steps = zip(episode.x, episode.a, episode.r, strict=True)
            rewards = {(h, x, a): to_q(r) for h, (x, a, r) in enumerate(steps)}
        for where, v in entries(record.tables["l_hat"]):
            self.applied["l_hat"] += 1
            estimate, r = to_q(v), rewards.get(where)
            expected = exactly(ZERO) if r is None else self._over(ONE - r, record, where)
            slack = self.tolerance * max(ONE, expected.hi)
            decision = within(estimate, expected, slack)
            if decision is not Decision.TRUE:
                text = brief(estimate)
                if r is not None and self._explains(estimate, self._over(r, record, where)):
                    text += ": equals the number with the reward in place of the loss at this place"
                elif r is not None and self._explains(
                    estimate, self._without_gamma(record, where, r)
                ):
                    text += ": equals the number without gamma at this place"
                yield from judged("l_hat", where, decision, expected, text)

    def _over(self, loss: Q, record: StepRecord, where: tuple[int, ...]) -> Enclosure:
        by = self.divisor(record, *where)
        return Enclosure(loss / by.hi, loss / by.lo if by.lo else 2 / TINY)

    def _without_gamma(self, record: StepRecord, where: tuple[int, ...], r: Q) -> Enclosure:
        by, gamma = self.divisor(record, *where), to_q(self.head.options.get("gamma", 0))
        return exactly((ONE - r) / (by.lo - gamma)) if by.lo > gamma > 0 else exactly(-ONE)

    def _explains(self, estimate: Q, expected: Enclosure) -> bool:
        slack = self.tolerance * max(ONE, expected.hi)
        return within(estimate, expected, slack) is Decision.TRUE

    # ---- the KL step ----

    def _kl_step(self, record: StepRecord, last: StepRecord) -> Iterator[Divergence]:
        far = distance_of_logs(last.tables["log_q"], record.tables["log_q"])
        self.compared += 1
        self.decisive += far.lo > to_q(self.head.radius)
        self.moved += max(ZERO, down(far.lo))
        eta = to_q(self.head.options["eta"])
        c = each(lambda v: ball(eta * to_q(v)), record.tables["l_hat"])
        old = last.tables["log_q"]
        decision, deviation = self.optimal(KLProblem(old, c, self.sets(self.now)), record)
        if decision is not Decision.TRUE:
            for name, other in self.wrong_sets():
                if self.optimal(KLProblem(old, c, other), record)[0] is Decision.TRUE:
                    deviation += f": it is the optimum over {name}"
                    break
        yield from self.decided(decision, deviation)

    def wrong_sets(self) -> Iterator[tuple[str, Sets]]:
        """Yield the sets over which a wrong step may have been made."""
        if self.now is not self.earlier:
            yield "the set of the epoch before", self.sets(self.earlier)

    def decided(self, decision: Decision, deviation: str) -> Iterator[Divergence]:
        """Yield the divergence from rule kl-step, if there is one."""
        radius = to_q(self.head.radius)
        self.applied["kl-step"] += 1
        expected = f"q within {brief(radius)} of the optimum"
        yield from judged("kl-step", (), decision, expected, deviation)

    def optimal(self, problem: KLProblem, record: StepRecord) -> tuple[Decision, str]:
        """Return whether the recorded q is within the declared radius of the optimum: by the
        recorded multipliers; failing that, by our own, and by the distance to our own optimum."""
        radius, log_q = to_q(self.head.radius), record.tables["log_q"]
        if "beta" in record.tables:
            given = record.tables["beta"]
            if self.proved_quickly(problem, given, log_q) or self._proved(problem, given, log_q):
                return Decision.TRUE, ""
        beta, ours = solve_step(problem)
        if self._proved(problem, beta, log_q):
            return Decision.TRUE, ""
        try:
            best = certify(problem, beta, ours, BALL_BITS)
            away = l1_distance(log_q, ours, logs=True).lo - best.radius
        except PreconditionError:  # absurd numbers
            return Decision.UNDECIDED, "no optimum to compare with"
        return Decision.of(False, away > radius), f"a distance of {decimal17(max(away, ZERO))}"

    def _proved(self, problem: KLProblem, beta: Nested, log_q: Nested) -> bool:
        """Return whether these multipliers prove that q is near enough."""
        try:
            proof = certify(problem, beta, log_q, BALL_BITS)
        except PreconditionError:  # the bounds are not finite
            return False
        return self.near_enough(proof)

    def near_enough(self, proof: KLCertificate | QuickCertificate) -> bool:
        """Return whether a certificate proves that; if so, add it up."""
        if proof.radius > to_q(self.head.radius):
            return False
        self.gap = max(self.gap, proof.gap)
        self.slack += -down(-proof.radius)
        return True

    def proved_quickly(self, problem: KLProblem, beta: Nested, log_q: Nested) -> bool:
        """Return whether they do so in doubles."""
        return False

    @lru_cache(maxsize=2)  # noqa: B019  # a checker lives as long as its trace
    def sets(self, at: AtEpoch) -> Sets:
        """Return P_i, pair by pair."""
        return self.each_pair(lambda h, x, a: self.pair_set(at, h, x, a))

    def each_pair(self, of: Callable[[int, int, int], T]) -> list[list[list[T]]]:
        """Return of(h, x, a) for every pair, [h][x][a]."""
        return [
            [[of(h, x, a) for a in range(self.head.A)] for x in range(X_h)]
            for h, X_h in enumerate(self.head.layers[:-1])
        ]


class OREPSChecker(MirrorDescent):
    """P is the header's."""

    def first(self, record: StepRecord) -> Iterator[Divergence]:
        """Return q_1, which has the largest entropy of pairs: the KL step from ln q = 0 with the
        entropies of the rows of P as costs."""
        layers, sets = self.head.layers, self.sets(self.now)
        zeros: Nested = self.each_pair(lambda h, x, a: [0.0] * layers[h + 1])
        entropies = self.each_pair(lambda h, x, a: sets[h][x][a].bound([arb(0)] * layers[h + 1]))
        decision, deviation = self.optimal(KLProblem(zeros, entropies, sets), record)
        yield from self.decided(decision, deviation)

    def divisor(self, record: StepRecord, h: int, x: int, a: int) -> Enclosure:
        """Return 1 with full information; else q_{t-1}(x,a)."""
        return exactly(ONE) if self.head.full_information else self.played(h, x, a)

    def pair_set(self, at: AtEpoch, h: int, x: int, a: int) -> PairSet:
        return KnownP([to_q(p) for p in self.P[h][x][a]])

    @cached_property
    def P(self) -> Any:
        """Return the header's transition function. Raises MalformedInput for a header without
        one."""
        if self.head.mdp is None:
            raise MalformedInput(self.file, 1, "mdp", "nothing", f"is required: {O_REPS} knows P")
        return self.head.mdp.to_exact().P


class UCOREPSChecker(MirrorDescent):
    """Checker with the balls of eq. (10)-(12)."""

    def divisor(self, record: StepRecord, h: int, x: int, a: int) -> Enclosure:
        """Return 1 with full information; else max{q_{t-1}(x,a), alpha} (R-31)."""
        if self.head.full_information:
            return exactly(ONE)
        q, alpha = self.played(h, x, a), bandit_floor(self.head).enclose(BALL_BITS)
        return Enclosure(max(q.lo, alpha.lo), max(q.hi, alpha.hi))

    def pair_set(self, at: AtEpoch, h: int, x: int, a: int) -> PairSet:
        N = at.all_N[h][x][a]
        P_bar = [Q(n, max(1, N)) for n in at.all_N3[h][x][a]]
        return BallP(P_bar, self.radii[0].eps(self.head.layers[h + 1], N))


class UOBREPSChecker(MirrorDescent):
    """Bandit feedback, the boxes of R-29, u with the set of the episode."""

    def bound(self, record: StepRecord) -> Iterator[Divergence]:
        if self.last is None:
            return
        pi = each(to_q, self.last.tables["pi"])
        for h, (x, a) in enumerate(zip(self.episode.x, self.episode.a, strict=True)):
            self.applied["u"] += 1
            u = to_q((record.u or [])[h])
            near = upper_occupancy_near(self.last.tables["pi"], self.layers(self.earlier), h, x, a)
            if within(u, near, self.tolerance) is Decision.TRUE:
                continue
            expected = enclosed(pi, *self.boxes(self.earlier), h, x, a)
            decision = within(u, expected, self.tolerance)
            if decision is not Decision.TRUE:
                text = brief(u) + self._cause(u, pi, h, x, a)
                yield from judged("u", (h, x, a), decision, expected, text)

    def _cause(self, u: Q, pi: Any, h: int, x: int, a: int) -> str:
        """Return the fault, among those seen in programs, that explains a wrong u."""
        faults = {
            "the set of the epoch that begins": (self.now, ""),
            **{fault: (self.earlier, fault) for fault in FAULTS},
        }
        for name, (at, fault) in faults.items():
            other = enclosed(pi, *self.boxes(at, fault), h, x, a)
            if within(u, other, self.tolerance) is Decision.TRUE:
                return f": equals the number with {name} at this place"
        return ""

    def wrong_sets(self) -> Iterator[tuple[str, Sets]]:
        yield from super().wrong_sets()
        for fault in FAULTS:
            boxes: Sets = self.each_pair(
                lambda *pair, fault=fault: BoxP(*self.box(self.now, pair, fault))
            )
            yield f"the box with {fault}", boxes

    def proved_quickly(self, problem: KLProblem, beta: Nested, log_q: Nested) -> bool:
        if problem.sets is not self.sets(self.now):
            return False
        c = each(lambda v: float(v.mid()), problem.c)
        proof = certify_boxes(self.layers(self.now), problem.log_q_old, c, beta, log_q)
        return proof is not None and self.near_enough(proof)

    @lru_cache(maxsize=2)  # noqa: B019  # as above
    def layers(self, at: AtEpoch) -> list[BoxLayer]:
        """Return the boxes, layer by layer."""
        return [BoxLayer.of(layer) for layer in self.sets(at)]  # type: ignore[arg-type]  # BoxP

    @lru_cache(maxsize=4)  # noqa: B019  # as above
    def boxes(self, at: AtEpoch, fault: str = "") -> tuple[Any, Any]:
        """Return lo and hi of every pair."""
        if not fault:
            sets = self.sets(at)
            lo = self.each_pair(lambda h, x, a: sets[h][x][a].lo)  # type: ignore[attr-defined]  # a BoxP
            return lo, self.each_pair(lambda h, x, a: sets[h][x][a].hi)  # type: ignore[attr-defined]
        both = self.each_pair(lambda h, x, a: self.box(at, (h, x, a), fault))
        lo = self.each_pair(lambda h, x, a: both[h][x][a][0])
        return lo, self.each_pair(lambda h, x, a: both[h][x][a][1])

    def divisor(self, record: StepRecord, h: int, x: int, a: int) -> Enclosure:
        """Return u + gamma, u as recorded."""
        u = to_q((record.u or [])[h])
        return exactly(u + to_q(self.head.options["gamma"]))

    def near_box(self, name: str, where: tuple[int, ...], row: Any) -> bool:
        ends, most = self.right_set(where).doubles[name == "hi"], float(self.tolerance) * 0.99
        numbers = all(type(v) is float or type(v) is int for v in row)
        return numbers and all(abs(v - end) <= most for v, end in zip(row, ends, strict=True))

    def right_set(self, where: tuple[int, ...]) -> BoxP:
        """Return the box of a pair in the running epoch."""
        return self.pair_set(self.now, *where)

    def pair_set(self, at: AtEpoch, h: int, x: int, a: int) -> BoxP:
        counts, known = tuple(at.all_N3[h][x][a]), self.known.get((h, x, a))
        if known is None or known[0] != counts:  # most pairs keep their box from epoch to epoch
            known = self.known[h, x, a] = counts, BoxP(*self.box(at, (h, x, a)))
        return known[1]

    def right_box(self, where: tuple[int, ...]) -> Any:
        """Return `box` of the running epoch, computed once."""
        box = self.right_set(where)
        return box.lo, box.hi

    @cached_property
    def known(self) -> dict[tuple[int, int, int], tuple[tuple[int, ...], BoxP]]:
        """Return the last box of each pair, and the counts that it is of."""
        return {}


def mass(logs: Sequence[float], most: float = 0.0) -> Enclosure:
    """Return sum e^(v - most), enclosed in numbers that stay short."""
    kept = [arb(v) - most for v in logs if v - most > LEAST_LOG]
    total = endpoints(sum((v.exp() for v in kept), arb(0)))
    return Enclosure(total.lo, total.hi + (len(logs) - len(kept)) * TINY)
