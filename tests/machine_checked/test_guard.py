"""Our own guard check: what it refuses, what it accepts, where it looks, and what it will not read.

`shapes/` has the shapes of published holes and recursion of our own that is wrong (Shapes.v), that
is right (Honest.v), every place where a term can hide (Hide.v, Mods.v), and flags (Flags.v);
`shapes/expected.json` says which fixpoints are refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

from proofs_check.machine_checked import build, closure, compiled, guard, own_check, record
from proofs_check.machine_checked.kernel_terms import fixes, fixpoint_name
from proofs_check.machine_checked.marshalled import OtherLayout, segments
from tests.machine_checked.attack import attacks
from tests.machine_checked.conftest import needs_coq, ran
from tests.machine_checked.rule_mutants import MUTANTS

SHAPES = Path(__file__).parent / "shapes"
NAMES = ("Shapes", "Honest", "Hide", "Mods", "Flags")
EXPECTED = json.loads((SHAPES / "expected.json").read_text("utf-8"))
HONEST_REFUSED = {"acc [acc]", "acc_inv [acc_inv]", "pred_ [pred_]", "mutual_inner [mutual_inner]"}
LONG = os.environ.get("UCRL_LP_LONG") == "1"
pytestmark = needs_coq


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shapes, compiled."""
    folder = tmp_path_factory.mktemp("shapes")
    for name in NAMES:
        shutil.copy(SHAPES / f"{name}.v", folder)
        done = ran(folder, "coqc", *record.COQC_OPTIONS, "-Q", ".", "Att", f"{name}.v")
        assert done.returncode == 0, done.stderr
    if not ran(folder, "coqc", "--print-version").stdout.startswith("8.16.1"):
        pytest.skip("compiled files of another version are not read")
    return folder


def folders(shapes: Path) -> list[tuple[Path, str]]:
    library = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout
    return [(shapes, "Att"), *own_check.standard_library(Path(library.strip()))]


def verdicts(
    shapes: Path,
    rule: types.ModuleType = guard,
    reader: types.ModuleType = compiled,
) -> dict[str, dict[str, object]]:
    """The number of fixpoints of each file, and what is refused in it."""

    def found() -> dict[str, dict[str, object]]:
        answers: dict[str, dict[str, object]] = {}
        for name in NAMES:
            library = reader.Library(folders(shapes))
            library.current = library.load(shapes / f"{name}.vo")
            account = rule.Account()
            rule._check_file(library.current, rule.Guard(library), account)
            refused = sorted(line.removeprefix(f"Att.{name}.") for line in account.refused)
            answers[name] = {"fixpoints": account.fixpoints, "refused": refused}
        return answers

    return guard.deeply(found)


def test_what_is_refused_and_why(shapes: Path) -> None:
    """Published holes, wrong recursion, and a term in every place: each by its name."""
    said = verdicts(shapes)
    assert said == EXPECTED
    honest = {line.partition(": ")[0] for line in EXPECTED["Honest"]["refused"]}
    assert honest == HONEST_REFUSED  # right, and more than the rule understands
    wrong = {line.partition(" [")[0] for line in EXPECTED["Shapes"]["refused"]}
    text = (SHAPES / "Shapes.v").read_text("utf-8")
    for bug in ("20413", "20455", "20555", "21682", "21683", "21701", "21797", "21839", "22021",
                "22382", "21053"):  # fmt: skip
        assert f"rocq#{bug}" in text and any(name.startswith(f"b{bug}") for name in wrong), bug
    hidden = " ".join(EXPECTED["Hide"]["refused"])
    places = [f"h{n:02}" for n in (*range(1, 8), *range(13, 20), *range(24, 28))]
    places += ["T08.", "T09.", "F10.", "T12.", "M20.", "T21'.", "M22.", "M23.N."]
    left = [place for place in places if place not in hidden and place != "h16"]
    assert left == [] and "h16_abstract_subproof" in hidden


