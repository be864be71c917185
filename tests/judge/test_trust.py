"""TRUST.md says what is there: axioms, directives, line counts, rules; and the directives compute
what Coq computes."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from proofs_check.commands.judge import JUDGE
from proofs_check.machine_checked.record import ALLOWED_AXIOMS, load_path
from tests.fuzz.agreement import built, compiled

COQ = JUDGE.parent
DIRECTIVES = Path(__file__).parent / "directives.ml"
PAGE = (COQ / "TRUST.md").read_text(encoding="utf-8")

REALS = {
    "Verdict": ["accepted_is_run", "verdict_feed"],
    "FileVerdict": ["accepted_says", "accepted_file_is_run"],
    "JudgedLearner": ["judged_learner", "judged_learner_printed"],
    "AskingLearner": ["any_learner", "asking_bound"],
    "GreedyGap": ["greedy_gap"],
    "GreedyAccepted": ["exists_accepted_learner", "greedy_asking_bound", "offer_fallback"],
}
PROGRAM = {
    "TraceCheck": ["opening", "feed", "verdict"],
    "Verdict": ["feed_failed"],
    "ByteByByte": ["judged", "feed_byte", "last_line", "verdict_of"],
    "FastLineSound": ["feed_line_ok"],
    "JsonComplete": ["read_iff"],
    "Unique": ["denotes_unique", "file_says_unique"],
    "LineByLine": ["asked_lines"],
}
DEFINED = r"^(?:Definition|Fixpoint|Inductive) (\w+)(?!['\w])"
COMPUTATION = {"JsonMachine", "Decode", "ByteByByte", "FastEpisode", "FastLine", "LineByLine"}
"""The files of the program's definitions, beside those that end in Check."""

COMPUTED = """Require Import ZArith List. Import ListNotations. Open Scope Z_scope.
Definition sign c := match c with Eq => 0 | Lt => -1 | Gt => 1 end.
Definition each (A : Type) (l : list A) (f : A -> A -> list Z) :=
  flat_map (fun x => flat_map (f x) l) l.
Definition whole x y := let (q, r) := Z.div_eucl x y in [x + y; - x; x - y; x * y; sign (x ?= y);
  Z.b2z (x =? y); Z.max x y; Z.min x y; Z.abs x; q; r; x / y; x mod y; Z.shiftl x y; Z.sqrt x;
  Z.log2 x; x ^ y; Z.of_N (Z.to_N x)].
Definition positive p q := map Zpos [Pos.succ p; p + q; p * q]%positive ++
  [sign (Pos.compare p q); sign (Pos.compare_cont Lt p q); Zpos (Pos.pred_double p)].
Eval vm_compute in each _ (map (fun n => Z.of_nat n - 9) (seq 0 19)) whole
  ++ each _ (map Pos.of_succ_nat (seq 0 9)) positive.
"""


def coq(text: str, folder: Path) -> str:
    """What Coq prints about a file."""
    (folder / "Asked.v").write_text(text, encoding="utf-8")
    words = ["coqc", "-q", *load_path(COQ.parent), "-w", "none", "Asked.v"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assumptions(names: dict[str, list[str]], folder: Path) -> list[str]:
    """Coq's answers to Print Assumptions, in this order."""
    asked = [f"UCRLLP.judge.{file}.{name}" for file, of in names.items() for name in of]
    lines = [f"Require {name.rpartition('.')[0]}. Print Assumptions {name}." for name in asked]
    answer = coq("\n".join(lines), folder)
    return re.split(r"(?=^Axioms:|^Closed under)", answer, flags=re.M)[1:]


@built
def test_theorems_rest_on_the_reals_axioms_and_the_program_on_none(tmp_path: Path) -> None:
    assert all(f"`{name}`" in PAGE for names in REALS.values() for name in names)
    answers = assumptions(REALS, tmp_path)
    assert len(answers) == 12
    for answer in answers:
        used = re.findall(r"^(?:\w+\.)*(\w+)(?: :|$)", answer.removeprefix("Axioms:\n"), re.M)
        assert set(used) <= {name.rpartition(".")[2] for name in ALLOWED_AXIOMS} | {"Closed"}
    assert all("sig_forall_dec" in answers[k] for k in (0, 3, 4, 5, 6, 7))
    answers = assumptions(PROGRAM, tmp_path)
    assert [a.strip() for a in answers] == ["Closed under the global context"] * 13


@built
def test_the_page_names_every_new_definition_that_the_theorems_use(tmp_path: Path) -> None:
    new = {  # those of the program apart: the theorems are about it
        f"{file.stem}.{name}"
        for file in COQ.glob("*.v")
        if not file.stem.endswith("Check") and file.stem not in COMPUTATION
        for name in re.findall(
            r"^(?:Definition|Fixpoint|Inductive) (\w+)(?!['\w])", file.read_text(), re.M
        )
    }
    stated = REALS | {"Unique": ["denotes_unique", "file_says_unique"]}
    used = {f"{file}.{name}" for file, names in stated.items() for name in names}
    asked = [f'Redirect "{name}" Check @UCRLLP.judge.{name}.' for name in used]
    asked += [f'Redirect "{name}" Print UCRLLP.judge.{name}.' for name in new]
    files = {name.partition(".")[0] for name in used | new}
    required = "".join(f"Require UCRLLP.judge.{file}.\n" for file in sorted(files))
    coq(required + "Set Printing All.\n" + "\n".join(asked), tmp_path)
    size = 0
    while size < len(used):
        size = len(used)
        said = "".join((tmp_path / f"{name}.out").read_text() for name in used)
        used |= new & set(re.findall(r"\w+\.\w+", said))
    rows = re.findall(r"^ +\| `(\w+)\.v` \| (.+?) \|", PAGE, re.M)
    listed = {f"{file}.{name}" for file, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert used & new == listed


@built
def test_every_directive_in_use_is_on_the_page() -> None:
    assert not re.search(r"^\s*Extract ", (COQ / "Extraction.v").read_text(), re.M)
    directives, module = set(), ""
    for line in (COQ / "judged.ml").read_text().splitlines():
        if opened := re.match(r"module (\w+) =", line):
            module = opened[1]
        direct = r"let (?:rec )?(\w+) =\s+(?:Big_int_Z\.|\(fun (?:c )?x y -> let s = Big_int_Z)"
        if defined := re.match(rf"  {direct}", line):
            directives.add(f"{module.removeprefix('Coq_')}.{defined[1]}")
    assert directives == set(re.findall(r"`((?:Z|Pos)\.\w+)`", PAGE))


@built
def test_the_directives_compute_what_coq_computes(tmp_path: Path) -> None:
    done = subprocess.run([compiled(DIRECTIVES, tmp_path)], capture_output=True, check=True)
    printed = coq(COMPUTED, tmp_path).rpartition(":")[0]
    expected = re.findall(r"-?\d+", printed)
    assert len(expected) == 19 * 19 * 18 + 9 * 9 * 6
    assert done.stdout.decode().split() == expected
