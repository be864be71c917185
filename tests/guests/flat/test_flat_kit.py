"""The kit for learners on flat states: honest learners pass; every defect seen in public code
fails for its cause, in a small case; and what is no trace of the case is said to be that."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.kit.flat_cases import (
    BEYOND,
    FlatCase,
    numbered_flat_case,
    smaller_flat_cases,
    special_flat_cases,
)
from proofs_check.guests.kit.flat_kit import (
    FLAT_RUNS,
    judge_flat,
    run_flat_cases,
    written_flat_cases,
)
from reference.backward_induction import ball_maximum
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_mdp_file import parse_flat_mdp
from reference.guests.flat.flat_records import EPISODIC, OPTIONS_OF, UCB_B, UCB_H, UCB_VI, UCRL2
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError
from reference.trace.records import line_of
from tests.called import Command
from tests.guests.flat.learners import implementation
from tests.guests.flat.test_planted import FAULTS, SMALL
from tests.paths import ROOT

OWN: dict[str, dict[str, Any]] = {UCRL2: {}, **SMALL}
DEFECTS = {
    "planning overwrites P_hat": "ucrl2-p_bar",
    "a model one epoch old": "ucrl2-p_bar",
    "rewards of a batch counted twice": "ucrl2-r_bar",
    "an unsorted inner maximum": "ucrl2-p_opt",
    "an inner maximum sorted by the sweep before": "ucrl2-p_opt",
    "a clock that is late": "ucrl2-clock",
    "a stop that compares sizes": "ucrl2-stop",
    "bonuses refreshed at the visited stage alone": "ucbvi-bonus",
    "bonuses of the visited stage alone, Q alone": "ucbvi-Q",
    "swapped weights": "ucbq-update",
    "swapped weights, Q alone": "ucbq-update",
    "a terminal state that keeps V": "ucbq-update",
}
"""Those of FAULTS that public implementations have, and the rule that each breaks first."""


def planted(name: str) -> Any:
    """The learner with a fault of test_planted.py, as the kit runs it."""
    algorithm, edits, more, kept, _ = FAULTS[name]
    options = OWN[algorithm]
    more = {**more, "ball_maximum": ball_maximum}
    of = implementation(algorithm, edits=edits, more=more, options=options)
    written = {"record", "k", "t", "pi", "s", "a", "r", "s1", "Q", "P", "r_sampled", "steps"}
    written |= set(kept or ())

    def records(case: FlatCase) -> Iterator[Any]:
        for record in of(case):
            whole = kept is None or record["record"] == "header"
            yield record if whole else {k: v for k, v in record.items() if k in written}

    return algorithm, records


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_our_own_learner_passes(algorithm: str) -> None:
    own = OWN[algorithm]
    outcome = run_flat_cases(algorithm, implementation(algorithm, options=own), options=own)
    assert outcome.failure is None, outcome.report()
    assert (outcome.undecided, outcome.vacuous) == (0, "") and outcome.steps > BEYOND
    assert outcome.cases >= FLAT_RUNS + 2 and "rules never applied: none" in outcome.report()
    assert "never decisive, so not tested: no cell" in outcome.report()


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_it_passes_with_the_required_records_alone(algorithm: str) -> None:
    own = implementation(algorithm, options=OWN[algorithm], detailed=False)
    outcome = run_flat_cases(algorithm, own, runs=9, options=OWN[algorithm])
    assert outcome.failure is None, outcome.report()


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_public_code_fails_for_its_cause(name: str) -> None:
    algorithm, records = planted(name)
    outcome = run_flat_cases(algorithm, records, options=OWN[algorithm])
    assert outcome.failure is not None and outcome.case is not None
    assert outcome.failure.rule == DEFECTS[name], outcome.report()
    # In few episodes, updates of visited pairs alone, or counters for every step of the episode,
    # would give the same Q.
    assert outcome.failure.variants == (
        ("update = visited",) if name == "bonuses of the visited stage alone, Q alone" else ()
    )
    again, _ = judge_flat(records, outcome.case)
    assert again is not None and again.rule == DEFECTS[name]
    assert outcome.case.mdp.S <= 3 and outcome.case.T <= 100, outcome.report()


def test_a_variant_that_is_not_declared_is_named() -> None:
    of = implementation(UCRL2, options={"clip": False}, declared={})
    outcome = run_flat_cases(UCRL2, of, runs=30)
    assert outcome.failure is not None and outcome.failure.variants == ("clip = false",)
    assert "variants: would conform with clip = false" in outcome.report()
    assert outcome.as_json()["failure"]["variants"] == ["clip = false"]


def test_a_bonus_that_never_matters_says_nothing() -> None:
    """CH's bonus is above every cap for thousands of episodes."""
    outcome = run_flat_cases(UCB_VI, implementation(UCB_VI), runs=6)
    assert outcome.failure is None and outcome.report().startswith("vacuous: 6 cases")
    assert "all cases pass" not in outcome.report() and "no Q was below its cap" in outcome.report()
    assert outcome.as_json()["vacuous"]