def test_every_place_is_the_same_term(shapes: Path) -> None:
    """What is refused in Hide.v is the one shape, but where a let has a name of its own, and the
    argument of a functor that has no name."""
    lines = EXPECTED["Hide"]["refused"]
    odd = [line for line in lines if "[bad]" not in line]
    assert len(odd) == 2 and "[y]" in odd[0] and "cofixpoint" in odd[1]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_in_the_rule_or_its_reader_is_noticed(
    shapes: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, old, new = MUTANTS[name]
    source = (Path(guard.__file__).parent / file).read_text("utf-8")
    assert source.count(old) == 1 and old != new
    mutant = types.ModuleType("mutant")
    monkeypatch.setitem(sys.modules, "mutant", mutant)
    exec(compile(source.replace(old, new), file, "exec"), mutant.__dict__)
    if file == "guard.py":
        assert verdicts(shapes, rule=mutant) != EXPECTED
    else:
        assert verdicts(shapes, reader=mutant) != EXPECTED


# ------------------------------------------------------------- bytes


def test_another_version_is_refused_by_its_number(shapes: Path, tmp_path: Path) -> None:
    data = (shapes / "Mods.vo").read_bytes()
    file = tmp_path / "Mods.vo"
    for version in (81600, 81700, 90200):
        file.write_bytes(data[:4] + version.to_bytes(4, "big") + data[8:])
        with pytest.raises(OtherLayout, match=rf"version {version}; known here: 81601"):
            segments(file)
    file.write_bytes(b"MZ" + data[2:])
    with pytest.raises(OtherLayout, match="no compiled file"):
        segments(file)


def test_bytes_that_are_not_as_stated_are_refused(shapes: Path, tmp_path: Path) -> None:
    """A byte changed anywhere in a segment that holds terms, or an end cut off."""
    data = (shapes / "Mods.vo").read_bytes()
    true = segments(shapes / "Mods.vo")
    file, refused = tmp_path / "Mods.vo", 0
    for at in range(16, len(data), 997):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        try:
            assert segments(file) == true  # another segment's byte
        except OtherLayout:
            refused += 1
    assert refused > len(range(16, len(data), 997)) // 3
    for length in (0, 7, 20, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:length])
        with pytest.raises(OtherLayout):
            segments(file)


# ------------------------------------------------------------- what a theorem rests on


RESTS = """
Axiom odd : nat -> Prop.
Module Type Sig. Parameter t : Set. Parameter z : t. Axiom w : z = z. End Sig.
Module Sealed : Sig. Definition t := nat. Definition z := 0. Lemma w : z = z. Proof. easy. Qed.
End Sealed.
Module Within : Sig. Definition t := nat. Axiom z : t. Lemma w : z = z. Proof. easy. Qed.
End Within.
Module F (X : Sig). Lemma l : X.z = X.z. Proof. exact X.w. Qed. End F.
Module Good := F Sealed.
Module Bad := F Within.
Lemma free : Sealed.z = Sealed.z. Proof. exact Good.l. Qed.
Lemma by_proof : Within.z = Within.z. Proof. exact Bad.l. Qed.
Inductive uses : Prop := use : odd 0 -> uses.
Lemma by_constructor : uses -> uses. Proof. exact (fun u => u). Qed.
Lemma by_match : forall e : odd 0 = odd 0, True. Proof. intros e. destruct e. exact I. Qed.
Section S. Hypothesis h : odd 1. Lemma by_section : odd 1. Proof. exact h. Qed. End S.
Unset Positivity Checking. Inductive neg := c (f : neg -> nat). Set Positivity Checking.
Lemma by_flag : neg -> neg. Proof. exact (fun n => n). Qed.
"""
SAID = {
    "free": (),
    "by_proof": ("Att.Rests.Within.z",),
    "by_constructor": ("Att.Rests.odd",),
    "by_match": ("Att.Rests.odd",),
    "by_section": ("Att.Rests.odd",),
    "by_flag": (),
}


