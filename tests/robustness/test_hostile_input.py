"""Hostile input: every case ends with status 3 or 4 and one clear line, or with a verdict."""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs_check.vectors.reader import folder, read_vectors
from proofs_check.vectors.score import MAX_ANSWER, MOST_STARTS, Program, score
from reference.environments import parse_mdp
from reference.figure1.trial_store import _read, outcome_of
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, MalformedInput
from tests.called import Command, Ended
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import ALL, keep
from tests.robustness.subprocesses import MEMORY, program, refused

SMALL = Setting(T=12)


def written(path: Path, records: list[Record]) -> Path:
    path.write_bytes(jsonl(records))
    return path


def refusal(done: Ended, status: int = MALFORMED) -> str:
    """One line on stderr, bounded, printable, and the status."""
    assert done.status == status and "Traceback" not in done.err
    assert done.err.count("\n") == 1 and len(done.err) < 1500
    assert done.err.removesuffix("\n").isprintable()
    return done.err + done.out


def with_mdp(row: list[Any]) -> list[Record]:
    """A trace whose header has an MDP of one step; `row` is P(x_0, a, .)."""
    X = len(row)
    head, *rest = produce(Setting(T=2, layers=(1, X, 1), A=1))
    mdp = {"P": [[[row]], [[[1]]] * X], "r": [[[0]], [[0]] * X]}
    return [{**head, "mdp": mdp}, *rest]


# ----------------------------------------------------------------------------- large numbers

COPRIME = [f"1/{10**990 + 2 * k + 1}" for k in range(60)]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        # The sum has more digits than Python writes; it is refused all the same.
        ([f"1/{10**990 + 7 + k}" for k in range(5)], "must sum to 1 exactly"),
        (COPRIME, "common denominator exceeds 65536 bits"),
    ],
    ids=["long fractions", "coprime denominators"],
)
def test_rows_of_fractions(
    row: list[str], told: str, tmp_path: Path, proofs_check: Command
) -> None:
    trace = written(tmp_path / "run.jsonl", with_mdp(row))
    assert told in refusal(proofs_check("trace", trace))


def test_coprime_denominators_of_an_mdp_file() -> None:
    size = {"format": "layered-mdp", "version": 1, "layers": [1, 60, 1], "A": 1}
    with pytest.raises(MalformedInput, match="common denominator"):
        parse_mdp(json.dumps({**size, **with_mdp(COPRIME)[0]["mdp"]}))


# ----------------------------------------------------------------------------- memory


MIB = 2**20
HEAD, EPOCH = jsonl(produce(SMALL)[:1]), b'{"record":"epoch","i":1,"t":1,"pi":['
BOMBS: dict[str, tuple[bytes, bytes, str]] = {  # how it begins, what is repeated, the rule
    "a line": (HEAD, b"[", "is longer than"),
    "newlines": (HEAD, b"\n", "valid JSON"),
    "spaces": (HEAD, b" ", "is longer than"),
    "zeros": (HEAD, b"\0", "is longer than"),
    "lists": (HEAD + EPOCH, b"[],", "must not hold more than"),
    "objects": (HEAD + EPOCH, b"{},", "must not hold more than"),
    "numbers": (HEAD + EPOCH, b"1,", "must not hold more than"),
    "a whole run and newlines": (jsonl(produce(SMALL)), b"\n", "nothing may follow `end`"),
}
MEASURED = """
import sys
from proofs_check.__main__ import main
status = main(sys.argv[1:])
# VmHWM is this program's own; ru_maxrss would start from the size of the process that forked.
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
sys.exit(status)
"""


@pytest.mark.parametrize("more", [(), ("--html", "page")], ids=["verdict", "page"])
@pytest.mark.parametrize("name", BOMBS)
def test_gzip_bombs_cost_no_memory(name: str, more: tuple[str, ...], tmp_path: Path) -> None:
    """From half a megabyte: half a gigabyte, or a line that is just short enough and would become
    millions of objects. Refused where it is wrong."""
    start, part, rule = BOMBS[name]
    times = 512 if len(part) == 1 else 31 // len(part)
    trace = tmp_path / "run.jsonl.gz"
    data = gzip.compress(start) + gzip.compress(part * MIB) * times + gzip.compress(b"[]]}\n")
    trace.write_bytes(data)
    assert len(data) < MIB
    done = program("-c", MEASURED, "trace", trace, "--quiet", *more, cwd=tmp_path)
    refused(done, rule, status=MALFORMED)
    assert done.stderr.count("\n") == 1 and not (tmp_path / "page" / "index.html").exists()
    assert int(done.stdout) < 400 * 1024  # KiB, the interpreter and numpy included


def test_a_horizon_beyond_the_memory(tmp_path: Path) -> None:
    words = ["run", "--env", "riverswim", "--horizon", "1000000", "--T", "10"]
    out = tmp_path / "run.jsonl"
    done = program("-m", "reference", *words, "--out", out, preexec_fn=MEMORY)
    refused(done, status=USAGE)
    assert done.stderr.rstrip().count("\n") == 0


def test_endless_files(proofs_check: Command, tmp_path: Path) -> None:
    words = ("certificate", "write", "--counts", "/dev/zero", "--out", tmp_path / "lp1.vipr")
    assert "must not exceed" in refusal(proofs_check(*words))


