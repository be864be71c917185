"""The report as web pages, by structure: links, anchors, escaping, bytes, refused directories."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest

from proofs_check.__main__ import main, parser
from proofs_check.arithmetic import Q
from proofs_check.audit.audit import AuditResult, PlantedResult, select
from proofs_check.ledger.findings import FINDINGS
from proofs_check.ledger.registry import REGISTRY, Evidence, EvidenceKind, Result, Vacuity, Verdict
from proofs_check.ledger.statement_graph import derive
from proofs_check.report import letter, overview
from proofs_check.report import output_directory as folder
from proofs_check.report.html import audit_pages, formula, graph
from proofs_check.report.html.statement_page import statements
from proofs_check.report.terminal import code_place, print_audit, spoken
from reference.support.errors import USAGE, PreconditionError, UnusablePath
from reference.support.versions import source
from tests.paths import ROOT
from tests.report import layout

HOSTILE = "</dd><script>alert(1)</script><img src=x onerror=alert(2)> & \"quoted\" 'too'"


def result() -> AuditResult:
    """Every claim with its committed verdict and evidence made up here: no audit is run."""
    found = {}
    for key in select():
        one = REGISTRY[key]
        witness = {"T": 3, "worst": HOSTILE, "rows": [["1/3", "2/3"]]}
        kind: EvidenceKind = "machine-checked" if one.label == overview.MAIN else "proved"
        e = Evidence(
            kind, one.expected, 7, HOSTILE, Q(1, 3), Q(2, 3), worst=witness, witness=witness
        )
        run = Evidence("exact on runs", Verdict.HOLDS, 5, "on runs", Q(0), Q(1), step=True)
        vacuity = (
            (Vacuity(f"{overview.SIZE}: {overview.STATED}", "LT", 10**7),)
            if one.label == overview.MAIN
            else ()
        )
        found[key] = Result(one, one.expected, (e, run), vacuity)
    derived = derive(found)
    return AuditResult(tuple(derived[key] for key in found))


OTHERS = {
    "index.html", "letter.html", "pictures.html", "readings.html", "style.css", "findings.md",
    "findings.txt",
}  # fmt: skip
REST = result().results[0]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return audit_pages.audit_pages(result())


VOID = {"meta", "link", "br", "wbr", "img", "input", "hr"}


class Page(HTMLParser):
    """Links, ids and texts of a page; every element that is opened must be closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.handlers: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self.handlers += [name for name in found if name.startswith("on")]
        if "id" in found:
            self.ids.append(found["id"] or "")
        if tag == "a":
            self.links.append(found["href"] or "")
        elif "src" in found or (tag in ("link", "image", "use") and "href" in found):
            target = found.get("src") or found.get("href") or ""
            self.loads += [] if target.startswith("#") else [target]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def broken(pages: dict[str, str]) -> list[str]:
    """Every link that leads nowhere: to no file, to no element, or out of the report."""
    parsed = {name: Page(text) for name, text in pages.items() if name.endswith(".html")}
    found = []
    for name, page in parsed.items():
        for link in page.links:
            parts = urlsplit(link)
            target = name
            if parts.path:
                base = PurePosixPath(name).parent
                steps: list[str] = []
                for step in (base / unquote(parts.path)).parts:
                    if step == "..":
                        steps.pop()
                    else:
                        steps.append(step)
                target = "/".join(steps)
            outside = bool(parts.scheme or parts.netloc)
            lost = parts.fragment and parts.fragment not in parsed.get(target, page).ids
            if outside or target not in pages or lost:
                found.append(f"{name}: {link}")
    return found


def test_every_link_and_anchor_resolves(pages: dict[str, str]) -> None:
    assert broken(pages) == []
    index = pages["index.html"]
    planted = pages | {"index.html": index.replace("readings.html", "reedings.html", 1)}
    assert broken(planted) == ["index.html: reedings.html"]
    planted = pages | {"index.html": index.replace("#content", "#kontent", 1)}
    assert broken(planted) == ["index.html: #kontent"]


def test_every_statement_has_a_page_and_a_row_and_stands_on_the_map(pages: dict[str, str]) -> None:
    index = Page(pages["index.html"])
    known = statements(result())
    for label, one in known.items():
        boxes = sum(label == box for size in graph.SIZES for box in graph.layout()[size]["nodes"])
        proof = label == overview.MAIN
        assert index.links.count(one.href) == 2 + boxes + proof, label
        text = Page(pages[one.href]).text
        assert f"python -m proofs_check --only {shlex.quote(label)}" in text
        for r in one.forms:
            for paragraph in r.claim.statement.split("\n\n"):
                assert formula.typeset(paragraph) in pages[one.href]
            assert code_place(r.claim) in text
            assert all(id in text for id in r.claim.readings)
    assert len(known) == len({key[0] for key in select()})
    assert len(pages) == len(known) + len(OTHERS)
    assert set(pages) >= OTHERS


