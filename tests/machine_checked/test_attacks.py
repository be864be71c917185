"""Every attack of `attacks/` is refused by the layer that it names, for the reason that it names;
those that need a compiled development are in test_cheats.py."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.commands import coq, judge
from proofs_check.machine_checked import build, kernels, record, vernacular
from proofs_check.machine_checked.critical_bugs import numbers
from proofs_check.machine_checked.tokens import coq_sentences
from reference.support.command_line import Options
from reference.support.errors import FALSE, MALFORMED, OK, USAGE, MalformedInput
from tests.called import Command
from tests.machine_checked.attack import LAYERS, Attack, attacks
from tests.machine_checked.conftest import needs_coq, ran

STATED = "Theorem theorem_4 : C.Theorem_4.\n"
ELSEWHERE = {  # the tests that read them
    "development": "test_a_file_that_is_called_as_the_challenge",
    "project": "test_an_option_in_the_project_file",
    "surroundings": "test_the_solution_is_accepted",
    "page": "test_a_weaker_claim_is_not_recorded",
    "build": "test_a_source_that_is_edited_while_it_is_built_is_not_recorded",
    "copy": "test_a_copy_that_is_edited_while_it_is_compiled",
    "judge": "test_a_judge_that_is_brought_along_is_not_run",
    "named judge": "test_a_judge_that_is_named_is_called_self_reported",
    "foreign judge": "test_a_foreign_or_stale_judge_has_no_theorem",
    "judged run": "test_a_program_that_never_learns_is_vacuous",
}


def only(at: str) -> Attack:
    """The attack that is put there."""
    (match,) = (attack for attack in attacks().values() if attack.at == at)
    return match


def lines_of(folder: Path) -> list[str]:
    return [name.strip() for name in (folder / "_CoqProject").read_text("utf-8").splitlines()]


def test_every_folder_is_an_attack_that_some_test_runs() -> None:
    files = {f.relative_to(record.COQ).as_posix() for f in record.all_sources()}
    folders = (Path(__file__).parent, Path(__file__).parents[1] / "judge")
    here = "".join(f.read_text("utf-8") for folder in folders for f in folder.glob("test_*.py"))
    for name, attack in attacks().items():
        assert attack.by in LAYERS and attack.behind_by in (*LAYERS, ""), name
        assert attack.imitates and attack.because, name
        assert attack.at in {"solution", *files, *ELSEWHERE}, name
        assert attack.at in ("solution", *files) or f"def {ELSEWHERE[attack.at]}(" in here
        given = {f.name for f in attack.folder.iterdir()} - {"attack.json"}
        assert given, name
        if attack.at == "solution":
            assert given == {"before.v", "proof.v"} and (attack.by == "scanner" or attack.behind)
    layers = {a.by for a in attacks().values()} | {a.behind_by for a in attacks().values()}
    assert layers == {*LAYERS, ""}
    readme = (Path(__file__).parent / "attacks" / "README.md").read_text("utf-8")
    assert all(f"`{layer}`" in readme for layer in LAYERS)


def planted(attack: Attack) -> tuple[str, str]:
    """The file's name, and its text with the attack in it."""
    if attack.at != "solution":
        text = (record.COQ / attack.at).read_text("utf-8")
        return attack.at, text + attack.text("append.v")
    text = (record.COQ / record.SOLUTION).read_text("utf-8")
    proof = text.index("Qed.", text.index(STATED)) + len("Qed.")
    put = f"{attack.text('before.v')}\n{attack.text('proof.v')}"
    return record.SOLUTION, text[: text.index(STATED)] + put + text[proof:]


SCANNED = [
    name for name, a in attacks().items() if a.at == "solution" or (record.COQ / a.at).is_file()
]


@pytest.mark.parametrize("name", SCANNED)
def test_the_scanner_refuses_what_it_says_and_nothing_else(name: str) -> None:
    """An attack that it lets pass is one that another layer refuses."""
    attack = attacks()[name]
    file, text = planted(attack)
    holes = vernacular.holes(file, text, extracts=file == build.NOT_PROOFS)
    if attack.by == "scanner":
        assert re.search(attack.because, "; ".join(holes)), holes
    else:
        assert holes == []


