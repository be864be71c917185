"""What the checker and the record refuse without Coq: options, words, edits, other mappings."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.commands.coq import command
from proofs_check.machine_checked import build, record, vernacular
from reference.support.command_line import Options
from reference.support.errors import MalformedInput


@pytest.mark.parametrize(
    "option",
    [
        "-arg -type-in-type",
        "-type-in-type",
        "-R . UCRLLP",
        "-arg -w -arg -all",
        "../X.v",
        "-Q model UCRLLP.paper",
        "-Q paper Previsions",
        "-Q library UCRLLP.library",
    ],
)
def test_a_project_with_options_is_malformed(tmp_path: Path, option: str) -> None:
    folder = shutil.copytree(record.COQ, tmp_path / "coq", ignore=shutil.ignore_patterns("*.vo*"))
    project = folder / "_CoqProject"
    project.write_text(project.read_text(encoding="utf-8") + option + "\n", encoding="utf-8")
    with pytest.raises(MalformedInput, match="the options are fixed"):
        record.sources(folder)


@pytest.mark.parametrize(
    ("text", "hole"),
    [
        ("Module Logic. Variable classic : False. End Logic.", "Variable outside a section"),
        ("Section S. Variable n : nat. End S.\nHypothesis h : False.", "Hypothesis outside"),
        ('Definition s := "(*". Axiom x : False. Definition t := "*)".', "Axiom"),
        ("Unset\n  Guard (* *)\nChecking.", "Unset Guard Checking"),
        ("#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.", "bypass_check"),
        ("Declare Module M : Holds.", "Declare Module"),
        ('Redirect "Expected" Print nat.', "Redirect"),
        ('Declare ML Module "plugin".', "Declare ML Module"),
    ],
)
def test_words_that_leave_a_hole_are_named(text: str, hole: str) -> None:
    holes = vernacular.holes("File.v", text)
    assert len(holes) == 1
    assert holes[0].startswith("File.v:") and hole in holes[0]


def test_words_in_comments_strings_and_sections_are_none() -> None:
    text = '(* Admitted (* "*)" *) Axiom *) Section Parameters. Context (n : nat). End Parameters.'
    assert vernacular.holes("File.v", text + ' Definition s := "Admitted".') == []
    assert vernacular.holes("File.v", "Module C := D. Section S. Variable x : nat. End S.") == []


@pytest.mark.parametrize(
    "line",
    [
        "foo relies on an unsafe hierarchy.",
        "Fixpoint f is assumed to be guarded.",
        "foo is positive.",
        "@@ uses theorem_4",
    ],
)
def test_what_is_no_axiom_is_refused(line: str) -> None:
    printed = f"Axioms:\nClassical_Prop.classic : forall P : Prop, or P (not P)\n{line}\n"
    with pytest.raises(build.BuildFailed, match="no axiom"):
        build.assumptions(printed, "t")
    with pytest.raises(build.BuildFailed, match="Coq prints"):
        build.assumptions(line, "t")


def test_axioms_are_read_with_their_whole_names() -> None:
    printed = "Axioms:\nA.classic : forall P : Prop,\n  or P (not P)\nhole : False\n"
    assert build.assumptions(printed, "t") == ("A.classic", "hole")
    assert build.assumptions("Closed under the global context", "t") == ()


@pytest.mark.parametrize(
    ("printed", "pinned"),
    [
        ("(f (S (S O)))", "(f 2%nat)"),
        ("f\n  (S\n    (S\n      (S O)))\n  T", "f 3%nat\n  T"),
        ("(S (S (S n)))", "(S (S (S n)))"),
        ("(S O)", "(S O)"),  # a layer, if S is bound
        ("(g (S (S (h O))))", "(g (S (S (h O))))"),
        ("(S0 (S (S O)))", "(S0 2%nat)"),
    ],
)
def test_natural_numbers_are_pinned_in_decimals(printed: str, pinned: str) -> None:
    assert build.in_decimals(printed) == pinned
    assert build.in_decimals("X" + " (S" * 800 + " O" + ")" * 801) == "X 800%nat)"


# ------------------------------------------------------------- the record


def copied_record(tmp_path: Path) -> Path:
    folder = tmp_path / "coq"
    shutil.copytree(record.COQ, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux"))
    return folder / "record.json"


def test_an_edited_record_is_malformed(tmp_path: Path) -> None:
    file = copied_record(tmp_path)
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ("3 * (L * X S L)", "2 * (L * X S L)"),
        ('"coq": "8.16.1"', '"coq": "8.16.2"'),
        ('"-w", "none"', '"-w", "none", "-type-in-type"'),
        ('"part"', '"whole"'),
    ):
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(MalformedInput, match="it was edited"):
            record.read_record(file)


def test_an_edited_record_with_its_digest_is_named_by_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The build here is the record itself: what is compared is everything that it says."""
    statements.load()
    true = record.read_record()
    three = true.theorems["theorem_4_three"]
    stronger = replace(three, statement=three.statement.replace("3 *", "2 *"))
    edited = replace(true, coq="8.16.2", theorems={**true.theorems, stronger.name: stronger})
    file = copied_record(tmp_path)
    record.write_record(edited, file)
    read = record.read_record(file)  # its digest is that of what it says
    monkeypatch.setattr(record, "read_record", lambda: read)
    monkeypatch.setattr("proofs_check.machine_checked.build.build", lambda **more: true)
    options = Options(
        record=False, confirm=False, side_by_side=None, write_statements=False, define=None,
        libraries=False, quiet=True, json=True,
    )  # fmt: skip
    assert command(options) == 1
    err = capsys.readouterr().err
    assert "Coq's version: built 8.16.1, recorded 8.16.2" in err
    assert "theorem_4_three: statement: built" in err


