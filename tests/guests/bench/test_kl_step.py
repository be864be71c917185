"""The benchmark of the KL step runs, and the committed figures say what the claim needs."""

from __future__ import annotations

import json

import pytest

from tests.guests.bench import kl_step

SMALL = ((1, 2, 2, 1), 2, 20)


def test_the_tables_of_a_small_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    first = kl_step.ours(SMALL, 2)
    assert [row[0] for row in first.rows] == ["known", "box", "ball"]
    assert all(float(row[3]) < 1e-9 and float(row[4]) < 1e-4 for row in first.rows)
    second = kl_step.beside(SMALL, 2)
    assert [row[0] for row in second.rows] == ["reduced dual", *kl_step.CONE_SOLVERS]
    monkeypatch.setattr(kl_step, "by_cvxpy", lambda given, c, solver: 1.0)  # planted: a wrong value
    assert all(float(row[2]) > 1e-2 for row in kl_step.beside(SMALL, 1).rows[1:])


def test_a_cone_solver_finds_the_same_optimum() -> None:
    pytest.importorskip("cvxpy", reason="NO CVXPY (extra bench): the cone solvers are NOT tested")
    off = {row[0]: row[2] for row in kl_step.beside(SMALL, 2).rows}
    assert float(off["CLARABEL"]) < 1e-5
    assert off["ECOS"] == "-" or float(off["ECOS"]) < 1e-5


def test_what_is_measured_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kl_step, "by_cvxpy", lambda given, c, solver: None)
    figures = json.loads(json.dumps(kl_step.measured(SMALL, 1)))
    assert figures.keys() == json.loads(kl_step.FILE.read_text("utf-8")).keys()
    printed = kl_step.page(figures)
    assert all(table["title"] in printed for table in figures["tables"])


def test_the_committed_figures() -> None:
    """Gaps at rounding, and the reduced dual faster than both cone solvers."""
    tables = json.loads(kl_step.FILE.read_text("utf-8"))["tables"]
    body = {row[0]: row for table in tables for row in table["rows"]}
    assert all(float(body[kind][3]) < 1e-12 for kind in ("known", "box", "ball"))
    assert all(
        float(body["reduced dual"][1]) < float(body[solver][1]) for solver in kl_step.CONE_SOLVERS
    )
