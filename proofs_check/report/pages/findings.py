"""Findings in full: the overview, every finding with its witness, its line by hand and its
correction; and the corrections alone."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import replace

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Correction, Finding, WitnessMDP
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import Work
from proofs_check.machine_checked.claims import all_hold
from proofs_check.report.badges import grade_badge
from proofs_check.report.document import (
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
    Listing,
    Paragraph,
    Source,
    Terms,
    inlines,
    joined,
    named,
    sentence,
    words,
)
from proofs_check.report.pages.concerns import names_to_explain, readings_of
from proofs_check.report.pages.overview import overview
from proofs_check.report.pages.statements import Audited, fate, places, shown_in
from proofs_check.report.terminal import spoken
from reference.support.versions import source

TITLE = (
    "Findings on “Online Reinforcement Learning in Markov Decision Process Using Linear "
    "Programming”"
)
READ = (
    "“Online Reinforcement Learning in Markov Decision Process Using Linear Programming”, "
    "arXiv:2304.00155v3 of 11 March 2024 [1]: its LaTeX source, 48 984 bytes, SHA-256 "
    "9b1d756a5194ab07863d734f0b2b43ba06313305fe04766a6f4e7f3120c225ad. Numbers are those of the "
    "compiled source; lines of Algorithm 1 and displays without a number are counted."
)
GRADES = (
    "Serious: a claim of the abstract or the introduction has to change. Minor: a step, a "
    "constant, a definition or a sentence has to be corrected, and every result stays. Beside it: "
    "what is affected."
)
APPLIED = (
    "Every correction of the findings, in the paper's LaTeX: a removed line (-), an added one (+). "
    "With a copy of the source, `proofs-check paper SOURCE --diff FILE --corrected FILE` applies "
    "them, writes the result and its difference, and audits it: what does not hold is corrected, "
    "no refuted claim is left, nothing that is true has changed."
)
GLOSSARY = (
    (r"$\Lambda$", r"$\log(TXA/\delta)$, with the natural logarithm"),
    ("witness", "values for which the printed statement fails, all parameters given"),
    (
        "machine-checked",
        (
            "a theorem in Coq about the paper's objects, read with $h<L$ (E-3), with a completed "
            "row (E-8) and with independent rewards (E-11)"
        ),
    ),
    (
        "from cited bounds",
        "said of a comparison with bounds of other works, which are taken as these state them",
    ),
    (
        "probability",
        (
            "for rewards with any distribution on $[0,1]$, independent of the past; Coq proves it "
            r"for the lower probability $\mathrm{Prl}$ (inner measure), hence for every measurable "
            "event"
        ),
    ),
    ("vacuous", "said of a bound on the regret that is at least $LT$, which no regret exceeds"),
    ("completion of a row", r"to define $P_i(\cdot|x,a)$ where (5) divides by 0"),
)
BIBLIOGRAPHY = """\
V. Leon and S. R. Etesami. Online reinforcement learning in Markov decision process using linear \
programming. IEEE CDC, 2023; extended version arXiv:2304.00155.
T. Jaksch, R. Ortner and P. Auer. Near-optimal regret bounds for reinforcement learning. JMLR 11, \
2010 (UCRL2).
A. Rosenberg and Y. Mansour. Online convex optimization in adversarial Markov decision processes. \
ICML, 2019 (UC-O-REPS).
C. Jin, T. Jin, H. Luo, S. Sra and T. Yu. Learning adversarial Markov decision processes with \
bandit feedback and unknown transition. ICML, 2020 (UOB-REPS).
M. G. Azar, I. Osband and R. Munos. Minimax regret bounds for reinforcement learning. ICML, 2017 \
(UCBVI).
C. Jin, Z. Allen-Zhu, S. Bubeck and M. I. Jordan. Is Q-learning provably efficient? NeurIPS, 2018.
S. Agrawal and R. Jia. Optimistic posterior sampling for reinforcement learning: worst-case regret \
bounds. NeurIPS, 2017; the version on arXiv is 1705.07041.
Z. Zhang, Y. Zhou and X. Ji. Almost optimal model-free reinforcement learning via \
reference-advantage decomposition. NeurIPS, 2020 (UCB-Advantage).
Y. Bai, T. Xie, N. Jiang and Y.-X. Wang. Provably efficient Q-learning with low switching cost. \
NeurIPS, 2019.
R. Fruit, M. Pirotta and A. Lazaric. Improved analysis of UCRL2 with empirical Bernstein \
inequality. arXiv:2007.05456, 2020 (UCRL2B).
Z. Zhang, X. Ji and S. S. Du. Is reinforcement learning more difficult than bandits? A \
near-optimal algorithm escaping the curse of horizon. COLT, 2021; arXiv:2009.13503 (MVP).
Z. Zhang, Y. Jiang, Y. Zhou and X. Ji. Near-optimal regret bounds for multi-batch reinforcement \
learning. NeurIPS, 2022; arXiv:2210.08238.
Z. Zhang, Y. Chen, J. D. Lee and S. S. Du. Settling the sample complexity of online reinforcement \
learning. arXiv:2307.13586, 2023.
A. Tewari and P. L. Bartlett. Optimistic linear programming gives logarithmic regret for \
irreducible MDPs. NIPS, 2007 (OLP).
Y. Efroni, S. Mannor and M. Pirotta. Exploration-exploitation in constrained MDPs. \
arXiv:2003.02189, 2020.
A. HasanzadeZonuzy, A. Bura, D. Kalathil and S. Shakkottai. A sample-efficient algorithm for \
episodic finite-horizon MDP with constraints. arXiv:2009.11348, 2020.
G. Neu and C. Pike-Burke. A unifying view of optimism in episodic reinforcement learning. NeurIPS, \
2020; arXiv:2007.01891.
D. Tiapkin et al. Optimistic posterior sampling for reinforcement learning with few samples and \
tight guarantees. NeurIPS, 2022; arXiv:2209.14414 (OPSRL).
S. Filippi, O. Cappé and A. Garivier. Optimism in reinforcement learning and Kullback-Leibler \
divergence. Allerton, 2010; arXiv:1004.5229 (KL-UCRL).
I. Osband and B. Van Roy. Why is posterior sampling better than optimism for reinforcement \
learning? ICML, 2017; arXiv:1607.00215.
R. Fruit, M. Pirotta and A. Lazaric. Near optimal exploration-exploitation in non-communicating \
Markov decision processes. NeurIPS, 2018; arXiv:1807.02373 (TUCRL).
S. Drago, M. Mussi and A. M. Metelli. A refined analysis of UCBVI. arXiv:2502.17370, \
2025.
Z. Zhang and X. Ji. Regret minimization for reinforcement learning by evaluating the optimal bias \
function. NeurIPS, 2019; arXiv:1906.05110 (EBF).
J. Qian, R. Fruit, M. Pirotta and A. Lazaric. Exploration bonus for regret minimization in \
discrete and continuous average reward MDPs. NeurIPS, 2019; arXiv:1812.04363 (SCAL+).
P. L. Bartlett and A. Tewari. REGAL: a regularization based algorithm for reinforcement learning \
in weakly communicating MDPs. UAI, 2009; arXiv:1205.2661.
V. Boone and Z. Zhang. Achieving tractable minimax optimal regret in average reward MDPs. NeurIPS, \
2024; arXiv:2406.01234 (PMEVI).
G. Neu, A. György and C. Szepesvári. The adversarial stochastic shortest path problem with unknown \
transition probabilities. AISTATS, 2012 (FPOP).
S. Qiu, X. Wei, Z. Yang, J. Ye and Z. Wang. Upper confidence primal-dual reinforcement learning \
for CMDP with adversarial loss. NeurIPS, 2020; arXiv:2003.00660.
T. Jin, L. Huang and H. Luo. The best of both worlds: stochastic and adversarial episodic MDPs \
with unknown transition. NeurIPS, 2021; arXiv:2106.04117.
J. Qian, R. Fruit, M. Pirotta and A. Lazaric. Concentration inequalities for multinoulli random \
variables. arXiv:2001.11595, 2020.
P. Ménard, O. D. Domingues, X. Shang and M. Valko. UCB momentum Q-learning: correcting the bias \
without forgetting. ICML, 2021; arXiv:2103.01312 (UCBMQ).
V. Boone and B. Gaujal. The regret of exploration and the control of bad episodes in reinforcement \
learning. ICML, 2023.""".splitlines()


def findings_in_full(result: AuditResult) -> Blocks:
    """Return the page, as far as this audit covers the statements of the findings."""
    return (
        Heading(1, words(TITLE)),
        Paragraph(words(READ), "Version read"),
        Paragraph(words(f"Made by {source()}.")),
        *map(_lower, overview(result)),
        *_findings(result),
        Heading(2, words("Glossary")),
        Terms(tuple((inlines(word), inlines(f"{meaning}.")) for word, meaning in GLOSSARY)),
        Heading(2, words("Bibliography")),
        bibliography(),
    )


def bibliography() -> Listing:
    """Return the works that are quoted, numbered."""
    return Listing(tuple(words(f"[{k}] {b}") for k, b in enumerate(BIBLIOGRAPHY, 1)))


def _lower(block: Block) -> Block:
    """Return the block with its headings one level lower."""
    if isinstance(block, Heading):
        return replace(block, level=block.level + 1)
    if isinstance(block, Group):
        return replace(block, blocks=tuple(map(_lower, block.blocks)))
    return block


def _findings(result: AuditResult) -> Blocks:
    shown = shown_in(result)
    blocks: list[Block] = [
        Heading(2, words("Findings, gravest first")),
        Paragraph(words(GRADES)),
    ]
    if not shown:
        blocks.append(Paragraph(words("No printed statement fails.")))
    for f in shown:
        if f.gravity != "none":
            blocks += finding_blocks(f)
    if harmless := [f for f in shown if f.gravity == "none"]:
        blocks += [Heading(2, words("On which nothing depends")), _harmless(harmless)]
    return tuple(blocks)


def finding_blocks(f: Finding) -> Blocks:
    """Return a finding in full: place, cause, witness, correction, consequence."""
    return (
        Heading(3, _heading(f), id=f.name.lower()),
        Paragraph(words(places(f), "."), "Place"),
        Paragraph(sentence(f.cause)),
        Paragraph(_witness(f.witness), "Witness"),
        *mdp_blocks(f.mdp),
        Paragraph(sentence(f.by_hand), "By hand"),
        Source(diff(f), "Correction", "diff"),
        Paragraph(consequence(f), "Consequence"),
        *(Paragraph(_work(w), "Other work", "small") for w in f.works),
        Paragraph(words(Code(f"proofs-check audit --only {f.name}")), "Verify, in a minute"),
    )


def consequence(f: Finding) -> Inlines:
    """Return what changes downstream, and whether Coq has proved what holds instead, as it is said
    today."""
    told = []
    for module in f.proved:
        form = [*STATEMENTS[module].forms][-1]
        claim = REGISTRY[STATEMENTS[module].label, form]
        known = "machine-checked" if all_hold(claim.key) else "not as Coq has proved it"
        told.append(words(inlines(claim.number), f", {form}: {known}"))
    return words(sentence(f.consequence), *((" (", joined(told, "; "), ").") if told else ()))


def mdp_blocks(mdp: WitnessMDP | None) -> Blocks:
    """Return the MDP of a witness: what it is, and its picture; nothing where no state is named."""
    return (Paragraph(inlines(mdp.says), "MDP"), Source(mdp.picture)) if mdp else ()


def _heading(f: Finding) -> Inlines:
    return words(f"{f.name}. ", inlines(f.title), " (", grade_badge(f), ")")


def finding_page(f: Finding, known: Mapping[str, Audited]) -> Blocks:
    """Return a finding alone, and the statements of this audit at which it shows, to explain
    next."""
    _, *rest = finding_blocks(f)
    shows = [known[label] for label in f.places if label in known and not known[label].commented]
    rows = (
        words(Link(inlines(s.claim.number), "statement", s.label), f": {fate(s)}. ",
              Code(f"proofs-check explain {shlex.quote(spoken(s.claim.number))}"))
        for s in shows
    )  # fmt: skip
    return (
        Heading(1, _heading(f)), *rest,
        *(Paragraph(said, word, "small") for word, said in names_to_explain((), readings_of(f))),
        Heading(2, words("Where it shows")), Listing(tuple(rows)),
    )  # fmt: skip


def _work(w: Work) -> Inlines:
    reference = f" [{bibliography_number(w.title)}]"
    return words(f"{w.title}{reference}: ", inlines(w.what.rstrip(".")), f". Read: {w.read}.")


def bibliography_number(title: str) -> int:
    """Return the number in the bibliography of a work, which begins with its first author's name
    and has its year. Raises LookupError if it has none."""
    author, year = re.split(r",| and ", title)[0], re.findall(r"\b(?:19|20)\d\d\b", title)[0]
    for k, line in enumerate(BIBLIOGRAPHY, 1):
        if author in line.partition(".")[2].split(",")[0] and year in line:
            return k
    raise LookupError(title)


def _harmless(harmless: list[Finding]) -> Grid:
    """Return the findings on which nothing depends, a row for each."""
    head = ("finding", "place", "what, witness, and what changes", "printed (-), suggested (+)")
    rows = (
        GridRow(
            (
                Cell(words(f.name), short=True),
                Cell(places(f)),
                Cell(
                    words(
                        inlines(f.title), ": ", inlines(f.cause), " Witness: ",
                        _witness(f.witness), " ", inlines(f.by_hand), " Consequence: ",
                        consequence(f),
                    )
                ),
                Cell(Source(diff(f), language="diff")),
            ),
            id=f.name.lower(),
        )
        for f in harmless
    )  # fmt: skip
    return Grid(tuple(map(words, head)), tuple(rows), "rows suggested")


def _witness(witness: Mapping[str, str]) -> Inlines:
    pairs = [words(named(name), " = ", inlines(value)) for name, value in witness.items()]
    return words(joined(pairs), ".")


def corrections_of(shown: list[Finding]) -> Blocks:
    """Return the page of the corrections: the paper's LaTeX, a finding after the other."""
    blocks: list[Block] = [
        Heading(1, words("Corrections of the paper")),
        Paragraph(words(APPLIED)),
        Paragraph(words("The same as ", Link(words("one file"), "page", "corrections.diff"), ".")),
    ]
    for f in shown:
        name = Link(words(f.name), "finding", f.name)
        blocks.append(Heading(2, words(name, ". ", inlines(f.title))))
        blocks.append(Source(diff(f), language="diff"))
    return tuple(blocks)


def diff(f: Finding, label: str = "") -> str:
    """Return the corrections in the paper's LaTeX, a removed line (-) and an added one (+) for
    each, each under its place (%) if there are several; with `label`, the one at this place."""
    chosen = f.places.get(label)
    correction = f.places.get(chosen) if isinstance(chosen, str) else chosen
    if correction and not isinstance(correction, str):
        return _changed(correction)
    several = len(f.corrections) > 1
    return "\n".join(
        (f"% {spoken(REGISTRY[place, 'printed'].number)}\n" if several else "") + _changed(c)
        for place, c in f.corrections.items()
    )


def _changed(several: tuple[Correction, ...]) -> str:
    return "\n".join(f"- {c.printed}\n+ {c.corrected}" for c in several)