def test_CH_as_published_is_tested_by_the_last_case() -> None:
    case = special_flat_cases(UCB_VI)[-1]
    failure, verdict = judge_flat(implementation(UCB_VI), case)
    assert failure is None and verdict.cells["min: model"] > 1000
    wrong = implementation(UCB_VI, edits=(("log(5 * S", "log(6 * S"),), detailed=False)
    mistake, _ = judge_flat(wrong, case)
    assert mistake is not None and mistake.rule == "ucbvi-Q"


# ----------------------------------------------------------------------------- the cases


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_cases_are_numbered_valid_and_varied(algorithm: str) -> None:
    drawn = [numbered_flat_case(algorithm, k) for k in range(1, FLAT_RUNS + 1)]
    assert str(drawn[6]) == str(numbered_flat_case(algorithm, 7))
    assert str(drawn[6]) != str(numbered_flat_case(algorithm, 7, seed=1))
    assert {case.mdp.S for case in drawn} == {1, 2, 3, 4, 5}
    assert {case.mdp.rewards for case in drawn} == {"bernoulli", "deterministic"}
    assert any(case.mdp.terminal for case in drawn) == (algorithm in EPISODIC)
    for k in range(0, FLAT_RUNS, 3):  # with the values, and against them
        up, down = (case.mdp.values(50)[0] for case in drawn[k + 1 : k + 3])
        assert np.all(np.diff(up) >= -1e-9) and np.all(np.diff(down) <= 1e-9)
    assert max(case.T * max(1, case.H) for case in special_flat_cases(algorithm)) > BEYOND
    with pytest.raises(PreconditionError):
        numbered_flat_case(algorithm, 1, seed=-1)


def test_a_case_is_written_and_read() -> None:
    for k in range(1, 13):
        case = numbered_flat_case(UCB_H, k)
        again = parse_flat_mdp(case.mdp_file())
        assert again.P.tolist() == case.mdp.P.tolist() and again.r.tolist() == case.mdp.r.tolist()
        assert (again.start, again.terminal, again.rewards) == (
            case.mdp.start, case.mdp.terminal, case.mdp.rewards
        )  # fmt: skip
        assert case.as_json()["mdp"]["S"] == case.mdp.S
        for smaller in smaller_flat_cases(case, max(1, case.T - 1)):
            assert len(str(smaller)) > 0 and parse_flat_mdp(smaller.mdp_file()).S <= case.mdp.S


# ----------------------------------------------------------------------------- no such case

CASE = numbered_flat_case(UCB_H, 10)
Records = list[dict[str, Any]]


def judged(change: Callable[[Records], Any]) -> tuple[str, str]:
    """(rule, text) of an implementation whose records are changed."""

    def play(case: FlatCase) -> Records:
        records = [dict(record) for record in implementation(UCB_H)(case)]
        return change(records) or records

    failure, _ = judge_flat(play, CASE)
    assert failure is not None
    return failure.rule, failure.text


def test_another_case_is_named() -> None:
    for key, value in (("S", 9), ("delta", 0.25), ("K", CASE.T + 1), ("H", CASE.H + 1)):
        rule, text = judged(lambda r, k=key, v=value: r[0].update({k: v}))  # type: ignore[misc]
        assert rule == "case" and f"the header has {key} = {value}; the case has" in text
    every = list(range(CASE.mdp.S))
    rule, text = judged(lambda r: r[0].update(options={"terminal": every}))
    assert rule == "case" and "terminal; the case does not" in text

    def fewer(records: Records) -> Records:
        cut = [*records[:2], {"record": "end", "steps": len(records[1]["s"])}]
        return cut

    assert judged(fewer)[0] == "case"


