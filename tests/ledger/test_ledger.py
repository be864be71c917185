"""The ledger's own rules: verdicts, evidence, tallies, statement graph, exit statuses, reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import jsonschema
import pytest

from proofs_check import statements
from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, sqrt
from proofs_check.audit.audit import AuditResult, PlantedResult, audit, evaluate, refute, select
from proofs_check.ledger import registry as ledger
from proofs_check.ledger import statement_graph as status
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import (
    Evidence,
    Result,
    Shown,
    Vacuity,
    Verdict,
)
from proofs_check.ledger.sentences import commented_out, source_lines
from proofs_check.ledger.statement import Form, Part, Statement, argued, cited
from proofs_check.machine_checked.record import machine_checked
from proofs_check.report.pages.audit import audit_summary
from proofs_check.report.pages.statement import explained
from proofs_check.report.results_json import in_json, results_json
from proofs_check.report.terminal import terminal_text
from proofs_check.sampled_runs.suite import Suite
from reference.support.errors import PreconditionError
from tests.means import means
from tests.paths import ROOT

SCHEMA = json.loads((ROOT / "proofs_check/audit/audit.schema.json").read_text(encoding="utf-8"))
NO_RUNS = Suite([])
FORMS = {"p": "printed", "r": "repaired"}


MINE: dict[str, Statement] = {}
EXPECTED: dict[ledger.Key, tuple[str, str]] = {}


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of this test's own: a module is called as its statement's label."""
    statements.load()
    machine_checked()  # these read the real statements once, before these are hidden
    source_lines()
    commented_out()
    kept = dict(ledger.STATEMENTS)
    MINE.clear()
    EXPECTED.clear()
    ledger.register({})
    monkeypatch.setattr("proofs_check.ledger.registry.committed_statuses", lambda: EXPECTED)
    monkeypatch.setattr("proofs_check.statements.load", lambda: ledger.register(MINE))
    yield
    ledger.register(kept)


@dataclass(frozen=True)
class Facts:
    """What else a statement is made of; `proof`: its check is a step of its proof."""

    number: str = "Lemma 0"
    kind: Any = "identity"
    title: str = "t"
    part_of: str | None = None
    argues: str = ""
    proof: bool = False
    repair: str = ""


def register(
    label: str,
    *shown: Evidence | Vacuity,
    uses: str = "",
    form: str = "printed",
    expected: str = "HOLDS",
    **facts: Any,
) -> Form:
    """A form with the Facts. PROVED makes its check a step of its proof; else what it uses is
    cited."""
    its = Facts(**facts)
    named = tuple(uses.split(", ")) if uses else ()
    MINE[label] = MINE.get(label) or Statement(
        label, "A statement.", kind=its.kind, number=its.number, part_of=its.part_of
    )
    steps = (argued("in words", *named),) if its.argues else ()
    if named and not steps and PROVED not in shown:
        steps = (cited("in words", *named),)
    add = MINE[label].printed if form == "printed" else MINE[label].repaired
    made = add(its.title, says="A statement.", steps=steps, repair=its.repair)

    @made.check()
    def check(suite: Suite) -> Shown:
        return shown

    if PROVED in shown or its.proof:
        made.proves("in words", *named)(check)
    EXPECTED[label, form] = (expected, "")
    return made


def evidence(kind: Any, verdict: str = "HOLDS", **more: Any) -> Evidence:
    witness = {"x": 1} if verdict in ("FAILS", "GAP") else None
    return Evidence(kind, Verdict(verdict), 1, witness=witness, **more)


def results() -> dict[ledger.Key, Result]:
    ledger.register(MINE)
    return {key: evaluate(claim, NO_RUNS) for key, claim in ledger.REGISTRY.items()}


PROVED, RUNS, COQ = evidence("proved"), evidence("exact on runs"), evidence("machine-checked")
FALSE, GAP = evidence("proved", "FAILS"), evidence("proved", "GAP")

# ------------------------------------------------------------------------ evidence and verdicts


@pytest.mark.parametrize(
    ("several", "verdict"),
    [
        ("HOLDS HOLDS", "HOLDS"),
        ("HOLDS VACUOUS", "VACUOUS"),
        ("VACUOUS UNDECIDED HOLDS", "UNDECIDED"),
        ("UNDECIDED GAP", "GAP"),
        ("GAP FAILS HOLDS", "FAILS"),
        ("", "UNDECIDED"),  # no evidence is no success
    ],
)
def test_verdict_of_several(several: str, verdict: str) -> None:
    assert Verdict.of(map(Verdict, several.split())) is Verdict(verdict)


