"""The rules of pi_i: alone, against q_hat_i, and where q_hat_i has no mass."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Decision, Enclosure, Q
from proofs_check.conformance import policy_rules
from proofs_check.conformance.divergence import (
    Divergence,
    innermost,
    show_row,
)
from proofs_check.conformance.epoch_rules import BITS
from proofs_check.conformance.policy_rules import PolicyRules, induced_rows
from proofs_check.lp1.candidate import Candidate
from proofs_check.lp1.certify import PolicyReport
from reference.lp1 import solve_lp1
from reference.trace.records import Header
from tests.planted.faulty_producer import Record, Setting
from tests.planted.planted_fields import changed, of_kind, put
from tests.planted.planted_runs import (
    BOTH,
    CONFORMS,
    LONG,
    PI,
    SHORT,
    keep,
    outcome_of,
    read_back,
    records,
    run,
    verdict,
)


def header() -> Header:
    head = next(read_back(records(PI)))
    assert isinstance(head, Header)
    return head


def optimum_of(V: Q | None, of_pair: Q | None) -> Any:
    """An optimum of one state and one action: its value and the pair's."""
    return SimpleNamespace(V=[[V]], pairs=[[[of_pair]]])


T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED
STEP, TINY = Q(1, 1 << 20), Q(1, 1 << 60)


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
        # below by the tolerance, and by more
        ((Q(1), Q(1)), (1 - STEP, 1 - STEP), T),
        ((Q(1), Q(1)), (1 - STEP - TINY, 1 - STEP - TINY), F),
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
    by = rules(tolerance=2.0**-20)
    by.optima = (optimum_of(V[0], pair[0]), optimum_of(V[1], pair[1]))
    assert by._best(0, 0, 0) is best


def test_a_policy_below_the_optimum_is_shown_with_the_optimum() -> None:
    """The optimum is LP1's, solved here from the recorded radii and rewards."""
    setting = replace(SHORT, T=400)
    full = of_kind(run(setting), "epoch", 11)
    tables = [tuple(np.array(t) for t in full[name]) for name in ("P_bar", "eps", "r_hat")]
    _, wanted = solve_lp1(setting.layers, setting.A, *tables)
    trace = records(PI, T=400)
    for _, row in innermost(of_kind(trace, "epoch", 11)["pi"]):
        row[:] = [1 - p for p in row]
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.epoch) == ("pi-optimal", 12)
    number = r"([0-9.]+?)\.*"
    said = re.fullmatch(rf"optimistic value = {number} within .+", first.expected)
    less = re.fullmatch(rf"{number}, {number} less", first.found)
    assert said is not None and less is not None
    assert float(said[1]) == pytest.approx(wanted, abs=1e-6)
    assert float(less[1]) + float(less[2]) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("decision", [F, U])
