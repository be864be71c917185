"""`proofs-check epochs` accepts what was counted and refuses planted faults, each by its rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.epochs.check import RULES, check_rows
from reference.by_epochs import count as counting
from reference.by_epochs import planners, visits
from reference.by_epochs.count import continue_rows, told, write_rows
from reference.environments import make
from reference.figure1.algorithms import parse
from reference.mdp import Tables
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace.epoch_rows import MOST_EPISODES
from tests.called import Command
from tests.refused import refused

Rows = list[dict[str, Any]]
CHAIN = "tight-chain:k=3,L=4,T=100000000"
RUNS = [
    ("tiny", "ucrl-lp", 500, "bernoulli"),
    ("tiny", "ucrl-lp:completion=previous,radii=union-half,log=log2", 500, "bernoulli"),
    ("tiny", "ucrl-lp:trigger=printed", 30, "bernoulli"),
    ("tiny", "ucrl-lp:trigger=printed-without-x_L", 100, "bernoulli"),
    ("tiny", "ucrl-lp-twin", MOST_EPISODES, "bernoulli"),
    ("tiny", "ucrl2-fh", 10**6, "deterministic"),
    (CHAIN, "ucrl-lp", 10**8, "deterministic"),
    *(
        (CHAIN, f"ucrl-lp:radii=bernstein,completion={completion}", 10**8, "deterministic")
        for completion in ("uniform", "first", "previous", "greedy")
    ),
    (CHAIN, "ucrl-lp-twin:radii=union", 10**8, "deterministic"),
]


def counted(path: Path, env: str, name: str, T: int, law: str, seed: int = 0) -> Path:
    spec = parse(name)
    write_rows(path, told(make(env).mdp, spec, T, seed=seed, law=law), spec, force=True)
    return path


@pytest.mark.parametrize(("env", "name", "T", "law"), RUNS)
def test_what_was_counted_conforms(env: str, name: str, T: int, law: str, tmp_path: Path) -> None:
    report = check_rows(counted(tmp_path / "rows.jsonl", env, name, T, law), everything=True)
    assert report.verdict == "conforms", [str(fault) for fault in report.faults]
    assert report.episodes == T and report.covered == (name != "ucrl2-fh")


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    path = counted(tmp_path_factory.mktemp("rows") / "r.jsonl", "tiny", "ucrl-lp-twin", 10**4,
                   "bernoulli")  # fmt: skip
    return [json.loads(line) for line in path.read_text().splitlines()]


def broken(rows: Rows, path: Path) -> list[str]:
    """The rules that these rows break, in their order."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return [fault.rule for fault in check_rows(path, everything=True).faults]


def moved_visit(rows: Rows) -> None:
    """One visit more of the first action at x_0, everywhere from row 6 on: no episode has it."""
    for row in rows[6:]:
        row["N"][0][0][0] += 1
        row["N3"][0][0][0][0] += 1


def fault_of(rule: str, rows: Rows) -> None:
    """Plant a fault of this rule."""
    row = rows[6]
    if rule == "order":
        row["t"] += 1
    elif rule == "start":
        rows[1]["regret"] = 1.0
    elif rule == "counts":
        row["N"][1][0][0] += 1
    elif rule == "flow":
        moved_visit(rows)
    elif rule == "rewards":
        row["R"][0][0][0] += 10**6
    elif rule == "last":
        row["x"] = [0, 7]
    elif rule == "policy":
        for other in rows[2:-1]:
            other["pi"] = [[weights[::-1] for weights in of_h] for of_h in other["pi"]]
    elif rule == "value":
        row["value"] -= 1e-3
    elif rule == "regret":
        rows[-1]["regret"] *= 1 + 1e-6


@pytest.mark.parametrize(
    "rule",
    ["order", "start", "counts", "flow", "rewards", "last", "policy", "value", "regret"],
)
def test_a_changed_row_is_refused(rule: str, right: Rows, tmp_path: Path) -> None:
    rows = json.loads(json.dumps(right))
    assert not broken(rows, tmp_path / "right.jsonl")
    fault_of(rule, rows)
    assert rule in broken(rows, tmp_path / "wrong.jsonl")


def test_an_impossible_visit_is_refused(tmp_path: Path) -> None:
    path = counted(tmp_path / "r.jsonl", CHAIN, "ucrl-lp-twin", 10**8, "deterministic")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows[6:]:  # one of the visits of state 1 of layer 1 is one of state 0
        row["N3"][0][0][0][0] += 1
        row["N3"][0][0][0][1] -= 1
    assert "possible" in broken(rows, path)


def later(rng: Any, P: Tables, pi: Tables, room: Tables, most: int) -> Any:
    """An epoch that goes on for one episode."""
    one = RIGHT(rng, P, pi, room, most)
    if one.K == most or one.K < 40:
        return one
    last = visits.visits_of(rng, 1, P, pi)
    return replace(one, n3=visits.added(one.n3, last), last=last, K=one.K + 1)


def earlier(rng: Any, P: Tables, pi: Tables, room: Tables, most: int) -> Any:
    """An epoch that ends before a pair doubles."""
    return RIGHT(rng, P, pi, room, min(most, 37))


