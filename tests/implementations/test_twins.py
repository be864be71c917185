"""The two faster twins, customers of the oracle: do their traces conform, everywhere?"""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance.replay import Conformance, check
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import numbered_case
from proofs_check.vectors.reader import release
from proofs_check.vectors.score import Program, score
from reference import occupancy
from reference.environments import (
    REWARDS,
    TRANSITIONS,
    list_environments,
    make,
    mdp_text,
    random_layered,
)
from reference.simulator import POLICY, Simulator, executor, uniforms
from reference.support.errors import PreconditionError, UnusablePath
from reference.trace.reader import read
from reference.trace.records import EpisodeRecord
from tests.implementations.numpy.numpy_twin import SUPPORTED, play
from tests.mutation.apply_faults import (
    CPP,
    CUSTOMERS,
    LAWS,
    build,
    cpp_implementation,
    needs_compiler,
    numpy_implementation,
)
from tests.structure.imports import below, imports

LONG = os.environ.get("UCRL_LP_LONG") == "1"


def conforming(path: Path) -> Conformance:
    """The verdict on a trace, which must be right."""
    outcome = check(read(path), file=str(path))
    assert outcome.holds, outcome.first
    return outcome


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C++ twin. Without a compiler: said loudly, and a failure in CI."""
    needs_compiler("implementations/cpp")
    return build(tmp_path_factory.mktemp("cpp"), optimise="-O2" if LONG else "-O0")


# ----------------------------------------------------------------------------- the NumPy twin


def test_numpy_twin_in_the_kit(tmp_path: Path) -> None:
    """Every distribution of rewards and every completion, chosen by the case's seed."""
    outcome = kit.run_cases(numpy_implementation(tmp_path), runs=24)
    assert outcome.failure is None, outcome.report()
    assert outcome.undecided == 0


@pytest.mark.parametrize("law", TRANSITIONS)
def test_numpy_twin_on_every_family(law: str, tmp_path: Path) -> None:
    rewards = sorted(REWARDS)[len(law) % len(REWARDS)]
    mdp = random_layered((1, 3, 4, 1), 2, seed=7, transitions=law, rewards=rewards)
    out = tmp_path / "run.jsonl"
    played = play(mdp, 300, delta=0.5, seed=len(law), out=out, everything=True)
    outcome = conforming(out)
    assert (outcome.episodes, outcome.epochs) == (300, len(played.t))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(info.name, marks=[pytest.mark.extra(info.needs)] if info.needs else [])
        for info in list_environments()
    ],
)
def test_numpy_twin_in_every_environment(name: str, tmp_path: Path) -> None:
    """The random ones are the laws of P at the paper's width."""
    shapes: dict[str, dict[str, Any]] = {"tiny": {}, "taxi": {"horizon": 4, "start": 1}}
    mdp = make(name, **shapes.get(name, {"horizon": 4})).mdp
    play(mdp, 60, delta=0.9, out=tmp_path / "run.jsonl")
    assert conforming(tmp_path / "run.jsonl").episodes == 60


def test_numpy_twin_at_the_papers_size(tmp_path: Path) -> None:
    play(make("paper").mdp, 1000, out=tmp_path / "run.jsonl")
    conforming(tmp_path / "run.jsonl")


@pytest.mark.parametrize("law", LAWS)
def test_same_noise_as_the_simulator(law: str, tmp_path: Path) -> None:
    """Equal policies meet equal episodes: the blocks read the same doubles in the same order."""
    mdp = random_layered((1, 4, 3, 1), 3, seed=3, transitions="sparse")
    out = tmp_path / "run.jsonl"
    played = play(mdp, 500, seed=11, choices={"reward-law": law}, out=out)
    execute = executor(Simulator(mdp, 11, law), uniforms(11, POLICY))
    episodes = [r for r in read(out) if isinstance(r, EpisodeRecord)]
    assert len(episodes) == sum(played.lengths) == 500
    at = iter(episodes)
    for pi, n in zip(played.policies, played.lengths, strict=True):
        for _ in range(n):
            record = next(at)
            assert (record.x, record.a, record.r) == execute(pi)


