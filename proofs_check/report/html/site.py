"""One static site with everything there is to read, for any host that serves files.

    index.html           three doors, with links to what follows
    tours/*.html         proofs_check/tours, one for each kind of reader
    kit/README.html      the page for implementers
    report/              what `proofs-check --html` writes
    api/                 the API reference, by pdoc

Needs the extra `docs`.
"""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from proofs_check.report import output_directory as folder
from proofs_check.report.document import Page, Picture
from reference.support.errors import MissingLibrary

TOURS = ("auditor", "implementer", "reviewer")
NEEDED = ("pdoc", "markdown_it", "pytest", "hypothesis")
NAV = (
    ("Start", "index.html"),
    *((f"Tour: {tour}", f"tours/{tour}.html") for tour in TOURS),
    ("Report", "report/index.html"),
    ("API", "api/index.html"),
)
MEMBER = re.compile(r'\)<a href="[^"]*">(?:\w+\.)*(\w+)</a>')  # `f(x).mdp`, taken for a module
NAMELESS = re.compile(r'(<a class="headerlink" href="#([^"]*)")></a>')
ASKS = {
    "auditor": "Is a statement of the paper true as printed? If not, what repairs it?",
    "implementer": "Where does my run leave Algorithm 1?",
    "reviewer": "Under which unstated choices does Figure 1 hold?",
}


def write_site(name: str, *, force: bool = False, workers: int = 2) -> list[str]:
    """Write the site to the directory `name`; returns the names of its pages, sorted.

    Raises MissingLibrary (a library of the extra `docs` is missing), UnusablePath."""
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            raise MissingLibrary("docs", library, "docs")
    site = folder.usable(name, force)
    folder.write(site, _own_pages())
    _write_api(site / "api")
    _write_report(site / "report", workers)
    return sorted(page.relative_to(site).as_posix() for page in site.rglob("*.html"))


def _own_pages() -> dict[str, str]:
    """Return the first page and the tours."""
    from proofs_check.report.html.render import style_sheet

    doors = "".join(f"- [{ASKS[tour]}](tours/{tour}.html) A tour for {tour}s.\n" for tour in TOURS)
    start = (
        f"# UCRL-LP, its reference and its audit\n\n{doors}\n"
        "[The report of the audit](report/index.html) has a page for every statement of the paper; "
        "[the API reference](api/index.html) one for every module.\n"
    )
    pages = {"style.css": style_sheet(), "index.html": _page(start, "index.html", "")}
    for name in (*(f"tours/{tour}" for tour in TOURS), "kit/README"):
        text = files("proofs_check").joinpath(f"{name}.md").read_text("utf-8")
        text = re.sub(r"\[([^\]]+)\]\(\.\./\.\./[^)]*\)", r"\1", text)  # not a page of the site
        pages[f"{name}.html"] = _page(text.replace(".md)", ".html)"), f"{name}.html", "../")
    return pages


def _page(said: str, here: str, up: str) -> str:
    """Markdown as a page; its first line is the title."""
    from markdown_it import MarkdownIt

    from proofs_check.report.html.render import page

    title = said.partition("\n")[0].removeprefix("# ")
    body = MarkdownIt("commonmark").enable("table").render(said)
    return page(
        Page(title, (Picture(markup=body),)),
        lambda _: "",
        nav=NAV,
        here=here,
        up=up,
        command="proofs-check docs",
        foot="",
    )


def _write_api(path: Path) -> None:
    """Everything public of both packages."""
    import pdoc

    reference: Any = pdoc.extract.load_module("reference")
    exported = reference.__all__
    for name in exported:
        getattr(reference, name)  # pdoc shows what is loaded
    rooms = [one.name for one in pkgutil.iter_modules(reference.__path__) if one.name[0] != "_"]
    reference.__all__ = [*exported, *rooms]  # pdoc takes it for a list of modules, too
    with tempfile.TemporaryDirectory() as made:
        pdoc.render.configure(template_directory=Path(__file__).parent / "templates/api")
        pdoc.pdoc("reference", "proofs_check", output_directory=Path(made))
        for page in Path(made).rglob("*.html"):  # nameless links, code that keys cannot scroll
            text = MEMBER.sub(r").\1", page.read_text("utf-8"))
            text = NAMELESS.sub(r'\1 aria-label="link to \2"></a>', text)
            page.write_text(text.replace("<pre>", '<pre tabindex="0">'), "utf-8")
        shutil.copytree(made, path, dirs_exist_ok=True)
    reference.__all__ = exported


def _write_report(path: Path, workers: int) -> None:
    from proofs_check.audit.audit import audit
    from proofs_check.report.html import audit_pages, pictures
    from reference.support.workers import crew

    path.mkdir(exist_ok=True)
    with crew(workers, None) as (number, executor):
        result = audit(None, False, number, executor=executor)
    folder.write(path, audit_pages.audit_pages(result, pictures.pictures()))
