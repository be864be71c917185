"""Overview: the fate of the main theorem, the findings that matter, the thresholds, Figure 1.

The same tree opens the terminal's audit, README.md, the first page and the findings in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Finding, findings
from proofs_check.ledger.registry import Result, main_theorem
from proofs_check.letters.probability import holds_with
from proofs_check.machine_checked.quoted import wrong
from proofs_check.machine_checked.record import read_record
from proofs_check.report.badges import grade_badge
from proofs_check.report.document import (
    Badge,
    Block,
    Blocks,
    Cell,
    Formula,
    Grid,
    GridRow,
    Group,
    Heading,
    Inlines,
    Link,
    Listing,
    Math,
    Paragraph,
    Picture,
    inlines,
    joined,
    words,
)
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.pages.statements import Audited, statements
from proofs_check.statements.common import separation, tightness
from proofs_check.statements.common.gap import IN_SHORT, LAST_SENTENCE
from proofs_check.statements.common.separation import IN_BRIEF
from proofs_check.statements.common.theorem_4 import EIGHTEEN, OF_THREE, PRINTED_ROUTE, THREE

SIZE = r"$L=6$, $X=52$, $A=5$, $\delta=1/10$"  # of the paper's simulation
EVERY = ", line 12 as printed"  # ends the name of a form for the printed trigger
EVERY_EPISODE = {"3": r"$2\sqrt2$"}  # form -> its form for the printed trigger, if the name differs
ROUTES = (
    "printed route, Lemma 6 repaired",
    "printed route, by layers",
    "by layers",
)  # left to the theorem's page
CLAIM = (
    r"The paper claims: UCRL-LP learns an episodic MDP of which only the $X$ states and $A$ actions"
    r" are known, with regret $\tilde O(LX\sqrt{TA})$ after $T$ episodes of $L$ steps, with high"
    r" probability."
)
PRINTED_TEX = r"\Reg\leq O\Big(LX\sqrt{TA\Lam}\,\Big),\quad {\Lam=\log(TXA/\delta)}"
PRINTED_PROBABILITY = r"with probability at least $1-5\delta$"
LETTERS = "for $T$ episodes of $L$ steps, $X$ states and $A$ actions"
READ_WITH = ("E-3", "E-8", "E-11")
READ_AS = "read with $h<L$ (E-3), with a completed row (E-8) and with independent rewards (E-11)"
PRINTED = f"{PRINTED_PROBABILITY}, {READ_AS}. {IN_SHORT}"
REPAIRED_TEX = rf"\Reg\leq{OF_THREE}\,LX\sqrt{{TA\ln(TXA/\delta)}}"
REPAIRED_PROBABILITY = f"with probability at least ${holds_with(THREE)}$"
REPAIRED = (
    rf"{REPAIRED_PROBABILITY}, for rewards with any distribution on $[0,1]$, read in the same way;"
    f" along the paper's own route with the constant {PRINTED_ROUTE} and"
    f" ${holds_with(EIGHTEEN)}$. Coq proves it for the"
    r" lower probability (inner measure), hence for every measurable event."
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
        Heading(2, words("The forms of Theorem 4 at the paper's size"), style="minor"),
        table_of_forms(main.forms),
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
                            words("Figure 1, rerun: how often is UCRL-LP better than UCRL2?"),
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
    answers = main.answers
    fate = {
        "yes": f"Theorem 4 is true, {answers.known}",
        "but for wording": f"Theorem 4 is true but for wording, {answers.known}",
        "no": "Theorem 4 is false",
        "depends on a choice": "Theorem 4 depends on a choice that the paper leaves open",
        "open": "Whether Theorem 4 is true is open",
    }[answers.is_true]
    proof = {
        "yes": "Its printed proof shows it",
        "depends on a choice": "Its printed proof depends on a choice that it leaves open",
        "gap": f"Its printed proof has a gap (its last sentence, {LAST_SENTENCE})",
        "wrong step": "Its printed proof has a wrong step",
    }.get(answers.printed_argument, "The paper gives no proof")
    return inlines(
        f"{fate}. {proof}; another proof gives the constant {OF_THREE} with probability "
        f"${holds_with(THREE)}$. "
        f"{tight()}"
    )


def tight() -> str:
    """Return the sentence on tightness, if the record has its theorem, and says what it says."""
    proved = not wrong(tightness.THEOREM, read_record())
    return f"{tightness.IN_SHORT} (machine-checked)." if proved else ""


def in_brief(result: AuditResult) -> Blocks:
    """Return the verdict for the front page: the headline, both forms of the main theorem, and what
    other sets do, if the record has that theorem, and it says so."""
    main = statements(result).get(main_theorem())
    if main is None or len(main.forms) < 2:
        return ()
    slips = joined([(Link(words(name), "finding", name),) for name in READ_WITH], ", ")
    printed = words(
        "As printed (", _true(main), ", ", _proof(main), ") but for three slips (",
        slips, "): ", Math(PRINTED_TEX), " ", inlines(f"{PRINTED_PROBABILITY}, {LETTERS}."),
    )  # fmt: skip
    repaired = words(
        "Repaired (", main.known.badge, "): ", Math(REPAIRED_TEX), " ",
        inlines(f"{REPAIRED_PROBABILITY}. {vacuous_in_figure_1(main.forms)}"),
    )  # fmt: skip
    other_sets = () if wrong(separation.THEOREM, read_record()) else (inlines(f"{IN_BRIEF}."),)
    return (Heading(1, headline(main)), Listing((printed, repaired, *other_sets)))


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
    """Return the serious findings, a line for each, and the number of the others."""
    of: dict[str, list[Finding]] = {}
    for f in findings():
        of.setdefault(f.gravity, []).append(f)
    minor, none = len(of.get("minor", ())), len(of.get("none", ()))
    rest = (
        f"{counted(minor)} more correct a step, a constant, a definition or a sentence, and every"
        f" result stays; on {counted(none).lower()} others nothing depends."
    )
    serious = of.get("serious", [])
    return (
        Heading(2, words(f"{counted(len(serious))} serious findings"), style="minor"),
        Listing(tuple(_line(f) for f in serious), style="errs"),
        Paragraph(words(rest), style="small"),
    )


def _line(f: Finding) -> Inlines:
    """Name and title of a finding, and what it affects."""
    name = Link(words(f.name), "finding", f.name)
    return words(name, ": ", inlines(f.title), " (", Badge(f.affects, grade_badge(f).style), ")")


@dataclass(frozen=True)
class Threshold:
    """Least T at which a form of the main theorem is below LT at the paper's size."""

    form: str
    probability: str
    T: int
    printed_trigger: bool = False