QUESTIONS = [
    "What does the paper say?", "Is it true?", "The counterexample, in numbers",
    "What repairs it?", "Why does it hold?", "What uses it?", "How tight is it?", "Evidence",
    "Where is the code?",
]  # fmt: skip


def test_a_statement_answers_in_order(pages: dict[str, str]) -> None:
    text = pages["statements/lem-occ-term-2.html"]
    places = [re.search(rf"<h2[^>]*>{re.escape(q)}</h2>", text).start() for q in QUESTIONS]  # type: ignore[union-attr]
    assert places == sorted(places)
    assert "def " in text[places[-1] :]  # the source of the check


def test_the_overview_says_four_things_first(pages: dict[str, str]) -> None:
    """The same words on the page, in the terminal, the letter and README.md."""
    four = overview.overview(result())
    assert four is not None
    told = [four.claim, four.headline, four.printed, four.repaired, four.harmless, four.informative,
            four.figure_1, *(line for _, line in four.serious)]  # fmt: skip
    terminal = " ".join(print_audit(result()).split())
    readme = (ROOT / "README.md").read_text("utf-8")
    serious = {line: f for f, line in four.serious}
    for text in told:
        line = serious[text].title if text in serious else text  # places stand with the statuses
        assert " ".join(spoken(line).split()) in terminal
        assert letter.markdown_text(text) in pages["findings.md"]
        assert letter.markdown_text(text) in readme or text == four.informative  # of the real audit
        where, _, what = text.partition(": ")
        for part in (where, what) if text in serious else (text,):
            assert formula.typeset(part) in pages["index.html"], part
    assert len(print_audit(result()).splitlines()) <= 80  # two screens


def test_figures_of_the_overview_are_those_of_the_simulation() -> None:
    findings = (ROOT / "tests/data/simulation/findings.md").read_text("utf-8")
    many, few = overview.BETTER[100_000], overview.BETTER[10_000]
    assert (
        f"At T = 1e5 UCRL-LP is better than both UCRL2 in {many} of {overview.SETTINGS} "
        in findings
    )
    assert f"At T = 1e4 it is better than both in {few} (" in findings
    assert f'"Both sublinear" holds in all {overview.SETTINGS} settings' in findings


def test_the_graph_is_that_of_the_ledger() -> None:
    """Regenerate with python -m tests.report.layout (Graphviz)."""
    boxes, arrows = graph.edges()
    for size in graph.SIZES:
        drawn = graph.layout()[size]
        assert sorted(drawn["nodes"]) == boxes
        assert sorted((a, b) for a, b, _ in drawn["edges"]) == arrows
        width, height, _ = graph.SIZES[size]
        y = {label: at[1] for label, at in drawn["nodes"].items()}
        assert min(y, key=y.__getitem__) == overview.MAIN
        assert all(y[a] < y[b] for a, b in arrows)
        places = list(drawn["nodes"].values())
        for k, (x0, y0) in enumerate(places):  # no box on another
            assert all(abs(x0 - x1) >= width or abs(y0 - y1) >= height for x1, y1 in places[:k])
    assert all(graph.name_of(label)[2] for label in boxes)


def test_no_edge_goes_through_a_box() -> None:
    for size, (width, height, _) in graph.SIZES.items():
        drawn = graph.layout()[size]
        for a, b, path in drawn["edges"]:
            for x, y in on_curve(path):
                for label, at in drawn["nodes"].items():
                    inside = abs(x - at[0]) < width / 2 - 3 and abs(y - at[1]) < height / 2 - 3
                    assert not inside or label in (a, b), (size, a, b, label)


