"""One static site with everything there is to read; it works from a disk, without a network.

    index.html           the two answers on Theorem 4, four doors, then the report's overview
    statements/*.html    and the other pages of the report, as `proofs-check report` writes them
    tours/*.html         proofs_check/tours, one for each kind of reader; the notebook, run
    kit/, coq/           the page for implementers; the Coq development, a page per file
    coq/html/            coqdoc's pages, if `make -C proofs_check/coq html` wrote them: the
                         statements' pages lead to their theorems there, too
    spec.html            spec.md: notation, equations, statements, readings, findings
    README.html, conformance/, certificate/, vectors/, reference/
                         what spec.md leads to: the audit, formats, rules
    figure1.html         Figure 1, rerun, and what the trials say
    tight.html           MDPs with a state that is never reached: the regret of four algorithms
    api/                 what a program calls, from the docstrings, by pdoc
    search.js            the index of the search, over all of it

One frame for all pages. Why pdoc: it loads the modules, so it shows what `reference` loads on first
use; mkdocstrings reads sources and showed none of it (tried). Needs the extra `docs`.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterable
from html import unescape
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from proofs_check.report import output_directory as folder
from proofs_check.report.document import (
    Blocks,
    Cell,
    Code,
    Grid,
    GridRow,
    Heading,
    Link,
    Page,
    Paragraph,
    Picture,
    words,
)
from proofs_check.report.html.render import (
    MenuEntry,
    Navigation,
    listing,
    page,
    style_sheet,
    with_ids,
)
from proofs_check.report.html.search import INDEX_FILE, search_index
from proofs_check.report.pages.panels import panels
from proofs_check.report.pages.tight_family import picture, picture_files
from reference.support.errors import MissingLibrary

if TYPE_CHECKING:
    from proofs_check.audit.audit import AuditResult

TOURS = ("auditor", "implementer", "reviewer")
OF_REFERENCE = (
    "README",
    "environments/README",
    "figure1/README",
    "trace/README",
    "guests/README",
    "guests/family/README",
    "guests/flat/README",
    "guests/learners/README",
)
NEEDED = ("pdoc", "markdown_it", "pytest", "hypothesis")
NAV = (
    MenuEntry(
        "Start", "index.html",
        tuple((f"For {who}s", f"tours/{who}.html") for who in (*TOURS, "student")),
        prefixes=("tours/",),
    ),
    MenuEntry(
        "Statements", "statements.html",
        (
            ("What Theorem 4 rests on", "index.html#graph"), ("Readings", "readings.html"),
            ("Specification", "spec.html"), ("Coq", "coq/README.html"),
            ("Claims in Coq, on one page", "coq/challenge/Challenge.v.html"),
        ),
        prefixes=("statements/", "coq/", "paper.html", "README.html"),
    ),
    MenuEntry(
        "Findings", "findings.html",
        (("Corrections", "corrections.html"), ("Letter to the authors", "letter.html")),
    ),
    MenuEntry(
        "Experiments", "figure1.html",
        (
            ("Figure 1, rerun", "figure1.html"), ("Where Theorem 4 is tight", "tight.html"),
            ("Pictures", "pictures.html"),
        ),
    ),
    MenuEntry(
        "Implement", "kit/README.html",
        (("The kit", "kit/README.html"), ("API", "api/index.html")),
        prefixes=(
            "kit/", "guests/", "api/", "conformance/", "certificate/", "vectors/", "reference/",
        ),
    ),
)  # fmt: skip
DOORS = (  # who, question, command, minutes, what is printed, tour
    ("auditor", "Is a statement of the paper true as printed? If not, what repairs it?",
     'proofs-check explain "Lemma 6"', "1", "Is it true? Does the printed argument show it?"),
    ("implementer", "Does my program play Algorithm 1? If not, where does it leave it?",
     "proofs-check trace run.jsonl", "2", "a verdict; else line, epoch and equation that differ"),
    ("reviewer", "Under which unstated choices does Figure 1 hold?",
     "ucrl-lp simulate figure1 --out figure1", "5", "the figure, and who wins at which T"),
    ("student", "How does UCRL-LP learn?",
     "tours/student.ipynb", "1", "eps, q_hat, policy, regret and slack of one run, epoch by epoch"),
)  # fmt: skip
COMMAND = "proofs-check site SITE"
API = (  # what a program calls, by group
    (
        "Play: `reference`",
        "reference", "reference.environments.random_layered", "reference.environments.reduction",
        "reference.environments.hypothesis_strategies", "reference.trace.records",
        "reference.support.errors",
    ),
    (
        "Read beside the paper",
        "reference.mdp", "reference.simulator", "reference.occupancy", "reference.confidence",
        "reference.lp1", "reference.ucrl_lp", "reference.regret", "reference.readings",
        "reference.backward_induction",
    ),
    (
        "Check: `proofs_check`",
        "proofs_check", "proofs_check.audit.audit", "proofs_check.conformance.replay",
        "proofs_check.lp1.optimum", "proofs_check.kit.verdict", "proofs_check.kit.strategies",
        "proofs_check.kit.pytest_plugin", "proofs_check.certificate.checker",
        "proofs_check.certificate.lp_file", "proofs_check.vectors.score",
    ),
)  # fmt: skip
PANELS = ((0, 38, 730, 562), (730, 38, 710, 562))  # of figure1.png, below its title
COLUMN = re.compile(r"<th((?: style=[^>]*)?)>")
MEMBER = re.compile(r'\)<a href="[^"]*">(?:\w+\.)*(\w+)</a>')  # `f(x).mdp`, taken for a module
ANCHOR = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
IDS = re.compile(r'<h\d id="([^"]*)"')
CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
MATHS = re.compile(r"\$([^$]+)\$")
COQ_FILE = re.compile(r"<code>([\w/]+\.v)</code>")
IMAGE = re.compile(r'<img src="(?!data:)([^"]*)" alt="([^"]*)"[^>]*>')
DRAWN = re.compile(r"!\[[^\]]*\]\(tight\.png\)")


def write_site(
    name: str,
    audited: Callable[[], AuditResult],
    *,
    force: bool = False,
    paper: str = "",
    on_part: Callable[[str], None] = lambda part: None,
) -> list[str]:
    """Write the site to the directory `name`; returns the names of its pages, sorted. `audited`
    audits the paper, once the directory is found to be usable. `paper`: the paper's source, to
    which the statements' pages then lead. `on_part` is told what is at work.

    Raises MissingLibrary (of the extra `docs`), UnusablePath."""
    site = folder.usable(name, force, "site", "docs")
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            raise MissingLibrary("site", library, "docs")
    report = _report(paper, audited)
    on_part("tours, notebook and specification")
    pages = {**_own_pages(), **coqdoc_pages(), **report}
    on_part("the API reference")
    pages |= api_pages()
    folder.write(site, {**pages, INDEX_FILE: search_index(pages), **picture_files()})
    return sorted(page.relative_to(site).as_posix() for page in site.rglob("*.html"))


# ----------------------------------------------------------------------------- the report


def _report(paper: str, audited: Callable[[], AuditResult]) -> dict[str, str]:
    """Return the pages of the report, of which the first has the doors."""
    from proofs_check.report.html import audit_pages, pictures

    result = audited()
    sources = {f"proofs_check/coq/{file}": f"coq/{file}.html" for file in _coq_files()}
    sources |= {f"proofs_check/{page}": page for page in coqdoc_pages()}
    around = audit_pages.Around(NAV, _doors(), sources, COMMAND)
    return audit_pages.audit_pages(result, pictures.pictures(), around=around, paper=paper)


def _doors() -> Blocks:
    """Return the first page's table: a row for each kind of reader."""
    rows = tuple(
        GridRow((
            Cell((Link(words(f"I am {'an' if who[0] in 'ai' else 'a'} {who}"), "page",
                       f"tours/{who}.html"),), True),
            Cell(words(question)), Cell(words(Code(command))),
            Cell(words(minutes), True, "minutes: "),
            Cell(words(printed)),
        ))
        for who, question, command, minutes, printed in DOORS
    )  # fmt: skip
    head = ("tour", "question", "command", "minutes", "what it shows")
    everything = (
        "Also here: ", Link(words("the page for implementers"), "page", "kit/README.html"), ", ",
        Link(words("Figure 1 and its settings"), "page", "figure1.html"), ", ",
        Link(words("MDPs with a state that is never reached"), "page", "tight.html"), ", ",
        Link(words("what is proved in Coq, on one page"), "page", "coq/challenge/Challenge.v.html"),
        ", ", Link(words("the development"), "page", "coq/README.html"), ", ",
        Link(words("the proved judge"), "page", "coq/judge/TRUST.html"), ", ",
        Link(words("the letter to the authors"), "page", "letter.html"), ", ",
        Link(words("the API"), "page", "api/index.html"), ".",
    )  # fmt: skip
    return (
        Heading(2, words("Four doors"), "doors"),
        Grid(tuple(map(words, head)), rows, "rows doors"),
        Paragraph(words(*everything)),
    )


