"""Do both judges agree on these bytes? Where the proved one covers less, by which rule.

`python -m tests.fuzz.agreement [--mutations N] [--hints N] [--seed S]` changes right traces at
random and compares the verdicts: whatever the proved judge accepts, `proofs-check trace` must find
conforming but for the rules of LESS. Then it changes the judge's hints (hints.ml). The changes are
made in blocks of 1000, each with its own seed; with `--journal FILE` a block's counts are written
as it ends, and a second run goes on where the first was stopped; `--processes` work at once."""

from __future__ import annotations

import argparse
import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.judge import JUDGE, not_judged
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.replay import Conformance, check
from proofs_check.vectors.reader import folder, read_vectors
from reference import run
from reference.environments import random_layered
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, MalformedInput
from reference.trace.reader import read_stream
from tests.fuzz.mutate import mutate
from tests.jsonl import jsonl

TRACES = {
    case.id.removeprefix("trace/"): "".join(f"{line}\n" for line in case.input["lines"]).encode()
    for case in read_vectors(folder())
    if case.kind == "trace"
}
"""The traces of the vectors."""
built = pytest.mark.skipif(
    not JUDGE.is_file(), reason="the judge is not built: make -C proofs_check/coq judge"
)
HERE = Path(__file__).parent
Records = list[dict[str, Any]]
MODULES = ("judged.mli", "judged.ml", "json.ml", "explain.ml", "program.ml")

LESS = {
    rule: why
    for rules, why in (
        ("r_bar P_bar eps b r_hat r_check V value Lam", "the judge computes its own"),
        (
            "q_hat_1 q_hat-nonnegative q_hat-normalisation q_hat-flow q_hat-radius q_hat-optimal",
            "a recorded q_hat_i: the judge takes pi_i, or the policy that q_hat_i alone induces",
        ),
        ("pi-induced completion", "pi_i is an optimum by itself, whatever q_hat_i is"),
        ("possible", "the header's mdp is not compared with the episodes"),
        ("played", "an action of positive probability, even one that is at most the tolerance"),
    )
    for rule in rules.split()
}
"""Rules of `proofs-check trace` that the proved judge does not have, and why."""

MORE = {
    "pi-optimal": "pi_i may be near pi^q_hat_i and yet further from the optimum than the tolerance",
    "played": "with q_hat_i alone, masses below 1e-9 count as none",
}
"""Rules by which the proved judge may refuse a trace that has a q_hat_i and conforms."""


def records(data: bytes) -> Records:
    """A trace as objects."""
    return [json.loads(line) for line in data.splitlines()]


def pi_alone(name: str) -> Records:
    """The right trace of this name whose epochs record pi and nothing else."""
    return records(TRACES[name])


def of_python(data: bytes) -> tuple[int, Conformance | None]:
    """Exit status and outcome of `proofs-check trace`; OK where every rule holds, even where none
    decides anything: the judge's theorem needs no more."""
    try:
        outcome = check(read_stream(io.BytesIO(data), "trace"), file="trace", everything=True)
    except MalformedInput:
        return MALFORMED, None
    return OK if outcome.holds else outcome.exit_status, outcome


def of_judge(data: bytes) -> tuple[int, dict[str, Any]]:
    """Exit status and verdict of the proved judge."""
    done = subprocess.run([JUDGE], input=data, capture_output=True, timeout=120, check=False)
    assert done.returncode in (OK, FALSE, UNDECIDED, MALFORMED), done
    verdict: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, verdict


def compiled(source: Path, directory: Path) -> Path:
    """The program `source`, compiled into a directory with the judge's own modules."""
    for file in (*(JUDGE.parent / module for module in MODULES), source):
        shutil.copy(file, directory)
    compiler = ["ocamlfind", "ocamlopt", "-package", "zarith", "-linkpkg", "-w", "-a"]
    words = [*compiler, *MODULES, source.name, "-o", source.stem]
    subprocess.run(words, cwd=directory, check=True)
    return directory / source.stem


class Batch:
    """The judge as a process that takes one trace after another: batch.ml."""

    def __init__(self, directory: Path) -> None:
        program = compiled(HERE / "batch.ml", directory)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, data: bytes) -> tuple[int, dict[str, Any]]:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(b"%d\n" % len(data) + data)
        stdin.flush()
        verdict: dict[str, Any] = json.loads(stdout.readline())
        return int(stdout.readline()), verdict

    def close(self) -> None:
        self.process.communicate()


def left_out(d: Divergence) -> bool:
    """Does the proved judge not have this rule, or not for this value?"""
    if d.rule == "played":
        return d.found != "0" and not d.found.startswith("-")
    return d.rule in LESS


