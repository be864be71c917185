"""Each numbered result of the paper beside the theorem that carries it: `coq/SIDE_BY_SIDE.md`.

`proofs-check coq --side-by-side FILE` writes the page. Which theorem carries
which sentence is said by hand, in the modules of the statements, and no program can compare LaTeX
with Coq: so the two stand side by side, for eyes. Of the theorems of one form the first whole one
is shown; `proofs-check explain LABEL` has the others."""

from __future__ import annotations

import re

from proofs_check.ledger.registry import REGISTRY, Claim
from proofs_check.machine_checked import record
from proofs_check.machine_checked.record import Mapped, Theorem

NUMBERED = ("Theorem", "Lemma", "Prop.", "Remark", "Definition")
HEAD = """\
# The numbered results, side by side

Written by `proofs-check coq --side-by-side FILE` from the modules of the statements and the record
of the build. For each result: the claim in LaTeX, in words, the theorem as Coq prints it
(with the notations of `model/Display.v`), its hypotheses one by one, and what their names mean. A
*refutation* proves that the printed form is false, a *gap* that it does not follow; *under* names
the choice of something that the text leaves open. What the page cannot show is whether a definition
is the paper's: those of the main claims are on the [page of claims](challenge/Challenge.v).
"""


def side_by_side() -> str:
    """Return the page's text, of the statements that are loaded. Raises MalformedInput for a record
    of other sources."""
    theorems = record.read_record().theorems
    parts = [HEAD]
    for mapped in numbered_results():
        parts.append(_part(mapped, REGISTRY[mapped.key], theorems[mapped.theorem]))
    return "\n".join(parts)


def numbered_results() -> list[Mapped]:
    """Return what is shown: the first whole theorem of every form of a numbered result, and of
    every choice."""
    results: dict[tuple[str, str, str], Mapped] = {}
    for mapped in record.mapped():
        if not mapped.part and REGISTRY[mapped.key].number.startswith(NUMBERED):
            results.setdefault((mapped.label, mapped.form, mapped.assumed), mapped)
    return list(results.values())


def hypotheses(statement: str) -> list[str]:
    """Return what a printed theorem assumes, and last what it concludes: its parts between arrows
    outside all brackets, binders apart."""
    text = " ".join(statement.split())
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and text.startswith(" -> ", at):
            parts.append(text[start:at])
            start = at + len(" -> ")
        elif depth == 0 and letter == "," and text[start:].startswith("forall "):
            start = at + len(", ")
    return [*parts, text[start:]]


def _part(mapped: Mapped, claim: Claim, theorem: Theorem) -> str:
    words = re.split(r"\n\n", claim.statement)[0].strip()
    under = f", under: {mapped.assumed}" if mapped.assumed else ""
    *assumed, concluded = hypotheses(theorem.statement)
    lines = [f"## {claim.number}: {claim.title}, {mapped.form}{under}", "", "$$" + claim.tex + "$$"]
    lines += ["", words, "", f"`{theorem.name}`, {theorem.place}; axioms: {theorem.uses}.", ""]
    lines += [
        "```",
        theorem.statement,
        "```",
        "",
        "It assumes:" if assumed else "It assumes nothing.",
    ]
    lines += [f"- `{text}`{_meaning(text)}" for text in assumed]
    lines += ["", f"It concludes: `{concluded}`{_meaning(concluded)}", ""]
    return "\n".join(lines)


def _meaning(text: str) -> str:
    said = [f"`{n}`: {m}" for n, m in record.dictionary(text) if len(n) > 2 and f"{n} " in text]
    return f" ({'; '.join(said)})" if said else ""
