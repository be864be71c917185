"""Plain arrays as MDPs: both orders, files, single precision, the formats of others."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from reference import from_arrays
from reference.environments.arrays import read_arrays, renormalised
from reference.environments.mdp_file import parse_mdp
from reference.support.errors import MALFORMED, OK, USAGE, MalformedInput, PreconditionError
from tests.called import Command
from tests.refused import refused

RNG = np.random.default_rng(3)
P = RNG.dirichlet(np.ones(3), (3, 2))
R = RNG.random((3, 2))


def test_both_orders_give_the_same_mdp() -> None:
    mdp = from_arrays(P, R, 4)
    assert mdp.layers == (1, 3, 3, 3, 1) and mdp.A == 2
    for r in (R, R.T):
        other = from_arrays(P.transpose(1, 0, 2), r, 4, order="ass")
        assert all((a == b).all() for a, b in zip(mdp.P, other.P, strict=True))
        assert all((a == b).all() for a, b in zip(mdp.r, other.r, strict=True))
    refused(lambda: from_arrays(P, R, 4, order="ass"), "P")
    refused(lambda: from_arrays(P.transpose(1, 0, 2), R, 4), "P")
    refused(lambda: from_arrays(P, R, 4, order="xyz"), "order")
    refused(lambda: from_arrays(P[0], R, 4), "P")


def test_single_precision_needs_to_be_renormalised() -> None:
    single = P.astype(np.float32)
    refused(lambda: from_arrays(single, R, 4), "P[0][0]")
    assert from_arrays(single, R, 4, renormalise=True).layers == (1, 3, 3, 3, 1)
    assert np.abs(renormalised(single) - P).max() < 1e-6
    with pytest.raises(PreconditionError, match="to be divided by its sum"):
        renormalised(P * 0.9)


def test_files_of_arrays(ucrl_lp: Command, proofs_check: Command, tmp_path: Path) -> None:
    file, out = tmp_path / "mdp.npz", tmp_path / "run.jsonl"
    np.savez(file, P=P, r=R)
    arrays = read_arrays(file)
    assert (arrays[0] == P).all() and (arrays[1] == R).all() and arrays[2] == 0
    np.save(tmp_path / "P.npy", P.transpose(1, 0, 2))
    np.save(tmp_path / "P.r.npy", R)
    assert (read_arrays(tmp_path / "P.npy", "ass")[0] == P).all()
    words = ("--T", "400", "--horizon", "3", "--out", out, "--force", "--quiet")
    assert ucrl_lp("run", "--mdp", file, *words).status == OK
    assert proofs_check("trace", out, "--quiet").status == OK
    assert ucrl_lp("run", "--mdp", file, "--T", "4").status == USAGE  # no horizon
    np.savez(tmp_path / "steps.npz", P=np.stack([P] * 3), r=R)  # P[h,s,a,s1] says it
    done = ucrl_lp("run", "--mdp", tmp_path / "steps.npz", *words[:2], *words[4:])
    assert done.status == OK
    assert json.loads(out.read_text().split("\n")[0])["layers"] == [1, 3, 3, 1]
    done = ucrl_lp("run", "--mdp", tmp_path / "steps.npz", "--T", "4", "--horizon", "2")
    assert done.status == USAGE and "one table per step" in done.err
    done = ucrl_lp("run", "--mdp", tmp_path / "P.npy", "--order", "ass", *words)
    assert done.status == OK
    np.savez(file, P=P.astype(np.float32), r=R)
    assert ucrl_lp("run", "--mdp", file, *words).status == USAGE
    assert ucrl_lp("run", "--mdp", file, "--renormalise", *words).status == OK


@pytest.mark.parametrize("bad", ["words", "objects", "no r", "not an archive"])
def test_a_bad_file_of_arrays_is_refused(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "mdp.npz"
    if bad == "words":
        np.savez(file, P=np.array([["x"]]), r=R)
    elif bad == "objects":
        np.savez(file, P=np.array([{}], dtype=object), r=R)  # pickled: never loaded
    elif bad == "no r":
        np.savez(file, P=P)
    else:
        file.write_bytes(b"PK but nothing else")
    with pytest.raises(MalformedInput) as caught:
        read_arrays(file)
    assert caught.value.file == str(file)


def test_json_files_are_renormalised_on_request() -> None:
    third = float(np.float32(1 / 3))
    layered = {"format": "layered-mdp", "version": 1, "layers": [1, 3, 1], "A": 1}
    text = json.dumps({**layered, "P": [[[[third] * 3]], [[[1]]] * 3], "r": [[[0]], [[0]] * 3]})
    with pytest.raises(MalformedInput):
        parse_mdp(text)
    assert parse_mdp(text, renormalise=True).layers == (1, 3, 1)
    with pytest.raises(MalformedInput, match="to be divided by its sum"):
        parse_mdp(text.replace(str(third), "0.3"), renormalise=True)


@pytest.mark.parametrize(
    ("suffix", "converter"),
    [(".tra", "stormpy"), (".drn", "stormpy"), (".MDP", "AI-Toolbox"), (".jani", "stormpy")],
)
def test_formats_of_others_name_their_converter(
    suffix: str, converter: str, ucrl_lp: Command, tmp_path: Path
) -> None:
    file = tmp_path / f"model{suffix}"
    file.write_text("discount: 0.95\n")
    done = ucrl_lp("run", "--mdp", file, "--T", "3", "--horizon", "3")
    assert done.status == MALFORMED and converter in done.err and "numpy.savez" in done.err
