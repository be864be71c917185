"""Letter to the authors: one page, then appendices with every change, its place and its reason, the
works that are quoted, and how to check it all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Finding
from proofs_check.ledger.registry import main_theorem
from proofs_check.letters.expressions import log
from proofs_check.letters.probability import holds_with
from proofs_check.letters.symbols import A, Lam, T, X, delta
from proofs_check.machine_checked.quoted import wrong
from proofs_check.machine_checked.record import Record, read_record
from proofs_check.report.document import (
    Blocks,
    Cell,
    Grid,
    GridRow,
    Group,
    Heading,
    Inlines,
    Listing,
    Paragraph,
    Source,
    inlines,
    sentence,
    words,
)
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.pages.findings import READ, bibliography, bibliography_number, diff
from proofs_check.report.pages.overview import spaced
from proofs_check.report.pages.statements import places, shown_in, statements
from proofs_check.report.pages.tight_family import tight_family
from proofs_check.statements.common import separation
from proofs_check.statements.common.diameters import at_section_6, draws
from proofs_check.statements.common.gap import LAST_SENTENCE, REST, TERM
from proofs_check.statements.common.separation import STAYS
from proofs_check.statements.common.theorem_4 import THREE, first_informative
from proofs_check.statements.common.tightness import (
    AT_SECTION_6,
    DIVISOR,
    FROM,
    PER_GAP,
    PROBABILITY,
    SIZES_OF,
    SMALLEST,
    THEOREM,
    WITH_GAPS,
)
from reference.support.versions import source

TITLE = (
    "On “Online Reinforcement Learning in Markov Decision Process Using Linear Programming”"
    " (arXiv:2304.00155v3)"
)
GREETING = "Dear Vincent Leon, dear Rasoul Etesami,"
ABOUT = (
    "We implemented UCRL-LP line by line, and checked your paper statement by statement, the "
    "theorem and its lemmas in Coq. We write with good news, corrections, and a question; works "
    "are numbered in Appendix C."
)
TRUE = (
    r"Theorem 4 is true. For rewards with any distribution on $[0,1]$, independent of the past, "
    r"$\Reg\leq{bound}$ with probability at least ${probability}$ "
    r"(natural log; machine-checked); at Section VI, $\delta=1/10$, this is below $LT$ "
    r"from $T={upper}$ on."
)
IS_TIGHT = WITH_GAPS.theorem
"""The theorem in Coq that switches on the sentence on tightness."""
TIGHT = (
    f"No analysis gives Algorithm 1 a smaller order: for all {SIZES_OF} and "
    rf"$T\geq{FROM}$, where $\Lam=\log(TXA/\delta)$ (for $\delta=1/10$, {SMALLEST} in the smallest "
    f"case, {AT_SECTION_6} at Section VI), some MDP costs every run at least "
    rf"$LX\sqrt{{TA\Lam}}/{DIVISOR}$, less {PER_GAP} times LP1's summed gaps, with "
    rf"probability at least ${PROBABILITY}$ (machine-checked). So {STAYS}. "
    "We found no other lower bound for it or UCRL2 with a horizon."
)
NOT_YET = rf"[To be inserted once `{IS_TIGHT}` is machine-checked: {{said}}]"
"""The slot for the sentence on tightness, as long as that theorem is not in the record."""
GAP = (
    "One step of its printed proof leaves a gap. The paper's last "
    r"sentence, {here}, adds a term in $\Lam$ to one in $\sqrt\Lam$: Lemma 11 is true, but too "
    r"weak there. Stopped at (33), it gives Lemma 6 and Theorem 4 for $T\to\infty$, all else "
    r"fixed; with $c_i=\min\{{1,2b_i\}}$ in place of $2b_i$ in (31), for all parameters. At "
    r"Section VI, $\delta=1/10$, the term of (33) is {term} beside {rest}, in units of "
    r"$LX\sqrt{{TA\Lam}}$."
)
WORKS = (
    "Theorem 4's bound is below UCRL2's, but not below those of all earlier works with "
    "confidence sets (abstract, Sections I-B and VII): UOB-REPS [{jin}] and UC-O-REPS "
    r"[{rosenberg}] state $\wto(LX\sqrt{{TA}})$ for adversarial losses; EBF [{ebf}], intractable, "
    r"told that the bias spans $L$, $\wto(L\sqrt{{TXA}})$. UCRL2B's "
    r"$\wto(\sqrt{{D\Gamma SAn}})$ [{fruit}] has a smaller leading term only where "
    r"$D<LX/\Gamma$ ($D$: the diameter, $x_L$ being the next $x_0$), not at "
    r"Section VI: {there} ({draws}). Rare updates need not cost $\sqrt X$: MVP "
    r"[{zhang}] replans only when a count reaches a power of 2 and has $\wto(L\sqrt{{TXA}})$ "
    r"for $T\geq X^3A$ (rewards over $L$, $S=X$). LP1 is UCRL2's inner maximum by backward "
    "induction (machine-checked; in general [{neu}]): UCRL-LP is UCRL2 that knows the layers, "
    "planning by an LP. Older: FPOP [{fpop}], optimistic LPs [{tewari}, {efroni}]."
)
TRIGGER = (
    r"Line 12 as printed reads $0\geq0$ at $x_L$ and at pairs not visited, so every episode ends "
    r"an epoch. Section IV-A makes clear that $n_i\geq\max\{1,N_i\}$, $x\neq x_L$, is meant; then "
    r"$XA\log_2T$ bounds the updates for $T\geq2$ ($XA\ln T$ does not)."
)
ROWS = (
    r"In (26) $P_i=P^{\hat q_i}$ is $0/0$ where $\hat q_i$ has no mass, at pairs that the policy "
    "can reach. Instances exist where (26) holds for one completion of the row and fails for "
    r"another, with probability near 1. With any row within $\epsilon_i$ of $\bar P_i$, (26) and "
    "Lemmas 4, 5, 7, 8 and 9 hold."
)
SAMPLING = (
    r"Section I-A: Agrawal and Jia [{agrawal}] state $\wto(DS\sqrt{{An}})$ on arXiv, at least "
    r"$L^{{3/2}}X\sqrt{{TA}}$ as $D\geq L$; the $\wto(D\sqrt{{SAn}})$ of the proceedings was "
    r"disputed [{qian}]. OPSRL [{tiapkin}] has $L\sqrt{{TXA}}$, for equal layers and large $T$."
)
QUESTION = (
    r"Our question is about Figure 1. How was UCRL2 applied to episodes, which $\delta$ did you "
    "take, which rules for ties (LP1, UCRL2), which random MDPs? "
    r"In our rerun UCRL-LP has less regret than both our versions of UCRL2 on average in {mean} of "
    r"{all} settings, in every trial in {many}, at $T={late}$; at $T={early}$ in {mean_early} and "
    r"{few}."
)
CLOSING = (
    "Appendix A has every change, small ones too. Please tell us where we have misread you. With "
    "thanks for a paper whose steps can be checked,"
)
PARTIAL = (
    "An audit of some statements does not make the letter; an audit of all of them does. No printed"
    " statement of these fails."
)
SOME = (
    "An audit of some statements does not make the letter; an audit of all of them does. The "
    "appendix has what shows here."
)
PARTS = {  # gravity -> title of a part of the table
    "serious": "Claims of the abstract or the introduction that have to change",
    "minor": "A step, a constant, a definition or a sentence; every result stays",
    "none": "Nothing depends on these",
}
COMMANDS = """\
python -m pip install .            # in a clone; Python 3.11 or newer
proofs-check                       # every statement, about a minute
proofs-check explain "Lemma 9"   # one of them in full, seconds
proofs-check coq                   # what Coq has proved, and its axioms
make -C proofs_check/coq           # the Coq proofs themselves, minutes"""


