"""Both sides of the statements on runs, against `SampledRun` and plain loops that share no code
with the tables."""

from __future__ import annotations

import math
from typing import Any

import pytest

from proofs_check.arithmetic import Decision, zipped
from proofs_check.evaluation.evaluate import NOTHING, OFF
from proofs_check.evaluation.statements import statements
from proofs_check.vocabulary import FAILS, NOT_CLAIMED, VACUOUS
from tests.evaluation.runs import SOME, evaluated
from tests.twins.runs import sampled
from tests.twins.sampled_run import SampledRun


def flat(table: Any) -> list[float]:
    return [float(v) for (v,) in zipped(table)]


class Plain:
    """Sums of a run in floats, from the exact epochs of `SampledRun`."""

    def __init__(self, run: SampledRun) -> None:
        self.run, self.L = run, run.L
        self.Lam = float(run.Lam.enclose(64).lo)
        self.h = [h for h, X in enumerate(run.layers[:-1]) for _ in range(X * run.A)]

    def b(self, e: Any) -> list[float]:
        return [math.sqrt(2 * self.Lam / max(1, n)) for n in flat(e.N)]

    def r_hat(self, e: Any) -> list[float]:
        return [min(1, r + b) for r, b in zip(flat(e.r_bar), self.b(e), strict=True)]

    def over_t(self, of: Any) -> float:
        return float(sum(e.length * of(e) for e in self.run.epochs))

    def term(self, name: str) -> float:
        r, star = flat(self.run.r), flat(self.run.best.q_xa)

        def of(e: Any) -> float:
            q, q_hat, r_hat = flat(e.q_xa), flat(e.q_hat_xa), self.r_hat(e)
            rows = zip(r, star, q, q_hat, r_hat, strict=True)
            return sum(
                {
                    "Bias-I": s * (v - w),
                    "Diff": (s - p) * w,
                    "Error": (p - m) * w,
                    "Bias-II": m * (w - v),
                }[name]
                for v, s, m, p, w in rows
            )

        return float(self.over_t(of))

    def q_xi(self) -> float:
        """With xi_i = 0 where q_hat_i(x,a) = 0 (E-8)."""

        def of(e: Any) -> float:
            rows = zip(self.h, flat(e.q_xa), flat(e.xi), flat(e.q_hat_xa), strict=True)
            return sum((self.L - h) * q * xi for h, q, xi, p in rows if p > 1e-9)

        return float(self.over_t(of))

    def visited(self, of: Any) -> float:
        rows = (zip(flat(e.n), of(e), strict=True) for e in self.run.epochs)
        return float(sum(n * v for row in rows for n, v in row))

    def played(self, of: Any) -> float:
        return self.over_t(lambda e: sum(m * v for m, v in zip(flat(e.q_xa), of(e), strict=True)))


@pytest.fixture(scope="module", params=SOME)
def both(request: pytest.FixtureRequest) -> tuple[Any, Plain]:
    return evaluated(request.param), Plain(sampled(request.param))


def left(evaluation: Any, name: str, where: str = "", form: str = "") -> float:
    forms = evaluation.known[name].forms
    result = evaluation.result(name, form or forms[-1])
    (line,) = [c for c in result.lines if c.line.where == where]
    return float((line.left.lo + line.left.hi) / 2)


def close(value: float, true: float) -> bool:
    return math.isclose(value, true, rel_tol=1e-9, abs_tol=1e-6)


def test_the_left_sides_are_those_of_a_plain_computation(both: tuple[Any, Plain]) -> None:
    evaluation, plain = both
    run = plain.run
    assert close(left(evaluation, "eq_09"), float(run.regret))
    assert close(left(evaluation, "theorem_4", "3 LX sqrt(TA Lam)"), float(run.regret))
    for module, name in (("lemma_05", "Error"), ("lemma_06", "Bias-II")):
        assert close(left(evaluation, module, form="printed"), plain.term(name))
    assert close(left(evaluation, "theorem_4_bias_1", "Bias-I"), plain.term("Bias-I"))
    assert close(left(evaluation, "theorem_4_diff", "Diff"), plain.term("Diff"))
    assert close(left(evaluation, "lemma_04", form="printed"), plain.over_t(lambda e: float(e.l1)))
    assert close(left(evaluation, "lemma_09", "first right side"), plain.q_xi())
    assert close(left(evaluation, "lemma_12"), plain.visited(plain.b))
    difference = plain.played(plain.b) - plain.visited(plain.b)
    assert close(left(evaluation, "lemma_11"), difference)
    assert close(left(evaluation, "sec_4a_updates", "XA log2 T"), len(run.epochs) - 1)


