"""Do default tier, plain tier and proved judge agree on these bytes, however they are written?

`python -m tests.fuzz.tiers [--changes N | --minutes M] [--seed S]` writes traces in other ways that
mean the same (signs of zero, 1 as 1.0 and 1e0, "p/q", spaces, order of keys) and changes what they
mean, line by line, from a line on or throughout. The default tier must say what the plain one says,
in chunks of every size, from a file, a gzip file and a pipe; what means the same must have the same
verdict; and the judge, where it is built, must not accept what the plain tier refuses. Ends with
counts; status 1: a disagreement, which is printed."""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.commands.judge import JUDGE
from proofs_check.conformance import replay
from proofs_check.fast.check import Tiers
from reference.support.errors import FALSE, OK, MalformedInput
from reference.trace.reader import read_stream
from tests.fuzz.agreement import TRACES, Batch, disagreement
from tests.fuzz.mutate import mutate
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_runs import ALL, PI

CHUNKS = (1 << 18, 5000, 777, 64)
NUMBER = re.compile(rb"(?<=[\[:, ])-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?=[\],}])")
FIELD = re.compile(rb'"(t|x|a|r|i|N|b|pi|q_hat)": ?(\[[^"]*\]|[^],"]+)(?=[,}])')

Told = tuple[Any, ...]
Text = Callable[[bytes], bytes]


# ----------------------------------------------------------------------------- what is told


def told(check: Callable[[], replay.Conformance]) -> Told:
    """Everything that a tier says but the gap, or its refusal, as data."""
    try:
        c = check()
    except MalformedInput as e:
        return (type(e), e.line, str(e))
    except Exception as e:
        return ("traceback", repr(e))
    used = {rule: n for rule, n in c.instances.items() if n}
    refused = c.malformed and (type(c.malformed), str(c.malformed))
    return (c.verdict, c.divergences, c.total, c.certain, c.episodes, c.epochs, used, refused)


def plainly(data: bytes, everything: bool = True) -> Told:
    return told(
        lambda: replay.check(
            read_stream(io.BytesIO(data), "trace"), file="trace", everything=everything
        )
    )


def by_default(data: bytes, everything: bool = True, chunk: int = 1 << 18) -> Told:
    tiers = Tiers("trace", everything)
    tiers.chunk = chunk
    return told(lambda: tiers.check(io.BytesIO(data)))


def through(kind: str, data: bytes) -> Told:
    """What the command's check says of a file, a gzip file or a pipe."""
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        path = Path(place, "trace")
        if kind == "pipe":
            os.mkfifo(path)

            def feed() -> None:
                with suppress(BrokenPipeError):
                    path.write_bytes(data)

            thread = threading.Thread(target=feed)
            thread.start()
            stack.callback(thread.join)
        else:
            path.write_bytes(gzip.compress(data, mtime=0) if kind == "gz" else data)
        return told(lambda: check_any_trace(path, "trace", everything=True))


def essence(of: Told) -> Told:
    """What must stay when the same is written in another way: no text of numbers, no counts of how
    often a rule applied."""
    if isinstance(of[0], str) and len(of) > 2:
        verdict, divergences, total, _, episodes, epochs, *_ = of
        return (verdict, [(d.rule, d.where, d.line) for d in divergences], total, episodes, epochs)
    return of[:2]


# ----------------------------------------------------------------------------- other writings


def respelt(token: bytes, style: str, whole: bool) -> bytes:
    """A number in another style that means the same; `whole`: where only whole numbers may be."""
    zero = not token.strip(b"0.-")
    integer = b"." not in token and b"e" not in token.lower()
    if style == "minus" and zero:
        return b"-" + token.lstrip(b"-")
    if whole:
        return token
    if style == "point" and integer:
        return token + b".0"
    if style == "minus point" and zero:
        return b"-0.0"
    if style == "exponent":
        return token + b"e0" if b"e" not in token.lower() else token
    if style == "ratio" and integer:
        return b'"%s/1"' % token.lstrip(b"-") if token != b"-0" else token
    if style == "string" and integer:
        return b'"%s"' % token
    if style == "zeros" and b"." in token and b"e" not in token.lower():
        return token + b"00"
    return token


STYLES = ("minus", "point", "minus point", "exponent", "ratio", "string", "zeros")
WHOLE = (b"t", b"x", b"a", b"i", b"N")


