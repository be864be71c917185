"""The Coq development: what it proves is what the ledger says, and it cannot be fooled quietly."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from proofs_check import claims
from proofs_check.__main__ import main
from proofs_check.ledger.registry import REGISTRY
from proofs_check.machine_checked import build, record
from reference.support.errors import FALSE, MALFORMED, USAGE, MalformedInput

NO_COQ = "coqc is not installed: the development is not built here"
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=NO_COQ)

# A change of a statement, and what it claims too much.
PLANTED = [
    ("AppendixA.v", "dist_pairs h <= \\rsum_(s < h) q_xi s", "dist_pairs h <= / 2 * \\rsum_(s < h) q_xi s", "half of Lemma 8"),
    ("AppendixA.v", "xi_ hist x a <= 2 * eps (st hist) x a", "xi_ hist x a <= eps (st hist) x a", "(26) without 2"),
    ("AppendixA.v", "Rleb (sum_norm1 v) (12 * LX", "Rleb (sum_norm1 v) (11 * LX", "Lemma 4 with 11"),
    ("AppendixB.v", "sum_b v <= 5 * sqrt", "sum_b v <= 3 * sqrt", "Lemma 12 with 3"),
    ("AppendixB.v", "Theorem lemma_6 : 1 - 2 * delta", "Theorem lemma_6 : 1 - delta", "Lemma 6 with delta for 2 delta"),
    ("Concentration.v", "exp (- (eps ^ 2 / (2 * \\rsum_(i < n) cc i ^ 2))) /\\", "exp (- (eps ^ 2 / (\\rsum_(i < n) cc i ^ 2))) /\\", "Azuma without 2"),
    ("GoodEvents.v", "Theorem lemma_2 : 1 - delta <=", "Theorem lemma_2 : 1 <=", "Lemma 2 surely"),
    ("GoodEvents.v", "Theorem lemma_3 : 1 - 2 * delta", "Theorem lemma_3 : 1 - delta / 2", "Lemma 3 with delta / 2"),
    ("Theorem4.v", "((2 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).\nProof.\napply: Rle_trans theorem_4_layered", "((1 + sqrt 2) * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).\nProof.\napply: Rle_trans theorem_4_layered", "Theorem 4 with 1 + sqrt 2"),
    ("Trigger.v", "INR (updates w) <= INR X * INR #|A| * log2 (size w)", "INR (updates w) <= INR X * log2 (size w)", "X log2 T updates"),
    ("MainResults.v", "Theorem theorem_4_paper : 1 - 5 * delta", "Theorem theorem_4_paper : 1 - 4 * delta", "Theorem 4 by the paper's route with 4 delta"),
]  # fmt: skip


def test_the_record_is_of_these_sources_and_proves_what_is_mapped() -> None:
    found = record.read()
    for one in record.mapped():
        theorem = found.theorems[one.theorem]
        assert theorem.file == one.file
        assert theorem.statement
        assert all(a.rpartition(".")[2] in record.ALLOWED_AXIOMS for a in theorem.axioms)
        lines = (record.COQ / theorem.file).read_text(encoding="utf-8").splitlines()
        assert theorem.name in lines[theorem.line - 1]


def test_every_mapped_form_is_a_claim_with_that_verdict() -> None:
    claims.load()
    for one in record.mapped():
        expected = REGISTRY[one.key].expected.value
        assert expected == ("FAILS" if one.form == "refutation" else "HOLDS"), one


def test_main_theorem_has_no_hypothesis_on_the_learner() -> None:
    """The instance that exists: its statement mentions no learner but UCRL-LP."""
    labels = {one.label for one in record.mapped() if one.form != "refutation"}
    assert {"thm:main", "lem:key-lem", "lem:error", "lem:bias", "lem:occ-term-2"} <= labels


def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "coq"
    folder.mkdir()
    for file in [
        *record.sources(),
        *(record.COQ / n for n in ("_CoqProject", "claims.json", "record.json")),
    ]:
        target = folder / file.relative_to(record.COQ)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return folder


def test_a_record_of_other_sources_is_an_error(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    assert record.read(folder / "record.json").theorems
    with (folder / "Sums.v").open("a") as file:
        file.write("\n")
    with pytest.raises(MalformedInput, match="is of other sources") as refused:
        record.read(folder / "record.json")
    assert refused.value.exit_status == MALFORMED


def test_an_entry_of_claims_json_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "claims.json"
    for entry, rule in (
        ({"label": "eq:8"}, "is not an entry"),
        ({"label": "a", "form": "b", "theorem": "c", "file": "d"}, "one of"),
    ):
        file.write_text(json.dumps([entry]))
        with pytest.raises(MalformedInput, match=rule):
            record.mapped(file)


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
    folder = copied(tmp_path)
    assert build.forbidden(folder) == []
    file = folder / "Sums.v"
    file.write_text(
        file.read_text(encoding="utf-8") + f"\n(* Admitted in a comment *)\n{hole}\n",
        encoding="utf-8",
    )
    found = build.forbidden(folder)
    assert found
    assert all(f"Sums.v:{len(file.read_text().splitlines())}:" in one for one in found)


def test_without_coqc(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["coq"]) == USAGE
    assert "coqc: is not installed; on Debian: apt-get install coq" in capsys.readouterr().err


def test_a_foreign_axiom_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\nhole : False\n"
    assert build._axioms(printed) == ("Classical_Prop.classic", "hole")
    assert build._axioms("Closed under the global context") == ()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(record.COQ, folder, dirs_exist_ok=True)
    done = subprocess.run(["make", "-s", "-j2"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


@needs_coq
@pytest.mark.slow
def test_it_builds_here_with_the_recorded_statements(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coq", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    recorded = record.read()
    assert found["sources"] == recorded.sources
    if found["coq"] == recorded.coq:
        for one in found["theorems"]:
            theorem = recorded.theorems[one["theorem"]]
            assert (one["statement"], tuple(one["axioms"])) == (theorem.statement, theorem.axioms)


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"), [p[:3] for p in PLANTED], ids=[p[3] for p in PLANTED]
)
def test_a_stronger_statement_does_not_build(built: Path, file: str, old: str, new: str) -> None:
    source = (built / file).read_text(encoding="utf-8")
    assert source.count(old) == 1
    changed = built / file
    try:
        changed.write_text(source.replace(old, new), encoding="utf-8")
        words = [w for w in (built / "_CoqProject").read_text().split() if not w.endswith(".v")]
        options = [w for w in words if w != "-arg"]
        done = subprocess.run(["coqc", *options, file], cwd=built, capture_output=True, text=True)
        assert done.returncode == FALSE
        assert "Error" in done.stderr
        assert "Cannot find" not in done.stderr  # it fails for the statement, not for a file
    finally:
        changed.write_text(source, encoding="utf-8")
