"""The MDP file: exact round trips, and hostile or wrong files refused with file, line and rule."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.environments import make, mdp_file, mdp_text, parse_mdp, read_mdp, write_mdp
from reference.environments.hypothesis_strategies import layered_mdps
from reference.mdp import LayeredMDP
from reference.support.errors import MalformedInput, UnusablePath
from tests.environments.tables import same
from tests.refused import refused

F = Fraction

property_of = settings(max_examples=60)

TINY = """{"format": "layered-mdp", "version": 1, "name": "by hand",
"layers": [1, 2, 1],
"A": 2,
"P": [
[[["3/4", "1/4"],
[0, 1]]],
[[[1],
[1]],
[[1],
[1]]]
],
"r": [
[[0, "1/3"]],
[[1, 0],
["1/2", 0]]
]}
"""

SPARSE = """{"format": "layered-mdp", "version": 1,
"layers": [1, 2, 1], "A": 2,
"transitions": [
[[0, 0], 0, [1, 0], "3/4"],
[[0, 0], 0, [1, 1], "1/4"],
[[0, 0], 1, [1, 1], 1],
[[1, 0], 0, [2, 0], 1],
[[1, 0], 1, [2, 0], 1],
[[1, 1], 0, [2, 0], 1],
[[1, 1], 1, [2, 0], 1]
],
"r": [[[0, "1/3"]], [[1, 0], ["1/2", 0]]]}
"""


@property_of
@given(st.booleans().flatmap(lambda exact: layered_mdps(exact=exact)), st.booleans())
def test_round_trip(mdp: LayeredMDP, sparse: bool) -> None:
    text = mdp_text(mdp, sparse=sparse)
    assert text.isascii()
    read = parse_mdp(text)
    if sparse and mdp.exact is False:
        # Zeros that are not listed come back as 0.0.
        assert read.exact is False
        assert all((a == b).all() for a, b in zip(read.P + read.r, mdp.P + mdp.r, strict=True))
    else:
        assert same(read, mdp)
    assert same(parse_mdp(mdp_text(read, sparse=not sparse)), read)


def test_by_hand() -> None:
    mdp = parse_mdp(TINY)
    assert mdp.exact
    assert mdp.P[0].tolist() == [[[F(3, 4), F(1, 4)], [0, 1]]]
    assert mdp.r[0].tolist() == [[0, F(1, 3)]]
    assert same(mdp, parse_mdp(SPARSE))
    assert same(mdp, parse_mdp(mdp_text(mdp, sparse=True)))


def test_one_decimal_makes_all_entries_doubles() -> None:
    mdp = parse_mdp(TINY.replace('"1/2"', "0.5"))
    assert not mdp.exact
    assert mdp.r[0][0, 1] == 1 / 3
    assert not parse_mdp(TINY.replace('"3/4", "1/4"', "7.5e-1, 0.25")).exact


@pytest.mark.parametrize("name", ["riverswim", "random:dirichlet"])
@pytest.mark.parametrize("sparse", [False, True])
def test_files(tmp_path: Path, name: str, sparse: bool) -> None:
    mdp, path = make(name).mdp, tmp_path / "mdp.json"
    for force in (False, True):
        write_mdp(mdp, path, name=name, sparse=sparse, force=force)
        assert same(read_mdp(path), mdp)
        assert json.loads(path.read_text())["name"] == name
    with pytest.raises(UnusablePath, match="force"):
        write_mdp(mdp, path)


def test_unusable_paths(tmp_path: Path) -> None:
    for call in (read_mdp, lambda path: write_mdp(make("tiny").mdp, path)):
        with pytest.raises(UnusablePath) as caught:
            call(tmp_path / "no" / "mdp.json")
        assert str(tmp_path) in caught.value.path
    with pytest.raises(UnusablePath):
        read_mdp(tmp_path)


def test_rationals_too_long_to_be_read_are_not_written() -> None:
    p = F(1, 7**2000)
    P = (np.array([[[p, 1 - p]]], dtype=object), np.array([[[F(1)]], [[F(1)]]], dtype=object))
    r = (np.array([[F(0)]], dtype=object), np.array([[F(0)], [F(1)]], dtype=object))
    mdp = LayeredMDP((1, 2, 1), 1, P, r)
    assert refused(lambda: mdp_text(mdp), "mdp", "digits").value == p


# Each case is TINY or SPARSE tampered with in one place: what is replaced by what, then the line,
# the field and words of the rule.
TAMPERED: list[tuple[str, str, str, int | None, str, str]] = [
    (TINY, '"3/4"', '"1/2"', 5, "P[0][0][0]", "sum to 1 exactly"),
    (TINY, '"3/4"', '"-3/4"', 5, "P[0][0][0][0]", "[0, 1]"),
    (TINY, '"3/4"', '"3/0"', 5, "P[0][0][0][0]", "q > 0"),
    (TINY, '"3/4"', '" 3/4"', 5, "P[0][0][0][0]", "rational"),
    (TINY, '"3/4"', "null", 5, "P[0][0][0][0]", "rational"),
    (TINY, '"3/4"', "true", 5, "P[0][0][0][0]", "rational"),
    (TINY, '"3/4"', "[1]", 5, "P[0][0][0][0]", "rational"),
    (TINY, '"3/4"', "NaN", 5, "P", "finite"),
    (TINY, '"3/4"', "1e999999999", 5, "P", "range of a double"),
    (TINY, '"3/4"', "1" * 5000, 5, "JSON", "digits"),
    (TINY, '"3/4"', f'"{"1" * 900_000}/{"2" * 900_000}"', 5, "JSON", "string"),
    (TINY, '"3/4"', "1" + "0" * 400, 5, "P[0][0][0][0]", "range of a double"),
    (TINY, '"3/4"', "0.7500001", 5, "P[0][0][0]", "within 1e-09"),
    (TINY, "[0, 1]]],", "[0, 1, 0]]],", 6, "P[0][0][1]", "2 entries (successors)"),
    (TINY, "[0, 1]]],", "0]],", 6, "P[0][0][1]", "must be a list of 2"),
    (TINY, ",\n[1]],\n[", "],\n[", 7, "P[1][0]", "2 entries (actions)"),
    (TINY, ",\n[[1],\n[1]]]", "]", 7, "P[1]", "2 entries (states)"),
    (TINY, "[[1, 0],\n", "[[1, 1.5],\n", 14, "r[1][0][1]", "[0, 1]"),
    (TINY, "[[1, 0],\n", "[[1, -1],\n", 14, "r[1][0][1]", "[0, 1]"),
    (TINY, '[[0, "1/3"]],\n', "", 12, "r", "one table per layer"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [2, 2, 1]', 2, "layers[0]", "must be 1"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1, 2, 2]', 2, "layers[2]", "must be 1"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1, 0, 1]', 2, "layers[1]", "at least 1"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1, 2.5, 1]', 2, "layers[1]", "whole number"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1]', 2, "layers", "at least two layers"),
    (TINY, '"layers": [1, 2, 1]', '"layers": 3', 2, "layers", "list"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1, 2, 2, 1]', 12, "r", "one table per layer"),
    (TINY, '"layers": [1, 2, 1]', '"layers": [1, 1000000000, 1]', 2, "layers", "entries of P"),
    (TINY, '"A": 2', '"A": 10000000000', 2, "layers", "entries of P"),
    (TINY, '"A": 2', '"A": true', 3, "A", "whole number"),
    (TINY, '"A": 2', '"A": 3', 13, "r[0][0]", "3 entries (actions)"),
    (TINY, '"A": 2', '"A": 2,\n"A": 2', 4, "A", "given twice"),
    (TINY, '"A": 2', '"A": 2, "gamma": 0.9', 3, "gamma", "unknown key"),
    (TINY, '"A": 2,', "", None, "the file", 'the key "A"'),
    (TINY, '"version": 1', '"version": 2', 1, "version", "must be 1"),
    (TINY, '"version": 1', '"version": true', 1, "version", "must be 1"),
    (TINY, "layered-mdp", "layered", 1, "format", "must be"),
    (TINY, '"by hand"', "7", 1, "name", "string"),
    (TINY, '"P": [', '"transitions": [], "P": [', None, "the file", "either"),
    (TINY, '"P": [', '"p": [', 4, "p", "unknown key"),
    (TINY, "]}\n", "]", 16, "JSON", "valid JSON"),
    (TINY, TINY, "[1, 2]", None, "the file", "object"),
    (TINY, TINY, "", 1, "JSON", "valid JSON"),
    (TINY, TINY, "[" * 100_000, 1, "JSON", "nest"),
    (SPARSE, "[1, 1], 1],", "[2, 0], 1],", 6, "transitions[2]", "skips a layer"),
    (SPARSE, "1, [1, 1], 1],", "1, [0, 0], 1],", 6, "transitions[2]", "does not go forward"),
    (SPARSE, "1, [1, 1], 1],", "1, [1, 2], 1],", 6, "transitions[2]", "state 2 of layer 1"),
    (SPARSE, "1, [1, 1], 1],", "1, [3, 0], 1],", 6, "transitions[2]", "layer 3 must lie"),
    (SPARSE, "1, [1, 1], 1],", "1, [1, -1], 1],", 6, "transitions[2]", "state -1"),
    (SPARSE, "1, [1, 1], 1],", "2, [1, 1], 1],", 6, "transitions[2]", "action 2"),
    (SPARSE, "1, [1, 1], 1],", "true, [1, 1], 1],", 6, "transitions[2]", "must be [[h, x]"),
    (SPARSE, "1, [1, 1], 1],", "1, 1, 1],", 6, "transitions[2]", "must be [[h, x]"),
    (SPARSE, "1, [1, 1], 1],", '1, [1, 1], "1/1/1"],', 6, "transitions[2][3]", "rational"),
    (SPARSE, "0, [1, 1]", "0, [1, 0]", 5, "transitions[1]", "listed twice"),
    (SPARSE, "[[0, 0], 1, [1, 1], 1],\n", "", None, "P[0][0][1]", "sum to 1 exactly"),
    (SPARSE, '"1/4"', '"1/8"', None, "P[0][0][0]", "sum to 1 exactly"),
    (SPARSE, '"A": 2', '"A": 2000000', 2, "layers", "entries of P"),
    (SPARSE, SPARSE[SPARSE.index("[\n") : SPARSE.index(',\n"r"')], "{}", 3, "transitions", "list"),
]


@pytest.mark.parametrize(("text", "old", "new", "line", "field", "rule"), TAMPERED)
def test_tampered(
    text: str, old: str, new: str, line: int | None, field: str, rule: str, tmp_path: Path
) -> None:
    assert text.count(old) >= 1
    path = tmp_path / "mdp.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    e = refused(lambda: read_mdp(path), field, rule, MalformedInput)
    assert (e.file, e.line) == (str(path), line)
    assert "\n" not in str(e)
    assert len(str(e)) < 500


def test_a_file_that_is_too_large_or_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mdp.json"
    path.write_bytes(TINY.encode().replace(b"by hand", b"by \xff hand").replace(b"{", b"\n{", 1))
    for limit, line, field in ((1000, 2, "encoding"), (100, None, "size")):
        monkeypatch.setattr(mdp_file, "MAX_FILE_BYTES", limit)
        assert refused(lambda: read_mdp(path), field, kind=MalformedInput).line == line