@needs_coq
def test_the_bug_of_the_pinned_kernel_passes_all_but_the_scanner(tmp_path: Path) -> None:
    """What the scanner is for: coqc, Print Assumptions and coqchk 8.16.1 accept False. A kernel
    that has the correction refuses the same file."""
    head = "Require Import ssreflect.\n"
    text = head + attacks()["kernel_bug_21051"].text("before.v")
    (tmp_path / "Bug.v").write_text(f"{text}\nPrint Assumptions absurd.\n", "utf-8")
    done = ran(tmp_path, "coqc", *record.COQC_OPTIONS, "Bug.v")
    if not ran(tmp_path, "coqc", "--print-version").stdout.startswith("8."):
        assert done.returncode and "Unable to unify" in done.stderr
        return
    assert done.stdout.strip() == "Closed under the global context"
    checked = ran(tmp_path, "coqchk", "-silent", "-o", "-norec", "Bug")
    assert checked.returncode == 0 and "Bug" not in checked.stderr.partition("* Axioms")[2]


@needs_coq
def test_the_bug_of_the_other_kernel_is_refused_here(tmp_path: Path) -> None:
    (tmp_path / "Bug.v").write_text(attacks()["kernel_bug_22382"].text("before.v"), "utf-8")
    done = ran(tmp_path, "coqc", *record.COQC_OPTIONS, "Bug.v")
    if ran(tmp_path, "coqc", "--print-version").stdout.startswith("8."):
        assert done.returncode and "liar is ill-formed" in done.stderr


@needs_coq
def test_the_guard_bug_of_both_kernels_is_refused_from_9_3_on(tmp_path: Path) -> None:
    """rocq#21839: 8.16.1 and 9.2.0 accept it; a development version of 9.4 has refused it."""
    text = attacks()["guard_bug_21839"].text("before.v")
    (tmp_path / "Bug.v").write_text(text, "utf-8")
    done = ran(tmp_path, "coqc", *record.COQC_OPTIONS, "Bug.v")
    release = ran(tmp_path, "coqc", "--print-version").stdout.split()[0].partition("+")[0]
    if numbers(release) >= numbers("9.3"):
        assert done.returncode and "definition of rec is ill-formed" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


ODD = r"""Definition a := 1.+1. (* (* "*)" . *) x. *) Definition b:=a.
Definition s := "a. Axiom ""b"" (* ". Definition c := (1).+1.
Lemma d : True. Proof. { exact I. } Qed. Lemma e : True /\ True. Proof. split. - exact I. -
exact I. Qed.
"""


def by_coq(folder: Path, text: str, development: Path) -> list[tuple[int, int]]:
    """The sentences that coqc itself reads, as places in the text."""
    (folder / "Read.v").write_text(text, encoding="utf-8")
    words = (*record.COQC_OPTIONS, "-time", *record.load_path(development), "Read.v")
    done = ran(folder, "coqc", *words)
    assert done.returncode == 0, done.stderr
    places = re.findall(r"^Chars (\d+) - (\d+) ", done.stdout, re.MULTILINE)
    return [(int(start), int(end)) for start, end in places]


