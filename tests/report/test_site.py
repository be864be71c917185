"""The site by structure: what every page has, what the search finds, what the API shows, its size.

Each check is over all pages, and each is shown a page that breaks it."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Sequence
from html import unescape
from posixpath import dirname, join, normpath
from typing import Any

import pytest

import proofs_check
import reference
from proofs_check.ledger.registry import REGISTRY, main_theorem
from proofs_check.report.html import audit_pages, render, search, site
from proofs_check.report.pages import panels, tight_family
from proofs_check.report.pages.statement import shown_theorems
from proofs_check.report.pages.statements import statements
from tests.paths import ROOT
from tests.report.markdown import blocks
from tests.report.test_html import Page, result

LARGEST = 15_000_000  # bytes of the site
PROGRAMS = ("proofs-check ", "ucrl-lp ", "python ", "make ", "g++ ")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The whole site, of an audit whose evidence is made up."""
    around = audit_pages.Around(site.NAV, site._doors(), {}, site.COMMAND)
    own = {**site._own_pages(), **site.api_pages()}
    return {**own, **audit_pages.audit_pages(result(), around=around)}


@pytest.fixture(scope="module")
def shown(pages: dict[str, str]) -> dict[str, str]:
    """The pages that a browser shows."""
    return {name: text for name, text in pages.items() if name.endswith(".html")}


# ----------------------------------------------------------------------------- every page


def without_frame(name: str, text: str) -> list[str]:
    """What a page lacks of the frame: search, skip link, style, a title, five entries."""
    scripts = [
        normpath(join(dirname(name), src)) for src in re.findall(r'<script src="(.*?)"', text)
    ]
    top = re.search(r'<nav aria-label="Pages">(.*?)</nav>', text, re.S)
    entries = re.findall(r">([^<>]+)</a>", top[1]) if top else []
    has = {
        "search": scripts == ["site.js"] and text.count("<script") == 1,
        "entries": entries == [entry.title for entry in site.NAV] and len(entries) == 5,
        "here": len(re.findall(r'aria-current="(?:page|true)"', top[1] if top else "")) == 1,
        "skip": '<a class="skip" href="#content">' in text,
        "title": bool(re.search(r"<title>[^<]+</title>", text)),
        "style": f'href="{"../" * name.count("/")}style.css"' in text,
        "network": not re.search(r'(?:src|href)="(?:https?:)?//', text),
    }
    return [part for part, there in has.items() if not there]


def test_every_page_has_search_five_entries_and_the_frame(shown: dict[str, str]) -> None:
    assert {name: less for name, text in shown.items() if (less := without_frame(name, text))} == {}
    text = shown["api/reference.html"]
    for part, changed in {
        "search": text.replace("site.js", "other.js"),
        "entries": text.replace(">Findings</a>", "></a>"),
        "here": text.replace("aria-current", "data-current"),
        "skip": text.replace('class="skip"', ""),
        "network": text.replace('href="#content"', 'href="https://example.org"', 1),
    }.items():
        assert part in without_frame("api/reference.html", changed), part


def test_what_stands_below_an_entry_is_there(pages: dict[str, str]) -> None:
    hrefs = [
        href for entry in site.NAV for href in (entry.href, *(at for _, at in entry.subentries))
    ]
    assert len(site.NAV) == 5
    for href in hrefs:
        name, _, id = href.partition("#")
        assert name in pages and (not id or f'id="{id}"' in pages[name]), href
    assert not any("catalogue" in text for text in pages.values())


def without_anchor(text: str) -> list[str]:
    """The headings that lead nowhere, and ids that a page has twice."""
    main = text[text.index("<main") :]
    headings = re.findall(r"<h[23]((?: [^>]*)?)>(.*?)</h[23]>", main, re.S)
    bad = []
    for has, says in headings:
        id = re.search(r'\bid="([^"]+)"', has)
        if id is None or f'<a class="anchor" href="#{id[1]}" aria-label="link to' not in says:
            bad.append(says)
    ids = re.findall(r' id="([^"]*)"', text)
    return bad + sorted({id for id in ids if ids.count(id) > 1})


