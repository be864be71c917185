"""A program that never learns is never called conforming: of every algorithm on flat states, by
what it declares about itself, alone and in the kit."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.flat.coverage import FLAT_CELLS, never
from proofs_check.guests.flat.replay import FlatConformance
from proofs_check.guests.kit.flat_cases import FlatCase
from proofs_check.guests.kit.flat_kit import judge_flat, run_flat_cases
from reference.guests.flat.flat_records import (
    OPTIONS_OF,
    PS_RL,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    episode_policy_record,
    flat_end,
    plan_record,
    policy_record,
    steps_record,
)
from reference.guests.flat.flat_triggers import due
from reference.support.errors import FALSE, UNDECIDED
from tests.called import Command
from tests.guests.flat.learners import DEFAULTS, checked, garnet, learner, write
from tests.guests.flat.test_planted import TWO_STATES

LOOSE: dict[str, dict[str, Any]] = {
    UCRL2: {"stop": 1e6},
    UCB_VI: {"bonus": "recorded"},
    UCB_H: {"bonus": "recorded"},
    UCB_B: {"bonus": "recorded"},
    UCFH: {"radius": "recorded"},
    PS_RL: {"alpha0": 1e6, "a0": 1e6, "b0": 1e6},
}
"""What a header may declare so that the rule that decides learning is off."""
Records = Iterator[Mapping[str, Any]]


def never_learns(
    options: Mapping[str, Any], bonuses: bool = False
) -> Callable[[FlatCase], Records]:
    """A program that plays action 0 for ever, its Q at the cap; `bonuses`: with the recorded
    bonuses or radii that explain it. Of PSRL one that draws from the prior for ever."""

    def play(case: FlatCase) -> Records:
        mdp, step, n, s = case.mdp, case.mdp.simulator(case.seed), 0, case.mdp.start
        yield case.header("never", options)
        if not case.H:
            N, v, k = [0] * mdp.S, [0] * mdp.S, 1
            played: list[Any] = []
            yield policy_record(1, 1, [0] * mdp.S)
            for t in range(1, case.T + 1):
                if v[s] >= max(1, N[s]):
                    yield steps_record(played)
                    N, v = [x + y for x, y in zip(N, v, strict=True)], [0] * mdp.S
                    k, played = k + 1, []
                    yield policy_record(k, t, [0] * mdp.S)
                r, s1 = step(s, 0)
                v[s] += 1
                played.append((s, 0, r, s1))
                s = s1
            yield steps_record(played)
            yield flat_end(case.T)
            return
        if case.algorithm == PS_RL:  # what was seen moves no draw
            edits = (("alpha0 + N3", "alpha0 + 0 * N3"), ("a0 + R, b0 + N - R", "a0 + 0 * R, b0"))
            of = learner(PS_RL, edits)
            for record in of(
                case.setting(), step, DEFAULTS[PS_RL]._replace(**{**options, **case.options})
            ):
                n += len(record.get("s", ()))
                yield record
            yield flat_end(n)
            return
        H, count = case.H, Counter[tuple[int, int]]()
        visits = np.zeros((mdp.S, mdp.A), dtype=int)
        planned = visits.copy()
        for k in range(1, case.T + 1):
            if case.algorithm == UCFH and (k == 1 or due("doubling", visits, planned)):
                wide = [[10] * mdp.A] * mdp.S
                radii = {"d_r": wide, "d_p": wide} if bonuses or options else {}
                planned = visits.copy()
                yield episode_policy_record(k, [[0] * mdp.S] * H, **radii)
            if case.algorithm == UCB_VI:
                tables = {"bonus": [[[float(H)] * mdp.A] * mdp.S] * H} if bonuses else {}
                yield plan_record(k, [[[float(H)] * mdp.A] * mdp.S] * H, **tables)
            s, b = mdp.start, []
            played = []
            for h in range(H):
                r, s1 = step(s, 0)
                count[h, s] += 1
                visits[s, 0] += 1
                final = h + 1 == H or s1 in mdp.terminal
                b.append(H - float(r) - (0 if final else H))  # so that Q stays H
                played.append((s, 0, r, s1))
                n, s = n + 1, s1
                if s in mdp.terminal:
                    break
            if case.algorithm in (UCB_VI, UCFH):
                yield steps_record(played)
            else:
                yield steps_record(
                    played, Q=[float(H)] * len(b), **({"bonus": b} if bonuses else {})
                )
        yield flat_end(n)

    return play


@pytest.mark.parametrize("bonuses", [False, True])
@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_a_program_that_never_learns_does_not_pass_the_kit(algorithm: str, bonuses: bool) -> None:
    """As published it breaks a rule, by declaring options it fails by name, and with the command's
    own options it is vacuous."""
    loose = LOOSE[algorithm]
    key = next(iter(loose))
    outcome = run_flat_cases(algorithm, never_learns(loose, bonuses), runs=6)
    assert outcome.failure is not None and outcome.failure.rule == "case"
    assert f"the header declares {key} = " in outcome.failure.text
    assert f"--option {key}=" in outcome.failure.text
    outcome = run_flat_cases(algorithm, never_learns({}, bonuses), runs=6, options=loose)
    assert outcome.failure is None, outcome.report()
    assert outcome.report().startswith("vacuous: ") and "all cases pass" not in outcome.report()


@pytest.mark.parametrize("bonuses", [False, True])
@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_as_published_it_breaks_the_rule_that_decides_learning(
    algorithm: str, bonuses: bool
) -> None:
    case = FlatCase(algorithm, TWO_STATES, 200, 1, 0.1, 1, options={})
    if algorithm == UCRL2:
        case = replace(case, T=20_000, H=0)
    if algorithm == UCB_VI:  # the bonus as published is above the cap for as long
        case = replace(case, options={"scale": 0.02})
    failure, _ = judge_flat(never_learns({}, bonuses), case)
    assert failure is not None
    assert failure.rule == {
        UCRL2: "ucrl2-near-optimal", UCFH: "ucfh-d_r" if bonuses else "ucfh-greedy",
        PS_RL: "psrl-posterior", UCB_VI: "ucbvi-bonus" if bonuses else "ucbvi-Q",
    }.get(algorithm, "ucbq-bonus" if bonuses else "ucbq-update")  # fmt: skip


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_its_trace_is_vacuous(algorithm: str, tmp_path: Path) -> None:
    case = FlatCase(algorithm, garnet(), 200, 4 if algorithm != UCRL2 else 0, 0.1, 1)
    lines = list(never_learns(LOOSE[algorithm])(case))
    file = tmp_path / "run.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert (outcome.verdict, outcome.total, outcome.exit_status) == ("vacuous", 0, UNDECIDED), (
        outcome.first
    )
    assert "a program that never learns would conform" in outcome.untested


@pytest.mark.parametrize("more", [{"prior": 1.0}, {"last": "H^2"}, {"cap": "remaining"}])
def test_no_variant_makes_it_conform(more: dict[str, Any], tmp_path: Path) -> None:
    case, options = FlatCase(UCB_VI, garnet(), 200, 4, 0.1, 1), {**LOOSE[UCB_VI], **more}
    lines = list(never_learns(options)(case))
    file = tmp_path / "run.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert outcome.verdict in ("vacuous", "does not conform")
    if "cap" not in more:
        assert (outcome.verdict, outcome.total) == ("vacuous", 0), outcome.first


@pytest.mark.parametrize("radius", ["bernstein", "bernstein-sum", "recorded"])
@pytest.mark.parametrize("algorithm", [UCRL2, UCFH])
def test_nor_does_a_kind_of_radius(algorithm: str, radius: str) -> None:
    """Of so few steps: radii that are as wide as the set of all MDPs."""
    of = never_learns({"radius": radius}, bonuses=radius == "recorded")
    outcome = run_flat_cases(algorithm, of, runs=3, options={"radius": radius})
    assert outcome.failure is not None or outcome.vacuous, outcome.report()


def test_every_other_way_to_switch_the_rule_off_is_vacuous(tmp_path: Path) -> None:
    """All states terminal; the first episode free and no other; Q of 1e50 without a bonus."""
    head: dict[str, Any] = {"record": "header", "format": "flat-trace", "version": 1, "S": 1}
    head |= {"A": 2, "H": 1, "K": 3, "delta": 0.1}
    steps = {"record": "steps", "s": [0], "a": [0], "r": [1], "s1": [0]}
    high = {"record": "plan", "k": 1, "Q": [[[1e50, 1e50]]]}
    end = {"record": "end", "steps": 1}
    for more, records in (
        ({"algorithm": UCB_VI, "options": {"terminal": [0]}}, [high, steps]),
        ({"algorithm": UCB_VI, "options": {"first": "free"}}, [steps]),
        ({"algorithm": UCB_VI, "options": {"bonus": "recorded"}}, [high, steps]),
        ({"algorithm": UCB_H, "options": {"bonus": "recorded"}}, [{**steps, "Q": [1e50]}]),
    ):
        file = tmp_path / "run.jsonl"
        file.write_text(
            "".join(f"{json.dumps(line)}\n" for line in [{**head, **more}, *records, end])
        )
        outcome = checked(file)
        assert (outcome.verdict, outcome.exit_status) == ("vacuous", UNDECIDED), (
            more,
            outcome.first,
        )


def reached(algorithm: str, tmp_path: Path, **options: Any) -> FlatConformance:
    return checked(write(tmp_path / "run.jsonl", algorithm, garnet(), 400, options=options))


def test_cells_say_which_arm_of_a_minimum_decided(tmp_path: Path) -> None:
    outcome = reached(UCB_B, tmp_path, c1=2.0, c2=2.0)
    assert outcome.cells["min: c2"] > 0 and "min: c1" in never(UCB_B, outcome.cells)
    outcome = reached(UCB_B, tmp_path, c1=0.001, c2=2.0)
    assert outcome.cells["min: c1"] > 0 and "min: c2" in never(UCB_B, outcome.cells)
    outcome = reached(UCB_H, tmp_path, c=100.0)
    assert "below the cap" in never(UCB_H, outcome.cells)
    outcome = reached(UCB_H, tmp_path, c=0.0)
    assert outcome.cells["below the cap"] > 0 and outcome.cells["last step"] > 0
    outcome = reached(UCB_VI, tmp_path, scale=1.0)
    assert never(UCB_VI, outcome.cells) == [c for c in FLAT_CELLS[UCB_VI] if c not in (
        "min: cap", "unseen", "another action")] or outcome.verdict == "vacuous"  # fmt: skip


def test_the_command_of_the_attack(proofs_check: Command, tmp_path: Path) -> None:
    """The program that passed 20 cases: it declares the options by itself."""
    script = tmp_path / "never.py"
    script.write_text(
        "import sys, json\n"
        "mdp, T, H = json.load(open(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])\n"
        "out = {'record': 'header', 'format': 'flat-trace', 'version': 1, 'algorithm': 'UCB-H'}\n"
        "out |= {'S': mdp['S'], 'A': mdp['A'], 'H': H, 'K': T, 'delta': float(sys.argv[4])}\n"
        "print(json.dumps({**out, 'options': {'bonus': 'recorded'}}))\n"
        "print(json.dumps({'record': 'end', 'steps': 0}))\n"
    )
    words = ("kit", "--algorithm", "ucb-h", "--runs", "2", "--quiet", "--against",
             f"{sys.executable} {script} {{mdp}} {{T}} {{H}} {{delta}}")  # fmt: skip
    done = proofs_check(*words)
    assert done.status == FALSE and "the header declares bonus = recorded" in done.out
