"""The page for implementers: its code passes the kit, its trace conforms, it stays one page."""

from __future__ import annotations

import io
import json
import random
import re
from fractions import Fraction
from typing import Any

from proofs_check.conformance.replay import check
from proofs_check.conformance.rules import BY_ID, REASONS
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case, aimed_cases, special_cases
from proofs_check.vectors.reader import folder, read_vectors
from reference.trace.reader import read_stream
from tests.paths import ROOT

PAGE = (ROOT / "proofs_check/kit/README.md").read_text(encoding="utf-8")


def algorithm() -> dict[str, Any]:
    """The functions of the page's code."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (code,) = (block for block in blocks if "def radii(" in block)
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)
    return names


def implementation(case: Case) -> list[dict[str, Any]]:
    """The page's code with a simulator."""
    names, rng, mdp = algorithm(), random.Random(case.seed), case.mdp.to_float()
    records: list[dict[str, Any]] = []

    def step(h: int, x: int, row: list[float]) -> tuple[int, int, int]:
        a = rng.choices(range(len(row)), row)[0]
        reward = int(rng.random() < mdp.r[h][x, a])
        P = mdp.P[h][x, a].tolist()
        return a, reward, rng.choices(range(len(P)), P)[0]

    names["play"](list(mdp.layers), mdp.A, case.T, case.delta, case.episodes, step, records.append)
    return records


def test_the_code_passes_the_kit() -> None:
    outcome = kit.run_cases(implementation, runs=8)
    assert outcome.failure is None, outcome.report()
    assert outcome.episodes > 1000


def test_the_code_answers_the_vectors_but_those_with_dead_states() -> None:
    """As the page says, those need another logarithm."""
    code, answered, left = algorithm(), 0, []
    for case in read_vectors(folder()):
        if case.kind != "lp1":
            continue
        q, expected = case.input, case.expected
        if q["log"] != "ln":
            left.append(case.id)
            continue
        sizes = (q["layers"], q["A"])
        sums = [[[float(Fraction(v)) for v in row] for row in of_h] for of_h in q["r_sum"]]
        eps, r_hat = code["radii"](*sizes, q["T"], float(Fraction(q["delta"])), q["N"], sums)
        value = code["solve"](*sizes, q["N"], q["N3"], eps, r_hat)[2]
        low, high = (float(Fraction(expected["value"][end])) for end in ("lo", "hi"))
        assert low - 1e-9 <= value <= high + 1e-9, case.id
        answered += 1
    assert answered > 60 and left == ["lp1/log10-infeasible"]
    assert "`inner_maximum` above does not know dead states" in " ".join(PAGE.split())


def test_the_numbers_of_cases() -> None:
    """With {episodes} in the command, and without."""
    text, coverage = PAGE, (ROOT / "proofs_check/kit/coverage.md").read_text(encoding="utf-8")
    special, without = len(special_cases()), len(special_cases(horizon=False))
    most = kit.RUNS + special + len(aimed_cases())
    (stated,) = re.findall(r"step 2 takes .* \((\d+) cases", text)
    assert kit.RUNS + special < int(stated) <= most
    assert f"{kit.RUNS + without} to {most} cases" in text
    for page in (text, coverage):
        words = " ".join(page.split())
        assert f"{special} special" in words and f"{without} without `{{episodes}}`" in words


def test_the_minimal_trace_conforms() -> None:
    lines = PAGE.split("## A minimal trace")[1].split("\n\n")[1].splitlines()
    records = [json.JSONDecoder().raw_decode(line.strip())[0] for line in lines]  # then a comment
    data = "".join(f"{json.dumps(record)}\n" for record in records).encode()
    outcome = check(read_stream(io.BytesIO(data), "page"))
    assert (outcome.holds, outcome.episodes) == (True, 3), outcome.first


def test_it_is_one_page_and_names_what_there_is() -> None:
    assert len(PAGE.splitlines()) <= 430
    named = set(re.findall(r"`([\w-]+)`", PAGE.split("## How to read a report")[1]))
    known = {*BY_ID, *(reason.id for reason in REASONS)}
    assert {reason.id for reason in REASONS} <= named
    rows = re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE)
    for name in re.findall(r"`([A-Za-z][\w-]*)`", " ".join(rows)):
        assert name in known, name
