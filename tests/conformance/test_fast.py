"""The fast tier against the plain one: same verdicts, counts, divergences, and refusals."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import ZERO, Q, to_q
from proofs_check.arithmetic.limbs import limbs
from proofs_check.conformance import replay
from proofs_check.conformance.batch import check_trace
from proofs_check.conformance.doubles import Quantities
from proofs_check.fast.check import Tiers
from proofs_check.fast.episode_lines import Layout
from proofs_check.fast.epoch_filter import FilteringChecker
from proofs_check.fast.error_bounds import (
    induction_error,
    measured,
    state_values,
)
from proofs_check.fast.flat_counters import FlatCounters
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import policy_value, solve
from proofs_check.vectors.reader import Vector, folder, read_vectors
from reference.environments import random_layered
from reference.support.errors import MalformedInput, UnusablePath
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord, Header
from tests.fuzz.mutate import mutate
from tests.implementations.numpy.numpy_twin import play
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_fields import fields
from tests.planted.planted_near import near
from tests.planted.planted_runs import ALL, PI, producers

CHUNKS = (1 << 18, 777, 64, 5000)
GAP = 2e-9  # between the true gap and the filter's bound on it, on the small instances here
PLANTED = [*producers(), *fields(), *near()]


def written(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(r, separators=(",", ":")).encode() + b"\n" for r in records)


def told(tier: replay.TraceCheck, check: Callable[[], object]) -> tuple[Any, Any]:
    """The gap and everything else that a tier says, or its refusal, as data."""
    try:
        check()
    except MalformedInput as e:
        return ZERO, (type(e), e.line, str(e))
    c = tier.outcome
    used = {rule: n for rule, n in c.instances.items() if n}
    refused = c.malformed and (type(c.malformed), c.malformed.line, str(c.malformed))
    said = (c.verdict, c.divergences, c.total, c.certain, c.episodes, c.epochs, used, refused)
    return c.largest_gap, said


def assert_same(data: bytes, everything: bool, chunk: int) -> Tiers:
    """Both tiers agree; the gap of the fast one bounds that of the plain one from above."""
    plain, fast = replay.Replay("trace", everything), Tiers("trace", everything)
    fast.chunk = chunk
    gap, verdict = told(plain, lambda: plain.run(read_stream(io.BytesIO(data), "trace")))
    bound, other = told(fast, lambda: fast.check(io.BytesIO(data)))
    assert verdict == other
    assert gap <= bound <= gap + to_q(GAP)
    return fast


# ----------------------------------------------------------------------------- both tiers


@pytest.mark.parametrize("planted", PLANTED[1::50], ids=str)
def test_some_planted_faults(planted: Any) -> None:
    assert_same_on_a_fault(planted)


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_all_planted_faults(planted: Any) -> None:
    assert_same_on_a_fault(planted)


def assert_same_on_a_fault(planted: Any) -> None:
    data = written(planted.records())
    chunk = CHUNKS[len(str(planted)) % len(CHUNKS)]
    for everything in (False, True):
        assert_same(data, everything, chunk)


VECTORS = [case for case in read_vectors(folder()) if case.kind == "trace"]


@pytest.mark.parametrize("case", VECTORS[::4], ids=lambda case: case.id)
def test_some_vectors(case: Vector) -> None:
    assert_same_on_a_vector(case)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case.id)
def test_all_vectors(case: Vector) -> None:
    assert_same_on_a_vector(case)


def assert_same_on_a_vector(case: Vector) -> None:
    data = "".join(line + "\n" for line in case.input["lines"]).encode("utf-8", "surrogateescape")
    for everything, chunk in ((True, 200), (False, 1 << 18)):
        assert_same(data, everything, chunk)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Conforming runs whose episodes come in long blocks, with every kind of reward."""
    folder, traces = tmp_path_factory.mktemp("runs"), []
    for k, law in enumerate(("bernoulli", "three-point", "uniform", "deterministic")):
        out, mdp = folder / f"{law}.jsonl", random_layered((1, 3, 2, 1), 2, seed=k)
        choices = {"reward-law": law} if law != "deterministic" else {}
        play(mdp, 600, seed=k, delta=0.5, out=out, everything=k % 2 == 0, choices=choices)
        traces.append(out.read_bytes())
    detailed = (*ALL, "Lam", "V")
    for law, record, T in (
        ("thirds", ALL, 60),
        ("bernoulli", PI, 400),
        ("bernoulli", detailed, 300),
    ):
        traces.append(written(produce(Setting(T=T, law=law, mdp=True, record=record))))
    return traces


