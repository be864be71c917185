"""What a check of a trace counts, and where and how it says that something is wrong."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import GRID, Decision, Enclosure, Q, to_q
from proofs_check.conformance import epoch_rules, policy_rules, replay
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence, show_row
from proofs_check.conformance.epoch_rules import BITS
from proofs_check.conformance.policy_rules import PolicyRules, _Occupied
from proofs_check.conformance.replay import KEPT, MAX_TOLERANCE, Conformance, _Replay, check
from proofs_check.lp1.candidate import Candidate
from proofs_check.lp1.certify import PolicyReport
from proofs_check.lp1.optimum import solve
from reference.lp1 import solve_lp1
from reference.support.errors import MalformedInput
from reference.trace.records import Header
from tests.planted.faulty_producer import INTERMEDIATES, Record
from tests.planted.planted_runs import ALL, BOTH, PI, SHORT, keep, outcome_of, read_back, run

L, A = len(SHORT.layers) - 1, SHORT.A


def records(tables: tuple[str, ...] = ALL, **setting: Any) -> list[Record]:
    return copy.deepcopy(keep(run(replace(SHORT, **setting)), tables))


@pytest.mark.parametrize("tables", [ALL, BOTH, PI])
def test_every_application_of_a_rule_is_counted(tables: tuple[str, ...]) -> None:
    found = records(tables, mdp=True)
    outcome = outcome_of(found)
    n = sum(record["record"] == "episode" for record in found)
    epochs = sum(record["record"] == "epoch" for record in found)
    assert (outcome.verdict, outcome.exit_status) == ("conforms", 0)
    assert (outcome.episodes, outcome.epochs, outcome.total) == (n, epochs, 0) != (0, 0, 0)
    once = {"tolerance": 1, "x_L": 1, "end": 1}
    per_episode = {"episode-number": n, "epoch-missing": n, "order": n + 2}
    per_epoch = {"epoch-number": epochs, "epoch-early": epochs - 1}
    per_step = dict.fromkeys(("state", "action", "reward", "possible"), n * L)
    expected = {**once, **per_episode, **per_epoch, **per_step}
    assert {rule: outcome.instances[rule] for rule in expected} == expected
    assert outcome.instances["played"] == n * L or tables == PI
    for name in INTERMEDIATES:
        # the counters as whole tables, other quantities entry by entry
        written = [e[name] for e in found if name in e]
        if name not in ("N", "N3", "value"):
            written = [v for table in written for layer in table for v in np.ravel(layer)]
        assert outcome.instances[name] == len(written), name
        assert written or tables != ALL


def test_a_radius_of_another_layer_is_refused() -> None:
    """eps_i with X = 1 is b_i, and b_i with the X of the layer after is eps_i: neither passes."""
    trace = records(ALL)
    line, epoch = next((k, e) for k, e in enumerate(trace, 1) if e.get("i") == 4 and "eps" in e)
    (layer,) = (h for h in range(L) if SHORT.layers[h + 1] == 2 and SHORT.layers[h] == 1)
    eps, b = epoch["eps"][layer][0][1], epoch["b"][layer][0][1]
    assert eps == pytest.approx(b * 2**0.5)
    for name, right, wrong in (("eps", eps, b), ("b", b, eps)):
        epoch[name][layer][0][1] = wrong
        first = outcome_of(trace).first
        assert first is not None and (first.rule, first.line) == (name, line)
        assert first.where == (layer, 0, 1)
        epoch[name][layer][0][1] = right


@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize("wrong", [lambda n3, n: n3 / (n + 1), lambda n3, n: n3 * n])
def test_a_wrong_quotient_is_refused(once: bool, wrong: Callable[[int, int], float]) -> None:
    """P_bar_i with another denominator, or multiplied, where N = 1 and where 0 < N3 < N."""
    trace = records(ALL)
    entries = [
        (line, epoch["P_bar"][h][x][a], (h, x, a, x1), n3, epoch["N"][h][x][a])
        for line, epoch in enumerate(trace, 1)
        if "P_bar" in epoch
        for h in range(L)
        for (x, a, x1), n3 in np.ndenumerate(np.array(epoch["N3"][h]))
    ]
    line, row, where, n3, n = next(
        e for e in entries if (e[4] == 1 == e[3] if once else 0 < e[3] < e[4])
    )
    assert row[where[3]] == n3 / n
    row[where[3]] = float(wrong(int(n3), n))
    first = outcome_of(trace).first
    if row[where[3]] == n3 / n:  # 1 * 1 is 1 / 1
        assert first is None
    else:
        assert first is not None and (first.rule, first.line) == ("P_bar", line)
        assert (*first.where, None, None, None, None)[:4] == where


@pytest.mark.parametrize("reading", ["skip", "solve"])
@pytest.mark.parametrize("T", [40, 39])
def test_the_epoch_after_the_last_episode(reading: str, T: int) -> None:
    """R-16: under `solve` it must be there after episode T, and only there."""
    trace = records(BOTH, T=T, trigger="printed", last_trigger="solve")
    assert trace[-2]["record"] == "epoch" and trace[-2]["t"] == T + 1
    assert outcome_of(trace).verdict == "conforms"
    trace[0]["readings"]["R-16"] = reading
    del trace[-2]
    trace[-1]["epochs"] -= 1
    first = outcome_of(trace).first
    if reading == "skip":
        assert first is None
    else:
        assert first is not None and (first.rule, first.line) == ("last-trigger", len(trace))
        assert (first.expected, first.found) == ("an epoch after episode T", "none")
    # stopped before T, the run owes nothing, not even the epoch that would be next
    del trace[-2]
    trace[-1]["episodes"] -= 1
    assert outcome_of(trace).verdict == "conforms"
    del trace[-2]
    trace[-1]["epochs"] -= 1
    assert outcome_of(trace).verdict == "conforms"


def test_an_end_before_any_epoch_is_out_of_order() -> None:
    head, *_, end = records(BOTH)
    first = outcome_of([head, end | {"episodes": 0, "epochs": 1}]).first
    assert first is not None and (first.rule, first.line) == ("order", 2)
    assert (first.expected, first.found) == ("epoch 1", "the end")


@pytest.mark.parametrize(
    "change, rule, where, expected, found",
    [
        (("x", 1, 7), "state", (1, None, None), "0..1", "7"),
        (("x", 0, -1), "state", (0, None, None), "0..0", "-1"),
        (("x", 1, 2), "state", (1, None, None), "0..1", "2"),
        (("a", 2, 2), "action", (2, None, None), "0..1", "2"),
        (("r", 1, 1.5), "reward", (1, None, None), "a reward in [0, 1]", "1.5"),
        (("r", 0, -0.25), "reward", (0, None, None), "a reward in [0, 1]", "-0.25"),
    ],
)
def test_an_impossible_step_is_located(
    change: tuple[str, int, float], rule: str, where: Any, expected: str, found: str
) -> None:
    trace = records(BOTH)
    line, episode = next(
        (k, record) for k, record in enumerate(trace, 1) if record.get("t") == 3 and "x" in record
    )
    key, h, value = change
    episode[key][h] = value
    first = outcome_of(trace).first
    assert first is not None
    assert (first.rule, first.line, first.episode) == (rule, line, 3)
    assert (*first.where, None, None, None)[:3] == where
    assert (first.expected, first.found, first.undecided) == (expected, found, False)


def test_rewards_of_0_and_1_and_the_last_state_are_allowed() -> None:
    trace = records(BOTH)
    rewards = {r for record in trace if record["record"] == "episode" for r in record["r"]}
    states = {x for record in trace if record["record"] == "episode" for x in record["x"]}
    assert {0.0, 1.0} <= rewards and max(states) == 1
    assert outcome_of(trace).verdict == "conforms"


def test_numbers_of_epochs_and_episodes_are_shown() -> None:
    trace = records(BOTH)
    epoch = [record for record in trace if record["record"] == "epoch"][2]
    t = epoch["t"]
    epoch["t"] = t + 5
    first = outcome_of(trace).first
    assert first is not None and first.rule == "epoch-number"
    assert (first.expected, first.found) == (f"i = 3, t = {t}", f"i = 3, t = {t + 5}")
    assert (first.epoch, first.episode) == (3, t - 1)
    trace = records(BOTH)
    trace[-1]["episodes"] += 1
    first = outcome_of(trace).first
    assert first is not None and first.rule == "end"
    shown = f"{trace[-1]['episodes'] - 1} episodes, {trace[-1]['epochs']} epochs"
    assert first.expected == shown
    text = str(first)
    assert text.startswith(f"line {len(trace)}, episode {trace[-1]['episodes'] - 1}, epoch ")
    assert f"rule end [{first.equation}]: expected {shown}, found " in text
    assert "layer" not in text and "next state" not in text


def test_nothing_played_is_vacuous() -> None:
    head, first, *_, end = records(BOTH)
    outcome = outcome_of([head, first, end | {"episodes": 0, "epochs": 1}])
    assert (outcome.verdict, outcome.exit_status, outcome.episodes) == ("vacuous", 2, 0)
    assert outcome.first is None and outcome.largest_gap == 0


def test_a_tolerance_may_be_met() -> None:
    for tolerance, rule in ((1e-7, None), (1e-3, "tolerance")):
        trace = records(BOTH)
        trace[0]["tolerance"] = tolerance
        first = outcome_of(trace).first
        assert (first.rule if first else None) == rule
    trace = records(BOTH)
    trace[0]["tolerance"] = "1/1000000"
    assert outcome_of(trace).verdict == "conforms"


def test_long_values_are_cut_and_many_divergences_are_counted() -> None:
    outcome = Conformance()
    replay = _Replay(outcome, "trace", True, MAX_TOLERANCE)
    replay.line = 4
    for length in (200, 201):
        replay._report(Divergence("N", (1, 2), "x", "9" * length))
    kept, cut = outcome.divergences
    assert kept.found == "9" * 200 and cut.found == "9" * 200 + "..."
    assert kept.where == (1, 2)
    assert (kept.episode, kept.epoch, kept.line) == (None, 0, 4)
    for _ in range(KEPT):
        replay._report(Divergence("b", (0, 0, 0), "x", "y"))
    assert (len(outcome.divergences), outcome.total) == (KEPT, KEPT + 2)
    assert outcome.first is kept and outcome.exit_status == 1


def test_counters_of_two_episodes() -> None:
    c = Counters((1, 2, 1), 2, "printed-without-x_L")
    c.start_epoch()
    assert c.triggered()  # nothing was visited: 0 >= 0
    c.see([0, 1], [1, 0], [Q(1, 3), Q(1)])
    assert c.all_N == [[[0, 1]], [[0, 0], [1, 0]]]
    assert c.all_N3 == [[[[0, 0], [0, 1]]], [[[0], [0]], [[1], [0]]]]
    assert c.S == [[[0, Q(1, 3)]], [[0, 0], [1, 0]]]
    assert c.N == [[[0, 0]], [[0, 0], [0, 0]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (2, 2, 0)
    c.start_epoch()
    assert c.N == [[[0, 1]], [[0, 0], [1, 0]]] and c.N is not c.all_N
    assert (c.doubled, c.pairs_with_n_below_N) == (0, 2)
    c.see([0, 1], [1, 1], [Q(1, 4), Q(1, 2)])
    assert c.S == [[[0, Q(7, 12)]], [[0, 0], [1, Q(1, 2)]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (4, 2, 1)
    assert [Counters((1, 2, 1), 2, how).triggered() for how in ("printed", "max1")] == [True, False]


# ----------------------------------------------------------------------------- the policy alone


def header() -> Header:
    found = next(read_back(records(PI)))
    assert isinstance(found, Header)
    return found


def rounded(V: Q | None, of_pair: Q | None) -> Any:
    """An optimum of one state and one action: its value and the pair's."""
    return SimpleNamespace(V=[[V]], pair_value=lambda h, x, a: of_pair)