@needs_coq
@pytest.mark.parametrize(
    "file", ["", "library/NatLia.v", "library/Probability.v", "judge/JsonComplete.v"]
)
def test_sentences_are_those_of_coqs_own_lexer(file: str, tmp_path: Path, built: Path) -> None:
    """Coq reads every sentence where the scanner does, bullets and braces too."""
    if file.startswith("judge/") and not (built / f"{file}o").is_file():
        pytest.skip("the judge is not built here: make -C proofs_check/coq judge")
    head = "From mathcomp Require Import ssreflect ssrnat.\nRequire Import String.\n"
    text = (
        (record.COQ / file).read_text("utf-8") if file else f"{head}Open Scope string_scope.\n{ODD}"
    )
    mine = []
    for sentence in coq_sentences(text):
        last = sentence[-1]
        alone = len(sentence) == 1 and last.text in {*"{}", "-", "+", "*"}
        end = last.place + len(last.text)
        mine.append((sentence[0].place, end if alone else text.index(".", end) + 1))
    assert text.isascii() and mine == by_coq(tmp_path, text, built)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Lemma a : True.(* *) Proof.", "projection"),
        ("Definition a := 1 ... Axiom b : False.", "full stop that ends no sentence"),
        ('Definition a := "b. Axiom c : False.', "opens a string without an end"),
        ("Lemma a : True. (* (* *) Axiom b : False.", "opens a comment without an end"),
        ("Lemma a : True. *) Axiom b : False.", "ends a comment that is not open"),
        ("Lemma é : True.", "not of ASCII"),
        ("Lemma a : True", "without a full stop"),
        ("Set Primitive Projections.", "Primitive is not accepted"),
        ("Set Printing All.", "not on the list"),
        ("CoInductive s := S.", "CoInductive is not accepted"),
        ("Require Import Coq.Numbers.Cyclic.Int63.PrimInt63.", "accepted libraries"),
        ("From Coq Require Import Uint63.", "accepted libraries"),
        ("Module M (N : T).", "not on the list"),
        ("Module M <: T.", "not on the list"),
        ("Module Import M.", "not on the list"),
        ("Include M.", "not on the list"),
        ("Polymorphic Definition a := 1.", "not on the list"),
        ("#[universes(polymorphic)] Definition a := 1.", "not on the list"),
        ("#[program] Definition a : nat := _.", "not on the list"),
        ("Fail Lemma a : True.", "not on the list"),
        ("Succeed Lemma a : True.", "not on the list"),
        ("Goal False.", "not on the list"),
        ("Instance i : C.", "not on the list"),
        ("#[global] Instance i : C.", "not on the list"),
        ("Definition a := Type@{u}.", "universes"),
        ("Lemma a : SProp.", "SProp"),
        ("Lemma a : True. Proof. native_compute.", "native_compute"),
        ("Lemma a : True. Proof. Axiom.", "Axiom"),
        ("Lemma a : True. Proof. 1: { Variable b : False. }", "not on the list"),
        ("Lemma a : True. Proof. all: Variable b : False.", "not on the list"),
        ("Section S. Module M. Variable b : False.", "outside a section"),
        ("Section S. End S. Context (b : False).", "outside a section"),
    ],
)
def test_what_the_scanner_does_not_know_it_refuses(text: str, why: str) -> None:
    holes = vernacular.holes("File.v", text)
    assert holes and any(why in hole for hole in holes), holes


def test_every_accepted_command_is_used() -> None:
    """A list that is longer than what is used would be a hole that nobody asked for."""
    texts = [f.read_text("utf-8") for f in record.all_sources()]
    read = [sentence for text in texts for sentence in coq_sentences(text)]
    whole = [vernacular.as_one(sentence) for sentence in read]
    for what, pattern in vernacular.ACCEPTED.items():
        assert any(re.fullmatch(pattern, command) for command in whole), what
    assert {token.text for sentence in read for token in sentence} >= vernacular.TACTICS


# ------------------------------------------------------------- project, page, record


