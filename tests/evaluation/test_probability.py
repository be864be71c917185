"""The probability of a claim is said once, and the runs that it is claimed for by other claims."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Q
from proofs_check.arithmetic import lam as lam_of
from proofs_check.evaluation.evaluate import accounts
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import Form, Statement
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression
from proofs_check.letters.probability import (
    in_prose,
    on_own_event,
    units,
    units_of,
    with_probability,
)
from proofs_check.letters.symbols import L, T, b, delta, eps, r, r_bar, regret
from proofs_check.statements import lemma_06, theorem_4
from proofs_check.statements.common.bounds import Constants
from reference.support.errors import PreconditionError

SAID = re.compile(r"[Ww]ith\s+probability\s+at\s+least\s+\$([^$]*)\$")


def said_in(form: Form) -> str:
    """Return the first probability in what a form says, "" for none."""
    found = SAID.search(form.says)
    return found[1] if found else ""


def probability_of(form: Form) -> Expression:
    """Return the probability of a form's bound."""
    of = [c.probability for c in on_own_event(form.claims) if c.probability is not None]
    last: Expression = of[-1]
    return last


def forms() -> list[tuple[str, Form]]:
    """Return the forms that have claims with a probability."""
    statements.load()
    every = ((name, form) for name, s in STATEMENTS.items() for form in s.forms.values())
    return [(name, form) for name, form in every if units(form.claims)]


def test_prose_says_the_probability_of_the_claim() -> None:
    said = {(name, form.name): said_in(form) for name, form in forms()}
    assert len(said) == 24
    for name, form in forms():
        text = said[name, form.name]
        if name == "eq_33":  # of each layer; all L of them cost delta
            assert text == r"1-\delta/L"
        elif text:
            assert text == probability_of(form).tex(), (name, form.name)
    assert sum(map(bool, said.values())) >= 14


def test_title_and_latex_follow_from_the_claim() -> None:
    for name, w_p in (("lemma_02", r"1-\delta"), ("lemma_03", r"1-2\delta")):
        form = STATEMENTS[name].forms["printed"]
        assert form.title.endswith(f"w.p. ${w_p}$")
        assert form.tex.endswith(rf"\}}\geq{w_p}")
    form = STATEMENTS["theorem_4"].forms["repaired"]
    assert form.title.endswith(r"w.p. $1-\delta$")
    assert form.tex.endswith(r"\}\geq1-\delta")
    other = [replace(c, probability=1 - 7 * delta) if c.probability else c for c in form.claims]
    assert with_probability("w.p. $#p$", other) == r"w.p. $1-7\delta$"
    assert units(other) == 7


def test_prose_follows_from_the_claim() -> None:
    bound = theorem_4.BOUND
    said = r"$\mathrm{Reg}_T\leq3LX\sqrt{TA\Lambda}$ with probability $1-\delta$"
    assert in_prose(bound) == said and said in theorem_4.printed.repair
    (finding, _) = STATEMENTS["lemma_06"].findings
    assert said in finding.consequence and in_prose(lemma_06.BOUND) in finding.consequence
    other = replace(bound, right=2 * bound.right, probability=1 - 4 * delta)
    assert in_prose(other).endswith(r"with probability $1-4\delta$")
    assert in_prose(other) != said
    with pytest.raises(PreconditionError, match="said by no claim"):
        in_prose(replace(bound, probability=None))


def test_a_title_without_a_probability_is_refused() -> None:
    with pytest.raises(PreconditionError, match="said by no claim"):
        Statement("thm:planted", "Planted.").printed("w.p. $#p$", regret <= T)


@pytest.mark.parametrize(
    "probability", [1 - delta / 2, 1 + delta, 1 - delta * delta, 1 - delta / L, 1 - 0 * delta]
)
def test_only_whole_numbers_of_delta_are_counted(probability: Any) -> None:
    assert [units_of(1 - k * delta) for k in (1, 2, 5)] == [1, 2, 5]
    with pytest.raises(PreconditionError, match="must be 1 - k delta"):
        units_of(probability)


def test_a_claim_on_an_event_must_say_its_probability() -> None:
    planted = Statement("thm:planted", "Planted.")
    planted.printed("planted", (r <= r_bar + b).named("upper"))
    with pytest.raises(PreconditionError, match="must say its probability; found upper"):
        planted.on_runs(events=("lemma_03",))
    sure = Statement("thm:planted", "Planted.")
    sure.printed("planted", (r <= 1 + b).named("sure").with_probability(1 - delta))
    with pytest.raises(PreconditionError, match="must say no probability; found sure"):
        sure.on_runs()


def test_the_accounts_follow_from_the_claims() -> None:
    claimed = {key: units for key, (units, _) in accounts().items()}
    assert claimed["theorem_4", "printed"] == 5
    assert claimed["theorem_4", "repaired"] == 2  # by layers; the constant 3 has 1 - delta
    assert claimed["lemma_10", "printed"] == 3
    too_many = {key for key, (units, of) in accounts().items() if sum(of.values()) > units}
    assert too_many == {("lemma_06", "printed"), ("eq_31", "printed")}  # E-9


def test_where_takes_claims_about_numbers_only() -> None:
    wrong: Any
    for wrong in (lambda run: True, T >= regret, b <= eps, None):
        with pytest.raises(PreconditionError, match="given by a claim about numbers"):
            (regret <= T).where(wrong)
    for statement in STATEMENTS.values():
        for form in statement.forms.values():
            for claim in form.claims:
                assert all(isinstance(of, Claim) for of in claim.given_numbers)


def test_two_conditions_hold_both() -> None:
    """The claims by layers of the updates: one where some layer has two pairs, one where none."""
    wide, narrow, last = STATEMENTS["sec_4a_updates"].forms["repaired"].claims
    for layers, A, steps in product(
        ((1, 1), (1, 1, 1), (1, 2, 1), (1, 1, 3, 1)), (1, 2), (1, 2, 9)
    ):
        run: Any = Constants(layers, A, steps, lam_of(steps, sum(layers), A, Q(1, 2)), Q(1, 2))
        two_pairs = max(layers[:-1]) * A >= 2
        assert wide.is_of(run) == (steps >= 2 and two_pairs)
        assert narrow.is_of(run) == (steps >= 2 and not two_pairs)
        assert last.is_of(run) == (steps >= 2)
        lemma_8 = STATEMENTS["lemma_08"].forms["printed"].claims[0]
        assert lemma_8.is_of(run) == (len(layers) > 2)
