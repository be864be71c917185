"""Whole numbers are whole numbers: 1.0 and 1e+05 in every place that counts, in traces, MDP files
and questions; what is not whole, or beyond 2^53 and no literal, stays refused, at once."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_check.conformance.replay import Replay
from proofs_check.fast.check import Tiers
from proofs_check.lp1.query import answer
from reference.environments import make
from reference.environments.mdp_file import mdp_text, parse_mdp
from reference.support.errors import MalformedInput
from reference.support.fields import DOUBLES, whole
from reference.trace import strict_json
from reference.trace.reader import read_stream
from tests.conformance.test_fast import told, written
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_runs import ALL

SPELLINGS: dict[str, Callable[[int], str]] = {
    "a point": lambda n: f"{n}.0",
    "an exponent": lambda n: f"{n}e+00",
    "a small exponent": lambda n: f"{10 * n}E-1",
    "fifteen digits": lambda n: f"{n:.15e}",
}
LITERAL = re.compile(r"(?<=[\[,: ])-?\d+(?=[\],}])")


def spelled(text: str, spell: Callable[[int], str]) -> str:
    """JSON with every whole number in it spelled another way; strings, such as "1/3", stay."""
    parts = text.split('"')
    parts[::2] = [LITERAL.sub(lambda m: spell(int(m[0])), part) for part in parts[::2]]
    return '"'.join(parts)


@pytest.fixture(scope="module")
def trace() -> str:
    return written(produce(Setting(T=60, law="thirds", mdp=True, record=ALL))).decode()


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)
def test_a_trace_means_the_same_in_any_spelling(trace: str, spell: Callable[[int], str]) -> None:
    other = "".join(spelled(line, spell) for line in trace.splitlines(keepends=True))
    assert other != trace and '"t":1}' not in other
    for Tier in (Replay, Tiers):
        verdicts = []
        for text in (trace, other):
            tier = Tier("trace", True)
            data = io.BytesIO(text.encode())
            verdicts.append(told(tier, lambda data=data, tier=tier: tier.check(data)))  # type: ignore[misc]
        assert verdicts[0] == verdicts[1] and verdicts[0][1][1] == []


def test_one_count_is_still_wrong_in_any_spelling(trace: str) -> None:
    lines = trace.splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if '"episode"' in line and '"t":7,' in line)
    lines[at] = lines[at].replace('"t":7,', '"t":8.0,')
    tier = Replay("trace", True)
    tier.check(io.BytesIO("".join(lines).encode()))
    first = tier.outcome.divergences[0]
    assert first.rule == "episode-number" and first.found == "8"


@pytest.mark.parametrize("literal", ["7.5", "true", '"7"', "9007199254740994.0", "1e16", "null"])
def test_what_is_not_whole_is_refused(trace: str, literal: str) -> None:
    text = trace.replace('"t":7,', f'"t":{literal},')
    with pytest.raises(MalformedInput, match="t: must be a whole number"):
        list(read_stream(io.BytesIO(text.encode()), "trace"))


@pytest.mark.parametrize("literal", ["1e999999999", "-1e999999999", "1e-999999999", "1" * 999])
def test_no_exponent_is_expanded(trace: str, literal: str) -> None:
    text = trace.replace('"t":7,', f'"t":{literal},')
    begun = time.process_time()
    with pytest.raises(MalformedInput, match=r"must be within the range|must be a whole number"):
        list(read_stream(io.BytesIO(text.encode()), "trace"))
    assert time.process_time() - begun < 2


@given(st.integers(-(2**70), 2**70), st.sampled_from(["", ".0", "e0", "E+00", ".50"]))
def test_what_a_literal_means(n: int, tail: str) -> None:
    """Exactly the decimal that it is, where that is whole and every whole number of its size is a
    double, or it is an integer literal."""
    literal = f"{n}{tail}"
    exact = Decimal(literal)
    value = strict_json.loads(literal, file="literal", line=1)
    if tail == "" or (exact == n and abs(n) <= DOUBLES):
        assert whole(value) == n and type(whole(value)) is int
    elif (abs(n) < 2**51 and tail == ".50") or abs(n) > DOUBLES + 1:
        assert whole(value) is None


def test_a_question_and_an_mdp_file() -> None:
    question = {
        "layers": [1, 2, 1], "A": 1, "N": [[[2]], [[0], [1]]], "N3": [[[[1, 1]]], [[[0]], [[1]]]],
        "T": 100, "delta": "1/10", "r_sum": [[[1]], [[0], [1]]],
    }  # fmt: skip
    text = json.dumps(question)
    given_as_doubles = spelled(text, SPELLINGS["a point"])
    assert "[1.0, 2.0, 1.0]" in given_as_doubles and '"T": 100.0' in given_as_doubles
    assert answer(given_as_doubles) == answer(text)

    mdp = make("tiny").mdp
    text = mdp_text(mdp)
    again = parse_mdp(re.sub(r'"(A|version)": (\d+)', r'"\1": \2.0', text))
    assert mdp_text(again) == text and type(again.A) is int
    sparse = mdp_text(mdp, sparse=True)
    listed, _, rewards = sparse.partition('"r"')
    other = re.sub(r"\[(\d+), (\d+)\]", r"[\1.0, \2e0]", listed) + '"r"' + rewards
    assert other != sparse and mdp_text(parse_mdp(other), sparse=True) == sparse
