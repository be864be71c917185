"""`proofs-check lemmas` and `trace --lemmas`: what they print, and what they do with bad input."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import reference
from proofs_check.commands.lemmas import in_ascii
from proofs_check.evaluation.evaluate import BOUND_TOO_LARGE, accounts, status
from proofs_check.evaluation.statements import statements
from proofs_check.evaluation.suite import evaluation_of, evidence_of_runs, forms_on
from proofs_check.ledger.registry import Evidence, Verdict
from proofs_check.ledger.statement import FormName
from proofs_check.machine_checked import claims
from proofs_check.machine_checked.record import read_record
from proofs_check.sampled_runs.chosen import Chosen, chosen_runs
from proofs_check.sampled_runs.suite import make_trace
from proofs_check.vocabulary import HOLDS, MEANINGS, NOT_EVALUATED
from proofs_check.vocabulary import UNDECIDED as OPEN
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, MalformedInput
from tests.called import Command
from tests.evaluation.runs import changed, entry, evaluate_bytes, evaluated
from tests.paths import ROOT


@pytest.fixture(scope="module")
def trace() -> bytes:
    return entry("L3-A2").trace


@pytest.fixture
def run(trace: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    path.write_bytes(trace)
    return path


def as_data(out: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(out)
    return data


def verdicts(data: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(s["number"], s["form"]): s["verdict"] for s in data["statements"]}


# ----------------------------------------------------------------------------- what is printed


def test_json_has_every_statement_with_both_sides(proofs_check: Command, run: Path) -> None:
    status, out, err = proofs_check("lemmas", run, "--json", "--quiet")
    data = as_data(out)
    assert (status, err) == (OK, "") and data["run"] == str(run)
    forms = [
        (in_ascii(statement.number), form)
        for statement in statements().values()
        for form in statement.forms
    ]
    assert [(s["number"], s["form"]) for s in data["statements"]] == forms
    for s in data["statements"]:
        assert s["event"] in (None, "true", "false", "undecided")
        assert s["verdict"] in MEANINGS and (s["verdict"] == HOLDS or s["reason"]) and s["lines"]
        for line in s["lines"]:
            assert isinstance(line["left"], float) and isinstance(line["right"], float)
            assert line["comparisons"] >= max(1, line["informative"])
    assert sum(line["comparisons"] for s in data["statements"] for line in s["lines"]) > 5000


def test_the_table_has_a_row_for_every_form(proofs_check: Command, run: Path) -> None:
    status, out, _ = proofs_check("lemmas", run, "--quiet")
    rows = out.splitlines()
    assert status == OK and rows[3].split()[:3] == ["statement", "form", "event"]
    numbers = [
        in_ascii(statement.number)[:18]
        for statement in statements().values()
        for _ in statement.forms
    ]
    assert [row[:18].rstrip() for row in rows[4 : 4 + len(numbers)]] == numbers
    assert rows[-1].startswith(f"{len(numbers)} forms, ")


EQ_26 = "(26)", "printed"
LEMMA_12 = "Lemma 12", "printed"


def told_as_refuted(proofs_check: Command, run: Path) -> tuple[set[Any], set[Any]]:
    """Forms that the table and the JSON say to be refuted in Coq."""
    _, out, _ = proofs_check("lemmas", run, "--quiet")
    rows = [row for row in out.splitlines() if row.endswith("refuted in Coq")]
    _, out, _ = proofs_check("lemmas", run, "--json", "--quiet")
    forms = {(r["number"], r["form"]): r["refuted in Coq"] for r in as_data(out)["statements"]}
    told = {
        key for key in forms if any(row.startswith("{:<18} {:<8}".format(*key)) for row in rows)
    }
    assert len(rows) == len(told)
    return told, {key for key, theorems in forms.items() if theorems}


def test_what_coq_refutes_is_told(
    proofs_check: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(26) holds on `tiny`, for one completion of P_i; other records say other things."""
    run = tmp_path / "tiny.jsonl"
    reference.run(reference.make("tiny"), T=100, out=run)
    assert forms_held(proofs_check, run) >= {EQ_26, LEMMA_12}
    told, as_json = told_as_refuted(proofs_check, run)
    assert told == as_json and EQ_26 in told and LEMMA_12 not in told
    assert len(told) == len(claims.refuting_theorems())
    record = read_record()
    for name, proved, other in (
        ("eq_26_printed_0", "open", told - {EQ_26}),
        ("lemma_12_printed_0", "refuted", told | {LEMMA_12}),
    ):
        rows = tuple((n, proved if n == name else p, d) for n, p, d in record.claims)
        planted = replace(record, claims=rows)
        with monkeypatch.context() as patch:
            patch.setattr(claims, "read_record", lambda planted=planted: planted)
            claims._checked_claims.cache_clear()
            assert told_as_refuted(proofs_check, run) == (other, other)
        claims._checked_claims.cache_clear()