@dataclass(frozen=True)
class Sender:
    """Who sends the letter; what is not given stays a placeholder that can be seen."""

    name: str = "[name of the sender]"
    address: str = "[address for replies]"
    url: str = "[URL of the repository]"


def letter(result: AuditResult, sender: Sender | None = None) -> Blocks:
    """Return the page and its appendices, as far as this audit covers the statements."""
    return (Group(letter_page(result, sender), "sheet"), *appendices(result))


def letter_page(result: AuditResult, sender: Sender | None = None) -> Blocks:
    """Return the page itself; for an audit without the main theorem, or one that did not find it
    true by a theorem in Coq, a line that says so."""
    sender = sender or Sender()
    main = statements(result).get(main_theorem())
    known = main and (main.answers.is_true, main.answers.known)
    if known != ("yes", "machine-checked"):
        return (
            Heading(1, words(TITLE)),
            Paragraph(words(SOME if shown_in(result) else PARTIAL)),
        )
    said = (
        f"{true()} {tight(read_record())}", gap(), works(), TRIGGER, ROWS, sampling(), question(),
    )  # fmt: skip
    return (
        Heading(1, words(TITLE)),
        Paragraph(words(f"{sender.name}, {sender.address}. {_date()}. {sender.url}"), style="from"),
        Paragraph(words(GREETING)),
        Paragraph(words(ABOUT)),
        Listing(tuple(map(inlines, said)), ordered=True),
        Paragraph(words(CLOSING)),
        Paragraph(words(sender.name)),
    )