def thresholds(forms: Sequence[Result]) -> tuple[Threshold, ...]:
    """Return the thresholds of the forms of the main theorem, largest first: of the printed lemmas
    added up, and of every repaired form that is for the paper's radii."""
    limits = []
    for r in forms:
        for v in r.vacuous_until:
            name = v.instance.removeprefix(SIZE).strip(": ")
            if not v.instance.startswith(SIZE) or v.trivial != "$LT$" or name.startswith("R-"):
                continue
            form, _, probability = name.partition(", probability ")
            if r.claim.form == "printed":
                form, probability = "the printed lemmas, added up", r"$1-5\delta$"
            short = form.removesuffix(EVERY)
            limits.append(Threshold(short, probability, v.T, short != form))
    return tuple(sorted(limits, key=lambda limit: -limit.T))


def informative(forms: Sequence[Result]) -> str:
    """Return from which T on the bounds of the main theorem say anything, in words."""
    limits = thresholds(forms)
    doubling = [limit for limit in limits if not limit.printed_trigger]
    printed = next(limit for limit in limits if limit.form.startswith("the printed"))
    repaired = next(limit for limit in limits if limit.form == "3")
    least = min(doubling, key=lambda limit: limit.T)
    return (
        r"At the paper's size ($L=6$, $X=52$, $A=5$; our $\delta=1/10$) a bound above $LT$, which"
        f" no regret exceeds, is vacuous. The repaired bound (probability {repaired.probability})"
        f" is below $LT$ from $T={spaced(repaired.T)}$ on; with each visit's cost cut at 1"
        f" (probability {least.probability}) from $T={spaced(least.T)}$, or"
        f" $T={spaced(limits[-1].T)}$ if every episode ends an epoch, as printed; the printed"
        f" lemmas added up (probability {printed.probability}) from $T={spaced(printed.T)}$. All"
        f" are vacuous throughout our rerun of Figure 1, up to $T={spaced(max(figure_1().wins))}$."
    )


