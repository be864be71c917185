"""spec.md, and the pages of formats, rules and findings that it leads to, stay true: they are
compared with the code, and every link leads somewhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.report import spec_page
from reference.readings import READINGS
from reference.support.errors import MalformedInput
from reference.support.versions import SPECIFICATION
from tests.paths import ROOT
from tests.report.markdown import anchors, links
from tests.structure.imports import modules

SPEC = (ROOT / "spec.md").read_text(encoding="utf-8")
OF_GUESTS = ROOT / "reference/guests/README.md"  # may not be installed
GUESTS = OF_GUESTS.read_text(encoding="utf-8") if OF_GUESTS.is_file() else ""
FORMATS = (
    "proofs_check/README.md",
    "proofs_check/certificate/README.md",
    "proofs_check/conformance/README.md",
    "proofs_check/coq/judge/README.md",
    "proofs_check/kit/README.md",
    "proofs_check/kit/coverage.md",
    "proofs_check/vectors/README.md",
    "reference/environments/README.md",
    "reference/figure1/README.md",
    *("reference/guests/family/README.md", "reference/guests/flat/README.md") * bool(GUESTS),
    "reference/trace/README.md",
)
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "spec.md",
    "proofs_check/coq/judge/TRUST.md",
    "proofs_check/statements/README.md",
    "reference/README.md",
    "tests/README.md",
    "reference/figure1/committed/findings.md",
    *FORMATS,
)
statements.load()


def section(title: str) -> str:
    return SPEC.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


# ----------------------------------------------------------------------------- the document


@pytest.mark.parametrize("name, page", [
    ("contents", spec_page.SPEC), ("equations", spec_page.SPEC), ("findings", spec_page.SPEC),
    ("rules", spec_page.RULES_PAGE), ("errata", spec_page.FINDINGS_PAGE),
    ("diameters", spec_page.FINDINGS_PAGE),
])  # fmt: skip
def test_part_is_generated(name: str, page: Path) -> None:
    """Regenerate with python -m proofs_check.report.spec_page."""
    make = getattr(spec_page, f"{name}_part")
    expected = make(SPEC) if name == "contents" else make()
    assert spec_page.part((ROOT / page).read_text(encoding="utf-8"), name) == expected


def test_a_part_that_is_not_in_its_page_is_refused() -> None:
    with pytest.raises(MalformedInput, match="generated part: must be in the page; found rules"):
        spec_page.part(SPEC, "rules")


def test_the_specification_is_short_enough_to_be_read() -> None:
    assert len(SPEC.split()) <= 7000
    written = re.sub(r"<!-- generated: .*?<!-- end -->\n", "", SPEC, flags=re.DOTALL)
    assert len(written.splitlines()) <= 400


@pytest.mark.parametrize("page", ["proofs_check/README.md", "spec.md"])
def test_no_cell_of_a_table_is_a_page(page: str) -> None:
    """Links count as their words. A cell of the specification once had 338."""
    text = re.sub(r"\]\([^)]*\)", "]", (ROOT / page).read_text(encoding="utf-8"))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    longest = max((len(cell.split()), cell) for row in rows for cell in row.split("|"))
    assert longest[0] <= 40, longest


def test_every_finding_is_in_the_table_and_in_words() -> None:
    words = (ROOT / spec_page.FINDINGS_PAGE).read_text(encoding="utf-8")
    table = spec_page.part(SPEC, "findings")
    assert findings()
    for name in (finding.name for finding in findings()):
        assert f"| [{name}]({spec_page.FINDINGS_PAGE}#{name.lower()}) |" in table
        assert f"\n## {name}\n" in words


def test_the_table_of_formats_leads_to_every_page() -> None:
    assert set(links(section("Formats, rules and tools"))) >= set(FORMATS)


@pytest.mark.parametrize("page", PAGES)
def test_links_and_anchors_resolve(page: str) -> None:
    resolves(page)


def resolves(page: str) -> None:
    """Links lead to files and anchors that are there."""
    text = (ROOT / page).read_text(encoding="utf-8")
    known = anchors(text)
    assert len(known) == len(set(known)), "a heading that occurs twice has no anchor of its own"
    targets = [target for target in links(text) if "://" not in target]
    assert len(targets) > 250 or page != "spec.md"
    others: dict[str, list[str]] = {"": known}
    for target in targets:
        path, _, fragment = target.partition("#")
        file = (ROOT / page).parent / path
        assert file.exists(), target
        if fragment and path not in others:
            others[path] = anchors(file.read_text(encoding="utf-8"))
        assert not fragment or fragment in others[path], target


def test_order_is_statements_readings_formats_findings_changes() -> None:
    titles = re.findall(r"^## (.+)$", SPEC, re.MULTILINE)
    order = ["Statements", "Readings", "Formats, rules and tools", "Findings", "Changes"]
    assert [title for title in titles if title in order] == order
    assert titles[-1] == "Changes"


def test_version_is_that_of_the_last_change() -> None:
    (version,) = re.findall(r"^Version (\S+)\. ", SPEC, re.MULTILINE)
    assert re.findall(r"^- (\d[\d.]*): ", section("Changes"), re.MULTILINE)[0] == version
    assert version == SPECIFICATION


def test_paths_named_in_the_spec_exist() -> None:
    for page in ("spec.md", *FORMATS):
        text = (ROOT / page).read_text(encoding="utf-8")
        for path in re.findall(r"`((?:reference|proofs_check|tests)/[\w./]+)`", text):
            assert (ROOT / path).exists(), (page, path)


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
        assert "](reference/" in row[2], row[0]


def test_equations_cited_in_code_exist() -> None:
    for path, text in modules().items():
        for number in re.findall(r"[Ee]q\. \((\d+)\)", text):
            if "baselines" not in path:  # those cite their own papers
                assert 1 <= int(number) <= 35, f"{path} cites eq. ({number})"


# ----------------------------------------------------------------------------- readings


def test_readings_are_those_of_the_code() -> None:
    """Those of other algorithms are in their room; each is in one place."""
    here, there = (
        re.findall(r"^#+ (R-\d+) `([^`]+)`: (.+)$", page, re.MULTILINE) for page in (SPEC, GUESTS)
    )
    assert set(here) | set(there) == {(r.id, r.key, " | ".join(r.choices)) for r in READINGS}
    assert len(here) + len(there) == len(READINGS)
    for headings in (here, there):
        assert headings == sorted(headings, key=lambda heading: int(heading[0][2:]))
    ours = {r.id for r in READINGS if r.scope == "UCRL-LP"}
    assert ours < {id for id, _, _ in here}


@pytest.mark.parametrize("id", [r.id for r in READINGS])
def test_every_reading_says_what_why_and_how_much(id: str) -> None:
    (page,) = (page for page in (SPEC, GUESTS) if f"# {id} `" in page)
    body = re.split(r"\n#+ ", page.split(f"# {id} `", 1)[1], maxsplit=1)[0]
    for part in (r"\*The paper says:?\*", r"\*We do\*", r"\*Why:\*", r"\*Measured effect:\*"):
        assert len(re.findall(rf"^- {part}", body, re.MULTILINE)) == 1, part


def test_every_reading_cited_in_code_exists() -> None:
    known = {r.id for r in READINGS}
    for path, text in modules().items():
        for cited in re.findall(r"\bR-\d+\b", text):
            assert cited in known, f"{path} cites {cited}"
