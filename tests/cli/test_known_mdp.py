"""`--mdp FILE` for trace, lemmas and judge: a header without its MDP is completed, one that has
another is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reference.environments import make
from reference.environments.mdp_file import write_mdp
from reference.running.driver import run
from tests.called import Command


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A run whose header has lost its MDP, the file of it, and that of another, beside it."""
    run(make("tiny"), 60, seed=3, out=tmp_path / "whole.jsonl")
    header, *rest = (tmp_path / "whole.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    told = json.loads(header)
    del told["mdp"]
    (tmp_path / "run.jsonl").write_text(json.dumps(told) + "\n" + "".join(rest), encoding="utf-8")
    write_mdp(make("tiny").mdp, tmp_path / "tiny.json")
    text = (tmp_path / "tiny.json").read_text(encoding="utf-8")
    (tmp_path / "other.json").write_text(text.replace('"1/8"', '"1/4"'), encoding="utf-8")
    write_mdp(make("deepsea").mdp, tmp_path / "deepsea.json")
    return tmp_path


def evaluated(said: str) -> int:
    rows = json.loads(said.splitlines()[0])["statements"]
    return sum(row["verdict"] != "NOT EVALUATED" for row in rows)


def test_lemmas_evaluates_what_the_whole_trace_has(bare: Path, proofs_check: Command) -> None:
    whole = proofs_check("lemmas", bare / "whole.jsonl", "--json")
    without = proofs_check("lemmas", bare / "run.jsonl", "--json")
    given = proofs_check("lemmas", bare / "run.jsonl", "--mdp", bare / "tiny.json", "--json")
    assert evaluated(without.out) < evaluated(given.out) == evaluated(whole.out)
    sides = [json.loads(done.out)["statements"] for done in (whole, given)]
    assert sides[0] == sides[1] and given.status == whole.status


@pytest.mark.parametrize("words", [(), ("--lemmas",), ("--plain",)])
def test_trace_applies_what_the_whole_trace_has(
    words: tuple[str, ...], bare: Path, proofs_check: Command
) -> None:
    verdicts = [
        json.loads(proofs_check("trace", *files, *words, "--json").out)
        for files in ((bare / "whole.jsonl",), (bare / "run.jsonl", "--mdp", bare / "tiny.json"))
    ]
    verdicts += [json.loads(proofs_check("trace", bare / "run.jsonl", "--json").out)]
    applied = [verdict["rules"]["possible"] for verdict in verdicts]
    assert applied[0] == applied[1] > applied[2] == 0
    for verdict in verdicts[:2]:
        if verdict.get("lemmas"):
            verdict["lemmas"]["run"] = ""
    assert verdicts[0] == verdicts[1]


def test_several_traces_and_a_page(bare: Path, proofs_check: Command) -> None:
    runs = (bare / "run.jsonl", bare / "whole.jsonl")
    done = proofs_check("trace", *runs, "--mdp", bare / "tiny.json", "--workers", 1, "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [one["rules"]["possible"] > 0 for one in told] == [True, True]
    page = bare / "page"
    proofs_check("trace", bare / "run.jsonl", "--mdp", bare / "tiny.json", "--html", page)
    assert "Lemma 9" in "".join(f.read_text("utf-8") for f in page.glob("*.html"))


@pytest.mark.parametrize("command", ["trace", "lemmas", "judge"])
@pytest.mark.parametrize(
    ("run_file", "mdp", "says"),
    [
        ("whole.jsonl", "other.json", "is not the MDP that the header has"),
        ("run.jsonl", "deepsea.json", "has layers"),
        ("run.jsonl", "none.json", "cannot be read"),
        ("run.jsonl", "arrays.npz", "holds arrays: write_mdp("),
    ],
)
def test_another_mdp_is_refused(
    command: str, run_file: str, mdp: str, says: str, bare: Path, proofs_check: Command
) -> None:
    done = proofs_check(command, bare / run_file, "--mdp", bare / mdp)
    assert done.status == 4 and says in done.err and mdp in done.err


def test_it_is_for_ucrl_lp(tmp_path: Path, bare: Path, proofs_check: Command) -> None:
    lines = ['{"record":"header","format":"flat-trace","version":1,"algorithm":"UCRL2","S":1,']
    lines[0] += '"A":2,"delta":0.1}'
    (tmp_path / "flat.jsonl").write_text(lines[0] + "\n", encoding="utf-8")
    done = proofs_check("trace", tmp_path / "flat.jsonl", "--mdp", bare / "tiny.json")
    assert done.status == 4 and "is for traces of UCRL-LP" in done.err