def true() -> str:
    """Return that the theorem is true, and from which T it says something."""
    bound = THREE.right.replaced({Lam.key: log(T * X * A / delta)}).tex()
    return TRUE.format(
        bound=bound, probability=holds_with(THREE), upper=spaced(first_informative())
    )


def sampling() -> str:
    """Return what became of posterior sampling, with the works' numbers."""
    cited = {"agrawal": 2017, "qian": 2020, "tiapkin": 2022}
    numbers = {name: reference_number(name.capitalize(), year) for name, year in cited.items()}
    return SAMPLING.format(**numbers)


def tight(record: Record) -> str:
    """Return the sentence on tightness, or its slot as long as no theorem of the record says it."""
    proved = not any(wrong(theorem, record) for theorem in (THEOREM, WITH_GAPS, separation.THEOREM))
    return TIGHT if proved else NOT_YET.format(said=TIGHT)


def gap() -> str:
    """Return where the printed proof has its gap, what closes it, and how large the term is."""
    return GAP.format(here=LAST_SENTENCE, term=TERM, rest=REST)


def works() -> str:
    """Return the comparison with earlier works, with their numbers."""
    cited = {
        "rosenberg": 2019, "jin": 2020, "fruit": 2020, "zhang": 2021, "tewari": 2007,
        "efroni": 2020, "neu": 2020,
    }  # fmt: skip
    numbers = {name: reference_number(name.capitalize(), year) for name, year in cited.items()}
    numbers |= {"ebf": reference_number("Zhang", 2019), "fpop": reference_number("Neu", 2012)}
    return WORKS.format(there=at_section_6(), draws=draws(), **numbers)


def reference_number(author: str, year: int) -> int:
    """Return the number of a work in the bibliography."""
    return bibliography_number(f"{author}, {year}")


def question() -> str:
    """Return the question about Figure 1, with the counts of the shipped results."""
    counts = figure_1()
    late, early = sorted(counts.better, reverse=True)[:2]
    return QUESTION.format(
        many=counts.better[late], all=counts.settings, late=spaced(late),
        few=counts.better[early], early=spaced(early),
        mean=counts.on_average[late], mean_early=counts.on_average[early],
    )  # fmt: skip


# ----------------------------------------------------------------------------- appendices


def appendices(result: AuditResult) -> Blocks:
    """Return the table of changes, the family `tight`, the works, and the
    commands."""
    findings = shown_in(result)
    return (
        Heading(2, words("Appendix A. Places, changes, reasons")),
        Paragraph(words(READ)),
        changes(findings),
        Heading(2, words("Appendix B. Runs on MDPs with a state that is never reached")),
        *tight_family(),
        Heading(2, words("Appendix C. Works that are quoted")),
        quoted(findings),
        bibliography(),
        Heading(2, words("Appendix D. To check any of this")),
        Paragraph(words(f"Made by {source()}.")),
        Source(COMMANDS),
    )


def changes(findings: list[Finding]) -> Grid:
    """Return the table of changes: a row for each finding, in three parts."""
    rows: list[GridRow] = []
    for gravity, title in PARTS.items():
        of_it = [f for f in findings if f.gravity == gravity]
        rows += [GridRow(title=words(title))] if of_it else []
        rows += [
            GridRow(
                (
                    Cell(words(f.name, ". ", places(f))),
                    Cell(Source(diff(f), language="diff")),
                    Cell(_reason(f)),
                ),
                id=f.name.lower(),
            )
            for f in of_it
        ]
    head = ("place", "printed (-), suggested (+)", "reason")
    return Grid(tuple(map(words, head)), tuple(rows), "rows changes")


def _reason(f: Finding) -> Inlines:
    return words(sentence(f.title), " ", sentence(f.cause))


def quoted(findings: list[Finding]) -> Grid:
    """Return the works on which findings rest: what they state, and what was read."""
    of = {w.title: w for f in findings for w in f.works}
    rows = tuple(
        GridRow(
            (
                Cell(words(f"[{bibliography_number(w.title)}] {w.title}")),
                Cell(inlines(w.what.rstrip("."))),
                Cell(inlines(w.read), word="read: "),
            )
        )
        for w in of.values()
    )
    return Grid(tuple(map(words, ("work", "what it states", "read"))), rows)


def _date() -> str:
    """Today, or the day of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now()
    return f"{day.day} {day:%B %Y}"