def copied(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux", "*.cm*", "*.o")
    return shutil.copytree(record.COQ, tmp_path / "coq", ignore=ignored)


def test_an_option_in_the_project_file(tmp_path: Path) -> None:
    attack, folder = only("project"), copied(tmp_path)
    with (folder / "_CoqProject").open("a", encoding="utf-8") as file:
        file.write(attack.text("append.txt"))
    with pytest.raises(MalformedInput, match=attack.because):
        record.sources(folder)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def quick(monkeypatch: pytest.MonkeyPatch, folder: Path, during: Callable[[Path], None]) -> None:
    """A build of a folder in which compilation is what the test says, and the rest is true."""
    statements.load()
    theorems = record.read_record().theorems
    monkeypatch.setattr(build, "compile_development", lambda place, on_file: during(place))
    monkeypatch.setattr(build, "pin_statements", lambda place, theirs: "0")
    monkeypatch.setattr(build, "verify", lambda *of, **more: theorems)
    monkeypatch.setattr(build, "version", lambda place: "8.16.1")
    monkeypatch.setattr(shutil, "which", lambda tool: tool)
    true = build.build
    monkeypatch.setattr(build, "build", lambda **more: true(folder, **more))
    digest, write = record.sources_digest, record.write_record
    monkeypatch.setattr(record, "sources_digest", lambda of=folder: digest(of))
    monkeypatch.setattr(kernels, "KERNELS", folder / "kernels.json")
    monkeypatch.setattr(record, "write_record", lambda built: write(built, folder / "record.json"))


RECORDING = Options(
    record=True, confirm=False, side_by_side=None, libraries=False, quiet=True, json=True,
    define=None, write_statements=False, statements=None,
)  # fmt: skip


def test_what_was_copied_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(tmp_path)
    true = record.sources_digest(folder)
    quick(monkeypatch, folder, lambda place: None)
    assert coq.command(RECORDING) == OK
    assert record.read_record(folder / "record.json").sources == true


def test_a_source_that_is_edited_while_it_is_built_is_not_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack, folder = only("build"), copied(tmp_path)
    change, before = json.loads(attack.text("change.json")), record.sources_digest(folder)
    sealed = (folder / "record.json").read_bytes()
    quick(
        monkeypatch, folder, lambda _: edit(folder / change["file"], change["old"], change["new"])
    )
    assert build.build().sources == before != record.sources_digest(folder)
    edit(folder / change["file"], change["new"], change["old"])
    with pytest.raises(build.BuildFailed, match=attack.because):
        coq.command(RECORDING)
    assert (folder / "record.json").read_bytes() == sealed


def test_a_copy_that_is_edited_while_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack, folder = only("copy"), copied(tmp_path)
    change = json.loads(attack.text("change.json"))
    quick(
        monkeypatch,
        folder,
        lambda p: edit(p / "dev" / change["file"], change["old"], change["new"]),
    )
    with pytest.raises(build.BuildFailed, match=attack.because):
        build.build()


def test_a_weaker_claim_is_not_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest of the page is written by hand: who weakens it must name the page that results."""
    attack, folder = only("page"), copied(tmp_path)
    edit(folder / record.PAGE, **json.loads(attack.text("change.json")))
    quick(monkeypatch, folder, lambda place: None)
    sealed = (folder / "record.json").read_bytes()
    with pytest.raises(MalformedInput, match=attack.because) as refused:
        coq.command(RECORDING)
    assert (folder / "record.json").read_bytes() == sealed
    assert refused.value.exit_status == MALFORMED
    named = re.search(r"which is (\w{64})", str(refused.value))
    assert named
    (folder / record.PINNED_PAGE).write_text(f"{named[1]}\n", encoding="utf-8")
    assert coq.command(RECORDING) == OK


# ------------------------------------------------------------- the judge


def brought(attack: Attack, place: Path) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(attack.text("judge"), encoding="utf-8")
    place.chmod(0o755)
    (place.parent / "run.jsonl").write_text(attack.text("run.jsonl"), encoding="utf-8")
    return place.parent / "run.jsonl"


def test_a_judge_that_is_brought_along_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    attack = only("judge")
    run = brought(attack, tmp_path / "proofs_check" / "coq" / "judge" / "judge")
    monkeypatch.setattr(judge, "JUDGE", tmp_path / "installed" / "coq" / "judge" / "judge")
    monkeypatch.chdir(tmp_path)
    status, out, err = proofs_check("judge", run)
    assert (status, out) == (USAGE, "") and attack.because in err
    assert not list(tmp_path.rglob("ran"))


def test_a_judge_that_is_named_is_called_self_reported(
    tmp_path: Path, proofs_check: Command
) -> None:
    attack = only("named judge")
    run = brought(attack, tmp_path / "judge")
    status, out, _ = proofs_check("judge", "--json", run, "--program", tmp_path / "judge")
    verdict = json.loads(out)
    assert status == OK and "theorem" not in verdict
    assert verdict["program"]["self_reported"] and verdict["program"]["path"].endswith("judge")
    assert len(verdict["program"]["sha256"]) == 64 and verdict["program"]["modules"] is None
    out = proofs_check("judge", run, "--program", tmp_path / "judge").out
    assert attack.because in out and "accepted_file_is_run" not in out
    assert verdict["program"]["sha256"] in out
    missing = proofs_check("judge", run, "--program", tmp_path / "none")
    assert missing.status == USAGE != FALSE and "is no program" in missing.err
