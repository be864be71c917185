"""`proofs-check trace`: text, JSON, exit statuses, rules, tolerances."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.commands.trace import tolerance
from proofs_check.conformance.rules import RULES, guests_rules
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, PreconditionError
from tests.called import Command
from tests.planted.faulty_producer import Record, produce
from tests.planted.planted_fields import changed, of_kind, put
from tests.planted.planted_runs import (
    ALL,
    SHORT,
    run,
)


def write(path: Path, records: list[Record]) -> Path:
    data = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "run"])
def test_a_conforming_trace(name: str, tmp_path: Path, proofs_check: Command) -> None:
    path = write(tmp_path / name, run(SHORT))
    status, out, err = proofs_check("trace", path)
    assert (status, err) == (OK, "")
    assert out.startswith("verdict    conforms\nepisodes   40 of T = 40, ")
    assert "divergence" not in out and max(map(len, out.splitlines())) <= 80


def test_a_diverging_trace(tmp_path: Path, proofs_check: Command) -> None:
    records = changed(SHORT, put("epoch", 3, ("eps", 0, 0, 1), 1.25), ALL)
    put("end", 0, ("episodes",), 39)(records)
    path = str(write(tmp_path / "run.jsonl", records))
    line = 1 + records.index(of_kind(records, "epoch", 3))
    status, out, err = proofs_check("trace", path)
    assert (status, err) == (FALSE, "")
    unwrapped = " ".join(out.split())
    assert f"divergence line {line}, episode " in unwrapped
    assert "epoch 4, layer 0, state 0, action 1: rule eps [eq. (11)]: expected " in unwrapped
    assert "found 5/4 and 1 more; --all lists them look at Alg. 1 l. 16 " in unwrapped
    status, out, _ = proofs_check("trace", path, "--all")
    assert status == FALSE and out.count("divergence ") == 2 and "more" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_json(tmp_path: Path, proofs_check: Command) -> None:
    records = changed(SHORT, put("epoch", 3, ("N3", 1, 1, 0, 1), 99), ALL)
    status, out, _ = proofs_check("trace", str(write(tmp_path / "run", records)), "--json")
    verdict = json.loads(out)
    assert status == FALSE and out.count("\n") == 1
    assert (verdict["verdict"], verdict["total"]) == ("does not conform", 1)
    assert verdict["first"] == verdict["divergences"][0]
    assert (verdict["first"]["rule"], verdict["first"]["found"]) == ("N3", "99")
    where = [verdict["first"][k] for k in ("epoch", "layer", "state", "action", "next_state")]
    assert where == [4, 1, 1, 0, 1]
    assert set(verdict["rules"]) == {rule.id for rule in RULES}
    status, out, _ = proofs_check("trace", str(write(tmp_path / "ok", run(SHORT))), "--json")
    verdict = json.loads(out)
    assert (status, verdict["verdict"], verdict["first"]) == (OK, "conforms", None)
    assert (verdict["episodes"], verdict["T"]) == (40, 40)


def test_exit_statuses(tmp_path: Path, proofs_check: Command) -> None:
    vacuous = [*run(SHORT)[:2], {"record": "end", "episodes": 0, "epochs": 1}]
    assert proofs_check("trace", write(tmp_path / "a", vacuous)).status == UNDECIDED
    assert proofs_check("trace", write(tmp_path / "b", run(SHORT)[:-1])).status == MALFORMED
    for wrong in ([], ["--nothing"], [tmp_path], [tmp_path / "none"]):
        status, out, err = proofs_check("trace", *wrong)
        assert (status, out) == (USAGE, "") and err.startswith("proofs-check")
        if wrong and isinstance(wrong[0], Path):
            assert err.startswith(f"proofs-check: error: {wrong[0]}: cannot be read: ")


def test_a_batch_names_files_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("good"), run(SHORT))
    Path("bad").write_text("{")
    status, out, err = proofs_check("trace", "good", "bad", "missing", "--quiet")
    assert status == MALFORMED and "bad" in out and "missing" in out
    assert str(tmp_path) not in out + err


def test_every_rule_is_explained(proofs_check: Command) -> None:
    rules = [rule.id for rule in (*RULES, *guests_rules().values())]
    status, out, _ = proofs_check("explain", "rules")
    assert status == OK and max(map(len, out.splitlines())) <= 80
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == rules
    text = "".join(proofs_check("explain", rule).out for rule in rules)
    assert text == out


def test_a_larger_tolerance_must_be_allowed(tmp_path: Path, proofs_check: Command) -> None:
    loose = replace(SHORT, tolerance=1e-3)
    path = str(write(tmp_path / "run", produce(loose)))
    assert proofs_check("trace", path)[0] == FALSE
    for allowed in ("1e-3", "1/100", "0.5"):
        assert proofs_check("trace", path, "--max-tolerance", allowed)[0] == OK
    assert proofs_check("trace", path, "--max-tolerance", "1/1000000")[0] == FALSE


@pytest.mark.parametrize("wrong", ["nan", "inf", "-1", "1", "1/0", "x", "", "1e999", "/", "1/-2"])
def test_a_tolerance_must_be_a_small_number(wrong: str) -> None:
    with pytest.raises(PreconditionError) as refusal:
        tolerance(wrong)
    assert refusal.value.exit_status == USAGE


def test_both_rational_types_print_the_same_bytes(tmp_path: Path) -> None:
    """A conforming trace and one that diverges, checked with mpq and with Fraction."""
    good = write(tmp_path / "good", run(SHORT))
    bad = write(tmp_path / "bad", changed(SHORT, put("epoch", 3, ("value",), 1.7), ALL))
    printed = []
    for rational in ("gmpy2", "fractions"):
        environment = {**os.environ, "PROOFS_CHECK_RATIONAL": rational}
        for path in (good, bad):
            for form in ((), ("--json",)):
                words = ["trace", str(path), "--quiet", *form]
                command = [sys.executable, "-m", "proofs_check", *words]
                done = subprocess.run(command, capture_output=True, env=environment, check=False)
                assert done.stderr == b"" and done.returncode == (path == bad)
                printed.append(done.stdout)
    assert printed[:4] == printed[4:]