T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


@pytest.mark.parametrize(
    ("V", "pair", "best"),
    [
        # value of the state and of the pair, each rounded down and up
        ((Q(1), Q(1)), (Q(1), Q(1)), T),
        ((Q(1), Q(2)), (Q(2), Q(2)), T),
        ((Q(2), Q(2)), (Q(1), Q(1)), F),
        ((Q(2), Q(3)), (Q(1), Q(1)), F),
        ((Q(1), Q(2)), (Q(1), Q(2)), U),
        ((Q(1), Q(1)), (Q(0), Q(1)), U),
        ((Q(-1), Q(-1)), (Q(-1), Q(-1)), T),
        # usable only if the radii are rounded up
        ((None, Q(1)), (None, Q(1)), U),
        ((Q(1), Q(1)), (None, Q(1)), U),
        ((None, Q(1)), (None, None), U),
        # never usable: nothing is best at a dead state, the pair is not at another
        ((None, None), (None, None), T),
        ((Q(1), Q(1)), (None, None), F),
    ],
)
def test_whether_an_action_is_optimistically_best(
    V: tuple[Q | None, Q | None], pair: tuple[Q | None, Q | None], best: Decision
) -> None:
    rules = PolicyRules(replace(header(), tolerance=0.0), Counter())
    optima: Any = (rounded(V[0], pair[0]), rounded(V[1], pair[1]))
    assert rules._best(0, 0, 0, optima) is best


