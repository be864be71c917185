"""A first divergence names its cause: a factor, another logarithm, few digits, a value that starts
elsewhere, states numbered from 1, a last step that is not counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.flat.replay import FlatConformance
from proofs_check.guests.kit.flat_cases import river
from reference.guests.family.family_records import OPTIONS
from reference.guests.flat.flat_mdp_file import parse_flat_mdp
from reference.guests.flat.flat_records import OPTIONS_OF, UCB_H, UCB_VI, UCRL2
from reference.support.errors import MALFORMED, MalformedInput, shown
from reference.trace.records import ALGORITHM, HEADER_NAMES
from tests.called import Command
from tests.guests.flat.learners import Edits, checked, garnet, write

CALLS = {
    UCRL2: "transition_radius(S, A, t_k, delta, N_k)",
    UCB_VI: "log(5 * S * A * K * H / delta)",
    UCB_H: "log(S * A * K * H / delta)",
}
CAUSES: dict[str, tuple[str, str, str]] = {
    "no sqrt(S)": (UCRL2, CALLS[UCRL2] + " / S ** 0.5", "d_p is 0.5774 = 1/sqrt(S)"),
    "half": (UCRL2, CALLS[UCRL2] + " / 2", "d_p is 0.5 = 1/2"),
    "k for t": (UCRL2, CALLS[UCRL2].replace("t_k", "k"), "d_p has k for t in the logarithm"),
    "no delta": (UCRL2, CALLS[UCRL2].replace("delta", "1.0"), "d_p has no delta in"),
    "delta/2": (UCRL2, CALLS[UCRL2].replace("delta", "delta / 2"), "d_p has delta/2 in"),
    "K for KH": (UCB_VI, CALLS[UCB_VI].replace("K * H", "K"), "K for KH in the logarithm"),
    "no S": (UCB_VI, CALLS[UCB_VI].replace("* S", ""), "no S in the logarithm"),
    "log2": (UCB_VI, CALLS[UCB_VI] + " / log(2)", "log2 for ln in the logarithm"),
    "UCB-H, K for KH": (UCB_H, CALLS[UCB_H].replace("K * H", "K"), "K for KH in the logarithm"),
    "UCB-H, delta/2": (UCB_H, CALLS[UCB_H] + " + log(2)", "delta/2 in the logarithm"),
}
SMALL: dict[str, dict[str, Any]] = {UCRL2: {}, UCB_VI: {"scale": 0.02}, UCB_H: {"c": 0.1}}


def cause_of(name: str, file: Path, **how: Any) -> FlatConformance:
    algorithm, wrong, _ = CAUSES[name]
    edits: Edits = ((CALLS[algorithm], wrong),)
    how |= {"edits": edits, "options": SMALL[algorithm]}
    return checked(write(file, algorithm, river(3), 600, **how))


@pytest.mark.parametrize("name", CAUSES)
def test_one_cause_of_all_wrong_radii_is_named(name: str, tmp_path: Path) -> None:
    outcome = cause_of(name, tmp_path / "run.jsonl")
    assert outcome.verdict == "does not conform"
    assert any(CAUSES[name][2] in cause for cause in outcome.cause), outcome.cause
    assert all("places" in cause for cause in outcome.cause)


def test_the_option_that_declares_a_factor_makes_the_trace_conform(tmp_path: Path) -> None:
    """Copied from the report."""
    file = tmp_path / "run.jsonl"
    (cause,) = cause_of("no sqrt(S)", file).cause
    radius = json.loads(cause.rpartition("radius = ")[2])
    assert cause_of("no sqrt(S)", file, declared={"radius": radius}).total == 0
    (cause,) = cause_of("K for KH", file).cause
    scale = float(cause.rpartition("scale = ")[2])
    assert cause_of("K for KH", file, declared={"scale": scale}).total == 0


def test_another_logarithm_of_BF_is_named_with_its_option(tmp_path: Path) -> None:
    """UCBVI_PRM has both. BF is no power of its logarithm."""
    options = {"bonus": "BF", "scale": 0.002}
    edits: Edits = ((CALLS[UCB_VI], "log(5 * S * K * H / delta)"),)
    for last in ("none", "H^2"):
        how: dict[str, Any] = {"edits": edits, "options": {**options, "last": last}}
        outcome = checked(
            write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, declared=options, **how)
        )
        words = "bonus has no A in the logarithm" + (
            " and the option last = H^2" * (last != "none")
        )
        assert any(cause.startswith(f"{words} of") for cause in outcome.cause), outcome.cause


def test_a_plan_in_mid_episode_that_is_not_recorded_is_suspected(tmp_path: Path) -> None:
    """A minimum that is below everything that was recorded."""
    file = write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, options={"scale": 0.02}, kept=())
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    *_, plan = (line for line in lines if line["record"] == "plan")
    plan["Q"][4][0][0] -= 0.01
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert outcome.first is not None and outcome.first.rule == "ucbvi-Q"
    assert "as if a plan between the two were not recorded" in outcome.first.found


def test_the_bonus_that_Q_implies_has_the_same_cause(tmp_path: Path) -> None:
    outcome = cause_of("UCB-H, K for KH", tmp_path / "run.jsonl", kept=())
    assert any("K for KH" in cause and "as Q implies it" in cause for cause in outcome.cause)


def test_a_right_trace_and_one_without_a_single_cause_name_none(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    assert checked(write(file, UCRL2, river(3), 300)).cause == ()
    edits: Edits = ((CALLS[UCRL2], "(" + CALLS[UCRL2] + " * (1 + 0.1 * np.arange(A)))"),)
    outcome = checked(write(file, UCRL2, river(3), 300, edits=edits))
    assert outcome.verdict == "does not conform" and outcome.cause == ()


def test_single_precision_and_few_digits_are_said(tmp_path: Path) -> None:
    file = write(tmp_path / "run.jsonl", UCB_H, garnet(), 100, options={"c": 0.1})
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for words, rounded in (("single precision", lambda v: float(np.float32(v))),
                           ("6 digits", lambda v: float(f"{v:.6g}"))):  # fmt: skip
        changed = [{**line, "Q": list(map(rounded, line["Q"]))} if "Q" in line else line
                   for line in lines]  # fmt: skip
        file.write_text("".join(json.dumps(line) + "\n" for line in changed))
        outcome = checked(file)
        assert outcome.first is not None and f"looks like {words}" in outcome.first.found, (
            outcome.first
        )
        assert "compute in doubles, and write 17 digits" in outcome.first.found
        assert any("tolerance=" in hint for hint in outcome.hints) == (words != "6 digits")
        if words != "6 digits":  # with as much it passes
            tolerance = float(outcome.hints[0].partition("=")[2].split()[0])
            file.write_text("".join(json.dumps(line) + "\n" for line in (
                {**changed[0], "tolerance": max(tolerance, 1e-6)}, *changed[1:])))  # fmt: skip
            assert checked(file).total == 0 and checked(file).hints == ()


def test_a_value_that_starts_elsewhere_is_suspected(tmp_path: Path) -> None:
    remaining = "np.arange(H, -1.0, -1)[:, None] * np.ones((1, S))"
    starts = {"np.zeros((H + 1, S))": "V that starts at 0", remaining: "V that starts at H - h"}
    for start, words in starts.items():
        edits: Edits = (("np.full((H + 1, S), float(H))\n", f"{start}\n"),)
        file = write(tmp_path / "run.jsonl", UCB_H, river(3), 200, edits=edits, options={"c": 0.1},
                     kept=())  # fmt: skip
        outcome = checked(file)
        told = f"equals the number with {words} at this place"
        assert outcome.first is not None and told in outcome.first.found


def test_a_last_step_that_is_never_counted_is_suspected(tmp_path: Path) -> None:
    edits: Edits = (("                N[g, s, a] += 1", "                N[g, s, a] += h + 1 < H"),)
    outcome = checked(write(tmp_path / "run.jsonl", UCB_VI, river(3), 200, edits=edits,
                          options={"scale": 0.02}))  # fmt: skip
    assert outcome.first is not None and outcome.first.rule == "ucbvi-N"
    assert "equals the count without the last step of every episode" in outcome.first.found


def test_states_numbered_from_1_are_suspected(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    head = {"record": "header", "format": "flat-trace", "version": 1, "algorithm": "UCRL2"}
    file.write_text("".join(json.dumps(line) + "\n" for line in (
        {**head, "S": 3, "A": 1, "delta": 0.1},
        {"record": "epoch", "k": 1, "t": 1, "pi": [0, 0, 0]},
        {"record": "steps", "s": [1], "a": [0], "r": [0.5], "s1": [1]},
        {"record": "epoch", "k": 2, "t": 2, "pi": [0, 0, 0], "N": [[1], [0], [0]]},
        {"record": "steps", "s": [1], "a": [0], "r": [1], "s1": [2]},
        {"record": "end", "steps": 2},
    )))  # fmt: skip
    outcome = checked(file)
    assert outcome.first is not None and "numbered from 1" in outcome.first.found


def test_names_of_algorithms(proofs_check: Command, tmp_path: Path) -> None:
    assert HEADER_NAMES == (ALGORITHM, *OPTIONS_OF, *OPTIONS)
    file = write(tmp_path / "run.jsonl", UCB_H, river(3), 50, options={"c": 0.1})
    text = file.read_text()
    file.write_text(text.replace('"UCB-H"', '"ucb-h"'))
    assert checked(file).verdict == "conforms"
    file.write_text(text.replace('"UCB-H"', '"PSRLX"'))
    done = proofs_check("trace", file)
    assert done.status == MALFORMED and f"must be one of {', '.join(HEADER_NAMES)}" in done.err


def test_rows_of_a_flat_mdp_are_refused_by_place_and_value() -> None:
    mdp: dict[str, Any] = {"format": "flat-mdp", "version": 1, "S": 2, "A": 3}
    P, r = [[[1, 0]] * 3] * 2, [[0] * 3] * 2
    for change, field, words in (
        ({"P": [P[0], [[1, 0], [0.5, 0.25], [1, 0]]]}, "P[1][1]", "found 0.75"),
        ({"P": [P[0], [[1, 0], [1.5, -0.5], [1, 0]]]}, "P[1][1][1]", "found -0.5"),
        ({"r": [[0, 0, 2], [0, 0, 0]]}, "r[0][2]", "found 2.0"),
        ({"P": [[[np.float64(np.float32(1 / 3)), 2 / 3]] * 3] * 2}, "P[0][0]", "--renormalise"),
        ({"P": [[[1, 0]] * 2] * 3}, "P", "looks like P[a][s][s1]"),
    ):
        with pytest.raises(MalformedInput) as caught:
            parse_flat_mdp(json.dumps({**mdp, "P": P, "r": r, **change}))
        assert caught.value.field == field and words in str(caught.value)
    assert shown(np.float64(0.5)) == "0.5" and shown(np.int64(3)) == "3"
