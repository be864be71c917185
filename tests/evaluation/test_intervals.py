"""Section VII's claims: the letters of R-37's intervals, and the numbers that texts say of them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import log, sqrt
from typing import Any

import pytest

from proofs_check.arithmetic import Decision, Q, Radii
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import sqrt as sqrt_of
from proofs_check.letters.letters import Letters
from proofs_check.letters.run import Run
from proofs_check.letters.symbols import X
from proofs_check.machine_checked.record import COQ
from proofs_check.report.pages import letter, overview
from proofs_check.sampled_runs.specs import Spec
from proofs_check.sampled_runs.suite import play
from proofs_check.statements import sec_7_intervals, sec_7_quotient
from proofs_check.statements.common import intervals, separation, tightness
from proofs_check.vocabulary import HOLDS, NOT_CLAIMED, VACUOUS
from tests.evaluation.runs import evaluate_bytes, evaluated
from tests.evaluation.test_numbers import holds
from tests.paths import ROOT

WIDE = Spec("wide", (1, 3, 2, 1), 2, 60, choices={"radii": "bernstein"}, solver="first")
INTERVALS = ("sec_7_widths", "sec_7_intervals", "sec_7_quotient")


def found(e: Any) -> dict[str, str]:
    """Return the verdicts of Section VII's claims on a run."""
    return {r.statement.name: r.verdict for r in e.results() if r.statement.name in INTERVALS}


def test_they_are_claimed_of_runs_with_intervals() -> None:
    e = evaluate_bytes(play(WIDE))
    assert found(e) == dict(zip(INTERVALS, (HOLDS, VACUOUS, HOLDS), strict=True))
    ball = evaluated("L3-A2")
    assert found(ball)["sec_7_intervals"] == NOT_CLAIMED
    assert found(ball)["sec_7_widths"] == HOLDS  # P lies in them whatever the sets are


@pytest.mark.parametrize("choice", ["bernstein", "bernstein-1"])
def test_the_bound_by_layers_is_that_of_the_page(choice: str) -> None:
    """The four lines, written out in doubles from the page of claims."""
    spec = Spec("wide", (1, 3, 2, 1), 2, 60, choices={"radii": choice}, solver="first")
    run: Run = evaluate_bytes(play(spec)).run
    layers, A, T, L = (1, 3, 2, 1), 2, 60, 3
    P = run.mdp[0].tolist()
    most, at = [], 0
    for X_h, n in pairwise(layers):
        rows = [P[at + k * n : at + (k + 1) * n] for k in range(X_h * A)]
        at += X_h * A * n
        most.append(max(sum(p > 0 for p in row) for row in rows))
    assert run.successors == [n if n >= 2 else 0 for n in most]
    Lam = log(T * 7 * A * 10)
    ell = [Lam + log(2 * n) for n in layers[1:]]
    c = {"bernstein": 2, "bernstein-1": 1}[choice]
    each = range(L)
    bound = (
        (2 + sqrt(2))
        * sqrt(T * A)
        * sum((L - 1 - h) * sqrt(run.successors[h] * layers[h] * ell[h]) for h in each)
    )
    bound += (
        c
        * A
        * (1 + log(T, 2))
        * sum((L - 1 - h) * (layers[h + 1] >= 2) * layers[h] * layers[h + 1] * ell[h] for h in each)
    )
    bound += 2 * (1 + sqrt(2)) * sqrt(2 * T * A * Lam) * sum(sqrt(layers[h]) for h in each)
    bound += sqrt(T * L * (2 * L * L + 1) * Lam / 6)
    (claim,) = sec_7_intervals.repaired.claims
    value = claim.right.side(run, None).enclose(64)
    assert float(value.lo) == pytest.approx(bound, rel=1e-12)


def test_the_width_is_that_of_the_conformance_check() -> None:
    """Letters have it in balls and exactly, the check of traces in its own enclosures."""
    e = evaluated("L3-A2")
    run = e.run
    assert run.block is not None
    size, radii = run.size, Radii(run.Lam, choice="bernstein-1")
    data = run.block.data[-1]
    exact = Letters(run, [data]).exact.width[0]
    balls = Letters(run, [data]).width
    for k in range(0, size.triples, 5):
        p = size.pair_of[k]
        X_next = int(size.next[p])
        known = radii.width(X_next, int(data.N3[k]), int(data.N[p]))
        inside = exact[k].enclose(128)
        assert known.lo <= inside.hi and inside.lo <= known.hi
        assert abs(float(inside.lo) - balls.mid[0, k]) <= 2 * balls.rad[0, k]


def test_what_is_said_of_the_quotient_is_what_is_proved() -> None:
    """README, letter, page of claims and theorem have one threshold; above it the bounds cross."""
    number = f"{intervals.ABOVE_ONE_FROM // 1000} {intervals.ABOVE_ONE_FROM % 1000:03}"
    page = (COQ / "challenge/Challenge.v").read_text(encoding="utf-8")
    theorem = (COQ / "tight/Separation.v").read_text(encoding="utf-8")
    assert f"exceeds 1 only for LX > {number}" in page
    assert f"sqrt(X)/{intervals.RATE}" in page
    assert f"l * x <= {intervals.ABOVE_ONE_FROM} -> / {tightness.DIVISOR} * (l * x)" in theorem
    assert f"sqrt x / {intervals.RATE} *" in theorem
    assert separation.ABOVE_ONE.replace(r"\,", " ") == f"LX>{number}"
    assert separation.STAYS in letter.TIGHT and separation.ABOVE_ONE in separation.SAYS
    assert separation.ABOVE_ONE in separation.IN_BRIEF is vars(overview)["IN_BRIEF"]
    assert f"{separation.IN_BRIEF}." in (ROOT / "README.md").read_text(encoding="utf-8")
    right = 75 * (10.6 + 0.3 * sqrt(3))  # of sqrt(LX), for L = 3: there the quotient is 1
    assert intervals.ABOVE_ONE_FROM < right**2 < intervals.ABOVE_ONE_FROM + 1000


def test_what_a_gap_costs_is_what_is_proved() -> None:
    page = (COQ / "challenge/Challenge.v").read_text(encoding="utf-8")
    theorem = (COQ / "tight/TightTheorem.v").read_text(encoding="utf-8")
    claimed = re.findall(r"@(?:regret_at_least|between) S A Z value L x_0 T delta (\d+) g", page)
    assert claimed == [str(tightness.PER_GAP)] * 3
    assert theorem.count(f"- {tightness.PER_GAP} * total_gap gap v") == 3
    assert rf"${tightness.PER_GAP}Tg$" in tightness.SAYS


def at_L3(claim: Claim, X: int) -> Decision:
    """Return whether a claim of two numbers holds for L = 3 and X states, exactly."""
    return holds(claim, (1, X // 2 - 1, X - X // 2 - 1, 1), 10**12, 2, Q(1, 10))


def test_neither_number_of_the_quotient_can_be_better() -> None:
    rate, below, _ = sec_7_quotient.repaired.claims
    assert at_L3(rate, 1000) is Decision.TRUE
    other = sqrt_of(X) / 450 * intervals.ON_SEPARATING
    assert at_L3(replace(rate, left=other), 1000) is Decision.FALSE
    least = intervals.ABOVE_ONE_FROM // 3
    assert at_L3(below, least) is Decision.TRUE
    assert at_L3(below, least + 400) is Decision.FALSE