def test_a_tolerance_is_allowed_to_be_met_by_an_action() -> None:
    rules = PolicyRules(replace(header(), tolerance=2.0**-20), Counter())
    step = Q(1, 1 << 20)
    for below, best in ((step, T), (step + Q(1, 1 << 90), F)):
        one: Any = rounded(Q(1), Q(1) - below)
        assert rules._best(0, 0, 0, (one, one)) is best


def test_a_policy_below_the_optimum_is_shown_with_the_optimum() -> None:
    """The optimum is LP1's, solved here from the recorded radii and rewards."""
    setting = replace(SHORT, T=400)
    everything, trace = run(setting), copy.deepcopy(keep(run(setting), PI))
    (full,) = (e for e in everything if e["record"] == "epoch" and e["i"] == 12)
    tables = [tuple(np.array(t) for t in full[name]) for name in ("P_bar", "eps", "r_hat")]
    _, wanted = solve_lp1(setting.layers, A, *tables)
    (epoch,) = (e for e in trace if e["record"] == "epoch" and e["i"] == 12)
    epoch["pi"] = [[[1 - p for p in row] for row in of_h] for of_h in epoch["pi"]]
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.epoch) == ("pi-optimal", 12)
    said = re.fullmatch(r"optimistic value = ([0-9.]+)\.* within (.+)", first.expected)
    assert said is not None, first.expected
    assert float(said[1].rstrip(".")) == pytest.approx(wanted, abs=1e-6)
    less = re.fullmatch(r"([0-9.]+)\.*, ([0-9.]+) less", first.found)
    assert less is not None, first.found
    assert float(less[1].rstrip(".")) + float(less[2]) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("decision", [F, U])
