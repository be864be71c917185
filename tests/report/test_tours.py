"""The tours are executed: what their blocks show is what is printed. The site has all of them."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from proofs_check.__main__ import main
from proofs_check.report.html import site
from reference.support.errors import OK, USAGE
from tests.paths import ROOT
from tests.report.markdown import blocks, links, spans
from tests.report.test_readme import PROGRAMS, agrees, sh, steps

TOURS = {tour: (ROOT / f"proofs_check/tours/{tour}.md").read_text("utf-8") for tour in site.TOURS}


@pytest.mark.slow
@pytest.mark.parametrize("tour", TOURS)
def test_what_a_tour_shows_is_what_is_printed(tour: str, tmp_path: Path) -> None:
    shown = [(language, block) for _, language, block in blocks(TOURS[tour])]
    assert shown and {language for language, _ in shown} <= {"console", "pycon"}
    for language, block in shown:
        if language == "pycon":
            test = doctest.DocTestParser().get_doctest(block, {}, tour, None, 0)
            assert doctest.DocTestRunner().run(test).failed == 0
            continue
        for command, expected in steps(block):
            done = sh(command, tmp_path)
            assert done.returncode == 0, (command, done.stderr)
            assert agrees(expected, done.stdout), f"$ {command}\n{done.stdout}"


def test_commands_in_the_text_of_a_tour_have_such_options() -> None:
    helps = {p: sh(f"{p} --help", ROOT).stdout for p in ("proofs-check", "ucrl-lp simulate")}
    for span in [s for text in TOURS.values() for s in spans(text) if s.startswith(PROGRAMS)]:
        known = next(text for program, text in helps.items() if span.startswith(program))
        for word in re.findall(r" (--[a-z]+|coq\b)", span):
            assert word in known, span


def test_a_page_of_the_site_for_each_tour(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(site, "_write_api", lambda path: None)
    monkeypatch.setattr(site, "_write_report", lambda path, workers: None)
    assert main(["docs", str(tmp_path / "site"), "--quiet"]) == OK
    for tour in site.TOURS:
        page = (tmp_path / f"site/tours/{tour}.html").read_text("utf-8")
        assert f"<h1>A tour for {tour}s</h1>" in page and "<script" not in page
        assert set(links(TOURS[tour])) <= {"../kit/README.md"}  # the site has nothing else
    assert main(["docs", str(tmp_path / "site"), "--quiet"]) != OK  # it exists
    monkeypatch.setattr(site, "NEEDED", ("no_such_library",))
    assert main(["docs", str(tmp_path / "other"), "--quiet"]) == USAGE


@pytest.mark.slow
def test_every_link_of_the_site_leads_somewhere(tmp_path: Path) -> None:
    made = tmp_path / "site"
    assert main(["docs", str(made)]) == OK
    pages = [page for page in made.rglob("*.html") if "api" not in page.parts]
    assert len(pages) > 90 and (made / "api/reference/ucrl_lp.html").exists()
    for page in pages:
        for target in re.findall(r'<a href="([^"#:]+)', page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)