def test_every_heading_has_an_anchor_of_its_own(shown: dict[str, str]) -> None:
    listings = {name for name in shown if name.endswith(".v.html")}  # 30 000 lines: by the regex
    for name in shown.keys() - listings:
        assert without_anchor(shown[name]) == [], name
    text = shown["kit/README.html"]
    assert without_anchor(text.replace('id="five-steps"', ""))
    assert without_anchor(text.replace("<main ", '<p id="five-steps"></p><main ')) == ["five-steps"]
    assert render.with_anchors("<h2>A &amp; b</h2><h3>A  b</h3>").count('id="a--b') == 2


def without_scope(text: str) -> list[str]:
    """The heads of columns that do not say so."""
    return [head for head in re.findall(r"<th\b[^>]*>", text) if "scope=" not in head]


def test_every_head_of_a_table_has_a_scope(shown: dict[str, str]) -> None:
    heads = sum(text.count("<th ") for text in shown.values())
    assert heads > 300
    assert {name for name, text in shown.items() if without_scope(text)} == set()
    assert without_scope(shown["spec.html"].replace('<th scope="col"', "<th", 1)) == ["<th>"]


def test_the_site_is_small(pages: dict[str, str]) -> None:
    """With every page of the Coq development, and the index of the search."""
    size = sum(len(text.encode()) for text in pages.values())
    index = len(search.search_index(pages).encode())
    assert size + index < LARGEST and index < 2_500_000
    assert len([name for name in pages if name.endswith(".html")]) < 320


# ----------------------------------------------------------------------------- search


def entries(script: str) -> list[list[str]]:
    """The entries of an index: address, page, heading, text."""
    read: list[list[str]] = json.loads(script[script.index("[") : script.rindex("]") + 1])
    return read


def lost(index: list[list[str]], pages: dict[str, str]) -> list[str]:
    """The addresses that lead to no page, or to no place on it."""
    ids = {name: set(re.findall(r' id="([^"]*)"', pages[name])) for name in pages}
    return [
        href
        for href, *_ in index
        for name, _, id in [href.partition("#")]
        if name not in pages or (id and id not in ids[name])
    ]


def test_the_search_knows_every_page_and_leads_to_places_that_are_there(
    shown: dict[str, str],
) -> None:
    index = entries(search.search_index(shown))
    assert {href.partition("#")[0] for href, *_ in index} == set(shown)
    assert lost(index, shown) == []
    assert lost([["kit/README.html#nowhere", "", "", ""], ["no.html", "", "", ""]], shown) == [
        "kit/README.html#nowhere", "no.html",
    ]  # fmt: skip
    headings = {(href, heading) for href, _, heading, _ in index}
    line = re.search(
        r'id="(L\d+)">Theorem theorem_4_three', shown["coq/sharper/ConstantThree.v.html"]
    )
    assert line and (f"coq/sharper/ConstantThree.v.html#{line[1]}", "theorem_4_three") in headings
    assert ("api/reference.html#run", "run") in headings
    for label, statement in statements(result()).items():
        of_page = " ".join(text for at, *_, text in index if at.partition("#")[0] == statement.href)
        assert label in of_page, label
    assert all("coq/" in href for href, *_ in index if re.search(r"#L\d", href))


def test_the_script_asks_nothing_of_a_network() -> None:
    script = render.script()
    asks = (
        r"fetch\(|XMLHttp|WebSocket|import\s*\(|https?:|sendBeacon|eval\(|innerHTML|document\.write"
    )
    assert not re.search(asks, script)
    assert re.search(asks, script + 'fetch("x")')
    frame = render.template(
        "base.html", title="t", page_style="", body="", navigation=render.Navigation((), "x"),
        made="", command="", foot="", alone=False, style="",
    )  # fmt: skip
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', frame)
    assert policy and "default-src 'none'" in policy[1] and "script-src 'self' file:" in policy[1]
    assert "connect-src" not in policy[1] and "unsafe-inline' " not in policy[1].split("script")[1]


