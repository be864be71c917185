"""spec.md stays true: it is compared with the code, and every link leads somewhere."""

from __future__ import annotations

import ast
import re

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.report import spec_page
from reference.readings import READINGS
from reference.support.versions import SPECIFICATION
from tests.paths import ROOT
from tests.report.markdown import anchors, links
from tests.structure.imports import modules

SPEC = (ROOT / "spec.md").read_text(encoding="utf-8")
PAGES = (
    "README.md",
    "spec.md",
    "tests/README.md",
    "reference/figure1/committed/findings.md",
)
statements.load()


def section(title: str) -> str:
    return SPEC.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


# ----------------------------------------------------------------------------- the document


@pytest.mark.parametrize("name", ["contents", "equations", "rules", "errata"])
def test_part_is_generated(name: str) -> None:
    """Regenerate with python -m proofs_check.report.spec_page."""
    make = getattr(spec_page, f"{name}_part")
    expected = make(SPEC) if name == "contents" else make()
    assert spec_page.part(SPEC, name) == expected


def test_the_specification_is_short_enough_to_be_read() -> None:
    """Rows of generated tables and readings do not count: each statement and each reading adds
    some."""
    text = SPEC.replace(section("Readings"), "")
    written = re.sub(r"<!-- generated: .*?<!-- end -->\n", "", text, flags=re.DOTALL)
    assert len(written.splitlines()) <= 690


@pytest.mark.parametrize("page", PAGES)
def test_links_and_anchors_resolve(page: str) -> None:
    resolves(page)


def resolves(page: str) -> None:
    """Links lead to files and anchors that are there."""
    text = (ROOT / page).read_text(encoding="utf-8")
    known = anchors(text)
    assert len(known) == len(set(known)), "a heading that occurs twice has no anchor of its own"
    targets = [target for target in links(text) if "://" not in target]
    assert len(targets) > 300 or page != "spec.md"
    others: dict[str, list[str]] = {"": known}
    for target in targets:
        path, _, fragment = target.partition("#")
        file = (ROOT / page).parent / path
        assert file.exists(), target
        if fragment and path not in others:
            others[path] = anchors(file.read_text(encoding="utf-8"))
        assert not fragment or fragment in others[path], target


def test_order_is_statements_readings_formats_rules_errata_changes() -> None:
    titles = re.findall(r"^## (.+)$", SPEC, re.MULTILINE)
    order = ["Statements", "Readings", "The trace", "Conformance rules", "Findings", "Changes"]
    assert [title for title in titles if title in order] == order
    assert titles[-1] == "Changes"


def test_version_is_that_of_the_last_change() -> None:
    (version,) = re.findall(r"^Version (\S+)\. ", SPEC, re.MULTILINE)
    assert re.findall(r"^- (\d[\d.]*): ", section("Changes"), re.MULTILINE)[0] == version
    assert version == SPECIFICATION


def test_paths_named_in_the_spec_exist() -> None:
    for path in re.findall(r"`((?:reference|proofs_check|tests)/[\w./]+)`", SPEC):
        assert (ROOT / path).exists(), path


# ----------------------------------------------------------------------------- from paper to code


def test_every_statement_leads_to_its_code_in_two_steps() -> None:
    """Its row in the status table has a link to its entry and to the module that checks it."""
    rows = {row.split("`")[1]: row for row in spec_page.part(SPEC, "status").splitlines()[2:]}
    for (label, _), claim in REGISTRY.items():
        assert f"](proofs_check/statements/{claim.module}.py)" in rows[label]
        assert f"proofs_check.statements.{claim.module}" in modules()


def test_every_module_of_a_statement_names_its_label() -> None:
    """The other way: from the module to the label in the paper's source."""
    for claim in REGISTRY.values():
        assert f'"{claim.label}"' in modules()[f"proofs_check.statements.{claim.module}"], claim.key


def test_every_line_of_algorithm_1_is_marked_where_it_is_carried_out() -> None:
    """In one function, in the printed order, each line first marked after the one before."""
    row = r"^\| (\d+) \| .* \| \[`(.+)`\]\(.+\) \|$"
    rows = re.findall(row, section("Algorithm 1"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 20))
    for number, module in rows:
        label = STATEMENTS[module].label
        assert f"alg:main/{number}" in REGISTRY[label, "printed"].covers
    page = modules()["reference.ucrl_lp"]
    (body,) = [f for f in ast.parse(page).body if getattr(f, "name", "") == "ucrl_lp"]
    marked: list[int] = []
    code = ast.get_source_segment(page, body) or ""
    for first, last in re.findall(r"# l\. (\d+)(?:-(\d+))?", code):
        marked += range(int(first), int(last or first) + 1)
    assert list(dict.fromkeys(marked)) == list(range(1, 20))


def test_equations_of_the_algorithm_are_computed_somewhere() -> None:
    rows = [row.split(" | ") for row in spec_page.part(SPEC, "equations").splitlines()[2:]]
    assert [row[0][2:] for row in rows] == [
        *(f"({k})" for k in range(1, 18)), "LP1", *(f"({k})" for k in range(18, 36))
    ]  # fmt: skip
    for row in rows[:18]:
        assert "](reference/" in row[3], row[0]


def test_equations_cited_in_code_exist() -> None:
    for path, text in modules().items():
        for number in re.findall(r"[Ee]q\. \((\d+)\)", text):
            if "baselines" not in path:  # those cite their own papers
                assert 1 <= int(number) <= 35, f"{path} cites eq. ({number})"


# ----------------------------------------------------------------------------- readings


def test_readings_are_those_of_the_code() -> None:
    headings = re.findall(r"^### (R-\d+) `([^`]+)`: (.+)$", SPEC, re.MULTILINE)
    expected = [(r.id, r.key, " | ".join(r.choices)) for r in READINGS]
    assert headings == expected


@pytest.mark.parametrize("id", [r.id for r in READINGS])
def test_every_reading_says_what_why_and_how_much(id: str) -> None:
    body = SPEC.split(f"### {id} `", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    for part in ("*The paper says*", "*We do*", "*Why:*", "*Measured effect:*"):
        assert part in body


def test_every_reading_cited_in_code_exists() -> None:
    known = {r.id for r in READINGS}
    for path, text in modules().items():
        for cited in re.findall(r"\bR-\d+\b", text):
            assert cited in known, f"{path} cites {cited}"
