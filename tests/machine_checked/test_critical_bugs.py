"""Known bugs of the kernel: what is said to stop each stops it, and pages say it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from proofs_check.machine_checked import vernacular
from proofs_check.machine_checked.critical_bugs import (
    LAYERS,
    NOT_HERE,
    CriticalBug,
    bugs_table,
    read_bugs,
    unstopped,
)
from proofs_check.machine_checked.record import COQ
from reference.support.errors import MalformedInput
from tests.machine_checked.attack import attacks

BUGS, REVISION, READ = read_bugs()
SHAPES = json.loads((Path(__file__).parent / "shapes" / "expected.json").read_text("utf-8"))
REFUSED = {line.partition(" [")[0] for line in SHAPES["Shapes"]["refused"] if " [" in line}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.bug)
def test_a_layer_that_is_said_to_stop_it_does(bug: CriticalBug) -> None:
    layers = bug.layer.split(", ")
    if bug.layer == NOT_HERE:
        assert not bug.is_in_pinned
        return
    assert layers[0] in LAYERS
    shape = "guard" in layers and bug.shows in REFUSED
    if "guard" in layers and not shape:  # it is stopped by the flags in the file
        assert bug.area == "modules" or "Unset" in bug.shows
    if "scanner" in layers and not shape:
        assert vernacular.holes("File.v", bug.shows), bug.shows
    if layers == ["guard"]:
        assert shape
    if bug.layer == "none":
        assert bug.is_in_pinned and not bug.shows
    if bug.is_in_pinned:
        assert bug.layer != NOT_HERE


def test_no_row_is_of_a_bug_that_every_version_here_is_free_of() -> None:
    names = [bug.bug for bug in BUGS]
    assert len(set(names)) == len(names) > 40 and re.fullmatch(r"[0-9a-f]{40}", REVISION)
    assert sum(bug.layer == "none" for bug in BUGS) == 1
    imitated = " ".join(attack.imitates for attack in attacks().values())
    for name in re.findall(r"rocq#\d+", imitated):
        assert name in names, name


def test_the_page_has_the_table_and_its_day() -> None:
    page = (COQ / "GUARD.md").read_text("utf-8")
    assert f"<!-- generated: bugs -->\n{bugs_table(BUGS)}\n<!-- end -->" in page
    assert REVISION[:10] in page and READ in page and unstopped(BUGS) in page
    assert "rocq#22378" in unstopped(BUGS)


def test_the_page_says_which_development_version_was_tried() -> None:
    """The commit, the pull requests it was built with, and each guard bug that it has."""
    page = " ".join((COQ / "GUARD.md").read_text("utf-8").split())
    tried = page.partition("Upstream's corrections: ")[2].partition("<!--")[0]
    kept = [bug for bug in BUGS if bug.also]
    assert {bug.bug for bug in kept} == set(re.findall(r"it has one, (rocq#\d+)", tried))
    for bug in kept:
        commit, *added = bug.also.partition("alpha.")[2].split("+")
        assert commit in tried and added and all(number in tried for number in added)


def test_readme_says_what_nothing_stops() -> None:
    readme = (COQ.parents[1] / "README.md").read_text("utf-8")
    trusted = readme.partition("## What is trusted")[2].partition("\n## ")[0]
    words = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", " ".join(trusted.split()))
    assert unstopped(BUGS) in words.partition("judge")[0]


def test_a_list_that_is_none_is_malformed(tmp_path: Path) -> None:
    file = tmp_path / "bugs.json"
    for text in ("{", "[]", '{"bugs": [{"bug": "x"}], "revision": "", "read": ""}'):
        file.write_text(text, "utf-8")
        with pytest.raises(MalformedInput, match="cannot be read"):
            read_bugs(file)
