"""Sec. II: LayeredMDP holds Assumption 1 and says which point of it an input breaks."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from reference.environments.hypothesis_strategies import layered_mdps
from reference.mdp import LayeredMDP, check_delta, check_horizon, check_layers
from reference.support.errors import USAGE
from tests.refused import refused

LAYERS = (1, 2, 1)
A = 2
HALF = Fraction(1, 2)
NAN, INF = math.nan, math.inf


def tables(exact: bool) -> tuple[list[Any], list[Any]]:
    """P and r of a valid MDP with LAYERS and A, as nested lists."""
    unit, half = (Fraction(1), HALF) if exact else (1.0, 0.5)
    P = [[[[half, half], [unit, unit * 0]]], [[[unit], [unit]], [[unit], [unit]]]]
    r = [[[half, unit]], [[unit * 0, half], [unit, half]]]
    return P, r


def made(P: Any, r: Any, A: int = A) -> LayeredMDP:
    return LayeredMDP(LAYERS, A, tuple(P), tuple(r))


@pytest.mark.parametrize("exact", [True, False])
def test_a_valid_mdp(exact: bool) -> None:
    mdp = made(*tables(exact))
    assert (mdp.L, mdp.X, mdp.A, mdp.layers) == (2, 4, 2, LAYERS)
    assert mdp.exact is exact
    assert [p.shape for p in mdp.P] == [(1, 2, 2), (2, 2, 1)]
    assert [p.shape for p in mdp.r] == [(1, 2), (2, 2)]
    kind = Fraction if exact else float
    assert all(isinstance(v, kind) for p in mdp.P + mdp.r for v in p.ravel().tolist())


def test_integers_are_exact_and_one_float_makes_everything_float() -> None:
    P: Any = [[[[1, 0]]], [[[1]], [[1]]]]
    assert made(P, [[[1]], [[0], [1]]], A=1).exact
    mixed = made(P, [[[1.0]], [[0], [1]]], A=1)
    assert all(p.dtype == np.float64 for p in mixed.P + mixed.r)


def test_nothing_handed_out_or_in_can_be_changed() -> None:
    given_P, given_r = [np.array(p) for p in tables(False)[0]], tables(False)[1]
    mdp = LayeredMDP(LAYERS, A, tuple(given_P), tuple(given_r))
    given_P[0][0, 0] = [1.0, 0.0]
    assert mdp.P[0][0, 0].tolist() == [0.5, 0.5]
    for table in mdp.P + mdp.r:
        with pytest.raises(ValueError, match="read-only"):
            table[...] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        mdp.A = 3  # type: ignore[misc]  # that this fails is the point


def test_layer_sizes_become_plain_numbers() -> None:
    layers: Any = [np.int64(1), np.int64(2), np.int64(1)]
    P, r = tables(False)
    mdp = LayeredMDP(layers, np.int64(2), tuple(P), tuple(r))  # type: ignore[arg-type]  # numpy's
    assert mdp.layers == LAYERS
    assert {type(n) for n in (*mdp.layers, mdp.A)} == {int}


def _set(tables: Any, place: tuple[int, ...], value: Any) -> None:
    for k in place[:-1]:
        tables = tables[k]
    tables[place[-1]] = value


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("table", "place", "value", "field", "rule"),
    [
        ("P", (0, 0, 1), [0.75, 0.75], "P[0][0][1]", "must sum to 1"),
        ("P", (0, 0, 1), [0.25, 0.25], "P[0][0][1]", "must sum to 1"),
        ("P", (0, 0, 1), [0.0, 0.0], "P[0][0][1]", "must sum to 1"),
        ("P", (1, 1, 0, 0), 0.5, "P[1][1][0]", "must sum to 1"),
        ("P", (0, 0, 0), [-0.5, 1.5], "P[0][0][0][0]", "must lie in [0, 1]"),
        ("P", (0, 0, 1), [1.5, -0.5], "P[0][0][1][0]", "must lie in [0, 1]"),
        ("r", (1, 0, 1), -0.25, "r[1][0][1]", "must lie in [0, 1]"),
        ("r", (1, 1, 0), 1.25, "r[1][1][0]", "must lie in [0, 1]"),
        ("r", (0, 0, 0), 2, "r[0][0][0]", "must lie in [0, 1]"),
        ("P", (0,), [[[1.0], [1.0]]], "P[0]", "shape must be (1, 2, 2)"),
        ("P", (1,), [[[1.0], [1.0]]], "P[1]", "shape must be (2, 2, 1)"),
        ("r", (0,), [[1.0, 1.0], [1.0, 1.0]], "r[0]", "shape must be (1, 2)"),
        *(
            (table, place, value, f"{table}[0]", "every entry must be a number")
            for table, place in (("P", (0, 0, 1, 0)), ("r", (0, 0, 1)))
            for value in ("1/2", None, True, 1j, np.complex128(1j), np.True_, [1, 0, 0])
        ),
        *(
            (table, place, value, field, "must lie in [0, 1]")
            for table, place, field in (
                ("P", (0, 0, 0, 1), "P[0][0][0][1]"),
                ("r", (0, 0, 1), "r[0][0][1]"),
            )
            for value in (NAN, INF, -INF, np.float64("nan"))
        ),
    ],
)
def test_what_breaks_assumption_1_is_named(
    exact: bool, table: str, place: tuple[int, ...], value: Any, field: str, rule: str
) -> None:
    P, r = tables(exact)
    if exact:
        value = _exactly(value)
    _set({"P": P, "r": r}[table], place, value)
    error = refused(lambda: made(P, r), field, rule)
    assert error.exit_status == USAGE
    assert str(error).startswith(f"{field}: ")


def _exactly(value: Any) -> Any:
    if isinstance(value, list):
        return [_exactly(v) for v in value]
    return Fraction(value) if isinstance(value, float) and math.isfinite(value) else value


COUNT = "must be a whole number, at least 1"


@pytest.mark.parametrize(
    ("call", "value", "field", "rule"),
    [
        *(
            (lambda layers: check_layers(layers, 1), layers, field, rule)
            for layers, field, rule in (
                ((), "layers", "at least two layers"),
                ((1,), "layers", "at least two layers"),
                ((2, 1), "layers[0]", "must be 1"),
                ((1, 2), "layers[1]", "must be 1"),
                ((1, 0, 1), "layers[1]", "at least 1"),
                ((1, -3, 1), "layers[1]", "at least 1"),
                ((1, 2.0, 1), "layers[1]", "whole number"),
                ((1, "2", 1), "layers[1]", "whole number"),
                ((True, 1), "layers[0]", "whole number"),
            )
        ),
        *((lambda A: check_layers((1, 1), A), A, "A", "") for A in (0, -1, 1.0, True, None)),
        *(
            (check_horizon, T, "T", COUNT)
            for T in (0, -1, 1.0, 1e5, "10", None, True, Fraction(3), NAN)
        ),
        *(
            (check_delta, delta, "delta", "(0, 1)")
            for delta in (0, 1, 0.0, 1.0, -0.1, 1.5, "0.1", None, True, Fraction(1), NAN, INF)
        ),
    ],
)
def test_what_is_no_layering_no_horizon_and_no_delta(
    call: Callable[[Any], object], value: Any, field: str, rule: str
) -> None:
    refused(lambda: call(value), field, rule)


@pytest.mark.parametrize("name", ["P", "r"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_table_too_few_or_too_many(name: str, count: int) -> None:
    P, r = tables(False)
    both = {"P": P, "r": r}
    both[name] = (both[name] * 2)[:count]
    assert refused(lambda: made(both["P"], both["r"]), name).value == count


def test_correctly_rounded_rows_of_500_states_are_accepted() -> None:
    exact = np.random.default_rng(1).integers(1, 10**6, size=(1, 60, 500)).tolist()
    rows = [[[float(Fraction(w, sum(row))) for w in row] for row in exact[0]]]
    P, r = (np.array(rows), np.ones((500, 60, 1))), (np.zeros((1, 60)), np.zeros((500, 60)))
    mdp = LayeredMDP((1, 500, 1), 60, P, r)
    errors = np.array([abs(float(sum(map(Fraction, row)) - 1)) for row in rows[0]])
    in_floats = abs(mdp.P[0].sum(axis=2) - 1)
    assert max(errors.max(), in_floats.max()) < 1e-13
    assert sum(abs(sum(row) - 1) > 1e-15 for row in rows[0]) > 0  # a tolerance of 1e-15 errs


@pytest.mark.parametrize("sign", [1, -1])
def test_the_tolerance_of_a_row_is_the_stated_one_for_floats_and_0_for_rationals(sign: int) -> None:
    for half, error, rule in (
        (0.5, 1.1e-9, "must sum to 1 within 1e-09"),
        (HALF, Fraction(1, 10**30), "must sum to 1 exactly"),
        (0.5, 9e-10, ""),
    ):
        P, r = tables(half is HALF)
        P[0][0][0] = [half, half + sign * error]
        if rule:
            refused(lambda P=P, r=r: made(P, r), "P[0][0][0]", rule)  # type: ignore[misc]  # binds
        else:
            made(P, r)


@settings(max_examples=60)
@given(layered_mdps(exact=False))
def test_to_exact_moves_one_entry_a_row_by_its_rounding_error(mdp: LayeredMDP) -> None:
    exact = mdp.to_exact()
    assert exact.exact
    assert exact.to_exact() is exact
    for floats, rationals in zip(mdp.P, exact.P, strict=True):
        for pair in np.ndindex(floats.shape[:2]):
            row, row_exact = [Fraction(p) for p in floats[pair].tolist()], rationals[pair].tolist()
            assert sum(row_exact) == 1
            moved = [k for k, p in enumerate(row) if p != row_exact[k]]
            assert moved in ([], [int(np.argmax(floats[pair]))])
            assert all(abs(row_exact[k] - row[k]) <= Fraction(1, 10**9) for k in moved)
    for r_floats, r_rationals in zip(mdp.r, exact.r, strict=True):
        assert [Fraction(v) for v in r_floats.ravel().tolist()] == list(r_rationals.ravel())
    assert all((a == b).all() for a, b in zip(exact.to_float().r, mdp.r, strict=True))
    assert mdp.to_float() is mdp


def test_a_horizon_and_a_delta() -> None:
    assert check_horizon(1) == 1 and type(check_horizon(np.int64(7))) is int
    assert check_delta(0.1) == 0.1 and check_delta(Fraction(1, 10)) == Fraction(1, 10)
    assert check_delta(5e-324) > 0
