"""The audit's pages: overview with the statement graph, all statements in a table, a page per
statement, letter, findings in full, pictures, readings; style sheet, script, index of the search.

index.html  statements.html  statements/LABEL.html  letter.html  letter.md  letter.txt  letter.tex
    findings.html  findings.md  findings.txt  corrections.html  corrections.diff
pictures.html  readings.html  style.css  site.js  search.js
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Finding
from proofs_check.ledger.registry import main_theorem
from proofs_check.report import latex, markdown, terminal
from proofs_check.report.badges import ARGUMENT, LOOKS, TRUE, grade_badge, look
from proofs_check.report.document import (
    Badge,
    Block,
    Blocks,
    Cell,
    Code,
    Grid,
    GridRow,
    Group,
    Heading,
    Inlines,
    Link,
    Page,
    Paragraph,
    Picture,
    Small,
    inlines,
    words,
)
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.html import render
from proofs_check.report.html.graph import drawings
from proofs_check.report.html.render import MenuEntry
from proofs_check.report.html.search import INDEX_FILE, search_index
from proofs_check.report.pages.audit import answers_table, comparisons_made, legend
from proofs_check.report.pages.findings import corrections_of, diff, findings_in_full
from proofs_check.report.pages.letter import Sender, letter
from proofs_check.report.pages.overview import Drawings, charted, overview
from proofs_check.report.pages.statement import PAPER_SOURCE, answer_cells, options, statement_page
from proofs_check.report.pages.statements import (
    Audited,
    address,
    link_to,
    links_to,
    shown_in,
    statements,
)
from proofs_check.report.terminal import in_words
from reference.readings import READINGS

NAV = (
    MenuEntry("Overview", "index.html"),
    MenuEntry(
        "Statements", "statements.html",
        (("What Theorem 4 rests on", "index.html#graph"), ("Readings", "readings.html")),
        prefixes=("statements/", "paper.html"),
    ),
    MenuEntry("Findings", "findings.html", (("Corrections", "corrections.html"),)),
    MenuEntry("Letter", "letter.html"),
    MenuEntry("Pictures", "pictures.html"),
)  # fmt: skip
TITLES = {  # what the paper calls its sections, after their numbers
    "Section I": ", Introduction",
    "Section I-A": ", Related works",
    "Section I-B": ", Contributions",
    "Section II": ", Problem formulation",
    "Section III": ", Occupancy measures",
    "Section IV": ", Algorithm 1 line by line",
    "Section IV-A": ", Number of updates and confidence sets",
    "Section IV-B": ", The linear program",
    "Section V": ", Main results",
    "Section VI": ", Simulation",
    "Section VII": ", Conclusion",
    "Appendix I": ", Proof of Lemmas 4 and 5",
    "Appendix II": ", Proof of Lemma 6",
}
LINE_OF_SOURCE = re.compile(r"l\. \d+$")
SHORT = {"Alg. 1 l. ": "l. ", "Lemma ": "L ", "Prop. ": "P ", "Assumption": "Ass.",
         "Definition": "Def.", "Remark": "Rem.", "Theorem": "Thm"}  # fmt: skip
KICK = words(
    "Leon and Etesami, Online Reinforcement Learning in Markov Decision Process Using Linear "
    "Programming (arXiv:2304.00155): every statement checked"
)
SAME_LETTER = words(
    "The same letter as ", Link(words("Markdown"), "page", "letter.md"), ", as ",
    Link(words("plain text"), "page", "letter.txt"), " and as ",
    Link(words("LaTeX"), "page", "letter.tex"), ", of which pdflatex makes a PDF. With witnesses ",
    "and lines by hand: ", Link(words("the findings in full"), "page", "findings.html"), ".",
)  # fmt: skip
SAME_FINDINGS = words(
    "The same as ", Link(words("Markdown"), "page", "findings.md"), " and as ",
    Link(words("plain text"), "page", "findings.txt"), ".",
)  # fmt: skip
ABOUT_GRAPH = (
    "The theorem is at the top, what a proof uses is below it. Steps are folded into their "
    "statement; an arrow, from a statement to what its proof uses, is omitted where it follows "
    "from others. The arrows are those of the paper's own route; point at a box, or move to it "
    "with the Tab key, to highlight its arrows."
)
ABOUT_PICTURES = (
    "Drawn from runs of the suite that the audit checks, made again from their seeds and replayed "
    "exactly, and from exact probabilities."
)
ABOUT_READINGS = (
    "Where the paper can be read in more than one way, spec.md says why this project reads it as "
    "it does and what another choice changes. Here are the statements that depend on the choice."
)
TEN_TRIALS = (
    "against UCRL2 on the continuing chain",
    "against UCRL2 that knows layers and horizon",
)


@dataclass(frozen=True)
class Around:
    """What stands around the report where it is a part of a site: the navigation, blocks for the
    first page, the pages of the project's files, and the command that makes it all."""

    nav: tuple[MenuEntry, ...] = NAV
    doors: Blocks = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    command: str = ""


