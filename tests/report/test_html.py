"""The report as web pages, by structure: links, anchors, escaping, bytes, refused directories."""

from __future__ import annotations

import io
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest

from proofs_check.__main__ import main, parser
from proofs_check.arithmetic import Q
from proofs_check.audit.audit import AuditResult, PlantedResult, select
from proofs_check.ledger.registry import REGISTRY, Evidence, Result, Vacuity, Verdict
from proofs_check.ledger.statement_graph import IF_REPAIRED, derive
from proofs_check.report import errata
from proofs_check.report import output_directory as folder
from proofs_check.report.html import claim_pages, formula
from proofs_check.report.html.statement_page import statements
from proofs_check.report.terminal import code_place
from reference.support.errors import USAGE, PreconditionError, UnusablePath
from reference.support.versions import source
from tests.paths import ROOT

HOSTILE = "</dd><script>alert(1)</script><img src=x onerror=alert(2)> & \"quoted\" 'too'"


def result() -> AuditResult:
    """Every claim with its committed verdict and evidence made up here: no audit is run."""
    found = {}
    for key in select():
        one = REGISTRY[key]
        witness = {"T": 3, "worst": HOSTILE, "rows": [["1/3", "2/3"]]}
        e = Evidence(
            "proved", one.expected, 7, HOSTILE, Q(1, 3), Q(2, 3), worst=witness, witness=witness
        )
        run = Evidence("exact on runs", Verdict.HOLDS, 5, "on runs", Q(0), Q(1), step=True)
        vacuity = (Vacuity("X=2, A=1", "2LT", 10**9),) if one.label == "thm:main" else ()
        found[key] = Result(one, one.expected, (e, run), vacuity)
    derived = derive(found)
    return AuditResult(tuple(derived[key] for key in found))


REST = result().results[0]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return claim_pages.audit_pages(result())


VOID = {"meta", "link", "br", "img", "input", "hr"}


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


def test_every_statement_has_a_page_a_node_and_a_row(pages: dict[str, str]) -> None:
    labels = {key[0] for key in select()}
    index = Page(pages["index.html"])
    for label, one in statements(result()).items():
        assert label in labels
        assert index.links.count(one.href) == 2  # the node and the row
        text = Page(pages[one.href]).text
        assert f"python -m proofs_check --only {shlex.quote(label)}" in text
        for r in one.forms:
            assert " ".join(r.claim.statement.split("\n\n")[0].split()) in text
            assert code_place(r.claim) in text
            assert all(id in text for id in r.claim.readings)
    assert len(statements(result())) == len(labels)
    assert len(set(pages)) == len(labels) + 5


