"""What is played against what is recorded, on flat states and in the family: honest runs are as
recorded, and every planted fault is improbable, though no rule is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.kit.flat_cases import FlatCase, numbered_flat_case
from proofs_check.guests.kit.flat_kit import judge_flat, run_flat_cases
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import (
    OPTIONS_OF,
    PS_RL,
    UCFH,
    UCRL2,
    flat_end,
)
from reference.support.errors import FALSE, OK
from tests.called import Command
from tests.guests.flat.learners import DEFAULTS, implementation, learner
from tests.guests.flat.test_planted import SMALL

OWN: dict[str, dict[str, Any]] = {UCRL2: {}, **SMALL}
ARMS = FlatMDP(np.ones((1, 2, 1)), np.array([[0.5, 0.6]]))
LEAST = 1e-6


def blurred(pi: Any, A: int) -> Any:
    """The policy, with a little of every other action."""
    return [[1 - LEAST * (A - 1) if a == best else LEAST for a in range(A)] for best in pi]


def quantiles(u: Any, a: Any, b: Any) -> Any:
    from scipy.special import betaincinv

    return betaincinv(a, b, u)


PLAYS_ACTION_0 = (
    ("        yield policy_record(k, t_k, pi, **tables)",
     "        shown, pi = pi, [0] * len(pi); yield policy_record(k, t_k, blurred(shown, A))"),
)  # fmt: skip
DRAWS_IN_ORDER = (
    ("random.beta(a0 + R, b0 + N - R)",
     "quantiles(np.sort(random.random(N.shape), axis=-1)[..., ::-1], a0 + R, b0 + N - R)"),
)  # fmt: skip


def test_P1_an_action_that_is_recorded_as_improbable() -> None:
    faulty = implementation(UCRL2, edits=PLAYS_ACTION_0, more={"blurred": blurred}, detailed=False)
    outcome = run_flat_cases(UCRL2, faulty, runs=30)
    assert outcome.failure is not None and outcome.failure.rule == "improbable"
    assert "the actions" in outcome.failure.text and "improbable" in outcome.report()
    assert run_flat_cases(UCRL2, faulty, runs=30, play=False).failure is None, "no rule is broken"


def test_P4_draws_that_are_handed_out_in_order() -> None:
    faulty = implementation(PS_RL, edits=DRAWS_IN_ORDER, more={"quantiles": quantiles})
    case = FlatCase(PS_RL, ARMS, 300, 2, 0.1, 1)
    failure, _ = judge_flat(faulty, case)
    assert failure is not None and failure.rule == "improbable" and "draws" in failure.text
    assert judge_flat(faulty, case, play=False)[0] is None, "the pooled distribution is right"


def tampered(algorithm: str, what: str) -> Any:
    """Our own learner in a world whose chance is not that of the MDP at a few known moments."""

    def records(case: FlatCase) -> Iterator[Mapping[str, Any]]:
        world, seen = case.mdp.simulator(case.seed), set()

        def step(s: int, a: int) -> tuple[float, int]:
            r, s1 = world(s, a)
            if (s, a) not in seen:
                seen.add((s, a))
                mean = float(case.mdp.r[s, a])
                if what == "rewards" and 0 < mean < 1 and case.mdp.rewards == "bernoulli":
                    r = 1
                if what == "transitions":
                    s1 = int(case.mdp.P[s, a].argmax())
            return r, s1

        chosen = DEFAULTS[algorithm]._replace(**OWN[algorithm])
        given = (case.setting(), step) if case.H else (case.setting(), step, case.T)
        yield case.header("tampered", OWN[algorithm])
        n = 0
        for record in learner(algorithm)(*given, chosen, detailed=False):
            n += len(record.get("s", ()))
            yield record
        yield flat_end(n)

    return records


def wide(algorithm: str) -> FlatCase:
    """Thirty states, so that first visits are many: in one case alone."""
    rng = np.random.default_rng(3)
    S, A = 30, 3
    P = rng.dirichlet(np.ones(4), (S, A))
    full = np.zeros((S, A, S))
    for s, a in np.ndindex(S, A):
        full[s, a, rng.permutation(S)[:4]] = P[s, a]
    mdp = FlatMDP(full / full.sum(axis=2, keepdims=True), rng.uniform(0.2, 0.5, (S, A)).round(3))
    steps = 6000 if algorithm == UCRL2 else 2000
    H = 0 if algorithm == UCRL2 else 5
    return FlatCase(algorithm, mdp, steps // max(H, 1), H, 0.1, 1, OWN[algorithm])


@cache
def honest_on_wide(algorithm: str) -> Any:
    """What is wrong with an honest run, which is the same for both tampered ones."""
    honest = implementation(algorithm, options=OWN[algorithm], detailed=False)
    return judge_flat(honest, wide(algorithm))[0]


@pytest.mark.parametrize("what", ["rewards", "transitions"])
@pytest.mark.parametrize("algorithm", [a for a in OPTIONS_OF if a not in (PS_RL, UCFH)])
def test_P7_first_visits_that_are_not_chance(algorithm: str, what: str) -> None:
    is_refused(algorithm, what)


@pytest.mark.parametrize("what", ["rewards", "transitions"])
@pytest.mark.parametrize("algorithm", [PS_RL, UCFH])
def test_P7_first_visits_of_learners_that_plan_for_long(algorithm: str, what: str) -> None:
    is_refused(algorithm, what)


def is_refused(algorithm: str, what: str) -> None:
    """First visits are named, and an honest program is not."""
    failure, _ = judge_flat(tampered(algorithm, what), wide(algorithm))
    assert failure is not None and failure.rule == "improbable"
    assert "first visits" in failure.text and what in failure.text
    assert "layer" not in failure.text
    assert honest_on_wide(algorithm) is None


@pytest.mark.parametrize("algorithm", [UCRL2, PS_RL])
def test_honest_cases_are_no_evidence_together(algorithm: str) -> None:
    outcome = run_flat_cases(algorithm, implementation(algorithm, options=OWN[algorithm]), runs=30,
                             options=OWN[algorithm])  # fmt: skip
    assert outcome.failure is None, outcome.report()
    assert numbered_flat_case(algorithm, 1).seed == numbered_flat_case(algorithm, 2).seed


def least_probable(lines: list[dict[str, Any]]) -> None:
    """Let every episode play the least probable actions that are not excluded."""
    pi: Any = None
    for record in lines:
        if record["record"] == "step":
            pi = record["pi"]
        if record["record"] == "episode":
            for h, x in enumerate(record["x"]):
                row = pi[h][x]
                a = min((a for a in range(len(row)) if row[a] > 1e-4), key=row.__getitem__)
                record["a"][h], record["r"][h] = a, record["r_t"][h][x][a]


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_P2_the_least_probable_action_of_o_reps(
    plain: tuple[str, ...], tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    run = tmp_path / "run.jsonl"
    words = ("run", "--env", "tiny", "--algorithm", "o-reps", "--T", 300, "--quiet")
    assert ucrl_lp(*words, "--out", run).status == OK
    done = proofs_check("trace", run, *plain)
    assert done.status == OK and "play       as recorded (actions, transitions)" in done.out
    lines = [json.loads(line) for line in run.read_text().splitlines()]
    least_probable(lines)
    run.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = proofs_check("trace", run, *plain)
    assert done.status == FALSE and done.out.startswith("verdict    improbable")
    said = " ".join(done.out.split())
    assert "play improbable (the actions" in said and "a run of O-REPS" in said
    assert "(most in layer" in said
    answer = json.loads(proofs_check("trace", run, "--json", *plain).out)
    assert answer["improbable"]["power"] > 9 and answer["play"].startswith("improbable")
    done = proofs_check("trace", run, "--no-play", *plain)
    assert done.status == OK and "play       not tested (--no-play)" in done.out
