"""R-5, `backward-induction`: LP1's optimum as GLOP has it, a tie rule of its own; Algorithm 1 on
MDPs with more triples than a table holds: the same epochs as the page's."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance import any_size, replay
from proofs_check.conformance.replay import Replay, Tier
from proofs_check.fast.check import Tiers
from reference import LayeredMDP, make, readings, run
from reference.backward_induction import ball_maximum
from reference.environments.random_layered import random_layered
from reference.figure1.algorithms import parse
from reference.figure1.trials import Trial, run_trial
from reference.lp1 import solve_lp1
from reference.readings import TIE
from reference.running import choose, outcome
from reference.running.any_size import Moved, Transitions
from reference.running.induction import Induction, first_best
from reference.support.errors import OK, UNDECIDED, PreconditionError, TooLarge
from reference.trace import reader, records
from reference.trace.reader import AnySizeParser, read
from tests.called import Command
from tests.implementations.numpy.numpy_twin import play
from tests.jsonl import jsonl
from tests.planted.planted_runs import keep
from tests.planted.planted_runs import records as planted_records

BY = {"glop": "backward-induction"}
LAYERS = (1, 3, 4, 2, 1)


def mdp(seed: int, A: int = 3, layers: tuple[int, ...] = LAYERS) -> LayeredMDP:
    return random_layered(layers, A, seed=seed)


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# ----------------------------------------------------------------------------- the optimum, ties


@pytest.mark.parametrize("log", ["ln", "log2"])
@pytest.mark.parametrize("seed", range(3))
def test_every_epoch_has_the_optimum_that_glop_finds(seed: int, log: str) -> None:
    of = mdp(seed)
    played = run(of, 2000, delta=0.9, seed=seed, choices={**BY, "log": log})
    assert len(played.epochs) > 30
    for i in range(2, len(played.epochs) + 1, 7):
        e = played.epoch(i)
        _, value = solve_lp1(of.layers, of.A, e.P_bar, e.eps, e.r_hat)
        assert e.value == pytest.approx(value, abs=1e-9)
    assert min(summary.value for summary in played.epochs) < of.L - 0.01  # LP1 decides something


def test_the_first_of_the_actions_within_the_tie_is_played() -> None:
    Q = np.array([[1.0, 1.0 + TIE / 2, 0.0], [1.0, 1.0 + 2 * TIE, 1.0 + 2.5 * TIE], [0, 0, 0]])
    assert first_best(Q).tolist() == [0, 1, 0]


def test_successors_of_equal_value_are_filled_in_their_order() -> None:
    """Nothing is known, so that every successor is the best: the first one has all mass."""
    solver = Induction(readings.choose())
    P_bar = (np.zeros((1, 2, 3)), np.zeros((3, 2, 1)))
    eps, r_hat = (np.full((1, 2), 2.0), np.full((3, 2), 2.0)), (np.ones((1, 2)), np.ones((3, 2)))
    q_hat, value = solver(P_bar, eps, r_hat)
    assert value == 2 and q_hat[0].tolist() == [[[1, 0, 0], [0, 0, 0]]]
    assert q_hat[1].sum(axis=2).tolist() == [[1, 0], [0, 0], [0, 0]]


def test_an_empty_confidence_set_is_named() -> None:
    with pytest.raises(PreconditionError) as refused:
        Induction(readings.choose())(
            (np.zeros((1, 2, 1)),), (np.full((1, 2), 0.9),), (np.ones((1, 2)),)
        )
    assert refused.value.field == "reading log"


# ----------------------------------------------------------------------------- one name


def test_run_trials_and_epochs_have_it_by_one_name() -> None:
    name = "ucrl-lp:glop=backward-induction"
    assert str(parse(name)) == name
    spec = parse("ucrl-lp:glop=backward-induction,r_bar=sum-over-N")
    trial = Trial("paper", spec, 300, 0.1, "bernoulli", 0)
    played = run(make("paper").mdp.to_float(), 300, choices={**BY, "r_bar": "sum-over-N"})
    assert run_trial(trial)[0].regret == pytest.approx(played.regret, abs=1e-6)


@pytest.mark.parametrize("completion", ["uniform", "greedy"])
def test_the_numpy_twin_plays_the_same_by_the_same_name(completion: str, tmp_path: Path) -> None:
    """Other code, the same rule for ties and the same noise: the same epochs and policies."""
    of = mdp(4).to_exact().to_float()
    chosen = {**BY, "completion": completion, "r_bar": "sum-over-N"}
    twin = play(of, 3000, delta=0.9, seed=5, choices=chosen, out=tmp_path / "twin.jsonl")
    ours = run(of, 3000, delta=0.9, seed=5, choices=chosen)
    assert twin.t == [e.t for e in ours.epochs] and len(twin.t) > 50
    for theirs, e in zip(twin.policies, ours.epochs, strict=True):
        assert all(np.array_equal(u, v) for u, v in zip(theirs, e.pi, strict=True)), e.i
    assert checked((tmp_path / "twin.jsonl").read_bytes(), tmp_path).verdict == "conforms"


def test_by_epochs(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    rows = tmp_path / "rows.jsonl"
    line = ("simulate", "epochs", "--env", "tiny", "--T", 1000, "--out", rows)
    assert ucrl_lp(*line, "--algorithm", "ucrl-lp:glop=backward-induction").status == OK
    for name in ("ucrl-lp-twin", "ucrl-lp:glop=backward-induction"):
        done = ucrl_lp("run", "--env", "tiny", "--T", 5, "--algorithm", name)
        assert done.status == 4 and "glop=backward-induction" in done.err
    assert lines_of(rows)[0]["readings"]["R-5"] == "backward-induction"
    assert proofs_check("epochs", rows).status == OK


# ----------------------------------------------------------------------------- its trace


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("right") / "run.jsonl"
    run(mdp(1), 1500, delta=0.9, choices=BY, out=file)
    return file


@pytest.mark.parametrize("completion", ["uniform", "first", "previous", "greedy"])
def test_a_trace_conforms_and_its_inequalities_hold(
    completion: str, tmp_path: Path, proofs_check: Command
) -> None:
    file = tmp_path / "run.jsonl"
    run(mdp(1), 400, delta=0.9, choices={**BY, "completion": completion}, out=file)
    assert lines_of(file)[0]["readings"]["R-5"] == "backward-induction"
    done = proofs_check("trace", file, "--json")
    said = json.loads(done.out)
    assert (done.status, said["verdict"]) == (OK, "conforms") and said["rules"]["ties"] > 100
    assert proofs_check("lemmas", file).status == OK


def checked(data: bytes, tmp_path: Path, tier: Tier = Tiers) -> Any:
    file = tmp_path / "changed.jsonl"
    file.write_bytes(data)
    with open(file, "rb") as raw:
        return tier("changed").check(raw)


def one_pair_alike() -> LayeredMDP:
    """x_0 has two actions that are the same: they tie until one of them is played more often."""
    P = (np.full((1, 2, 2), 0.5), np.ones((2, 2, 1)))
    return LayeredMDP((1, 2, 1), 2, P, (np.zeros((1, 2)), np.full((2, 2), 0.5)))


@pytest.mark.parametrize("tier", [Replay, Tiers])
def test_another_of_the_best_actions_breaks_the_tie_rule(tier: Tier, tmp_path: Path) -> None:
    """In epoch 2 one pair of each layer was visited, and every action is the best still."""
    file = tmp_path / "run.jsonl"
    run(one_pair_alike(), 3, choices=BY, out=file)
    assert checked(file.read_bytes(), tmp_path, tier).holds
    lines = lines_of(file)
    epochs = [line for line in lines if line["record"] == "epoch"]
    epochs[1]["q_hat"] = [[epochs[1]["q_hat"][0][0][::-1]], epochs[1]["q_hat"][1]]
    epochs[1]["pi"] = [[epochs[1]["pi"][0][0][::-1]], epochs[1]["pi"][1]]
    outcome_ = checked(jsonl(lines), tmp_path, tier)
    assert outcome_.certain.rule == "ties" and outcome_.certain.where == (0, 0)
    lines[0]["readings"]["R-5"] = "unscaled"  # GLOP's vertices have no rule
    outcome_ = checked(jsonl(lines), tmp_path, tier)
    assert outcome_.certain is None or outcome_.certain.rule == "played"


# ----------------------------------------------------------------------------- any size


def test_few_visits_have_the_inner_maximum_of_the_table() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        X_h, A, Y = rng.integers(1, 6, 3)
        N3 = rng.integers(0, 4, (X_h, A, Y)) * rng.integers(0, 2, (X_h, A, Y))
        N = N3.sum(axis=2)
        eps, V = rng.random((X_h, A)) * 2, rng.integers(0, 3, Y) / 2
        eps[N == 0] = 2
        seen = Transitions(int(A))
        for x, a, y in np.argwhere(N3):
            for _ in range(N3[x, a, y]):
                seen.add(int(x), int(a), int(y))
        moved = Moved.of(seen, N, eps, V)
        found = V.max() - moved.loss(V, N.shape)
        P_bar = N3 / np.maximum(1, N)[..., None]
        assert found == pytest.approx(ball_maximum(P_bar, eps, V), abs=1e-12)
        a = rng.integers(0, A, X_h)
        mass = rng.random(X_h)
        assert moved.forward(mass, a, int(A), int(Y)).sum() == pytest.approx(mass.sum())


def at_any_size(monkeypatch: pytest.MonkeyPatch, most: int = 0) -> None:
    """Let no table of triples be small enough."""
    for module in (choose, outcome, replay, reader, records):
        monkeypatch.setattr(module, "MAX_TRIPLES", most)


@pytest.mark.parametrize("completion", ["uniform", "first", "previous", "greedy"])
@pytest.mark.parametrize("radii", ["printed", "union", "union-half"])
def test_the_same_epochs_as_the_page(
    completion: str, radii: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    of, how = mdp(2).to_exact().to_float(), {**BY, "completion": completion, "radii": radii}
    page = run(of, 600, delta=0.9, seed=3, choices=how)
    at_any_size(monkeypatch)
    large = run(of, 600, delta=0.9, seed=3, choices=how, out=tmp_path / "run.jsonl")
    assert len(page.epochs) == len(large.epochs) > 30
    assert min(e.value for e in large.epochs) < of.L - 0.01
    for i in range(1, len(page.epochs) + 1):
        left, right = page.epoch(i), large.epoch(i)
        assert (left.i, left.t) == (right.i, right.t)
        assert right.value == pytest.approx(left.value, abs=1e-12)
        for name in ("N", "r_bar", "eps", "b", "r_hat", "pi"):
            for u, v in zip(getattr(left, name), getattr(right, name), strict=True):
                assert np.array_equal(u, v), (i, name)
        assert (right.N3, right.P_bar, right.q_hat) == ((), (), ())
    head, first, *_ = lines_of(tmp_path / "run.jsonl")
    assert "mdp" not in head and {*first} == {"record", "i", "t", "pi", "value"}


def of_pi(recorded: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records, with pi, value and Lam alone in an epoch."""
    kept = keep(recorded, ("pi", "value"))
    return [{k: v for k, v in record.items() if k != "V"} for record in kept]