def same_number(style: str, some: Callable[[], bool]) -> Text:
    def change(line: bytes) -> bytes:
        if b'"header"' in line or b'"end"' in line:
            return line

        def field(m: re.Match[bytes]) -> bytes:
            whole = m[1] in WHOLE
            return NUMBER.sub(
                lambda n: respelt(n[0], style, whole) if some() else n[0],
                b'"%s":%s,' % (m[1], m[2]),
            )[:-1]

        return FIELD.sub(field, line)

    return change


def spaced(how: tuple[bytes, bytes]) -> Text:
    """Other spaces between the tokens."""
    comma, colon = how
    return lambda line: re.sub(rb'(?<=[\]\d"}]),', comma, re.sub(rb'(?<="):', colon, line))


def reordered(rng: random.Random) -> Text:
    """Other orders of the keys of a line."""
    order = rng.random()

    def change(line: bytes) -> bytes:
        value = json.loads(line)
        keys = sorted(value, key=lambda k: hash((k, order)) if order < 0.5 else k)
        ordered = sorted(keys) if order < 0.25 else keys[::-1]
        return json.dumps({k: value[k] for k in ordered}, separators=(",", ":")).encode()

    return change


def same_meaning(rng: random.Random) -> Text:
    """A way to write a line that means the same."""
    kind = rng.choice(["number"] * 4 + ["space", "order"])
    if kind == "number":
        share = rng.choice([1.0, 1.0, 0.5, 0.05])
        return same_number(rng.choice(STYLES), lambda: share == 1 or rng.random() < share)
    if kind == "space":
        some = (b",", b", ", b" ,", b",\t", b",  ")
        return spaced((rng.choice(some), rng.choice((b":", b": ", b" :", b":\t"))))
    return reordered(rng)


# ----------------------------------------------------------------------------- other meanings

TOKENS: dict[str, Callable[[bytes], bytes]] = {
    "negated": lambda n: b"-" + n if n[:1] != b"-" else n[1:],
    "larger": lambda n: n + b"0",
    "a leading zero": lambda n: b"0" + n,
    "ten times": lambda n: n + b"e1",
    "a tenth": lambda n: n + b"e-1",
    "a plus": lambda n: b"+" + n,
    "a point": lambda n: n + b".",
    "no number": lambda n: b"",
    "a decimal": lambda n: n + b".5",
    "one": lambda n: b"1",
    "zero": lambda n: b"0",
    "minus zero": lambda n: b"-0.0",
    "text": lambda n: b'"%s"' % n,
    "twice": lambda n: n + b"," + n,
    "in brackets": lambda n: b"[" + n + b"]",
    "huge": lambda n: b"1" * 16,
    "inexact": lambda n: n + (b"00000000000000001" if b"." in n else b".00000000000000001"),
}


def other_meaning(rng: random.Random) -> Text:
    """A change of one kind to some numbers of one key."""
    key, how = rng.choice([b"t", b"x", b"a", b"r", b"r", b"r", b"N", b"b", b"pi"]), rng.choice(
        list(TOKENS)
    )  # fmt: skip
    share, place = rng.choice([1.0, 1.0, 0.3]), rng.random()

    def change(line: bytes) -> bytes:
        if b'"header"' in line or b'"end"' in line:
            return line

        def field(m: re.Match[bytes]) -> bytes:
            if m[1] != key:
                return m[0]
            numbers = list(NUMBER.finditer(m[0] + b","))
            chosen = range(len(numbers)) if share == 1 else [int(place * len(numbers))]
            text = m[0]
            for k in reversed(chosen):
                if numbers:
                    n = numbers[k]
                    text = text[: n.start()] + TOKENS[how](n[0]) + text[n.end() :]
            return text

        return FIELD.sub(field, line)

    return change


def somewhere(change: Text, lines: list[bytes], rng: random.Random) -> list[bytes]:
    """`change` on all lines, from a line on, on some, or on one."""
    k = rng.randrange(len(lines))
    extent = rng.choice(["all", "from", "some", "one"])
    n = rng.choice([2, 3, 17])
    chosen = {
        "all": range(len(lines)), "from": range(k, len(lines)), "some": range(k % n, len(lines), n),
        "one": [k],
    }[extent]  # fmt: skip
    copies = list(lines)
    for j in chosen:
        if copies[j]:
            try:
                copies[j] = change(copies[j])
            except ValueError:  # no JSON any more
                continue
    return copies


# ----------------------------------------------------------------------------- the search