def test_zero_instances_never_hold() -> None:
    assert Evidence("proved", Verdict.HOLDS, 0).verdict is Verdict.VACUOUS
    assert Tally("proved").evidence().verdict is Verdict.VACUOUS


@pytest.mark.parametrize(
    ("kind", "verdict", "field"),
    [("proved", "FAILS", "witness"), ("proved", "GAP", "witness"), ("convincing", "HOLDS", "kind")],
)
def test_evidence_without_witness_or_kind_is_refused(kind: Any, verdict: str, field: str) -> None:
    with pytest.raises(PreconditionError) as refused:
        Evidence(kind, Verdict(verdict), 3)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: Statement("a", None), "needs a docstring"),
        (lambda: Statement("a", "s", kind="obvious"), "unknown kind; must be one of given, "),  # type: ignore[arg-type]
        (lambda: cited("words"), "what is cited"),
        (lambda: argued("", "here"), "needs words"),
        (lambda: MINE["here"].printed("twice", says="again"), "has this form twice"),
        (lambda: MINE["here"].repaired("silent"), "must say what the form is"),
        (lambda: MINE["here"].forms["printed"].check()(lambda suite: None), "one check"),
        (lambda: ledger.register({"bare": Statement("a", "s")}), "needs a form"),
        (lambda: ledger.register(MINE | {"again": MINE["here"]}), "is registered twice"),
    ],
)
def test_incomplete_statements_are_refused(make: Callable[[], Any], rule: str) -> None:
    register("here", PROVED)
    with pytest.raises(PreconditionError, match=rule):
        make()


def test_a_planted_fault_is_another_parameter_or_another_check() -> None:
    statement = Statement("a", "A statement.", kind="identity")

    def check(suite: Suite, most: int = 1) -> Shown:
        tally = Tally("proved", failing=Verdict.GAP)
        tally.leq(1, most)
        tally.leq(1, most)
        return tally

    changed: dict[str, Any] = {"less": {"most": 0}, "other": lambda suite: check(suite, most=-1)}
    statement.printed("t").check(changed)(check)
    ledger.register({"a": statement})
    claim = ledger.REGISTRY["a", "printed"]
    for false, right in zip(claim.planted, (0, -1), strict=True):
        outcome = refute(claim, false, NO_RUNS)
        assert outcome.verdict is Verdict.FAILS and outcome.witness == {"left": 1, "right": right}
        assert outcome.instances == 1, "the first failure ends it"
    assert evaluate(claim, NO_RUNS).verdict is Verdict.HOLDS


# ------------------------------------------------------------------------ tallies


def test_tally_keeps_slack_ratio_and_worst_instance() -> None:
    tally = Tally("exact on runs", "n")
    assert tally.leq(1, 4, i=1)
    assert tally.leq(Q(3), Q(4), i=2)
    assert tally.leq(Enclosure(Q(1), Q(2)), Enclosure(Q(5), Q(6)), i=3)
    summary = tally.evidence()
    assert (summary.verdict, summary.instances, summary.slack) == (Verdict.HOLDS, 3, ONE)
    assert summary.ratio == Q(3, 4)
    assert summary.worst == {"i": 2, "left": "3/1", "right": "4/1"}


def test_tally_keeps_the_first_counterexample() -> None:
    tally = Tally("exact on runs")
    for n in (1, 3, 5):
        tally.leq(n, 2, n=n)
    summary = tally.evidence()
    assert summary.verdict is Verdict.FAILS
    assert summary.witness == {"n": 3, "left": 3, "right": 2}
    assert summary.slack == -3 and summary.ratio == Q(5, 2)
    gap = Tally("proved", failing=Verdict.GAP)
    gap.holds(False, n=1)
    assert gap.evidence().verdict is Verdict.GAP


def test_tally_is_undecided_where_enclosures_overlap() -> None:
    wide = Enclosure(Q(1), Q(3))
    leq, equal, fact = (Tally("exact on runs") for _ in range(3))
    assert not leq.leq(wide, Q(2))
    assert not equal.equal(wide, wide)
    assert not fact.holds(Decision.UNDECIDED)
    assert {t.evidence().verdict for t in (leq, equal, fact)} == {Verdict.UNDECIDED}
    assert not leq.equal(Enclosure(Q(1), Q(2)), Q(3))
    assert leq.evidence().verdict is Verdict.FAILS


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
    summary = tally.evidence()
    assert summary.slack is not None and summary.ratio is not None
    assert 1 - third - Q(1, 2**64) <= summary.slack < 1 - third
    assert third < summary.ratio <= third + Q(1, 2**64)