def test_a_policy_without_a_value_is_infeasible(
    decision: Decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No run has one, as eps_i > 1 at N = 0: the report is put in its place."""
    unit = Enclosure(Q(1), Q(1))
    for value, shortfall in ((unit, None), (None, unit), (None, None)):
        report = PolicyReport(value, shortfall, decision, Q(0))
        monkeypatch.setattr(PolicyRules, "optimistic", lambda *_, report=report: report)
        outcome = outcome_of(records(PI), everything=True)
        tries = 1 if decision is F else len(BITS)  # undecided: again with sharper radii
        assert outcome.instances["pi-optimal"] == tries * (outcome.epochs - 1) > 1
        first = outcome.divergences[0]
        assert (first.rule, first.undecided) == ("pi-optimal", decision is U)
        assert first.found == "infeasible" and re.match(r"\d", first.expected)


def test_a_policys_noise_is_taken_away_where_it_costs_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Below 0, and up to the tolerance on a pair that LP1 forbids; elsewhere nothing is touched."""
    given: list[Any] = []
    monkeypatch.setattr(policy_rules, "certify_policy", lambda *args: given.append(args))
    tiny, step, by = TINY, STEP, rules(tolerance=float(STEP))
    usable: Any = SimpleNamespace(pairs=[[(1, 1, 1), (None, 1, None), (None, None, None)]])
    nothing: Any = SimpleNamespace(pairs=[[(None, None, None)] * 3])
    pi = [
        [
            [tiny, Q(1), -tiny],
            [step, Q(1) - step, step + tiny],
            [-tiny, step, step],  # not a distribution: what is left would be nothing
        ]
    ]
    by.optima = (nothing, usable)
    by.optimistic("lo", "hi", pi)  # type: ignore[arg-type]  # handed on
    ((lo, hi, cleaned, tolerance, optima),) = given
    assert (lo, hi, tolerance, optima) == ("lo", "hi", step, (nothing, usable))
    assert cleaned == [
        [[tiny, 1, 0], [0, Q(1) - step, step + tiny], [0, step, step]],
    ]


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
    by.optima, by.previous = optima, previous
    return list(by.induced_by(*q, [[row]]))


def test_the_entry_that_differs_most_from_eq_6_is_shown() -> None:
    by, q = rules(), state(12, [4, 2], [3, 0], [0, 3])
    right, wrong = [Q(1, 2), Q(1, 4), Q(1, 4)], [Q(1, 10), Q(3, 5), Q(3, 10)]
    assert judge(by, q, right) == []
    assert judge(by, q, wrong) == [Divergence("pi-induced", (0, 0, 0), "1/2", "1/10")]
    assert by.applied == {"pi-distribution": 2, "pi-induced": 2}


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
    assert judge(by, q, right, previous=previous) == []
    wrong = [Q(1, 8), Q(7, 8)]
    divergences = judge(by, q, wrong, previous=previous)
    assert divergences == [Divergence("completion", (0, 0), shown, "[1/8, 7/8]")]
    assert by.applied == {"pi-distribution": 2, "completion": 2}


def test_a_greedy_completion_may_play_any_best_action() -> None:
    by, q = rules("greedy", 2.0**-20), state(12, [0], [0], [0])
    step, tiny = STEP, TINY
    values = (Q(1), Q(1)), (Q(0), Q(0)), (Q(0), Q(1))  # best; not; not decided
    optima = tuple(
        SimpleNamespace(V=[[Q(1)]], pairs=[[[of_pair[side] for of_pair in values]]])
        for side in (0, 1)
    )
    said = "greedy: an optimistically best action"
    for row, shown, undecided in (
        ([Q(1), Q(0), Q(0)], None, False),
        ([1 - step, step, Q(0)], None, False),
        ([1 - step - tiny, step + tiny, Q(0)], "not", False),
        ([Q(1, 2), Q(0), Q(1, 2)], "open", True),
    ):
        divergences = judge(by, q, row, optima)
        if shown is None:
            assert divergences == []
        else:
            assert divergences == [Divergence("completion", (0, 0), said, show_row(row), undecided)]


@pytest.mark.parametrize(
    ("numerators", "rational", "rows", "may_be_empty"),
    [
        # 1e-9 as a double is a little more than 1000/10^12
        ([[1000]], False, [], True),
        ([[1001]], False, [[1]], False),
        # at the tolerance there is no mass, in doubles and in rationals
        ([[100]], True, [], True),
        ([[60], [40]], False, [], True),
        ([[101]], True, [[1]], False),
        ([[101], [0]], True, [[1, 0]], False),
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
    q = state(10**12, *numerators, rational=rational)
    assert induced_rows(*q, 0, 0, Q(1, 10**10)) == (rows, may_be_empty)


def play_other(**setting: Any) -> str | None:
    """In the last epoch, at a state without mass, an action is played that pi gives nothing: the
    verdict with q_hat alone recorded. None if no such state is visited."""
    records = copy.deepcopy(run(Setting(**setting)))
    last = of_kind(records, "epoch", -1)
    for record in records[records.index(last) + 1 : -1]:
        for h, (x, a) in enumerate(zip(record["x"], record["a"], strict=True)):
            row = last["pi"][h][x]
            if not any(map(any, last["q_hat"][h][x])) and min(row) == 0:
                record["a"][h] = row.index(0)
                assert row[a] > 0
                return verdict(keep(records, ("q_hat",)))
    return None


@pytest.mark.parametrize(
    ("completion", "layers", "Ts", "always", "ever"),
    [
        ("first", (1, 3, 3, 1), (60,), True, True),
        ("previous", (1, 3, 3, 1), (60,), True, True),
        ("greedy", (1, 2, 2, 1), (60, 400), False, True),  # any of the best; early on all are
        ("any", (1, 2, 2, 1), (60,), False, False),
    ],
)
def test_with_q_hat_alone_the_completion_that_was_played_is_checked(
    completion: str, layers: tuple[int, ...], Ts: tuple[int, ...], always: bool, ever: bool
) -> None:
    applied = {
        play_other(layers=layers, T=T, seed=seed, completion=completion)
        for T in Ts
        for seed in range(12 if always else 4)
    } - {None}
    assert ("played" in applied) == ever
    assert bool(applied - {"played"}) != always


def test_previous_goes_back_through_epochs_in_which_a_state_was_empty() -> None:
    """Until a state gets mass its previous policy is pi_1; with q_hat and pi alone in turns."""
    setting = Setting(layers=(1, 3, 3, 1), T=60, seed=1, completion="previous")
    records = copy.deepcopy(run(setting))
    for k, record in enumerate(r for r in records if r["record"] == "epoch"):
        record.pop("pi" if k % 2 else "value")
    assert verdict(records) == CONFORMS
    *_, (k, h, x) = (
        (k, h, x)
        for k, record in enumerate(r for r in records if r["record"] == "epoch")
        for (h, x), row in innermost(record.get("pi", []))
        if k and row == [0.5, 0.5]
    )
    put("epoch", k, ("pi", h, x), [1, 0])(records)
    assert verdict(records) == "completion"


@pytest.mark.parametrize("tables", [PI, BOTH], ids=" ".join)
def test_noise_of_a_solver_in_pi_is_no_fault(tables: tuple[str, ...]) -> None:
    """Rows off by less than the tolerance, entries a little below 0."""

    def noisy(records: list[Record]) -> None:
        rng = random.Random(0)
        for record in records:
            if record["record"] == "epoch" and record["i"] > 1:
                for _, row in innermost(record["pi"]):
                    row[:] = [p + rng.uniform(-2e-8, 2e-8) for p in row]

    assert verdict(changed(LONG, noisy, tables)) == CONFORMS


def test_raw_and_cleaned_solutions_are_both_accepted() -> None:
    """q_hat recorded as the solver gave it, pi from the cleaned one (R-6), and the other way: at a
    state of mass 1.5e-7 noise of 9e-10 makes a difference of 6e-3 in pi."""
    records, mass, noise = copy.deepcopy(run(LONG)), 1.5e-7, 9e-10
    last = of_kind(records, "epoch", -1)
    q = last["q_hat"]
    q[0][0][1][0], q[0][0][1][1] = mass + noise, q[0][0][1][1] - mass - noise
    q[1][0][0][0], q[1][0][1][0] = mass, noise
    q[1][1][0][0] -= mass + noise
    for other, expected in ((0.0, CONFORMS), (noise / (mass + noise), CONFORMS),
                            (0.01, "pi-induced")):  # fmt: skip
        last["pi"][1][0] = [1 - other, other]
        assert verdict(keep(records, BOTH)) == expected
