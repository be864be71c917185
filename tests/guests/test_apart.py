"""The guests stand apart: the core imports none of them, nor do its tests, and reaches them by one
registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reference.guests.family.family_records import OPTIONS
from reference.guests.family.traced_run import TRACED
from reference.guests.flat.flat_records import OPTIONS_OF
from reference.guests.flat.flat_run import FLAT_RUNS
from reference.guests.learners.entries import ENTRIES
from reference.support import guests
from reference.support.errors import USAGE, NotInstalled
from tests.called import Command
from tests.paths import ROOT
from tests.structure.imports import below, imports, modules
from tests.structure.test_rooms import FOR_TYPES, IN_FUNCTION, found_in

ROOMS = ("reference.guests", "proofs_check.guests")
REGISTRY = "reference.support.guests"
CONTRACT = "the core imports no guest BROKEN"
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
    ("proofs_check.vectors.reader", "from proofs_check.guests.vectors.kinds import KINDS"),
    ("proofs_check.conformance.replay", "from proofs_check.guests.family import replay"),
]
INSIDE = [  # checkers share no code with learners
    ("proofs_check.guests.family.replay", "from reference.guests.learners import uob_reps"),
    ("proofs_check.guests.family.checker", "from reference.guests.kl import boxes"),
]


def in_guests(module: str) -> bool:
    """Whether a module stands in a room of the guests."""
    return any(below(module, room) for room in ROOMS)


# ----------------------------------------------------------------------------- the registry


@pytest.mark.parametrize("code", [IN_FUNCTION, FOR_TYPES], ids=["in a function", "for types"])
def test_a_planted_import_of_a_guest_is_named(code: str, tmp_path: Path) -> None:
    planted = [(module, code.format(line)) for module, line in (*BREACHES, *INSIDE)]
    said = found_in(tmp_path, planted)
    assert CONTRACT in said
    for module, line in BREACHES:
        assert re.search(rf"- +{re.escape(module)} -> (reference|proofs_check)\.guests\b", said), (
            line
        )
    for module, line in INSIDE:
        room, name = re.findall(r"from ([\w.]+) import (\w+)", line)[0]
        assert f" {module} -> {room}.{name} (l." in said


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


# ----------------------------------------------------------------------------- tests of the core


def guests_in(source: str) -> list[str]:
    """Modules of the guests that a test imports, at its top or later, or names in a string."""
    named = [each.target for each in imports(source)] + named_in(source)
    named += re.findall(r"-m[\"', ]+(tests\.guests\.[\w.]+)", source)
    return [name for name in named if any(below(name, room) for room in (*ROOMS, "tests.guests"))]


def test_no_test_of_the_core_needs_a_guest() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "guests" not in path.parts]
    named = {path: guests_in(path.read_text("utf-8")) for path in tests}
    assert len(named) > 200 and {path: names for path, names in named.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from reference.guests.learners.psrl import PSRL",
        "def f():\n    import tests.guests.family.runs",
        "if TYPE_CHECKING:\n    from tests.guests.kl import instances",
        "import_module('proofs_check.guests.kl.sets')",
        "program('-m', 'tests.guests.vectors.consumer')",
        "words = 'python -m tests.guests.vectors.consumer'",
    ],
)
def test_a_planted_test_that_needs_a_guest_is_named(line: str) -> None:
    assert len(set(guests_in(line))) == 1


def test_an_unknown_algorithm_is_answered_with_those_that_are_near(ucrl_lp: Command) -> None:
    words = ("run", "--env", "riverswim", "--T", 5, "--algorithm", "ucrl3")
    status, out, err = ucrl_lp(*words)
    assert (status, out) == (USAGE, "") and "unknown; did you mean ucrl-lp, ucrl2-fh?" in err