def test_a_header_s_tolerance_is_the_command_s() -> None:
    def lax(case: FlatCase) -> Records:
        head, *rest = implementation(UCB_H)(case)
        return [{**head, "tolerance": 1e-6}, *rest]  # type: ignore[list-item]

    outcome = run_flat_cases(UCB_H, lax, runs=3)
    assert outcome.failure is not None and outcome.failure.rule == "case"
    assert "the header declares tolerance = 1e-06; the case asks for" in outcome.failure.text
    assert "--option tolerance=1e-06" in outcome.failure.text
    outcome = run_flat_cases(UCB_H, lax, runs=3, options={"tolerance": 1e-6})
    assert outcome.failure is None, outcome.report()
    with pytest.raises(PreconditionError):
        run_flat_cases(UCB_H, lax, runs=3, options={"tolerance": 1})


def test_malformed_crashed_and_impossible() -> None:
    assert judged(lambda r: r[1].update(extra=1))[0] == "malformed"
    assert judged(lambda r: 1 / 0)[0] == "crashed"
    wrong = (CASE.mdp.start + 1) % CASE.mdp.S
    rule, text = judged(lambda r: r[1].update(s=[wrong, *r[1]["s"][1:]]))
    assert rule == "possible" and "begins in state" in text


def misread(case: FlatCase, mdp: FlatMDP) -> str:
    """The rule that a program breaks that plays on this MDP instead."""
    of = implementation(UCRL2)
    failure, _ = judge_flat(lambda case: of(replace(case, mdp=mdp)), case)
    return failure.rule if failure else ""


def test_a_program_that_misreads_the_mdp_is_found() -> None:
    drawn = [numbered_flat_case(UCRL2, k) for k in range(7, 60)]
    drawn_exactly = [c for c in drawn if c.mdp.rewards == "deterministic"]
    exact = next(c for c in drawn_exactly if 0 < c.mdp.r.min() <= c.mdp.r.max() < 1)
    assert misread(exact, exact.mdp) == ""
    assert misread(exact, replace(exact.mdp, rewards="bernoulli")) == "possible"
    assert misread(exact, replace(exact.mdp, r=exact.mdp.r / 2)) == "possible"
    sparse = next(c for c in drawn if c.mdp.S == 5 and (c.mdp.P == 0).sum() > 20)
    assert misread(sparse, replace(sparse.mdp, P=np.roll(sparse.mdp.P, 1, axis=2))) == "possible"
    sure = next(c for c in drawn if c.mdp.rewards == "bernoulli" and {0, 1} & set(c.mdp.r.flat))
    assert misread(sure, replace(sure.mdp, r=1 - sure.mdp.r)) == "possible"


# ----------------------------------------------------------------------------- the command

RUN = "-m reference run --mdp {mdp} --T {T} --delta {delta} --seed {seed} --out {out} --quiet"


@pytest.mark.parametrize("name", ["ucrl2", "ucb-h"])
def test_the_command_runs_our_own_program(name: str, proofs_check: Command) -> None:
    against = f"{sys.executable} {RUN} --algorithm {name}"
    against += "" if name == "ucrl2" else ":c=0.1 --horizon {H}"
    asked = ("--runs", "2") if name == "ucrl2" else ("--option", "c=0.1", "--runs", "4")
    words = ("kit", "--algorithm", name, "--against", against, "--quiet", *asked)
    done = proofs_check(*words)
    if name == "ucrl2":  # the radii of so few steps refuse no policy
        assert done.status == UNDECIDED and done.out.startswith("vacuous: 2 cases")
    else:
        assert done.status == OK and "all cases pass: 4 cases" in done.out
        done = proofs_check(*words, "--option", "order=backward")
        assert done.status == FALSE
    for wrong in ("c", "c=0.1", "speed=2", "c=fast", "terminal=[0]"):
        assert proofs_check(*words, *asked[:2], "--option", wrong).status == USAGE


