"""What Coq proves of a claim is what is compared: definitions are generated from the claims, and a
claim that has changed since is machine-checked no longer, which an audit says without Coq."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from proofs_check import statements
from proofs_check.audit import audit as audits
from proofs_check.ledger.registry import REGISTRY, STATEMENTS, Evidence, Result, Verdict
from proofs_check.ledger.statement import Coq, OpenChoice, Statement
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Symbol, number, sqrt
from proofs_check.letters.quantities import Table, over_i, visited
from proofs_check.letters.symbols import A, L, Lam, T, X, b, delta, n, regret
from proofs_check.machine_checked import build, claims, coq_letters, derived, read_by_eye, record
from proofs_check.machine_checked.terms import coq_text
from proofs_check.report.pages import statement as statement_page
from reference.support.errors import FALSE, MalformedInput, PreconditionError
from tests.called import Command
from tests.robustness.subprocesses import program

BY_EYE = 15


@pytest.fixture(autouse=True)
def loaded() -> None:
    statements.load()


def with_claim(label: str, form: str, number: int, new: Claim) -> Any:
    """Return the form of a statement with another claim."""
    (module,) = (m for m, s in STATEMENTS.items() if s.label == label)
    old = STATEMENTS[module].forms[form]  # type: ignore[index]
    return module, replace(old, claims=(*old.claims[:number], new, *old.claims[number + 1 :]))


# ----------------------------------------------------------------------------- generated


def test_what_was_asked_before_a_module_is_loaded_is_not_the_last_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        for room in (claims, derived):
            patch.setattr(room, "STATEMENTS", {})
        claims._checked_claims.cache_clear()
        assert claims.checked_claims() == {}
    assert claims.checked_claims().keys() >= {("eq:33", "printed")}


def test_the_definitions_are_those_that_the_claims_generate(proofs_check: Command) -> None:
    claims.check_statements()
    shown = proofs_check("coq", "--define", "lem:bias-term-2")
    assert shown.status == 0
    (claim,) = claims.checked_claims()["lem:bias-term-2", "printed"]
    assert claim.claim.definition in shown.out


def test_another_file_of_definitions_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "coq"
    shutil.copytree(record.COQ, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux"))
    file = folder / derived.STATEMENTS_FILE
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("5 * sqrt (T * L", "6 * sqrt (T * L", 1), encoding="utf-8")
    with pytest.raises(MalformedInput, match="is not what the claims generate"):
        claims.check_statements(folder)


def test_a_definition_is_closed_and_nothing_else_stands_in_the_file() -> None:
    text = (record.COQ / derived.STATEMENTS_FILE).read_text(encoding="utf-8")
    assert not re.search(r"^(Section|Variables?|Hypothes[ie]s|Context|Axiom)\b", text, re.MULTILINE)
    for claim in derived.derived_claims():
        assert claim.definition in text
        about = claim.parts[claim.how == "with some constant"]
        assert about.startswith("forall (M : setting)")
    assert (
        build.not_accepted([(derived.STATEMENTS_FILE, record.COQ / derived.STATEMENTS_FILE)]) == []
    )


def test_what_lemma_12_is_in_coq() -> None:
    claim = derived.derived_claim("lemma_12", STATEMENTS["lemma_12"].forms["printed"], 0)
    assert " ".join(claim.definition.split()) == (
        "Definition lemma_12_printed_0 : Prop := forall (M : setting) (Lam : R) "
        "(st : seq E -> seq E), ln (TXA / delta) <= Lam -> schedule x0 st -> forall v : seq E, "
        "size v = T -> hsum (fun hist e => \\rsum_(h < L) \\rsum_(x : S h) \\rsum_(a : A) "
        "(I_ e x a * b Lam (st hist) x a)) v <= 5 * sqrt (T * L * X * #|A| * Lam)."
    )


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (1 - 2 * delta, "1 - 2 * delta"),
        ((T + 1) * (T - 1) / (L * X), "(T + 1) * (T - 1) / (L * X)"),
        (T * (L * X), "T * (L * X)"),
        (-(T + L), "- (T + L)"),
        (abs(T - L), "Rabs (T - L)"),
        (sqrt(T) * sqrt(L), "sqrt T * sqrt L"),
    ],
)
def test_brackets_stand_where_coq_needs_them(of: Any, text: str) -> None:
    assert coq_text(of) == text


def test_a_letter_without_a_row_is_refused() -> None:
    unknown = Table("unknown to Coq", "u", lambda e: e.b)
    with pytest.raises(PreconditionError, match="has no row in the dictionary"):
        coq_text(visited(unknown))
    with pytest.raises(PreconditionError, match="has no row in the dictionary"):
        coq_text(Symbol("unknown number", "u", lambda run: run.T) + 1)
    with pytest.raises(PreconditionError, match="that n_i does not multiply"):
        coq_text(over_i(b * n))


# ----------------------------------------------------------------------------- the record


def test_the_record_is_of_these_claims() -> None:
    assert list(claims.changed_claims()) == []
    rows = {name: proved for name, proved, _ in record.read_record().claims}
    assert rows.keys() == {claim.name for claim in derived.derived_claims()}
    open_ = {name for name, proved in rows.items() if proved == "open"}
    assert open_ == set()
    refuted = {name for name, proved in rows.items() if proved == "refuted"}
    for name in refuted:
        (claim,) = (c for c in derived.derived_claims() if c.name == name)
        assert claim.form == "printed"
        assert REGISTRY[claim.label, "printed"].expected.value in ("FAILS", "UNDERSPECIFIED")


CHANGES = {
    "a smaller constant": lambda claim: replace(claim, right=4 * sqrt(T * L * X * A * Lam)),
    "a larger constant": lambda claim: replace(claim, right=6 * sqrt(T * L * X * A * Lam)),
    "no logarithm": lambda claim: replace(claim, right=5 * sqrt(T * L * X * A)),
    "for some runs": lambda claim: claim.where(T >= 2),
    "the regret": lambda claim: replace(claim, left=regret),
    "not by its name": lambda claim: replace(claim, left=visited(number(2) * b)),
}


@pytest.mark.parametrize("words", CHANGES)
def test_a_changed_claim_is_machine_checked_no_longer(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A weaker claim, too: what Coq proved is another definition."""
    (claim,) = STATEMENTS["lemma_12"].forms["printed"].claims
    module, form = with_claim("lem:bias-term-2", "printed", 0, CHANGES[words](claim))
    changed = derived.derived_claim(module, form, 0)
    (row,) = (row for row in record.read_record().claims if row[0] == changed.name)
    checked = claims._checked(changed, row[1:], record.read_record())
    assert checked.changed == "changed since Coq proved it" and not checked.holds
    known = claims.checked_claims()
    monkeypatch.setattr(
        claims, "checked_claims", lambda: {**known, ("lem:bias-term-2", "printed"): [checked]}
    )
    monkeypatch.setattr(audits, "checked_claims", claims.checked_claims)
    evidence = list(audits._in_coq(REGISTRY["lem:bias-term-2", "printed"]))
    assert evidence and all(e.step for e in evidence)  # no theorem carries the whole form
    assert [c.claim.name for c in claims.changed_claims()] == [changed.name]


