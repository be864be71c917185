"""A formula stands once: in each form, on each page, in a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher

import pytest

from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import REGISTRY, Claim
from proofs_check.report.document import (
    Block,
    Blocks,
    Details,
    Formula,
    Group,
    Heading,
    Math,
    Paragraph,
    inlines,
)
from proofs_check.report.pages.findings import finding_page
from proofs_check.report.pages.once import bare, named_below, pieces, repeated, set_alike, stated
from proofs_check.report.pages.statement import displayed, explained, statement_page
from proofs_check.report.pages.statements import statements
from proofs_check.report.terminal import for_terminal, in_words
from tests.report.test_one_answer import without_runs

LONG = 16  # characters of a formula, bare
SUM = r"\sum_{x_h,a_h}\frac{n_i(x_h,a_h)}{\sqrt{N_i(x_h,a_h)}}\leq3\sqrt{T\log(TXA/\delta)}"


# ----------------------------------------------------------------------------- what is said twice


def tokens(tex: str) -> list[str]:
    """Return letters, numbers and relations: nothing that `once` knows of notation but Lambda."""
    tex = tex.replace(r"\log(TXA/\delta)", r"\Lambda")
    sets = r"[td]?frac|left|right|quad|text|math[a-z]*|[lr]vert|hat|bar|tilde|check"
    tex = re.sub(rf"\\(?:{sets})(?![a-z])", " ", tex)
    return re.findall(r"[A-Za-z]+|\d+|[<>=]", tex)


def alike(tex: str, other: str) -> bool:
    """Whether at least 3/5 of one formula stands in the other, in runs of four tokens or more."""
    short, long = sorted((tokens(tex), tokens(other)), key=len)
    match = SequenceMatcher(None, long, short, autojunk=False)
    common = sum(m.size for m in match.get_matching_blocks() if m.size >= 4)
    related = _relates(tex) and _relates(other)
    return related and len(short) >= 6 and 5 * common >= 3 * len(short)


def mathematics(blocks: object) -> Iterator[Formula | Math]:
    """Yield the formulas of a tree, but for headings and what is folded."""
    if isinstance(blocks, Formula | Math):
        yield blocks
    elif isinstance(blocks, tuple):
        for part in blocks:
            yield from mathematics(part)
    elif is_dataclass(blocks) and not isinstance(blocks, Heading | Details):
        for field in fields(blocks):
            yield from mathematics(getattr(blocks, field.name))


def twice_in_a_form(blocks: Blocks) -> list[tuple[str, str]]:
    """Return the formulas of the words that say what a displayed formula says."""
    shown = [block.tex for block in blocks if isinstance(block, Formula)]
    inside = [m.tex for m in mathematics(blocks) if isinstance(m, Math)]
    return [
        (f, m) for f in shown for m in inside
        if alike(f, m) or repeated(f, m)
    ] + [(f, f) for f, times in Counter(map(bare, shown)).items() if times > 1]  # fmt: skip


def twice_on_a_page(blocks: Iterable[Block]) -> list[str]:
    """Return the long relations that stand on a page more than once."""
    long = (bare(m.tex) for m in mathematics(tuple(blocks)) if _relates(m.tex))
    return [f for f, times in Counter(long).items() if times > 1 and len(f) >= LONG]


def _relates(tex: str) -> bool:
    return re.search(r"[=<>]|\\(?:[lg]eq|to|leftarrow|subseteq)(?![a-z])", tex) is not None


# ----------------------------------------------------------------------------- all forms and pages


def all_forms() -> list[Claim]:
    without_runs()  # all statements are registered
    return list(REGISTRY.values())


def first_of(claim: Claim) -> str:
    return " ".join(claim.statement.split("\n\n")[0].split())


def test_no_form_says_its_formula_twice() -> None:
    forms = all_forms()
    assert len(forms) >= 148
    for claim in forms:
        assert twice_in_a_form(stated(claim.tex, first_of(claim), "")) == [], claim.key


def test_every_form_says_its_formula() -> None:
    """Displayed, or by formulas of the sentence."""
    for claim in all_forms():
        parts = pieces(claim.tex, first_of(claim))
        shown = [p.tex for p in parts if isinstance(p, Formula)]
        inside = [m for p in parts if isinstance(p, str) for m in re.findall(r"\$([^$]+)\$", p)]
        assert len(shown) <= 1, claim.key
        assert any(repeated(claim.tex, f) for f in (*shown, *inside)), claim.key


def test_no_word_of_a_sentence_is_lost() -> None:
    """All of a sentence stands on the page, its one formula in its place or in the form's type."""
    where = Counter[str]()
    for claim in all_forms():
        whole, parts = first_of(claim), pieces(claim.tex, first_of(claim))
        if whole in parts:
            where["above" if len(parts) > 1 else "in line"] += 1
            assert parts in ([Formula(claim.tex), whole], [whole]), claim.key
            continue
        where["in its place"] += 1
        at = next(k for k, p in enumerate(parts) if isinstance(p, Formula))
        before, after = ("".join(p for p in side if isinstance(p, str)) for side in
                         (parts[:at], parts[at:]))  # fmt: skip
        assert whole.startswith(before) and whole.endswith(after), claim.key
        (own,) = re.findall(
            r"^\$([^$]+)\$[ .,;:]*$", whole[len(before) : len(whole) - len(after)].strip()
        )
        shown = parts[at]
        assert isinstance(shown, Formula), claim.key
        assert shown.tex == own or (shown.tex == claim.tex and set_alike(own, claim.tex)), claim.key
    assert where["in its place"] >= 60 and where["above"] >= 20 and where["in line"] >= 20, where


