"""Programs on flat states that record what is right and play something else, or whose radii explain
any play: the kit passes none, of any algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.kit.flat_cases import FlatCase
from proofs_check.guests.kit.flat_kit import judge_flat, run_flat_cases
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import OPTIONS_OF, PS_RL, UCB_B, UCB_H, UCB_VI, UCFH, UCRL2
from tests.guests.flat.learners import implementation
from tests.guests.flat.test_planted import SMALL

OWN: dict[str, dict[str, Any]] = {UCRL2: {}, **SMALL}
PLAYS = {  # the line that plays, and the one that records a policy
    UCRL2: ("a = pi[s]", "policy_record(k, t_k, pi, "),
    UCFH: ("a = int(Q[h, s].argmax())", "episode_policy_record(k, Q.argmax(axis=2), "),
    PS_RL: ("a = int(Q[h, s].argmax())", "episode_policy_record(k, Q.argmax(axis=2), "),
    UCB_VI: ("a = int(Q[h, s].argmax())", ""),
    UCB_H: ("a = int(Q[h, s].argmax())", ""),
    UCB_B: ("a = int(Q[h, s].argmax())", ""),
}
ARMS = FlatMDP(np.ones((1, 2, 1)), np.array([[0.2, 0.9]]))


def blurred(pi: Any, A: int, least: float) -> Any:
    """The policy as rows, with a little of every other action."""
    if np.ndim(pi):
        return [blurred(of, A, least) for of in pi]
    return [1 - least * (A - 1) if a == pi else least for a in range(A)]


def faulty(algorithm: str, least: float, play: str = "0") -> Any:
    """Our learner, which plays another action than it records."""
    plays, records = PLAYS[algorithm]
    edits = [(plays, f"a = {play}")]
    if algorithm == UCRL2:  # its epoch ends by the counts of what is played
        edits += [("v_k[s, pi[s]] < n[s, pi[s]]", f"v_k[s, {play}] < n[s, {play}]")]
    if records:
        kept = records.replace("Q.argmax(axis=2)", f"blurred(Q.argmax(axis=2), A, {least})")
        edits += [(records, kept.replace("t_k, pi,", f"t_k, blurred(pi, A, {least}),"))]
    own: Mapping[str, Any] = OWN[algorithm]
    return implementation(
        algorithm, edits=tuple(edits), more={"blurred": blurred}, options=own, detailed=False
    )


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
@pytest.mark.parametrize(("least", "tolerance"), [(1e-6, None), (1.01e-6, 1e-6)])
def test_P1_P3_action_0_for_ever(algorithm: str, least: float, tolerance: float | None) -> None:
    """Of greedy algorithms a rule refuses it; of those with a near-optimal policy chance does."""
    options = {**OWN[algorithm], **({"tolerance": tolerance} if tolerance else {})}
    outcome = run_flat_cases(algorithm, faulty(algorithm, least), runs=24, options=options)
    assert outcome.failure is not None, outcome.report()
    rule = outcome.failure.rule
    if algorithm == UCRL2:
        assert rule == "improbable" and "actions" in outcome.failure.text
    else:
        assert rule in ("improbable", RULES[algorithm]), outcome.report()


RULES = {
    UCFH: "ucfh-greedy", PS_RL: "psrl-greedy", UCB_VI: "ucbvi-argmax", UCB_H: "ucbq-argmax",
    UCB_B: "ucbq-argmax",
}  # fmt: skip


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_P5_recorded_radii_explain_any_play(algorithm: str) -> None:
    """None has a plain pass: what was recorded was not checked, and the kit says so."""
    name = "radius" if algorithm in (UCRL2, UCFH) else "bonus"
    if name not in OPTIONS_OF[algorithm]:
        assert algorithm == PS_RL, "it records draws, which are tested"
        return
    asked = {**OWN[algorithm], name: "recorded"}
    honest = implementation(algorithm, options=OWN[algorithm], declared=asked)
    outcome = run_flat_cases(algorithm, honest, runs=6, options=asked)
    assert outcome.failure is None, outcome.report()
    assert outcome.believed and "pass given what was recorded" in outcome.report()
    assert "all cases pass:" not in outcome.report()


def test_P4_transitions_that_are_handed_out_in_order() -> None:
    """The rows of each state, the one whose first entry is largest to action 0."""
    mdp = FlatMDP(np.full((2, 2, 2), 0.5), np.array([[0.3, 0.6], [0.5, 0.5]]))
    drawn = "P = dirichlet(alpha0 + N3, random)"
    sorted_ = "P = np.take_along_axis(P, np.argsort(-P[..., :1], axis=-2), axis=-2)"
    edit = ((drawn, f"{drawn}; {sorted_}"),)
    case = FlatCase(PS_RL, mdp, 300, 2, 0.1, 1)
    failure, _ = judge_flat(implementation(PS_RL, edits=edit), case)
    assert failure is not None, "exchanged rows are no draws of the posterior"
    assert failure.rule in ("improbable", "psrl-posterior")
    assert judge_flat(implementation(PS_RL), case)[0] is None


def test_P4_normal_draws_that_are_handed_out_in_order() -> None:
    edit = (("random.standard_normal(N.shape)",
             "np.sort(random.standard_normal(N.shape), axis=-1)[..., ::-1]"),)  # fmt: skip
    own = {"rewards": "normal"}
    case = FlatCase(PS_RL, ARMS, 300, 2, 0.1, 1, own)
    failure, _ = judge_flat(implementation(PS_RL, edits=edit, options=own), case)
    assert failure is not None and failure.rule == "improbable" and "draws" in failure.text
    assert judge_flat(implementation(PS_RL, options=own), case)[0] is None
