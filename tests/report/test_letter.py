"""The letter: one page in a fixed order, then appendices; as a page, Markdown, text and LaTeX."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import chain
from math import log, sqrt
from pathlib import Path
from unittest.mock import Mock

import pytest

from proofs_check.arithmetic import Enclosure, Q, Real
from proofs_check.arithmetic import sqrt as root
from proofs_check.ledger.finding_pages import decimals
from proofs_check.ledger.findings import by_gravity, findings
from proofs_check.ledger.registry import main_theorem
from proofs_check.machine_checked.record import read_record
from proofs_check.report import latex, terminal
from proofs_check.report.document import (
    Details,
    Formula,
    Group,
    Listing,
    Paragraph,
    Source,
    words,
)
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.pages import letter, tight_family
from proofs_check.report.pages.findings import bibliography_number
from proofs_check.statements.common import gap
from reference.figure1.tight import CERTIFIED, LOWER, UPPER
from reference.support.errors import PreconditionError
from tests.paths import RESULTS
from tests.report.test_html import Page, few, report_pages, result

LINES_OF_A_SHEET = 64  # at six lines to the inch, on letter paper or A4
IN_ORDER = (
    "Theorem 4 is true", "One step of its printed proof leaves a gap",
    "not below those of all earlier works with confidence sets", "Line 12 as printed",
    "In (26)", "Agrawal and Jia", "Our question is about Figure 1",
)  # fmt: skip


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return report_pages()


def the_page(text: str) -> str:
    """The page of the letter as plain text: what is before the appendices."""
    return text.partition("Appendix A.")[0].rstrip()


def test_the_letter_is_one_page(pages: dict[str, str]) -> None:
    lines = the_page(pages["letter.txt"]).split("\n")
    assert len(lines) <= LINES_OF_A_SHEET
    assert max(map(len, lines)) <= terminal.MAIL.width


def test_the_page_says_what_it_has_to_say_in_this_order(pages: dict[str, str]) -> None:
    said = " ".join(the_page(pages["letter.txt"]).split())
    at = [said.index(part) for part in IN_ORDER]
    assert at == sorted(at)
    (items,) = (b.items for b in letter.letter_page(result()) if isinstance(b, Listing))
    assert len(items) == len(IN_ORDER)
    for part, item in zip(IN_ORDER, items, strict=True):
        assert part in " ".join(terminal.in_words(item).split())


def test_its_numbers_are_computed() -> None:
    """At L = 6, X = 52, A = 5, delta = 1/10, by floats here."""
    term, rest = (x.enclose(64) for x in gap.term_and_rest())
    assert float(term.lo) == pytest.approx(4 / 52 * sqrt(log(6 / 0.1) / 5))
    assert float(rest.lo) == pytest.approx(12 + 10 / sqrt(6 * 52))
    assert "is 0.07 beside 12.6, in units of" in letter.gap()
    assert r"$LX/\Gamma=31.2$" in letter.works() and round(6 * 52 / 10, 1) == 31.2
    figures, asked = figure_1(), letter.question()
    (mean, every), (mean_early, few) = (
        (figures.on_average[T], figures.better[T]) for T in (10**5, 10**4)
    )
    assert (mean, every, mean_early, few) == (21, 19, 7, 4)
    assert (
        f"on average in {mean} of {figures.settings} settings, in every trial in {every}" in asked
    )
    assert f"in {mean_early} and {few}." in asked and "How was UCRL2 applied" in asked


def test_a_number_of_which_the_digits_are_not_known_is_refused() -> None:
    assert decimals(Real.of(Q(1, 8)), 2) == "0.12"
    assert decimals(root(2), 3) == "1.414"
    wide = Mock(enclose=lambda bits: Enclosure(Q(14, 10), Q(16, 10)))
    with pytest.raises(ArithmeticError, match=r"1 or 2"):
        decimals(wide, 0)


def test_what_is_not_given_or_not_yet_proved_can_be_seen(pages: dict[str, str]) -> None:
    said = " ".join(the_page(pages["letter.txt"]).split())
    assert "[name of the sender]" in said
    assert ("[To be inserted once" in said) == (letter.IS_TIGHT not in read_record().theorems)
    sender = letter.Sender("A. Sender", "a@example.org", "https://example.org/code")
    text = terminal.terminal_text(letter.letter(result(), sender), terminal.MAIL)
    assert "A. Sender, a@example.org." in text and "[name" not in text


def test_the_sentence_on_tightness_waits_for_its_theorem() -> None:
    record = read_record()
    without = {k: v for k, v in record.theorems.items() if k != letter.IS_TIGHT}
    slot = letter.tight(replace(record, theorems=without))
    assert slot.startswith("[To be inserted once") and letter.TIGHT in slot
    other = without | {letter.IS_TIGHT: next(iter(without.values()))}
    assert letter.tight(replace(record, theorems=other)) == slot  # it says something else
    proved = without | {letter.IS_TIGHT: record.theorems[letter.IS_TIGHT]}
    assert letter.tight(replace(record, theorems=proved)) == letter.TIGHT
    assert "machine-checked" in letter.TIGHT and "[" not in letter.TIGHT


def test_the_date_is_the_one_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert ". 1 January 1970. " in terminal.terminal_text(
        letter.letter_page(result()), terminal.MAIL
    )


def test_the_appendix_has_every_finding_once_with_its_changes(pages: dict[str, str]) -> None:
    names = [f.name for f in by_gravity(findings())]
    assert re.findall(r"^\| (E-\d+)\. ", pages["letter.md"], re.M) == names
    ids = [id for id in Page(pages["letter.html"]).ids if re.fullmatch(r"e-\d+", id)]
    assert ids == [name.lower() for name in names]
    for f in findings():
        for c in chain.from_iterable(f.corrections.values()):
            assert f"    + {c.corrected}" in pages["letter.txt"]
            assert c.printed in Page(pages["letter.html"]).text


def test_every_work_is_in_the_bibliography_and_says_what_was_read(pages: dict[str, str]) -> None:
    of = {w.title: w for f in findings() for w in f.works}
    text = " ".join(pages["letter.txt"].split())
    for w in of.values():
        assert f"[{bibliography_number(w.title)}] {w.title}: " in text
        assert "read: " in text[text.index(w.title) :]
    cited = set(re.findall(r"\[(\d+)\]", the_page(pages["letter.txt"])))
    assert cited <= {str(bibliography_number(title)) for title in of}


def test_the_letter_shows_the_family_on_which_the_theorem_is_tight(pages: dict[str, str]) -> None:
    committed = json.loads(CERTIFIED.read_text("utf-8"))
    runs = {(r["L"], r["X"], r["T"], r["radii"]): r for r in committed}
    rows = [
        [cell.strip(" $").replace("\\,", "") for cell in line.strip("|").split("|")]
        for line in pages["letter.md"].partition("Appendix B")[2].split("\n")
        if re.match(r"\| \d+ \|", line)
    ]
    assert len(rows) == len(runs) / 2 == 7
    for L, X, T, order, below, box in rows:
        ball, intervals = (runs[int(L), int(X), int(T), r] for r in ("printed", "bernstein"))
        assert ball["verdict"] == intervals["verdict"] == "conforms"
        assert float(order) == pytest.approx(ball[UPPER], rel=0.05)
        assert float(below) == pytest.approx(ball[LOWER], rel=0.05)
        assert float(box) == pytest.approx(intervals[LOWER], rel=0.05)
    # The picture is in the page, with words for who cannot see it, and beside the LaTeX.
    assert 'role="img" aria-label="Regret over LX sqrt(TA Lam)' in pages["letter.html"]
    assert f"\\IfFileExists{{{tight_family.FILE}}}" in pages["letter.tex"]
    assert tight_family.picture_files() == {"tight.png": (RESULTS / "tight.png").read_bytes()}


def test_an_audit_of_some_statements_makes_no_page() -> None:
    for labels in (("prop:1",), ()):
        text = terminal.terminal_text(letter.letter(few(*labels)), terminal.MAIL)
        assert "does not make the letter" in text and "Dear" not in text
    assert "Dear" in terminal.terminal_text(letter.letter(few(main_theorem())), terminal.MAIL)


# ------------------------------------------------------------------------------- LaTeX


def test_latex_has_the_page_on_a_sheet_of_its_own(pages: dict[str, str]) -> None:
    text = pages["letter.tex"]
    first, second = text.split("\\newpage\n")
    assert "Our question" in first and "Appendix A" in second
    assert text.count("\\begin{verbatim}") == text.count("\\end{verbatim}")
    outside = re.sub(r"(?s)\\begin\{verbatim\}.*?\\end\{verbatim\}", "", text)
    assert len(re.findall(r"(?<!\\)\$", outside)) % 2 == 0
    assert not re.search(r"\\(Reg|Lam|wto)(?![a-z])", outside)  # the pages' own macros


def test_latex_escapes_what_it_prints() -> None:
    said = (Paragraph(words("50% of a_b & {c} #1 ~ \\x")), Formula("x_1"), Source("a√ξ"))
    text = latex.latex(said)
    assert r"50\% of a\_b \& \{c\} \#1 \textasciitilde{} \textbackslash{}x" in text
    assert "\\[x_1\\]" in text and "asqrtxi" in text
    assert latex.printable("a" * 48).count("allowbreak") == 5
    with pytest.raises(PreconditionError, match="is not for LaTeX"):
        latex.latex((Group((Details(words("x"), ()),)),))


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_makes_a_pdf_of_which_the_letter_is_the_first_page(
    pages: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "letter.tex").write_text(pages["letter.tex"], "utf-8")
    command = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "letter.tex")
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:]
    sheets = re.search(rb"Output written on letter.pdf \((\d+) pages", made.stdout)
    assert sheets and 2 <= int(sheets[1]) <= 10
    (tmp_path / "page.tex").write_text(latex.latex(letter.letter_page(result())), "utf-8")
    made = subprocess.run((*command[:-1], "page.tex"), cwd=tmp_path, capture_output=True)
    assert b"Output written on page.pdf (1 page," in made.stdout
