"""What a reader must know first: the claim, the fate of the main theorem, the errors, the
thresholds.

The same sentences are in README.md, on the overview page, at the top of the terminal's audit and of
the letter. They follow from the ledger, and from the shipped trials of Figure 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import GRADES, Finding, findings, findings_of
from proofs_check.ledger.registry import REGISTRY, WRONG, Result
from proofs_check.report.badges import look
from proofs_check.report.figure_1 import figure_1

MAIN = "thm:main"
SIZE = "L=6, X=52, A=5, delta=1/10"  # of the paper's simulation
STATED = "2 + sqrt 2"  # the repaired form of the overview, among those of the main theorem
SERIOUS = GRADES[:3]


@dataclass(frozen=True)
class Overview:
    """The four things in sentences of the ledger's notation; formulas of both forms apart."""

    headline: str
    known: str  # how the repaired form is known
    errors: str
    serious: tuple[tuple[Finding, str], ...]  # with where and what, in a line
    harmless: str
    informative: str
    figure_1: str
    claim: str = (
        "The paper claims: UCRL-LP learns an episodic MDP of which only the $X$ states and $A$ "
        r"actions are known, with regret $\tilde O(LX\sqrt{TA})$ after $T$ episodes of $L$ steps, "
        "with high probability."
    )
    printed_tex: str = r"\Reg\leq O\Big(LX\sqrt{TA\Lam}\,\Big),\quad {\Lam=\log(TXA/\delta)}"
    printed: str = (
        r"with probability at least $1-5\delta$. It does not follow as printed: the lemmas add up "
        r"to a term in $\Lam$ where the theorem has $\sqrt\Lam$."
    )
    repaired_tex: str = r"\Reg\leq(2+\sqrt2)\,LX\sqrt{TA\ln(TXA/\delta)}"
    repaired: str = (
        r"with probability at least $1-2\delta$, from the paper's definitions; along the paper's "
        "own route too, with larger constants."
    )


def overview(result: AuditResult) -> Overview | None:
    """The four things; None for an audit without the main theorem."""
    of = {r.claim.key: r for r in result.results}
    forms = [of.get((MAIN, form)) for form in ("printed", "repaired")]
    printed, repaired = forms
    if printed is None or repaired is None:
        return None
    known = look(repaired.derived_status).word
    fate = "true" if known in ("machine-checked", "proved") else f"{known} once repaired"
    ranked = worst_first()
    serious = [f for f in ranked if f.grade in SERIOUS]
    return Overview(
        f"The main theorem is {fate}. Its printed proof is not complete.",
        known,
        f"{_number(len(serious))} findings matter",
        tuple((f, f"{places(f)}: {f.title}") for f in serious),
        f"The other {len(ranked) - len(serious)} findings, constants and notation, are harmless.",
        _informative([printed, repaired]),
        _figure_1(),
    )


def worst_first() -> list[Finding]:
    """The findings by grade, as in the letter."""
    return sorted(findings(), key=lambda f: (GRADES.index(f.grade), f.number))


def shown_in(result: AuditResult) -> list[Finding]:
    """The findings that show at statements of this audit, worst first."""
    there = {f.number for r in result.results for f in found_at(r)}
    return [f for f in worst_first() if f.number in there]


def found_at(r: Result) -> tuple[Finding, ...]:
    """The findings that show at a printed statement, if it does not hold."""
    printed = r.claim.form == "printed" and r.verdict in WRONG
    return findings_of(r.claim.label) if printed else ()


def places(f: Finding) -> str:
    """The names of its places in the paper: "Lemma 6, Theorem 4"."""
    claims = (REGISTRY[label, "printed"] for label in f.places if (label, "printed") in REGISTRY)
    return "; ".join(dict.fromkeys(one.number for one in claims))


def thresholds(forms: Sequence[Result]) -> dict[str, int]:
    """The least T at which a bound is below LT at the paper's size: of the printed lemmas added up,
    of the repaired form (STATED) and of the sharpest one proved for the paper's algorithm."""
    found: dict[str, int] = {}
    for r in forms:
        for v in r.vacuous_until:
            name = v.instance.removeprefix(SIZE).strip(": ")
            if v.instance.startswith(SIZE) and v.against == "LT" and not name.startswith("R-"):
                of_form = ["printed"] if r.claim.form == "printed" else ["sharpest"]
                if r.claim.form == "repaired" and name.startswith(STATED):
                    of_form.append("repaired")
                found |= {key: min(v.T, found.get(key, v.T)) for key in of_form}
    return found


def _informative(forms: Sequence[Result]) -> str:
    T = {name: spaced(least) for name, least in thresholds(forms).items()}
    return (
        "At the paper's size (L = 6, X = 52, A = 5, delta = 1/10) a bound above LT, which no "
        "regret exceeds, is vacuous. "
        f"The repaired bound is below LT from T = {T['repaired']} on, its sharpest form from "
        f"{T['sharpest']}, the sum of the printed lemmas from {T['printed']}: throughout Figure 1, "
        f"which ends at {spaced(max(figure_1().wins))}, every bound is vacuous."
    )


def _figure_1() -> str:
    found = figure_1()
    last, middle = (
        f"in {found.better[T]} of {found.settings} settings at T = {spaced(T)}"
        for T in sorted(found.better, reverse=True)[:2]
    )
    all_ = f"all {found.settings}" if found.sublinear else f"not all {found.settings}"
    return (
        f'"Significantly better than UCRL2" holds {last}, {middle}: the settings differ in '
        "one choice that the paper leaves open, such as delta, the tie rule or the random MDPs. "
        f'"Sublinear in T" holds in {all_}.'
    )


def spaced(n: int) -> str:
    """12 345 678."""
    return f"{n:,}".replace(",", " ") if n > 9999 else str(n)


def _number(n: int) -> str:
    words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
    return words[n] if n < len(words) else str(n)