@pytest.mark.parametrize("known", ["value", "shortfall", "neither"])
def test_a_policy_without_a_value_is_infeasible(
    decision: Decision, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No run has one, as eps_i > 1 at N = 0: the report is put in its place."""
    one = Enclosure(Q(1), Q(1))
    report = PolicyReport(
        one if known == "value" else None, one if known == "shortfall" else None, decision, Q(0)
    )
    monkeypatch.setattr(PolicyRules, "value", lambda *_: report)
    trace = records(PI)
    later = sum(record["record"] == "epoch" and record["i"] > 1 for record in trace)
    outcome = outcome_of(trace, everything=True)
    tries = 1 if decision is F else len(BITS)  # undecided: again with sharper radii
    assert outcome.instances["pi-optimal"] == tries * later > 1
    first = outcome.divergences[0]
    assert (first.rule, first.undecided) == ("pi-optimal", decision is U)
    assert first.found == "infeasible" and re.match(r"\d", first.expected)


def test_an_impossible_step_of_a_declared_mdp_is_located() -> None:
    """Rewards of mean 0 and 1 are certain, and a transition of probability 0 does not happen."""
    trace = records(BOTH, mdp=True)
    mdp = trace[0]["mdp"]
    line, episode = next((k, e) for k, e in enumerate(trace, 1) if e.get("t") == 5 and "x" in e)
    (x, x1), a = episode["x"][:2], episode["a"][0]
    mdp["r"][0][x][a] = 0.0
    for mean, certain in ((0.0, 0), (1.0, 1)):
        mdp["r"][0][x][a] = mean
        for t in (e for e in trace if e["record"] == "episode"):
            if t["x"][0] == x and t["a"][0] == a:
                t["r"][0] = mean
        episode["r"][0] = 0.5
        found = outcome_of(trace).first
        assert found is not None and (found.rule, found.line) == ("possible", line)
        assert found.where[:3] == (0, x, a)
        assert (found.expected, found.found) == (f"reward {certain}", "0.5")
        episode["r"][0] = mean
    row = mdp["P"][0][x][a]
    mdp["P"][0][x][a] = [0.0 if y == x1 else 1.0 / (len(row) - 1) for y in range(len(row))]
    found = outcome_of(trace).first
    assert found is not None and found.rule == "possible" and found.where[3] == x1
    assert f"layer 0, state {x}, action {a}, next state {x1}: rule possible" in str(found)


def test_a_policys_noise_is_taken_away_where_it_costs_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Below 0, and up to the tolerance on a pair that LP1 forbids; elsewhere nothing is touched."""
    given: list[Any] = []
    monkeypatch.setattr(policy_rules, "certify_policy", lambda *args: given.append(args))
    tiny, step = Q(1, 1 << 40), Q(1, 1 << 20)
    rules = PolicyRules(replace(header(), tolerance=float(step)), Counter())
    usable: Any = SimpleNamespace(scaled=[[(1, 1, 1), (None, 1, None), (None, None, None)]])
    nothing: Any = SimpleNamespace(scaled=[[(None, None, None)] * 3])
    pi = [
        [
            [tiny, Q(1), -tiny],
            [step, Q(1) - step, step + tiny],
            [-tiny, step, step],  # not a distribution: what is left would be nothing
        ]
    ]
    rules.value("lo", "hi", pi, (nothing, usable))  # type: ignore[arg-type]  # handed on
    ((lo, hi, cleaned, tolerance, optima),) = given
    assert (lo, hi, tolerance, optima) == ("lo", "hi", step, (nothing, usable))
    assert cleaned == [
        [[tiny, 1, 0], [0, Q(1) - step, step + tiny], [0, step, step]],
    ]


# ----------------------------------------------------------------------------- pi against q_hat


def rules(completion: str = "uniform", tolerance: float = 1e-7) -> PolicyRules:
    head = header()
    choices = dict(head.choices) | {"completion": completion}
    return PolicyRules(replace(head, tolerance=tolerance, choices=choices), Counter())


def state(D: int, *rows: list[int], rational: bool = False) -> tuple[Candidate, Any]:
    """q_hat of one layer with one state: numerators over D, and what the trace says."""
    given = [[f"{v}/{D}" if rational else v / D for v in row] for row in rows]
    return Candidate([[list(rows)]], [D]), [[given]]


def judge(
    by: PolicyRules,
    q: tuple[Candidate, Any],
    row: list[Q],
    optima: Any = None,
    previous: Any = None,
) -> list[Divergence]:
    return list(by.induced_by(*q, [[row]], optima, previous))


def test_the_entry_that_differs_most_from_eq_6_is_shown() -> None:
    by, q = rules(), state(12, [4, 2], [3, 0], [0, 3])
    right, wrong = [Q(1, 2), Q(1, 4), Q(1, 4)], [Q(1, 10), Q(3, 5), Q(3, 10)]
    for times in (1, 2):
        assert judge(by, q, right) == []
        assert by.applied == {"pi-distribution": times, "pi-induced": times}
    for times in (3, 4):
        assert judge(by, q, wrong) == [Divergence("pi-induced", (0, 0, 0), "1/2", "1/10")]
        assert by.applied == {"pi-distribution": times, "pi-induced": times}


@pytest.mark.parametrize(
    ("completion", "previous", "right", "shown"),
    [
        ("uniform", None, [Q(1, 2), Q(1, 2)], "uniform: [1/2, 1/2]"),
        ("first", None, [Q(1), Q(0)], "first: [1, 0]"),
        ("previous", [[[Q(1, 4), Q(3, 4)]]], [Q(1, 4), Q(3, 4)], "previous: [1/4, 3/4]"),
    ],
)
def test_an_empty_state_is_completed_as_declared(
    completion: str, previous: Any, right: list[Q], shown: str
) -> None:
    by, q = rules(completion), state(12, [0, 0], [0, 0])
    by.head = replace(by.head, A=2)
    for times in (1, 2):
        assert judge(by, q, right, previous=previous) == []
        assert by.applied["completion"] == times
    wrong = [Q(1, 8), Q(7, 8)]
    found = judge(by, q, wrong, previous=previous)
    assert found == [Divergence("completion", (0, 0), shown, "[1/8, 7/8]")]
    assert by.applied == {"pi-distribution": 3, "completion": 3}


def test_a_greedy_completion_may_play_any_best_action() -> None:
    by, q = rules("greedy", 2.0**-20), state(12, [0], [0], [0])
    step, tiny = Q(1, 1 << 20), Q(1, 1 << 60)
    values = {0: (Q(1), Q(1)), 1: (Q(0), Q(0)), 2: (Q(0), Q(1))}  # best; not; not decided
    optima = tuple(
        SimpleNamespace(V=[[Q(1)]], pair_value=lambda h, x, a, side=side: values[a][side])
        for side in (0, 1)
    )
    said = "greedy: an optimistically best action"
    for row, shown, undecided in (
        ([Q(1), Q(0), Q(0)], None, False),
        ([1 - step, step, Q(0)], None, False),
        ([1 - step - tiny, step + tiny, Q(0)], "not", False),
        ([Q(1, 2), Q(0), Q(1, 2)], "open", True),
    ):
        found = judge(by, q, row, optima)
        if shown is None:
            assert found == []
        else:
            assert found == [Divergence("completion", (0, 0), said, show_row(row), undecided)]


@pytest.mark.parametrize(
    ("numerators", "rational", "rows", "may_be_empty"),
    [
        # 1e-9 as a double is a little more than 1000/10^12
        ([[1000]], False, [], True),
        ([[1001]], False, [[1]], True),
        ([[1]], True, [[1]], True),
        ([[1], [0]], True, [[1, 0]], True),
        ([[0], [0]], True, [], True),
        # nothing that R-6 changes: one row, not two equal ones
        ([[10**11, 0], [3 * 10**11, 0]], False, [[Q(1, 4), Q(3, 4)]], False),
        # a noise of 1000 counts, or is 0
        ([[10**12, 0], [0, 1000]], False,
         [[Q(10**9, 10**9 + 1), Q(1, 10**9 + 1)], [1, 0]], False),
        ([[10**12, 0], [0, 1000]], True, [[Q(10**9, 10**9 + 1), Q(1, 10**9 + 1)]], False),
    ],
)  # fmt: skip
def test_the_rows_that_eq_6_can_mean(
    numerators: list[list[int]], rational: bool, rows: list[list[Q]], may_be_empty: bool
) -> None:
    found = _Occupied(*state(10**12, *numerators, rational=rational), 0, 0, to_q(1e-7))
    assert (found.induced, found.may_be_empty) == (rows, may_be_empty)


def test_a_q_hat_out_of_eq_4_is_shown_with_its_violation() -> None:
    trace = records(BOTH)
    line, epoch = next((k, e) for k, e in enumerate(trace, 1) if e.get("i") == 5 and "q_hat" in e)
    trace[0]["tolerance"] = 1e-7
    right = epoch["q_hat"][1][0][0][0]
    for value, violation in ((right + 0.25, "1/4"), (1e308, "1.0e+308...")):
        epoch["q_hat"][1][0][0][0] = value
        first = outcome_of(trace).first
        assert first is not None and (first.rule, first.line) == ("q_hat-normalisation", line)
        assert first.expected == "violated by at most 1e-07"
        assert first.found == violation
    epoch["q_hat"][1][0] = [[1e308, 1e308], [1e308, 1e308]]  # no double is their sum
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line) == ("q_hat-normalisation", line)
    assert float(first.found.rstrip(".")) > 1e308