@pytest.mark.parametrize("fact", [None, 1, "yes"])
def test_what_is_neither_true_nor_false_is_no_counterexample(fact: Any) -> None:
    with pytest.raises(PreconditionError, match="fact: must be true or false"):
        Tally("proved").holds(fact)


def test_a_trivial_bound_supports_nothing() -> None:
    tally = Tally("exact on runs")
    tally.bounded(5, 10, 10)
    assert tally.evidence().verdict is Verdict.VACUOUS
    tally.bounded(5, 9, 10)
    summary = tally.evidence()
    assert (summary.verdict, summary.instances, summary.trivial) == (Verdict.HOLDS, 2, 1)
    tally.bounded(5, 4, 10)
    assert tally.evidence().verdict is Verdict.FAILS


# ------------------------------------------------------------------------ statement graph


def test_statuses_follow_from_steps_and_premises() -> None:
    broken, unknown = evidence("exact on runs", "FAILS"), evidence("proved", "UNDECIDED")
    of_part, alone = replace(COQ, step=True), replace(PROVED, note="not in a step")
    given: dict[str, Any] = {"kind": "given"}
    table: list[tuple[str, Evidence, str, str, dict[str, Any]]] = [
        ("on-true/p", PROVED, "true", "proved", {}),  # in any order
        ("true/p", PROVED, "", "proved", {}),
        ("seen/p", RUNS, "", "exact on runs", {}),
        ("assumed/p", RUNS, "", "given", given),
        ("broken/p", broken, "", "false", given),
        ("defined/p", RUNS, "prose", "given", given),
        ("on-assumed/p", PROVED, "assumed", "proved", {}),
        ("seen-on-assumed/p", RUNS, "assumed", "exact on runs", {}),
        ("on-seen/p", PROVED, "true, seen", "exact on runs", {}),
        ("coq/p", COQ, "bad", "machine-checked", {}),
        ("coq-part/p", of_part, "true", "exact on runs", {}),
        ("bad/p", FALSE, "", "false", {}),
        ("on-bad/p", PROVED, "bad", "rests on bad", {}),
        ("on-on-bad/p", PROVED, "on-bad", "rests on on-bad", {}),
        ("open/p", GAP, "", "gap", {}),
        ("open/r", PROVED, "", "proved", {}),
        ("on-open/p", PROVED, "open", "if repaired", {}),
        ("on-on-open/p", RUNS, "on-open", "if repaired", {}),
        ("on-on-open/r", PROVED, "on-open", "proved", {}),
        ("unknown/p", unknown, "", "undecided", {}),
        ("on-unknown/p", PROVED, "unknown", "rests on unknown", {}),
        ("prose/p", RUNS, "true", "argued", {"argues": "exchange of sums"}),
        ("on-prose/p", PROVED, "prose, true", "argued", {}),
        ("body/p", alone, "", "exact on runs", {}),  # only a step proves
        ("no-proof/p", RUNS, "", "undecided", {"proof": True}),
    ]
    for name, support, uses, _, facts in table:
        label, form = name.split("/")
        facts |= {"expected": support.verdict.value, "repair": "r"}
        register(label, support, uses=uses, form=FORMS[form], **facts)
    derived = status.derive(results()).items()
    found_statuses = {f"{label}/{form[0]}": r.derived_status for (label, form), r in derived}
    assert found_statuses == {name: wanted for name, _, _, wanted, _ in table}
    assert ledger.REGISTRY["on-prose", "printed"].uses == ("prose", "true")