def test_conforming_runs_are_decided_by_the_fast_tier(runs: list[bytes]) -> None:
    """... which otherwise could agree by doing nothing."""
    decided = []
    for data in runs:
        for chunk in CHUNKS:
            tiers = assert_same(data, True, chunk)
        checker = tiers.checker
        assert checker is not None and tiers.outcome.holds
        decided.append((tiers.vouched, checker.passed, checker.exact))
    bernoulli = decided[0]
    assert bernoulli[0] > 550 and bernoulli[1] > 20 and bernoulli[2] == 0
    assert sum(vouched > 0 for vouched, _, _ in decided) >= 5
    assert sum(passed > 0 for _, passed, _ in decided) >= 5


def anything(data: bytes, rng: random.Random, runs: list[bytes]) -> bytes:
    """Changed anywhere, sometimes zipped and cut."""
    data = mutate(data, rng, runs)
    return gzip.compress(data)[: -rng.randrange(40) or None] if rng.random() < 0.05 else data


def one_byte_of_an_episode(data: bytes, rng: random.Random, runs: list[bytes]) -> bytes:
    """One byte inside an episode line of a long block, likely a digit for another."""
    lines = data.split(b"\n")
    episodes = [k for k, line in enumerate(lines) if b'"episode"' in line]
    k = rng.choice(episodes)
    line = bytearray(lines[k])
    places = [j for j, c in enumerate(line) if c in b"0123456789,[]-.e"]
    line[rng.choice(places)] = rng.choice(b"00112345679,.-e")
    lines[k] = bytes(line)
    return b"\n".join(lines)


def one_number_of_an_epoch(data: bytes, rng: random.Random, runs: list[bytes]) -> bytes:
    """One number of an epoch line, changed around the tolerance or into what no number may be."""
    lines = data.split(b"\n")
    k = rng.choice([k for k, line in enumerate(lines) if b'"epoch"' in line][1:])
    parts = lines[k].split(b",")
    j = rng.randrange(3, len(parts))
    digits = [m for m, c in enumerate(parts[j]) if c in b"0123456789"]
    if digits:
        first, last = digits[0], digits[-1] + 1
        number = parts[j][first:last]
        other = rng.choice(
            [b"", b"NaN", b"1e999", b"-1", b"01", b"1.0", b"true", b'"1/3"', b"1e400000", b"[]"]
            + [repr(float(number) * (1 + rng.choice([1e-16, 1e-11, 1e-9, 1e-7, 1e-3]))).encode()]
            * 4
            if number.replace(b".", b"").isdigit()
            else [b"2"]
        )
        parts[j] = parts[j][:first] + other + parts[j][last:]
    lines[k] = b",".join(parts)
    return b"\n".join(lines)


CHANGES = [anything, one_byte_of_an_episode, one_number_of_an_epoch]


@pytest.mark.parametrize("seed", range(7))
@pytest.mark.parametrize("change", CHANGES)
def test_some_changed_runs(change: Any, seed: int, runs: list[bytes]) -> None:
    assert_same_when_changed(change, seed, runs)


@pytest.mark.parametrize("seed", range(7, 270))
@pytest.mark.parametrize("change", CHANGES)
def test_many_changed_runs(change: Any, seed: int, runs: list[bytes]) -> None:
    assert_same_when_changed(change, seed, runs)


def assert_same_when_changed(change: Any, seed: int, runs: list[bytes]) -> None:
    rng = random.Random(seed)
    data = change(rng.choice(runs), rng, runs)
    assert_same(data, rng.random() < 0.7, rng.choice([rng.randrange(1, 3000), *CHUNKS]))


def test_empty_rows_have_the_skeleton_of_full_ones_and_are_refused() -> None:
    """Without digits, [1] and [] are the same bytes."""
    run = produce(Setting(T=200))
    record = [r for r in run if r["record"] == "epoch"][-1]
    record["q_hat"][-1] = [[[] for _ in of_x] for of_x in record["q_hat"][-1]]
    assert_same(written(run), True, 1 << 18)
    with pytest.raises(MalformedInput, match="length"):
        Tiers().check(io.BytesIO(written(run)))