def test_the_right_sides_are_those_of_a_plain_computation(both: tuple[Any, Plain]) -> None:
    evaluation, plain = both
    run, Lam = plain.run, plain.Lam
    T, L, X, A, delta = run.T, run.L, run.X, run.A, float(run.delta)

    def right(name: str, where: str = "", form: str = "") -> float:
        forms = evaluation.known[name].forms
        lines = evaluation.result(name, form or forms[-1]).lines
        (line,) = [c for c in lines if c.line.where == where]
        return float((line.right.lo + line.right.hi) / 2)

    key = 12 * L * X * math.sqrt(T * A * Lam)
    assert close(right("lemma_04", form="printed"), key)
    assert close(right("lemma_05", form="printed"), key)
    first = 6 * L * X * math.sqrt(2 * T * A * Lam)
    first += 2 * L * X * math.sqrt(2 * T * math.log(L / delta))
    assert close(right("lemma_09", "first right side"), first)
    assert close(right("lemma_11", form="printed"), 2 * L * math.sqrt(T) * Lam)
    assert close(right("lemma_12"), 5 * math.sqrt(T * L * X * A * Lam))
    assert close(right("theorem_4", "3 LX sqrt(TA Lam)"), 3 * L * X * math.sqrt(T * A * Lam))
    printed = key + 10 * math.sqrt(T * L * X * A * Lam) + 4 * L * math.sqrt(T) * Lam
    assert close(right("theorem_4", form="printed"), printed)
    assert close(right("eq_33"), math.sqrt(2 * T * math.log(L / delta)))
    six = (3 + 2 * math.sqrt(2)) * math.sqrt(T * L * X * A * Lam)
    assert close(right("lemma_06", "(3 + 2 sqrt 2) sqrt(TLXA Lam)"), six)


def test_the_events_are_those_of_the_exact_run(both: tuple[Any, Plain]) -> None:
    evaluation, plain = both
    if plain.run.scale == 1:
        assert evaluation.event("lemma_02") is plain.run.event_P
        assert evaluation.event("lemma_03") is plain.run.event_r


def test_worst_places_name_the_entry(both: tuple[Any, Plain]) -> None:
    evaluation, plain = both
    (line,) = evaluation.result("lemma_02", "printed").lines
    at = line.place
    e = plain.run.epochs[at["epoch"] - 1]
    assert close(float(line.left.hi), float(e.P_distance[at["layer"]][at["x"]][at["a"]]))
    N = e.N[at["layer"]][at["x"]][at["a"]]
    width = plain.run.layers[at["layer"] + 1]
    assert close(float(line.right.hi), math.sqrt(2 * width * plain.Lam / max(1, N)))


@pytest.mark.parametrize("name", SOME)
def test_nothing_fails_that_should_hold(name: str) -> None:
    evaluation = evaluated(name)
    by_form = {
        (statement.number, form): evaluation.result(module, form)
        for module, statement in statements().items()
        for form in statement.forms
    }
    assert [key for key, result in by_form.items() if result.failing] == []
    assert by_form["(19)", "printed"].verdict == "HOLDS"
    assert by_form["(8)", "printed"].verdict == "HOLDS"


def test_the_verdicts_off_the_event_and_of_false_printed_forms() -> None:
    unlucky = evaluated("unlucky-09")
    assert unlucky.event("lemma_02") is Decision.FALSE
    assert unlucky.result("lemma_02", "printed").verdict == FAILS
    off = unlucky.result("lemma_09", "printed")
    assert (off.verdict, off.reason) == (NOT_CLAIMED, OFF)
    bandit = evaluated("bandit")
    assert bandit.result("display_b2", "printed").verdict == FAILS
    assert bandit.result("display_b2", "repaired").verdict == "HOLDS"
    assert bandit.result("display_b3_total", "printed").verdict == FAILS
    assert evaluated("last-solved").result("display_b3_total", "printed").verdict == "HOLDS"
    none = bandit.result("lemma_08", "printed")
    assert (none.verdict, none.reason) == (VACUOUS, NOTHING)


def test_what_is_not_claimed_says_why() -> None:
    shrunk = evaluated("shrunk-both")
    for name, reason in (
        ("lemma_02", "scale"),
        ("lemma_09", OFF),
        ("lemma_11_union", "scale=1/4"),
    ):
        result = shrunk.result(name, "printed")
        assert (result.verdict, result.reason) == (NOT_CLAIMED, reason), name


def test_the_long_run_makes_the_bounds_informative() -> None:
    long, fork = evaluated("long-200000"), evaluated("fork-200000")
    for name in ("theorem_4", "lemma_04", "lemma_06", "lemma_09"):
        for form in statements()[name].forms:
            assert long.result(name, form).verdict == "HOLDS", (name, form)
    assert fork.result("lemma_05", "printed").verdict == "HOLDS"


def test_a_uniform_completion_breaks_26_on_the_event_of_lemma_2() -> None:
    """E-8: q_hat_i leaves v, which the policy still reaches under P."""
    run = evaluated("leaves-v")
    assert run.event("lemma_02") is Decision.TRUE
    printed, repaired = (run.result("eq_26", form) for form in statements()["eq_26"].forms)
    assert (printed.verdict, printed.failing, repaired.verdict) == (FAILS, False, "HOLDS")
    worst = printed.worst
    assert worst is not None and (worst.place["layer"], worst.place["x"]) == (1, 1)
    assert float(worst.left.lo) == pytest.approx(1) and float(worst.right.hi) < 0.97


def test_known_witnesses() -> None:
    """Lemma 4 without the logarithm, and Lemma 11: figures worked out by hand."""
    fork = evaluated("fork-16384")
    assert round(left(fork, "lemma_04", form="printed")) == 17825  # > 12288 = 12 LX sqrt(TA)
    u = evaluated("u-always")
    assert math.isclose(left(u, "eq_33"), sum(0.5 * (1 - 1 / math.sqrt(N)) for N in _starts(512)))


def _starts(T: int) -> list[int]:
    """max{1, N_i} of u in each episode."""
    return [1, *(1 << (t - 1).bit_length() - 1 for t in range(2, T + 1))]
