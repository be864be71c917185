"""The ledger's own rules: verdicts, evidence, tallies, statement graph, exit statuses, reports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, Real, sqrt
from proofs_check.audit.audit import AuditResult, PlantedResult, audit, evaluate, select
from proofs_check.ledger import registry as ledger
from proofs_check.ledger import statement_graph as status
from proofs_check.ledger.evidence import Refuted, Tally, first_failure_ends
from proofs_check.ledger.registry import (
    Check,
    Evidence,
    Planted,
    Result,
    Vacuity,
    Verdict,
    claim,
    planted,
    step,
)
from proofs_check.report import terminal as report_text
from proofs_check.sampled_runs.suite import Suite
from reference.support.errors import PreconditionError
from tests.paths import ROOT

SCHEMA = ROOT / "proofs_check" / "audit" / "audit.schema.json"
FACTS: dict[str, Any] = {"number": "Lemma 0", "section": "", "kind": "identity", "title": "t"}
NO_RUNS = Suite([])


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry of this test's own, seen by every module that holds the name."""
    mine: dict[ledger.Key, ledger.Claim] = {}
    for module in ("ledger.registry", "ledger.statement_graph", "audit.audit"):
        monkeypatch.setattr(f"proofs_check.{module}.REGISTRY", mine)
    monkeypatch.setattr("proofs_check.claims.load", lambda: None)


def register(label: str, *evidence: Evidence | Vacuity, uses: Any = (), **facts: Any) -> None:
    """A claim; what is proved is a step that uses the labels, else they are cited."""

    def checks(*found: Evidence | Vacuity) -> Check:
        def check(suite: Suite) -> Iterator[Evidence | Vacuity]:
            """A statement."""
            yield from found

        return check

    labels = ", ".join(uses)
    cites = ("rests on", labels) if labels and PROVED not in evidence else None
    check = checks(*(e for e in evidence if e is not PROVED))
    claim(label, **{**FACTS, "cites": cites, **facts})(check)
    if PROVED in evidence:
        step(check, "for all values", checks(PROVED), uses=labels)


def evidence(kind: Any, verdict: str = "HOLDS", **more: Any) -> Evidence:
    witness = {"x": 1} if verdict in ("FAILS", "GAP") else None
    return Evidence(kind, Verdict(verdict), 1, witness=witness, **more)


PROVED, RUNS = evidence("proved"), evidence("exact on runs")
FALSE = evidence("proved", "FAILS")
FAILING = {"expected": "FAILS", "repair": "r"}

# ------------------------------------------------------------------------ evidence and verdicts


def test_verdict_of_several() -> None:
    H, F, G, U, V = (Verdict(v) for v in ("HOLDS", "FAILS", "GAP", "UNDECIDED", "VACUOUS"))
    assert Verdict.of([H, H]) is H
    assert Verdict.of([H, V]) is V
    assert Verdict.of([V, U, H]) is U
    assert Verdict.of([U, G]) is G
    assert Verdict.of([G, F, H]) is F
    assert Verdict.of([]) is U, "no evidence is no success"


def test_zero_instances_never_hold() -> None:
    assert Evidence("proved", Verdict.HOLDS, 0).verdict is Verdict.VACUOUS
    assert Tally("proved").evidence().verdict is Verdict.VACUOUS


@pytest.mark.parametrize("verdict", ["FAILS", "GAP"])
def test_refutation_needs_a_witness(verdict: str) -> None:
    with pytest.raises(PreconditionError) as refused:
        Evidence("proved", Verdict(verdict), 3)
    assert refused.value.field == "witness"


def test_unknown_kind_of_evidence_is_refused() -> None:
    with pytest.raises(PreconditionError) as refused:
        Evidence("convincing", Verdict.HOLDS, 1)  # type: ignore[arg-type]  # the fault under test
    assert refused.value.field == "kind"


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"expected": "FAILS"}, "needs `repair`"),
        ({"expected": "GAP"}, "needs `repair`"),
        ({"kind": "obvious"}, "unknown kind"),
    ],
)
def test_incomplete_claims_are_refused(facts: dict[str, Any], rule: str) -> None:
    with pytest.raises(PreconditionError, match=rule):
        register("a", PROVED, **facts)