# ----------------------------------------------------------------------------- Markdown, Coq


def _own_pages() -> dict[str, str]:
    """Return all pages that are neither the report's nor the API's."""
    from proofs_check.report.html.notebook import as_markdown

    ours = files("proofs_check")
    written = [f"tours/{tour}" for tour in TOURS]
    written += ["kit/README", "coq/README", "coq/DESCRIPTION", "coq/library/README"]
    written += ["coq/judge/TRUST", "coq/judge/README", "kit/coverage", "guests/kit/guests"]
    written += ["README", "certificate/README", "conformance/README", "vectors/README"]
    written += ["statements/README", "coq/bridge/README"]
    sources = {name: ours.joinpath(f"{name}.md") for name in written}
    sources |= {
        f"reference/{name}": files("reference").joinpath(f"{name}.md") for name in OF_REFERENCE
    }
    texts = {  # without the rooms of the guests, where they are not installed
        f"{name}.html": page.read_text("utf-8") for name, page in sources.items() if page.is_file()
    }
    for name in ("README.html", "statements/README.html"):
        texts[name] = _typeset(texts[name])
    texts["tours/student.html"] = as_markdown(
        ours.joinpath("tours/student.ipynb").read_text("utf-8")
    )
    texts["figure1.html"] = _figure_1()
    texts["tight.html"] = _tight()
    texts["spec.html"] = _typeset(_specification())
    bodies = {name: with_ids(_markdown(text)) for name, text in texts.items()}
    bodies |= {f"coq/{file}.html": _listing(file) for file in _coq_files()}
    known = {*bodies, *(href.partition("#")[0] for entry in NAV for _, href in entry.subentries)}
    known |= {entry.href for entry in NAV}
    known |= {f"{name}#{id}" for name, body in bodies.items() for id in IDS.findall(body)}
    pages = {name: _page(_joined(body, name, known), name) for name, body in bodies.items()}
    return {"style.css": style_sheet(), **pages}


