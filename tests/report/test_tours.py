"""The tours are executed: what their blocks show is what is printed. The site has all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check.report.html import site
from reference.support.errors import OK, USAGE
from tests.called import Command
from tests.paths import ROOT
from tests.report.markdown import blocks, links, spans
from tests.report.test_readme import PROGRAMS, shows_what_is_printed
from tests.report.test_spec import FORMATS

TOURS = {tour: (ROOT / f"proofs_check/tours/{tour}.md").read_text("utf-8") for tour in site.TOURS}


@pytest.mark.parametrize("tour", TOURS)
def test_what_a_tour_shows_is_what_is_printed(tour: str, tmp_path: Path) -> None:
    shown = [(language, block) for _, language, block in blocks(TOURS[tour])]
    assert shown and {language for language, _ in shown} <= {"console", "pycon"}
    for language, block in shown:
        shows_what_is_printed(language, block, tmp_path)


@pytest.mark.parametrize("tour", TOURS)
def test_a_tour_leads_to_pages_of_the_site(tour: str) -> None:
    assert set(links(TOURS[tour])) <= {"../kit/README.md"}  # the site has nothing else


def test_commands_in_the_text_of_a_tour_have_such_options(
    ucrl_lp: Command, proofs_check: Command
) -> None:
    helps = {
        "proofs-check": "".join(
            proofs_check(*name, "--help").out for name in ([], ["audit"], ["report"], ["explain"])
        ),
        "ucrl-lp simulate": "".join(
            ucrl_lp("simulate", *name, "--help").out for name in ([], ["figure1"])
        ),
    }
    for span in [s for text in TOURS.values() for s in spans(text) if s.startswith(PROGRAMS)]:
        known = next(text for program, text in helps.items() if span.startswith(program))
        for word in re.findall(r" (--[a-z]+|coq\b)", span):
            assert word in known, span


@pytest.mark.extra("docs")
def test_a_page_of_the_site_for_each_tour(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(site, "api_pages", dict)
    monkeypatch.setattr(site, "_report", lambda workers, paper: {})
    words = ["site", tmp_path / "site", "--quiet"]
    assert proofs_check(*words).status == OK
    for tour in site.TOURS:
        page = (tmp_path / f"site/tours/{tour}.html").read_text("utf-8")
        assert f"<h1>A tour for {tour}s</h1>" in page and page.count("<script") == 1
    figure, coq = ((tmp_path / "site" / name).read_text("utf-8") for name in (
        "figure1.html", "coq/challenge/Challenge.v.html"))  # fmt: skip
    assert 'href="data:image/png;base64,' in figure and 'id="L12"' in coq
    student = (tmp_path / "site/tours/student.html").read_text("utf-8")
    assert student.count("data:image/png") == 4 and "<math" in student and "V(pi*) = 1" in student
    assert lost_anchors(tmp_path / "site") == []
    kit = (tmp_path / "site/kit/README.html").read_text("utf-8")
    assert 'href="../spec.html#' in kit
    files = (tmp_path / "site/coq/README.html").read_text("utf-8")
    assert 'href="../coq/sharper/Theorem4.v.html"' in files
    spec = tmp_path / "site/spec.html"
    text = spec.read_text("utf-8")
    for page in FORMATS:  # to which spec.md leads
        made = page.removeprefix("proofs_check/").replace(".md", ".html")
        assert f'href="{made}' in text and (tmp_path / "site" / made).is_file(), page
    assert '<h2 id="readings">' in text and "<math" in text and "$T$" not in text
    for table in re.findall(r"(?s)<table>(.*?)</table>", text):  # a bar in a formula ends no cell
        cells = [len(re.findall("<t[hd][ >]", row)) for row in table.split("<tr>")[1:]]
        assert set(cells) == {cells[0]}, table[:99]
    spec.write_text(text.replace('id="readings"', 'id="redings"'), "utf-8")
    assert any("#readings" in anchor for anchor in lost_anchors(tmp_path / "site"))
    assert proofs_check(*words).status != OK  # it exists
    monkeypatch.setattr(site, "NEEDED", ("no_such_library",))
    assert proofs_check("site", tmp_path / "other", "--quiet").status == USAGE


def lost_anchors(made: Path) -> list[str]:
    """Links to an element that its page, which is there, does not have."""
    texts = {page: page.read_text("utf-8") for page in made.rglob("*.html")}
    lost = []
    for page, text in texts.items():
        for target, id in re.findall(r'<a href="([^"#:]*)#([^"]+)"', text):
            there = (page.parent / target).resolve() if target else page
            if there in texts and f'id="{id}"' not in texts[there]:
                lost.append(f"{page.name}: {target}#{id}")
    return lost


def test_what_the_site_does_not_have_is_text() -> None:
    hrefs = {"a.md#x": 1, "../b.v": 2, "../../c.md": 3, "#d": 4}
    body = " ".join(f'<a href="{href}">{k}</a>' for href, k in hrefs.items())
    image = '<img src="e.png" alt="5" />'
    joined = site._joined(f"{body} {image}", "tours/t.html", {"tours/a.html", "b.v.html"})
    assert joined == '<a href="../tours/a.html">1</a> <a href="../b.v.html">2</a> 3 4 5'


def test_every_link_of_the_site_leads_somewhere(tmp_path: Path, proofs_check: Command) -> None:
    made = tmp_path / "site"
    assert proofs_check("site", made).status == OK
    pages = [page for page in made.rglob("*.html") if "api" not in page.parts]
    start = (made / "index.html").read_text("utf-8")
    assert all(f'href="{entry.href}"' in start for entry in site.NAV)
    theorem = (made / "statements/thm-main.html").read_text("utf-8")
    assert re.search(r'href="\.\./coq/[\w/]+\.v\.html#L\d+"', theorem)
    assert len(pages) > 90 and (made / "api/reference/ucrl_lp.html").exists()
    for page in pages:
        for target in re.findall(r'<a href="([^"#:]+)', page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)