def test_every_difference_is_named() -> None:
    original = record.read_record()
    assert record.departures(original, original) == []
    lemma = original.theorems["lemma_6"]
    others = {name: t for name, t in original.theorems.items() if name != "lemma_6"}
    for other, named in (
        (replace(original, sources="0"), "sources:"),
        (replace(original, options=("-q",)), "options:"),
        (replace(original, fixpoints=original.fixpoints + 1), "fixpoints:"),
        (replace(original, mapping=original.mapping[1:]), f"mapping: {original.mapping[0][0]}"),
        (replace(original, claims=original.claims[1:]), f"claims: {original.claims[0][0]}"),
        (replace(original, theorems=others), "lemma_6: is recorded, not built"),
        (
            replace(original, theorems=others | {"lemma_6": replace(lemma, axioms=())}),
            "lemma_6: axioms",
        ),
        (
            replace(original, theorems=others | {"lemma_6": replace(lemma, file="X.v")}),
            "lemma_6: file",
        ),
    ):
        departures = record.departures(original, other)
        assert len(departures) == 1 and departures[0].startswith(named), departures


def test_a_mapping_that_is_not_pinned_is_malformed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a side remark is left for Theorem 4, or a part is called the whole."""
    statements.load()
    rows = record.mapping()
    left = tuple(r for r in rows if r[:2] != ("thm:main", "repaired") or r[2] == "bound_VI_above")
    whole = tuple((*r[:4], "whole", r[5]) for r in rows)
    for changed in (left, whole):
        assert changed != rows
        monkeypatch.setattr(record, "mapping", lambda changed=changed: changed)
        with pytest.raises(MalformedInput, match="is not what the record pins"):
            record.machine_checked.__wrapped__()


def test_a_comment_does_not_matter_and_a_word_does(tmp_path: Path) -> None:
    file = copied_record(tmp_path)
    source = file.parent / "sharper/Theorem4.v"
    text = source.read_text(encoding="utf-8")
    before = record.sources_digest(file.parent)
    source.write_text(f'(* x *)\n{text}(* "(*" y *)\n', encoding="utf-8")
    assert record.sources_digest(file.parent) == before
    source.write_text(text.replace("(2 + sqrt 2) *", "(1 + sqrt 2) *", 1), encoding="utf-8")
    changed = record.sources_digest(file.parent)
    source.write_text(text + 'Definition s := "(* x *)".', encoding="utf-8")
    assert len({before, changed, record.sources_digest(file.parent)}) == 3


def test_the_theorems_of_the_judge_and_the_claims_are_recorded() -> None:
    theorems = record.read_record().theorems
    assert {*record.JUDGE, *record.PAIRS} <= theorems.keys()
    assert all(theorems[name].statement for name in [*record.JUDGE, *record.PAIRS])
    assert record.read_record().fixpoints > 200  # of our own guard check