def binomial(rng: Any, P: Tables, pi: Tables, room: Tables, most: int) -> Any:
    """An epoch whose visits are a prefix that is not hypergeometric, layer by layer."""
    one = RIGHT(rng, P, pi, room, most)
    if one.K < 40:
        return one
    n3 = tuple(rng.binomial(n3_h, 0.5) for n3_h in one.n3)
    return replace(one, n3=visits.added(n3, one.last), K=one.K // 2)


RIGHT = visits.count_epoch
WRONG: dict[str, tuple[Callable[..., Any], str]] = {
    "one episode late": (later, "late"),
    "early": (earlier, "ends"),
    "not hypergeometric": (binomial, "flow"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_sampler_is_refused(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, rule = WRONG[fault]
    monkeypatch.setattr(counting, "count_epoch", wrong)
    path = counted(tmp_path / "r.jsonl", "tiny", "ucrl-lp-twin", 10**4, "bernoulli")
    first = check_rows(path).faults
    assert first and {f.rule for f in first} & {rule}, [str(f) for f in first]


@pytest.mark.parametrize(("wrong", "rule"), [(10**4 * 3, "policy"), (10**3, "value")])
def test_a_radius_of_another_T_is_refused(
    wrong: int, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        counting,
        "planner",
        lambda spec, head, out: planners.planner(spec, replace(head, T=wrong), out),
    )
    path = counted(tmp_path / "r.jsonl", "tiny", "ucrl-lp-twin", 10**4, "bernoulli")
    # Larger radii let more actions reach the clipped optimum: the value is right, the policy not.
    assert {f.rule for f in check_rows(path).faults} == {rule}


def test_every_rule_has_a_fault() -> None:
    planted = {"order", "start", "counts", "flow", "rewards", "last", "policy", "value", "regret"}
    assert {*RULES} == planted | {"possible"} | {rule for _, rule in WRONG.values()}


# Files


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_an_interrupted_run_ends_with_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    whole, part = tmp_path / f"whole{suffix}", tmp_path / f"part{suffix}"
    name = "ucrl-lp:completion=previous"
    counted(whole, "tiny", name, 300, "bernoulli")
    spec = parse(name)
    head = told(make("tiny").mdp, spec, 300)
    for after in (0, 1, 5):
        asked = iter([*[False] * after, True])
        stopped = write_rows(part, head, spec, force=True, stop=asked.__next__)
        assert stopped is None
        assert continue_rows(part, stop=lambda: True) is None
        total = continue_rows(part)
        assert total is not None and part.read_bytes() == whole.read_bytes()
        assert continue_rows(part) is not None and part.read_bytes() == whole.read_bytes()


def test_rows_of_another_program_are_not_continued(tmp_path: Path) -> None:
    path = counted(tmp_path / "r.jsonl", "tiny", "ucrl-lp-twin", 10**4, "bernoulli")
    lines = path.read_text().splitlines()[:6]
    row = json.loads(lines[-1])
    row["K"] += 1
    path.write_text("\n".join([*lines[:-1], json.dumps(row)]) + "\n")
    refused(lambda: continue_rows(path), "epoch", "is not what this program draws", MalformedInput)


@pytest.mark.parametrize(
    ("name", "law", "field"),
    [
        ("ucrl2-chain", "bernoulli", "algorithm"),
        ("ucrl-lp", "uniform", "reading reward-law"),
        ("ucrl-lp", "three-point", "reading reward-law"),
        ("ucrl-lp:x_L=printed", "bernoulli", "reading x_L"),
        ("ucrl-lp:last-trigger=solve", "bernoulli", "reading last-trigger"),
        ("ucrl-lp:completion=any", "bernoulli", "reading completion"),
        ("ucrl-lp-twin:ties=random", "bernoulli", "option ties"),
        ("ucrl2-fh:ties=random", "bernoulli", "option ties"),
    ],
)
def test_what_cannot_go_by_epochs_is_refused(name: str, law: str, field: str) -> None:
    refused(lambda: told(make("tiny").mdp, parse(name), 10, law=law), field)
    with pytest.raises(PreconditionError):
        told(make("tiny").mdp, parse("ucrl-lp"), MOST_EPISODES + 1)


def test_the_commands(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    rows = tmp_path / "rows.jsonl"
    told_ = ["simulate", "epochs", "--env", "tiny", "--T", "1e6", "--out", rows]
    assert ucrl_lp(*told_, "--quiet").status == 0
    assert ucrl_lp(*told_, "--quiet").status == 4, "an existing file"
    assert proofs_check("epochs", rows).out.startswith("conforms: ")
    said = json.loads(proofs_check("epochs", rows, "--json").out)
    assert said["verdict"] == "conforms" and said["episodes"] == 10**6
    other = [*told_[:-1], tmp_path / "other.jsonl", "--quiet", "--algorithm"]
    done = ucrl_lp(*other, "ucrl-lp:r_bar=running-mean")
    assert done.status == 4 and "r_bar" in done.err and "sum-over-N" in done.err
    assert ucrl_lp(*other, "ucrl-lp:r_bar=sum-over-N").status == 0
    text = rows.read_text()
    rows.write_text(text.replace('"K":', '"K":1', 1))
    assert proofs_check("epochs", rows).status in (1, 3)
    rows.write_text("{}\n")
    done = proofs_check("epochs", rows)
    assert done.status == 3 and "Traceback" not in done.err


def test_the_regret_is_precise_where_it_is_small() -> None:
    """V(pi*) - V(pi) is a sum of advantages: 10^-13 below V(pi*) = 1 it has ten digits."""
    gaps = (np.array([[0.0, 1e-13]]),)
    pi = (np.array([[0.5, 0.5]]),)
    assert counting.gap_of((np.ones((1, 2, 1)),), pi, gaps) == pytest.approx(5e-14, rel=1e-10)