def test_a_status_is_the_weakest_of_its_parts() -> None:
    register("seen", RUNS)
    register("prose", RUNS, argues="exchange of sums")
    register("bad", FALSE, expected="FAILS", repair="r")
    for name, uses, modules in (
        ("one", "seen", ("seen", "")),
        ("other", "prose", ("", "prose")),
        ("both", "prose, seen", ("prose", "seen")),
        ("wrong", "bad", ("bad", "")),
        ("whole", "seen", ()),
    ):
        form = register(name, COQ, uses=uses)
        form.parts = tuple(Part(f"part {k}", module) for k, module in enumerate(modules))
    derived = {label: r for (label, _), r in status.derive(results()).items()}
    assert {name: derived[name].derived_status for name in ("one", "other", "both", "whole")} == {
        "one": "exact on runs",
        "other": "argued",
        "both": "exact on runs",
        "whole": "machine-checked",
    }
    assert derived["wrong"].derived_status == "false"
    assert derived["one"].parts == (("part 0", "exact on runs"), ("part 1", "machine-checked"))
    assert derived["whole"].parts == ()


def test_a_part_must_be_used_by_a_step() -> None:
    register("seen", RUNS)
    register("apart", COQ).parts = (Part("a part", "seen"),)
    with pytest.raises(PreconditionError, match="a step must use it; found seen"):
        status.derive(results())


def test_underspecified_is_what_a_choice_decides() -> None:
    for label, first, second, verdict in (
        ("open", "FAILS", "HOLDS", "UNDERSPECIFIED"),
        ("same", "HOLDS", "HOLDS", "HOLDS"),
        ("false", "FAILS", "FAILS", "FAILS"),
    ):
        under = replace(evidence("proved", first), assumed="0/0 = 0")
        register(label, under, replace(evidence("proved", second), assumed="0/0 = 1/A"), PROVED,
                 expected=verdict, repair="r")  # fmt: skip
        assert results()[label, "printed"].verdict is Verdict(verdict)
    outcome = status.derive(results())["open", "printed"]
    assert outcome.choices == {"0/0 = 0": Verdict.FAILS, "0/0 = 1/A": Verdict.HOLDS}
    assert outcome.derived_status == "underspecified"


def test_cycles_and_dead_labels_are_refused() -> None:
    register("a", PROVED, uses="b")
    with pytest.raises(PreconditionError, match="must be a module"):
        ledger.register(MINE)
    register("b", PROVED, uses="c")
    register("c", PROVED)
    register("c", PROVED, form="repaired", uses="a")
    ledger.register(MINE)
    with pytest.raises(PreconditionError, match="must not use each other"):
        status.in_order([("a", "printed")])


def test_broken_check_is_undecided_not_an_exception() -> None:
    MINE["a"] = Statement("a", "A statement.", kind="identity")

    @MINE["a"].printed("t").check()
    def broken(suite: Suite) -> Shown:
        yield RUNS
        raise ZeroDivisionError("1/0")

    outcome = results()["a", "printed"]
    assert outcome.verdict is Verdict.UNDECIDED
    assert "ZeroDivisionError: 1/0" in outcome.evidence[1].note


# ------------------------------------------------------------------------ audit and exit status


def of(verdict: str, expected: str) -> Result:
    label = f"{verdict}-{expected}"
    register(label, evidence("proved", verdict), expected=expected, repair="r")
    return results()[label, "printed"]


@pytest.mark.parametrize(
    ("pairs", "exit_status"),
    [
        ("", 4),
        ("HOLDS-HOLDS FAILS-FAILS UNDECIDED-UNDECIDED", 0),
        ("HOLDS-HOLDS FAILS-HOLDS", 1),
        ("HOLDS-FAILS", 1),
        ("GAP-FAILS", 1),
        ("UNDECIDED-HOLDS", 2),
        ("VACUOUS-HOLDS HOLDS-HOLDS", 2),
        ("UNDECIDED-HOLDS HOLDS-GAP", 1),
    ],
)
def test_exit_status(pairs: str, exit_status: int) -> None:
    outcomes = tuple(of(*pair.split("-")) for pair in pairs.split())
    assert AuditResult(outcomes).exit_status == exit_status


def test_a_planted_fault_that_is_not_refuted_is_an_error() -> None:
    good = of("HOLDS", "HOLDS")
    missed = PlantedResult(("a", "printed"), good)
    assert AuditResult((good,), (missed,)).exit_status == 1


def test_unknown_labels_and_no_workers_are_refused() -> None:
    register("lem:occ-term-1", PROVED)
    with pytest.raises(PreconditionError, match="did you mean lem:occ-term-1"):
        select("lem:occ-term1")
    with pytest.raises(PreconditionError, match="at least 1"):
        audit(means=means(0))


# ------------------------------------------------------------------------ reports


