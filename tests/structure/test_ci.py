"""Which slow tests .ci/run leaves out: those that passed with all they depend on as it is. What
runs of the others within its budget; what all are said to cost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from proofs_check.report.spec_page import part
from tests import rooms
from tests.conftest import COSTS, SLOW, announcement
from tests.paths import ROOT
from tests.structure import room_faults
from tests.structure.imports import modules

sys.path.insert(0, str(ROOT / ".ci"))
ci_budget: Any = import_module("budget")
ci: Any = import_module("changed")

GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git: is not installed")
TEST = "room/test_one.py::test_one"
OTHER = "other"
FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "tests/conftest.py": f'SLOW = {{\n    "{TEST}": "x",\n    "{OTHER}": "x",\n}}\n',
    "tests/__init__.py": "",
    "tests/helper.py": "HELP = 1\n",
    "tests/room/__init__.py": "",
    "tests/room/test_one.py": "from pack.face import f\nfrom tests import helper\n"
    "def test_one():\n    assert f() and helper.HELP\n",
    "tests/other/__init__.py": "",
    "tests/other/test_other.py": "import json\n",
    "pack/__init__.py": "",
    "pack/face.py": "from pack.shown import g\n\n\ndef f():\n    import pack.hidden\n"
    "    return g()\n",
    "pack/shown.py": "def g(): return 1\n",
    "pack/hidden.py": "",
    "pack/by_name.py": "",
    "data/a.txt": "a",
    "data/b.txt": "b",
    "coq/A.v": "",
    "unrelated.py": "",
}
READS = ["F pack/hidden.py", "F pack/by_name.py", "F data/a.txt", "L data", "C coq", "W no-program"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository with two slow tests."""
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def passed(root: Path) -> dict[str, Any]:
    """The record of both, as they are."""
    state = ci.State(root)
    reads = {TEST: READS, OTHER: []}
    return {t: {"digest": state.digest(t, r), "reads": r, "seconds": 1} for t, r in reads.items()}


def due(root: Path, record: dict[str, Any]) -> set[str]:
    return {TEST, OTHER} - set(ci.unchanged(ci.State(root), record))


# ------------------------------------------------------------------------------- what is due


def test_what_is_typed_by_hand_is_little_and_has_reasons() -> None:
    typed = {**ci.COMPILED, **{k: why for k, (_, why) in ci.IN_PART.items()}, **ci.NO_SUBJECT}
    assert 0 < len(typed) < 10 and all(len(why) > 20 for why in typed.values())
    assert all((ROOT / name).exists() for name in typed)
    assert ci.slow() == list(SLOW)
    assert set(ci.known()) <= set(SLOW)