def test_no_page_of_a_statement_says_a_formula_twice() -> None:
    result = without_runs()
    known = statements(result)
    assert len(known) >= 100
    for label, statement in known.items():
        assert twice_on_a_page(statement_page(statement, known, result).blocks) == [], label


def test_no_page_of_a_finding_says_a_formula_twice() -> None:
    for f in findings():
        page = finding_page(f, statements(without_runs(*f.places)))
        assert twice_on_a_page(page) == [], f.name


def in_one_piece(blocks: Blocks) -> str:
    """Return what a terminal shows, without the ends of lines and spaces."""
    return re.sub(r"\s", "", for_terminal(blocks))


def test_a_terminal_shows_a_displayed_formula_once() -> None:
    result = without_runs()
    known = statements(result)
    for label, statement in known.items():
        blocks = statement_page(statement, known, result).blocks
        text = in_one_piece(tuple(b for b in blocks if not isinstance(b, Heading)))
        for tex in displayed(statement.claim):
            line = in_one_piece((Formula(tex),))
            assert text.count(line) == 1 or len(line) < LONG, (label, line)


# ----------------------------------------------------------------------------- the rule


@pytest.mark.parametrize(
    "tex, sentence, shown",
    [
        # equal, but for notation: displayed as the form has it, in its place
        (r"i=1", "Set to $i=1$. It grows.", ["Set to", None, "It grows."]),
        (r"\tfrac12 X\leq Y", r"$\frac{1}{2} X\leq{Y}$, on every path.", [None, "on every path."]),
        (r"\Lambda\leq2", r"So $\log(TXA/\delta)\leq2$.", ["So", None]),
        (SUM, r"So $\sum_{x_h,a_h}n_i/\sqrt{N_i}\leq3\sqrt{T\Lambda}$ surely.",
         ["So", None, "surely."]),
        # the sentence says more, and keeps it
        (r"\sqrt T\leq\sqrt X,\quad\sqrt T\leq\sqrt{XA}", r"So $\sqrt T\leq\sqrt X\leq\sqrt{XA}$.",
         ["So", Formula(r"\sqrt T\leq\sqrt X\leq\sqrt{XA}")]),
        # an O is a part of what is said
        (r"Reg\leq LX\sqrt{TXA\Lambda}", r"So $Reg\leq O\left(LX\sqrt{TXA\Lambda}\right)$.",
         ["So", Formula(r"Reg\leq O\left(LX\sqrt{TXA\Lambda}\right)")]),
        # several, or short ones: in the line
        (r"i\leftarrow i+1,\quad t\leftarrow t+1", r"Then $i\leftarrow i+1$, $t\leftarrow t+1$.",
         ["Then i ← i+1, t ← t+1."]),
        (r"i=1", "The index is set to $i=1,j=2$.", ["The index is set to i = 1,j = 2."]),
        (r"\text{number}\leq XA\log T", r"At most $XA\log T$.", ["At most XA log T."]),
        # other formulas, or none: above
        (r"i=1", "The index is set to $i=2$.", [None, "The index is set to i = 2."]),
        (r"P\leq1,\quad h<L", "For $h<L$ it holds.", [None, "For h < L it holds."]),
        (r"a=b", "They agree.", [None, "They agree."]),
        ("", "It is empty.", [None, "It is empty."]),
    ],
)  # fmt: skip
def test_where_a_formula_stands(tex: str, sentence: str, shown: list[str | Formula | None]) -> None:
    """None: the form's formula."""
    blocks = stated(tex, sentence, "stmt-says")
    said = [in_words(b.says) if isinstance(b, Paragraph) else b for b in blocks]
    assert said == [Formula(tex) if part is None else part for part in shown]


