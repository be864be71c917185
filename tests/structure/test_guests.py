"""The guests stand apart: the core imports none of them, reaches them by one registry, and works
where their rooms are missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from reference.guests.family.family_records import OPTIONS
from reference.guests.family.traced_run import TRACED
from reference.guests.flat.flat_records import OPTIONS_OF
from reference.guests.flat.flat_run import FLAT_RUNS
from reference.guests.learners.entries import ENTRIES
from reference.support import guests
from reference.support.errors import OK, USAGE, NotInstalled
from tests.paths import ROOT
from tests.structure.imports import below, modules
from tests.structure.test_rooms import FOR_TYPES, IN_FUNCTION, found_in

ROOMS = ("reference.guests", "proofs_check.guests")
REGISTRY = "reference.support.guests"
CONTRACT = "the guests: nothing of the core imports them BROKEN"
BREACHES = [  # one in every room that has a word with them
    ("reference.commands.run", "from reference.guests.flat import flat_run"),
    ("reference.figure1.algorithms", "from reference.guests.learners.entries import ENTRIES"),
    ("reference.figure1.carry_out", "import reference.guests.comparison.comparison"),
    ("reference.trace.algorithm", "from reference.guests.flat.flat_records import OPTIONS_OF"),
    ("reference.support.guests", "from reference.guests import learners"),
    ("reference.adapters.__main__", "from reference.guests.adapters import public_runs"),
    ("proofs_check.commands.any_trace", "from proofs_check.guests.flat.check import check_flat"),
    ("proofs_check.commands.kit", "from proofs_check.guests.kit import flat_kit"),
    ("proofs_check.kit.pytest_plugin", "from proofs_check.guests.kit import flat_cases"),
    ("proofs_check.conformance.rules", "from proofs_check.guests.family import rules"),
    ("proofs_check.statements.sec_1a_greedy", "from proofs_check.guests.sampled_runs import x"),
    ("proofs_check.statements.common.guest_runs", "import proofs_check.guests.kl.sets"),
]


def in_guests(module: str) -> bool:
    """Whether a module stands in a room of the guests."""
    return any(below(module, room) for room in ROOMS)


# ----------------------------------------------------------------------------- the registry


@pytest.mark.parametrize("code", [IN_FUNCTION, FOR_TYPES], ids=["in a function", "for types"])
def test_a_planted_import_of_a_guest_is_named(code: str, tmp_path: Path) -> None:
    said = found_in(tmp_path, [(module, code.format(line)) for module, line in BREACHES])
    broken = said.partition("Broken contracts")[2]
    assert CONTRACT in said
    for module, _ in BREACHES:
        assert re.search(rf"- {re.escape(module)} -> (reference|proofs_check)\.guests\b", broken)


def named_in(source: str) -> list[str]:
    """Modules of the guests that a source names in a string: what is imported by its name."""
    return re.findall(r"""["']((?:reference|proofs_check)\.guests\.[\w.:]+)["']""", source)


def test_only_the_registry_names_modules_of_the_guests() -> None:
    core = {m: text for m, text in modules().items() if not in_guests(m)}
    names = {m for m, text in core.items() if named_in(text)}
    assert names == {REGISTRY}
    assert sorted(named_in(core[REGISTRY])) == sorted(guests.PARTS.values())
    planted = 'import_module("reference.guests.kl.step")'
    assert named_in(planted) == ["reference.guests.kl.step"]


@pytest.mark.parametrize("part", guests.PARTS)
def test_every_part_is_found(part: str) -> None:
    assert guests.installed(part)
    assert guests.guest(part) is not None


def test_every_part_is_asked_for() -> None:
    core = "\n".join(text for m, text in modules().items() if m != REGISTRY and not in_guests(m))
    assert all(f'"{part}"' in core for part in guests.PARTS)


def test_the_names_are_those_of_the_guests() -> None:
    assert guests.LEARNERS == tuple(entry.name for entry in ENTRIES)
    assert guests.FLAT == {name: algorithm for name, (algorithm, *_) in FLAT_RUNS.items()}
    assert list(guests.FLAT.values()) == list(OPTIONS_OF)
    assert guests.FAMILY == TRACED
    assert set(guests.FAMILY.values()) == set(OPTIONS)
    assert guests.is_flat("UCRL2") and not guests.is_flat("ucrl2") and not guests.is_flat("FPOP")
    assert guests.is_family("FPOP") and not guests.is_family("UCRL-LP")


def test_a_room_that_is_left_over_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without its code, as of compiled files, is a namespace to Python."""
    monkeypatch.setitem(guests.PARTS, "left over", "tests.nowhere.module:name")
    assert not guests.installed("left over")
    with pytest.raises(NotInstalled, match="--algorithm: not installed here; known is ucrl-lp"):
        guests.guest("left over", "--algorithm", "fpop")


# ----------------------------------------------------------------------------- without them


class Core:
    """The project without the rooms of the guests, installed into an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.clone, self.venv = folder / "clone", folder / "venv"
        names = ("guests", "__pycache__", "*.vo", "*.glob", "*.egg-info", "node_modules")
        self.clone.mkdir()
        for name in ("reference", "proofs_check", "tests"):
            leave = shutil.ignore_patterns(*names)
            shutil.copytree(ROOT / name, self.clone / name, ignore=leave)
        for name in ("pyproject.toml", "README.md", "LICENSE", "spec.md"):
            shutil.copy(ROOT / name, self.clone / name)
        assert not list(self.clone.rglob("guests"))
        _run([sys.executable, "-m", "venv", self.venv], folder)
        (site,) = self.venv.glob("lib/python*/site-packages")
        # The libraries of this environment, behind what is installed here.
        libraries = [path for path in sys.path if path.endswith("-packages")]
        (site / "libraries.pth").write_text("\n".join(libraries) + "\n", "utf-8")
        words = ("install", "-q", "--no-deps", self.clone)
        self.python("-m", "pip", *map(str, words), cwd=folder)
        (package,) = site.glob("reference")
        assert package.is_dir() and not (package / "guests").exists()

    def python(self, *words: str, cwd: Path, ends: int = OK) -> CompletedProcess[str]:
        """Run Python in that environment. The exit status must be `ends`."""
        return _run([self.venv / "bin" / "python", *words], cwd, ends)


def _run(words: Sequence[str | Path], cwd: Path, ends: int = OK) -> CompletedProcess[str]:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=variables, capture_output=True, text=True
    )
    assert done.returncode == ends, (words, done.stdout[-3000:], done.stderr[-3000:])
    return done


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The installed core."""
    return Core(tmp_path_factory.mktemp("core"))


OF_GUESTS = ("Sec. I-A, greedy", "Sec. I-A, OMD", "Sec. I-B, updates", "Sec. IV-B, adversarial")


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