def test_repeated_and_silent_claims_are_refused() -> None:
    register("a", PROVED)
    with pytest.raises(PreconditionError, match="twice"):
        register("a", PROVED)

    def silent(suite: Suite) -> Iterator[Evidence]:
        yield PROVED

    with pytest.raises(PreconditionError, match="docstring"):
        claim("b", **FACTS)(silent)
    with pytest.raises(PreconditionError, match="unknown claim"):
        planted(silent, "x", silent)


# ------------------------------------------------------------------------ tallies


def test_tally_keeps_slack_ratio_and_worst_instance() -> None:
    tally = Tally("exact on runs", "n")
    assert tally.leq(1, 4, i=1)
    assert tally.leq(Q(3), Q(4), i=2)
    assert tally.leq(Enclosure(Q(1), Q(2)), Enclosure(Q(5), Q(6)), i=3)
    found = tally.evidence()
    assert (found.verdict, found.instances, found.slack) == (Verdict.HOLDS, 3, ONE)
    assert found.ratio == Q(3, 4)
    assert found.worst == {"i": 2, "left": "3/1", "right": "4/1"}


def test_tally_keeps_the_first_counterexample() -> None:
    tally = Tally("exact on runs")
    for n in (1, 3, 5):
        tally.leq(n, 2, n=n)
    found = tally.evidence()
    assert found.verdict is Verdict.FAILS
    assert found.witness == {"n": 3, "left": 3, "right": 2}
    assert found.slack == -3 and found.ratio == Q(5, 2)
    gap = Tally("proved", failing=Verdict.GAP)
    gap.holds(False, n=1)
    assert gap.evidence().verdict is Verdict.GAP


def test_tally_is_undecided_where_enclosures_overlap() -> None:
    tally = Tally("exact on runs")
    assert not tally.leq(Enclosure(Q(1), Q(3)), Q(2))
    assert tally.evidence().verdict is Verdict.UNDECIDED
    tally = Tally("exact on runs")
    assert not tally.equal(Enclosure(Q(1), Q(3)), Enclosure(Q(1), Q(3)))
    tally.holds(Decision.UNDECIDED)
    assert tally.evidence().verdict is Verdict.UNDECIDED
    assert not Tally("proved").equal(Enclosure(Q(1), Q(2)), Q(3))


def test_tally_decides_irrational_ties_exactly() -> None:
    tally = Tally("proved")
    assert tally.leq(sqrt(8), sqrt(2) * 2)
    assert tally.equal(sqrt(2) * sqrt(3), sqrt(6))
    assert not tally.equal(sqrt(2), Q(141421356237, 10**11))
    assert not tally.leq(sqrt(2), Enclosure(ONE, Q(14, 10)))
    assert tally.evidence().verdict is Verdict.FAILS


def test_slack_is_rounded_down_and_ratio_up() -> None:
    third = Q(2**80 + 1, 3 * 2**80)
    tally = Tally("proved")
    tally.leq(third, 1)
    found = tally.evidence()
    assert found.slack is not None and found.ratio is not None
    assert 1 - third - Q(1, 2**64) <= found.slack < 1 - third
    assert third < found.ratio <= third + Q(1, 2**64)


def test_first_failure_ends_a_planted_check_only() -> None:
    with pytest.raises(Refuted) as ended, first_failure_ends():
        Tally("proved").leq(2, 1, n=1)
    assert ended.value.evidence.witness == {"n": 1, "left": 2, "right": 1}
    Tally("proved").leq(2, 1)


# ------------------------------------------------------------------------ statement graph


def statuses() -> dict[str, str]:
    results = {key: evaluate(one, NO_RUNS) for key, one in ledger.REGISTRY.items()}
    derived = status.derive(results)
    return {f"{label}/{form[0]}": r.derived_status for (label, form), r in derived.items()}


