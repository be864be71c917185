"""The report as web pages, by structure: links, anchors, escaping, bytes, refused directories."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from dataclasses import replace
from functools import cache
from html import escape
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest

from proofs_check import statements as room
from proofs_check.__main__ import parser
from proofs_check.arithmetic import Q
from proofs_check.audit.audit import AuditResult, PlantedResult, select
from proofs_check.ledger.findings import by_gravity, findings
from proofs_check.ledger.registry import (
    REGISTRY,
    Evidence,
    EvidenceKind,
    Result,
    Vacuity,
    Verdict,
    main_theorem,
)
from proofs_check.ledger.statement_graph import derive
from proofs_check.machine_checked.record import logical, machine_checked
from proofs_check.report import markdown, terminal
from proofs_check.report import output_directory as folder
from proofs_check.report.document import Math, inlines, nested
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.html import audit_pages, formula, graph, site
from proofs_check.report.html.render import MenuEntry, line_markup, listing, style_sheet
from proofs_check.report.markdown import markdown_text
from proofs_check.report.pages import overview, tight_family
from proofs_check.report.pages.audit import audit_summary
from proofs_check.report.pages.once import pieces
from proofs_check.report.pages.statement import code_place, displayed
from proofs_check.report.pages.statements import statements
from reference.support.errors import MALFORMED, USAGE, PreconditionError, UnusablePath
from reference.support.versions import source
from tests.called import Command
from tests.paths import RESULTS, ROOT
from tests.report import layout

room.load()
HOSTILE = "</dd><script>alert(1)</script><img src=x onerror=alert(2)> & \"quoted\" 'too'"


@cache
def result() -> AuditResult:
    """Every claim with its committed verdict and evidence made up here: no audit is run."""
    outcomes = {}
    witness = {"T": 3, "worst": HOSTILE, "rows": [["1/3", "2/3"]]}
    run = Evidence("exact on runs", Verdict.HOLDS, 5, "on runs", Q(0), Q(1), step=True)
    name = r"3, probability $1-\delta$"
    vacuity = Vacuity(f"{overview.SIZE}: {name}", "$LT$", 10**7)
    for key in select():
        claim, main = REGISTRY[key], key[0] == main_theorem()
        kind: EvidenceKind = "machine-checked" if main else "proved"
        e = Evidence(kind, claim.expected, 7, HOSTILE, Q(1, 3), Q(2, 3), witness, witness)
        outcomes[key] = Result(claim, claim.expected, (e, run), (vacuity,) * main)
    return AuditResult(tuple(derive(outcomes).values()))


def typeset(said: str) -> str:
    """The markup of a text of the ledger."""
    return line_markup(inlines(" ".join(said.split())), lambda _: "")


def printed() -> str:
    """What the terminal shows of the audit."""
    return terminal.terminal_text(audit_summary(result()))


def few(*labels: str) -> AuditResult:
    """The audit of these statements alone."""
    return AuditResult(tuple(r for r in result().results if r.claim.label in labels))


OTHERS = {
    "index.html", "letter.html", "letter.md", "letter.txt", "letter.tex", "pictures.html",
    "readings.html", "statements.html", "style.css", "site.js", "search.js", "findings.html",
    "findings.md", "findings.txt", "corrections.html", "corrections.diff",
}  # fmt: skip


@cache
def report_pages() -> dict[str, str]:
    """The pages of `result()`, made once in a process."""
    return audit_pages.audit_pages(result())


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return report_pages()


VOID = {"meta", "link", "br", "wbr", "img", "input", "hr"}


class Page(HTMLParser):
    """Links, ids and texts of a page; every element that is opened must be closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = ""
        self._elements: list[tuple[str, dict[str, str]]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []
        self.tags = [tag for tag, _ in self._elements]
        self.ids = [has["id"] for _, has in self._elements if "id" in has]
        self.links = [has["href"] for tag, has in self._elements if tag == "a"]
        self.handlers = [name for _, has in self._elements for name in has if name[:2] == "on"]
        others = [has for tag, has in self._elements if tag != "a"]
        targets = {has.get("src") or has.get("href", "#") for has in others}
        self.loads = {target for target in targets if not target.startswith("#")}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def read_once(text: str) -> Page:
    """A page of the report, for all tests of a process."""
    return Page(text)


def broken(pages: dict[str, str]) -> list[str]:
    """Every link that leads nowhere: to no file, to no element, or out of the report."""
    parsed = {name: read_once(text) for name, text in pages.items() if name.endswith(".html")}
    dead_links = []
    for name, page in parsed.items():
        for link in page.links:
            parts = urlsplit(link)
            target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
            lost = parts.fragment and parts.fragment not in parsed.get(target, page).ids
            if parts.scheme or parts.netloc or target not in pages or lost:
                dead_links.append(f"{name}: {link}")
    return dead_links


def test_every_link_and_anchor_resolves(pages: dict[str, str]) -> None:
    assert broken(pages) == []
    for right, wrong in (("findings.html", "fyndings.html"), ("#content", "#kontent")):
        planted = pages["index.html"].replace(right, wrong, 1)
        assert broken(pages | {"index.html": planted}) == [f"index.html: {wrong}"]


def test_every_statement_has_a_page_and_a_row_and_stands_on_the_map(pages: dict[str, str]) -> None:
    index, table = Page(pages["index.html"]), Page(pages["statements.html"])
    known = statements(result())
    for label, statement in known.items():
        boxes = sum(label == box for size in graph.SIZES for box in graph.layout()[size]["nodes"])
        proof = label == main_theorem()
        assert index.links.count(statement.href) == boxes + 2 * proof, label
        assert table.links.count(statement.href) == 2, label
        text = Page(pages[statement.href]).text
        assert f"python -m proofs_check explain {shlex.quote(label)} --recheck" in text
        for r in statement.forms:
            first, *others = r.claim.statement.split("\n\n")
            before = () if r is statement.first else displayed(statement.claim)
            for part in (*pieces(r.claim.tex, first, before), *others):
                shown = typeset(part) if isinstance(part, str) else formula.display(part.tex)
                assert shown in pages[statement.href]
            assert code_place(r.claim) in text
            assert all(id in text for id in r.claim.readings)
    assert len(known) == len({key[0] for key in select()})
    assert len(pages) == len(known) + len(OTHERS)
    assert set(pages) >= OTHERS


QUESTIONS = [
    "What does the paper say?", "Is it true?", "Does the printed argument show it?",
    "What repairs it?", "Why does it hold?", "How tight is it?", "What uses it?",
    "Evidence and code",
]  # fmt: skip


def test_a_statement_answers_in_order(pages: dict[str, str]) -> None:
    text = pages["statements/lem-occ-term-2.html"]
    assert re.findall(r"<h2[^>]*>(.*?)<a ", text) == QUESTIONS
    assert "The counterexample, in numbers<a " in text
    assert "def " in text[text.index(QUESTIONS[-1]) :]  # the source of the check


def test_theorem_4_is_true_and_its_printed_proof_has_a_gap(pages: dict[str, str]) -> None:
    """The first sentence of its page, the terminal, the overview, the findings and README.md."""
    main = statements(result())[main_theorem()]
    assert (main.answers.is_true, main.answers.printed_argument) == ("yes", "gap")
    line = overview.headline(main)
    assert terminal.in_words(line).startswith("Theorem 4 is true, machine-checked. Its printed")
    assert printed().startswith("Theorem 4 is true")
    shown = line_markup(line, lambda _: "")
    assert all(shown in pages[name] for name in ("index.html", "findings.html", main.href))
    text = Page(pages[main.href]).text
    assert "Yes. Its repaired form is machine-checked and implies it." in text
    assert "No, it has a gap." in text
    assert f"**{markdown.inline(line)}**" in (ROOT / "README.md").read_text("utf-8")


def test_the_overview_is_one_tree_for_all(pages: dict[str, str]) -> None:
    """The same words on the page, in the terminal, the findings in full and README.md."""
    tree = overview.overview(result())
    lines = [block.says for block in nested(tree) if hasattr(block, "says")]
    lines += [item for block in nested(tree) if hasattr(block, "items") for item in block.items]
    captions = [block.caption for block in nested(tree) if hasattr(block, "caption")]
    serious = [f for f in findings() if f.gravity == "serious"]
    assert len(lines) > 8 + len(serious) and len(captions) == 3
    terminal_text = " ".join(printed().split())
    for line in filter(None, (*lines, *captions)):
        assert " ".join(terminal.in_words(line).split()) in terminal_text
        assert markdown.inline(line) in pages["findings.md"]
        for part in line if line not in captions else ():
            plain = terminal.in_words((part,)).removeprefix(": ").split(" ", 1)[-1]
            assert isinstance(part, Math) or escape(plain, quote=False) in pages["index.html"]
    assert len(printed().splitlines()) <= 97  # two screens


def test_figures_of_the_overview_are_those_of_the_simulation() -> None:
    findings = " ".join((RESULTS / "findings.md").read_text("utf-8").split())
    figure = figure_1()
    for said in (
        f"UCRL-LP is better than both UCRL2 in {figure.better[100_000]} of {figure.settings} sett",
        f"At T = 1e4 it is better than both in {figure.better[10_000]} (",
        f"at T = 1e3 in {figure.better[1000]} (",
        f'"Both sublinear" holds in all {figure.settings} settings',
    ):
        assert said in findings
    assert figure.sublinear


def test_the_graph_is_that_of_the_ledger() -> None:
    """Regenerate with python -m tests.report.layout (Graphviz)."""
    boxes, arrows = graph.edges()
    for size in graph.SIZES:
        drawn = graph.layout()[size]
        assert sorted(drawn["nodes"]) == boxes
        assert sorted((a, b) for a, b, _ in drawn["edges"]) == arrows
        width, height, _ = graph.SIZES[size]
        y = {label: at[1] for label, at in drawn["nodes"].items()}
        assert min(y, key=y.__getitem__) == main_theorem()
        assert all(y[a] < y[b] for a, b in arrows)
        places = list(drawn["nodes"].values())
        for k, (x0, y0) in enumerate(places):  # no box on another
            assert all(abs(x0 - x1) >= width or abs(y0 - y1) >= height for x1, y1 in places[:k])
    assert all(graph.name_of(label)[2] for label in boxes)


def test_no_edge_goes_through_a_box() -> None:
    """An edge is a chain of cubic Bezier curves; 21 points of each."""
    t = np.linspace(0, 1, 21)[:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
    for size, (width, height, _) in graph.SIZES.items():
        drawn = graph.layout()[size]
        for a, b, path in drawn["edges"]:
            points = np.array(re.findall(r"-?[\d.]+", path), float).reshape(-1, 2)
            for k in range(0, len(points) - 1, 3):
                curve = weights @ points[k : k + 4]
                for label, at in drawn["nodes"].items():
                    inside = np.abs(curve - at) < (width / 2 - 3, height / 2 - 3)
                    assert not inside.all(axis=1).any() or label in (a, b), (size, a, b, label)


def test_a_redrawn_graph_has_the_same_layers() -> None:
    if shutil.which("dot") is None:
        pytest.skip("dot (graphviz): the committed positions were not drawn again")
    for size in graph.SIZES:
        old, new = ({k: v[1] for k, v in drawing["nodes"].items()} for drawing in
                    (graph.layout()[size], layout.drawn(size)))  # fmt: skip
        assert sorted(old, key=lambda k: (old[k], k)) == sorted(new, key=lambda k: (new[k], k))


def test_a_terminal_without_unicode_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    shown = terminal.for_terminal(audit_summary(result()))
    assert shown.isascii() and "sqrt(TA Lam)" in shown and not re.search(r"\?(?![\s])", shown)


def test_pages_load_nothing_run_nothing_and_are_small(pages: dict[str, str]) -> None:
    """With the pictures, which are 0.4 MB, the report stays below 4.5 MB; 0.25 MB of it are the
    picture in the letter. The index of the search, which a page loads when it is used, is apart."""
    loaded = {"data:,", "style.css", "../style.css", "site.js", "../site.js"}
    assert not re.search(r"url\((?!data:)|@import", pages["style.css"])
    for name, text in pages.items():
        assert str(ROOT) not in text
        if name.endswith(".html"):
            page = read_once(text)
            assert page.tags.count("script") == 1 and page.handlers == []  # site.js
            drawn = {target for target in page.loads if target.startswith("data:image/png;base64,")}
            assert page.tags.count("image") == len(drawn) == (name == "letter.html")
            assert "img" not in page.tags
            assert page.loads - drawn <= loaded
            assert len(set(page.ids)) == len(page.ids)
            assert page.tags.count("h1") == 1 and page.tags.count("main") == 1
            assert HOSTILE in page.text or not name.startswith("statements/")
    index = len(pages["search.js"].encode())
    assert index < 1_250_000
    assert sum(len(text.encode()) for text in pages.values()) - index < 4_100_000


def test_the_same_findings_are_the_same_bytes_again(pages: dict[str, str]) -> None:
    assert audit_pages.audit_pages(result()) == pages


def test_a_page_says_what_made_it_and_how_to_repeat_it(pages: dict[str, str]) -> None:
    planted = (PlantedResult(("prop:1", "printed"), result().results[0]),)
    with_planted = audit_pages.audit_pages(replace(result(), full=True, planted=planted))
    for made, options in ((pages, ""), (with_planted, " --full --planted")):
        assert all(source() in text for name, text in made.items() if name not in PLAIN)
        assert (
            f"explain prop:1 --recheck{options}\n"
            in Page(made["statements/prop-1.html"]).text + "\n"
        )
        assert f"python -m proofs_check report DIR{options}" in Page(made["index.html"]).text


PLAIN = ("style.css", "site.js", "search.js", "corrections.diff")


def test_pages_of_an_earlier_report_go(tmp_path: Path, pages: dict[str, str]) -> None:
    folder.write(tmp_path, pages)
    (tmp_path / "mine.html").write_text("<p>somebody's own page</p>")
    (tmp_path / "trace").mkdir()
    fresh = audit_pages.audit_pages(few("prop:1"))
    folder.write(tmp_path, fresh)
    left = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")}
    assert left == {*fresh, "mine.html", "trace", "statements"}
    folder.write(tmp_path, {"index.html": "x"})
    assert not (tmp_path / "findings.md").exists() and (tmp_path / "mine.html").exists()


def test_the_page_of_findings_has_every_finding_once(pages: dict[str, str]) -> None:
    written, text, shown = pages["findings.md"], pages["findings.txt"], pages["findings.html"]
    order = re.findall(r"^### (E-\d+)\. ", written, re.M)
    order += re.findall(r"^\| (E-\d+) \|", written, re.M)
    assert order == [f.name for f in by_gravity(findings())]
    assert [id for id in Page(shown).ids if re.fullmatch(r"e-\d+", id)] == [
        name.lower() for name in order
    ]
    for f in findings():
        if f.gravity != "none":
            said = map(markdown_text, (f.cause, f.by_hand, f.consequence))
            assert all(part in written for part in said), f.name
            assert f"proofs-check audit --only {f.name}`" in written
        for c in chain.from_iterable(f.corrections.values()):
            assert f"    + {c.corrected}" in text and c.corrected in Page(shown).text
    assert max(map(len, (x for x in text.split("\n") if not re.match("    |SHA", x)))) <= 76
    assert markdown.escaped("a*b <i> _c_") == r"a\*b \<i\> \_c\_"


def test_an_audit_of_some_statements() -> None:
    """Premises that were not selected are named without a link; the graph needs all statements."""
    report = audit_pages.audit_pages(few("prop:1"))
    text = Page(report["statements/prop-1.html"]).text
    assert "Assumption 1layered MDP (printed: given; not checked here)" in text
    none, main = (audit_pages.audit_pages(few(*labels)) for labels in ((), (main_theorem(),)))
    assert "No printed statement fails" in none["findings.html"]
    for made in (report, none, main):
        assert broken(made) == []
        assert "the graph needs all of them" in made["index.html"]


def test_statements_lead_to_the_lines_of_a_copy_of_the_paper() -> None:
    """The paper itself is not distributed: without a copy the lines are numbers."""
    lemma = few("lem:bias")
    copy = "\n".join(f"line {k} of <700>" for k in range(1, 701))
    alone, beside = audit_pages.audit_pages(lemma), audit_pages.audit_pages(lemma, paper=copy)
    assert "paper.html" not in alone and broken(beside) == []
    name = "statements/lem-bias.html"
    said = "lines 404, "
    assert said in Page(alone[name]).text and said in Page(beside[name]).text
    assert "paper.html" not in alone[name] and '"../paper.html#L404"' in beside[name]
    assert '<span id="L404">line 404 of &lt;700&gt;</span>' in beside["paper.html"]


def test_another_paper_is_refused_before_anything_is_audited(
    tmp_path: Path, proofs_check: Command
) -> None:
    other, out = tmp_path / "other.tex", tmp_path / "report"
    other.write_text("another paper")
    for words in (["report", out], ["site", out]):
        reply = proofs_check(*words, "--paper", other, "--quiet")
        assert reply.status == MALFORMED and "SHA-256" in reply.err and not out.exists()
    assert proofs_check("audit", "--paper", other, "--quiet").status == USAGE


def test_every_form_of_every_statement_is_typeset(pages: dict[str, str]) -> None:
    """No reader sees a LaTeX command, or the ledger's notation."""
    for statement in statements(result()).values():
        assert Page(pages[statement.href]).tags.count("math") >= len(statement.forms)
        assert len({r.claim.tex for r in statement.forms}) == len(statement.forms), statement.label
        for r in statement.forms:
            shown = formula.display(r.claim.tex)
            assert shown.startswith("<math") and "<code" not in shown, r.claim.key
            assert not re.search(r"\\[A-Za-z]*", Page(shown).text), r.claim.key
            before = () if r is statement.first else displayed(statement.claim)
            for tex in displayed(r.claim, before):  # what is not displayed, a sentence says
                assert formula.display(tex) in pages[statement.href]
                assert not re.search(r"\\[A-Za-z]*", Page(formula.display(tex)).text), r.claim.key
            for text in (r.claim.title, r.claim.statement, r.claim.repair):
                read = Page(typeset(text)).text
                assert not re.search(r"_hat|_bar|sqrt|<=|\beps\b|\bLam\b", read)
    assert formula.mathml(r"\nonsense{<b>}") == r"<code>\nonsense{&lt;b&gt;}</code>"
    assert formula.mathml(r"\frac{").startswith("<code>")


def test_a_formula_may_break_before_its_relations() -> None:
    parts = [r"\sum_{s=0}x", r"\leq(a=b),\quad ", "c", "=d"]
    assert formula.breakable("".join(parts)) == parts


@pytest.mark.parametrize(
    ("path", "force", "rule"),
    [
        ("there", False, "exists; use --force"),
        ("file", True, "is a file"),
        ("no/report", False, "parent"),
        ("file/report", True, "parent"),
        ("there", True, ""),
        ("new", False, ""),
    ],
)
def test_a_directory_is_refused_before_any_work(
    path: str, force: bool, rule: str, tmp_path: Path, proofs_check: Command
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("x")
    words = ["report", tmp_path / path, "--only", "no-such-label", *["--force"] * force]
    status, _, err = proofs_check(*words)
    assert status == USAGE
    assert (rule or "unknown statement") in err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "there"]


def test_a_disk_or_an_installation_that_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "statements").write_text("a file where a directory must be")
    with pytest.raises(UnusablePath):
        folder.write(tmp_path, {"statements/x.html": "x"})

    def read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", read_only)
    with pytest.raises(UnusablePath, match="Read-only"):
        folder.usable(str(tmp_path / "new"), False)
    monkeypatch.setattr(folder, "NEEDED", ("no_such_library",))
    with pytest.raises(PreconditionError, match="no_such_library"):
        folder.usable(str(tmp_path / "new"), False)


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds what `result` says, and draws one picture."""
    monkeypatch.setattr("proofs_check.audit.audit.audit", lambda *_, **__: result())
    monkeypatch.setattr("proofs_check.report.html.pictures.pictures", lambda: ["<p>drawn</p>"])


def test_the_command_writes_what_it_found(
    audited: None, tmp_path: Path, proofs_check: Command
) -> None:
    out = tmp_path / "report"
    words = ["report", out, "--quiet"]
    assert [proofs_check(*words, *more).status for more in ([], [], ["--force"])] == [
        result().exit_status, USAGE, result().exit_status,
    ]  # fmt: skip
    files = [p for p in out.rglob("*") if p.is_file()]
    drawn = {p.name: p.read_bytes() for p in files if p.suffix == ".png"}
    assert drawn == tight_family.picture_files()
    files = [p for p in files if p.suffix != ".png"]
    written = {p.relative_to(out).as_posix(): p.read_text("utf-8") for p in files}
    assert written == audit_pages.audit_pages(result(), ["<p>drawn</p>"])


def test_what_was_found_is_written_before_it_is_printed(
    audited: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who closes the pipe does not lose the report, nor the JSON."""
    out = tmp_path / "report"

    def closed(*_: object, **__: object) -> None:
        assert (out / "findings.md").exists()
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", closed)
    with pytest.raises(BrokenPipeError):
        parser().main(["report", str(out), "--quiet"], standalone_mode=False)


def test_the_report_as_a_part_of_the_site() -> None:
    """The first page has the doors, a theorem leads to its line, and nothing else does."""
    main = few(main_theorem())
    sources = {"proofs_check/coq/sharper/Theorem4.v": "coq/sharper/Theorem4.v.html"}
    start = (MenuEntry("Start", "index.html"),)
    around = audit_pages.Around(start, site._doors(), sources, "COMMAND")
    report, alone = audit_pages.audit_pages(main, around=around), audit_pages.audit_pages(main)
    assert "I am a student" in report["index.html"] and "Four doors" not in alone["index.html"]
    page = report["statements/thm-main.html"]
    assert re.search(r'href="\.\./coq/sharper/Theorem4\.v\.html#L\d+"', page)
    assert 'href="../coq/' not in page.replace('href="../coq/sharper/Theorem4.v.html#L', "")
    assert "COMMAND" in page
    assert "coq/sharper/Theorem4.v.html" not in alone["statements/thm-main.html"]


def test_every_theorem_leads_to_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement's page leads to the line that states each of its theorems and to the theorem on
    coqdoc's page, if it was made; the site takes coqdoc's pages and their style sheet along."""
    theorems = machine_checked()
    files = {t.file for places in theorems.values() for _, t in places}
    drawn = {file: f"html/{logical(file)}.html" for file in files}
    for name in (*drawn.values(), "html/coqdoc.css", "html/notes.txt"):
        (tmp_path / "coq" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "coq" / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(site, "files", lambda package: tmp_path)
    made = site.coqdoc_pages()
    assert made == {f"coq/{name}": name for name in (*drawn.values(), "html/coqdoc.css")}
    sources = {f"proofs_check/{page}": page for page in made}
    sources |= {f"proofs_check/coq/{file}": f"coq/{file}.html" for file in files}
    report = audit_pages.audit_pages(result(), around=audit_pages.Around(sources=sources))
    known = statements(result())
    for (label, _), proved in theorems.items():
        page = report[known[label].href]
        for _, theorem in proved:
            line = theorem.lines[0]
            assert f'href="../coq/{theorem.file}.html#L{line}"' in page
            assert f'href="../coq/{drawn[theorem.file]}#{theorem.name}"' in page
            text = (ROOT / "proofs_check/coq" / theorem.file).read_text("utf-8")
            listed = re.search(f'<span id="L{line}">(.*)</span>', listing(theorem.file, text))
            assert listed and re.search(rf"\b{theorem.name}\b", listed[1]), theorem.place
    plain = audit_pages.audit_pages(few(main_theorem()))["statements/thm-main.html"]
    assert "coq/html" not in plain


def test_a_column_with_corrections_is_wide(pages: dict[str, str]) -> None:
    styles = {name: re.findall(r'<table class="([^"]*)">', text) for name, text in pages.items()}
    assert styles["findings.html"] == ["rows", "rows suggested"]
    assert styles["letter.html"] == ["rows changes", "rows sizes", "rows"]
    assert ".suggested td:last-child,.changes td:nth-child(2){width:46%}" in style_sheet()
    assert ".letter table td" not in style_sheet()