def audit_pages(
    result: AuditResult,
    figures: Sequence[str] = (),
    sender: Sender | None = None,
    around: Around | None = None,
    paper: str = "",
) -> dict[str, str]:
    """Return relative file name -> text. `figures`: of pictures.py; `sender`: of the letter;
    `around`: the site that the report is a part of; `paper`: the paper's source, if there is a
    copy, to the lines of which the statements' pages then lead."""
    around = around or Around(command=f"python -m proofs_check report DIR{options(result)}")
    known = statements(result)
    order = [None, *known.values(), None]
    findings = shown_in(result)
    authors, in_full = letter(result, sender), findings_in_full(result)
    pages: dict[str, Page] = {
        "index.html": _index(result, known, around.doors),
        "statements.html": _statements(known),
        "letter.html": Page(
            "Letter to the authors: UCRL-LP, audited",
            (Group(authors, "letter"), Paragraph(SAME_LETTER, style="small")),
        ),
        "findings.html": Page(
            "Findings in full: UCRL-LP, audited",
            (Group(in_full, "letter"), Paragraph(SAME_FINDINGS, style="small")),
        ),
        "corrections.html": Page("Corrections of the paper", corrections_of(findings)),
        "pictures.html": _pictures(figures),
        "readings.html": _readings(known),
    }
    for before, statement, after in zip(order, known.values(), order[2:], strict=False):
        pages[statement.href] = statement_page(statement, known, result, before, after)
    if paper:
        source = render.listing("The source of the paper", paper)
        pages["paper.html"] = Page("The source of the paper", (Picture(markup=source),))
        around = replace(around, sources={**around.sources, PAPER_SOURCE: "paper.html"})
    framed = {name: _framed(page, name, known, findings, around) for name, page in pages.items()}
    return {
        "style.css": render.style_sheet(),
        "site.js": render.script(),
        INDEX_FILE: search_index(framed),
        "letter.tex": f"% ucrl-lp report\n{latex.latex(authors)}",
        **{
            f"{name}.{ending}": text
            for name, tree in (("letter", authors), ("findings", in_full))
            for ending, text in (
                ("md", f"<!-- ucrl-lp report -->\n\n{markdown.markdown(tree)}"),
                ("txt", terminal.terminal_text(tree, terminal.MAIL) + "\n"),
            )
        },
        "corrections.diff": "".join(f"% {f.name}\n{diff(f)}\n" for f in findings),
        **framed,
    }


def _framed(
    page: Page,
    name: str,
    known: Mapping[str, Audited],
    findings: list[Finding],
    around: Around,
) -> str:
    """Return a page in the frame of the report."""
    up = "../" * name.count("/")

    def where(link: Link) -> str:
        if link.kind == "source":
            file, _, place = link.target.partition("#")
            there = around.sources.get(file, "")
            return f"{up}{there}#{place}".rstrip("#") if there else ""
        return address(link, known, findings, up)

    navigation = render.Navigation(around.nav, name, up)
    return render.page(page, where, navigation, command=around.command)


# ----------------------------------------------------------------------------- the first page