def verdict_of(data: bytes, tmp_path: Path) -> tuple[Any, ...]:
    out = checked(data, tmp_path, Replay)
    first = out.certain
    return out.verdict, first and (first.rule, first.where, first.line), out.instances["played"]


def test_the_verdict_is_that_of_the_table(
    right: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On right traces, and on ones whose pi, value, trigger, play or end is wrong."""
    base = of_pi(lines_of(right))
    base[0].pop("mdp")

    def changed(change: Any) -> bytes:
        lines = json.loads(json.dumps(base))
        change(lines, [line for line in lines if line["record"] == "epoch"])
        return jsonl(lines)

    def worse(lines: Any, epochs: Any) -> None:
        row = epochs[-1]["pi"][0][0]
        row[:] = row[1:] + row[:1]

    def spread(lines: Any, epochs: Any) -> None:
        epochs[-1]["pi"][0][0] = [0.5, 0.5, 0.0]

    def half(lines: Any, epochs: Any) -> None:
        epochs[9]["pi"][1][0] = [0.5, 0.25, 0.0]

    def value(lines: Any, epochs: Any) -> None:
        epochs[-1]["value"] += 1e-6

    def late(lines: Any, epochs: Any) -> None:
        lines.remove(epochs[12])

    def end(lines: Any, epochs: Any) -> None:
        lines[-1]["epochs"] += 1

    changes: list[Any] = [lambda lines, epochs: None, worse, spread, half, value, late, end]
    expected = [None, ("pi-optimal", "ties"), ("pi-optimal", "ties"), ("pi-distribution",),
                ("value",), ("epoch-missing",), ("end",)]  # fmt: skip
    data = [changed(change) for change in changes]
    by_table = [verdict_of(d, tmp_path) for d in data]
    at_any_size(monkeypatch)
    for d, table, rules in zip(data, by_table, expected, strict=True):
        assert verdict_of(d, tmp_path) == table
        assert table[1] is None if rules is None else table[1][0] in rules, table
    assert by_table[0][0] == "conforms"


@pytest.mark.parametrize("trigger", ["max1", "printed", "printed-without-x_L"])
def test_every_trigger_is_counted_alike(
    trigger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = jsonl(of_pi(planted_records(trigger=trigger, T=30)))
    table = verdict_of(data, tmp_path)
    at_any_size(monkeypatch)
    assert verdict_of(data, tmp_path) == table
    if trigger == "max1":
        lines = data.splitlines(keepends=True)
        without = b"".join(line for k, line in enumerate(lines) if k != 3)
        assert verdict_of(without, tmp_path)[0] == "does not conform"


# ----------------------------------------------------------------------------- sizes


def test_what_is_too_large_says_what_would_fit(
    tmp_path: Path, proofs_check: Command, ucrl_lp: Command
) -> None:
    """A header of less than 1 kB asks for no memory, whatever it says."""
    head = {"record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
            "T": 100, "delta": 0.1}  # fmt: skip
    end = {"record": "end", "episodes": 0, "epochs": 1}
    first = {"record": "epoch", "i": 1, "t": 1, "pi": [[[0.5, 0.5]]]}
    file = tmp_path / "run.jsonl"
    sizes: list[tuple[Any, int, int, str]] = [
        ([1, 10**11, 1], 2, UNDECIDED, "not covered: size: .* pairs"),
        ([1, 2, 1], 10**12, UNDECIDED, "not covered: size"),
        ([1, 10**6, 10**6, 1], 1, 3, "length"),  # a million states: then pi is no table of them
    ]
    for layers, A, status, rule in sizes:
        file.write_bytes(jsonl([{**head, "layers": layers, "A": A}, first, end]))
        done = proofs_check("trace", file)
        assert done.status == status and done.err.count("\n") == 1, done
        assert re.search(rule, done.err), done.err
        assert proofs_check("lemmas", file).status == UNDECIDED


def test_a_long_check_is_refused_before_it_starts(tmp_path: Path) -> None:
    head = records.Header((1, 1000, 1000, 1000, 1000, 1), 8, 10**6, 0.1, {"radii": "printed"})
    with pytest.raises(TooLarge) as refused:
        any_size.refuse_costly(head, "a pipe")
    assert "not covered: size" in str(refused.value) and "episodes would fit" in str(refused.value)
    fitting = any_size._fitting(32_008, 5)
    assert 1000 < fitting < 10**5
    any_size.refuse_costly(records.Header(head.layers, 8, fitting, 0.1, head.choices), "a pipe")


def test_a_table_of_triples_is_refused_at_any_size(
    right: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    at_any_size(monkeypatch)
    done = proofs_check("trace", right)
    assert done.status == UNDECIDED and "an mdp in the header" in done.err
    lines = lines_of(right)
    lines[0].pop("mdp")
    file = tmp_path / "run.jsonl"
    file.write_bytes(jsonl(lines))
    done = proofs_check("trace", file)
    assert done.status == UNDECIDED and "an epoch of pi alone" in done.err
    file.write_bytes(jsonl(of_pi(lines)))
    assert proofs_check("trace", file).status == OK
    done = proofs_check("trace", "--coverage", file)
    assert done.status == UNDECIDED and "--coverage: not covered: size" in done.err
    for command in (("lemmas",), ("trace", "--lemmas"), ("trace", "--html", tmp_path / "page")):
        done = proofs_check(*command, file)
        assert done.status == UNDECIDED and "not covered: size" in done.err, command
    file.write_bytes(jsonl(lines))
    with pytest.raises(TooLarge):
        list(read(file))
    with pytest.raises(TooLarge):
        list(read(file, AnySizeParser))


def test_glop_says_what_a_large_lp_costs_and_what_to_choose(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ucrl_lp: Command
) -> None:
    assert choose.cost_of_lp1(4200) == ""
    said = choose.cost_of_lp1(36_300)
    assert "80 s" in said and "726 MB" in said and "glop=backward-induction" in said
    assert "days" in choose.cost_of_lp1(1_504_000) and "30 GB" in choose.cost_of_lp1(1_504_000)
    monkeypatch.setattr(records, "MAX_TRIPLES", 3)
    line = ("run", "--env", "tiny", "--T", 5, "--out", tmp_path / "run.jsonl")
    done = ucrl_lp(*line)
    assert done.status == 4 and "glop=backward-induction" in done.err and done.err.count("\n") == 1


def test_intervals_are_refused_where_they_would_be_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = run(mdp(0), 30, choices={**BY, "radii": "bernstein"})
    assert len(played.epochs) > 3
    at_any_size(monkeypatch)
    with pytest.raises(PreconditionError) as refused:
        run(mdp(0), 30, choices={**BY, "radii": "bernstein"})
    assert refused.value.field == "reading radii"


def test_a_run_is_resumed(tmp_path: Path) -> None:
    from reference.running.resume import resume_run

    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    run(mdp(3), 200, choices=BY, out=whole)
    run(mdp(3), 200, choices=BY, out=part, episodes=80)
    resume_run(part)
    assert part.read_bytes() == whole.read_bytes()
