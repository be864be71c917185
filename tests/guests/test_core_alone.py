"""The core without the guests: a copy of the project without their rooms, installed into an
environment of its own, where its tests pass. test_core_slice.py is the quick form."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from reference.support import guests
from reference.support.errors import OK, USAGE
from tests.guests.without import copy_of_the_core, ended


class Core:
    """The installed core, and its clone."""

    def __init__(self, folder: Path) -> None:
        self.clone, self.venv = copy_of_the_core(folder / "clone"), folder / "venv"
        ended([sys.executable, "-m", "venv", "--without-pip", self.venv], folder)
        (site,) = self.venv.glob("lib/python*/site-packages")
        # The libraries of this environment, behind what is installed here.
        libraries = [path for path in sys.path if path.endswith("-packages")]
        (site / "libraries.pth").write_text("\n".join(libraries) + "\n", "utf-8")
        offline = ["--no-build-isolation"] if find_spec("hatchling") is not None else []
        install = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", *offline)
        ended((*install, "--target", site, self.clone), folder)
        (package,) = site.glob("reference")
        assert package.is_dir() and not (package / "guests").exists()

    def python(self, *words: str, cwd: Path, ends: int = OK) -> CompletedProcess[str]:
        """Run Python in that environment. The exit status must be `ends`."""
        return ended([self.venv / "bin" / "python", *words], cwd, ends)


# Tests of what the whole repository says: its pages, its table of rules, its lists of tests and of
# names have the guests, too.
WHOLE = (
    "tests/structure/test_slow.py::test_what_is_marked_exists",
    "tests/structure/test_names.py::test_one_name_is_one_thing_and_nothing_else_is_excused",
    "tests/structure/test_tools.py::test_what_a_page_names_exists",
    "tests/structure/test_tools.py::test_the_tests_that_mutants_are_to_be_seen_by_exist",
    "tests/cli/test_explain_reading.py::test_every_reading_has_its_lines",  # guests' among them
    "tests/structure/test_rooms.py::test_the_contracts_are_eight_on_a_screen",
    "tests/structure/test_rooms.py::test_planted_breaches_are_named",
    "tests/structure/test_rooms.py::test_every_room_serves_someone",
    "tests/ledger/test_claims.py::test_parts_of_the_pages_are_what_the_audit_found",
    "tests/report/test_spec.py::test_part_is_generated",
    "tests/report/test_spec.py::test_readings_are_those_of_the_code",
    "tests/report/test_spec.py::test_every_reading_says_what_why_and_how_much",
    "tests/report/test_spec.py::test_links_and_anchors_resolve",
    "tests/report/test_spec.py::test_paths_named_in_the_spec_exist",
    "tests/structure/test_reading_places.py",  # guests' page among the places
    (
        "tests/figure1/test_findings.py::"
        "test_the_page_of_the_reference_compares_posterior_sampling_as_the_trials_do"
    ),
)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The installed core."""
    return Core(tmp_path_factory.mktemp("core"))


def test_the_tests_of_the_core_pass(core: Core) -> None:
    """All but the slow ones, and of these Figure 1's."""
    run = ["-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadfile"]
    run += ["--ignore=tests/structure/test_ci.py", *(f"--deselect={test}" for test in WHOLE)]
    for words in (("-m", "not slow"), ("tests/figure1/test_simulation.py",)):
        said = core.python(*run, *words, cwd=core.clone).stdout.splitlines()[-1]
        assert " passed" in said and "failed" not in said


OF_GUESTS = ("Sec. I-A, greedy", "Sec. I-A, OMD", "Sec. I-B, updates", "Sec. IV-B, adversarial")


def test_statements_about_guests_keep_what_coq_proves(core: Core, tmp_path: Path) -> None:
    names = (*OF_GUESTS, "Sec. I-B, convex program", "Lemma 6")
    words, rows = ("-m", "proofs_check", "audit", "--planted", "--json", "--only"), []
    for name in names:
        rows += json.loads(core.python(*words, name, cwd=tmp_path).stdout)
    assert {row["number"] for row in rows} >= {*OF_GUESTS, "Lemma 6"}
    for claim in rows:
        assert claim["verdict"] == claim["expected"], claim["number"]
        absent = [e for e in claim["evidence"] if guests.NOT_HERE in e["note"]]
        if claim["number"] in OF_GUESTS:
            assert absent and claim["derived_status"] == "machine-checked"
            assert all(e["instances"] == 0 and e["verdict"] == "VACUOUS" for e in absent)
        elif claim["number"] == "Lemma 6":
            assert not absent and all(fault["refuted"] for fault in claim["planted"])
    tried = [fault["refuted"] for row in rows for fault in row["planted"]]
    assert None in tried and False not in tried


REFUSED = [
    ("-m", "reference", "run", "--env", "tiny", "--T", "5", "--algorithm", "fpop"),
    ("-m", "reference", "run", "--env", "tiny", "--T", "5", "--algorithm", "ucb-h:c=1"),
    ("-m", "reference", "simulate", "figure1", "--smoke", "--algorithms", "psrl"),
    ("-m", "reference", "simulate", "compare", "--smoke"),
    ("-m", "reference.adapters", "rlberry-ucbvi", "--out", "run.jsonl"),
    ("-m", "proofs_check", "trace", "flat.jsonl"),
    ("-m", "proofs_check", "trace", "family.jsonl"),
    ("-m", "proofs_check", "kit", "--algorithm", "ucrl2", "--against", "true"),
]


@pytest.mark.parametrize("words", REFUSED, ids=lambda words: " ".join(words[1:4]))
def test_a_guest_that_is_asked_for_is_not_installed(
    words: tuple[str, ...], core: Core, tmp_path: Path
) -> None:
    for name, algorithm in (("flat", "UCRL2"), ("family", "FPOP")):
        head = f'{{"record": "header", "algorithm": "{algorithm}"}}\n'
        (tmp_path / f"{name}.jsonl").write_text(head, "utf-8")
    said = core.python(*words, cwd=tmp_path, ends=USAGE).stderr
    assert guests.NOT_HERE in said and "Traceback" not in said
    assert "known is" in said and "ucrl-lp" in said


def test_the_core_runs_checks_and_simulates(core: Core, tmp_path: Path) -> None:
    played = "--env riverswim --horizon 3 --T 60 --out r.jsonl"
    for words in (
        ("reference", "run", *played.split()),
        ("proofs_check", "trace", "r.jsonl"),
        ("proofs_check", "trace", "--plain", "--coverage", "r.jsonl"),
        ("proofs_check", "explain", "rules"),
        ("proofs_check", "lemmas", "r.jsonl"),
        ("reference", "simulate", "figure1", "--smoke", "--no-plot", "--out", "f"),
        ("reference", "simulate", "tight", "--smoke", "--no-plot", "--out", "t"),
        ("reference", "simulate", "figure1", "--help"),
    ):
        core.python("-m", *words, cwd=tmp_path)
    play = f"{core.venv}/bin/python -m reference run --mdp {{mdp}} --T {{T}} --delta {{delta}} "
    play += "--seed {seed} --episodes {episodes} --out {out} --quiet"
    done = core.python("-m", "proofs_check", "kit", "--runs", "4", "--against", play, cwd=tmp_path)
    assert "conform" in done.stdout or "pass" in done.stdout