def on_curve(path: str) -> list[tuple[float, float]]:
    """Points of a chain of cubic Bezier curves."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    found = []
    for k in range(0, len(points) - 1, 3):
        for step in range(21):
            t = step / 20
            w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            found.append(
                (
                    sum(c * p[0] for c, p in zip(w, points[k : k + 4], strict=True)),
                    sum(c * p[1] for c, p in zip(w, points[k : k + 4], strict=True)),
                )
            )
    return found


def test_a_redrawn_graph_has_the_same_layers() -> None:
    if shutil.which("dot") is None:
        pytest.skip("dot (graphviz): the committed positions were not drawn again")
    for size in graph.SIZES:
        old, new = ({k: v[1] for k, v in one["nodes"].items()} for one in
                    (graph.layout()[size], layout.drawn(size)))  # fmt: skip
        assert sorted(old, key=lambda k: (old[k], k)) == sorted(new, key=lambda k: (new[k], k))


def test_the_report_is_small(pages: dict[str, str]) -> None:
    """With the pictures, which are 0.4 MB, it stays below 3 MB."""
    assert sum(len(text.encode()) for text in pages.values()) < 2_500_000


def test_a_terminal_without_unicode_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    shown = print_audit(result())
    assert shown.isascii() and "sqrt(TA Lam)" in shown


def test_nothing_is_loaded_and_nothing_is_run(pages: dict[str, str]) -> None:
    loaded = {"data:,", "style.css", "../style.css"}
    assert not re.search(r"url\((?!data:)|@import", pages["style.css"])
    for name, text in pages.items():
        if not name.endswith(".html"):
            continue
        page = Page(text)
        assert "script" not in page.tags and "img" not in page.tags and page.handlers == []
        assert set(page.loads) <= loaded
        assert len(set(page.ids)) == len(page.ids)
        assert page.tags.count("h1") == 1 and page.tags.count("main") == 1


def test_witnesses_are_escaped(pages: dict[str, str]) -> None:
    one = next(iter(statements(result()).values()))
    assert HOSTILE in Page(pages[one.href]).text
    assert "<script" not in pages[one.href]


def test_the_same_bytes_again_and_no_place_or_time(pages: dict[str, str]) -> None:
    assert audit_pages.audit_pages(result()) == pages
    here = str(ROOT)
    assert not any(here in text for text in pages.values())


def test_a_page_says_what_made_it_and_how_to_repeat_it(pages: dict[str, str]) -> None:
    planted = (PlantedResult(("prop:1", "printed"), REST),)
    with_planted = replace(result(), full=True, planted=planted)
    for made, options in (
        (pages, ""),
        (audit_pages.audit_pages(with_planted), " --full --planted"),
    ):
        for name, text in made.items():
            assert source() in text or name == "style.css", name
        assert f"--only prop:1{options}\n" in Page(made["statements/prop-1.html"]).text + "\n"
        assert f"python -m proofs_check{options} --html DIR" in Page(made["index.html"]).text


def test_pages_of_an_earlier_report_go(tmp_path: Path, pages: dict[str, str]) -> None:
    folder.write(tmp_path, pages)
    (tmp_path / "mine.html").write_text("<p>somebody's own page</p>")
    (tmp_path / "trace").mkdir()
    few = replace(result(), results=tuple(r for r in result().results if r.claim.label == "prop:1"))
    fresh = audit_pages.audit_pages(few)
    folder.write(tmp_path, fresh)
    left = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")}
    assert left == {*fresh, "mine.html", "trace", "statements"}
    folder.write(tmp_path, {"index.html": "x"})
    assert not (tmp_path / "findings.md").exists() and (tmp_path / "mine.html").exists()


def test_what_was_found_is_written_before_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who closes the pipe does not lose the report, nor the JSON."""
    monkeypatch.setattr("proofs_check.audit.audit.audit", lambda *_, **__: result())
    monkeypatch.setattr("proofs_check.report.html.pictures.pictures", list)
    out = tmp_path / "report"

    def closed(*_: object, **__: object) -> None:
        assert (out / "findings.md").exists()
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", closed)
    options = parser().parse_args(["--html", str(out), "--quiet"])
    with pytest.raises(BrokenPipeError):
        options.command(options)


def test_the_letter_has_every_finding_once(pages: dict[str, str]) -> None:
    markdown, text, shown = pages["findings.md"], pages["findings.txt"], pages["letter.html"]
    order = re.findall(r"^### (F-\d+)\. ", markdown, re.M)
    order += re.findall(r"^\| (F-\d+) \|", markdown, re.M)
    assert order == [f.name for f in overview.worst_first()]
    assert Page(shown).ids == ["content", *(name.lower() for name in order)]
    for f in FINDINGS:
        assert f"proofs-check --explain {f.name}`" in markdown or f.grade == "notation"
        for c in f.corrections.values():
            assert f"    + {c.corrected}" in text and c.corrected in Page(shown).text
    assert max(map(len, (x for x in text.split("\n") if not re.match("    |SHA", x)))) <= 76
    assert letter.escaped("a*b <i> _c_") == r"a\*b \<i\> \_c\_"


