"""Attempts to be called proved without a proof: each is refused, and for the right reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.machine_checked import build, record
from tests.machine_checked.conftest import needs_coq, ran

STATED = "Theorem theorem_4 : C.Theorem_4.\n"
PROOF = (
    "Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_three; eassumption. Qed."
)
ABSURD = "Definition absurd := classic."

# What is put in front of the solution's first theorem, its statement and proof, and the answer.
# These get by the list of forbidden words: nothing below rests on it.
SOLUTIONS: dict[str, tuple[str, str, str]] = {
    "an axiom whose last name is allowed": (
        "Module Logic. Variable classic : False. End Logic.",
        STATED + "Proof. case: Logic.classic. Qed.",
        r"uses Solution\.Solution\.Logic\.classic, which is not allowed",
    ),
    "an axiom whose path is allowed": (
        (
            "Module Coq. Module Logic. Module Classical_Prop. Axiom classic : False. "
            f"{ABSURD} End Classical_Prop. End Logic. End Coq."
        ),
        STATED + "Proof. case: Coq.Logic.Classical_Prop.absurd. Qed.",
        r"uses Solution\.Solution\.Coq\.Logic\.Classical_Prop\.classic, which is not allowed",
    ),
    "a module called as the library's": (
        f"Module Classical_Prop. Variable classic : False. {ABSURD} End Classical_Prop.",
        STATED + "Proof. case: Classical_Prop.absurd. Qed.",
        r"uses Solution\.Solution\.Classical_Prop\.classic, which is not allowed",
    ),
    "a module that is only declared": (
        "Module Type Holds. Parameter absurd : False. End Holds. Declare Module H : Holds.",
        STATED + "Proof. case: H.absurd. Qed.",
        r"uses Solution\.Solution\.H\.absurd, which is not allowed",
    ),
    "a recursion without end": (
        (
            "Unset (* *) Guard (* *) Checking.\n"
            "Fixpoint absurd (n : nat) : False := absurd n.\nSet Guard Checking."
        ),
        STATED + "Proof. case: (absurd 0%N). Qed.",
        r"no axiom: .*absurd is assumed to be guarded",
    ),
    "a universe in itself": (
        (
            "Unset (* *) Universe (* *) Checking.\n"
            "Definition U : Type@{Set} := Set.\nSet Universe Checking."
        ),
        STATED + "Proof. have _ := U. " + PROOF.removeprefix("Proof. "),
        r"no axiom: .*relies on an unsafe",
    ),
    "a notation that only prints": (
        "Notation \"'Challenge.Challenge.Theorem_4'\" := True (only printing).",
        "Theorem theorem_4 : True.\nProof. exact: I. Qed.",
        r"fails at verdict/Check\.v",
    ),
    "a challenge of its own": (
        (
            "Module Challenge. Module Challenge. Definition Theorem_4 := True.\n"
            "Lemma proof : Theorem_4. Proof. exact: I. Qed. End Challenge. End Challenge."
        ),
        "Definition theorem_4 := Challenge.Challenge.proof.",
        r"fails at verdict/Check\.v",
    ),
    "a theorem less": ("", "", r"fails at verdict/Check\.v"),
    "the checker's words": (
        "Print Assumptions I.",
        STATED + PROOF,
        r"solution/Solution\.v prints 'Closed under the global context'",
    ),
}


@pytest.fixture(scope="module")
def laid_out(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, laid out and compiled."""
    place = build.laid_out(record.COQ, tmp_path_factory.mktemp("laid_out") / "place")
    for file in built.rglob("*.vo"):
        if file.parent.name == "challenge":  # what make challenge left: it is compiled here anew
            continue
        shutil.copy2(file, place / "dev" / file.relative_to(built))
    (place / "expected" / "Expected.v").write_text("", encoding="utf-8")
    names = [name for name in build.development(place) if (place / "dev" / f"{name}o").is_file()]
    project = "\n".join(["-Q . UCRLLP", *names]) + "\n"
    (place / "dev" / "_CoqProject").write_text(project, encoding="utf-8")
    build.compile_development(place, print)
    return place


@pytest.fixture
def place(laid_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to cheat in; only the challenge's claims are asked about."""
    monkeypatch.setattr(build, "mapped", list)
    monkeypatch.setattr(build, "JUDGE", {})
    return Path(shutil.copytree(laid_out, tmp_path / "place"))


def _changed(place: Path, before: str, instead: str) -> None:
    file = place / "solution" / "Solution.v"
    text = file.read_text(encoding="utf-8")
    assert STATED + PROOF in text
    file.write_text(text.replace(STATED + PROOF, f"{before}\n{instead}"), encoding="utf-8")


@needs_coq
@pytest.mark.parametrize("cheat", SOLUTIONS)
def test_a_solution_that_cheats_is_refused(place: Path, cheat: str) -> None:
    before, instead, answer = SOLUTIONS[cheat]
    _changed(place, before, instead)
    with pytest.raises(build.BuildFailed, match=answer):
        build.verify(place)


@needs_coq
def test_the_solution_is_accepted(place: Path) -> None:
    """Options from the surroundings change nothing. coqchk runs in test_build.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "recheck", lambda *of_all, **named: None)
        patch.setenv("COQEXTRAFLAGS", "-type-in-type")
        patch.setenv("COQPATH", str(place / "expected"))
        theorems = build.verify(place)
    assert theorems.keys() == record.PAIRS.keys()
    assert all(set(t.axioms) <= record.ALLOWED_AXIOMS.keys() for t in theorems.values())


@needs_coq
@pytest.mark.parametrize(
    ("theorem", "true", "changed", "times"),
    [
        ("theorem_4_three", "BinNums.xI BinNums.xH", "BinNums.xO BinNums.xH", 1),
        ("lemma_9_false_other", " 800%nat", " 801%nat", None),
        ("updates_fewer_VI", " 3004%nat", " 3003%nat", 1),
    ],
)
def test_another_expected_statement_is_refused(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    theorem: str,
    true: str,
    changed: str,
    times: int | None,
) -> None:
    """Numbers in a statement are there by themselves, in decimals, not by a name."""
    statements.load()
    one = next(m for m in record.mapped() if m.theorem == theorem)
    monkeypatch.setattr(build, "mapped", lambda: [one])
    build.pin_statements(place, place / "home" / "Pinned.v")
    file = place / "expected" / "Expected.v"
    text = file.read_text(encoding="utf-8")
    assert len(text) < 30000
    assert text.count(true) == times if times else true in text
    file.write_text(text.replace(true, changed), "utf-8")
    with pytest.raises(build.BuildFailed, match=rf"verdict/Check\.v:\s[^@]*{theorem}"):
        build.verify(place)


@needs_coq
def test_a_notation_that_only_prints_shows_in_the_statements(place: Path) -> None:
    statements.load()
    theirs = {"theorem_4_rate": "Theorem4.v"}
    true = build._displayed(place, theirs)["theorem_4_rate"]
    display = place / "dev" / "Display.v"
    lie = '\nNotation "2 * d" := (IZR 3 * d) (at level 40, only printing) : R_scope.\n'
    display.write_text(display.read_text(encoding="utf-8") + lie, encoding="utf-8")
    done = ran(place / "dev", "coqc", *record.COQC_OPTIONS, "-Q", ".", "UCRLLP", "Display.v")
    assert done.returncode == 0, done.stderr
    assert build._displayed(place, theirs)["theorem_4_rate"] != true