# ----------------------------------------------------------------------------- code


def unpasteable(block: str) -> list[str]:
    """The lines of a block of shell commands that have words after them which are no comment."""
    bad = []
    for line in block.splitlines():
        command = line.removeprefix("$ ")
        if command.startswith(PROGRAMS):
            bare = re.sub(r"\"[^\"]*\"|'[^']*'", '""', command)
            if re.search(r"\S {3,}[^#\s]", bare):
                bad.append(line)
    return bad


def test_blocks_of_commands_can_be_pasted(shown: dict[str, str]) -> None:
    texts = {
        name: [
            unescape(re.sub("<[^>]*>", "", code))
            for code in re.findall(r"<pre[^>]*>(.*?)</pre>", text, re.S)
        ]
        for name, text in shown.items()
        if not name.startswith(("statements/", "coq/"))
    }
    for name in ("README.md", "CONTRIBUTING.md"):
        there = (ROOT / name).read_text("utf-8")
        texts[name] = [content for _, language, content in blocks(there) if language != "text"]
    assert {n: bad for n, of in texts.items() for code in of if (bad := unpasteable(code))} == {}
    commands = [line for of in texts.values() for code in of for line in code.splitlines()]
    assert sum(line.removeprefix("$ ").startswith(PROGRAMS) for line in commands) > 15
    said = 'proofs-check kit --against "./a   b"'
    assert unpasteable(f"{said}    # cases\n{said}     cases") == [f"{said}     cases"]


# ----------------------------------------------------------------------------- the API


def angled(said: str) -> list[str]:
    """The formulas of a docstring that are written like a tag: <q, r_hat>."""
    text = re.sub(r"(?m)^( {4}|>>>|\.\.\.).*$|`[^`]*`", "", said)
    return re.findall(r"<[^<>\n]*,[^<>\n]*>", text)


def documented(module: Any) -> list[str]:
    """The docstrings of a module and of what is public in it."""
    own = [value for name, value in vars(module).items() if name[0] != "_"]
    own = [value for value in own if getattr(value, "__module__", "") == module.__name__]
    inner = [
        member for kind in own if inspect.isclass(kind) for name, member in vars(kind).items()
        if name[0] != "_" and (inspect.isfunction(member) or isinstance(member, property))
    ]  # fmt: skip
    return [inspect.getdoc(value) or "" for value in (module, *own, *inner)]


def lost_formulas(pages: dict[str, str]) -> tuple[int, list[str]]:
    """How many formulas the API has in angles, and those that its pages do not show."""
    number, missing = 0, []
    for name in (name for _, *group in site.API for name in group):
        shown_text = Page(pages[f"api/{name.replace('.', '/')}.html"]).text
        for said in documented(importlib.import_module(name)):
            for formula in angled(said):
                number += 1
                missing += [] if formula in shown_text else [f"{name}: {formula}"]
    return number, missing