@GIT
@pytest.mark.parametrize(
    "name",
    [
        "tests/room/test_one.py", "tests/helper.py", "tests/__init__.py", "pack/face.py",
        "pack/shown.py", "pack/hidden.py", "pack/by_name.py", "pack/__init__.py", "data/a.txt",
        "coq/A.v", "data/new.txt", "coq/B.v", "tests/room/__init__.py",
    ],
)  # fmt: skip
def test_a_change_of_what_it_depends_on_is_due_and_the_other_is_not(name: str, clone: Path) -> None:
    before = passed(clone)
    assert due(clone, before) == set()
    with (clone / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert due(clone, before) == {TEST, *([OTHER] if name == "tests/__init__.py" else [])}


@GIT
@pytest.mark.parametrize("name", ["data/b.txt", "unrelated.py", "pack/new.py"])
def test_a_change_of_something_else_is_not(name: str, clone: Path) -> None:
    before = passed(clone)
    (clone / name).write_text("# changed", encoding="utf-8")
    assert due(clone, before) == set()


@GIT
def test_an_unknown_is_due_and_so_is_all_without_git(clone: Path) -> None:
    before = passed(clone)
    assert due(clone, {TEST: before[TEST]}) == {OTHER}
    shutil.rmtree(clone / ".git")
    assert ci.state_of(clone) is None and ci.unchanged(None, before) == []


@GIT
def test_versions_and_programs_count(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (clone / "pack/shown.py").write_text("import numpy\ndef g(): return 1\n", encoding="utf-8")
    before = passed(clone)
    assert due(clone, before) == set()
    with monkeypatch.context() as patched:
        patched.setattr(ci, "version", lambda name: f"{name} 0")
        assert due(clone, before) == {TEST, OTHER}  # pytest itself
    with monkeypatch.context() as patched:
        versions = ci.version
        patched.setattr(ci, "version", lambda name: name == "numpy" or versions(name))
        assert due(clone, before) == {TEST}
    monkeypatch.setattr(ci, "program", lambda name: f"{name} True")
    assert due(clone, before) == {TEST}


@GIT
def test_which_other_tests_are_slow_is_no_subject(clone: Path) -> None:
    before = passed(clone)
    file = clone / "tests/conftest.py"
    file.write_text(FILES["tests/conftest.py"].replace('"x"', '"y"'), encoding="utf-8")
    assert due(clone, before) == set()
    file.write_text(FILES["tests/conftest.py"] + "import os\n", encoding="utf-8")
    assert due(clone, before) == {TEST, OTHER}


@GIT
def test_which_tests_for_what_i_changed(clone: Path) -> None:
    state, record = ci.State(clone), passed(clone)
    assert ci.concerned(state, {"pack/by_name.py"}, record) == [f"tests/{TEST}"]
    assert ci.concerned(state, {"unrelated.py"}, record) == []
    unknown = ci.concerned(state, {"unrelated.py"}, {TEST: record[TEST]})
    assert unknown == [f"tests/{OTHER}"]
    # A module that is not slow, by an import in a function.
    assert ci.concerned(state, {"pack/hidden.py"}, record)[-1] == "tests/room/test_one.py"


@pytest.mark.parametrize("words", [["--help"], ["--due"]])
def test_the_command_line(words: list[str]) -> None:
    done = subprocess.run([sys.executable, ".ci/changed.py", *words], cwd=ROOT, capture_output=True,
                          text=True)  # fmt: skip
    assert done.returncode == 0 and not done.stderr
    if words == ["--help"]:
        assert "Which tests for what I changed?" in done.stdout and "--run" in done.stdout


@GIT
def test_a_fault_in_any_room_is_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test that fails is due when its module changes, which `long` sees it do, below."""
    state, record = ci.state_of(), ci.known()
    if state is None:  # a copy without git: nothing is left out
        assert ci.unchanged(state, record) == []
        return
    for file, text, _, test in room_faults.planted():
        assert text in (ROOT / file).read_text(encoding="utf-8") and test in SLOW, file
        with monkeypatch.context() as patched:
            patched.setitem(state.digests, file, "changed")
            known = {test: record[test]} if test in record else {}
            assert ci.unchanged(state, known) == [], file
    seen = {file.removesuffix(".py").split("/")[1] for file, *_ in room_faults.planted()}
    rooms = {module.split(".")[1] for module in modules() if "." in module}
    # tours: pages, no code; epochs: its tests are quick, so that they run each time
    assert rooms - seen == {"__main__", "epochs", "tours"}


@pytest.mark.long
@pytest.mark.parametrize(("file", "text", "instead", "test"), room_faults.planted())
def test_a_planted_fault_is_noticed(
    file: str, text: str, instead: str, test: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    for name in ci.tracked(ROOT):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy / name)
    words = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", f"tests/{test}"]
    source = (copy / file).read_text(encoding="utf-8")
    (copy / file).write_text(
        source.replace(text, instead) if text else source + instead, encoding="utf-8"
    )
    env = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(words, cwd=copy, env=env, capture_output=True, text=True)
    assert done.returncode in (1, 2, 4), done.stdout  # a failure, or nothing can be collected
    assert "planted" in done.stdout + done.stderr or text, done.stdout


# ------------------------------------------------------------------------- what a test reads

READER = """
import importlib, os, subprocess, sys, shutil, tempfile, multiprocessing
def forked():
    open("data/forked.txt").read()
    os._exit(0)
if __name__ == "__main__":
    open("data/opened.txt").read()
    os.listdir("data")
    importlib.import_module("pack.by_name")
    open("data/written.txt", "w").close()
    env = {"PYTHONPATH": "."}
    code = "open('data/child.txt').read()"
    subprocess.run([sys.executable, "-c", code], env=env, check=True)
    subprocess.run(["cat", "data/handed.txt"], check=True)
    shutil.which("no-program")
    child = multiprocessing.get_context("fork").Process(target=forked)
    child.start(); child.join()
"""


def recorded(folder: Path, source: str) -> set[str]:
    """The lines that a program's run leaves, in a project of its own."""
    for name in ("opened", "child", "handed", "forked"):
        file = folder / f"data/{name}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(name, encoding="utf-8")
    (folder / "pack").mkdir(exist_ok=True)
    (folder / "pack/by_name.py").write_text("", encoding="utf-8")
    (folder / "run.py").write_text(source, encoding="utf-8")
    (folder / "reads").mkdir()
    shutil.copytree(ROOT / ".ci/reads", folder / ".ci/reads")
    env = {**os.environ, "CI_READS": str(folder / "reads"), "PYTHONPATH": str(folder / ".ci/reads")}
    subprocess.run([sys.executable, "run.py"], cwd=folder, env=env, check=True, capture_output=True)
    return {
        line for file in (folder / "reads").iterdir() for line in file.read_text().splitlines()
    }  # fmt: skip


def test_what_is_opened_listed_loaded_and_handed_is_recorded(tmp_path: Path) -> None:
    lines = recorded(tmp_path, READER)
    expected = {
        "F data/opened.txt", "L data", "F pack/by_name.py", "F data/child.txt",
        "C data/handed.txt", "W no-program", "F data/forked.txt",
    }  # fmt: skip
    assert expected <= lines
    assert not {"F data/written.txt", "C .", "F data/handed.txt"} & lines


@pytest.mark.parametrize(
    "call",
    [
        "subprocess.run([sys.executable, '-I', '-c', ''])",
        "os.system('true')",
        "subprocess.run(['true'], cwd=os.getcwd())",
    ],
)
def test_a_child_that_is_not_recorded_may_have_read_all(call: str, tmp_path: Path) -> None:
    assert "C ." in recorded(tmp_path, f"import os, subprocess, sys\n{call}\n")


# --------------------------------------------------------------------------------- the budget


def test_the_cheapest_are_taken_and_the_longest_begins() -> None:
    costs = {"a": 5.0, "b": 50.0, "c": 30.0, "d": 101.0, "e": 60.0}
    fits, left = ci_budget.Budget(ROOT, 50, 2).chosen(list(costs), costs)
    assert (fits, left) == (["b", "c", "a"], ["e", "d"])
    assert ci_budget.Budget(ROOT, 30, 2).chosen(["new"], {}) == ([], ["new"])


# A child in a session of its own is not stopped, and goes on writing what it reads.
LASTS = """
import subprocess, sys, time

CHILD = '''
import os, time
until, k = time.monotonic() + 20, 0
while time.monotonic() < until:
    k += 1
    open(os.path.join(os.environ["CI_READS"], str(k)), "w").close()
    time.sleep(0.001)
'''

def test():
    subprocess.Popen([sys.executable, "-S", "-c", CHILD], start_new_session=True)
    time.sleep(600)
"""


def test_the_clock_ends_it_and_what_is_left_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test that was cheap when it was recorded, and is not; one that fails; one that passes."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    long: x\n", encoding="utf-8")
    sources = {
        "passes": "def test(): pass",
        "fails": "def test(): assert 1 == 2",
        "lasts": LASTS,
    }
    for name, text in sources.items():
        (tmp_path / f"tests/test_{name}.py").write_text(text, encoding="utf-8")
    ended: dict[str, int] = {}
    tests = [f"test_{name}.py" for name in (*sources, "costly")]
    costs = {**dict.fromkeys(tests, 0.5), "test_costly.py": 1e6}
    start = time.monotonic()
    status = ci_budget.Budget(tmp_path, 8, 3).run(
        tests, costs, lambda test, status, *_: ended.update({test: status})
    )
    assert time.monotonic() - start < 60
    said = capsys.readouterr().out
    assert status == 1 and ended == {"test_passes.py": 0, "test_fails.py": 1}
    left = said.partition("left to .ci/nightly")[2].partition("ci: failed:")
    assert "tests/test_lasts.py" in left[0] and "tests/test_costly.py" in left[0]
    assert left[2].split() == ["tests/test_fails.py"] and "assert 1 == 2" in said


# ------------------------------------------------------------------------------ what is said


def test_what_a_minute_buys_is_what_was_measured() -> None:
    page, costs = ROOT / "tests/README.md", json.loads(COSTS.read_text(encoding="utf-8"))
    assert part(page.read_text(encoding="utf-8"), "rooms") == rooms.table(costs)
    assert set(costs) <= {p.name for p in (ROOT / "tests").iterdir()}
    assert f"about {sum(room['tests'] for room in costs.values())} tests" in announcement()


def test_the_page_has_every_slow_test_and_its_reason() -> None:
    rows = part((ROOT / "tests/README.md").read_text(encoding="utf-8"), "slow").splitlines()
    expected = rooms.slow_table(SLOW, {}).splitlines()
    assert [row.split("|")[1:3] for row in rows] == [row.split("|")[1:3] for row in expected]
    planted = rooms.slow_table({**SLOW, "new": "is slow"}, {"new": 700.0}).splitlines()
    assert planted[-1] == "| `new` | is slow | more than 10 min |"


def test_the_table_joins_cheap_rooms_and_adds_all() -> None:
    costs = {"a": {"tests": 9, "processor": 30.0}, "b": {"tests": 1, "processor": 1.0}}
    assert rooms.table(costs).splitlines()[2:] == [
        "| a | 9 | 30 | 18 |", "| 1 other | 1 | 1 | 60 |", "| in all | 10 | 31 | 19 |",
    ]  # fmt: skip


def test_the_second_command_says_at_once_what_it_runs(tmp_path: Path) -> None:
    """With no arguments of its own, in the project's folder; not for a part of the tests."""
    words = [sys.executable, "-m", "pytest", "--collect-only", "-m", "not slow"]
    (tmp_path / "test_one.py").write_text("def test_one(): ...", encoding="utf-8")
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    shutil.copy(COSTS, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\nmarkers = slow: x\n")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    whole = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert whole.stdout.startswith(announcement()), whole.stderr
    part = subprocess.run([*words, "test_one.py"], cwd=tmp_path, env=env, capture_output=True,
                          text=True)  # fmt: skip
    assert announcement() not in part.stdout and "test_one" in part.stdout
