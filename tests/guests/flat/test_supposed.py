"""Faults of public code that no option declares are named after a second check; all choices that
fit are named, best first; two numbers of Q say whose they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.guests.commands.flat_verdict import flat_as_text
from proofs_check.guests.kit.flat_cases import river
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import PS_RL, UCB_H, UCB_VI, UCFH, UCRL2
from tests.guests.flat.learners import checked, write

END = FlatMDP(
    np.array([[[0.5, 0.5], [0.8, 0.2]], [[0.0, 1.0], [0.0, 1.0]]]),
    np.array([[0.3, 0.6], [0.0, 0.0]]), terminal=(1,),
)  # fmt: skip


def test_counts_that_include_the_running_epoch(tmp_path: Path) -> None:
    """omardrwch/rlplan, 1a1c44f: four epochs in 5000 steps."""
    edits = (("v_k[s, pi[s]] < n[s, pi[s]]", "v_k[s, pi[s]] < max(1, N[s, pi[s]])"),)
    file = write(tmp_path / "run.jsonl", UCRL2, river(3), 300, edits=edits, kept=())
    outcome = checked(file)
    assert outcome.first is not None and outcome.first.rule == "ucrl2-epoch-missing"
    (hint,) = outcome.hints
    assert hint.startswith("an N_k that counts the running epoch, too") and "would conform" in hint


def test_a_mean_that_the_inner_maximum_has_overwritten(tmp_path: Path) -> None:
    edits = (('"p_bar": p_bar, "d_r"', '"p_bar": p_opt, "d_r"'),)
    how: dict[str, Any] = {"edits": edits, "options": {"radius": (0.2, 0.2)}}
    file = write(tmp_path / "run.jsonl", UCRL2, river(4), 300, kept=("p_bar",), **how)
    outcome = checked(file)
    assert outcome.first is not None and outcome.first.rule == "ucrl2-p_bar"
    assert any("p_bar that the inner maximum has overwritten" in hint for hint in outcome.hints)


def test_another_wrong_mean_is_not_called_overwritten(tmp_path: Path) -> None:
    edits = (('"p_bar": p_bar, "d_r"', '"p_bar": p_bar * 0.9 + 0.1 / S, "d_r"'),)
    file = write(tmp_path / "run.jsonl", UCRL2, river(4), 300, edits=edits, kept=("p_bar",))
    outcome = checked(file)
    assert outcome.first is not None and outcome.first.rule == "ucrl2-p_bar"
    assert outcome.hints == ()


def test_every_prior_that_fits_is_named_the_best_first(tmp_path: Path) -> None:
    """Declared as 1; drawn with 1/S, which is no power of 2."""
    rng = np.random.default_rng(1)
    mdp = FlatMDP(rng.dirichlet(np.ones(3), (3, 2)), rng.random((3, 2)).round(2))
    options = {"alpha0": 1 / 3}
    file = write(tmp_path / "run.jsonl", PS_RL, mdp, 1500, options=options, declared={})
    outcome = checked(file)
    assert outcome.first is not None and outcome.first.rule == "psrl-posterior"
    assert outcome.variants == ("alpha0 = 0.333333",)
    text = " ".join(flat_as_text(outcome, False).split())
    assert "would conform with alpha0 = 0.333333" in text
    for choice in outcome.alternatives:
        assert f"also with {choice}" in text or f"or {choice}" in text
    file = write(tmp_path / "more.jsonl", PS_RL, mdp, 1500, options=options)
    assert checked(file).total == 0, "what is named first is right"


@pytest.mark.parametrize("algorithm", [PS_RL, UCFH, UCB_VI])
def test_a_terminal_state_that_is_not_declared(algorithm: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"radius": (0.05, 0.05)} if algorithm == UCFH else {}
    options = {"scale": 0.02} if algorithm == UCB_VI else options
    how: dict[str, Any] = {"options": options, "declared": options, "kept": ()}
    file = write(tmp_path / "run.jsonl", algorithm, END, 300, **how)
    outcome = checked(file)
    assert outcome.certain is not None
    assert "terminal = [1]" in outcome.variants, (outcome.certain, outcome.variants)


def test_whose_q_two_numbers_are(tmp_path: Path) -> None:
    edits = (("a = int(Q[h, s].argmax())", "a = int(Q[h, s].argmin())"),)
    for algorithm, rule in ((UCB_H, "ucbq-argmax"), (UCB_VI, "ucbvi-argmax")):
        options = {"c": 0.01} if algorithm == UCB_H else {"scale": 0.01}
        how: dict[str, Any] = {"options": options, "edits": edits, "kept": ()}
        outcome = checked(write(tmp_path / "run.jsonl", algorithm, river(3), 300, **how))
        first = outcome.first
        assert first is not None and first.rule == rule
        assert "= Q of action" in first.expected and "which was played" in first.found
    edits = (
        ("episode_policy_record(k, Q.argmax(axis=2)", "episode_policy_record(k, Q.argmin(axis=2)"),
    )
    outcome = checked(write(tmp_path / "run.jsonl", PS_RL, river(3), 300, edits=edits, kept=()))
    assert outcome.first is not None and outcome.first.rule == "psrl-greedy"
    assert "= Q of action" in outcome.first.expected and "which pi takes" in outcome.first.found


def test_a_pipe_is_not_checked_again(tmp_path: Path) -> None:
    """A factor is named, but not the option, which nothing has confirmed."""
    file = write(tmp_path / "run.jsonl", UCRL2, river(3), 300, options={"radius": (2.0, 1.0)},
                 declared={})  # fmt: skip
    whole = checked(file)
    assert whole.cause and "; declared by radius = [2, 1]" in whole.cause[0]
    with open(file, "rb") as raw:
        from proofs_check.guests.flat.check import check_flat_stream

        once = check_flat_stream("/dev/null", raw, "-", everything=True)
    assert [c.partition(";")[0] for c in whole.cause] == list(once.cause)
    assert check_any_trace(file).first is not None