def test_no_formula_in_angles_is_lost(
    pages: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, missing = lost_formulas(pages)
    assert number > 5 and missing == []
    monkeypatch.setattr(site, "angles_kept", lambda text: text)
    try:
        lost_now = lost_formulas(site.api_pages())[1]
    except AssertionError:  # a tag that nothing closes
        lost_now = ["<q, r_hat>"]
    assert lost_now


def test_the_api_is_what_a_program_calls(pages: dict[str, str]) -> None:
    listed = [name for _, *group in site.API for name in group]
    made = {name for name in pages if name.startswith("api/")}
    assert made == {f"api/{n.replace('.', '/')}.html" for n in listed} | {"api/index.html"}
    assert len(listed) == len(set(listed)) < 40
    exported = pages["api/reference.html"]
    assert all(f'id="{name}"' in exported for name in reference.__all__)
    for dotted in re.findall(r"- `(proofs_check[\w.]+)`", proofs_check.__doc__ or ""):
        module, _, name = dotted.rpartition(".")
        assert hasattr(importlib.import_module(module), name), dotted
        assert f'id="{name}"' in pages[f"api/{module.replace('.', '/')}.html"], dotted
    table = (ROOT / "reference/README.md").read_text("utf-8").partition("|---|")[2]
    for file in re.findall(r"\[`(\w+)\.py`\]", table.partition("\n\n")[0]):
        helper = file in ("glop", "lp1_sparse_rows")  # how LP1 is solved; nobody calls them
        assert (f"reference.{file}" in listed) != helper, file


# ----------------------------------------------------------------------------- statements


def test_the_theorem_shown_is_the_one_claimed(pages: dict[str, str]) -> None:
    """First on every statement's page: a theorem on all of its last form, if there is one. Theorem
    4's headline and theorem have the constant 3 with 1 - delta."""
    counted = 0
    for statement in statements(result()).values():
        theorems = shown_theorems(statement)
        last = statement.last.claim.key
        whole = [t.name for t, of in theorems for m in of if m.key == last and not m.part]
        if whole:
            counted += 1
            assert theorems[0][0].name in whole, statement.label
            text = Page(pages[statement.href]).text
            first = re.search(r"(?:Proved|Refuted|Shown not to follow,) in Coq[^:]*: (\w+)", text)
            assert first and first[1] == theorems[0][0].name, statement.label
    assert counted > 60
    main = statements(result())[main_theorem()]
    theorem = shown_theorems(main)[0][0].statement
    assert re.search(
        r"1 - delta <=.*3 \* \(L \* X S L\) \* sqrt \(T \* #\|A\| \* Lam\)", theorem, re.S
    )
    assert "2 + sqrt" not in theorem
    text = Page(pages[main.href]).text
    before = text[: text.index("Other constants")]
    assert "constant 3 with probability" in before and "2.811" not in before
    assert pages[main.href].count("constant, if visits double") == 1  # one table of constants


def test_what_is_folded_is_on_the_page_and_the_answers_are_not_folded(
    pages: dict[str, str],
) -> None:
    """The catalogue is gone: kinds, steps, readings and code of both forms are here."""
    for label, statement in statements(result()).items():
        text = pages[statement.href]
        open_text = re.sub(r"(?s)<details>.*?</details>", "", text)
        for question in ("What does the paper say?", "Is it true?", "How tight is it?"):
            assert question in open_text, label
        for r in statement.forms:
            claim = REGISTRY[r.claim.key]
            assert claim.kind in open_text, label
            assert all(f">{id}</a>" in open_text for id in claim.readings), label
            assert f"{claim.module}.py" in text, label
            assert not claim.steps or "Steps" in text, label


def uncovered(
    boxes: Sequence[panels.Box], size: tuple[int, int], top: int
) -> list[tuple[int, int]]:
    """The points of a picture, every tenth, that are in none of its parts."""
    width, height = size
    points = [(x, y) for x in range(60, width, 10) for y in range(top, height - 12, 10)]
    return [(x, y) for x, y in points
            if not any(a <= x <= a + w and b <= y <= b + h for a, b, w, h in boxes)]  # fmt: skip


def test_a_narrow_page_shows_all_of_a_picture_of_panels() -> None:
    """All below its title; the bytes are there once."""
    folder = ROOT / "reference/figure1/committed"
    for boxes, name, top in (
        (site.PANELS, "figure1.png", 38),
        (tight_family.PANELS, "tight.png", 40),
    ):
        png = (folder / name).read_bytes()
        size = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
        markup = panels.panels(png, 'an "alt"', boxes, "p")
        assert markup.count("data:image/png") == 1 and markup.count("<use ") == len(boxes)
        assert markup.count('aria-label="an &quot;alt&quot;"') == 2
        assert uncovered(boxes, size, top) == []
        assert uncovered(boxes[:1], size, top)