def test_a_formula_that_follows_is_named() -> None:
    assert named_below(f"It gives ${SUM}$ for $h<L$.", [SUM]) == (
        "It gives the formula below for $h<L$."
    )
    assert named_below(f"It gives ${SUM}$.", [r"\sqrt T\leq2"]) == f"It gives ${SUM}$."
    text = for_terminal(explained(without_runs("thm:main")))
    assert "another proof gives the formula below with probability 1-δ" in " ".join(text.split())


def test_a_form_does_not_display_what_the_page_has_displayed() -> None:
    more = SUM + r",\quad h<L"
    assert pieces(more, "It holds, too.", [SUM]) == ["It holds, too."]
    assert pieces(more, "It holds, too.", [r"\sqrt T\leq2"]) == [Formula(more), "It holds, too."]
    assert pieces(more, "It holds, too.", ["x"]) == [Formula(more), "It holds, too."]


# ----------------------------------------------------------------------------- planted violations


@pytest.mark.parametrize(
    "tex, sentence",
    [
        (SUM, f"So ${SUM}$ surely."),
        (SUM, r"So $\sum_{x_h,a_h}n_i/\sqrt{N_i}\leq3\sqrt{T\Lambda}$ surely."),
        (SUM + r",\quad h<L", f"For $h<L$, ${SUM}$."),
        (r"\Pr\{" + SUM + r"\}\geq1-\delta", rf"With probability $1-\delta$, ${SUM}$."),
        (r"a_i^2\leq b_i^2\leq c_i^2", r"So $a_i^2\leq b_i^2$ and $b_i^2\leq c_i^2$."),
        (r"\text{number}\leq XA\log T", r"At most $XA\log T$."),
    ],
)
def test_a_display_above_the_sentence_that_has_it_is_refused(tex: str, sentence: str) -> None:
    above = (Formula(tex), Paragraph(inlines(sentence)))
    assert twice_in_a_form(above)
    assert not twice_in_a_form(stated(tex, sentence, ""))
    assert not twice_in_a_form((Formula(tex), Paragraph(inlines("It holds for $h<L$."))))


def test_both_forms_as_they_stood_are_refused() -> None:
    """Nearly every form whose sentence has the formula repeats it if it stands above, too; the
    measure by tokens, which knows nothing of the rule, sees most of the long ones."""
    planted = [
        (claim.tex, Paragraph(inlines(first_of(claim))))
        for claim in all_forms()
        if pieces(claim.tex, first_of(claim))[:1] != [Formula(claim.tex)]
    ]
    assert len(planted) >= 90
    assert all(twice_in_a_form((Formula(tex), says)) for tex, says in planted)
    by_tokens = [
        any(alike(tex, m.tex) for m in mathematics((says,))) for tex, says in planted
        if len(bare(tex)) >= 2 * LONG
    ]  # fmt: skip
    assert sum(by_tokens) >= 40


def test_a_formula_of_a_form_in_another_paragraph_is_refused() -> None:
    result = without_runs()
    known = statements(result)
    page = statement_page(known["thm:main"], known, result).blocks
    (tex,) = displayed(known["thm:main"].claim)
    other = Group((Paragraph(inlines(f"Recall ${tex}$.")),))
    assert twice_on_a_page((*page, other)) == [bare(tex)]
    assert twice_on_a_page((*page, Formula(tex))) == [bare(tex)]
    assert twice_on_a_page((*page, Heading(2, inlines(f"${tex}$")))) == []
    assert twice_on_a_page((*page, Details((), (other,)))) == []
