"""The rules of the family: honest runs conform, each planted fault is refused for its cause."""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.conformance.batch import check_traces
from proofs_check.conformance.rules import rule_of, rules_of
from proofs_check.guests.family.replay import check_family
from proofs_check.guests.family.rules import FAMILY_RULES
from reference import run
from reference.guests.family.family_reader import read_family
from reference.guests.family.traced_run import run_traced
from reference.guests.kl.sets import Box, Known
from reference.guests.kl.step import kl_step, policy, uniform_log_q
from reference.guests.kl.upper_occupancy import upper_occupancy
from reference.guests.learners.floored_uc_o_reps import FlooredUCOREPS
from reference.guests.learners.fpop import FPOP
from reference.guests.learners.o_reps import OREPS
from reference.guests.learners.uc_o_reps import UCOREPS
from reference.guests.learners.uob_reps import UOBREPS
from reference.mdp import LayeredMDP
from reference.support.errors import UNDECIDED
from tests.guests.family.runs import (
    EVERY,
    LAYERS,
    LONG,
    MDP,
    T,
    checked,
    edited,
    of_kind,
    records,
    rewrite,
    trace,
)

WORLDS = ("bernoulli", "adversary-switch")
VARIANTS = (
    *EVERY,
    "fpop:redraw=episode",
    "uc-o-reps-bandit:floor=3,scale=2",
    "uob-reps:scale=3,exploration=2,box=N",
)


@pytest.mark.parametrize("algorithm", VARIANTS)
@pytest.mark.parametrize("rewards", WORLDS)
def test_an_honest_run_conforms(algorithm: str, rewards: str, tmp_path: Path) -> None:
    outcome = checked(trace(tmp_path, algorithm, rewards=rewards, seed=1))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first
    assert outcome.episodes == 30 and outcome.largest_gap < 1e-12
    own = {"fpop": "pi-optimal"}.get(algorithm.partition(":")[0], "kl-step")
    assert outcome.instances[own] >= 29


def test_every_rule_of_the_family_is_applied_somewhere(tmp_path: Path) -> None:
    applied: set[str] = set()
    for algorithm in VARIANTS:
        applied |= set(checked(trace(tmp_path, algorithm)).instances)
    assert {rule.id for rule in rules_of("UOB-REPS")} <= applied
    assert all(rule_of(rule.id) is rule for rule in FAMILY_RULES)


