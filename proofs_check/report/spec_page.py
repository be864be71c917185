"""The generated parts of spec.md and README.md, and the catalogue of statements beside the claims.

`python -m proofs_check.report.spec_page` in a checkout runs the audit and rewrites them; tests
compare what is committed with the registry and the audit.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from proofs_check.audit.audit import AuditResult, audit, select
from proofs_check.conformance.rules import FAMILY_RULES, RULES
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.findings import findings
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import REGISTRY, STATUSES, WRONG, Claim
from proofs_check.ledger.statement import ProofStep
from proofs_check.ledger.statement_graph import statuses_json
from proofs_check.report.badges import LOOKS
from proofs_check.report.letter import markdown_text, standard
from proofs_check.report.overview import overview
from proofs_check.report.plain_text import ascii_text
from proofs_check.report.terminal import code_place
from reference.support.errors import OK, MalformedInput

SPEC, README = Path("spec.md"), Path("README.md")
CATALOGUE = Path("proofs_check/claims/README.md")
ABOUT = """# Catalogue of statements

Every claim of the paper in our words, printed and repaired forms apart, in the order of the paper;
a step of a proof follows the statement that it belongs to. One file here has the claims of one
place in the paper; `common/` has what several of them share. Verdicts and statuses are in
[spec.md](../../spec.md#statements). Written by `python -m proofs_check.report.spec_page`.
"""
SECTIONS = {
    "abstract": "Abstract",
    "Sec. I": "Sec. I, Introduction",
    "Sec. I-A": "Sec. I-A, Related works",
    "Sec. I-B": "Sec. I-B, Contributions",
    "Sec. II": "Sec. II, Problem formulation",
    "Sec. III": "Sec. III, Occupancy measures",
    "Sec. IV": "Sec. IV, Algorithm 1 line by line",
    "Sec. IV-A": "Sec. IV-A, Number of updates and confidence sets",
    "Sec. IV-B": "Sec. IV-B, The linear program",
    "Sec. V": "Sec. V, Main results",
    "Sec. VI": "Sec. VI, Simulation",
    "Sec. VII": "Sec. VII, Conclusion",
    "App. A": "App. A, Proof of Lemmas 4 and 5",
    "App. B": "App. B, Proof of Lemma 6",
}
HOME = Path(__file__).parents[2] / "reference"
EQUATIONS_IN = ("occupancy.py", "regret.py", "confidence.py", "backward_induction.py", "lp1.py")


# ----------------------------------------------------------------------------- spec.md


def contents_part(text: str) -> str:
    """The table of contents of spec.md's text."""
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    lines = [f"- [{title}](#{anchor(title)})\n" for title in titles if title != "Contents"]
    return "".join(lines)


def equations_part() -> str:
    """Every numbered equation: the claims about it, and what computes it in `reference/`."""
    computed = _computed()
    of_item: dict[str, Claim] = {}
    for key in select():
        for id in REGISTRY[key].covers:
            of_item.setdefault(id, REGISTRY[key])
    rows = []
    for item in committed_items():
        if item.id in of_item and re.fullmatch(r"\(\d+\)|LP1", item.number):
            one = of_item[item.id]
            title = f"[{_cell(one.title)}]({entry_link(one)})"
            by = ", ".join(computed.get(item.number, ()))
            rows.append((item.number, title, _linked(one), by))
    return _table(("equation", "statement", "checked in", "computed in"), rows)


def _table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = (f"| {' | '.join(map(str, row))} |\n" for row in rows)
    return f"| {' | '.join(head)} |\n{'|---' * len(head)}|\n{''.join(lines)}"


def _computed() -> dict[str, list[str]]:
    """Number -> links to the functions whose docstring's first line names this equation."""
    found: dict[str, list[str]] = {}
    for name in EQUATIONS_IN:
        for node in ast.parse((HOME / name).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                link = f"[`{node.name}`](reference/{name})"
                for number in re.findall(r"[Ee]q\. (\(\d+\))|^(LP1):", first):
                    found.setdefault("".join(number), []).append(link)
    return found


def rules_part() -> str:
    """The table of conformance rules."""
    rows = ((f"`{r.id}`", r.equation, _cell(r.sentence)) for r in (*RULES, *FAMILY_RULES))
    return _table(("rule", "enforces", "sentence"), rows)


def catalogue() -> str:
    """Every claim, section by section in the order of the paper: statement, kind, uses, readings,
    repair, code."""
    blocks = [ABOUT]
    for section, keys in groupby(select(), key=lambda key: REGISTRY[key].section):
        blocks.append(f"## {SECTIONS[section]}\n")
        blocks += [_statement(REGISTRY[key]) for key in keys]
    return "\n".join(blocks)


def heading(one: Claim) -> str:
    """The title of a claim's entry."""
    return f"{_escaped(one.number)}, {one.form}: {_escaped(one.title)} (`{one.label}`)"


def entry_link(one: Claim) -> str:
    """The place of its entry in the catalogue, as a link in spec.md."""
    return f"{CATALOGUE}#{anchor(heading(one))}"


def _statement(one: Claim) -> str:
    facts = [
        ("Kind", one.kind),
        ("Step of", f"`{one.part_of}`" if one.part_of else ""),
        *((f"Step, {s.kind}", _step(s)) for s in one.steps),
        ("Readings", ", ".join(one.readings)),
        ("Repair", _escaped(one.repair)),
        ("Code", _linked(one, beside=True)),
    ]
    listed = "".join(f"- {name}: {text}\n" for name, text in facts if text)
    return f"### {heading(one)}\n\n{_escaped(one.statement)}\n\n{listed}"


def _step(s: ProofStep) -> str:
    using = f" (uses {', '.join(f'`{u}`' for u in s.uses)})" if s.uses else ""
    return _escaped(s.says) + using


def _linked(one: Claim, beside: bool = False) -> str:
    """The module of a claim as a link, from the top or from its own folder."""
    path = Path(code_place(one).split(":")[0])
    return f"[`{path.name}`]({path.name if beside else path})"


def status_table(result: AuditResult) -> str:
    """Verdicts and derived statuses of an audit, a line per claim; no number depends on time."""
    rows = (
        (
            f"[{_cell(r.claim.number)} {_cell(r.claim.title)}]({entry_link(r.claim)})",
            f"`{r.claim.label}`",
            r.claim.form,
            r.verdict.value,
            r.derived_status,
            "" if r.ratio is None else decimal(r.ratio, 4),
            _linked(r.claim),
        )
        for r in result.results
    )
    head = ("statement", "label", "form", "verdict", "status", "largest ratio", "code")
    return _table(head, rows)


def errata_part() -> str:
    """The findings: grade, places with links, cause, a line by hand, consequence."""
    lines = []
    for f in findings():
        places = ", ".join(
            f"[{_escaped(one.number)}]({entry_link(one)})"
            for one in map(REGISTRY.get, ((label, "printed") for label in f.places))
            if one and one.expected in WRONG
        )
        said = f"{ascii_text(f.title)}. {ascii_text(f.cause)} By hand: {ascii_text(f.by_hand)}"
        then = _escaped(ascii_text(f.then))
        lines += [f"- **{f.name}**, {f.grade}, at {places}: {_escaped(said)} Consequence: {then}"]
    return "\n".join(lines) + "\n"


# ----------------------------------------------------------------------------- README.md


def overview_part(result: AuditResult) -> str:
    """The four things that a reader must know first, for README.md."""
    four = overview(result)
    if four is None:
        return ""
    say = markdown_text
    serious = "\n".join(f"- **{f.name}** ({f.grade}) {say(line)}" for f, line in four.serious)
    return f"""**{four.headline}** {say(four.claim)}

- As printed, Theorem 4 states that ${standard(four.printed_tex)}$ {say(four.printed)}
- Repaired ({four.known}), it states that ${standard(four.repaired_tex)}$ {say(four.repaired)}

{four.errors}, [each with a witness and a correction](spec.md#findings):

{serious}

{say(four.harmless)} {say(four.informative)} {say(four.figure_1)}
"""


def summary(status: str) -> str:
    """The status table of spec.md, counted: a line per status that occurs."""
    cells = [[cell.strip() for cell in row.split(" | ")] for row in status.splitlines()[2:]]
    rows = []
    for name, look in LOOKS.items():
        forms = [form for _, _, form, _, found, *_ in cells if found.startswith(name)]
        if forms:
            counts = forms.count("printed"), forms.count("repaired")
            rows.append((look.word, *counts, look.meaning))
    return _table(("status", "printed", "repaired", "meaning"), rows)


# ----------------------------------------------------------------------------- Markdown


def anchor(title: str) -> str:
    """The fragment by which GitHub links to a heading, given as Markdown."""
    text = re.sub(r"\\(.)", r"\1", title.lower()).replace(" ", "-")
    return re.sub(r"[^\w-]", "", text)


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Plain text as Markdown: what would start emphasis or a tag is escaped."""
    return re.sub(r"([*_<\[\]])", r"\\\1", text)


def part(text: str, name: str) -> str:
    """The generated part `name` of a page's text. Raises MalformedInput if there is none."""
    return _find(text, name).group(2)


def replaced(text: str, name: str, content: str) -> str:
    """A page's text with another part `name`. Raises MalformedInput if there is none."""
    found = _find(text, name)
    return text[: found.start(2)] + content + text[found.end(2) :]


def _find(text: str, name: str) -> re.Match[str]:
    found = re.search(rf"(<!-- generated: {name} -->\n)(.*?)(<!-- end -->)", text, re.DOTALL)
    if found is None:
        raise MalformedInput(str(SPEC), None, "generated part", name, "must be in the page")
    return found


def main() -> int:
    """Rewrite the generated parts of spec.md and README.md in the working directory."""
    found = audit()
    STATUSES.write_text(statuses_json(found.results), encoding="utf-8")
    CATALOGUE.write_text(catalogue(), encoding="utf-8")
    status = status_table(found)
    text = SPEC.read_text(encoding="utf-8")
    parts = {"equations": equations_part(), "status": status, "rules": rules_part()}
    parts |= {"errata": errata_part(), "contents": contents_part(text)}
    _rewrite(SPEC, parts)
    _rewrite(README, {"overview": overview_part(found), "summary": summary(status)})
    return OK


def _rewrite(page: Path, parts: Mapping[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    for name, content in parts.items():
        text = replaced(text, name, content)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
