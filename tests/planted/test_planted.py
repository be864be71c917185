"""Planted violations: each is refused by the rule that names its fault.

Three families: runs of a producer with one fault (planted_runs.py), conforming traces with one
field changed (planted_fields.py), and certificates that are wrong by little (planted_near.py).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from proofs_check.arithmetic import Q, Radii, lam, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.replay import KEPT, Conformance, Replay
from proofs_check.conformance.rules import RULES
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import solve
from reference import readings
from reference.trace.records import EpochRecord, Header
from tests.planted.faulty_producer import COMPLETIONS, Producer, Record, Setting
from tests.planted.planted_fields import (
    EVERY_EPISODE,
    FIELDS,
    MDP,
    PARTIAL,
    changed,
    fields,
    move,
    of_kind,
)
from tests.planted.planted_near import near
from tests.planted.planted_runs import (
    ALL,
    BOTH,
    CONFORMS,
    FAULTS,
    LONG,
    PI,
    SHORT,
    Planted,
    keep,
    outcome_of,
    producers,
    run,
    verdict,
)

PLANTED = [*producers(), *fields(), *near()]


@pytest.mark.parametrize("planted", PLANTED[::20], ids=str)
def test_some_are_refused_by_the_rule_that_names_their_fault(planted: Planted) -> None:
    assert verdict(planted.records()) == planted.expected


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_each_is_refused_by_the_rule_that_names_its_fault(planted: Planted) -> None:
    assert verdict(planted.records()) == planted.expected


@pytest.mark.parametrize("tables", [ALL, BOTH, ("q_hat",), PI], ids=" ".join)
@pytest.mark.parametrize("setting", [LONG, SHORT, MDP, EVERY_EPISODE, PARTIAL])
def test_without_a_fault_the_traces_conform(setting: Setting, tables: tuple[str, ...]) -> None:
    assert verdict(keep(run(setting), tables)) == CONFORMS


def test_there_are_enough_and_every_place_to_slip_is_tried() -> None:
    refused = {(p.family, p.fault) for p in PLANTED if p.expected != CONFORMS}
    assert len(refused) >= 60
    for family in ("producer", "field", "near"):
        assert sum(f == family for f, _ in refused) >= 20
    producer = Producer(LONG)
    producer.run()
    tried = set(FAULTS) | {f"completes by {rule}" for rule in (*COMPLETIONS, "last")}
    assert tried == producer.slips


def test_every_rule_refuses_something() -> None:
    # LP1 has a solution for the counts of any trajectory: see the next test.
    # The faults of `width` are those of tests/conformance/test_intervals.py, those of `ties` of
    # tests/algorithm/test_by_backward_induction.py.
    elsewhere = {"lp1-infeasible", "ties", "width"}
    assert {p.expected for p in PLANTED} >= {rule.id for rule in RULES} - elsewhere


def test_every_field_of_every_record_is_changed() -> None:
    tried = {name.split()[0].rstrip(",") for name in FIELDS}
    header, epoch, episode, *_, end = run(replace(SHORT, mdp=True))
    for record in (header, epoch, episode, end):
        for key in record.keys() - {"record"}:
            assert any(name.startswith(f"{record['record']}.{key}") for name in tried), key


def test_an_infeasible_lp1_is_named() -> None:
    """x_0 was left for a state in which nothing was ever done, and whose radius is below 1, as is
    possible with log10 and T = 1. No trajectory leaves such counts: who enters a state, acts."""
    head = Header((1, 1, 1), 1, 1, 0.99, readings.choose({"log": "log10"}))
    counters = Counters(head.layers, head.A, "max1")
    counters.all_N[0][0][0] = counters.all_N3[0][0][0][0] = 10**6
    checker = EpochChecker(head, "trace", Conformance().instances)
    assert checker.radii[0].eps(1, 0).hi < 1
    pi = [[[1.0]], [[1.0]]]
    divergences = list(checker.check(EpochRecord(2, 2, {"pi": pi}, None, 1), 2, counters, None))
    assert [f.rule for f in divergences] == ["lp1-infeasible"]


# The exact boundary: the optimum of epoch 1 is L = 3, so |value - 3| <= tolerance is decided
# between two rationals; eps is irrational, so no rational is at its boundary, and one that is
# nearer than the precision is undecided.


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("30000001/10000000", CONFORMS),
        ("29999999/10000000", CONFORMS),
        (f"{30000001 * 10**80 + 1}/{10**87}", "value"),
        (f"{29999999 * 10**80 - 1}/{10**87}", "value"),
    ],
)
def test_the_tolerance_belongs_to_what_is_accepted(value: str, expected: str) -> None:
    def change(records: list[Record]) -> None:
        records[0]["tolerance"] = "1/10000000"
        records[1]["value"] = value

    assert verdict(changed(SHORT, change, ALL)) == expected


def rule_of(outcome: Conformance) -> str:
    certain = outcome.verdict != "undecided" and outcome.first
    return certain.rule if certain else outcome.verdict


def dyadic(q: Q) -> str:
    """What is within 2**-1000 below q."""
    return str(Q(q * 2**1000 // 1, 2**1000))


@pytest.mark.parametrize(("off", "expected"), [(0, "undecided"), (1, "eps"), (-1, CONFORMS)])
def test_what_the_precision_does_not_tell_is_undecided(off: int, expected: str) -> None:
    exact = Radii(lam(40, 6, 2, to_q(0.1)), 2000).eps(2, 0)
    at = exact.lo + Q(1, 10**7) + off * Q(1, 2**300)

    def change(records: list[Record]) -> None:
        records[0]["tolerance"] = "1/10000000"
        records[1]["eps"][0][0][0] = dyadic(at)

    outcome = outcome_of(changed(SHORT, change, ALL))
    assert rule_of(outcome) == expected
    if expected == "undecided":
        assert outcome.exit_status == 2 and outcome.first is not None
        assert outcome.first.rule == "eps"


@pytest.mark.parametrize("k", [90, 100, 130, 150, 158, 161, 165, 200, 300])
def test_a_value_at_the_edge_of_the_tolerance_is_never_judged_wrongly(k: int) -> None:
    """2**-k beyond it is never accepted, 2**-k within it never refused: the optimum of the last
    epoch is irrational, and what encloses it must enclose it on both sides."""
    record = of_kind(run(LONG), "epoch", -1)
    counters = Counters(LONG.layers, LONG.A, "max1")
    for episode in run(LONG)[: run(LONG).index(record)]:
        if episode["record"] == "episode":
            counters.see(episode["x"], episode["a"], [to_q(r) for r in episode["r"]])
    radii = Radii(lam(LONG.T, sum(LONG.layers), LONG.A, to_q(LONG.delta)), 3000)
    known = counters.all_N, counters.all_N3, counters.S
    lo, _ = enclosing_data(LONG.layers, LONG.A, *known, radii)
    best = solve(lo).value
    assert best is not None and abs(float(best) - record["value"]) < 1e-12
    for side, beyond in product((1, -1), repeat=2):
        value = dyadic(best + side * (Q(1, 10**7) + beyond * Q(1, 2**k)))

        def change(records: list[Record], value: str = value) -> None:
            records[0]["tolerance"] = "1/10000000"
            of_kind(records, "epoch", -1)["value"] = value

        rule = rule_of(outcome_of(changed(LONG, change, ("pi", "value"))))
        right = "value" if beyond > 0 else CONFORMS
        assert rule in (right, "undecided")
        assert rule == right or k > 150  # the second, finer enclosure tells


def test_values_stay_short_in_long_chains() -> None:
    """Exact values would need some hundred bits more for every layer."""
    L = 120
    layers = (1, *[2] * (L - 1), 1)
    head = Header(layers, 1, 10**9, 0.1, readings.choose())
    counters = Counters(layers, 1, "max1")
    for h in range(L):
        for x in range(layers[h]):
            visits = [10**6 + 7 * h + 5 * x + y for y in range(layers[h + 1])]
            counters.all_N3[h][x][0] = visits
            counters.all_N[h][x][0] = sum(visits)
            counters.S[h][x][0] = Q(sum(visits), 3 + x + h % 5)
    checker = EpochChecker(head, "trace", Conformance().instances)
    pi = [[[1.0] for _ in range(n)] for n in layers[:-1]]
    assert not list(checker.check(EpochRecord(2, 2, {"pi": pi}, None, 1), 2, counters, None))
    assert 0 < checker.gap < Q(1, 2**60)
    assert checker.gap.denominator.bit_length() < 2000


def test_a_late_epoch_is_reported_once_and_the_check_goes_on() -> None:
    records = changed(SHORT, move("epoch", 2, 1), ALL)
    outcome = outcome_of(records, everything=True)
    rules = [d.rule for d in outcome.divergences]
    assert rules[0] == "epoch-missing"
    assert rules.count("epoch-missing") == 1
    assert "end" not in rules


def test_a_certain_divergence_counts_however_many_undecided_ones_precede_it() -> None:
    replay = Replay(everything=True)
    outcome = replay.outcome
    replay.line = 1
    for _ in range(KEPT + 1):
        replay._report(Divergence("eps", (), "a", "b", undecided=True))
    assert outcome.verdict == "undecided"
    replay._report(Divergence("b", (), "a", "b"))
    assert outcome.verdict == "does not conform" and outcome.total == KEPT + 2
    assert outcome.first is not None and outcome.first.rule == "b"