def test_a_record_of_other_sources_is_said(
    proofs_check: Command, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stale() -> Any:
        raise MalformedInput("record.json", None, "sources", "0", "is of other sources")

    monkeypatch.setattr(claims, "read_record", stale)
    claims._checked_claims.cache_clear()
    status, out, _ = proofs_check("lemmas", run, "--quiet")
    assert status == OK and "refuted in Coq" not in out
    assert "in Coq     not known" in out and "is of other sources" in out
    _, out, _ = proofs_check("lemmas", run, "--json", "--quiet")
    assert {row["refuted in Coq"] for row in as_data(out)["statements"]} == {None}


def forms_held(proofs_check: Command, run: Path) -> set[tuple[str, str]]:
    _, out, _ = proofs_check("lemmas", run, "--json", "--quiet")
    return {key for key, verdict in verdicts(as_data(out)).items() if verdict == HOLDS}


def test_the_accounts_find_what_does_not_add_up(proofs_check: Command) -> None:
    status, out, _ = proofs_check("lemmas", "--accounts")
    too_many = [line for line in out.splitlines() if line.endswith("TOO MANY")]
    assert status == OK and [line.split("claims")[0].split() for line in too_many] == [
        ["Lemma", "6", "printed"],
        ["(31)", "printed"],
    ]
    (theorem,) = [line for line in out.splitlines() if "its bound claims 1 - 1 delta" in line]
    assert theorem.split("claims")[0].split() == ["Theorem", "4", "repaired"]
    _, out, _ = proofs_check("lemmas", "--accounts", "--json")
    rows = {(row["number"], row["form"]): row for row in json.loads(out)}
    assert len(rows) == len(accounts())
    assert rows["Theorem 4", "printed"]["needs"] == rows["Theorem 4", "printed"]["claims"] == 5
    assert rows["Theorem 4", "repaired"]["needs"] == 2


def test_planted_on_one_run_says_which_are_refuted(proofs_check: Command, run: Path) -> None:
    status, out, _ = proofs_check("lemmas", run, "--planted", "--json", "--quiet")
    report = json.loads(out)
    by = {(v["number"], v["variant"]): v["refuted by"] for v in report["variants"]}
    assert status == OK and report["refuted"] == sum(map(bool, by.values())) > 60
    assert by["(19)", "without Diff"] == [str(run)]


def test_html_draws_the_run(proofs_check: Command, run: Path, tmp_path: Path) -> None:
    status, _, _ = proofs_check("lemmas", run, "--html", tmp_path / "page", "--quiet")
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert status == OK and page.count("<svg") > 3 and "Lemma 12" in page
    status, _, err = proofs_check("lemmas", run, "--html", tmp_path / "page", "--quiet")
    assert status == USAGE and "--force" in err


# ----------------------------------------------------------------------------- ways to read


def test_a_pipe_a_gzip_and_standard_input_are_the_same(run: Path, tmp_path: Path) -> None:
    zipped, pipe = tmp_path / "run.gz", tmp_path / "pipe"
    zipped.write_bytes(gzip.compress(run.read_bytes()))
    os.mkfifo(pipe)
    threading.Thread(target=lambda: pipe.write_bytes(run.read_bytes()), daemon=True).start()
    command = [sys.executable, "-m", "proofs_check", "lemmas", "--json", "--quiet"]
    runs = [str(run), str(zipped), str(pipe), "-", "/dev/stdin"]
    outputs = []
    for name in runs:
        ended = subprocess.run(
            [*command, name], input=run.read_bytes(), capture_output=True, cwd=ROOT, check=True
        )
        outputs.append(json.loads(ended.stdout))
        assert outputs[-1].pop("run") == name
    assert all(output == outputs[0] for output in outputs)


def test_streaming_is_the_same_as_the_whole(trace: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """One epoch at a time, and all at once."""

    def sides(block: int) -> list[tuple[Any, ...]]:
        monkeypatch.setattr("proofs_check.letters.recorder.BLOCK", block)
        evaluation = evaluate_bytes(trace)
        return [
            (r.statement.number, r.form, r.verdict, c.comparisons, c.where, float(c.left.hi))
            for r in evaluation.results()
            for c in r.lines
            if not c.line.equal
        ]

    parts, whole = sides(1), sides(10**9)
    assert [row[:4] for row in parts] == [row[:4] for row in whole]
    for a, b in zip(parts, whole, strict=True):
        assert a[5] == pytest.approx(b[5], rel=1e-12, abs=1e-9)


def test_memory_does_not_grow_with_T() -> None:
    fork = next(candidate for candidate in chosen_runs() if candidate.name == "fork-16384")

    def peak(T: int) -> int:
        made = make_trace(Chosen(**{**vars(fork), "T": T}))
        tracemalloc.start()
        evaluate_bytes(made)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    short, long = peak(4_000), peak(32_000)
    assert long < 1.5 * short < 40e6


def test_a_trace_and_its_lemmas_in_one_reading(proofs_check: Command, run: Path) -> None:
    status, out, _ = proofs_check("trace", run, "--lemmas", "--quiet")
    assert status == OK and out.startswith("verdict    conforms") and "Lemma 12" in out
    status, both, _ = proofs_check("trace", run, "--lemmas", "--json", "--quiet")
    data = as_data(both)
    _, alone, _ = proofs_check("lemmas", run, "--json", "--quiet")
    assert data["verdict"] == "conforms" and data["lemmas"] == json.loads(alone)


# ----------------------------------------------------------------------------- bad input


def test_without_an_mdp_only_counts_are_evaluated(
    proofs_check: Command, trace: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(changed(trace, "header", mdp=None))
    status, out, _ = proofs_check("lemmas", path, "--json", "--quiet")
    data = as_data(out)
    by_form = verdicts(data)
    for key in (
        ("Lemma 12", "printed"),
        ("App. II, display 2", "repaired"),
        ("XA log T", "repaired"),
    ):
        assert by_form[key] == "HOLDS"
    for key in (("Lemma 4", "printed"), ("Lemma 2", "printed"), ("Theorem 4", "repaired")):
        assert by_form[key] == NOT_EVALUATED
    needs = {line["needs"] for s in data["statements"] for line in s["lines"] if "needs" in line}
    assert status == OK and needs == {"needs the MDP in the header"}


def test_with_pi_alone_the_rest_is_evaluated(
    proofs_check: Command, trace: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(changed(trace, "epoch", q_hat=None))
    status, out, _ = proofs_check("lemmas", path, "--json", "--quiet")
    by_form = verdicts(as_data(out))
    assert status == OK and by_form["Prop. 1", "repaired"] == NOT_EVALUATED
    assert by_form["(26)", "repaired"] == "HOLDS"
    for number in ("Lemma 7", "(19)", "(19), Diff"):
        assert by_form[number, "printed"] == "HOLDS"


def test_a_cut_trace_is_evaluated_up_to_its_last_episode(
    proofs_check: Command, trace: bytes, tmp_path: Path
) -> None:
    lines = trace.splitlines(keepends=True)
    for text in (b"".join(lines[:1500]), b"".join(lines[:1500]) + lines[1500][:20]):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(text)
        status, out, err = proofs_check("lemmas", path, "--quiet")
        episodes = sum(b'"episode"' in line for line in lines[:1500])
        assert status == MALFORMED and len(err.splitlines()) == 1 and "cut.jsonl:15" in err
        assert f"T = 2000 ({episodes} of them played)" in out and "FAILS" in out
        row = next(
            line for line in out.splitlines() if re.match(r"App\. II, totals +repaired", line)
        )
        assert "HOLDS" in row


@pytest.mark.parametrize(
    ("record", "field", "value", "said"),
    [
        ("episode", "x", [0, 9, 0], "x[1]"),
        ("episode", "a", [0, 0, 7], "a[2]"),
        ("episode", "r", [0, 0, 3.5], "r[2]"),
        ("header", "T", "many", "T"),
    ],
)
def test_a_malformed_trace_is_named(
    proofs_check: Command, trace: bytes, tmp_path: Path,
    record: str, field: str, value: Any, said: str,
) -> None:  # fmt: skip
    path = tmp_path / "bad.jsonl"
    path.write_bytes(changed(trace, record, **{field: value}))
    status, _, err = proofs_check("lemmas", path, "--quiet")
    assert status == MALFORMED and said in err and len(err.splitlines()) == 1
    assert "bad.jsonl:" in err and "Traceback" not in err


def test_a_late_epoch_fails_what_the_trigger_promises(
    proofs_check: Command, trace: bytes, tmp_path: Path
) -> None:
    lines = trace.splitlines(keepends=True)
    epochs = [k for k, line in enumerate(lines) if b'"record":"epoch"' in line]
    for k in reversed(epochs[20:30]):
        del lines[k]
    path = tmp_path / "late.jsonl"
    path.write_bytes(b"".join(lines))
    status, out, _ = proofs_check("lemmas", path, "--json", "--quiet")
    assert status == FALSE and verdicts(as_data(out))["Alg. 1 l. 12", "repaired"] == "FAILS"
    status, out, _ = proofs_check("trace", path, "--lemmas", "--quiet")
    assert status == FALSE and out.startswith("verdict    does not conform") and "FAILS" in out


def test_usage_errors(proofs_check: Command, run: Path, tmp_path: Path) -> None:
    assert proofs_check("lemmas").status == USAGE
    assert proofs_check("lemmas", tmp_path / "none.jsonl").status == USAGE
    assert proofs_check("lemmas", run, run, "--html", tmp_path / "x").status == USAGE
    assert proofs_check("trace", run, run, "--lemmas").status == USAGE
    assert proofs_check("trace", run, "--lemmas", "--coverage").status == USAGE


def test_several_runs_have_the_worst_status(
    proofs_check: Command, run: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(run.read_bytes().splitlines(keepends=True)[0])
    status, out, _ = proofs_check("lemmas", run, empty, "--json", "--quiet")
    first, second = out.splitlines()
    assert (
        status == MALFORMED and "error" in json.loads(second) and "error" not in json.loads(first)
    )


def test_nothing_informative_is_status_2(
    proofs_check: Command, trace: bytes, tmp_path: Path
) -> None:
    lines = trace.splitlines(keepends=True)[:2]
    path = tmp_path / "none.jsonl"
    path.write_bytes(b"".join(lines) + b'{"record":"end","episodes":0,"epochs":1}\n')
    done = proofs_check("lemmas", path, "--quiet")
    assert done.status == UNDECIDED and done.out.endswith("no episode\n")
    assert status([]) == UNDECIDED
    trivial = [r for r in evaluated("one-step").results() if r.reason == BOUND_TOO_LARGE]
    assert trivial and status(trivial) == UNDECIDED


# ----------------------------------------------------------------------------- exactness, evidence


def test_exact_decides_what_enclosures_leave_open(proofs_check: Command, run: Path) -> None:
    trace = run.read_bytes()
    fast = {
        (r.statement.name, r.form): r.verdict for r in evaluate_bytes(trace, most_exact=0).results()
    }
    slow = {(r.statement.name, r.form): r.verdict for r in evaluate_bytes(trace).results()}
    left_open = {key for key, verdict in fast.items() if verdict == OPEN}
    assert {("eq_08", "printed"), ("eq_19", "printed")} <= left_open
    assert {slow[key] for key in left_open} == {"HOLDS"}
    assert all(slow[key] == fast[key] for key in fast.keys() - left_open)
    assert proofs_check("lemmas", run, "--exact", "--quiet").status == OK


def test_evidence_of_the_runs_counts_only_what_says_something() -> None:
    def seen(statement: str, form: FormName) -> Evidence:
        runs = [entry(name) for name in ("L3-A2", "bandit", "one-step", "chain-6-4096")]
        forms = [forms_on(e.name, evaluation_of(e, only=[statement])).forms for e in runs]
        return evidence_of_runs(of[statement, form] for of in forms if (statement, form) in of)

    evidence = seen("lemma_12", "printed")
    assert evidence.kind == "exact on runs" and evidence.verdict is Verdict.HOLDS
    assert 0 < evidence.trivial < evidence.instances
    assert evidence.ratio is not None and 0.6 < evidence.ratio < 0.7 and evidence.worst is not None
    assert evidence.worst["run"] == "chain-6-4096"
    false = seen("display_b2", "printed")
    assert false.verdict is Verdict.FAILS and false.witness is not None