def test_axioms_are_those_of_the_terms(shapes: Path) -> None:
    """Through sealed modules, functors, proofs, inductives and sections, as Print Assumptions
    says; where it says otherwise, that is named."""
    asked = "".join(f"Print Assumptions {name}.\n" for name in SAID)
    (shapes / "Rests.v").write_text(RESTS + asked, "utf-8")
    done = ran(shapes, "coqc", *record.COQC_OPTIONS, "-Q", ".", "Att", "Rests.v")
    assert done.returncode == 0, done.stderr
    by_coq = done.stdout
    assert by_coq.count("Closed under the global context") == 1  # free
    assert by_coq.count("odd : nat -> Prop") == 3 and by_coq.count("Within.z : ") == 1
    assert "neg is assumed to be positive" in by_coq
    where = folders(shapes)
    said = guard.deeply(lambda: own_check.disagreements(where, SAID, "Att.Rests"))
    assert said == ["by_flag rests on Att.Rests.neg: positivity checking was off"]
    wrong = {"free": ("Att.Rests.odd",), "by_match": (), "nowhere": ()}
    said = guard.deeply(lambda: own_check.disagreements(where, wrong, "Att.Rests"))
    assert said == [
        "free rests on none by its terms; Coq says, on Att.Rests.odd",
        "by_match rests on Att.Rests.odd by its terms; Coq says, on none",
        "nowhere rests on Att.Rests.nowhere, which no compiled file has",
    ]


def test_the_closure_of_a_library_lemma(shapes: Path) -> None:
    """An axiom by its full name, from the standard library's own files."""
    library = compiled.Library(folders(shapes))
    found = guard.deeply(lambda: closure.Closures(library).closure("Coq.Logic.Classical_Prop.NNPP"))
    assert found.axioms == ("Coq.Logic.Classical_Prop.classic",)
    assert found.flags == () and found.inductives >= 2


def test_where_the_standard_library_goes_further(shapes: Path) -> None:
    """The rule refuses what it does not understand: gcd recurs on a remainder."""
    library = folders(shapes)
    file = library[1][0] / "Init" / "Nat.vo"
    account = guard.check_files([file], library)
    assert account.files == 1 and account.fixpoints > 20
    assert [line.partition(" [")[0] for line in account.refused] == ["Coq.Init.Nat.gcd"]
    by_hand = guard.deeply(
        lambda: [
            fixpoint_name(f) for _, t in compiled.Compiled(file).terms for f in fixes(t, set())
        ]
    )
    assert "gcd" in by_hand and "add" in by_hand


# ------------------------------------------------------------- the attack, from end to end


@pytest.mark.skipif(
    not LONG, reason="UCRL_LP_LONG=1 builds the page of claims with a proof of False"
)
@pytest.mark.parametrize("name", ["guard_bug_20413", "guard_bug_20455"])
def test_a_proof_of_false_from_end_to_end(name: str, tmp_path: Path) -> None:
    """Put before theorem_4, it passes scanner, coqc and Print Assumptions; our check refuses it."""
    attack = attacks()[name]
    ignored = shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux", "*.cm*", "*.o")
    folder = Path(shutil.copytree(record.COQ, tmp_path / "coq", ignore=ignored))
    file = folder / record.SOLUTION
    text, stated = file.read_text("utf-8"), "Theorem theorem_4 : C.Theorem_4.\n"
    at = text.index(stated)
    end = text.index("Qed.", at) + len("Qed.")
    put = f"{attack.text('before.v')}\n{attack.text('proof.v')}"
    file.write_text(text[:at] + put + text[end:], "utf-8")
    with pytest.raises(build.BuildFailed, match=attack.because):
        build.build(folder, claims_only=True)


# ------------------------------------------------------------- what coqchk leaves out


def test_a_file_that_coqchk_leaves_out_holds_computations_only(tmp_path: Path) -> None:
    """No tactic in a term and no unchecked step stands there; the scanner alone accepts some."""
    name = build.TOO_LONG
    text = (record.COQ / name).read_text("utf-8")
    assert build.unsafe(text) == []
    file = tmp_path / "File.v"
    file.write_text(f"{text}\nLemma l : 0 = 0.\nProof. vm_cast_no_check (eq_refl 0). Qed.\n")
    assert build.not_accepted([("Other.v", file)]) == []
    assert build.not_accepted([(name, file)]) == [
        f"{name}: vm_cast_no_check: coqchk leaves this file out"
    ]


def test_the_longest_files_come_first_and_what_they_need() -> None:
    names = ["a.v", "b.v", "judge/GreedyAccepted.v", build.TOO_LONG, "c.v"]
    needs = {name: set[str]() for name in names} | {"judge/GreedyAccepted.v": {"c.v"}}
    first = build.longest_first(names, needs)
    assert first == ["judge/GreedyAccepted.v", build.TOO_LONG, "c.v", "a.v", "b.v"]