def disagreement(data: bytes, judged: tuple[int, dict[str, Any]]) -> str | None:
    """What one of the two judges must have wrong, None if they agree."""
    (status, verdict), (other, outcome) = judged, of_python(data)
    if verdict.get("reading", "").startswith("algorithm="):
        return None  # a trace of another algorithm has rules of its own
    if "integer literals" in verdict.get("limit", ""):
        return None  # the judge stops at a spelling that `trace` reads, and goes on from
    if not_judged(verdict.get("field", ""), str(verdict.get("value", ""))):
        return None  # what the command calls not covered
    told = f"judge {verdict}, trace {other} {outcome and outcome.first}"
    if MALFORMED in (status, other):
        return None if status == other or "denominator" in verdict.get("rule", "") else told
    assert outcome is not None
    if status == OK:
        broken = [d for d in outcome.divergences if not d.undecided]
        # What such a q_hat_i alone induces is open: the judge takes what is below 1e-9 as 0.
        alone = b'"pi"' not in data
        left_open = {d.epoch for d in broken if alone and d.rule == "q_hat-nonnegative"}
        known = [(d.rule == "played" and d.epoch in left_open) or left_out(d) for d in broken]
        return None if all(known) else told
    if status == FALSE and other == OK:
        return None if verdict["rule"] in MORE and b'"q_hat"' in data else told
    if status == other == FALSE and b'"q_hat"' not in data:  # by one rule, at one line
        broken = [d for d in outcome.divergences if not d.undecided and not left_out(d)]
        same = broken and (broken[0].rule, broken[0].line) == (verdict["rule"], verdict["line"])
        return None if same else told
    if verdict["verdict"] == "vacuous":
        return None if outcome.episodes == 0 else told
    return None


OTHER_READINGS: tuple[dict[str, str], ...] = (
    {"trigger": "printed", "last-trigger": "solve"},
    {"trigger": "printed-without-x_L", "radii": "union-half"},
    {"log": "log2", "completion": "first"},
    {"log": "log10", "completion": "previous"},
    {"radii": "union", "completion": "previous"},
)
"""Of each reading that the judge covers, what is not the default."""


@cache
def of_other_readings() -> tuple[bytes, ...]:
    """Short runs of the reference under OTHER_READINGS."""
    mdp, runs = random_layered((1, 2, 1), 2, seed=1), []
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "run.jsonl"
        for choices in OTHER_READINGS:
            run(mdp, 12, delta=0.9, choices=choices, out=out, force=True)
            runs.append(out.read_bytes())
    return tuple(runs)


def right_traces(longest: int = 10_000) -> Iterator[bytes]:
    """Traces to change: the right ones of the vectors that the judge covers, and runs under other
    readings, whole and with pi or q_hat alone."""
    for trace in [*(TRACES[n] for n in TRACES if n.startswith("right")), *of_other_readings()]:
        whole = records(trace)
        tried = [jsonl(whole)]
        for key in ("pi", "q_hat")[: 1 if trace in TRACES.values() else 2]:
            kept = ("record", "i", "t", key)
            alone = [{k: r[k] for k in kept} if key in r else r for r in whole]
            tried.append(jsonl(alone))
        for data in tried:
            if len(data) < longest and of_judge(data)[0] == OK:
                yield data


def essence(data: bytes) -> int:
    """A digest of what the judge looks at: traces that agree in it deserve one verdict."""
    kept = []
    for line in data.splitlines():
        record = json.loads(line)
        ignored = {*LESS, "seed", "producer", "mdp"} | ({"q_hat"} if "pi" in record else set())
        kept.append({k: v for k, v in record.items() if k not in ignored})
    return hash(json.dumps(kept, sort_keys=True))


ENCODINGS = (
    *("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp1252"),
    *("cp037", "shift_jis"),
)
"""Encodings that are not the UTF-8 of the format; the first, fourth and fifth write a BOM."""
CHANGES = ("encoding", "cut", "twice", "bit", "escapes", "ends")


def rewritten(data: bytes, rng: random.Random, kind: str) -> bytes:
    """The same lines in other bytes: another encoding, a cut, a line twice, a bit, escapes."""
    place, lines = rng.randrange(len(data)), data.splitlines(keepends=True)
    if kind == "encoding":
        text = data.decode("utf-8", "replace")
        if rng.random() < 0.5:  # a letter that is another byte, or more, in every encoding
            text = text.replace(rng.choice(["UCRL", "header", "rec"]), "\u00e9", 1)
        return text.encode(rng.choice(ENCODINGS), "replace")
    if kind == "cut":
        return data[:place] or data
    if kind == "twice":
        k = rng.randrange(len(lines))
        return b"".join([*lines[: k + 1], *lines[k:]])
    if kind == "bit":
        return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    if kind == "ends":
        return data.replace(b"\n", rng.choice([b"\r\n", b"\r", b" \n", b"\n\n", b"\0\n"]))
    within = rng.choice([b"a", b"e", b"1", b"0", b'"', b"r"])
    return data.replace(within, b"\\u%04x" % within[0], rng.randint(1, 3))


