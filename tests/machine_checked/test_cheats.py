"""Attempts to be called proved without a proof: each is refused, and for the right reason."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.machine_checked import build, record
from tests.machine_checked.attack import attacks
from tests.machine_checked.conftest import needs_coq, ran

STATED = "Theorem theorem_4 : C.Theorem_4.\n"
PROOF = (
    "Proof. by apply: (regret_by (p := fun d => _)) => *; apply: theorem_4_three; eassumption. Qed."
)
USED = "exact: theorem_4."


ATTACKS = {name: a for name, a in attacks().items() if a.at == "solution" and a.behind}
FIRST = {
    "axiom_with_an_allowed_last_name",
    "axiom_with_an_allowed_path",
    "module_called_as_the_librarys",
    "module_only_declared",
    "recursion_without_end",
    "universe_in_itself",
    "notation_that_only_prints",
    "challenge_of_its_own",
    "theorem_left_out",
    "the_checkers_words",
}
"""One for each way to fail; the rest, which the scanner refuses before, are long."""
CHEATS = [pytest.param(name, marks=[] if name in FIRST else [pytest.mark.long]) for name in ATTACKS]


@pytest.fixture(scope="module")
def laid_out(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, laid out and compiled."""
    place = build.laid_out(record.COQ, tmp_path_factory.mktemp("laid_out") / "place")
    for file in built.rglob("*.vo"):
        if file.parent.name == "challenge":  # what make challenge left: it is compiled here anew
            continue
        shutil.copy2(file, place / build.inside(file.relative_to(built).as_posix()))
    (place / "expected" / "Expected.v").write_text("", encoding="utf-8")
    names = build.development(place)
    build.write_project(place, [n for n in names if (place / f"{build.inside(n)}o").is_file()])
    build.compile_development(place, print)
    return place


@pytest.fixture
def place(laid_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to cheat in; only the challenge's claims are asked about."""
    monkeypatch.setattr(build, "mapped", list)
    monkeypatch.setattr(build, "JUDGE", {})
    return Path(shutil.copytree(laid_out, tmp_path / "place"))


def _changed(place: Path, before: str, instead: str) -> None:
    """Put a cheat in the place of the theorem. The corollary that uses the theorem gets an honest
    one under another name, so that it does not give the cheat away."""
    file = place / "solution" / "Solution.v"
    text = file.read_text(encoding="utf-8")
    assert text.count(STATED + PROOF) == text.count(USED) == 1
    honest = (STATED + PROOF).replace("theorem_4 :", "honest :")
    text = text.replace(USED, USED.replace("theorem_4", "honest"))
    text = text.replace(STATED + PROOF, f"{honest}\n{before}\n{instead}")
    file.write_text(text, encoding="utf-8")


@needs_coq
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_solution_that_cheats_is_refused_behind_the_scanner(place: Path, cheat: str) -> None:
    """Nothing below rests on the list of accepted commands."""
    attack = ATTACKS[cheat]
    _changed(place, attack.text("before.v"), attack.text("proof.v"))
    with pytest.raises(build.BuildFailed, match=attack.behind):
        build.verify(place)


@needs_coq
@pytest.mark.parametrize("name", sorted(n for n, a in attacks().items() if a.at == "development"))
def test_a_file_that_is_called_as_the_challenge(place: Path, name: str) -> None:
    """Absolute names win."""
    attack = attacks()[name]
    file = place / "dev" / attack.text("name").strip()
    file.parent.mkdir(exist_ok=True)
    file.write_text(attack.text("added.v"), encoding="utf-8")
    words = (*record.COQC_OPTIONS, *build.OUR_PATHS, str(file.relative_to(place)))
    done = ran(place, "coqc", *words)
    assert done.returncode == 0, done.stderr
    _changed(place, attack.text("before.v"), attack.text("proof.v"))
    with pytest.raises(build.BuildFailed, match=attack.because):
        build.verify(place)


@needs_coq
def test_the_solution_is_accepted(place: Path) -> None:
    """Options from the surroundings change nothing. coqchk runs in test_build.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "recheck", lambda *of_all, **named: None)
        for name, value in json.loads(
            attacks()["options_from_outside"].text("variables.json")
        ).items():
            patch.setenv(name, value.replace("expected", str(place / "expected")))
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
    entry = next(m for m in record.mapped() if m.theorem == theorem)
    monkeypatch.setattr(build, "mapped", lambda: [entry])
    build.pin_statements(place, build._theorems())
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
    theirs = {"theorem_4_rate": "sharper/Theorem4.v"}
    true = build._displayed(place, theirs)["theorem_4_rate"]
    display = place / "dev" / "model/Display.v"
    lie = '\nNotation "2 * d" := (IZR 3 * d) (at level 40, only printing) : R_scope.\n'
    display.write_text(display.read_text(encoding="utf-8") + lie, encoding="utf-8")
    done = ran(place, "coqc", *record.COQC_OPTIONS, *build.OUR_PATHS, "dev/model/Display.v")
    assert done.returncode == 0, done.stderr
    assert build._displayed(place, theirs)["theorem_4_rate"] != true
