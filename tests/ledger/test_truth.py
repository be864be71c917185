"""What two hostile referees overturned in the edition before, row by row: each test fails on the
old text, and on a statement that would make the same mistake again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from proofs_check import statements
from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.findings import findings
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import (
    REGISTRY,
    STATEMENTS,
    Evidence,
    Result,
    Verdict,
    committed_statuses,
    decisive,
)
from proofs_check.ledger.sentences import commented_out, committed
from proofs_check.report.pages.overview import (
    EVERY,
    informative,
    thresholds,
    vacuous_in_figure_1,
)
from proofs_check.statements.algorithm_1_line_12 import statement as line_12
from proofs_check.statements.assumption_1_independence import STICKS, independence
from proofs_check.statements.common.binomial import binomial_at_least, binomial_at_most
from proofs_check.statements.common.paths import updates_of_path
from proofs_check.statements.common.theorem_4 import EVERY as PRINTED
from proofs_check.statements.common.theorem_4 import FORMS, SHARPEST, VARIANTS
from proofs_check.statements.common.visits import CELLS, DEFAULT, Cell, epochs_of
from proofs_check.statements.eq_26 import LIKELY, _likely
from proofs_check.statements.sec_4a_accurate import error_grows
from tests.paths import ROOT
from tests.report.test_html import result

statements.load()
FOUND = {f.number: f for f in findings()}


def verdict(label: str, form: str = "printed") -> str:
    return committed_statuses()[label, form][0]


def test_A1_appendices_have_the_numbers_that_latex_gives() -> None:
    sections = {item.section for item in committed_items()}
    assert {"App. I", "App. II"} < sections and not sections & {"App. A", "App. B"}
    assert "Appendix" not in FOUND[17].cause + FOUND[17].title


def test_A2_no_fact_about_the_figure_comes_from_our_runs() -> None:
    """The source has no values of T. What is said of Figure 1's horizons is said of our rerun."""
    said = informative(_forms())
    assert "our rerun of Figure 1" in said
    assert "our rerun of Figure 1" in vacuous_in_figure_1(_forms())
    for statement in STATEMENTS.values():
        for text in (statement.says, *(form.says for form in statement.forms.values())):
            for sentence in re.split(r"(?<=[.:;])\s", " ".join(text.split())):
                if re.search(r"Fig(ure|\.) 1", sentence) and re.search(r"\d{4}", sentence):
                    assert re.search(r"\b(rerun|repeat|our|we)\b", sentence), (
                        statement.label,
                        sentence,
                    )


def _forms() -> list[Result]:
    return [r for r in result().results if r.claim.label == "thm:main"]


def test_A3_few_updates_do_not_cost_a_factor() -> None:
    said = " ".join((FOUND[5].cause, FOUND[5].consequence, *(w.title for w in FOUND[5].works)))
    assert "UCB-Advantage" in said and "MVP" in said and FOUND[5].gravity == "serious"
    assert FOUND[16].gravity == "none" and not re.search(r"\d\d", str(FOUND[16].witness))
    assert "sound" in FOUND[16].consequence


def test_A4_rewards_are_fresh_but_correlated() -> None:
    assert "all equal" not in str(FOUND[11].witness)
    sticky, fresh = (piece.evidence() for piece in independence(None))  # type: ignore[union-attr, arg-type]
    assert sticky.verdict is Verdict.FAILS and fresh.verdict is Verdict.HOLDS
    assert STICKS**63 > Q(1, 5)
    (step_loop,) = (sentence for sentence in committed() if sentence.id == "edcd73da9cc2")
    assert "as:layered-mdp:independence" in step_loop.claims


def test_A5_a_statement_with_a_probability_needs_a_likely_witness() -> None:
    for completion, T, p in LIKELY:
        evidence = _likely(T, p, completion).evidence()
        assert evidence.verdict is Verdict.FAILS
        assert evidence.witness is not None and evidence.witness["allowed"] == "1/10"
    path = Tally("enumerated", "one path")
    path.leq(2, 1)
    likely, unlikely = (Tally("exact probability", "") for _ in range(2))
    likely.likely(Q(1, 2), Q(1, 10))
    unlikely.leq(Q(1, 2), Q(1, 10), probability=Q(1, 20), allowed=Q(1, 10))
    run = Tally("exact on runs", "a run on which it fails")
    run.leq(2, 1)
    for kind, expected in (("probabilistic", Verdict.UNDECIDED), ("pathwise", Verdict.FAILS)):
        assert _decided(kind, path) is expected
        assert _decided(kind, unlikely) is expected
        assert _decided(kind, likely) is Verdict.FAILS
    assert _decided("on an event", run, likely) is Verdict.FAILS
    held = Tally("exact on runs", "other runs")
    held.leq(1, 2)
    assert _decided("on an event", run, held) is Verdict.UNDECIDED  # noticed, not outvoted


