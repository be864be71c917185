"""The file of a flat MDP: what is read, what is refused and where, and runs on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_mdp_file import flat_mdp_text, parse_flat_mdp, read_flat_mdp
from reference.support.errors import MALFORMED, OK, UNDECIDED, USAGE, MalformedInput, UnusablePath
from tests.called import Command
from tests.refused import refused

FILE: dict[str, Any] = {
    "format": "flat-mdp", "version": 1, "S": 2, "A": 1, "start": 1, "terminal": [0],
    "rewards": "deterministic", "P": [[["1/3", "2/3"]], [[0.25, 0.75]]], "r": [[0], ["1/2"]],
}  # fmt: skip


def test_a_file_is_read_and_written() -> None:
    mdp = parse_flat_mdp(json.dumps(FILE))
    assert (mdp.S, mdp.A, mdp.start, mdp.terminal, mdp.rewards) == (2, 1, 1, (0,), "deterministic")
    assert mdp.P.tolist() == [[[1 / 3, 2 / 3]], [[0.25, 0.75]]] and mdp.r.tolist() == [[0], [0.5]]
    again = parse_flat_mdp(flat_mdp_text(mdp))
    assert again.P.tolist() == mdp.P.tolist() and again.start == 1 and again.terminal == (0,)
    plain = {k: FILE[k] for k in ("format", "version", "S", "A", "P", "r")}
    mdp = parse_flat_mdp(json.dumps({**plain, "name": "two"}))
    assert (mdp.start, mdp.terminal, mdp.rewards) == (0, (), "bernoulli")


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another format": ({"format": "layered-mdp"}, "format"),
    "another version": ({"version": 2}, "version"),
    "no state": ({"S": 0}, "S"),
    "half an action": ({"A": 0.5}, "A"),
    "too many entries": ({"S": 10**4}, "S"),
    "an unknown key": ({"layers": [1, 1]}, "layers"),
    "no r": ({"r": None}, "the file"),
    "P too short": ({"P": [[["1/3", "2/3"]]]}, "P"),
    "a row too short": ({"P": [[["1/3"]], [[0.25, 0.75]]]}, "P[0][0]"),
    "a word": ({"P": [[["1/3", "x"]], [[0.25, 0.75]]]}, "P[0][0][1]"),
    "a sum of 2": ({"P": [[[1, 1]], [[0.25, 0.75]]]}, "P[0][0]"),
    "a negative probability": ({"P": [[[-1, 2]], [[0.25, 0.75]]]}, "P[0][0][0]"),
    "a reward of 2": ({"r": [[0], [2]]}, "r[1][0]"),
    "a start that is not there": ({"start": 2}, "start"),
    "a terminal start": ({"start": 0}, "start"),
    "a terminal word": ({"terminal": ["x"]}, "terminal[0]"),
    "terminal 0": ({"terminal": 0}, "terminal"),
    "another law": ({"rewards": "normal"}, "rewards"),
    "a law of two": ({"rewards": ["bernoulli"]}, "rewards"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused(name: str, tmp_path: Path) -> None:
    change, field = BAD[name]
    file = tmp_path / "mdp.json"
    file.write_text(json.dumps({k: v for k, v in {**FILE, **change}.items() if v is not None}))
    with pytest.raises(MalformedInput) as e:
        read_flat_mdp(file)
    assert (e.value.file, e.value.field) == (str(file), field)
    assert e.value.exit_status == MALFORMED


def test_an_mdp_that_is_none_is_refused(tmp_path: Path) -> None:
    P, r = np.ones((1, 1, 1)), np.zeros((1, 1))
    refused(lambda: FlatMDP(P, r, terminal=(3,)), "start")
    refused(lambda: FlatMDP(P, r, rewards="normal"), "rewards")
    with pytest.raises(UnusablePath):
        read_flat_mdp(tmp_path / "missing.json")


def test_the_numbers_of_the_states_do_not_matter() -> None:
    mdp = parse_flat_mdp(json.dumps(FILE))
    other = mdp.relabelled(np.array([1, 0]))
    assert (other.start, other.terminal) == (0, (1,))
    assert other.values(5)[:, ::-1].tolist() == mdp.values(5).tolist()


def test_runs_on_a_file(ucrl_lp: Command, proofs_check: Command, tmp_path: Path) -> None:
    file, out = tmp_path / "mdp.json", tmp_path / "run.jsonl"
    file.write_text(json.dumps(FILE))
    words = ("--T", "30", "--horizon", "4", "--out", out, "--force", "--quiet")
    for name in ("ucrl2", "ucbvi", "ucb-h", "ucb-b"):
        assert ucrl_lp("run", "--mdp", file, "--algorithm", name, *words).status == OK
        learns = name.startswith("ucb-")  # one action: the others decide nothing
        assert proofs_check("trace", out, "--quiet").status == (OK if learns else UNDECIDED)
    rewards = {r for line in out.read_text().splitlines() for r in json.loads(line).get("r", ())}
    assert rewards <= {0, 0.5}
    done = ucrl_lp("run", "--mdp", file, "--T", "30", "--out", out, "--force", "--quiet")
    assert done.status == MALFORMED and "layered-mdp" in done.err
    file.write_text("{}")
    done = ucrl_lp("run", "--mdp", file, "--algorithm", "ucrl2", *words[:2])
    assert done.status == MALFORMED
    done = ucrl_lp("run", "--mdp", tmp_path / "none", "--algorithm", "ucrl2", *words[:2])
    assert done.status == USAGE


def test_a_file_is_renormalised_on_request(tmp_path: Path) -> None:
    third = float(np.float32(1 / 3))
    flat = {"format": "flat-mdp", "version": 1, "S": 3, "A": 1, "P": [[[third] * 3]] * 3}
    file = tmp_path / "mdp.json"
    file.write_text(json.dumps({**flat, "r": [[0], [1], [0.5]]}))
    with pytest.raises(MalformedInput, match="--renormalise"):
        read_flat_mdp(file)
    assert abs(read_flat_mdp(file, renormalise=True).P.sum(axis=2) - 1).max() < 1e-15
