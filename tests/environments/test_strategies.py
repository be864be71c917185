"""The public strategies: what they generate is valid, varied, and shrinks to something plain."""

from __future__ import annotations

import importlib
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from reference.environments.hypothesis_strategies import (
    counts,
    layered_mdps,
    layerings,
    policies,
    rows,
)
from reference.mdp import ROW_SUM_TOLERANCE, LayeredMDP
from tests.refused import refused

property_of = settings(max_examples=50)
plain = settings(property_of, max_examples=2000, database=None)
quick = settings(plain, phases=[Phase.generate])  # the first example will do
mdps = st.booleans().flatmap(lambda exact: layered_mdps(exact=exact))


@property_of
@given(layerings(max_L=3, max_width=2), layered_mdps(exact=True), layered_mdps(exact=False))
def test_layerings_and_kinds(layers: tuple[int, ...], exact: LayeredMDP, mdp: LayeredMDP) -> None:
    """Validity is LayeredMDP's own check."""
    assert 1 <= len(layers) - 1 <= 3
    assert layers[0] == layers[-1] == 1
    assert set(layers) <= {1, 2}
    assert exact.exact and not mdp.exact


@property_of
@given(st.data(), mdps, st.sampled_from([None, True, False]))
def test_policies(data: st.DataObject, mdp: LayeredMDP, exact: bool | None) -> None:
    pi = data.draw(policies(mdp, exact=exact))
    is_exact = mdp.exact if exact is None else exact
    assert [p.shape for p in pi] == [(X_h, mdp.A) for X_h in mdp.layers[:-1]]
    for p in pi:
        assert (p.dtype == object) == is_exact
        assert (p >= 0).all()
        assert (abs(p.sum(axis=1) - 1) <= (0 if is_exact else ROW_SUM_TOLERANCE)).all()
        assert not p.flags.writeable


@property_of
@given(st.data(), mdps)
def test_counts_keep_the_flow(data: st.DataObject, mdp: LayeredMDP) -> None:
    seen = data.draw(counts(mdp, max_T=50))
    assert 0 <= seen.T <= 50
    for h in range(mdp.L):
        assert seen.N[h].dtype == seen.N3[h].dtype == np.int64
        assert seen.N3[h].shape == mdp.P[h].shape
        assert seen.N[h].sum() == seen.T
        assert (seen.N3[h].sum(axis=2) == seen.N[h]).all()
        assert (seen.N3[h][mdp.P[h] == 0] == 0).all()
        assert ((seen.reward_sum[h] >= 0) & (seen.reward_sum[h] <= seen.N[h])).all()
        if h > 0:
            entering = seen.N3[h - 1].sum(axis=(0, 1))
            assert (seen.N[h].sum(axis=1) == entering).all()


def test_simplest_examples() -> None:
    mdp = find(layered_mdps(exact=True), lambda _: True, settings=plain)
    assert (mdp.layers, mdp.A) == ((1, 1), 1)
    assert find(rows(3, exact=True), lambda _: True, settings=plain) in (
        [Fraction(1), Fraction(0), Fraction(0)],
        [Fraction(0), Fraction(0), Fraction(1)],
    )


@pytest.mark.parametrize("exact", [True, False])
def test_the_awkward_cases_occur(exact: bool) -> None:
    """A strategy that never generated these would test less than it seems to."""

    def occurs(holds: Any) -> None:
        find(layered_mdps(exact=exact), holds, settings=quick)

    occurs(lambda m: any((P == 0).any() for P in m.P))
    occurs(lambda m: any((P.sum(axis=(0, 1)) == 0).any() for P in m.P))  # nobody reaches
    occurs(lambda m: any(((P > 0) & (P < 1)).any() for P in m.P))
    occurs(lambda m: any((P[:, 0] != P[:, -1]).any() for P in m.P))
    occurs(lambda m: 1 in m.layers[1:-1] and max(m.layers) > 1)
    occurs(lambda m: m.L == 1 and m.A > 1)
    occurs(lambda m: len({v for r in m.r for v in r.ravel()}) > 2)
    mdp = find(layered_mdps(exact=exact), lambda m: m.X >= 4 and m.A == 2, settings=quick)
    find(counts(mdp), lambda c: c.T > 0 and any((N == 0).any() for N in c.N), settings=quick)
    find(counts(mdp), lambda c: c.T == 0, settings=quick)
    fixed = layered_mdps(exact=exact, layers=(1, 3, 2, 1))
    assert find(fixed, lambda m: m.A == 2, settings=quick).layers == (1, 3, 2, 1)


def test_hypothesis_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "reference.environments.hypothesis_strategies"
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    refused(
        lambda: importlib.import_module(name),
        name,
        "needs hypothesis: in the clone, python -m pip install '.[test]'",
    )