def test_multipliers_and_tables_are_hints_that_may_be_left_out(tmp_path: Path) -> None:
    kept = ("record", "i", "t", "pi", "log_q", "l_hat", "u")

    def bare(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            for key in line.keys() - kept if line["record"] in ("epoch", "step") else ():
                del line[key]

    assert checked(edited(tmp_path, "uob-reps", bare, T=8)).verdict == "conforms"


def test_a_step_far_from_its_optimum_is_refused_however_good_the_hint(tmp_path: Path) -> None:
    """1e-5 moved within a row, so that pi stays: too much for a radius of 1e-5, not for 1e-4."""
    file = trace(tmp_path, "uob-reps", T=8)
    lines = records(file)
    row = of_kind(lines, "step", 5)["log_q"][0][0][0]
    row[:2] = [log(exp(row[0]) + 1e-5), log(exp(row[1]) - 1e-5)]
    broken = checked(rewrite(file, lines), everything=False)
    assert broken.certain and broken.certain.rule == "kl-step"
    lines[0]["radius"] = 1e-4
    assert checked(rewrite(file, lines)).verdict == "conforms"


# ----------------------------------------------------------------------------- planted faults


update, keep, leader, fpop_set = UCOREPS._update, OREPS._keep, FPOP._leader, FPOP._set


def uob_estimate(*, gamma: bool = True, reward: bool = False) -> Callable[[Any], Any]:
    """UOB-REPS' estimate with one fault."""

    def estimate(self: Any) -> Any:
        self.u = upper_occupancy(self.policy(), self.lo, self.hi, self.x, self.a)
        l_hat = np.zeros(self.pairs.K)
        for k, r, u in zip(self.visited(), self.r, self.u, strict=True):
            l_hat[k] = (r if reward else 1.0 - r) / (u + (self.gamma if gamma else 0.0))
        return l_hat

    return estimate


def set_before_u(self: Any, t: int) -> Any:
    if self.new_epoch():
        self._set()
    return update(self, t)


def old_set(self: Any, t: int) -> Any:
    before, log_q = self.P_i, self.log_q
    update(self, t)
    self.step = kl_step(self.pairs, log_q, self.eta * self.l_hat, before)
    self.log_q, self.log_w = self.step.log_q, self.step.log_w
    return policy(self.pairs, self.log_w)


def half_eta(self: Any, t: int) -> Any:
    self.eta /= 2
    pi = update(self, t)
    self.eta *= 2
    return pi


def box_of(self: Any, *, minus: int = 1, by_N3: bool = False) -> None:
    lo, hi = [], []
    for N, N3 in zip(self.N_i, self.counts.N3, strict=True):
        P_bar = N3 / np.maximum(1, N)[:, :, None]
        n = np.maximum(1, (N3 if by_N3 else np.broadcast_to(N[:, :, None], N3.shape)) - minus)
        eps = 2 * np.sqrt(P_bar * self.Lam / n) + 14 * self.Lam / (3 * n)
        lo.append(np.maximum(0.0, P_bar - eps))
        hi.append(np.minimum(1.0, P_bar + eps))
    self.lo, self.hi = tuple(lo), tuple(hi)
    self.P_i = Box(self.pairs, self.lo, self.hi)


def always(self: Any) -> bool:
    self.N_i = tuple(N.copy() for N in self.counts.N)
    self.epochs += 1
    return True


def late(self: Any) -> bool:
    """The trigger with > for >=."""
    pairs = zip(self.counts.N, self.N_i, strict=True)
    return any(bool((N - M > np.maximum(1, M)).any()) for N, M in pairs) and always(self)


def uniform_q(self: Any) -> Any:
    """O-REPS' estimate with the uniform q for q_t."""
    w = uniform_log_q(self.pairs)[1]
    return self.weighted([np.exp(w[k]) for k in self.visited()])


def without_floor(self: Any) -> Any:
    """UC-O-REPS' bandit estimate divided by q_t itself."""
    return self.weighted([np.exp(self.log_w[k]) for k in self.visited()])


def uniform_start(self: Any, given: Any) -> None:
    """q_1(x,a) = 1/(X_h A), not projected."""
    if not hasattr(self, "started"):
        self.started = True
        log_w = uniform_log_q(self.pairs)[1]
        given = replace(given, log_q=log_w[:, None] + self.known.log_P, log_w=log_w)
    keep(self, given)


def wrong_P(self: Any, t: int) -> Any:
    """A step on transitions that are not the MDP's."""
    P = tuple(np.full(p.shape, 1 / p.shape[2]) for p in MDP.P)
    self.l_hat = self._estimate()
    self._keep(kl_step(self.pairs, self.log_q, self.eta * self.l_hat, Known(self.pairs, P)))
    return policy(self.pairs, self.log_w)


def one_reward_late(self: Any) -> Any:
    """The leader for R_{t-2} + Y."""
    kept, self.R = self.R, getattr(self, "earlier", self.R)
    pi = leader(self)
    self.R = self.earlier = kept
    return pi


def always_redrawn(self: Any, t: int) -> Any:
    self.R = tuple(R + r for R, r in zip(self.R, self.table(), strict=True))
    if self.new_epoch():
        self._set()
    self._perturb()
    return self._leader()


def small_radius(self: Any) -> None:
    fpop_set(self)
    self.eps = tuple(eps / 2 for eps in self.eps)


FAULTS: dict[str, tuple[str, type, str, Any, str, str]] = {
    "u with the set of the wrong epoch": (
        "uob-reps", UOBREPS, "_update", set_before_u, "u",
        "the set of the epoch that begins",
    ),
    "gamma left out": ("uob-reps", UOBREPS, "_estimate", uob_estimate(gamma=False), "l_hat",
                       "without gamma"),
    "reward for loss": ("uob-reps", UOBREPS, "_estimate", uob_estimate(reward=True), "l_hat",
                        "the reward in place of the loss"),
    "projection on the old set": ("uob-reps", UOBREPS, "_update", old_set,
                                  "kl-step", "the set of the epoch before"),
    "half of eta": ("uob-reps", UOBREPS, "_update", half_eta, "kl-step", "a distance"),
    "N for N - 1": ("uob-reps", UOBREPS, "_set", lambda self: box_of(self, minus=0), "box",
                    "N for N - 1"),
    "N3 for N": ("uob-reps", UOBREPS, "_set", lambda self: box_of(self, by_N3=True), "box",
                 "N3 for N"),
    "an epoch too late": ("uob-reps", UOBREPS, "new_epoch", late, "epoch-missing", "none"),
    "an epoch after every episode": ("uc-o-reps", UCOREPS, "new_epoch", always, "epoch-early",
                                     "a new epoch"),
    "UC-O-REPS, rewards for losses": ("uc-o-reps", UCOREPS, "_estimate",
                                      lambda self: 1 - self.loss(), "l_hat",
                                      "the reward in place of the loss"),
    "UC-O-REPS, the old ball": ("uc-o-reps", UCOREPS, "_update", old_set, "kl-step",
                                "the set of the epoch before"),
    "O-REPS, another q in the estimate": ("o-reps-bandit", OREPS, "_estimate", uniform_q, "l_hat",
                                          ""),
    "UC-O-REPS, bandit, without its floor": ("uc-o-reps-bandit:floor=2", FlooredUCOREPS,
                                             "_estimate", without_floor, "l_hat", ""),
    "O-REPS, another P": ("o-reps", OREPS, "_update", wrong_P, "kl-step", "a distance"),
    "O-REPS, q_1 not projected": ("o-reps", OREPS, "_keep", uniform_start, "kl-step",
                                  "a distance"),
    "FPOP, R_{t-2} for R_{t-1}": ("fpop:scale=30", FPOP, "_leader", one_reward_late, "pi-optimal",
                                  "less"),
    "FPOP, a draw per episode undeclared": ("fpop", FPOP, "_update", always_redrawn, "redraw",
                                            "a new Y"),
    "FPOP, half of eps": ("fpop", FPOP, "_set", small_radius, "eps", ""),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused_for_its_cause(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    algorithm, of, name, wrong, rule, cause = FAULTS[fault]
    monkeypatch.setattr(of, name, wrong)
    how: dict[str, Any] = {"rewards": "adversary-iid", "seed": 2, "delta": 0.5}
    how["T"] = LONG if "set" in cause or "N" in cause else T
    outcome = checked(trace(tmp_path, algorithm, **how), everything=False)
    assert outcome.verdict == "does not conform"
    assert outcome.certain is not None
    assert outcome.certain.rule == rule, outcome.certain
    assert cause in outcome.certain.found


@pytest.mark.parametrize("fault", ["N for N - 1", "N3 for N"])
def test_without_recorded_boxes_the_bound_tells(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UOBREPS, "_set", FAULTS[fault][3])
    file = trace(tmp_path, "uob-reps", seed=2, delta=0.5, T=LONG)
    lines = [{k: v for k, v in record.items() if k not in ("lo", "hi")} for record in records(file)]
    divergence = checked(rewrite(file, lines), everything=False).certain
    assert (
        divergence is not None and divergence.rule in ("u", "kl-step") and fault in divergence.found
    )


def step_twice(lines: Any) -> None:
    step = of_kind(lines, "step", 4)
    lines.insert(lines.index(step), step)
    lines.remove(of_kind(lines, "step", 9))


def off_the_path(lines: Any) -> None:
    for of_h in of_kind(lines, "step", 3)["l_hat"]:
        for row in of_h:
            row[:] = [v or 0.5 for v in row]


def scaled(option: str, factor: float) -> Callable[[Any], None]:
    return lambda lines: lines[0]["options"].update({option: lines[0]["options"][option] * factor})


def q_1_changed(lines: Any) -> None:
    of_kind(lines, "step", 1)["log_q"][1][0][0] = [log(0.1), log(0.15)]  # pi stays


EDITS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "pi not of q": (
        lambda lines: of_kind(lines, "step", 4)["pi"][1].__setitem__(0, [0.75, 0.25]), "pi-of-q",
    ),
    "a step missing": (lambda lines: lines.remove(of_kind(lines, "step", 4)), "step-number"),
    "a step twice": (step_twice, "step-number"),
    "q_1 not uniform": (q_1_changed, "q_1"),
    "another eta": (scaled("eta", 1.001), "eta"),
    "another gamma": (scaled("gamma", 2), "gamma"),
    "losses where nobody was": (off_the_path, "l_hat"),
    "a reward above 1": (
        lambda lines: of_kind(lines, "episode", 3)["r_t"][1][0].__setitem__(0, 1.5), "table",
    ),
    "a table against the path": (
        lambda lines: of_kind(lines, "episode", 3)["r_t"][0].__setitem__(0, [3, 3]), "table",
    ),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_trace_is_refused(edit: str, tmp_path: Path) -> None:
    change, rule = EDITS[edit]
    algorithm = "uc-o-reps" if rule == "table" else "uob-reps"
    outcome = checked(edited(tmp_path, algorithm, change, T=12), everything=False)
    assert outcome.certain is not None and outcome.certain.rule == rule, outcome.certain


def test_a_trace_without_episodes_is_vacuous(tmp_path: Path) -> None:
    file = trace(tmp_path, "o-reps", T=4)
    head, *_, end = records(file)
    outcome = checked(rewrite(file, [head, {"record": "epoch", "i": 1, "t": 1},
                                   {**end, "episodes": 0, "epochs": 1}]))  # fmt: skip
    assert (outcome.verdict, outcome.exit_status) == ("vacuous", UNDECIDED)


def test_numbers_beyond_reason_are_refused_without_a_crash(tmp_path: Path) -> None:
    """ln q of -1e300 everywhere, multipliers of 1e6, estimates of 1e300: no verdict but a no."""
    file = trace(tmp_path, "uob-reps", T=4)
    lines = records(file)
    of_kind(lines, "step", 2)["log_q"] = _all(lines[2]["log_q"], -1e300)
    of_kind(lines, "step", 3)["beta"] = _all(of_kind(lines, "step", 3)["beta"], 1e6)
    assert checked(rewrite(file, lines)).certain is not None
    of_kind(lines, "step", 3)["l_hat"] = _all(of_kind(lines, "step", 3)["l_hat"], 1e300)
    assert checked(rewrite(file, lines)).certain is not None


def _all(table: Any, value: float) -> Any:
    return [_all(v, value) for v in table] if isinstance(table, list) else value


def test_records_can_be_checked_as_they_come(tmp_path: Path) -> None:
    file, seen = trace(tmp_path, "fpop", T=5), []
    outcome = check_family(read_family(file), on_progress=lambda c: seen.append(c.episodes))
    assert outcome.verdict == "conforms" and seen[-1] == 5


# ----------------------------------------------------------------------------- semantic oracles


def worst_leader(self: FPOP) -> Any:
    """The policy that is worst for R_{t-1} + Y, always."""
    R = self.R
    self.R = tuple(-v for v in R)
    Y, self.Y = self.Y, tuple(-v for v in self.Y)
    try:
        return leader(self)
    finally:
        self.R, self.Y = R, Y


def test_a_perturbation_beyond_its_distribution_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Y = 10^12 for a pair scaled the tolerance by 2^40: 200 episodes of the worst action
    conformed. Y has a bound by its distribution, and the gap is in units of a reward."""
    monkeypatch.setattr(FPOP, "_leader", worst_leader)
    large = edited(tmp_path, "fpop", lambda lines: _raise_Y(lines, 1e12), T=60)
    rules = {d.rule for d in checked(large).divergences}
    assert {"redraw", "pi-optimal"} <= rules
    outcome = checked(large)
    assert outcome.largest_gap > 1, "in units of a reward"
    tiny = trace(tmp_path, "fpop:scale=1e-11", T=60)  # Y of 10^12 by its own distribution
    assert (
        max(v for of_h in of_kind(records(tiny), "step")["Y"] for row in of_h for v in row) > 1e11
    )
    assert "pi-optimal" in {d.rule for d in checked(tiny).divergences}


def _raise_Y(lines: Any, by: float) -> None:
    for line in lines:
        for of_h in line.get("Y", []):
            for row in of_h:
                row[:] = [v + by for v in row]


def test_a_perturbation_by_its_distribution_conforms(tmp_path: Path) -> None:
    assert checked(trace(tmp_path, "fpop:scale=1e-11", T=60)).verdict == "conforms"


@pytest.mark.parametrize("algorithm", ["uc-o-reps", "o-reps"])
def test_a_program_that_never_learns_does_not_conform(algorithm: str, tmp_path: Path) -> None:
    """T = 10^9 makes a step smaller than a radius of 1e-4: the radius must be far below eta."""
    file = trace(tmp_path, algorithm, T=10**9, episodes=40)
    lines = records(file)
    for line in lines:
        if line["record"] == "step":
            line.update(
                log_q=of_kind(lines, "step", 1)["log_q"], pi=of_kind(lines, "step", 1)["pi"]
            )
            line.pop("beta", None)
    lines[0]["radius"] = 1e-4
    constant = checked(rewrite(file, lines))
    assert constant.certain is not None and constant.certain.rule == "radius"
    lines[0]["radius"] = lines[0]["options"]["eta"] / 100
    constant = checked(rewrite(file, lines))
    assert constant.certain is not None and constant.certain.rule == "kl-step"


def test_steps_below_the_radius_are_vacuous(tmp_path: Path) -> None:
    """All losses are equal: nothing moves, and a constant program is as good."""
    file = trace(tmp_path, "uc-o-reps", T=12, rewards="adversary-iid")
    lines = records(file)
    first = of_kind(lines, "step", 1)
    for line in lines:
        if line["record"] == "episode":
            line.update(r=[0.5] * 3, r_t=_all(line["r_t"], 0.5))
        if "l_hat" in line:
            line["l_hat"] = _all(line["l_hat"], 0.5)
        if line["record"] == "step":
            line.update(log_q=first["log_q"], pi=first["pi"])
            line.pop("beta", None)
    outcome = checked(rewrite(file, lines))
    assert (outcome.verdict, outcome.exit_status, outcome.total) == ("vacuous", UNDECIDED, 0), (
        outcome.first
    )
    assert "never learns" in outcome.untested and outcome.moved == 0


def test_slack_and_movement_are_reported(tmp_path: Path) -> None:
    outcome = checked(trace(tmp_path, "uc-o-reps", T=30, rewards="adversary-switch"))
    assert 0 < outcome.slack < outcome.moved / 1000


def little(p: float) -> LayeredMDP:
    """A transition of probability p that no other way replaces."""
    P = [[[[1 - p, p], [1.0, 0.0]]], [[[0.5, 0.5], [0.3, 0.7]], [[0.2, 0.8], [0.9, 0.1]]]]
    P.append([[[1.0], [1.0]]] * 2)
    r = [[[0.2, 0.7]], [[0.1, 0.5], [0.6, 0.9]], [[0.3, 0.8], [0.4, 0.2]]]
    return LayeredMDP((1, 2, 2, 1), 2, tuple(map(np.array, P)), tuple(map(np.array, r)))


@pytest.mark.parametrize("p", [1e-8, 1e-9, 1e-10])
@pytest.mark.parametrize("algorithm", ["o-reps", "o-reps-bandit"])
def test_a_little_transition_is_decided(algorithm: str, p: float, tmp_path: Path) -> None:
    """With P = 1e-9 at one place, runs of the reference were undecided: the multiplier of a state
    of that mass was not found."""
    file = tmp_path / "run.jsonl"
    run_traced(little(p), algorithm, 60, out=file, seed=1)
    assert checked(file).verdict == "conforms"


# ----------------------------------------------------------------------------- pipes


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("algorithm", ["fpop", "o-reps", "ucrl-lp"])
def test_a_pipe_is_read_as_a_file(algorithm: str, zipped: bool, tmp_path: Path) -> None:
    file, pipe = tmp_path / "run.jsonl", tmp_path / "pipe"
    if algorithm == "ucrl-lp":
        run(MDP, T=40, seed=1, out=file)
    else:
        file = trace(tmp_path, algorithm, T=8)
    data = gzip.compress(file.read_bytes()) if zipped else file.read_bytes()
    os.mkfifo(pipe)
    thread = threading.Thread(target=lambda: pipe.write_bytes(data))
    thread.start()
    outcome = check_any_trace(pipe, everything=True)
    thread.join()
    assert outcome.verdict == "conforms" == checked(file).verdict
    assert outcome.instances == checked(file).instances


def test_a_batch_of_pipes(tmp_path: Path) -> None:
    """Pipes are read here: another process could not open them."""
    file, pipes = trace(tmp_path, "fpop", T=8), [tmp_path / "a", tmp_path / "b"]
    data, threads = file.read_bytes(), []
    for pipe in pipes:
        os.mkfifo(pipe)
        threads.append(threading.Thread(target=pipe.write_bytes, args=(data,)))
        threads[-1].start()
    entries = check_traces([*pipes, file], workers=2, check=check_any_trace)
    for thread in threads:
        thread.join()
    assert [entry.outcome and entry.outcome.verdict for entry in entries] == ["conforms"] * 3


def test_a_perturbation_that_makes_one_policy_optimal_is_vacuous(tmp_path: Path) -> None:
    """FPOP's Y is the program's own: here action 0 has the largest Y that is allowed, always."""
    largest = 0.0

    def always_action_0(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            if line["record"] != "step":
                continue
            line["pi"] = [[[1, 0] for _ in range(n)] for n in LAYERS[:-1]]
            if "Y" in line:
                line["Y"] = [[[largest, 0] for _ in range(n)] for n in LAYERS[:-1]]

    honest = checked(trace(tmp_path, "fpop"))
    assert honest.verdict == "conforms" and not honest.untested
    file = trace(tmp_path, "fpop")
    lines = records(file)
    largest = float(np.log(1e9 * T * sum(LAYERS[:-1]) * MDP.A) / lines[0]["options"]["eta"]) * 0.99
    always_action_0(lines)
    for record in lines:  # what such a program plays
        for name in ("N", "N3", "P_bar", "eps"):
            record.pop(name, None)
        if record["record"] == "episode":
            record["a"] = [0] * len(record["a"])
            record["r"] = [record["r_t"][h][x][0] for h, x in enumerate(record["x"])]
    outcome = checked(rewrite(file, lines))
    assert {d.rule for d in outcome.divergences} <= {"epoch-missing", "epoch-early"}, outcome.first
    assert "never learns" in outcome.untested