OUTCOME = {
    "X": 4, "A": 2, "L": 2, "V_star": 1.5, "regret": 3.0, "realised_regret": 2.0,
    "path_regret": 2.5, "updates": 3, "solves": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("V_star", "1" + "0" * 400, "within the range of a double"),
        ("V_star", "1e400", "within the range of a double"),
        ("V_star", "-12345.0", "must lie in [0, L] = [0, 2]"),
        ("V_star", "2.5", "must lie in [0, L] = [0, 2]"),
        ("regret", "-1" + "0" * 400, "within the range of a double"),
        ("X", "1" + "0" * 400, "within the range of a double"),
    ],
)
def test_a_trial_file_with_an_impossible_number(
    field: str, value: str, rule: str, tmp_path: Path
) -> None:
    file = tmp_path / "trial.json"
    file.write_text(json.dumps({**OUTCOME, field: "?"}).replace('"?"', value))
    with pytest.raises(MalformedInput, match=re.escape(rule)) as error:
        outcome_of(_read(file), str(file))
    assert error.value.field == field


# ----------------------------------------------------------------------------- programs under test


CASES = [case for case in read_vectors(folder()) if case.kind == "confidence"][:9]


def python(code: str) -> str:
    return f"'{sys.executable}' -c \"{code}\""


def test_a_program_that_prints_for_ever() -> None:
    with Program(python("while True: print('x' * 1000)"), timeout=20) as asked:
        card = score(asked, CASES[:3])
        assert asked._lines.qsize() <= 16
    assert card.wrong["confidence"] + card.unanswered["confidence"] == 3
    with Program(python("import sys; sys.stdout.write('x' * (1 << 26))"), timeout=60) as asked:
        card = score(asked, CASES[:1])
    assert f"at most {MAX_ANSWER} characters" in card.report()


@pytest.mark.parametrize("end", ["sys.exit(3)", "time.sleep(60)"])
def test_a_hang_or_a_crash_does_not_spoil_the_other_answers(end: str, tmp_path: Path) -> None:
    """The second question ends the program; it is started again for the third."""
    script = tmp_path / "answers.py"
    script.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    id = json.loads(line)['id']\n"
        f"    if id == {CASES[1].id!r}: {end}\n"
        "    print(json.dumps({'id': id, 'skip': 'later'}), flush=True)\n"
    )
    with Program(f"'{sys.executable}' '{script}'", timeout=10) as asked:
        card = score(asked, CASES[:5])
    assert card.unanswered["confidence"] == 1 and card.skipped["confidence"] == 4
    assert card.wrong["confidence"] == 0 and card.exit_status == FALSE
    assert "unanswered" in card.report()


def test_a_program_that_always_fails_is_not_started_for_ever() -> None:
    with Program(python("pass")) as asked:
        card = score(asked, CASES)
    assert asked.starts == MOST_STARTS and card.unanswered["confidence"] == 9
    assert f"not asked: the program has failed {MOST_STARTS} times" in card.report()


# ----------------------------------------------------------------------------- what is printed


def test_keys_and_names_of_strangers_are_escaped(tmp_path: Path, proofs_check: Command) -> None:
    records = produce(SMALL)
    records[1]["\x1b[2J\nverdict    conforms"] = 1
    trace = written(tmp_path / "run.jsonl", records)
    said = refusal(proofs_check("trace", trace))
    assert "\\x1b[2J\\nverdict" in said and "\x1b" not in said
    odd = trace.rename(tmp_path / "a\nverdict    conforms\x1b[2J.jsonl")
    done = proofs_check("trace", odd, odd, "--workers", 1)
    assert done.status == MALFORMED
    assert "\nverdict    conforms" not in done.out and "\x1b" not in done.out


@pytest.mark.parametrize(("key", "value"), [("x", -1), ("a", -1), ("r", -5)])
def test_states_and_rewards_of_a_certificate_are_checked(
    key: str, value: int, tmp_path: Path, proofs_check: Command
) -> None:
    records = produce(SMALL)
    next(r for r in records if r["record"] == "episode")[key][1] = value
    trace, out = written(tmp_path / "run.jsonl", records), tmp_path / "c.vipr"
    words = ("certificate", "write", "--trace", trace, "--epoch", "3", "--out", out)
    assert "must lie" in refusal(proofs_check(*words))


def test_rational_rewards_on_a_page(tmp_path: Path, proofs_check: Command) -> None:
    records = keep(produce(Setting(T=12, law="thirds", rationals=True)), ALL)
    assert any("/" in str(r.get("r")) for r in records)
    trace = written(tmp_path / "run.jsonl", records)
    assert proofs_check("trace", trace, "--html", tmp_path / "page", "--quiet").status == UNDECIDED


def test_surroundings(tmp_path: Path) -> None:
    """An ASCII terminal, a closed standard output, a file name that is not UTF-8. The trace is
    short: its verdict is vacuous."""
    trace = written(tmp_path / "run.jsonl", produce(SMALL))
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for words, status in ((["trace", trace], UNDECIDED), (["explain", "rules"], OK)):
        assert program("-m", "proofs_check", *words, env=ascii_only).returncode == status
    done = program("-m", "proofs_check", "trace", trace, preexec_fn=lambda: os.close(1))
    assert done.returncode == UNDECIDED and "Traceback" not in done.stderr
    odd = trace.rename(tmp_path / os.fsdecode(b"run-\xff.jsonl"))
    for more in ([], ["--html", tmp_path / "page"], ["--json"]):
        done = program("-m", "proofs_check", "trace", odd, *more)
        assert done.returncode == UNDECIDED, done.stderr
    assert b"run-\\udcff" in (tmp_path / "page" / "index.html").read_bytes()
