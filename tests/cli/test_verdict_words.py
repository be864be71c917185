"""One vocabulary: every verdict that a command prints is a word of proofs_check/vocabulary.py."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs_check import statements, vocabulary
from proofs_check.audit.audit import evaluate
from proofs_check.commands.judge import verdict_text
from proofs_check.kit import verdict as kit
from proofs_check.ledger.registry import REGISTRY, Verdict
from proofs_check.sampled_runs.suite import Suite
from proofs_check.vocabulary import MEANINGS
from tests.called import Command
from tests.evaluation.runs import changed, entry
from tests.paths import ROOT

CODE = ROOT / "proofs_check"
# The judge's answer to a line of its input (`--lines`), before there is a verdict.
ANSWERS = {"so far"}


def unknown(words: set[str]) -> set[str]:
    """The words that the vocabulary lacks, in capital letters."""
    return {word.upper() for word in words} - MEANINGS.keys()


def written(source: str) -> set[str]:
    """The texts that a module says as a verdict: what functions called `verdict` return, and what
    variables and arguments of that name are set to."""
    return {text for node in ast.walk(ast.parse(source)) for text in _said(node)}


def _said(node: ast.AST) -> Iterator[str]:
    values: list[ast.expr | None] = []
    if isinstance(node, ast.FunctionDef) and node.name == "verdict":
        values = [
            statement.value for statement in ast.walk(node) if isinstance(statement, ast.Return)
        ]
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = [*zip(target.elts, node.value.elts, strict=True)]
            values += [v for t, v in pairs if isinstance(t, ast.Name) and t.id == "verdict"]
    elif isinstance(node, ast.keyword) and node.arg == "verdict":
        values = [node.value]
    elif isinstance(node, ast.Compare) and "verdict" in ast.unparse(node.left).split("."):
        values = [*node.comparators]
    for value in values:
        yield from _texts(value)


def _texts(value: ast.expr | None) -> Iterator[str]:
    if isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        yield value.value


def sources() -> dict[str, str]:
    files = sorted(CODE.rglob("*.py"))
    return {path.relative_to(CODE).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_every_verdict_in_the_code_is_a_word_of_the_vocabulary() -> None:
    by_file = {name: written(source) for name, source in sources().items()}
    assert {name: unknown(words) for name, words in by_file.items() if unknown(words)} == {}
    assert {"conforms", "does not conform", "improbable", "undecided", "malformed", "vacuous"} <= (
        by_file["conformance/replay.py"]
    )
    assert {"improbable", "does not conform"} <= by_file["kit/verdict.py"]


@pytest.mark.parametrize(
    "source",
    [
        'def verdict(self):\n    return "fine"',
        'def verdict(self):\n    return "conforms" if self.episodes else "trivial"',
        'verdict, reason = "nothing compared", ""',
        'Judged(verdict="not claimed (log=log2)")',
        'if outcome.verdict == "passes":\n    pass',
    ],
)
def test_a_planted_word_is_named(source: str) -> None:
    assert len(unknown(written(source))) == 1


def test_the_judge_says_words_of_the_vocabulary() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted((CODE / "coq/judge").glob("*.ml")))
    said = set(re.findall(r'\bprint "([^"]+)"', text)) - ANSWERS
    assert said == {"accepted", "refused", "vacuous", "malformed", "not covered"}
    assert unknown(said) == set() and unknown({*said, "rejected"}) == {"REJECTED"}
    program = dict.fromkeys(("path", "sha256", "modules", "published"), "a")
    verdict = {"verdict": "refused", "program": {**program, "self_reported": False}}
    lines = verdict_text(verdict).splitlines()
    assert lines[0] == "verdict    refused"


def test_the_audit_has_words_of_the_vocabulary() -> None:
    assert (
        unknown({verdict.value for verdict in Verdict} | {verdict.name for verdict in Verdict})
        == set()
    )
    statements.load()
    few = Suite([entry("bandit"), entry("one-step")])
    results = [evaluate(claim, few) for claim in [*REGISTRY.values()][-6:]]
    said = {
        word
        for result in results
        for word in (result.verdict.name, *(e.verdict.name for e in result.evidence))
    }
    assert said and unknown(said) == set()


@pytest.fixture
def traces(tmp_path: Path) -> dict[str, Path]:
    """Traces with different verdicts."""
    whole = entry("bandit").trace
    lines = whole.splitlines(keepends=True)
    ended = b'{"record":"end","episodes":0,"epochs":1}\n'
    texts = {
        "whole": whole,
        "without MDP": changed(whole, "header", mdp=None),
        "without q_hat": changed(whole, "epoch", q_hat=None),
        "other radii": changed(whole, "header", readings={"R-37": "union"}),
        "not played": b"".join(lines[:2]) + ended,
        "cut": b"".join(lines[:300]),
        "broken": changed(whole, "epoch", t=7),
        "learned": entry("L3-A2").trace,
        "one step": entry("one-step").trace,
        "unlucky": entry("unlucky-09").trace,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.jsonl").write_bytes(text)
    return {name: tmp_path / f"{name}.jsonl" for name in texts}


def test_what_lemmas_and_trace_print(proofs_check: Command, traces: dict[str, Path]) -> None:
    of_statements, of_traces = set[str](), set[str]()
    for path in traces.values():
        done = proofs_check("lemmas", path, "--json", "--quiet")
        for line in done.out.splitlines():
            of_statements |= {s["verdict"] for s in json.loads(line).get("statements", ())}
        counted = proofs_check("lemmas", path, "--quiet").out.splitlines()
        if counted and " forms, " in counted[-1]:
            of_statements |= set(
                re.findall(r"[0-9]+ ([A-Za-z][A-Za-z ]*)(?:,|$)", counted[-1].split("; ")[1])
            )
        done = proofs_check("trace", path, "--json", "--quiet")
        if done.out:
            of_traces.add(json.loads(done.out)["verdict"])
        text = proofs_check("trace", path, "--quiet").out
        of_traces |= set(re.findall(r"^verdict +(.+)$", text, re.MULTILINE))
    assert unknown(of_statements | of_traces) == set()
    assert of_statements >= {"HOLDS", "FAILS", "VACUOUS", "NOT CLAIMED", "NOT EVALUATED"}
    assert of_traces >= {"conforms", "does not conform", "vacuous"}


def test_a_planted_verdict_of_lemmas_is_seen(
    proofs_check: Command, traces: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs_check.evaluation.evaluate.VACUOUS", "TRIVIAL")
    done = proofs_check("lemmas", traces["one step"], "--json", "--quiet")
    data: dict[str, Any] = json.loads(done.out)
    assert unknown({s["verdict"] for s in data["statements"]}) == {"TRIVIAL"}


def test_the_kit_says_words_of_the_vocabulary() -> None:
    for rule, word in (("improbable", "improbable"), ("malformed", "does not conform")):
        result = kit.KitResult(cases=1, failure=kit.CaseFailure(rule, "because"), first_failure=1)
        said = result.report().splitlines()[0].split(" (")[0]
        assert said == word and not unknown({said})


def test_each_word_has_one_meaning() -> None:
    assert len(set(MEANINGS.values())) == len(MEANINGS)
    constants = {v for k, v in vars(vocabulary).items() if k.isupper() and isinstance(v, str)}
    assert constants <= MEANINGS.keys() and all(word == word.upper() for word in MEANINGS)