def _figure_1() -> str:
    """Return the page of Figure 1: the figure, then what the committed trials say, those of the
    guests, too, where they are installed."""
    there = files("reference").joinpath("figure1/committed")
    title, _, said = there.joinpath("findings.md").read_text("utf-8").partition("\n")
    comparison = files("reference").joinpath("guests/comparison/committed/comparison.md")
    if comparison.is_file():
        said += f"\n#{comparison.read_text('utf-8')}"
    alt = "Regret of UCRL-LP and of two versions of UCRL2 against T, linear and logarithmic"
    figure = panels(there.joinpath("figure1.png").read_bytes(), alt, PANELS, "drawn")
    return f"{title}: Figure 1, rerun\n\n{figure}\n\n{said}"


def _tight() -> str:
    """Return the page of the family `tight`: the picture, then its tables."""
    text = files("reference").joinpath("figure1/committed/tight.md").read_text("utf-8")
    return DRAWN.sub(lambda _: picture().markup, text)


def _specification() -> str:
    """Return spec.md: beside the packages in a clone, in the package where it is installed."""
    ours = Path(str(files("proofs_check")))
    places = (ours / "spec.md", ours.parent / "spec.md")
    return next(
        (place.read_text("utf-8") for place in places if place.is_file()), "# Specification\n"
    )


def _typeset(text: str) -> str:
    """Return Markdown with its formulas typeset, but for those in code; a bar in a formula ends no
    cell of a table."""
    from proofs_check.report.html.formula import in_line

    def typeset(match: re.Match[str]) -> str:
        return in_line(match[1]).replace("|", "&#124;")

    parts = CODE.split(text)
    parts[::2] = [MATHS.sub(typeset, part) for part in parts[::2]]
    return "".join(parts)


def _markdown(text: str) -> str:
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark").enable("table").render(text))


def _coq_files() -> list[str]:
    """Return the sources of the development, relative to its folder."""
    top = Path(str(files("proofs_check").joinpath("coq")))
    return sorted(file.relative_to(top).as_posix() for file in top.rglob("*.v"))


