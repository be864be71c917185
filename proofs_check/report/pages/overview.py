"""Overview: the fate of the main theorem, the findings that matter, the thresholds, Figure 1.

The same tree opens the terminal's audit, README.md, the first page and the letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import GRADES, Finding
from proofs_check.ledger.registry import Result, main_theorem
from proofs_check.report.badges import grade_badge
from proofs_check.report.document import (
    Badge,
    Block,
    Blocks,
    Formula,
    Group,
    Heading,
    Inlines,
    Link,
    Listing,
    Math,
    Paragraph,
    Picture,
    inlines,
    words,
)
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.pages.statements import Audited, statements, worst_first

SIZE = r"$L=6$, $X=52$, $A=5$, $\delta=1/10$"  # of the paper's simulation
STATED = r"$2+\sqrt2$"  # the repaired form of the overview, among those of the main theorem
SERIOUS = GRADES[:3]
GAP_AT = "Lemma 11's last line"
CLAIM = (
    r"The paper claims: UCRL-LP learns an episodic MDP of which only the $X$ states and $A$ actions"
    r" are known, with regret $\tilde O(LX\sqrt{TA})$ after $T$ episodes of $L$ steps, with high"
    r" probability."
)
PRINTED_TEX = r"\Reg\leq O\Big(LX\sqrt{TA\Lam}\,\Big),\quad {\Lam=\log(TXA/\delta)}"
PRINTED = (
    r"with probability at least $1-5\delta$. The printed lemmas add up to a term in $\Lam$ where"
    r" the theorem has $\sqrt\Lam$."
)
REPAIRED_TEX = r"\Reg\leq(2+\sqrt2)\,LX\sqrt{TA\ln(TXA/\delta)}"
REPAIRED = (
    r"with probability at least $1-2\delta$, from the paper's definitions; along the paper's own"
    r" route too, with larger constants."
)


@dataclass(frozen=True)
class Drawings:
    """Markup of the two charts of the overview."""

    informative: str = ""
    figure_1: str = ""


def overview(result: AuditResult, drawn: Drawings | None = None) -> Blocks:
    """Return the overview as a tree; () for an audit without both forms of the main theorem."""
    main = statements(result).get(main_theorem())
    if main is None or len(main.forms) < 2:
        return ()
    drawn = drawn or Drawings()
    left: Blocks = (
        Paragraph(inlines(CLAIM), style="lead"),
        Group((_form(main, "printed"), _form(main, "repaired")), "fate", "The fate of Theorem 4"),
        *errors(),
    )
    return (
        Heading(1, headline(main)),
        Group(
            (
                Group(left),
                Group(
                    (
                        Picture(
                            words("From which T is the bound informative?"),
                            inlines(informative(main.forms)),
                            drawn.informative,
                        ),
                        Picture(
                            words("Figure 1, rerun: is UCRL-LP better than UCRL2?"),
                            inlines(about_figure_1()),
                            drawn.figure_1,
                        ),
                    ),
                    "col",
                ),
            ),
            "first",
        ),
    )


def headline(main: Audited) -> Inlines:
    """Return the fate of the main theorem in one sentence each: the statement, its printed proof,
    the repaired proof."""
    found = main.answers
    fate = {
        "yes": f"Theorem 4 is true, {found.known}",
        "no": "Theorem 4 is false",
        "depends on a choice": "Theorem 4 depends on a choice that the paper leaves open",
        "open": "Whether Theorem 4 is true is open",
    }[found.is_true]
    proof = {
        "yes": "Its printed proof shows it",
        "gap": f"Its printed proof has a gap ({GAP_AT})",
        "wrong step": "Its printed proof has a wrong step",
    }.get(found.printed_argument, "The paper gives no proof")
    return inlines(rf"{fate}. {proof}; the repaired proof gives the constant $2+\sqrt2$.")


def in_short(result: AuditResult) -> Blocks:
    """Return the overview for a page that has other things to say: without the findings, and each
    form of the main theorem in a line."""
    main = statements(result).get(main_theorem())
    if main is None or len(main.forms) < 2:
        return ()
    printed = words(
        "As printed (", _true(main), ", ", _proof(main), "): ", Math(PRINTED_TEX), " ",
        inlines(PRINTED),
    )  # fmt: skip
    repaired = words(
        "Repaired (", main.known.badge, "): ", Math(REPAIRED_TEX), " ", inlines(REPAIRED)
    )
    return (
        Heading(1, headline(main)),
        Paragraph(inlines(CLAIM)),
        Listing((printed, repaired)),
        Paragraph(inlines(informative(main.forms))),
        Paragraph(inlines(about_figure_1())),
    )


def _form(main: Audited, form: str) -> Block:
    """One of the two forms of the main theorem."""
    name = Link(words("Theorem 4"), "statement", main_theorem())
    says, tex, rest = (
        (words(name, ", printed: ", _true(main), ", ", _proof(main)), PRINTED_TEX, inlines(PRINTED))
        if form == "printed"
        else (words(name, ", repaired: ", main.known.badge), REPAIRED_TEX, inlines(REPAIRED))
    )  # fmt: skip
    return Group((Heading(2, says), Formula(tex), Paragraph(rest)))


def _true(main: Audited) -> Badge:
    """Return the first answer as a word of its own: "true"."""
    words_of = {"yes": "true", "no": "false"}
    return Badge(words_of.get(main.true.word, main.true.word), main.true.badge.style)


def _proof(main: Audited) -> Badge:
    """Return the second answer as words of their own: "proof: gap"."""
    return Badge(f"proof: {main.argument.word}", main.argument.badge.style)


def errors() -> Blocks:
    """Return the findings that matter, a line for each, and the number of the others."""
    ranked = worst_first()
    serious = [f for f in ranked if f.grade in SERIOUS]
    others = len(ranked) - len(serious)
    return (
        Heading(2, words(f"{_number(len(serious))} findings matter"), style="minor"),
        Listing(tuple(_line(f) for f in serious), style="errs"),
        Paragraph(
            words(f"The other {others} findings, constants and notation, are harmless."),
            style="small",
        ),
    )


def _line(f: Finding) -> Inlines:
    """Name, title and grade of a finding."""
    name = Link(words(f.name), "finding", f.name)
    return words(name, ": ", inlines(f.title), " (", grade_badge(f), ")")


def thresholds(forms: Sequence[Result]) -> dict[str, int]:
    """Return the least T at which a bound is below LT at the paper's size: of the printed lemmas
    added up, of the repaired form (STATED) and of the sharpest one proved for the paper's
    algorithm."""
    found: dict[str, int] = {}
    for r in forms:
        for v in r.vacuous_until:
            name = v.instance.removeprefix(SIZE).strip(": ")
            if v.instance.startswith(SIZE) and v.against == "$LT$" and not name.startswith("R-"):
                of_form = ["printed"] if r.claim.form == "printed" else ["sharpest"]
                if r.claim.form == "repaired" and name.startswith(STATED):
                    of_form.append("repaired")
                found |= {key: min(v.T, found.get(key, v.T)) for key in of_form}
    return found


def informative(forms: Sequence[Result]) -> str:
    """Return from which T on the bounds of the main theorem say anything, in words."""
    T = {name: spaced(least) for name, least in thresholds(forms).items()}
    return (
        r"At the paper's size ($L=6$, $X=52$, $A=5$, $\delta=1/10$) a bound above $LT$, which no"
        f" regret exceeds, is vacuous. The repaired bound is below $LT$ from $T={T['repaired']}$"
        f" on, its sharpest form from $T={T['sharpest']}$, the sum of the printed lemmas from"
        f" $T={T['printed']}$: throughout our rerun of Figure 1, which ends at"
        f" $T={spaced(max(figure_1().wins))}$, every bound is vacuous."
    )


def about_figure_1() -> str:
    """Return in how many settings the sentences about Figure 1 hold, in words."""
    found = figure_1()
    last, middle = (
        f"in {found.better[T]} of {found.settings} settings at $T={spaced(T)}$"
        for T in sorted(found.better, reverse=True)[:2]
    )
    every = f"all {found.settings}" if found.sublinear else f"not all {found.settings}"
    return (
        f'"Significantly better than UCRL2" holds {last}, {middle}: the settings differ in'
        r" one choice that the paper leaves open, such as $\delta$, the tie rule or the random"
        f' MDPs. "Sublinear in $T$" holds in {every}.'
    )


def spaced(n: int) -> str:
    """Return 12 345 678, with the thin space of TeX in formulas and words alike."""
    return f"{n:,}".replace(",", r"\,") if n > 9999 else str(n)


def grouped(n: int) -> str:
    """Return 12 345 678 in plain words."""
    return spaced(n).replace(r"\,", " ")


def _number(n: int) -> str:
    names = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
    return names[n] if n < len(names) else str(n)