@pytest.mark.parametrize(
    "line",
    [
        b'{"record":"episode","t":%d,"x":[0,1,0],"a":[0,1,0],"r":[1,0,1]}\n',
        b'{"r": [0.25,1.0,0.5], "t":%d, "record":"episode","a":[0, 1,0],"x":[0,1,0]}\n',
        b'{ "r" : [0.25,1.0,0.5], "t":%d, "record":"episode","a":[0,1,0],"x":[0,1,0]}\n',
        b'{"record":"episode","t":%d,"x":[0,1,0],"a":[0,1,0],"r":[1,0.5,1]}\n',
        b'{"record":"episode","t":%d,"x":[0,1,0],"a":[0,1,0],"r":["1/2",0,1]}\n',
        b'{"record":"episode","t":%d,"x":[0,1,0],"a":[0,1,0],"r":[1e-5,0.1,0.1]}\n',
    ],
)
def test_layouts(line: bytes) -> None:
    """A layout is learned from plain numbers only, and reads what the strict reader reads."""
    value = json.loads(line % 1)
    record = EpisodeRecord(value["t"], value["x"], value["a"], value["r"], 1)
    layout = Layout.of(line % 1, record)
    of_two_kinds = len({type(v) for v in value["r"]}) > 1
    assert (layout is None) == (of_two_kinds or b"e-" in line or b" :" in line)
    if layout is None:
        return
    data = b"".join(line % t for t in (9, 10, 11))
    block = layout.episodes(data, 3)
    assert block is not None and block.t.tolist() == [9, 10, 11]
    assert block.x.tolist() == [value["x"]] * 3 and block.a.tolist() == [value["a"]] * 3
    r = block.r if block.decimals is None else block.r / 10.0**block.decimals
    assert r.tolist() == [value["r"]] * 3
    for wrong in (data.replace(b"10", b"010"), data.replace(b"11", b""), data.replace(b"9", b"-9")):
        assert layout.episodes(wrong, 3) is None
    swapped = data.replace(b'x":[0,1,0]', b'x":[01,,0]', 1)  # the same bytes but for their order
    assert layout.episodes(swapped, 3) is None


def test_signs_of_rewards(runs: list[bytes]) -> None:
    """-0.0 is a reward, -1.0 is not: neither belongs to the fast tier."""
    lines = runs[0].split(b"\n")
    signed = []
    for line in lines:
        head, r, rewards = line.partition(b'"r":')
        episode = r and b'"episode"' in line
        signed.append(head + r + re.sub(rb"\b([01])\.0", rb"-\1.0", rewards) if episode else line)
    data = b"\n".join(signed)
    assert b'"r":[-0.0' in data and b"-1.0" in data
    for chunk in CHUNKS:
        assert_same(data, True, chunk)
    assert Tiers().check(io.BytesIO(data)).verdict == "does not conform"
    zeros = data.replace(b"-1.0", b"1.0")
    assert assert_same(zeros, True, CHUNKS[0]).outcome.verdict == "conforms"


# ----------------------------------------------------------------------------- the error bound


def epochs(data: bytes) -> Iterator[tuple[Header, EpochRecord, FlatCounters]]:
    """Every epoch after the first with the counters at its start."""
    head, *records = read_stream(io.BytesIO(data), "trace")
    assert isinstance(head, Header)
    counters = FlatCounters(head.layers, head.A, head.choices["trigger"])
    for record in records:
        if isinstance(record, EpisodeRecord):
            counters.see(record.x, record.a, [to_q(v) for v in record.r])
        elif isinstance(record, EpochRecord) and record.i > 1:
            counters.start_epoch()
            yield head, record, counters


def exactly(checker: FilteringChecker, c: FlatCounters, pi: Any = None) -> tuple[Q, Q]:
    """Between what LP1's optimum, or the value of pi, lies."""
    head = checker.head
    lo, hi = enclosing_data(head.layers, head.A, c.all_N, c.all_N3, c.S, checker.radii[1])
    low, high = (
        (solve(lo), solve(hi)) if pi is None else (policy_value(lo, pi), policy_value(hi, pi))
    )
    assert low.value is not None and high.value is not None
    return low.value, high.value


def test_the_errors_of_the_doubles_are_within_the_bounds(runs: list[bytes]) -> None:
    """LP1's optimum, the value of a policy, the objective of q_hat, and eq. (11), (15), (16)."""
    largest, seen = 0.0, 0
    for data in runs:
        for head, record, c in epochs(data):
            checker = FilteringChecker(head, "trace", replay.Conformance().instances)
            if not checker.usable:
                continue
            true = Quantities.of(c, checker.Lam)
            low, high = exactly(checker, c)
            value = to_q(state_values(true)[0][0])
            off = float(max(abs(value - low), abs(value - high)))
            assert off <= induction_error(head.layers)
            largest, seen = max(largest, off), seen + 1
            if "pi" in record.tables:
                rows = [np.array(of_h, dtype=float) for of_h in record.tables["pi"]]
                rows = [p / p.sum(axis=-1, keepdims=True) for p in rows]
                pi = [[[to_q(v) for v in row] for row in of_h] for of_h in rows]
                pi = [[[v / sum(row) for v in row] for row in of_h] for of_h in pi]
                low, high = exactly(checker, c, pi)
                value = to_q(state_values(true, rows)[0][0])
                assert max(abs(value - low), abs(value - high)) <= induction_error(
                    head.layers, head.A
                )
    assert seen > 100
    assert largest > 0  # a bound is needed


