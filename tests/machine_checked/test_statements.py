"""What Coq proves of a claim is what is compared: definitions are generated from the claims, and a
claim that has changed since is machine-checked no longer, which an audit says without Coq."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.audit import audit as audits
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Symbol, number, sqrt
from proofs_check.letters.quantities import Table, over_i, visited
from proofs_check.letters.symbols import A, L, Lam, T, X, b, delta, n, regret
from proofs_check.machine_checked import build, claims, coq_letters, derived, record
from proofs_check.machine_checked.terms import coq_text
from reference.support.errors import FALSE, MalformedInput, PreconditionError
from tests.called import Command
from tests.machine_checked.test_definitions import KINDS
from tests.robustness.subprocesses import program

BY_EYE = 41


@pytest.fixture(autouse=True)
def loaded() -> None:
    statements.load()


def with_claim(label: str, form: str, number: int, new: Claim) -> Any:
    """Return the form of a statement with another claim."""
    (module,) = (m for m, s in STATEMENTS.items() if s.label == label)
    old = STATEMENTS[module].forms[form]  # type: ignore[index]
    return module, replace(old, claims=(*old.claims[:number], new, *old.claims[number + 1 :]))


# ----------------------------------------------------------------------------- generated


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
        assert claim.parts[0].startswith("forall (M : setting)")
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
    assert open_ == {
        "algorithm_1_line_14_sums_printed_2",  # flow: compared besides
        "lemma_07_P_i_printed_0",  # where P is inside: compared besides
        "theorem_4_repaired_0",  # by value functions: a step, with the tolerance
    }
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


# ----------------------------------------------------------------------------- the dictionary


def rows() -> dict[str, coq_letters.InCoq]:
    return {**coq_letters.SYMBOLS, **coq_letters.LAYERS, **coq_letters.TABLES, **coq_letters.ENDS}


def test_what_a_row_names_is_defined_there() -> None:
    for name, row in rows().items():
        for definition, file in row.defined:
            assert record.defined_at(file, definition) > 0, name


def test_what_is_read_by_eye_is_short() -> None:
    """The others are of definitions that are compared by what they compute."""
    assert {"V", "mu", "q2", "q3", "updates", "cnt", "rbar", "Pbar", "start"} <= set(KINDS)
    assert coq_letters.COMPARED <= {*KINDS, "visit", "visit3"}
    assert len(coq_letters.by_eye()) == BY_EYE and not {"N", "q", "V", "r_bar"} & {
        *coq_letters.by_eye()
    }


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
        claims.checked_claims.cache_clear()
        assert len(list(claims.changed_claims())) >= 2
        monkeypatch.undo()
        derived._derived.cache_clear()
        claims.checked_claims.cache_clear()
    assert list(claims.changed_claims()) == []


def test_no_row_is_superfluous() -> None:
    used = {
        getattr(part, "name", "")
        for statement in STATEMENTS.values()
        for form in statement.forms.values()
        for claim in form.claims
        for side in claims_sides(claim)
        for part in parts(side)
    }
    spare = rows().keys() - used
    assert spare == {"per_next_root"}  # in false variants only


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
    row = next(row for row in json.loads(text)["claims"] if row[1] == "open")
    file.write_text(text.replace(json.dumps(row), json.dumps([row[0], "proved", row[2]])))
    with pytest.raises(MalformedInput, match="it was edited"):
        record.read_record(file)


def test_a_planted_form_without_coq_needs_no_definition() -> None:
    """A new inequality may be argued: only where a theorem is named, its claims need terms."""
    planted = Statement("thm:planted", "Planted.")
    planted.printed("planted", visited(Table("not known in Coq", "u", lambda e: e.b)) <= T)
    assert planted.forms["printed"].coq == ()
    assert Coq("lemma_12", "paper/AppendixB.v").part is False