def attack(mutations: int, seed: int, share: float = 0.02) -> tuple[Counter[str], list[str]]:
    """How the judge took changed traces, and every disagreement. Whatever it accepts is compared,
    unless it differs from a right trace in ignored fields only, and this share of the others."""
    rng, pool = random.Random(seed), list(right_traces())
    right = {essence(data) for data in pool}
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        batch = Batch(Path(directory))
        while seen["changed"] < mutations:
            data = mutate(rng.choice(pool), rng, pool)
            while rng.random() < 0.3:
                data = mutate(data, rng, pool)
            kind = rng.choice(CHANGES) if rng.random() < 0.2 else "value"
            if kind != "value":
                data = rewritten(data, rng, kind)
            if data[:2] == b"\x1f\x8b":  # unzipped by the command, not by the program
                continue
            seen["changed"] += 1
            seen[f"changed: {kind}"] += 1
            judged = batch(data)
            seen[judged[1]["verdict"]] += 1
            if (judged[0] == OK and essence(data) not in right) or rng.random() < share:
                seen["compared"] += 1
                difference = disagreement(data, judged)
                if difference is not None:
                    wrong.append(difference)
        batch.close()
    return seen, wrong


BLOCK = 1000
"""Changes that are made with one seed, and counted in one line of a journal."""


def blocks(
    mutations: int,
    seed: int,
    processes: int = 1,
    journal: Path | None = None,
    share: float = 0.02,
) -> tuple[Counter[str], list[str]]:
    """The outcome of `attack` over blocks with seeds `seed`, `seed` + 1, ..., without those that
    the journal has, whose lines count likewise."""
    lines = journal.read_text(encoding="utf-8").splitlines() if journal and journal.exists() else []
    done = {line["seed"]: line for line in map(json.loads, lines)}
    sizes = {
        seed + k: min(BLOCK, mutations - k * BLOCK) for k in range((mutations - 1) // BLOCK + 1)
    }
    done = {k: line for k, line in done.items() if line["seen"]["changed"] == sizes.get(k)}
    left = {k: size for k, size in sizes.items() if k not in done}
    with ProcessPoolExecutor(processes) as pool:
        working = {pool.submit(attack, size, k, share): k for k, size in left.items()}
        for future in as_completed(working):
            seen, wrong = future.result()
            line = {"seed": working[future], "seen": dict(seen), "wrong": wrong}
            done[line["seed"]] = line
            if journal:
                with journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
    total: Counter[str] = Counter()
    for k in sizes:
        total.update(done[k]["seen"])
    return total, [text for k in sizes for text in done[k]["wrong"]]


def attack_hints(mutations: int, seed: int, *options: str) -> Counter[str]:
    """How often each outcome of hints.ml came, over all right traces together."""
    seen: Counter[str] = Counter()
    pool = list(right_traces())
    with tempfile.TemporaryDirectory() as directory:
        program = compiled(HERE / "hints.ml", Path(directory))
        for k, data in enumerate(pool):
            words = [str(program), str(mutations // len(pool) + 1), str(seed + k), *options]
            done = subprocess.run(words, input=data, capture_output=True, check=True)
            seen.update({key: int(n) for key, n in json.loads(done.stdout).items()})
    return seen


def main() -> int:
    """Attack as the options say and print what came of it."""
    p = argparse.ArgumentParser(prog="python -m tests.fuzz.agreement", description=__doc__)
    p.add_argument("--mutations", type=int, default=1000)
    p.add_argument("--hints", type=int, default=1000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--processes", type=int, default=1)
    p.add_argument("--share", type=float, default=0.02, help="of what needs no comparison")
    p.add_argument("--journal", type=Path, metavar="FILE", help="go on where FILE ends")
    options = p.parse_args()
    seen, wrong = blocks(
        options.mutations, options.seed, options.processes, options.journal, options.share
    )
    print("traces", dict(seen))
    hints = attack_hints(options.hints, options.seed)
    print("hints", dict(hints))
    for text in wrong:
        print(text[:600])
    return FALSE if wrong or hints["smaller"] else OK


if __name__ == "__main__":
    sys.exit(main())
