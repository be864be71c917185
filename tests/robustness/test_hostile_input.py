"""Hostile input: every case ends with status 3 or 4 and one clear line, or with a verdict."""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs_check.__main__ import main
from proofs_check.vectors.reader import Vector, read_vectors
from proofs_check.vectors.score import MAX_ANSWER, MOST_STARTS, Program, score
from reference.environments import parse_mdp
from reference.experiments.trial_store import _read, outcome_of
from reference.support.console import guarded
from reference.support.errors import FALSE, INTERNAL, MALFORMED, OK, USAGE, MalformedInput
from tests.paths import ROOT
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import ALL, keep
from tests.robustness.subprocesses import program

SMALL = Setting(T=12)


def written(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def refused(capsys: pytest.CaptureFixture[str], *words: str, status: int = MALFORMED) -> str:
    """One line on stderr, bounded, printable, and the status."""
    assert main([*words]) == status
    out, err = capsys.readouterr()
    assert err.count("\n") == 1 and len(err) < 1500 and err.isprintable() is False
    assert err.rstrip("\n").isprintable() and "Traceback" not in err
    return err + out


def with_mdp(rows: list[list[Any]], r: Any = 0) -> list[Record]:
    """A trace whose header has an MDP of one step; `rows` are P(x_0, a, .)."""
    layers = [1, len(rows[0]), 1]
    P = [[rows], [[[1]] * len(rows) for _ in rows[0]]]
    head, *rest = produce(Setting(T=2, layers=tuple(layers), A=len(rows)))
    rewards = [[[r] * len(rows)], [[0] * len(rows)] * len(rows[0])]
    return [{**head, "mdp": {"P": P, "r": rewards}}, *rest]


# ----------------------------------------------------------------------------- large numbers


def test_rows_of_long_fractions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their sum has more digits than Python writes; it is refused all the same."""
    q = 10**990 + 7
    rows = [[f"1/{q + k}" for k in range(5)]]
    trace = written(tmp_path / "run.jsonl", with_mdp(rows))
    assert "must sum to 1 exactly" in refused(capsys, "trace", str(trace))


def test_coprime_denominators_are_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [[f"1/{10**990 + 2 * k + 1}" for k in range(60)]]
    trace = written(tmp_path / "run.jsonl", with_mdp(rows))
    assert "common denominator exceeds 65536 bits" in refused(capsys, "trace", str(trace))
    mdp = {
        "format": "layered-mdp", "version": 1, "layers": [1, 60, 1], "A": 1,
        "P": [[rows], [[[1]] for _ in range(60)]], "r": [[[0]], [[0]] * 60],
    }  # fmt: skip
    with pytest.raises(MalformedInput, match="common denominator"):
        parse_mdp(json.dumps(mdp))


# ----------------------------------------------------------------------------- memory


def limited(megabytes: int) -> Any:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return limit


@pytest.mark.parametrize("inside", [b"[],", b"{},", b"1,"])
def test_an_amplified_line(inside: bytes, tmp_path: Path) -> None:
    """32 MiB from 32 KB of gzip: refused by its marks, before it becomes lists."""
    head = json.dumps(produce(SMALL)[0]).encode()
    line = b'{"record":"epoch","i":1,"t":1,"pi":[' + inside * (31 * 2**20 // len(inside)) + b"[]]}"
    trace = tmp_path / "run.jsonl.gz"
    trace.write_bytes(gzip.compress(head + b"\n" + line + b"\n"))
    done = program("-m", "proofs_check", "trace", trace, preexec_fn=limited(1500))
    assert done.returncode == MALFORMED and "must not hold more than" in done.stderr


def test_a_padded_gzip_as_a_page(tmp_path: Path) -> None:
    """Half a gigabyte of empty lines behind a trace, from half a megabyte of gzip."""
    trace = tmp_path / "run.jsonl.gz"
    lines = "".join(json.dumps(r) + "\n" for r in produce(SMALL)).encode()
    trace.write_bytes(gzip.compress(lines) + gzip.compress(b"\n" * 2**20) * 512)
    out = tmp_path / "page"
    done = program("-m", "proofs_check", "trace", trace, "--html", out, preexec_fn=limited(1500))
    assert done.returncode == MALFORMED and not (out / "index.html").exists()
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_a_horizon_beyond_the_memory(tmp_path: Path) -> None:
    words = ["run", "--env", "riverswim", "--horizon", "1000000", "--T", "10"]
    out = tmp_path / "run.jsonl"
    done = program("-m", "reference", *words, "--out", out, preexec_fn=limited(1500))
    assert done.returncode == USAGE and done.stderr.rstrip().count("\n") == 0
    assert "error: " in done.stderr and "Traceback" not in done.stderr


def test_endless_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path / "lp1.vipr")
    endless = ("certificate", "write", "--counts", "/dev/zero", "--out", out)
    assert "must not exceed" in refused(capsys, *endless)


def test_out_of_memory_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    def greedy() -> int:
        raise MemoryError

    assert guarded("p", greedy) == USAGE
    assert capsys.readouterr().err == "p: error: out of memory (try: a smaller instance)\n"


OUTCOME = {
    "X": 4, "A": 2, "L": 2, "V_star": 1.5, "regret": 3.0, "realised_regret": 2.0,
    "path_regret": 2.5, "updates": 3, "solves": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("V_star", 10**400, "within the range of a double"),
        ("V_star", -12345.0, "must lie in [0, L] = [0, 2]"),
        ("V_star", 2.5, "must lie in [0, L] = [0, 2]"),
        ("regret", -(10**400), "within the range of a double"),
        ("X", 10**400, "within the range of a double"),
    ],
)
def test_a_trial_file_with_an_impossible_number(field: str, value: Any, rule: str) -> None:
    assert outcome_of(OUTCOME, "trial.json").V_star == 1.5
    with pytest.raises(MalformedInput) as refused:
        outcome_of({**OUTCOME, field: value}, "trial.json")
    assert refused.value.field == field and rule in str(refused.value)


def test_a_trial_file_beyond_the_doubles(tmp_path: Path) -> None:
    """1e400 is no number that a double is near."""
    file = tmp_path / "trial.json"
    file.write_text('{"trial": "x", "outcome": {"V_star": 1e400}}')
    with pytest.raises(MalformedInput, match="within the range of a double"):
        _read(file)


# ----------------------------------------------------------------------------- programs under test


def questions(n: int) -> list[Vector]:
    found = read_vectors(ROOT / "tests/vectors/data")
    return [case for case in found if case.kind == "confidence"][:n]


def python(code: str) -> str:
    return f"'{sys.executable}' -c \"{code}\""


def test_a_program_that_prints_for_ever() -> None:
    cases = questions(3)
    with Program(python("while True: print('x' * 1000)"), timeout=20) as asked:
        card = score(asked, cases)
        assert asked._lines.qsize() <= 16
    assert card.wrong["confidence"] + card.unanswered["confidence"] == 3
    with Program(python("import sys; sys.stdout.write('x' * (1 << 26))"), timeout=60) as asked:
        card = score(asked, cases[:1])
    assert f"at most {MAX_ANSWER} characters" in card.report()


def test_a_hang_or_a_crash_does_not_spoil_the_other_answers(tmp_path: Path) -> None:
    """The second question ends the program; it is started again for the third."""
    cases = questions(5)
    for end in ("sys.exit(3)", "time.sleep(60)"):
        script = tmp_path / "answers.py"
        script.write_text(
            "import json, sys, time\n"
            "for line in sys.stdin:\n"
            "    id = json.loads(line)['id']\n"
            f"    if id == {cases[1].id!r}: {end}\n"
            "    print(json.dumps({'id': id, 'skip': 'later'}), flush=True)\n"
        )
        with Program(f"'{sys.executable}' '{script}'", timeout=10) as asked:
            card = score(asked, cases)
        assert card.unanswered["confidence"] == 1 and card.skipped["confidence"] == 4
        assert card.wrong["confidence"] == 0 and card.exit_status == FALSE
        assert "unanswered" in card.report()


def test_a_program_that_always_fails_is_not_started_for_ever() -> None:
    cases = questions(9)
    with Program(python("pass")) as asked:
        card = score(asked, cases)
    assert asked.starts == MOST_STARTS and card.unanswered["confidence"] == 9
    assert f"not asked: the program has failed {MOST_STARTS} times" in card.report()


# ----------------------------------------------------------------------------- what is printed


def test_keys_and_names_of_strangers_are_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = produce(SMALL)
    records[1]["\x1b[2J\nverdict    conforms"] = 1
    trace = written(tmp_path / "run.jsonl", records)
    said = refused(capsys, "trace", str(trace))
    assert "\\x1b[2J\\nverdict" in said and "\x1b" not in said
    odd = tmp_path / "a\nverdict    conforms\x1b[2J.jsonl"
    odd.write_bytes(trace.read_bytes())
    assert main(["trace", str(odd), str(odd), "--workers", "1"]) == MALFORMED
    out = capsys.readouterr().out
    assert "\nverdict    conforms" not in out and "\x1b" not in out


def test_states_and_rewards_of_a_certificate_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for key, value in (("x", -1), ("a", -1), ("r", -5)):
        records = produce(SMALL)
        next(r for r in records if r["record"] == "episode")[key][1] = value
        trace, out = written(tmp_path / "run.jsonl", records), str(tmp_path / "c.vipr")
        words = ("certificate", "write", "--trace", str(trace), "--epoch", "3", "--out", out)
        assert "must lie" in refused(capsys, *words)


# ----------------------------------------------------------------------------- surroundings


def test_an_error_of_the_program_is_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> int:
        raise ZeroDivisionError("\x1b[31mno")

    assert guarded("p", broken) == INTERNAL == 70
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "p: internal error, not a verdict: ZeroDivisionError: \\x1b[31mno"


def test_rational_rewards_on_a_page(tmp_path: Path) -> None:
    records = keep(produce(Setting(T=12, law="thirds", rationals=True)), ALL)
    trace = written(tmp_path / "run.jsonl", records)
    assert any("/" in str(r.get("r")) for r in records)
    assert main(["trace", str(trace), "--html", str(tmp_path / "page"), "--quiet"]) == OK


def test_surroundings(tmp_path: Path) -> None:
    """An ASCII terminal, a closed standard output, a file name that is not UTF-8."""
    trace = written(tmp_path / "run.jsonl", produce(SMALL))
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert program("-m", "proofs_check", "trace", trace, env=ascii_only).returncode == OK
    assert (
        program("-m", "proofs_check", "trace", "--explain", "all", env=ascii_only).returncode == OK
    )
    closed = f"exec '{sys.executable}' -m proofs_check trace '{trace}' >&-"
    done = subprocess.run(["sh", "-c", closed], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == OK and b"Traceback" not in done.stderr
    odd = os.fsencode(str(tmp_path)) + b"/run-\xff.jsonl"
    with open(odd, "wb") as out:
        out.write(trace.read_bytes())
    page = str(tmp_path / "page")
    for words in ((), ("--html", page), ("--json",)):
        line = [sys.executable, "-m", "proofs_check", "trace", odd, *words]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == OK, done.stderr
    assert b"run-\\udcff" in Path(page, "index.html").read_bytes()