@cache
def pool() -> tuple[bytes, ...]:
    """Conforming runs with blocks of episodes, and every right trace of the vectors."""
    settings = [
        Setting(T=120, record=PI), Setting(T=90, record=ALL),
        Setting(layers=(1, 1), T=80, record=PI), Setting(T=60, law="thirds", record=PI),
        Setting(T=60, law="three-point", record=PI, mdp=True),
        Setting(layers=(1, 3, 1), A=1, T=150, record=PI), Setting(T=40, law="uniform", record=PI),
        Setting(layers=(1, 2, 1), T=70, record=("q_hat", "pi"), mdp=True, extremes=True),
    ]  # fmt: skip
    runs = [
        b"".join(json.dumps(r, separators=(",", ":")).encode() + b"\n" for r in produce(s))
        for s in settings
    ]
    runs.append(jsonl(produce(Setting(T=100, seed=4, record=PI))))
    return (*runs, *(data for name, data in TRACES.items() if name.startswith("right")))


@dataclass(frozen=True)
class Disagreement:
    """Bytes on which two answers differ."""

    between: str
    data: bytes
    one: Told
    other: Told

    def __str__(self) -> str:
        return f"{self.between}: {str(self.one)[:300]} / {str(self.other)[:300]}"


def examined(data: bytes, rng: random.Random, batch: Batch | None) -> Iterator[Disagreement]:
    """The default tier in chunks, sometimes through files; and the judge."""
    plain = plainly(data)
    for chunk in (rng.choice(CHUNKS), rng.randrange(1, 3000)):
        fast = by_default(data, chunk=chunk)
        if fast != plain or "traceback" in (fast[0], plain[0]):
            yield Disagreement("default and plain", data, fast, plain)
    if rng.random() < 0.2:
        first, fast = plainly(data, False), by_default(data, False, rng.choice(CHUNKS))
        if first != fast:
            yield Disagreement("default and plain, to the first", data, fast, first)
    if rng.random() < 0.1:
        kind = rng.choice(["file", "gz", "pipe"])
        outcome = through(kind, data)
        if outcome != plain:
            yield Disagreement(f"{kind} and plain", data, outcome, plain)
    if batch is not None:
        judged = batch(data)
        if judged[0] == OK or rng.random() < 0.1:
            wrong = disagreement(data, judged)
            if wrong is not None:
                yield Disagreement("judge and plain", data, (judged,), (wrong,))


def search(
    changes: int, seed: int, minutes: float = 0, batch: Batch | None = None
) -> tuple[Counter[str], list[Disagreement]]:
    """Counts of what was tried, and the first disagreements."""
    rng, seen = random.Random(seed), Counter[str]()
    wrong: list[Disagreement] = []
    end = time.monotonic() + 60 * minutes
    expected = {data: essence(plainly(data)) for data in pool()}
    while (time.monotonic() < end if minutes else seen["tried"] < changes) and len(wrong) < 5:
        data = rng.choice(pool())
        lines = data.removesuffix(b"\n").split(b"\n")
        seen["tried"] += 1
        meant = rng.random()
        other = meant < 0.6
        for _ in range(rng.choice([1, 1, 2, 3])):
            lines = somewhere(same_meaning(rng), lines, rng)
        if other:
            lines = somewhere(other_meaning(rng), lines, rng)
        changed = b"\n".join(lines) + b"\n"
        if meant < 0.1:
            changed = mutate(changed, rng, pool())
        disagreements = list(examined(changed, rng, batch))
        wrong += disagreements
        now = plainly(changed)
        seen[now[0] if isinstance(now[0], str) else "malformed"] += 1
        if not other:
            seen["rewritten"] += 1
            if essence(now) != expected[data]:
                wrong.append(Disagreement("two writings", changed, now, expected[data]))
    return seen, wrong


def main() -> int:
    """Search as the options say and print what came of it."""
    p = argparse.ArgumentParser(prog="python -m tests.fuzz.tiers", description=__doc__)
    p.add_argument("--changes", type=int, default=1000)
    p.add_argument("--minutes", type=float, default=0, help="instead of --changes")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument(
        "--keep", type=Path, metavar="FILE", help="the first input on which two disagree"
    )
    options = p.parse_args()
    with tempfile.TemporaryDirectory() as place:
        batch = Batch(Path(place)) if JUDGE.is_file() else None
        seen, wrong = search(options.changes, options.seed, options.minutes, batch)
        if batch is not None:
            batch.close()
    print(dict(seen), "judge" if batch else "the judge is not built: without it")
    for difference in wrong:
        print(difference)
    if wrong and options.keep:
        options.keep.write_bytes(wrong[0].data)
    return FALSE if wrong else OK


if __name__ == "__main__":
    sys.exit(main())