def _index(result: AuditResult, known: Mapping[str, Audited], doors: Blocks = ()) -> Page:
    first = overview(result, _charts(known)) or (
        Heading(1, words("Some of the statements, checked")),
        Paragraph((Link(words("Letter to the authors"), "page", "letter.html"),), style="small"),
    )
    blocks: tuple[Block, ...] = (
        Paragraph(KICK, style="kick"),
        *first,
        *doors,
        *_graph(known),
        *comparisons_made(result),
    )
    return Page("UCRL-LP, audited: every statement, true or not", blocks)


def _statements(known: Mapping[str, Audited]) -> Page:
    """Return the page of all statements: counted, as boxes, as a table."""
    title = f"All {len(known)} statements"
    blocks: tuple[Block, ...] = (
        Heading(1, words(title)),
        answers_table(list(known.values())),
        *legend(),
        Heading(2, words("Section by section"), "map"),
        *_map(known),
        Heading(2, words("What each says"), "table"),
        _table(known),
    )
    return Page(f"{title}: UCRL-LP, audited", blocks)


def _charts(known: Mapping[str, Audited]) -> Drawings:
    """Return the two charts beside the overview."""
    main = known.get(main_theorem())
    if main is None:
        return Drawings()
    environment = render.environment().get_template("figures.html").module
    least = charted(main.forms)
    wins = figure_1().wins
    return Drawings(
        environment.informative(least, wins, _at, _spaced),  # type: ignore[attr-defined]
        ten_trials(),
    )


def ten_trials() -> str:
    """Return the chart of the trials of Figure 1 in which UCRL-LP has the smaller regret: a row for
    each version of UCRL2."""
    environment = render.environment().get_template("figures.html").module
    counts = figure_1()
    rows = zip(TEN_TRIALS, (counts.wins, counts.wins_known_horizon), strict=True)
    return str(environment.ten_trials(list(rows), _spaced))  # type: ignore[attr-defined]


def _at(T: int) -> float:
    """Return the abscissa of T in the chart of thresholds: 10^3 to 10^8, logarithmic."""
    return 16 + (math.log10(T) - 3) / 5 * 352


def _spaced(n: int) -> str:
    return f"{n:,}".replace(",", " ") if n > 9999 else str(n)


def _graph(known: Mapping[str, Audited]) -> Blocks:
    drawn = drawings(known)
    heading = Heading(2, words("What Theorem 4 rests on"), "graph")
    if not drawn:
        few = "This audit has only some of the statements; the graph needs all of them."
        return heading, Paragraph(words(few))
    return (
        heading,
        Paragraph(words(ABOUT_GRAPH)),
        _key(known.values()),
        Group(
            tuple(Picture(markup=render.template("graph.html", drawn=d)) for d in drawn), "graph"
        ),
    )


def _key(known: Iterable[Audited]) -> Block:
    """Return the legend: borders are the second answer, fills are the first; those that occur."""
    members = list(known)
    arguments = {member.answers.printed_argument for member in members}
    borders = [answer.badge for word, answer in ARGUMENT.items() if word in arguments]
    yes = {member.answers.known for member in members if member.answers.is_true == "yes"}
    fills = [Badge(f"yes: {word}", f"chip {look(word).style}") for word in LOOKS if word in yes]
    others = {member.answers.is_true for member in members}
    fills += [answer.badge for word, answer in TRUE.items() if word in others and word != "yes"]
    said = words("Fill, is it true? ")
    for badge in fills:
        said += words(badge, " ")
    said += words("Border, does the printed argument show it? ")
    for badge in borders:
        said += words(badge, " ")
    return Paragraph(said, style="key")


def _map(known: Mapping[str, Audited]) -> Blocks:
    """Every statement as a small box, section by section."""
    sections = []
    for section, members in _sections(known.values()):
        items = "".join(f"<li>{_box(*box)}</li>" for box in unique_names(members))
        sections.append(f"<section><h3>{section}</h3><ul>{items}</ul></section>")
    return (Picture(markup=f'<div class="map">{"".join(sections)}</div>'),) if sections else ()