def vacuous_in_figure_1(forms: Sequence[Result]) -> str:
    """Return that the repaired bound says nothing at any T of Figure 1, in words."""
    (repaired,) = (x for x in thresholds(forms) if x.form == "3" and not x.printed_trigger)
    return (
        r"At the paper's size it is vacuous, above $LT$, up to"
        f" $T={spaced(repaired.T - 1)}$; our rerun of Figure 1 ends at"
        f" $T={spaced(max(figure_1().wins))}$."
    )


def charted(forms: Sequence[Result]) -> list[tuple[int, str]]:
    """Return T and name of the thresholds of the chart, smallest first: the printed lemmas, the
    repaired bound, its sharpest form."""
    limits = [limit for limit in thresholds(forms) if not limit.printed_trigger]
    repaired = [limit for limit in limits if not limit.form.startswith("the printed")]
    named = [(limit.T, "printed, 1 \N{MINUS SIGN} 5δ") for limit in limits if limit not in repaired]
    named += [(limit.T, "repaired, 1 \N{MINUS SIGN} δ") for limit in repaired if limit.form == "3"]
    if repaired:
        named.append((repaired[-1].T, "sharpest, 1 \N{MINUS SIGN} δ"))
    return sorted(dict(named).items())


def table_of_forms(forms: Sequence[Result]) -> Grid:
    """Return the table of the forms at the paper's size: a row for each probability; for either
    trigger of line 12 the bound, and the least T at which it is below LT."""
    limits = thresholds(forms)
    doubling = {
        (limit.form, limit.probability): limit for limit in limits if not limit.printed_trigger
    }
    every = {(limit.form, limit.probability): limit for limit in limits if limit.printed_trigger}
    rows = []
    for (form, probability), limit in doubling.items():
        if form in ROUTES:
            continue
        other = every.get((EVERY_EPISODE.get(form, form), probability))
        rows.append(
            GridRow(
                (
                    Cell(inlines(probability), True, "probability "),
                    Cell(inlines(form), True, "when visits double: "),
                    Cell(words(grouped(limit.T)), True, "from T = "),
                    Cell(inlines(other.form) if other else (), True, "in every episode: "),
                    Cell(words(grouped(other.T)) if other else (), True, "from T = "),
                )
            )
        )
    head = (
        "probability at least", "constant, if visits double in an epoch", r"below $LT$ from $T=$",
        "constant, if every episode is one, as printed", r"below $LT$ from $T=$",
    )  # fmt: skip
    return Grid(tuple(map(inlines, head)), tuple(rows))


def about_figure_1() -> str:
    """Return in how many trials and settings the sentences about Figure 1 hold, in words."""
    counts = figure_1()
    last, middle = sorted(counts.better, reverse=True)[:2]
    every = f"all {counts.settings}" if counts.sublinear else f"not all {counts.settings}"
    return (
        "In our rerun of Figure 1 UCRL-LP has less regret than UCRL2 on the continuing chain in"
        f" {counts.wins[last]} of 10 trials at $T={spaced(last)}$, in {counts.wins[middle]} at"
        f" $T={spaced(middle)}$; than UCRL2 that knows the horizon in"
        f" {counts.wins_known_horizon[last]} and {counts.wins_known_horizon[middle]}. In"
        f" {counts.settings} settings (one unstated choice changed, 6 trials) it has less than both"
        f" on average in {counts.on_average[last]} at $T={spaced(last)}$, in every trial in"
        f" {counts.better[last]}; in {counts.on_average[middle]} and {counts.better[middle]} at"
        f" $T={spaced(middle)}$. In {every} regret is sublinear."
    )


def spaced(n: int) -> str:
    """Return 12 345 678, with the thin space of TeX in formulas and words alike."""
    return f"{n:,}".replace(",", r"\,") if n > 9999 else str(n)


def grouped(n: int) -> str:
    """Return 12 345 678 in plain words."""
    return spaced(n).replace(r"\,", " ")


def counted(n: int) -> str:
    """Return a number in words, at the beginning of a sentence."""
    names = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
    return names[n] if n < len(names) else str(n)