# ----------------------------------------------------------------------------- LP1 of an epoch


def test_every_certificate_is_counted() -> None:
    """From epoch 2 on: one LP1, one objective, every family of eq. (4) and (13)."""
    trace = records(BOTH)
    later = sum(e["record"] == "epoch" for e in trace) - 1
    counted = outcome_of(trace).instances
    for rule in ("lp1-infeasible", "q_hat-optimal", *epoch_rules.FAMILY.values()):
        families = list(epoch_rules.FAMILY.values()).count(rule) or 1  # radius: upper and lower too
        assert counted[rule] == families * later > 0, rule


@pytest.mark.parametrize(("known", "undecided"), [(0, False), (1, True)])
def test_an_lp1_without_an_optimum(
    known: int, undecided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No run leads there: the optimum with radii rounded up exists, or none does."""

    def without(data: Any, rounding: int) -> Any:
        best = solve(data, rounding)
        return best if rounding == known else replace(best, value=None)

    monkeypatch.setattr(epoch_rules, "solve", without)
    first = outcome_of(records(BOTH)).first
    assert first is not None and (first.rule, first.undecided) == ("lp1-infeasible", undecided)
    found = "not decided" if undecided else "every action of x_0 unusable"
    assert (first.expected, first.found) == ("a feasible LP1", found)


def test_a_wrong_value_is_shown_beside_the_optimum() -> None:
    trace = records(ALL)
    epoch = next(e for e in trace if e.get("i") == 3 and "value" in e)
    right = float(to_q(epoch["value"]))
    epoch["value"] = 0.5
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.epoch) == ("value", 3)
    assert float(first.expected.rstrip(".")) == pytest.approx(right)
    assert first.found == "1/2"


def test_long_rewards_are_rounded_outward(monkeypatch: pytest.MonkeyPatch) -> None:
    """r_hat_i, down and up to multiples of 1/GRID: the LP between is the one with r_hat_i."""
    trace = records(ALL, law="thirds", T=400)
    seen: dict[str, list[Any]] = {"exact": [], "rounded": []}
    for name, bits in (("exact", 10**9), ("rounded", 0)):
        monkeypatch.setattr(epoch_rules, "LONG_BITS", bits)

        def noted(data: Any, rounding: int, into: Any = seen[name]) -> Any:
            into.append((data, rounding))
            return solve(data, rounding)

        monkeypatch.setattr(epoch_rules, "solve", noted)
        assert outcome_of(trace).verdict == "conforms"
    moved = 0
    for (exact, side), (rounded, other) in zip(*seen.values(), strict=True):
        assert side == other and (exact.eps, exact.N) == (rounded.eps, rounded.N)
        for table, on_grid in zip(exact.r_hat, rounded.r_hat, strict=True):
            for v, w in zip(np.ravel(table), np.ravel(on_grid), strict=True):
                assert 0 <= side * (w - v) < Q(1, GRID) and (w * GRID).denominator == 1
                moved += w != v
    assert moved > 0


@pytest.mark.parametrize(
    ("trigger", "said"), [("max1", "n_i >= max{1, N_i}"), ("printed", "n_i >= N_i")]
)
def test_a_missing_epoch_names_the_declared_trigger(trigger: str, said: str) -> None:
    trace = records(PI, trigger=trigger)
    del trace[next(k for k, e in enumerate(trace) if e.get("i") == 3)]
    first = outcome_of(trace).first
    assert first is not None and first.rule == "epoch-missing"
    assert (first.expected, first.found) == (f"a new epoch: {said} somewhere", "none")


def test_the_unbounded_reading_of_x_L_is_refused() -> None:
    trace = records(PI)
    trace[0]["readings"]["R-2"] = "printed"
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line) == ("x_L", 1)
    assert (first.expected, first.found) == ("no-pairs", "printed")


# ----------------------------------------------------------------------------- limits


def test_progress_is_told_with_the_outcome() -> None:
    trace, told = records(PI), []
    outcome = check(read_back(trace), on_progress=lambda c: told.append((c, c.episodes, c.epochs)))
    assert len(told) == len(trace) and all(c is outcome for c, _, _ in told)
    assert told[0][1:] == (0, 0) and told[-1][1:] == (outcome.episodes, outcome.epochs)


@pytest.mark.parametrize(("kind", "most"), [("episode", 3), ("epoch", 4)])
def test_a_trace_does_not_go_on_for_ever(kind: str, most: int) -> None:
    """No more episodes than T and no more epochs than T + 1, whatever else is wrong."""
    head, *rest = records(PI, T=3)
    one = next(r for r in rest if r["record"] == kind)
    trace = [head, *[one] * (most + 1), rest[-1]]
    with pytest.raises(MalformedInput) as refused:
        check(read_back(trace), file="mine")
    found = refused.value
    assert (found.file, found.line, found.field) == ("mine", most + 2, kind)
    assert found.value == f"{kind} {most + 1}"


@pytest.mark.parametrize(("most", "fits"), [(13, True), (12, False)])
@pytest.mark.parametrize("limit", ["bits", "work"])
def test_denominators_of_a_table_are_limited_together(
    limit: str, most: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lcm(4, 6, 35, 11) = 4620 has 13 bits, though none of them has more than 6."""
    size = A * sum(X_h * Y for X_h, Y in zip(SHORT.layers[:-1], SHORT.layers[1:], strict=True))
    bits = (most, 10**9) if limit == "bits" else (10**9, most * size)
    monkeypatch.setattr(epoch_rules, "MAX_DENOMINATOR_BITS", bits[0])
    monkeypatch.setattr(epoch_rules, "MAX_WORK", bits[1])
    trace = records(BOTH)
    line, epoch = next((k, e) for k, e in enumerate(trace, 1) if e.get("i") == 3 and "q_hat" in e)
    q = epoch["q_hat"]
    q[0][0][0] = ["1/4", "1/6"]
    q[1][0][0] = [0.5, "1/35"]
    q[1][0][1] = ["3", "1/11"]
    if fits:
        outcome = check(read_back(trace), file="mine")
        assert outcome.first is not None and outcome.first.rule.startswith("q_hat")
    else:
        with pytest.raises(MalformedInput) as refused:
            check(read_back(trace), file="mine")
        found = refused.value
        assert (found.file, found.line, found.field) == ("mine", line, "q_hat")
        assert found.value == "1/11" and "must not have 13 bits" in found.rule


def test_denominators_of_a_policy_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(epoch_rules, "MAX_DENOMINATOR_BITS", 6)
    trace = records(PI)
    line, epoch = next((k, e) for k, e in enumerate(trace, 1) if e.get("i") == 3 and "pi" in e)
    epoch["pi"][0][0] = ["1/64", "63/64"]
    with pytest.raises(MalformedInput) as refused:
        outcome_of(trace)
    assert (refused.value.line, refused.value.field, refused.value.value) == (line, "pi", "1/64")


def test_denominators_of_rewards_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_SUM_BITS", 6)
    trace = records(PI)
    line, episode = next((k, e) for k, e in enumerate(trace, 1) if e["record"] == "episode")
    episode["r"][0] = "1/64"
    with pytest.raises(MalformedInput) as refused:
        outcome_of(trace)
    value: Any = refused.value.value
    assert (refused.value.line, refused.value.field, value[0]) == (line, "r", "1/64")


def test_an_action_that_the_policy_does_not_play() -> None:
    trace = records(BOTH)
    pi: list[float] = []
    line = 0
    while 0 not in pi or trace[line - 1]["record"] != "episode":
        line += 1
        pi = trace[line - 1].get("pi", [[pi]])[0][0]
    unused = pi.index(0)
    trace[line - 1]["a"][0] = unused
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line) == ("played", line)
    assert first.where == (0, 0, unused)
    assert (first.expected, first.found) == ("an action with pi > 0", "0")


def test_the_trigger_of_a_single_pair() -> None:
    """n_i >= N_i over all pairs outside x_L: at first 0 >= 0, then after 1, 2 and 4 visits."""
    counters = Counters((1, 1), 1, "printed-without-x_L")
    assert counters.triggered()
    for visits in (1, 1, 2, 4):
        for k in range(visits):
            assert counters.triggered() == (counters.all_N == [[[0]]]), k
            counters.see([0], [0], [Q(1)])
        assert counters.triggered()
        counters.start_epoch()