@pytest.fixture
def sample() -> AuditResult:
    worst = {"run": "a long name of a run", "i": 1}
    register("as:layered-mdp", PROVED, number="Assumption 1", title="a" * 34)
    seen = evidence("exact on runs", slack=Q(1, 3), ratio=Q(1, 7), worst=worst)
    with_fault = register("lem:a", seen, number="Lemma 1", uses="as:layered-mdp")
    with_fault.planted("x")(lambda suite: None)
    register("lem:b", FALSE, expected="FAILS", repair="use max{1, .} " * 9, number="Lemma 2")
    register("lem:b", RUNS, Vacuity("X=2", "LT", 7), form="repaired", number="Lemma 2")
    register("lem:b:step", RUNS, number="Lemma 2", part_of="lem:b", uses="lem:b")
    register("lem:c", evidence("proved", "UNDECIDED"), number="Lemma 3")
    outcomes = results()
    refuted = PlantedResult(("lem:a", "printed"), outcomes["lem:b", "printed"])
    return AuditResult(tuple(status.derive(outcomes).values()), (refuted,))


def test_the_audit_fits_80_columns_and_marks_surprises(sample: AuditResult) -> None:
    shown = terminal_text(audit_summary(sample))
    assert max(map(len, shown.splitlines())) <= 80
    assert "yes, proved: 1; shown, yes: 1; Assumption 1" in " ".join(shown.split())
    assert "Lemma 2 (false, repaired exact on runs)" in shown
    assert "Lemma 3 (open (unexpected))" in " ".join(shown.split())
    assert "UNEXPECTED: lem:c (printed) is UNDECIDED, expected HOLDS" in shown
    assert "1 of 1 planted faults refuted" in shown


def test_a_fault_that_is_not_refuted_is_named(sample: AuditResult) -> None:
    kept = PlantedResult(("lem:a", "printed"), sample.results[-1])
    unrefuted = replace(sample, planted=(kept,))
    shown = terminal_text(audit_summary(unrefuted))
    assert "0 of 1 planted faults refuted" in shown and unrefuted.exit_status == 1
    assert "NOT REFUTED: lem:a (printed): x" in shown
    assert 'explain "Lemma 3"' in shown  # the first surprise
    assert "NOT REFUTED" not in terminal_text(audit_summary(sample))
    surprises = {r.claim.key for r in sample.unexpected}
    known = replace(
        unrefuted, results=tuple(r for r in sample.results if r.claim.key not in surprises)
    )
    assert 'explain "Lemma 1"' in terminal_text(audit_summary(known))
    assert 'explain "Lemma 9"' in terminal_text(audit_summary(replace(known, planted=())))


def test_explanations_say_what_they_must(sample: AuditResult) -> None:
    text = terminal_text(explained(sample, "lem:b"))
    assert max(map(len, text.splitlines())) <= 80
    told = "X=2: repaired; vacuous before T = 7; there the bound falls below LT"
    assert told in " ".join(text.split())
    assert "proofs_check/statements/lem:b.py" in text
    noticed = "The checks refuse a constant below 0.142857 of the one compared."
    assert noticed in " ".join(terminal_text(explained(sample, "lem:a")).split())


def test_json_keeps_to_its_schema(sample: AuditResult) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    rows = json.loads(results_json(sample))
    jsonschema.validate(rows, SCHEMA)
    by_label = {(c["label"], c["form"]): c for c in rows}
    lemma_a = by_label["lem:a", "printed"]
    assert lemma_a["evidence"][0]["slack"] == {"exact": "1/3", "decimal": "0.3333333333"}
    assert lemma_a["planted"] == [{"change": "x", "refuted": True}]
    assert by_label["lem:b", "repaired"]["vacuous_until"][0]["T"] == 7
    assert in_json(ZERO) == {"exact": "0/1", "decimal": "0"}


@pytest.mark.parametrize(
    "fault",
    [
        {"evidence": [{"witness": None}]},
        {"evidence": [{"verdict": "HOLDS", "instances": 0}]},
        {"evidence": []},
        {"verdict": "PROBABLY"},
    ],
    ids=str,
)
def test_schema_refuses_what_the_ledger_must_not_say(fault: Any, sample: AuditResult) -> None:
    every = json.loads(results_json(sample))
    (row,) = [c for c in every if c["verdict"] == "FAILS"]
    jsonschema.validate([row], SCHEMA)
    if fault.get("evidence"):
        fault = {"evidence": [row["evidence"][0] | fault["evidence"][0]]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([row | fault], SCHEMA)