def test_the_letter_has_the_date_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert "Date: 1 January 1970." in letter.plain_letter(result())


def test_an_audit_of_one_statement() -> None:
    """Premises that were not selected are named without a link."""
    whole = result()
    few = replace(whole, results=tuple(r for r in whole.results if r.claim.label == "prop:1"))
    found = audit_pages.audit_pages(few)
    assert broken(found) == []
    assert "as:layered-mdp" in Page(found["statements/prop-1.html"]).text
    none = audit_pages.audit_pages(AuditResult(()))
    assert "No printed statement fails" in none["letter.html"]


def raw_commands(text: str) -> list[str]:
    """LaTeX commands that a reader of this markup would see."""
    return re.findall(r"\\[A-Za-z]*", Page(text).text)


def test_every_form_of_every_statement_is_typeset(pages: dict[str, str]) -> None:
    for one in statements(result()).values():
        assert Page(pages[one.href]).tags.count("math") >= len(one.forms)
        for r in one.forms:
            shown = formula.display(r.claim.tex)
            assert shown.startswith("<math"), r.claim.key
            assert raw_commands(shown) == [] and "<code" not in shown, r.claim.key
            assert shown in pages[one.href]
            for text in (r.claim.title, r.claim.statement, r.claim.repair):
                assert not re.search(
                    r"_hat|_bar|sqrt|<=|\beps\b|\bLam\b", Page(formula.typeset(text)).text
                )
    assert formula.mathml(r"\nonsense{<b>}") == r"<code>\nonsense{&lt;b&gt;}</code>"
    assert formula.mathml(r"\frac{").startswith("<code>")


def test_a_repaired_form_differs_from_the_printed_one() -> None:
    for one in statements(result()).values():
        assert len({r.claim.tex for r in one.forms}) == len(one.forms), one.label


def test_a_formula_may_break_before_its_relations() -> None:
    assert formula.breakable(r"\sum_{s=0}x\leq(a=b),\quad c=d") == [
        r"\sum_{s=0}x",
        r"\leq(a=b),\quad ",
        "c",
        "=d",
    ]


def test_a_directory_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, file = tmp_path / "there", tmp_path / "file"
    there.mkdir()
    file.write_text("x")
    cases = [
        (there, False, "exists"),
        (file, True, "is a file"),
        (tmp_path / "no" / "report", False, "parent"),
        (file / "report", True, "parent"),
    ]
    for path, force, rule in cases:
        with pytest.raises(UnusablePath) as caught:
            folder.usable(str(path), force)
        assert rule in caught.value.rule
    assert folder.usable(str(there), True) == there
    assert folder.usable(str(tmp_path / "new"), False) == tmp_path / "new"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "there"]

    def read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", read_only)
        with pytest.raises(UnusablePath, match="Read-only"):
            folder.usable(str(tmp_path / "new"), False)

    def no_audit(*_: object, **__: object) -> AuditResult:
        raise AssertionError("the audit was started")

    monkeypatch.setattr("proofs_check.audit.audit.audit", no_audit)
    assert main(["--html", str(there)]) == USAGE
    assert "use --force" in capsys.readouterr().err
    monkeypatch.setattr(folder, "NEEDED", ("no_such_library",))
    with pytest.raises(PreconditionError) as missing:
        folder.usable(str(tmp_path / "new"), False)
    assert missing.value.value == "no_such_library"


def test_the_command_writes_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = result()
    monkeypatch.setattr("proofs_check.audit.audit.audit", lambda *_, **__: made)
    monkeypatch.setattr("proofs_check.report.html.pictures.pictures", lambda: ["<p>a picture</p>"])
    out = tmp_path / "report"
    assert main(["--html", str(out), "--quiet"]) == made.exit_status
    capsys.readouterr()
    written = {
        p.relative_to(out).as_posix(): p.read_text("utf-8") for p in out.rglob("*") if p.is_file()
    }
    assert written == audit_pages.audit_pages(made, ["<p>a picture</p>"])
    assert main(["--html", str(out), "--quiet"]) == USAGE
    assert main(["--html", str(out), "--quiet", "--force"]) == made.exit_status
    capsys.readouterr()


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    (tmp_path / "statements").write_text("a file where a directory must be")
    with pytest.raises(UnusablePath):
        folder.write(tmp_path, {"statements/x.html": io.StringIO("x").read()})