def test_statuses_follow_from_premises() -> None:
    register("true", PROVED)
    register("seen", RUNS)
    register("part", evidence("proved", step=True), RUNS)
    register("on-true", PROVED, uses=["true"])
    register("on-seen", PROVED, uses=["true", "seen"])
    register("bad", FALSE, expected="FAILS", repair="r")
    register("on-bad", PROVED, uses=["bad"])
    register("on-on-bad", PROVED, uses=["on-bad"])
    register("open", evidence("proved", "GAP"), expected="GAP", repair="r")
    register("open", PROVED, form="repaired")
    register("on-open", PROVED, uses=["open"])
    register("on-on-open", RUNS, uses=["on-open"])
    register("on-on-open", PROVED, uses=["on-open"], form="repaired")
    register("unknown", evidence("proved", "UNDECIDED"))
    register("on-unknown", PROVED, uses=["unknown"])
    register("assumed", RUNS, kind="given")
    register(
        "broken", evidence("exact on runs", "FAILS"), kind="given", expected="FAILS", repair="r"
    )
    register("on-assumed", PROVED, uses=["assumed"])
    register("seen-on-assumed", RUNS, uses=["assumed"])
    assert statuses() == {
        "assumed/p": "given",
        "broken/p": "false",
        "on-assumed/p": "proved",
        "seen-on-assumed/p": "exact on runs",
        "true/p": "proved",
        "seen/p": "exact on runs",
        "part/p": "exact on runs",
        "on-true/p": "proved",
        "on-seen/p": "exact on runs",
        "bad/p": "false",
        "on-bad/p": "rests on bad",
        "on-on-bad/p": "rests on on-bad",
        "open/p": "gap",
        "open/r": "proved",
        "on-open/p": "if repaired",
        "on-on-open/p": "if repaired",
        "on-on-open/r": "proved",
        "unknown/p": "undecided",
        "on-unknown/p": "rests on unknown",
    }


def test_status_follows_from_steps() -> None:
    def proves(suite: Suite) -> Iterator[Evidence]:
        yield PROVED

    def runs(suite: Suite) -> Iterator[Evidence]:
        yield RUNS

    for label in ("proof", "on-prose", "enumerated", "no-proof"):
        register(label, RUNS)
    register("prose", RUNS, argues=("exchange of sums", "proof"))
    register("quoted", RUNS, cites=("the proof says it", "proof"))
    register("body", evidence("proved", note="not in a step"))
    register("defined", kind="given", cites=("refers to", "prose"))

    def add_step(label: str, check: Check, says: str = "all values", uses: str = "") -> None:
        step(ledger.REGISTRY[label, "printed"].check, says, uses=uses)(check)

    add_step("proof", proves)
    add_step("prose", proves)
    add_step("on-prose", proves, uses="prose, proof")
    add_step("no-proof", runs)
    found = statuses()
    assert found["proof/p"] == "proved"
    assert found["quoted/p"] == found["body/p"] == "exact on runs", "only a step proves"
    assert found["defined/p"] == "given"
    assert found["prose/p"] == found["on-prose/p"] == "argued"
    assert found["enumerated/p"] == "exact on runs"
    assert found["no-proof/p"] == "undecided"
    assert ledger.REGISTRY["on-prose", "printed"].uses == ("prose", "proof")
    with pytest.raises(PreconditionError, match="unknown claim"):
        step(proves, "words", proves)
    with pytest.raises(PreconditionError, match="what is cited"):
        register("nothing cited", RUNS, cites=("words", ""))
    with pytest.raises(PreconditionError, match="needs words"):
        add_step("proof", proves, says="")