def _decided(kind: object, *pieces: Tally) -> Verdict:
    evidence: Iterator[Evidence] = (piece.evidence() for piece in pieces)
    return Verdict.under_choices(decisive(kind, evidence))[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "p"), [(1, Q(1, 3)), (7, Q(1, 50)), (40, Q(1, 2))])
def test_binomial_tails_are_upper_bounds(n: int, p: Q) -> None:
    from math import comb

    mass = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    for k in range(n + 1):
        exact = sum(mass[: k + 1], ZERO)
        assert exact <= binomial_at_most(n, p, k) <= exact * (ONE + Q(1, 10**9))
        if k > n * p:
            tail = sum(mass[k:], ZERO)
            assert tail <= binomial_at_least(n, p, k)


def test_A6_both_sets_are_counted() -> None:
    assert "34.1472" in FOUND[14].by_hand and "85.368" in FOUND[14].by_hand
    assert "Six updates" in FOUND[14].by_hand


def test_A7_what_N_m_counts_depends_on_two_readings() -> None:
    for label in ("disp:App. II.2", "disp:App. II.3", "lem:bias-term-2:total"):
        assert verdict(label) == "UNDERSPECIFIED"
        claim = REGISTRY[label, "printed"]
        assert {"R-1", "R-16"} <= set(claim.readings)
        cells = {cell.words for cell in CELLS}
        assert all(c.assumed in cells for c in claim.coq)
        assert any(c.assumed == DEFAULT.words for c in claim.coq if c.refutes)
    assert len({cell.words for cell in CELLS}) == 4
    every = Cell(every=True, counted=True)
    N_m, n = epochs_of((0, 0, 0), every)[-1]
    assert (N_m.total(), n.total()) == (3, 0)  # the epoch after episode T counts: nothing is left
    assert epochs_of((0, 0, 0), DEFAULT)[-1][0].total() == 2


def test_A8_the_partition_comes_with_the_state_space() -> None:
    assert verdict("alg:main/1") == "HOLDS"
    assert all("alg:main/1" not in f.places for f in FOUND.values())


def test_A9_the_witness_is_like_for_like() -> None:
    assert FOUND[4].witness["algorithm"].startswith("UOB-REPS (bandit feedback; fixed rewards")


def test_A10_the_witness_survives_the_default_reading() -> None:
    """The 132nd update comes before episode T, so the solve after it counts in every reading."""
    (two,) = line_12.findings
    assert "12289" in two.witness["T"] and "$3>2\\ln4=2.77$" in two.by_hand.replace("so $", "so $")
    assert updates_of_path(12, 12288) == 132


def test_B_the_witness_of_the_first_finding_has_regret() -> None:
    assert all(int(FOUND[1].witness[name]) >= 2 for name in ("L", "A"))


def test_C_a_probability_stands_beside_every_threshold() -> None:
    said = informative(_forms())
    assert said.count("(probability $") == said.count("from $T=") == 3
    assert all(bound.probability for bound in thresholds(_forms()))
    for form in (*FORMS, *SHARPEST, *VARIANTS):
        assert re.search(r", probability \$[^$]+\$$", form.words)


def test_C_the_forms_for_the_printed_trigger_say_so() -> None:
    assert f", {PRINTED}" == EVERY
    of = [f"{form.name}{EVERY}" in form.words for form in SHARPEST]
    assert of == [False, False, True, True]


def test_E_commented_sentences_are_counted_apart() -> None:
    assert len(commented_out()) == 8 and "rem:1:initial" in commented_out()
    (accurate,) = (sentence for sentence in committed() if sentence.id == "cb22175e0521")
    assert "eq:conf-set-P:accurate" in accurate.claims and accurate.line == 292
    assert error_grows(8) > Q(19, 20)


def test_no_page_of_the_project_has_the_old_names() -> None:
    for name in ("README.md", "spec.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text("utf-8")
        assert not re.search(r"(?<!or )\bF-\d|App\. [AB]\b", text), name