def test_what_is_the_same_in_other_words_is_no_change() -> None:
    (claim,) = STATEMENTS["lemma_12"].forms["printed"].claims
    module, form = with_claim("lem:bias-term-2", "printed", 0, claim.named("in other words"))
    same = derived.derived_claim(module, form, 0)
    assert (
        same.digest == derived.derived_claim(module, STATEMENTS[module].forms["printed"], 0).digest
    )


def test_a_new_claim_of_a_form_is_not_proved() -> None:
    form = STATEMENTS["lemma_12"].forms["printed"]
    more = replace(form, claims=(*form.claims, regret <= T))
    checked = claims._checked(
        derived.derived_claim("lemma_12", more, 1), None, record.read_record()
    )
    assert checked.changed == "new since Coq last proved the claims" and not checked.holds


def test_an_audit_without_coq_says_so(tmp_path: Path) -> None:
    for package in ("proofs_check", "reference"):
        ignored = shutil.ignore_patterns("__pycache__", "*.vo*", "*.glob", ".*.aux")
        shutil.copytree(record.COQ.parents[1] / package, tmp_path / package, ignore=ignored)
    file = tmp_path / "proofs_check" / "statements" / "lemma_12.py"
    text = file.read_text(encoding="utf-8")
    assert text.count("5 * sqrt(T * L * X * A * Lam)") >= 1
    file.write_text(text.replace("5 * sqrt(T * L", "9 * sqrt(T * L", 1), encoding="utf-8")
    words = ("-m", "proofs_check", "audit", "--only", "lem:bias-term-2", "--workers", "1")
    done = program(*words, env={"PYTHONPATH": str(tmp_path), "PATH": ""}, cwd=tmp_path)
    said = " ".join(done.stdout.split())
    assert done.returncode == FALSE, done.stderr
    assert "changed since Coq proved it (lemma_12_printed_0)" in said
    assert "Every verdict is the committed one" not in said