FAR, CLOSE, SHORT_OF = 1.5, 0.5, -1e-3  # of the bound, between the shortfall and the tolerance


@pytest.mark.parametrize(
    ("margin", "passed", "rules"),
    [(FAR, 1, []), (CLOSE, 0, []), (SHORT_OF, 0, ["pi-optimal"])],
    ids=["far", "close", "beyond"],
)
def test_shortfalls_on_both_sides_of_the_tolerance(
    margin: float, passed: int, rules: list[str], runs: list[bytes]
) -> None:
    """A policy that is worse by s: the filter lets it pass where the tolerance exceeds s by more
    than the bound, leaves it to the exact rules within the bound, and never lets it pass below."""
    tried = 0
    for head, record, c in epochs(runs[5]):
        share = 10.0 ** -(2 + tried % 7)
        tables = {"pi": [[[1 - share, share] for _ in range(X)] for X in head.layers[:-1]]}
        checker = FilteringChecker(head, "trace", replay.Conformance().instances)
        pi = [
            [[to_q(v) / sum(map(to_q, row)) for v in row] for row in of_h] for of_h in tables["pi"]
        ]
        shortfall = exactly(checker, c)[0] - exactly(checker, c, pi)[0]
        if shortfall < Q(1, 10**8):
            continue
        bound = induction_error(head.layers) + induction_error(head.layers, head.A)
        tolerance = shortfall + to_q(margin * bound) + to_q(1e-15 * float(shortfall))
        strict = replace(head, tolerance=tolerance)
        checker = FilteringChecker(strict, "trace", replay.Conformance().instances)
        changed = replace(record, tables=tables, value=None)
        divergences = list(checker.check(changed, record.i, c, None))
        assert [f.rule for f in divergences] == rules
        assert (checker.passed, checker.exact) == (passed, 1 - passed)
        tried += 1
    assert tried > 10


def test_a_q_hat_that_violates_by_the_tolerance(runs: list[bytes]) -> None:
    """Each family's violation is bounded from above: planted ones are never measured as smaller."""
    head, record, c = next(e for e in epochs(runs[0]) if e[1].i > 10)
    true = Quantities.of(c, FilteringChecker(head, "t", replay.Conformance().instances).Lam)
    q = [np.array(of_h) for of_h in record.tables["q_hat"]]
    assert max(measured(true, q)[0].values()) <= 1e-10
    for v in (1e-12, 1e-9, 1e-3):
        negative = [t.copy() for t in q]
        negative[1][np.unravel_index(int(negative[1].argmin()), negative[1].shape)] = -v
        least = v * q[0].sum(axis=(0, 1)).min() / 2
        uneven = [q[0], q[1] * (1 + v), *q[2:]]
        for table, family, at_least in (
            (negative, "nonnegative", v),
            ([t * (1 + v) for t in q], "normalisation", v),
            (uneven, "flow", least),
        ):
            assert measured(true, table)[0][family] >= at_least
    assert measured(true, [np.full_like(q[0], np.inf), *q[1:]])[0]["nonnegative"] == np.inf


# ----------------------------------------------------------------------------- counters, files


@pytest.mark.parametrize("r", [0.0, 1.0, 0.75, 2.0**-60, 0.3, 0.001, 2.0**-61, 5e-324])
def test_rewards_are_summed_exactly_or_left_to_the_plain_tier(r: float) -> None:
    parts = limbs(np.array([r]))
    whole = to_q(r) * 2**60
    assert (parts is None) == (whole.denominator != 1)
    if parts is not None:
        assert (int(parts[0][0]) << 30) + int(parts[1][0]) == whole


def test_files(tmp_path: Path, runs: list[bytes]) -> None:
    """A file, plain or gzipped; one that is not there; progress."""
    for name, data in (("run.jsonl", runs[0]), ("run.jsonl.gz", gzip.compress(runs[0]))):
        file = tmp_path / name
        seen: list[int] = []
        file.write_bytes(data)
        outcome = check_trace(
            file,
            tier=Tiers,
            on_progress=lambda c, seen=seen: seen.append(c.episodes),  # type: ignore[misc]  # mypy and defaults of a lambda
        )
        assert (outcome.verdict, outcome.episodes, seen[-1]) == ("conforms", 600, 600)
    with pytest.raises(UnusablePath):
        check_trace(tmp_path / "nothing", tier=Tiers)
