"""The benchmark of the KL step runs, and the committed page says what the claim needs."""

from __future__ import annotations

import pytest

from tests.benchmarks import kl_step

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


def test_the_committed_page() -> None:
    """Gaps at rounding, and the reduced dual faster than both cone solvers."""
    lines = kl_step.PAGE.read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    body = {row[0]: row for row in rows}
    assert all(float(body[kind][3]) < 1e-12 for kind in ("known", "box", "ball"))
    assert all(
        float(body["reduced dual"][1]) < float(body[solver][1]) for solver in kl_step.CONE_SOLVERS
    )
