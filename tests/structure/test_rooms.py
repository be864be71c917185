"""The rooms of both packages and what each may import: one table, arrows downward only.

Imports inside functions and under `if TYPE_CHECKING` count.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.structure.imports import below, imports, modules

# The modules at the top of `reference` are the paper.
PAPER = {
    f"reference.{name}"
    for name in (
        "mdp", "occupancy", "confidence", "lp1", "ucrl_lp", "regret", "readings", "simulator",
        "backward_induction",
    )
}  # fmt: skip
# What the judge shares with the learner; the README's guarantee names it.
SHARED = {"reference.mdp", "reference.readings", "reference.trace", "reference.support"}
RUN = {"paper", "reference.support", "reference.trace"}
EXACT = {"proofs_check.arithmetic", "proofs_check.lp1"}
CHECKED = {*EXACT, "proofs_check.ledger", "proofs_check.sampled_runs"}

MAY: dict[str, set[str]] = {
    # learner
    "reference.support": set(),
    "paper": {"reference.support"},
    "reference.trace": {"reference.mdp", "reference.readings", "reference.support"},
    "reference.environments": RUN,
    "reference.rivals": set(),
    "reference.rivals.kl": {"paper", "reference.support"},
    "reference.rivals.flat": {
        "paper", "reference.support", "reference.trace", "reference.environments",
        "reference.rivals.baselines",
    },
    "reference.rivals.baselines": {"paper", "reference.support", "reference.rivals.kl"},
    "reference.running": RUN,
    "reference.rivals.experiments": {
        *RUN, "reference.environments", "reference.rivals.baselines", "reference.rivals.flat",
        "reference.running",
    },
    "reference.adapters": {*RUN, "reference.environments"},
    "reference.commands": {
        *RUN, "reference.environments", "reference.running", "reference.rivals.experiments",
    },
    "reference": {*RUN, "reference.environments", "reference.running"},
    "reference.__main__": {
        "reference.commands", "reference.environments", "reference.support", "reference",
    },
    # judge
    "proofs_check": set(),
    "proofs_check.workers": SHARED,
    "proofs_check.arithmetic": {"reference.support"},
    "proofs_check.lp1": {*SHARED, "proofs_check.arithmetic"},
    "proofs_check.certificate": {*SHARED, *EXACT},
    "proofs_check.conformance": {*SHARED, *EXACT, "proofs_check.workers"},
    "proofs_check.rivals": set(),
    "proofs_check.rivals.kl": {"reference.support", "proofs_check.arithmetic"},
    "proofs_check.rivals.family": {
        *SHARED, *EXACT, "proofs_check.rivals.kl", "proofs_check.conformance",
    },
    "proofs_check.rivals.flat": {
        *SHARED, "proofs_check.arithmetic", "proofs_check.rivals.kl", "proofs_check.conformance",
    },
    "proofs_check.vectors": {*SHARED, "proofs_check.arithmetic"},
    "proofs_check.kit": {
        *SHARED, "reference.environments", "proofs_check.arithmetic", "proofs_check.conformance",
        "proofs_check.rivals.flat",
    },
    "proofs_check.ledger": {"reference.support", "proofs_check.arithmetic"},
    "proofs_check.sampled_runs": {*SHARED, *EXACT, "proofs_check.rivals.kl"},
    "proofs_check.evaluation": {
        *SHARED, *CHECKED, "proofs_check.conformance",
    },
    "proofs_check.statements.common": {"reference.support", *CHECKED},
    "proofs_check.statements": {
        "reference.support", "proofs_check.statements.common", "proofs_check.evaluation", *CHECKED,
    },
    "proofs_check.machine_checked": {"reference.support", "proofs_check.ledger"},
    "proofs_check.audit": {
        *SHARED, *CHECKED, "proofs_check.statements", "proofs_check.evaluation",
        "proofs_check.machine_checked", "proofs_check.workers",
    },
    "proofs_check.report": {
        *SHARED, *CHECKED, "proofs_check.audit", "proofs_check.conformance",
        "proofs_check.machine_checked",
    },
    "proofs_check.report.html": {
        *SHARED, *CHECKED, "proofs_check.audit", "proofs_check.conformance",
        "proofs_check.statements.common", "proofs_check.machine_checked", "proofs_check.report",
        "proofs_check.evaluation",
    },
    "proofs_check.commands": {
        *SHARED, *EXACT, "proofs_check.statements", "proofs_check.audit",
        "proofs_check.certificate", "proofs_check.conformance", "proofs_check.evaluation",
        "proofs_check.rivals.family", "proofs_check.rivals.flat", "proofs_check.kit",
        "proofs_check.machine_checked",
        "proofs_check.report",
        "proofs_check.report.html", "proofs_check.vectors",
    },
    "proofs_check.__main__": {"proofs_check.commands", "reference.support"},
}  # fmt: skip
# Modules of a room that may import more than their room: they run the algorithm.
MORE = {f"proofs_check.sampled_runs.{name}": {"reference"} for name in ("make", "make_chosen")}
# A name that is no part of the algorithm: the test of a seed.
PLAIN = {"reference.simulator.check_seed"}


def room(module: str) -> str:
    """The room that a module, or a name in it, stands in."""
    if any(below(module, part) for part in PAPER):
        return "paper"
    rooms = [one for one in MAY if below(module, one)]
    return max(rooms, key=len, default="")


def forbidden(module: str, source: str) -> list[str]:
    """Every import from another room that the table does not allow."""
    here = room(module)
    may = MAY[here] | MORE.get(module, set())
    allowed = may | (PAPER if "paper" in may else set())
    return [
        f"{module}:{line}: {here} may not import {target}"
        for target, line in ((each.target, each.line) for each in imports(source))
        if room(target) not in ("", here)
        and target not in PLAIN
        and not any(_allows(one, target) for one in allowed)
    ]


def _allows(one: str, target: str) -> bool:
    """`reference` alone allows everything of the learner; a room allows what stands in it."""
    if one == "reference" or one in PAPER:
        return below(target, one)
    return room(target) == one


def test_the_rooms_keep_the_table() -> None:
    assert [line for m, source in modules().items() for line in forbidden(m, source)] == []
    assert {room(module) for module in modules()} == set(MAY)


def test_every_module_stands_in_a_room_that_says_what_it_is() -> None:
    assert all(room(module) for module in modules())
    for package in {module.rpartition(".")[0] for module in modules()} - {""}:
        head = modules()[package].partition('"""')[2].partition('"""')[0]
        assert len(head.split()) >= 8, f"{package} does not say what lives there"
        assert "May import" not in head, f"{package}: MAY above says what it may import"


def test_arrows_of_the_table_run_downward() -> None:
    down = {one: {t for t in targets if t in MAY} - {one} for one, targets in MAY.items()}
    list(TopologicalSorter(down).static_order())


@pytest.mark.parametrize("one", sorted(MAY))
def test_a_planted_arrow_upward_is_named(one: str) -> None:
    """In every room, from inside a function: an import of the command line."""
    top = "reference.__main__" if one == "proofs_check.__main__" else "proofs_check.__main__"
    member = next(iter(PAPER)) if one == "paper" else f"{one}.planted"
    (found,) = forbidden(member, f"def f():\n    from {top} import parser")
    assert found == f"{member}:2: {one} may not import {top}.parser"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("proofs_check.conformance.replay", "from reference import confidence"),
        ("proofs_check.conformance.replay", "from reference.ucrl_lp import Epoch"),
        ("proofs_check.statements.prop_1", "import reference.occupancy as o"),
        ("proofs_check.statements.prop_1", "def f():\n    from reference import total_regret"),
        ("proofs_check.audit.audit", "if TYPE_CHECKING:\n    from reference import run"),
        ("proofs_check.sampled_runs.suite", "from reference.ucrl_lp import Epoch"),
        ("proofs_check.kit.cases", "from reference.simulator import Simulator"),
        ("proofs_check.statements.common.paths", "from proofs_check.statements import prop_1"),
        ("proofs_check.ledger.registry", "if TYPE_CHECKING:\n    import proofs_check.sampled_runs"),
        (
            "proofs_check.rivals.family.replay",
            "from reference.rivals.baselines import uob_reps",
        ),
        (
            "proofs_check.rivals.family.checker",
            "from reference.rivals.kl import boxes",
        ),
        (
            "proofs_check.conformance.replay",
            "from proofs_check.rivals.family import replay",
        ),
        ("reference.mdp", "import proofs_check.arithmetic"),
        ("reference.lp1", "import importlib\nimportlib.import_module('reference.running.driver')"),
        ("reference.trace.records", "from reference.lp1 import solve_lp1"),
    ],
)
def test_planted_violations_are_named(module: str, source: str) -> None:
    (found,) = forbidden(module, source)
    assert f"{room(module)} may not import" in found


def test_every_statement_is_a_module() -> None:
    """They may share functions, as the terms of (19), but never in a circle (below)."""
    room_of = [m for m in modules() if room(m) == "proofs_check.statements"]
    assert len(room_of) > 100
    assert all(modules()[m].count("statement = Statement(") == 1 for m in room_of[1:])


# ------------------------------------------------------------------------------ modules


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Module -> the modules of `sources` that it imports, also through a name of a package."""
    edges: dict[str, set[str]] = {}
    for name, source in sources.items():
        targets = {each.target for each in imports(source)}
        targets |= {target.rpartition(".")[0] for target in targets - set(sources)}
        edges[name] = {t for t in targets & set(sources) if t != name}
    return edges


def test_no_module_needs_itself() -> None:
    edges = graph(modules())
    assert sum(map(len, edges.values())) > 400
    list(TopologicalSorter(edges).static_order())


@pytest.mark.parametrize("second", ["from a.x import f", "def g():\n    import a.x",
                                    "if TYPE_CHECKING:\n    from a.x import T"])  # fmt: skip
def test_a_planted_cycle_is_found(second: str) -> None:
    sources = {"a": "", "a.x": "from a import VERSION\nfrom a.y import g", "a.y": second}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(sources)).static_order())


def test_a_planted_cycle_through_the_face_of_a_package_is_found() -> None:
    sources = {"a": "from a.x import f\nVERSION = 1", "a.x": "from a import VERSION"}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(sources)).static_order())