def test_underspecified_is_what_a_choice_decides() -> None:
    def under(choice: str, verdict: str) -> Evidence:
        return replace(evidence("proved", verdict), under=choice)

    kinds = {"expected": "UNDERSPECIFIED", "repair": "r"}
    register("open", under("0/0 = 0", "FAILS"), under("0/0 = 1/A", "HOLDS"), PROVED, **kinds)
    register("same", under("first", "HOLDS"), under("second", "HOLDS"))
    register("false", under("first", "FAILS"), under("second", "FAILS"), **FAILING)
    results = {key: evaluate(one, NO_RUNS) for key, one in ledger.REGISTRY.items()}
    assert [r.verdict.value for r in results.values()] == ["UNDERSPECIFIED", "HOLDS", "FAILS"]
    found = results["open", "printed"]
    assert found.choices == {"0/0 = 0": Verdict.FAILS, "0/0 = 1/A": Verdict.HOLDS}
    assert statuses()["open/p"] == "underspecified"


def test_a_trivial_bound_supports_nothing() -> None:
    tally = Tally("exact on runs")
    tally.bounded(5, 10, 10)
    assert tally.evidence().verdict is Verdict.VACUOUS
    tally.bounded(5, 9, 10)
    found = tally.evidence()
    assert (found.verdict, found.instances, found.trivial) == (Verdict.HOLDS, 2, 1)
    tally.bounded(5, 4, 10)
    assert tally.evidence().verdict is Verdict.FAILS


def test_order_of_registration_does_not_matter() -> None:
    register("late", PROVED, uses=["early"])
    register("early", FALSE, expected="FAILS", repair="r")
    register("early", RUNS, form="repaired", uses=["base"])
    register("base", PROVED)
    assert statuses()["late/p"] == "if repaired"


def test_cycles_and_dead_labels_are_refused() -> None:
    register("a", PROVED, uses=["b"])
    with pytest.raises(PreconditionError, match="without claim"):
        status.in_order([("a", "printed")])
    register("b", PROVED, uses=["c"])
    register("c", PROVED)
    register("c", PROVED, form="repaired", uses=["a"])
    with pytest.raises(PreconditionError, match="must not use each other"):
        status.in_order([("a", "printed")])


def test_broken_check_is_undecided_not_an_exception() -> None:
    def broken(suite: Suite) -> Iterator[Evidence]:
        """A statement."""
        yield RUNS
        raise ZeroDivisionError("1/0")

    claim("a", **FACTS)(broken)
    found = evaluate(ledger.REGISTRY["a", "printed"], NO_RUNS)
    assert found.verdict is Verdict.UNDECIDED
    assert "ZeroDivisionError: 1/0" in found.evidence[1].note


# ------------------------------------------------------------------------ audit and exit status


def of(verdict: str, expected: str) -> Result:
    repair = {"repair": "r"} if expected in ("FAILS", "GAP") else {}
    register(f"{verdict}-{expected}", evidence("proved", verdict), expected=expected, **repair)
    one = ledger.REGISTRY[f"{verdict}-{expected}", "printed"]
    return evaluate(one, NO_RUNS)


@pytest.mark.parametrize(
    ("pairs", "exit_status"),
    [
        ([], 4),
        ([("HOLDS", "HOLDS"), ("FAILS", "FAILS"), ("UNDECIDED", "UNDECIDED")], 0),
        ([("HOLDS", "HOLDS"), ("FAILS", "HOLDS")], 1),
        ([("HOLDS", "FAILS")], 1),
        ([("GAP", "FAILS")], 1),
        ([("UNDECIDED", "HOLDS")], 2),
        ([("VACUOUS", "HOLDS"), ("HOLDS", "HOLDS")], 2),
        ([("UNDECIDED", "HOLDS"), ("HOLDS", "GAP")], 1),
    ],
)
def test_exit_status(pairs: list[tuple[str, str]], exit_status: int) -> None:
    assert AuditResult(tuple(of(*pair) for pair in pairs)).exit_status == exit_status


def test_a_planted_fault_that_is_not_refuted_is_an_error() -> None:
    good = of("HOLDS", "HOLDS")
    missed = PlantedResult(("a", "printed"), good)
    assert AuditResult((good,), (missed,)).exit_status == 1


def test_unknown_label_names_its_neighbours() -> None:
    register("lem:occ-term-1", PROVED)
    with pytest.raises(PreconditionError, match="did you mean lem:occ-term-1"):
        select("lem:occ-term1")


