"""What must hold for every input: a target takes bytes, and raises if it does not.

Only typed errors may come out, in bounded time, and nothing may be accepted that means something
else: each target has a second opinion that is plain and shares no code with the reader.
"""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from itertools import pairwise, product
from pathlib import Path
from types import FrameType
from typing import Any

from jsonschema import Draft202012Validator

from proofs_check.commands.trace import as_json, as_text
from proofs_check.vectors.reader import KEYS, parse_vectors
from proofs_check.vectors.score import differences
from reference.environments import mdp_text, parse_mdp
from reference.mdp import LayeredMDP
from reference.support.errors import MalformedInput
from reference.trace.strict_json import decode
from tests.conformance import float_check as slow_check
from tests.fuzz import commands
from tests.fuzz.commands import judged, plain, refusal
from tests.fuzz.seeds import perfect

SCHEMA = Draft202012Validator(
    json.loads(resources.files("reference.trace").joinpath("trace.schema.json").read_text("utf-8"))
)
SECONDS = 60  # for one input, which takes milliseconds


# ----------------------------------------------------------------------------- traces


def trace(data: bytes) -> str:
    """The trace reader and the checker. What is read is in the schema, and float_check.py must
    agree with "conforms"."""
    judgement = judged(data)
    if isinstance(judgement, MalformedInput):
        return refusal(judgement, lines=True)
    json.dumps(as_json(judgement))
    lines = plain(data).removesuffix(b"\n").split(b"\n")
    if judgement.malformed is not None:  # after a divergence: what stands before it was read
        assert judgement.divergences
        refusal(judgement.malformed, lines=True)
        lines = lines[: (judgement.malformed.line or len(lines)) - 1]
    for line in lines:
        SCHEMA.validate(json.loads(line))
    assert as_text(judgement, True).startswith("verdict ")
    if judgement.holds:
        reason = slow_check.reason(lines)
        assert reason is None, f"a false `conforms`: {reason}"
    return judgement.verdict


# ----------------------------------------------------------------------------- MDP files


def mdp(data: bytes) -> str:
    """The reader of MDP files. What it accepts is an MDP, the one in the file, and it can be
    written and read again."""
    try:
        model = parse_mdp(decode(data, file="fuzz", line=None), file="fuzz")
    except MalformedInput as e:
        return refusal(e)
    is_the_mdp_of(json.loads(data), model)
    for sparse in (False, True):
        text = mdp_text(model, sparse=sparse)
        again = parse_mdp(text)
        for ours, theirs in zip((*model.P, *model.r), (*again.P, *again.r), strict=True):
            assert ours.dtype == theirs.dtype and (ours == theirs).all()
        assert mdp_text(again, sparse=sparse) == text
    return "exact" if model.P[0].dtype == object else "doubles"


def number(value: Any) -> Fraction:
    """A string "p/q" is that rational, a JSON number its nearest double."""
    if isinstance(value, str):
        p, _, q = value.partition("/")
        return Fraction(int(p), int(q or 1))
    assert type(value) in (int, float)
    return Fraction(float(value))


def is_the_mdp_of(content: Any, model: LayeredMDP) -> None:
    """The tables are those of the file, and they are probabilities and mean rewards."""
    layers, A = [int(X) for X in content["layers"]], int(content["A"])  # 2.0 is 2, too
    assert list(model.layers) == layers and model.A == A and layers[0] == layers[-1] == 1
    listed: dict[tuple[int, ...], Any] = {}
    for (h, x), a, (h1, x1), p in content.get("transitions", []):
        assert h1 == h + 1 and (h, x, a, x1) not in listed
        listed[h, x, a, x1] = p
    exact = model.P[0].dtype == object
    slack = Fraction(0) if exact else Fraction(1, 10**9)
    row: list[Any]

    def read(value: Any) -> Fraction:
        return number(value) if exact else Fraction(float(number(value)))

    for h, (X, X1) in enumerate(pairwise(layers)):
        for x, a in product(range(X), range(A)):
            if listed or "P" not in content:
                row = [read(listed.get((h, x, a, x1), 0)) for x1 in range(X1)]
            else:
                row = [read(v) for v in content["P"][h][x][a]]
            r = read(content["r"][h][x][a])
            assert [Fraction(v) for v in model.P[h][x, a]] == row
            assert Fraction(model.r[h][x, a]) == r
            assert all(v >= 0 for v in row) and 0 <= r <= 1 and abs(sum(row) - 1) <= slack


# ----------------------------------------------------------------------------- vectors


def vector(data: bytes) -> str:
    """The reader of test vectors. What it accepts can be asked and answered: the expected answer
    is right, and no answer is not."""
    kind = "confidence"
    with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
        kind = str(json.loads(data.split(b"\n")[0])["kind"]).partition("/")[0]
    try:
        cases = parse_vectors(data, Path("fuzz", f"{kind}.jsonl"))
    except MalformedInput as e:
        return refusal(e, lines=True)
    header, *contents = map(json.loads, data.removesuffix(b"\n").split(b"\n"))
    assert header["kind"] == kind and header["cases"] == len(cases) == len(contents) > 0
    assert len({case.id for case in cases}) == len(cases)
    for case, content in zip(cases, contents, strict=True):
        assert set(content) >= KEYS and content["id"] == case.id and case.kind == kind
        assert content["input"] == case.input and content["expected"] == case.expected
        assert Fraction(case.tolerance) == number(header["tolerance"])
        assert not differences(case, perfect(case.expected))
        others: list[Any] = [{}, [], None, {key: [] for key in case.expected}]
        for other in others:
            assert differences(case, other) or case.expected == other
    return kind


# ----------------------------------------------------------------------------- all


TARGETS: dict[str, Callable[[bytes], str]] = {
    "trace": trace, "mdp": mdp, "vector": vector, "resumption": commands.resumption,
    "page": commands.page, "question": commands.question, "answers": commands.answers,
}  # fmt: skip


class Hang(Exception):
    """An input that took longer than SECONDS."""


def within_time(target: Callable[[bytes], str], data: bytes) -> str:
    """`target(data)`, ended by Hang. In the main thread only; libFuzzer has a timer of its own."""

    def late(signal_number: int, frame: FrameType | None) -> None:
        raise Hang(f"no answer in {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return target(data)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