def test_regret_and_starts(tmp_path: Path) -> None:
    """Eq. (2) as the reference computes it; t(i) and lengths fit together; no trace, same play."""
    mdp = make("tiny").mdp
    played = play(mdp, 400, seed=2, out=tmp_path / "run.jsonl")
    best = float(occupancy.optimal_policy(mdp.to_float()).value)
    expected = [best - float(occupancy.value(mdp.to_float(), pi)) for pi in played.policies]
    assert played.regret_per_episode == pytest.approx(expected)
    assert played.regret == pytest.approx(np.dot(expected, played.lengths))
    assert [b - a for a, b in pairwise([*played.t, 401])] == played.lengths
    again = play(mdp, 400, seed=2)
    assert (again.t, again.regret, again.rewards) == (played.t, played.regret, played.rewards)


def test_same_seed_same_bytes_and_stopping_early(tmp_path: Path) -> None:
    mdp = make("tiny").mdp
    for name, episodes in (("a", None), ("b", None), ("c", 100)):
        play(mdp, 300, seed=5, episodes=episodes, out=tmp_path / name)
    whole, again, part = ((tmp_path / name).read_text().splitlines() for name in "abc")
    assert whole == again
    assert whole[: len(part) - 1] == part[:-1]
    conforming(tmp_path / "c")


def test_what_the_numpy_twin_refuses(tmp_path: Path) -> None:
    mdp = make("tiny").mdp
    for key, choice in (("trigger", "printed"), ("log", "log10"), ("last-trigger", "solve")):
        assert choice not in SUPPORTED[key]
        with pytest.raises(PreconditionError) as e:
            play(mdp, 5, choices={key: choice})
        assert e.value.field == f"reading {key}"
    with pytest.raises(PreconditionError):
        play(mdp, 5, episodes=6)
    (tmp_path / "there").write_text("mine")
    with pytest.raises(UnusablePath):
        play(mdp, 5, out=tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(UnusablePath):
        play(mdp, 5, out=tmp_path / "no" / "folder")


def test_the_twin_imports_definitions_only() -> None:
    """It may know what an MDP, a reading and a trace are, not the algorithm; and the packages do
    not know the implementations (tests/structure)."""
    allowed = ("mdp", "readings", "trace", "support", "simulator")
    for file in CUSTOMERS.rglob("*.py"):
        for each in imports(file.read_text(encoding="utf-8")):
            if below(each.target, "reference"):
                assert any(below(each.target, f"reference.{name}") for name in allowed), each


# ----------------------------------------------------------------------------- the C++ twin


def test_cpp_twin_in_the_kit(program: Path) -> None:
    outcome = kit.run_cases(cpp_implementation(program), runs=24)
    assert outcome.failure is None, outcome.report()


def test_cpp_twin_at_the_papers_size(program: Path, tmp_path: Path) -> None:
    """A million episodes with UCRL_LP_LONG=1 in the environment, else some thousand."""
    T = 1_000_000 if LONG else 1000
    (tmp_path / "mdp.json").write_text(mdp_text(make("paper").mdp), encoding="utf-8")
    with open(tmp_path / "run.jsonl", "wb") as out:
        line = [str(program), "play", str(tmp_path / "mdp.json"), str(T), "--pi-only"]
        subprocess.run(line, stdout=out, check=True)
    assert conforming(tmp_path / "run.jsonl").episodes == T


def test_cpp_twin_answers_the_vectors(program: Path) -> None:
    with Program(f"'{program}' vectors") as answers:
        card = score(answers, release())
    assert not card.failures, card.report()
    for kind in ("confidence", "epochs", "occupancy", "lp1"):
        assert card.right[kind] > card.skipped[kind]


def test_cpp_twin_is_deterministic(program: Path) -> None:
    case = numbered_case(4)
    implementation = cpp_implementation(program)
    first = implementation(case)
    assert first == implementation(case)
    assert first != implementation(replace(case, seed=case.seed + 1))


@pytest.mark.parametrize(
    "words", [[], ["play"], ["play", "missing.json", "5"], ["dance"]], ids=" ".join
)
def test_cpp_twin_refuses(program: Path, words: list[str]) -> None:
    done = subprocess.run([str(program), *words], capture_output=True, text=True, check=False)
    assert done.returncode in (3, 4)
    assert done.stderr and not done.stdout


def test_cpp_twin_needs_nothing_but_the_standard_library() -> None:
    text = CPP.read_text(encoding="utf-8")
    headers = {line.split()[1] for line in text.splitlines() if line.startswith("#include")}
    assert all(name[0] == "<" and "." not in name and "/" not in name for name in headers)
