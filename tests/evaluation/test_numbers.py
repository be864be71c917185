"""Steps between numbers: each is proved for all sizes, and compared where a bump stands near the
start of a deep MDP, which no run of the suite has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import pi, sin
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Decision, Q, Real, certainly_leq, lam, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import STATEMENTS, Verdict
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import at
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements import (
    lemma_04,
    lemma_05,
    lemma_06,
    lemma_09_layers,
    lemma_12_jensen,
    theorem_4,
)
from proofs_check.statements.common.bounds import Constants

# Form and claim -> what proves it at all sizes: a theorem that the form names, or one of its
# steps, by exact algebra.
PROVED = {
    ("eq_35", "printed", "lines 4 and 5"): "eq_35",
    ("eq_35", "printed", "lines 5 and 6"): "eq_35",
    ("lemma_04", "repaired", "second"): "at_all_sizes",
    ("lemma_05", "repaired", "3.768 LX sqrt(TA Lam)"): "at_all_sizes",
    ("lemma_06", "repaired", "second"): "at_all_sizes",
    ("lemma_09", "repaired", "second"): "lemma_9",
    ("lemma_09_constant", "printed", ""): "constant_27",
    ("lemma_09_layers", "printed", ""): "at_all_sizes",
    ("lemma_11_union", "printed", ""): "union_11",
    ("lemma_12_constant", "printed", ""): "constant_35",
    ("lemma_12_jensen", "printed", ""): "jensen_2",
    ("lemma_12_jensen", "printed", "sharper"): "jensen_2: at_all_sizes",
    ("sec_7_quotient", "repaired", "no more than 1"): "quotient_below_one",
    ("sec_7_quotient", "repaired", "the quotient"): "quotient_rate",
    ("sec_7_quotient", "repaired", "with A"): "quotient_actions",
    ("theorem_4", "repaired", "second"): "at_all_sizes",
}
NUMBERS = {"number", "layers"}


def steps() -> Iterator[tuple[tuple[str, str, str], Claim]]:
    """Yield the claims of all forms that compare two numbers, by module, form and name."""
    statements.load()
    for module, statement in STATEMENTS.items():
        for name, form in statement.forms.items():
            for claim in form.claims:
                if {claim.left.kind, claim.right.kind} <= NUMBERS:
                    yield (module, name, claim.name), claim


def bump(height: int, width: int, tail: int) -> tuple[int, ...]:
    """Return layers that grow and shrink once near x_0, as the square of a sine, before `tail`
    layers of one state."""
    wide = (max(1, round(height * sin(pi * k / width) ** 2)) for k in range(1, width))
    return (1, *wide, *(1,) * tail)


SHAPES = (
    (1, 1),
    (1, 2, 1),
    (1, 40, 1),
    (1, *(1,) * 60),
    (1, *(1,) * 60, 90, 1),
    (1, 90, *(1,) * 60),
    (1, *(30,) * 20, 1),
    bump(400, 13, 110),
    bump(1500, 24, 400),
    bump(2000, 16, 500),
)
REST = tuple(product((1, 2, 10**6, 10**12), (1, 5), (Q(9, 10), Q(1, 10), Q(1, 10**300))))


def holds(claim: Claim, layers: tuple[int, ...], T: int, A: int, delta: Q) -> Decision:
    """Return whether a claim of two numbers holds for these constants, exactly."""
    constants = Constants(layers, A, T, lam(T, sum(layers), A, delta), delta)
    left, right = (Real.of(at(side, constants)) for side in (claim.left, claim.right))
    return certainly_leq(left, right)


def refutes(claim: Claim) -> list[tuple[int, ...]]:
    """Return the shapes at which a claim is certainly false for some T, A and delta."""
    return [
        layers
        for layers in SHAPES
        if any(holds(claim, layers, *rest) is Decision.FALSE for rest in REST)
    ]


def sizes_of(claim: Claim) -> list[tuple[tuple[int, ...], tuple[int, int, Q]]]:
    """Return the shapes, T, A and delta that a claim is for: all, or those of its `where`."""
    return [
        (layers, rest)
        for layers, rest in product(SHAPES, REST)
        if all(holds(of, layers, *rest) is Decision.TRUE for of in claim.given_numbers)
    ]


@pytest.mark.parametrize("of", PROVED, ids=" ".join)
def test_each_step_between_numbers_holds_at_every_shape(of: tuple[str, str, str]) -> None:
    claim = dict(steps())[of]
    sizes = sizes_of(claim)
    assert len(sizes) == len(SHAPES) * len(REST) or claim.given_numbers
    assert len({layers for layers, _ in sizes}) >= 5
    for layers, rest in sizes:
        assert holds(claim, layers, *rest) is Decision.TRUE, (layers, rest)


def test_each_step_between_numbers_is_proved_at_all_sizes() -> None:
    assert {of for of, _ in steps()} == set(PROVED)
    for (module, name, claim), by in PROVED.items():
        form = next(f for f in STATEMENTS[module].forms.values() if f.name == name)
        theorems = {theorem.theorem for theorem in form.coq if not theorem.refutes}
        algebra = {step.check.__name__ for step in form.steps if step.check is not None}
        if ": " in by:  # in the form's check
            found = list(lemma_12_jensen.jensen_2(Suite([])))
            assert [t.kind for t in found if isinstance(t, Tally)].count("proved") == 1
        else:
            assert by in theorems | algebra, (module, name, claim)


def test_a_bump_refutes_the_constant_three() -> None:
    """Theorem 4 had this step, true on all runs of the suite."""
    second = next(c for c in theorem_4.repaired.claims if c.name == "second")
    false = replace(second, right=theorem_4.BOUND.right)
    assert refutes(false) == [layers for layers in SHAPES if len(layers) > 100]


@pytest.mark.parametrize(
    ("module", "constant", "smaller"),
    [
        (theorem_4, "SHARP", Q(14, 5)),
        (lemma_04, "ALL_SIZES", 4 + 2 * sqrt(2)),
        (lemma_05, "ALL_SIZES", 2 + sqrt(2)),
        (lemma_06, "CONSTANT", Q(29, 5)),
    ],
    ids=["theorem_4", "lemma_04", "lemma_05", "lemma_06"],
)
def test_the_algebra_refuses_a_smaller_constant(
    module: Any, constant: str, smaller: Q | Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert module.at_all_sizes(Suite([])).evidence().verdict is Verdict.HOLDS
    monkeypatch.setattr(module, constant, smaller)
    assert module.at_all_sizes(Suite([])).evidence().verdict is Verdict.FAILS


def test_the_algebra_without_constants_holds() -> None:
    layers = lemma_09_layers.at_all_sizes(Suite([]))
    for found in (layers, lemma_12_jensen.at_all_sizes()):
        assert isinstance(found, Tally)
        assert found.evidence().verdict is Verdict.HOLDS
