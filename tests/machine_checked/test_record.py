"""The Coq development: what it proves is what the ledger says, and it cannot be fooled quietly."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY, Claim, Key, Verdict
from proofs_check.ledger.statement import Coq
from proofs_check.machine_checked import build, record
from proofs_check.report.pages.findings import GLOSSARY
from proofs_check.report.pages.overview import REPAIRED
from proofs_check.report.plain_text import ascii_text
from reference.support.errors import MALFORMED, OK, USAGE, MalformedInput, PreconditionError
from tests.called import Command
from tests.robustness.subprocesses import program


def test_the_record_is_of_these_sources_and_proves_what_the_ledger_says() -> None:
    statements.load()
    theorems, labels = record.read_record().theorems, set()
    for entry in record.mapped():
        theorem, claim = theorems[entry.theorem], REGISTRY[entry.key]
        assert theorem.statement and theorem.file == entry.file
        assert set(theorem.axioms) <= record.ALLOWED_AXIOMS.keys()
        lines = (record.COQ / theorem.file).read_text(encoding="utf-8").splitlines()
        assert theorem.name in lines[theorem.lines[0] - 1]
        verdict = {"refutation": "FAILS", "gap": "GAP"}.get(entry.form, "HOLDS")
        proved_otherwise = claim.form == "printed" and verdict == "HOLDS"  # the argument has a gap
        allowed = (
            {"UNDERSPECIFIED"} if entry.assumed else {verdict, "GAP" if proved_otherwise else ""}
        )
        assert claim.expected.value in allowed, entry
        above = "\n".join(lines[: theorem.lines[0] - 1])
        assert above.endswith("*)"), entry
        comment = " ".join(above[above.rindex("(*") :].split())
        number = ascii_text(claim.number).replace("log_2", "log2")
        assert f"{number} ({entry.label})" in comment, entry
        labels |= {entry.label} if entry.form not in ("refutation", "gap") else set()
    assert {"thm:main", "lem:key-lem", "lem:error", "lem:bias", "lem:occ-term-2"} <= labels


def test_a_theorem_shows_a_gap_or_refutes_not_both() -> None:
    with pytest.raises(PreconditionError, match="not both; found UCBVI_gap"):
        Coq("UCBVI_gap", "systems/CitedGaps.v", refutes=True, gap=True)
    statements.load()
    (shown,) = (entry for entry in record.mapped() if entry.theorem == "UCBVI_gap")
    assert (shown.form, shown.key) == ("gap", ("inline:I-A.2", "printed"))
    assert REGISTRY[shown.key].expected is record.WRONG_IN_COQ["gap"] is Verdict.GAP


def without_theorem(claims: Iterable[Claim], mapped: Iterable[record.Mapped]) -> set[Key]:
    """Forms of which no theorem shows whether they hold or follow, and that do not say why."""
    whole = {entry.key for entry in mapped if not entry.part}
    said = {c.key for c in claims if c.defined or c.no_theorem}
    assert not whole & {c.key for c in claims if c.no_theorem}
    return {c.key for c in claims} - whole - said


def test_every_form_has_a_theorem_or_says_why_not() -> None:
    statements.load()
    rule = "names no theorem: the form must say why not (no_theorem=), as CONTRIBUTING has it"
    assert without_theorem(REGISTRY.values(), record.mapped()) == set(), rule
    lemma_9 = [entry for entry in record.mapped() if entry.label != "lem:occ-term-2" or entry.part]
    assert ("lem:occ-term-2", "printed") in without_theorem(REGISTRY.values(), lemma_9)
    mute = [replace(c, no_theorem="") if c.label == "sec:VI" else c for c in REGISTRY.values()]
    assert without_theorem(mute, record.mapped()) == {("sec:VI", "printed")}


DEFINED = re.compile(r"^\s*(?:Definition|Fixpoint|Inductive|Record)\s+([\w']+)", re.MULTILINE)
BOUND = re.compile(
    r"\(([\w' ]+) :|\b(?:forall|exists2?|fun|let)\s+([\w' ]+?)\s*(?:[:,]|=>)"
    r"|\{ (\w+) \||rsum_\(?(\w+)"
)


def test_the_dictionary_has_every_name_of_the_development_in_a_statement() -> None:
    texts = [file.read_text(encoding="utf-8") for file in record.sources()]
    statements.load()
    defined = {name for text in texts for name in DEFINED.findall(text)}
    used: set[str] = set()
    recorded = record.read_record().theorems
    for theorem in (recorded[name] for name in {m.theorem for m in record.mapped()}):
        binders = [words for binder in BOUND.findall(theorem.statement) for words in binder]
        bound = {name for words in binders for name in words.split()}
        explained = dict(record.dictionary(theorem.statement)).keys()
        assert record.names_in(theorem.statement) & defined - bound <= explained, theorem.name
        used |= explained
    assert used == json.loads(record.DICTIONARY.read_text(encoding="utf-8")).keys()


def test_what_prl_is_stands_wherever_a_probability_is_shown() -> None:
    statements.load()
    recorded = record.read_record().theorems
    shown = [recorded[m.theorem] for m in record.mapped()]
    lower = [theorem for theorem in shown if "Prl[" in theorem.statement]
    assert {"theorem_4_three", "lemma_2", "lemma_3"} <= {theorem.name for theorem in lower}
    for theorem in lower:
        meaning = dict(record.dictionary(theorem.statement))["Prl"]
        assert (
            "the lower probability" in meaning
            and "for a measurable event its probability" in meaning
        )
    assert "lower probability (inner measure), hence for every measurable event" in REPAIRED
    assert any("\\mathrm{Prl}$" in says for _, says in GLOSSARY)


def test_explain_shows_what_coq_prints(proofs_check: Command) -> None:
    status, printed, _ = proofs_check("explain", "eq:8", "--all", "--workers", 1)
    assert status == OK
    for mapped, theorem in record.machine_checked()["eq:8", "printed"]:
        note = f"{mapped.theorem} ({theorem.place}; axioms: {theorem.uses})"
        assert note in " ".join(printed.split())
        assert " ".join(theorem.statement.split()) in " ".join(printed.split())  # 80 columns


COMPILED = ("*.vo*", "*.glob", ".*.aux")


def copied(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns(*COMPILED)
    return shutil.copytree(record.COQ, tmp_path / "coq", ignore=ignored)


def test_an_audit_with_a_record_of_other_sources_is_an_error(tmp_path: Path) -> None:
    for package in ("proofs_check", "reference"):
        ignored = shutil.ignore_patterns("__pycache__", *COMPILED)
        shutil.copytree(record.COQ.parents[1] / package, tmp_path / package, ignore=ignored)
    with (tmp_path / "proofs_check" / "coq" / "library" / "Sums.v").open("a") as file:
        file.write("Definition more := 0.\n")
    words = ("-m", "proofs_check", "audit", "--only", "eq:14")
    done = program(*words, env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path)
    assert done.returncode == MALFORMED
    assert "is of other sources; rebuild it with proofs-check coq --record" in done.stderr


def test_a_theorem_that_the_record_lacks_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    statements.load()
    known = record.read_record()
    without = {name: t for name, t in known.theorems.items() if name != "lemma_6"}
    monkeypatch.setattr(record, "read_record", lambda: replace(known, theorems=without))
    with pytest.raises(MalformedInput, match="is not in the record.*lemma_6"):
        record.machine_checked.__wrapped__()


@pytest.mark.parametrize(
    "hole",
    [
        "Lemma hole : False. Admitted.",
        "Axiom hole : False.",
        "Parameter hole : False.",
        "Conjecture hole : False.",
        "Hypothesis hole : False.",
        "Lemma hole : True. Proof. admit. Admitted.",
        "Unset Guard Checking.",
    ],
)
def test_forbidden_commands_are_named(tmp_path: Path, hole: str) -> None:
    file = tmp_path / "Sums.v"
    sums = (record.COQ / "library" / "Sums.v").read_text(encoding="utf-8")
    text = sums + "\n(* Admitted in a (* nested *) comment *)\n"
    file.write_text(text, encoding="utf-8")
    assert build.not_accepted([("Sums.v", file)]) == []
    file.write_text(f"{text}{hole}\n", encoding="utf-8")
    holes = build.not_accepted([("Sums.v", file)])
    assert holes
    assert all(f"Sums.v:{text.count(chr(10)) + 1}:" in place for place in holes)


def test_every_source_is_read_for_them(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    with (folder / "library" / "Sums.v").open("a") as file:
        file.write("Axiom hole : False.\n")
    assert [place.partition(":")[0] for place in build.forbidden(folder)] == ["library/Sums.v"]


def test_where_a_theorem_is_stated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its head to the end of its proof, whatever name begins as its name does."""
    (tmp_path / "A.v").write_text(
        "(*\nLemma two : in a comment. Qed.\n*)\nLemma one_more : True.\nProof. exact I. Qed.\n"
        "Definition two := 2.\nLemma one :\n  True.\nProof.\n exact I.\nDefined.\n"
        "Lemma one' : True.\nProof. exact I.\nQed. (* the last *)\n"
    )
    monkeypatch.setattr(record, "COQ", tmp_path)
    for kept in (record._stated, record._code):
        kept.cache_clear()
    at = {name: record.stated_at("A.v", name) for name in ("one_more", "one", "one'")}
    assert at == {"one_more": (4, 5), "one": (7, 11), "one'": (12, 14)}
    with pytest.raises(MalformedInput, match="is not stated; found two"):
        record.stated_at("A.v", "two")
    for kept in (record._stated, record._code):
        kept.cache_clear()


def test_without_coqc(monkeypatch: pytest.MonkeyPatch, proofs_check: Command) -> None:
    monkeypatch.setenv("PATH", "")
    status, _, err = proofs_check("coq")
    assert status == USAGE and "coqc: is not installed; on Debian: apt-get install coq" in err
