"""The aimed cases decide their cells whatever optimal vertex of LP1 a program takes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance.coverage import CELLS, Coverage
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case, aimed_cases, continuous_rewards, many_epochs
from reference.support.errors import OK
from tests.called import Command
from tests.mutation.apply_faults import Fault, numpy_implementation

ORDER = 'order = np.argsort(-V, kind="stable")'
BEST = "np.argmax(Q >= Q.max(axis=1, keepdims=True) - 1e-12, axis=1)"
TIES = "(Q >= Q.max(axis=1, keepdims=True) - 1e-12)"
RANDOM = "np.random.default_rng(int(1e6 * abs(float(V.sum()))) + len(V))"
VERTICES = {
    "first": (ORDER, BEST),
    "last": (
        "order = np.lexsort((-np.arange(len(V)), -V.round(12)))",
        f"Q.shape[1] - 1 - np.argmax({TIES}[:, ::-1], axis=1)",
    ),
    "random": (
        f"order = np.lexsort(({RANDOM}.random(len(V)), -V.round(12)))",
        f"np.argmax({TIES} * (1 + {RANDOM.replace('V', 'Q')}.random(Q.shape)), axis=1)",
    ),
}


@dataclass(frozen=True)
class Vertex(Fault):
    """The twin with another choice among equal successors and actions."""

    def applied(self, source: str) -> str:
        order, best = VERTICES[self.id]
        assert source.count(ORDER) == source.count(BEST) == 1
        return source.replace(ORDER, order).replace(BEST, best)


def taking(vertex: str, folder: Path) -> Any:
    return numpy_implementation(folder, Vertex("backward.py", vertex, "", "", ""))


def decided(case: Case, vertex: str, folder: Path) -> Coverage:
    """The cells that a program decides in one case, which it passes."""
    coverage = Coverage()
    failure, _ = kit.judge(taking(vertex, folder), case, coverage=coverage)
    assert failure is None, failure.text
    return coverage


@pytest.mark.parametrize("vertex", VERTICES)
def test_epochs_and_rewards_are_decided(vertex: str, tmp_path: Path) -> None:
    """An outside program reached neither; its epoch counter modulo 256 passed."""
    assert decided(many_epochs(), vertex, tmp_path).hit["epoch 256"]
    assert decided(continuous_rewards(), vertex, tmp_path).hit["continuous rewards"]


def test_an_epoch_counter_of_8_bits(tmp_path: Path) -> None:
    right = taking("last", tmp_path)

    def play(case: Case) -> list[Any]:
        lines = Path(str(right(case))).read_text(encoding="ascii").splitlines()
        records = [json.loads(line) for line in lines]
        for record in records:
            if record["record"] == "epoch":
                record["i"] %= 256
        return records

    failure, _ = kit.judge(play, many_epochs())
    assert failure is not None and failure.rule == "malformed"
    assert "i: must be a whole number from 1" in failure.text and "found 0" in failure.text


def test_rewards_in_whole_numbers(tmp_path: Path) -> None:
    """Sums of rewards that are cut to whole numbers: unseen where all are 0 or 1."""
    right = numpy_implementation(tmp_path)

    def play(case: Case) -> list[Any]:
        lines = Path(str(right(case))).read_text(encoding="ascii").splitlines()
        records = [json.loads(line) for line in lines]
        for record in records:
            if record["record"] == "epoch" and "r_bar" in record:
                record["r_bar"] = [[[float(int(v)) for v in row] for row in of_h]
                                   for of_h in record["r_bar"]]  # fmt: skip
        return records

    failure, _ = kit.judge(play, continuous_rewards())
    assert failure is not None and failure.rule == "r_bar"


def test_a_command_is_told_of_rewards(tmp_path: Path, proofs_check: Command) -> None:
    """{rewards} stands for the law that a case asks for; without it the report names what would."""
    case = continuous_rewards()
    play = kit.command("echo {rewards} {mdp} {T}")
    assert play(case).startswith(b"deterministic ")
    assert play(replace(case, rewards="bernoulli")).startswith(b"bernoulli ")
    assert kit.told_by("x {rewards}") == ["rewards"] and "rewards" in kit.told_by(play)
    assert case.as_json()["rewards"] == "deterministic" and "deterministic rewards" in str(case)
    untold = kit.KitResult(rewards_told=False).report()
    assert "continuous rewards (with {rewards} in the" in " ".join(untold.split())
    assert "{rewards}" not in kit.KitResult().report()
    assert proofs_check("kit", "--write", tmp_path / "all").status == OK
    given = [json.loads(f.read_text()) for f in sorted((tmp_path / "all").glob("case-*/case.json"))]
    assert sum(case.get("rewards") == "deterministic" for case in given) == 1


@pytest.mark.long
@pytest.mark.parametrize("vertex", VERTICES)
def test_every_cell_is_decided(vertex: str, tmp_path: Path) -> None:
    outcome = kit.run_cases(taking(vertex, tmp_path), runs=kit.RUNS)
    assert outcome.failure is None, outcome.report()
    assert outcome.coverage.never() == [], outcome.report()
    assert set(CELLS) >= {cell for cells, _ in aimed_cases() for cell in cells}