def test_the_command_keeps_the_smallest_trace(proofs_check: Command, tmp_path: Path) -> None:
    """Our UCB-H with c = 2, which its header does not declare."""
    script = tmp_path / "mine.py"
    script.write_text(
        "import json, sys\n"
        "from reference.__main__ import main\n"
        "out = sys.argv[-1]\n"
        "main(['run', '--algorithm', 'ucb-h:c=2', '--force', '--quiet', *sys.argv[1:]])\n"
        "head, *rest = open(out).read().splitlines(keepends=True)\n"
        "head = json.loads(head)\n"
        "head['options'].pop('c')\n"
        "open(out, 'w').write(json.dumps(head) + '\\n' + ''.join(rest))\n"
    )
    words = "--mdp {mdp} --T {T} --horizon {H} --delta {delta} --seed {seed} --out {out}"
    kept, against = tmp_path / "failing.jsonl", f"{sys.executable} {script} {words}"
    words = f"--algorithm ucb-h --runs 2 --json --quiet --keep {kept}"
    done = proofs_check("kit", *words.split(), "--against", against)
    report = json.loads(done.out)
    assert done.status == FALSE and report["failure"]["rule"] == "ucbq-update"
    assert report["failure"]["variants"] == ["c = 2"]
    done = proofs_check("trace", kept, "--quiet")
    assert done.status == FALSE and "would conform with c = 2" in done.out


def test_vacuous_and_wrong_use(proofs_check: Command) -> None:
    against = f"{sys.executable} {RUN} --algorithm ucbvi --horizon {{H}}"
    words = ("kit", "--algorithm", "ucbvi", "--runs", "1", "--quiet", "--against")
    done = proofs_check(*words, against)
    assert done.status == UNDECIDED and "no Q was below its cap" in done.out
    assert proofs_check("kit", "--against", against, "--option", "c=1").status == USAGE
    assert proofs_check(*words, "mine {mdp} {T} {episodes}").status == USAGE
    assert proofs_check(*words, "mine {T}").status == USAGE


def test_UCB_B_and_its_constants_are_told_apart() -> None:
    declared = {"c1": 0.05, "c2": 0.4}
    of = implementation(UCB_B, options={"c1": 0.05, "c2": 0.2}, declared=declared)
    outcome = run_flat_cases(UCB_B, of, runs=9, options=declared)
    assert outcome.failure is not None and outcome.failure.rule == "ucbq-bonus"


MINE = """
from reference.guests.flat.flat_q_learning import flat_q_learning
from reference.guests.flat.flat_records import flat_end


def play(case):  # it forgets which states end an episode
    mdp, n = case.mdp, 0
    yield case.header("mine")
    for one in flat_q_learning(case.setting()._replace(terminal=()), mdp.simulator(case.seed)):
        n += len(one["s"])
        yield one
    yield flat_end(n)


def test_mine(ucrl_lp_kit):
    ucrl_lp_kit(play, algorithm="UCB-H")
"""


def test_the_fixture_takes_an_algorithm(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(MINE)
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    plugins = metadata.entry_points(group="pytest11")
    if not any(plugin.value == "proofs_check.kit.pytest_plugin" for plugin in plugins):
        line += ["-p", "proofs_check.kit.pytest_plugin"]
    done = subprocess.run(
        line, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("broken: rule flat-H-steps") == 1


def test_cases_are_files_too(tmp_path: Path, proofs_check: Command) -> None:
    folder = tmp_path / "cases"
    done = proofs_check("kit", "--algorithm", "ucb-h", "--write", folder, "--runs", 3,
                        "--option", "c=0.1")  # fmt: skip
    assert done.status == OK
    play = implementation(UCB_H, options={"c": 0.1})
    for k, case in enumerate(written_flat_cases(UCB_H, 3, 0, {"c": 0.1}), 1):
        lines = b"".join(map(line_of, play(case)))
        (folder / f"case-{k:04d}" / "run.jsonl").write_bytes(lines)
    done = proofs_check("kit", "--read", folder, "--quiet")
    assert done.status in (OK, UNDECIDED) and "3 cases" in done.out


def test_a_seed_that_is_ignored_is_noticed() -> None:
    """Two seeds are compared at the first case with enough noise."""
    play = implementation(UCB_H, options={"c": 0.1})

    def no_seed(case: FlatCase) -> Any:
        return play(replace(case, seed=7))

    outcome = run_flat_cases(UCB_H, no_seed, runs=30, options={"c": 0.1})
    assert outcome.failure is not None and outcome.failure.rule == "improbable"
    assert "{seed} is ignored" in outcome.report() and outcome.failure.accumulated
    assert run_flat_cases(UCB_H, play, runs=30, options={"c": 0.1}).failure is None
    outcome = run_flat_cases(UCB_H, no_seed, runs=30, options={"c": 0.1}, independent=False)
    assert outcome.failure is None, "it was not given"