# ----------------------------------------------------------------------------- proofs


def test_a_theorem_of_another_name_or_claim_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "coq"
    shutil.copytree(record.COQ, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux"))
    file = folder / derived.PROVED_FILE
    text = file.read_text(encoding="utf-8")
    stated = "Theorem lemma_12_printed_0 : Statements.lemma_12_printed_0."
    assert stated in text
    for other, rule in (
        ("Theorem lemma_12_printed_0 : Statements.lemma_12_jensen_printed_0.", "must be"),
        ("Theorem lemma_12_printed_0 : ~ Statements.lemma_12_printed_0.", "must be"),
        ("Theorem lemma_99_printed_0 : Statements.lemma_99_printed_0.", "that no claim generates"),
    ):
        file.write_text(text.replace(stated, other), encoding="utf-8")
        with pytest.raises(MalformedInput, match=rule):
            claims.theorems_of_claims(folder)


# ----------------------------------------------------------------------------- around the claims


def test_claims_on_one_event_stand_in_one_conjunction() -> None:
    """Under one probability; and a higher one, or one of them changed, is another definition."""
    form = STATEMENTS["lemma_03"].forms["printed"]
    assert derived.sharing(form) == [[0, 1]]
    *_, together = derived.derived_of("lemma_03", form)
    assert together.name == "lemma_03_printed_together" and together.stated
    said = " ".join(together.definition.split())
    assert said.count("<= Prl") == 1 and said.count("&&") == 1 and "1 - 2 * delta <= Prl" in said
    first, second = form.claims
    for claims_ in ((first, replace(second, right=second.right + 1)), (second, first)):
        *_, other = derived.derived_of("lemma_03", replace(form, claims=claims_))
        assert other.name == together.name and other.digest != together.digest
    apart = (first, second.with_probability(1 - delta))
    assert derived.sharing(replace(form, claims=apart)) == []
    exact_and_near = STATEMENTS["theorem_4"].forms["repaired"]
    assert derived.sharing(exact_and_near) == []  # one learner solves LP1, the other up to a gap
    names = {c.name for c in derived.derived_claims() if c.how == "all at once"}
    assert len(names) == 9 and "lemma_10_printed_together" in names


def test_an_order_is_some_constant_for_all_settings() -> None:
    of = {c.name: c for c in derived.derived_claims() if c.how == "with some constant"}
    assert of.keys() == {
        "lemma_05_printed_0_O", "lemma_06_printed_0_O", "sec_7_log_T_printed_0_O",
        "theorem_4_printed_0_O",
    }  # fmt: skip
    for claim in of.values():
        assert claim.parts[:2] == ("exists C : R,", claim.parts[1])
        assert claim.parts[1].startswith("forall (M : setting)")
    assert "(C * (L * X * sqrt (T * #|A| * Lam)))" in of["theorem_4_printed_0_O"].parts[-1]


def test_the_solvers_gap_is_that_of_the_theorem_with_gaps() -> None:
    """What q_hat_i may be worse than others by is g; what was rounded is written without."""
    near = [c for c in derived.derived_claims() if "near_learner" in c.definition]
    assert {c.name for c in near} == {
        "lp1_repaired_1", "lp1_repaired_2",
        "theorem_4_repaired_0", "theorem_4_repaired_5", "theorem_4_diff_printed_0",
        "theorem_4_diff_printed_1", "theorem_4_diff_printed_2", "theorem_4_diff_printed_together",
    }  # fmt: skip
    text = (record.COQ / derived.STATEMENTS_FILE).read_text(encoding="utf-8")
    assert "tau" not in text and "near_learner st Lam pi q_of g" in text
    rounded = derived.derived_claim("prop_1", STATEMENTS["prop_1"].forms["repaired"], 1)
    assert rounded.parts[-1].endswith("- (q_of hist h x a y) <= 0")


def test_each_choice_of_a_printed_form_has_a_definition() -> None:
    rows_ = {name: proved for name, proved, _ in record.read_record().claims}
    for module, statement in STATEMENTS.items():
        for form in statement.forms.values():
            words = [choice.words for choice in form.choices]
            if not form.claims or not words:
                continue
            assert {t.assumed for t in form.coq} <= {*words, ""}
            assert statement.two_sides and statement.two_sides.printed_under == words[0]
            for k, choice in enumerate(form.choices):
                assert (choice.claims == ()) == (k == 0 or choice.no_letter != "")
                for which in range(len(choice.claims)):
                    assert f"{module}_{form.name}_{which}_under_{k}" in rows_
    under = {name for name in rows_ if "_under_" in name}
    assert len(under) == 24
    every = derived.derived_of("display_b2", STATEMENTS["display_b2"].forms["printed"])
    (third,) = (c for c in every if c.name.endswith("_under_3"))
    assert "(forall w, st w = w) ->" in " ".join(third.parts)


def test_a_theorem_under_a_choice_that_the_form_does_not_name_is_refused() -> None:
    planted = Statement("thm:planted", "Planted.")
    with pytest.raises(PreconditionError, match="must name it among its choices"):
        planted.printed("planted", regret <= T, coq=(Coq("t", "f.v", assumed="a choice"),))
    empty = (OpenChoice("one"), OpenChoice("two"))
    with pytest.raises(PreconditionError, match="must have claims, but the first"):
        Statement("thm:planted", "Planted.").printed("planted", regret <= T, choices=empty)


def test_what_holds_on_the_runs_and_is_refuted_in_coq_says_so() -> None:
    key = "eq:26", "printed"
    checked = [c for c in claims.checked_claims()[key] if c.proved == "refuted"]
    assert [c.claim.name for c in checked] == ["eq_26_printed_0"]
    evidence = list(audits._claims_in_coq(REGISTRY[key]))
    (refuted,) = (e for e in evidence if e.verdict.value == "FAILS")
    assert refuted.assumed == checked[0].claim.choice == "uniform"
    (held,) = (p for p in evidence if "P$'s own row" in p.assumed)
    assert held.verdict.value == "HOLDS" and "under another choice" in held.note
    of_runs = Evidence("exact on runs", Verdict.HOLDS, 1, "", assumed="uniform")
    page = Mock(first=Result(REGISTRY[key], Verdict.UNDERSPECIFIED, (of_runs,)))
    (told,) = statement_page._held_on_runs_alone(page)
    assert "not_eq_26_printed_0" in str(told) and "Coq refutes it" in str(told)
    fails = replace(of_runs, verdict=Verdict.FAILS, witness={"run": "tiny"})
    page = Mock(first=Result(REGISTRY[key], Verdict.UNDERSPECIFIED, (fails,)))
    assert list(statement_page._held_on_runs_alone(page)) == []


# ----------------------------------------------------------------------------- the dictionary


def rows() -> dict[str, coq_letters.InCoq]:
    return {**coq_letters.SYMBOLS, **coq_letters.LAYERS, **coq_letters.TABLES, **coq_letters.ENDS}


def test_what_a_row_names_is_defined_there() -> None:
    for name, row in rows().items():
        for definition, file in row.defined:
            assert record.defined_at(file, definition) > 0, name


def test_what_is_read_by_eye_is_short() -> None:
    """The others are compared by what they compute: eps, b, r_hat and r_check, too."""
    assert len(coq_letters.by_eye()) == BY_EYE
    assert len(coq_letters.ALL) == len(rows()) == len(coq_letters.COMPARED) + BY_EYE + 1
    assert coq_letters.COMPARED <= rows().keys()
    page = read_by_eye.PAGE_OF_COQ.read_text(encoding="utf-8")
    rule = "write it with python -m proofs_check.machine_checked.read_by_eye"
    assert f"\nRead by eye are {BY_EYE} of " in page and read_by_eye.with_table(page) == page, rule


def test_a_row_on_the_page_that_is_no_longer_read_by_eye_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = read_by_eye.PAGE_OF_COQ.read_text(encoding="utf-8")
    monkeypatch.setattr(coq_letters, "COMPARED", coq_letters.COMPARED - {"eps"})
    assert "| eps |" not in page and "| eps |" in read_by_eye.with_table(page)
    term = coq_letters.InCoq("P_ q_of", (("xi_", "paper/AppendixA.v"),))
    monkeypatch.setitem(coq_letters.ALL, "U", term)
    assert "| U | `P_ q_of` | [`xi_`](paper/AppendixA.v#L" in read_by_eye.with_table(page)


def test_rows_of_the_dictionary_are_not_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows exchanged make other definitions, which the record does not have."""
    for table, one, other in (
        ("TABLES", "b", "eps"),
        ("TABLES", "r_hat", "r_check"),
        ("ENDS", "N_m", "N_end"),
    ):
        known = getattr(coq_letters, table)
        first, second = known[one], known[other]
        monkeypatch.setitem(known, one, second)
        monkeypatch.setitem(known, other, first)
        derived._derived.cache_clear()
        claims._checked_claims.cache_clear()
        assert len(list(claims.changed_claims())) >= 2
        monkeypatch.undo()
        derived._derived.cache_clear()
        claims._checked_claims.cache_clear()
    assert list(claims.changed_claims()) == []


def test_no_row_is_superfluous() -> None:
    used = {
        getattr(part, "name", "")
        for statement in STATEMENTS.values()
        for form in statement.forms.values()
        for claim in (*form.claims, *(c for choice in form.choices for c in choice.claims))
        for side in claims_sides(claim)
        for part in parts(side)
    }
    spare = rows().keys() - used
    assert spare == {"per_next_root", "some constant"}  # in false variants; of O(F)


def claims_sides(claim: Claim) -> list[Any]:
    given = [claim.condition] if claim.condition is not None else []
    below = [side for c in (*given, *claim.given_numbers) for side in claims_sides(c)]
    return [claim.left, claim.right, *below]


def parts(of: Any) -> list[Any]:
    below = (*of.parts, *getattr(of, "made_of", ()))
    return [of, *(inner for part in below for inner in parts(part))]


def test_the_record_of_claims_is_part_of_its_seal(tmp_path: Path) -> None:
    folder = tmp_path / "coq"
    shutil.copytree(record.COQ, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux"))
    file = folder / "record.json"
    text = file.read_text(encoding="utf-8")
    row = next(row for row in json.loads(text)["claims"] if row[1] == "refuted")
    file.write_text(text.replace(json.dumps(row), json.dumps([row[0], "proved", row[2]])))
    with pytest.raises(MalformedInput, match="it was edited"):
        record.read_record(file)


def test_a_planted_form_without_coq_needs_no_definition() -> None:
    """A new inequality may be argued: only where a theorem is named, its claims need terms."""
    planted = Statement("thm:planted", "Planted.")
    planted.printed("planted", visited(Table("not known in Coq", "u", lambda e: e.b)) <= T)
    assert planted.forms["printed"].coq == ()
    assert Coq("lemma_12", "paper/AppendixB.v").part is False