def test_workers_below_one_are_refused() -> None:
    with pytest.raises(PreconditionError, match="at least 1"):
        audit(workers=0)


# ------------------------------------------------------------------------ reports


def sample() -> AuditResult:
    worst = {"run": "a long name of a run", "i": 1}
    register("as:layered-mdp", PROVED, number="Assumption 1", title="a" * 34)
    register("lem:a", evidence("exact on runs", slack=Q(1, 3), ratio=Q(1, 7), worst=worst),
             number="Lemma 1", uses=["as:layered-mdp"])  # fmt: skip
    register("lem:b", FALSE, expected="FAILS", repair="use max{1, .} " * 9, number="Lemma 2")
    register("lem:b", RUNS, Vacuity("X=2", "LT", 7), form="repaired", number="Lemma 2")
    register("lem:b:step", RUNS, number="Lemma 2", part_of="lem:b", uses=["lem:b"])
    register("lem:c", evidence("proved", "UNDECIDED"), number="Lemma 3")
    results = {key: evaluate(one, NO_RUNS) for key, one in ledger.REGISTRY.items()}
    ledger.REGISTRY["lem:a", "printed"].planted.append(Planted("x", lambda suite: iter(())))
    refuted = PlantedResult(("lem:a", "printed"), results["lem:b", "printed"])
    return AuditResult(tuple(status.derive(results).values()), (refuted,))


def test_the_audit_fits_80_columns_and_marks_surprises() -> None:
    shown = report_text.print_audit(sample())
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"proved \(every step[^:]*: Assumption 1 ", " ".join(shown.split()))
    assert "Lemma 2 (false, repaired exact on runs); " in shown
    assert "Lemma 3 (undecided (unexpected))" in " ".join(shown.split())
    assert "UNEXPECTED: lem:c (printed) is UNDECIDED, expected HOLDS" in shown
    assert "1 of 1 planted faults refuted" in shown


def test_explanations_say_what_they_must() -> None:
    result = sample()
    text = report_text.explained(result, "lem:b")
    assert max(map(len, text.splitlines())) <= 80
    assert "vacuous before T = 7 (there the bound falls below LT; X=2)" in text
    assert "tests/ledger/test_ledger.py" in text
    assert "least change noticed: a constant below 0.142857" in report_text.explained(
        result, "lem:a"
    )


def test_json_keeps_to_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    found = json.loads(report_text.results_json(sample()))
    jsonschema.validate(found, schema)
    by_label = {(c["label"], c["form"]): c for c in found}
    assert by_label["lem:a", "printed"]["evidence"][0]["slack"] == {
        "exact": "1/3", "decimal": "0.3333333333",
    }  # fmt: skip
    assert by_label["lem:a", "printed"]["planted"] == [{"change": "x", "refuted": True}]
    assert by_label["lem:b", "repaired"]["vacuous_until"][0]["T"] == 7


@pytest.mark.parametrize("fault", ["no witness", "no instances", "unknown verdict", "no evidence"])
def test_schema_refuses_what_the_ledger_must_not_say(fault: str) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    (found,) = [
        c for c in json.loads(report_text.results_json(sample())) if c["verdict"] == "FAILS"
    ]
    jsonschema.validate([found], schema)
    if fault == "no witness":
        found["evidence"][0]["witness"] = None
    elif fault == "no instances":
        found["evidence"][0] |= {"verdict": "HOLDS", "instances": 0}
    elif fault == "unknown verdict":
        found["verdict"] = "PROBABLY"
    else:
        found["evidence"] = []
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([found], schema)


def test_numbers_in_json_are_rationals() -> None:
    assert report_text.in_json(ZERO) == {"exact": "0/1", "decimal": "0"}
    assert Real.of(1).rational == 1


@pytest.mark.parametrize("fact", [None, 1, "yes"])
def test_what_is_neither_true_nor_false_is_no_counterexample(fact: Any) -> None:
    with pytest.raises(PreconditionError, match="fact: must be true or false"):
        Tally("proved").holds(fact)