def test_nothing_is_loaded_and_nothing_is_run(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        if not name.endswith(".html"):
            continue
        page = Page(text)
        assert "script" not in page.tags and "img" not in page.tags and page.handlers == []
        assert set(page.loads) <= {"data:,"}
        assert "url(http" not in text and "@import" not in text
        assert len(set(page.ids)) == len(page.ids)
        assert page.tags.count("h1") == 1 and page.tags.count("main") == 1


def test_witnesses_are_escaped(pages: dict[str, str]) -> None:
    one = next(iter(statements(result()).values()))
    assert HOSTILE in Page(pages[one.href]).text
    assert "<script" not in pages[one.href]


def test_the_same_bytes_again_and_no_place_or_time(pages: dict[str, str]) -> None:
    assert claim_pages.audit_pages(replace(result(), seconds=77.0)) == pages
    here = str(ROOT)
    assert not any(here in text for text in pages.values())


def test_counts() -> None:
    """Every claim once, by the words of its status; as README.md counts."""
    for form, (title, rows) in zip(
        ("printed", "repaired"), claim_pages.status_counts(result()), strict=True
    ):
        assert form in title
        statuses = [r.derived_status for r in result().results if r.claim.form == form]
        assert sum(row["n"] for row in rows) == len(statuses) > 0
        of = {row["word"]: row["n"] for row in rows}
        for word in ("false", "gap", "undecided", IF_REPAIRED, "proved", "exact on runs"):
            assert of.get(word, 0) == statuses.count(word)


def test_a_page_says_what_made_it_and_how_to_repeat_it(pages: dict[str, str]) -> None:
    planted = (PlantedResult(("prop:1", "printed"), "x", REST),)
    with_planted = replace(result(), full=True, planted=planted)
    for made, options in (
        (pages, ""),
        (claim_pages.audit_pages(with_planted), " --full --planted"),
    ):
        for name, text in made.items():
            assert source() in text, name
        assert f"--only prop:1{options}\n" in Page(made["statements/prop-1.html"]).text + "\n"
        assert f"python -m proofs_check{options} --html DIR" in Page(made["index.html"]).text


def test_pages_of_an_earlier_report_go(tmp_path: Path, pages: dict[str, str]) -> None:
    folder.write(tmp_path, pages)
    (tmp_path / "mine.html").write_text("<p>somebody's own page</p>")
    (tmp_path / "trace").mkdir()
    few = replace(result(), results=tuple(r for r in result().results if r.claim.label == "prop:1"))
    fresh = claim_pages.audit_pages(few)
    folder.write(tmp_path, fresh)
    left = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")}
    assert left == {*fresh, "mine.html", "trace", "statements"}
    folder.write(tmp_path, {"index.html": "x"})
    assert not (tmp_path / "errata.md").exists() and (tmp_path / "mine.html").exists()


def test_what_was_found_is_written_before_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who closes the pipe does not lose the report, nor the JSON."""
    monkeypatch.setattr("proofs_check.audit.audit.audit", lambda *_, **__: result())
    monkeypatch.setattr("proofs_check.report.html.pictures.pictures", list)
    out = tmp_path / "report"

    def closed(*_: object, **__: object) -> None:
        assert (out / "errata.md").exists()
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", closed)
    options = parser().parse_args(["--html", str(out), "--quiet"])
    with pytest.raises(BrokenPipeError):
        options.command(options)


def test_findings_as_markdown(pages: dict[str, str]) -> None:
    found = errata.errata(result())
    text = pages["errata.md"]
    assert re.findall(r"^## (F-\d+), ", text, re.M) == [one.finding.name for one in found] != []
    for one in found:
        assert f"--explain {one.finding.name}`" in text
        assert all(f"+ {c.corrected}" in text for c in one.finding.corrections.values())
    assert errata.markdown_text("a*b <i> _c_") == r"a\*b \<i\> \_c\_"
    assert errata.code("a`b``c") == "``` a`b``c ```"


def test_an_audit_of_one_statement() -> None:
    """Premises that were not selected are named without a link."""
    whole = result()
    few = replace(whole, results=tuple(r for r in whole.results if r.claim.label == "prop:1"))
    found = claim_pages.audit_pages(few)
    assert broken(found) == []
    assert "as:layered-mdp" in Page(found["statements/prop-1.html"]).text
    none = claim_pages.audit_pages(AuditResult(()))
    assert "No printed statement fails" in none["errata.html"]


def raw_commands(text: str) -> list[str]:
    """LaTeX commands that a reader of this markup would see."""
    return re.findall(r"\\[A-Za-z]*", Page(text).text)


def test_every_form_of_every_statement_is_typeset(pages: dict[str, str]) -> None:
    for one in statements(result()).values():
        page = Page(pages[one.href])
        assert page.tags.count("math") >= len(one.forms)
        for r in one.forms:
            shown = formula.mathml(r.claim.tex)
            assert shown.startswith("<math "), r.claim.key
            assert raw_commands(shown) == [] and "Lam" not in Page(shown).text, r.claim.key
            assert shown in pages[one.href]
    assert formula.mathml(r"\nonsense{<b>}") == r"<code>\nonsense{&lt;b&gt;}</code>"
    assert formula.mathml(r"\frac{").startswith("<code>")
    assert raw_commands(formula.mathml(r"a,\quadV")) == [r"\quadV"]


def test_a_repaired_form_differs_from_the_printed_one() -> None:
    for one in statements(result()).values():
        assert len({r.claim.tex for r in one.forms}) == len(one.forms), one.label


def test_a_formula_may_break_before_its_relations() -> None:
    assert formula.pieces(r"\sum_{s=0}x\leq(a=b),\quad c=d") == [
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
    assert written == claim_pages.audit_pages(made, ["<p>a picture</p>"])
    assert main(["--html", str(out), "--quiet"]) == USAGE
    assert main(["--html", str(out), "--quiet", "--force"]) == made.exit_status
    capsys.readouterr()


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    (tmp_path / "statements").write_text("a file where a directory must be")
    with pytest.raises(UnusablePath):
        folder.write(tmp_path, {"statements/x.html": io.StringIO("x").read()})