def coqdoc_pages() -> dict[str, str]:
    """Return coqdoc's pages and style sheet, `coq/html/...`; none before `make html`."""
    top = Path(str(files("proofs_check").joinpath("coq/html")))
    pages = sorted(top.glob("*.html")) + sorted(top.glob("*.css"))
    return {f"coq/html/{file.name}": file.read_text("utf-8") for file in pages}


def _listing(file: str) -> str:
    """Return a source of the development as a page."""
    return listing(file, files("proofs_check").joinpath(f"coq/{file}").read_text("utf-8"))


def _joined(body: str, name: str, known: Iterable[str]) -> str:
    """Return a page's body whose links lead to pages of the site; what is not there is text."""
    there = set(known)

    def link(match: re.Match[str]) -> str:
        href, _, id = match[1].partition("#")
        if not href:
            return match[0] if f"{name}#{id}" in there else match[2]
        target = normpath(join(dirname(name), href))  # the site leaves out proofs_check/
        target = target.removeprefix("../").removeprefix("proofs_check/")
        page = next(
            (address for address in (target, f"{target.removesuffix('.md')}.html", f"{target}.html")
             if address in there), "",
        )  # fmt: skip
        up = "../" * name.count("/")
        at = f"#{id}" if f"{page}#{id}" in there else ""
        return f'<a href="{up}{page}{at}">{match[2]}</a>' if page else match[2]

    def file(match: re.Match[str]) -> str:
        page = normpath(join(dirname(name), f"{match[1]}.html"))
        href = f"{'../' * name.count('/')}{page}"
        return f'<a href="{href}">{match[0]}</a>' if page in there else match[0]

    linked = ANCHOR.sub(link, IMAGE.sub(r"\2", body))
    parts = re.split(r"(<a .*?</a>|<pre.*?</pre>)", linked, flags=re.DOTALL)
    parts[::2] = [COQ_FILE.sub(file, part) for part in parts[::2]]
    return "".join(parts)


def _page(body: str, here: str) -> str:
    """Return a body in the frame of all pages; its first heading is the title."""
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL)
    title = unescape(re.sub("<[^>]*>", "", heading[1])).strip() if heading else here
    body = body.replace("<pre>", '<pre tabindex="0">')
    body = COLUMN.sub(r'<th scope="col"\1>', body)
    body = body.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    body = body.replace("</table>", "</table></div>")
    return page(
        Page(title, (Picture(markup=body),)),
        lambda _: "",
        Navigation(NAV, here, "../" * here.count("/")),
        command=COMMAND,
        foot="",
    )


# ----------------------------------------------------------------------------- the API


def api_pages() -> dict[str, str]:
    """Return a page for each module of API, and the list of them."""
    import pdoc
    from pdoc.render_helpers import to_html as as_html

    reference: Any = pdoc.extract.load_module("reference")
    for name in reference.__all__:
        getattr(reference, name)  # pdoc shows what is loaded
    pdoc.render.configure(search=False, template_directory=Path(__file__).parent / "templates/api")
    pdoc.render.env.filters["to_html"] = lambda text: as_html(angles_kept(text))
    modules = {
        name: pdoc.doc.Module(pdoc.extract.load_module(name)) for group in API for name in group[1:]
    }
    pages = {}
    for name, module in modules.items():
        text = MEMBER.sub(r").\1", pdoc.render.html_module(module, modules))
        here = f"api/{name.replace('.', '/')}.html"
        pages[here] = _page(text, here)
    said = "# API\n\nWhat a program calls. Statements have pages of their own.\n"
    for title, *names in API:
        said += f"\n## {title}\n\n"
        for name in names:
            about = " ".join(modules[name].docstring.partition("\n\n")[0].split())
            said += f"- [`{name}`](api/{name.replace('.', '/')}.html): {angles_kept(about)}\n"
    known = [*pages, "api/index.html"]
    body = _joined(with_ids(_markdown(said)), "index.html", known).replace('href="api/', 'href="')
    return {**pages, "api/index.html": _page(body, "api/index.html")}


def angles_kept(text: str) -> str:
    """Return Markdown in which `<q, r_hat>` outside code is a formula, not a tag of HTML. Code is
    in backticks, in fences, in examples, or in lines that are indented after an empty one."""
    kept: list[str] = []
    fenced, code, before = False, False, ""
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        code = line.startswith("    ") and (code or not before.strip())
        before = line
        if not fenced and not code and not line.startswith(">"):
            parts = line.split("`")
            parts[::2] = [part.replace("<", "&lt;") for part in parts[::2]]
            line = "`".join(parts)
        kept.append(line)
    return "\n".join(kept)
