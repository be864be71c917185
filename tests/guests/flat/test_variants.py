"""Variants that a header does not declare are named; defects are explained by none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs_check.guests.flat.variants import written
from proofs_check.guests.kit.flat_cases import river
from reference.guests.flat.flat_records import UCB_B, UCB_H, UCB_VI, UCFH, UCRL2
from tests.guests.flat.learners import Edits, backwards, checked, garnet, write

ENDING = garnet(5, 2, 3, terminal=(2,))
DELTA_T = (("k + 1, t  # step 1", "k + 1, t; delta = 1 / sqrt(t)"),)
EAGER: Edits = (("and v_k[s, pi[s]] < n[s, pi[s]]:", "and not (v_k >= n).any():"),)
NOT_MONOTONE = (("np.minimum(Q[h], np.minimum(float(H), known))", "np.minimum(float(H), known)"),)
REMAINING = (("np.full((H, S, A), float(H))", ("np.arange(H, 0, -1.0)[:, None, None] * "
              "np.ones((H, S, A))")), ("float(H), known", "float(H - h), known"),
             ("known)), float(H))", "known)), float(H - h))"))  # fmt: skip

# name -> algorithm, edits, options of the learner, of the header, what is named
VARIANTS: dict[str, tuple[str, Edits, dict[str, Any], dict[str, Any], set[str]]] = {
    "clip": (UCRL2, (), {"clip": False}, {}, {"clip = false"}),
    "tau": (UCRL2, (), {"tau": 0.5}, {}, {"tau = 0.5"}),
    "delta": (UCRL2, DELTA_T, {}, {}, {"delta = 1/sqrt(t)"}),
    "trigger": (UCRL2, EAGER, {}, {}, {"trigger = eager"}),
    "stop": (UCRL2, (("1 / sqrt(t_k), tau", "0.1, tau"),), {}, {}, {"stop = 0.1"}),
    "two": (UCRL2, (*DELTA_T, *EAGER), {}, {}, {"delta = 1/sqrt(t)", "trigger = eager"}),
    "scale": (UCB_VI, (), {"scale": 0.1}, {}, {"scale = 0.1"}),
    "BF": (UCB_VI, (), {"bonus": "BF"}, {}, {"bonus = BF"}),
    "rewards": (UCB_VI, (), {"scale": 0.02, "rewards": "mean+bonus"}, {"scale": 0.02},
                {"rewards = mean+bonus"}),
    "monotone": (UCB_VI, NOT_MONOTONE, {"scale": 0.02}, {"scale": 0.02}, {"monotone = false"}),
    "cap": (UCB_VI, REMAINING, {"scale": 0.02}, {"scale": 0.02}, {"cap = remaining"}),
    "c": (UCB_H, (), {"c": 0.1}, {}, {"c = 0.1"}),
    "c1": (UCB_B, (), {"c1": 0.1, "c2": 2.0}, {"c1": 1.0, "c2": 2.0}, {"c1 = 0.1"}),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_an_undeclared_variant_is_named(name: str, tmp_path: Path) -> None:
    algorithm, edits, options, declared, named = VARIANTS[name]
    mdp = garnet(3, 2, 7) if algorithm == UCB_B else backwards(river())
    how: dict[str, Any] = {"edits": edits, "options": options}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, mdp, 4000, declared=declared, **how))
    assert outcome.verdict == "does not conform"
    assert set(outcome.variants) == named and outcome.explained, outcome.first
    words = {key: value for key, _, value in (variant.partition(" = ") for variant in named)}
    right = {**options, **{k: _value(v) for k, v in words.items()}}
    again = checked(write(tmp_path / "run.jsonl", algorithm, mdp, 4000, declared=right, **how))
    assert (again.verdict, again.variants) == ("conforms", ())


def _clock(delta: str) -> Edits:
    return (("k + 1, t  # step 1", f"k + 1, t; delta = {delta}"),)


BACKWARD: Edits = (
    (
        "            s = s1\n            if s in terminal:\n                break\n",
        "        played.reverse()\n        for of in lists.values():\n            of.reverse()\n",
    ),
    (
        "            r, s1 = step(s, a)\n",
        (  # played first, learned from afterwards
            "            r, s1 = step(s, a)\n            played.append((s, a, r, s1))\n"
            "            s = s1\n"
            "        episode, played = played, []\n        for h in reversed(range(H)):\n"
            "            s, a, r, s1 = episode[h]\n"
        ),
    ),
)
LITTLE = {"c1": 0.01}

# Options among several that bear on the rule: the number at the place says which is tried first.
ORDERED: dict[str, tuple[str, Edits, dict[str, Any], dict[str, Any], str]] = {
    "1/sqrt(t)": (UCRL2, _clock("1 / sqrt(t)"), {}, {}, "delta = 1/sqrt(t)"),
    "1/t": (UCRL2, _clock("1 / t"), {}, {}, "delta = 1/t"),
    "1/sqrt(k)": (UCRL2, _clock("1 / sqrt(k)"), {}, {}, "delta = 1/sqrt(k)"),
    "radii": (UCRL2, (), {"radius": "bernstein-sum"}, {}, "radius = bernstein-sum"),
    "radii of UCFH": (UCFH, (), {"radius": "bernstein-sum"}, {}, "radius = bernstein-sum"),
    "tau": (UCRL2, (), {"tau": 0.9}, {}, "tau = 0.9"),
    "c": (UCB_H, (), {"c": 4.0}, {}, "c = 4"),
    "length": (UCB_H, (), {"length": "H-h"}, {}, "length = H-h"),
    "c1": (UCB_B, (), {"c1": 0.1}, {}, "c1 = 0.1"),
    "c2": (UCB_B, (), {"c2": 4.0}, {}, "c2 = 4"),
    "length of UCB-B": (UCB_B, (), {**LITTLE, "length": "H-h"}, LITTLE, "length = H-h"),
    "backward": (UCB_H, BACKWARD, {"c": 0.01}, {"c": 0.01}, "order = backward"),
    "backward, UCB-B": (UCB_B, BACKWARD, LITTLE, LITTLE, "order = backward"),
    "forward": (UCB_H, (), {"c": 0.01}, {"c": 0.01, "order": "backward"}, "order = forward"),
    "forward, UCB-B": (UCB_B, (), LITTLE, {**LITTLE, "order": "backward"}, "order = forward"),
}


@pytest.mark.parametrize("name", ORDERED)
def test_what_the_number_at_the_place_speaks_for_is_named(name: str, tmp_path: Path) -> None:
    """With all that can be recorded, and with Q alone."""
    algorithm, edits, options, declared, named = ORDERED[name]
    how: dict[str, Any] = {"edits": edits, "options": options, "declared": declared}
    for kept in (None, ()) if algorithm in (UCB_H, UCB_B) else (None,):
        steps = 1500 if algorithm == UCRL2 else 900
        file = write(tmp_path / "run.jsonl", algorithm, garnet(3, 2, 7), steps, **how, kept=kept)
        outcome = checked(file)
        assert outcome.variants == (named,) and outcome.explained, (kept, outcome.first)
        assert outcome.certain is not None
        assert named in [f"{key} = {written(choice)}" for key, choice in outcome.certain.fits]


def _value(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    try:
        return float(word)
    except ValueError:
        return word


def test_a_terminal_state_is_a_variant_that_must_be_declared(tmp_path: Path) -> None:
    for algorithm in (UCB_VI, UCB_H):
        outcome = checked(write(tmp_path / "run.jsonl", algorithm, ENDING, 400, declared={}))
        assert outcome.certain and outcome.certain.rule == (
            "flat-H-steps" if algorithm == UCB_H else "ucbvi-V"
        )
        assert outcome.variants == ("terminal = [2]",) and outcome.explained
    edits = (("    V[:, list(terminal)] = 0.0\n", ""),)
    file = write(tmp_path / "run.jsonl", UCB_H, ENDING, 400, declared={}, edits=edits)
    outcome = checked(file)
    assert outcome.variants == ("terminal = [2]",) and not outcome.explained


def test_radii_of_ones_own_are_taken_as_recorded(tmp_path: Path) -> None:
    small = (("transition_radius(S, A, t_k, delta, N_k)", ("0.9 * transition_radius(S, A, t_k, "
              "delta, N_k)")),)  # fmt: skip
    file = tmp_path / "run.jsonl"
    outcome = checked(write(file, UCRL2, river(), 1000, edits=small, declared={}))
    assert {d.rule for d in outcome.divergences} == {"ucrl2-d_p"}
    for radius in ("recorded", [1.0, 0.9]):
        outcome = checked(
            write(file, UCRL2, river(), 1000, edits=small, declared={"radius": radius})
        )
        given = " given what was recorded" if radius == "recorded" else ""
        assert outcome.verdict == f"conforms{given}", outcome.first


def test_stages_of_their_own(tmp_path: Path) -> None:
    """Counters for every step of the episode: named from Q alone, conforming when declared."""
    how: dict[str, Any] = {"options": {"scale": 0.02, "stages": "own"}}
    file = tmp_path / "run.jsonl"
    bare = checked(write(file, UCB_VI, garnet(), 600, declared={"scale": 0.02}, kept=(), **how))
    assert bare.variants == ("stages = own",) and bare.explained
    whole = {"scale": 0.02, "stages": "own"}
    assert checked(write(file, UCB_VI, garnet(), 600, declared=whole, **how)).verdict == "conforms"