def _box(m: Audited, name: str, short: str) -> str:
    number, title = in_words(inlines(m.claim.number)), in_words(inlines(m.claim.title))
    told = f"{number}: {title}; true: {m.true.word}; printed argument: {m.argument.word}"
    parts = re.split(r"(\$[^$]+\$)", short)  # L 4 is no product
    short_shown = "".join(
        render.link_markup(inlines(part)) if part[:1] == "$" else escape(part) for part in parts
    )
    shown = render.link_markup(inlines(name)) if short == name else short_shown
    style = f"{m.argument.style} {m.true.style}"
    return f'<a class="{style}" href="{m.href}" title="{escape(told)}">{shown}</a>'


def _sections(known: Iterable[Audited]) -> list[tuple[str, list[Audited]]]:
    """Return the statements of each section, in the order of the paper; I-A comes after I."""
    sections: dict[str, list[Audited]] = {}
    for statement in known:
        name = statement.claim.section.replace("Sec. ", "Section ").replace("App. ", "Appendix ")
        sections.setdefault(name[:1].upper() + name[1:], []).append(statement)
    first = list(dict.fromkeys(name.partition("-")[0] for name in sections))
    return sorted(sections.items(), key=lambda at: (first.index(at[0].partition("-")[0]), at[0]))


def short_name(statement: Audited) -> tuple[str, str]:
    """Return its number without the section, in full and abbreviated: Lemma 4, L 4."""
    place, _, rest = statement.claim.number.rpartition(", ")
    name = (
        rest
        if re.match(r"Sec\.|App\.|abstract", place)
        else statement.claim.number.replace(", ", " ")
    )
    short = name
    for long, brief in SHORT.items():
        short = short.replace(long, brief)
    return name, short


def unique_names(members: Sequence[Audited]) -> list[tuple[Audited, str, str]]:
    """Return the statements of a section with the names of their boxes, no two alike: a second one
    at the same place, and one that has only a line of the source, adds the last part of its
    label."""
    taken: set[str] = set()
    boxes = []
    for statement in members:
        name, short = short_name(statement)
        own = statement.label.rpartition(":")[2].replace("-", " ")
        if LINE_OF_SOURCE.match(short) and not statement.label.startswith("alg:"):
            name = short = own
        elif short in taken:
            name = short = f"{short} {own}"
        taken.add(short)
        boxes.append((statement, name, short))
    return boxes


def _table(known: Mapping[str, Audited]) -> Grid:
    """Every statement: what it says, the two answers, the status of its last form, its finding."""
    rows: list[GridRow] = []
    for section, members in _sections(known.values()):
        rows.append(GridRow(title=words(f"{section}{TITLES.get(section, '')}")))
        rows += map(_row, members)
    head = ("statement", "says", "true?", "shown?", "status after repair", "finding")
    return Grid(tuple(map(words, head)), tuple(rows))


def _row(m: Audited) -> GridRow:
    wrong: Inlines = ()
    if f := m.finding:
        link = Link(words(f.name), "finding", f.name)
        wrong = words(grade_badge(f), " ", Small((link,)))
    cells = (Cell((link_to(m.label),), True), Cell(inlines(m.claim.title)), *answer_cells(m))
    return GridRow((*cells, Cell(wrong)), style="step" if m.claim.part_of else "")


# ----------------------------------------------------------------------------- other pages


def _pictures(figures: Sequence[str]) -> Page:
    title = "Pictures: how tight, and from which T"
    drawn = tuple(Picture(markup=figure) for figure in figures)
    none = () if figures else (Paragraph(words("None was drawn.")),)
    return Page(title, (Heading(1, words(title)), Paragraph(words(ABOUT_PICTURES)), *drawn, *none))


def _readings(known: Mapping[str, Audited]) -> Page:
    head = ("reading", "where", "choices, the default first", "statements")
    rows = []
    for r in READINGS:
        using = links_to(
            statement.label for statement in known.values() if r.id in statement.readings
        )
        cells = (
            Cell(words(f"{r.id} ", Code(r.key)), True),
            Cell(inlines(r.where)),
            Cell(words(", ".join(r.choices))),
            Cell(using or words("none")),
        )
        rows.append(GridRow(cells, id=r.id))
    table = Grid(tuple(map(words, head)), tuple(rows))
    title = "Readings: what the paper leaves open"
    return Page(title, (Heading(1, words(title)), Paragraph(words(ABOUT_READINGS)), table))
