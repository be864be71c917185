"""spec.md stays true: readings, lines of Algorithm 1, rules and paths are held against the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check import spec_page
from reference.readings import READINGS

ROOT = Path(__file__).parent.parent
SPEC = (ROOT / "spec.md").read_text(encoding="utf-8")
CODE = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for package in ("reference", "proofs_check")
    for path in sorted((ROOT / package).rglob("*.py"))
}


def test_readings_are_those_of_the_code() -> None:
    headings = re.findall(r"^### (R-\d+) `([^`]+)`: (.+)$", SPEC, re.MULTILINE)
    expected = [(r.id, r.key, " | ".join(r.choices)) for r in READINGS]
    assert headings == expected


@pytest.mark.parametrize("reading", READINGS, ids=lambda r: r.id)
def test_every_reading_says_what_why_and_how_much(reading: object) -> None:
    body = SPEC.split(f"### {reading.id} `", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]  # type: ignore[attr-defined]  # a Reading
    for part in ("*The paper says*", "*We do*", "*Why:*", "*Measured effect:*"):
        assert part in body


def test_every_reading_cited_in_code_exists() -> None:
    known = {r.id for r in READINGS}
    for path, text in CODE.items():
        for cited in re.findall(r"\bR-\d+\b", text):
            assert cited in known, f"{path} cites {cited}"


def test_every_line_of_algorithm_1_is_cited_where_it_is_carried_out() -> None:
    lines = [int(n) for n in re.findall(r"^\| (\d+) \| ", SPEC, re.MULTILINE)]
    lines = lines[: lines.index(19) + 1]
    assert lines == list(range(1, 20))
    text = CODE["reference/ucrl_lp.py"] + CODE["reference/play.py"]
    cited: set[int] = set()
    for first, last in re.findall(r"\bl\. (\d+)(?:-(\d+))?", text):
        cited |= set(range(int(first), int(last or first) + 1))
    assert cited == set(lines)


def test_equations_cited_in_code_exist() -> None:
    for path, text in CODE.items():
        for number in re.findall(r"[Ee]q\. \((\d+)\)", text):
            if "baselines" not in path:  # those cite their own papers
                assert 1 <= int(number) <= 35, f"{path} cites eq. ({number})"


def test_rules_table_is_generated() -> None:
    assert spec_page.part(SPEC, "rules") == spec_page.rules()


def test_statements_are_generated() -> None:
    """Docstrings equal the quoted statements; regenerate with python -m proofs_check.spec_page."""
    assert spec_page.part(SPEC, "statements") == spec_page.statements()


def test_paths_named_in_the_spec_exist() -> None:
    for path in re.findall(r"`((?:reference|proofs_check|tests)/[\w./]+)`", SPEC):
        assert (ROOT / path).exists(), path
