"""Page of one statement: what the paper says, the two answers, the counterexample, the repair, why
it holds, what uses it, how tight it is. Two screens: evidence, code and what is long are folded."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.findings import Finding, by_hand, findings, witness_mdp
from proofs_check.ledger.registry import (
    REGISTRY,
    WRONG,
    Claim,
    Evidence,
    Result,
    Vacuity,
    Verdict,
    Witness,
    committed_statuses,
    main_theorem,
)
from proofs_check.ledger.sentences import source_lines
from proofs_check.machine_checked.claims import checked_claims
from proofs_check.machine_checked.record import (
    Mapped,
    Theorem,
    defined_at,
    dictionary,
    logical,
    machine_checked,
)
from proofs_check.report.badges import look
from proofs_check.report.document import (
    Block,
    Blocks,
    Cell,
    Code,
    Details,
    Formula,
    Grid,
    GridRow,
    Group,
    Heading,
    Inlines,
    Link,
    Listing,
    Math,
    Page,
    Paragraph,
    Source,
    Strong,
    Terms,
    Words,
    inlines,
    joined,
    named,
    sentence,
    words,
)
from proofs_check.report.pages.concerns import names_to_explain
from proofs_check.report.pages.findings import diff, mdp_blocks
from proofs_check.report.pages.once import named_below, stated
from proofs_check.report.pages.overview import READ_AS, grouped, headline, table_of_forms
from proofs_check.report.pages.statements import (
    SHOWN,
    Audited,
    findings_below,
    found_at,
    link_to,
    links_to,
    statements,
)
from proofs_check.report.side_by_side import hypotheses
from proofs_check.report.terminal import spoken
from proofs_check.statements.common.orders import given_bounds
from reference.support.console import number_of

NAMES = words("From Coq's names to the paper's (", Code("proofs_check/coq/dictionary.json"), ")")
SHOWN_CHARACTERS = 280  # of what is said of a form beyond its statement; the rest is folded
SHOWN_NUMBERS = 8  # of a counterexample beside its MDP's drawing; of one with more, this is folded
PAPER_SOURCE = "ucrl-lp.tex"  # a page of the report where a copy is given
IS_TRUE = {
    "yes": "Yes",
    "but for wording": "Yes, but for wording",
    "no": "No",
    "depends on a choice": "It depends on a choice that the paper leaves open",
    "open": "Open",
}
IS_SHOWN = {
    "yes": "Yes",
    "depends on a choice": "It depends on a choice that the paper leaves open",
    "gap": "No, it has a gap",
    "wrong step": "No, it has a wrong step",
    "none given": "None is given",
    "not needed": "Nothing has to be shown",
}


def statement_page(
    statement: Audited,
    known: Mapping[str, Audited],
    result: AuditResult,
    before: Audited | None = None,
    after: Audited | None = None,
) -> Page:
    """Return the page of a statement. `known`: all statements of the report; `before` and `after`:
    its neighbours in the paper."""
    printed: list[Block] = []
    for part in (_says, _is_true, _is_shown, _witness):
        printed += part(statement, known)
    holds = (*_repair(statement), *_why(statement, known))
    blocks = (
        *_head(statement),
        _pair(tuple(printed), holds),
        _pair(tuple(_tight(statement)), (*_users(statement), *_evidence(statement, result))),
        *_order(before, after),
    )
    title = f"{spoken(statement.claim.number)}: UCRL-LP, audited"
    return Page(title, blocks, "statement")


def _pair(left: Blocks, right: Blocks) -> Group:
    """Return two columns; one below the other where the page is narrow."""
    return Group((Group(left, "side"), Group(right, "side")), "pair")


def explained(result: AuditResult, *labels: str) -> Blocks:
    """Return the pages of these labels, or of all, one after the other."""
    known = statements(result)
    chosen = [statement for label, statement in known.items() if label in labels or not labels]
    return tuple(
        block for statement in chosen for block in statement_page(statement, known, result).blocks
    )


# ----------------------------------------------------------------------------- the statement


def _head(statement: Audited) -> Iterator[Block]:
    claim, last = statement.claim, statement.last.claim
    yield Heading(1, words(inlines(claim.number), ": ", inlines(claim.title)))
    place = words(f"{claim.section} · label ", Code(statement.label), f" · {claim.kind}")
    place += words(f", repaired {last.kind}") if last.kind != claim.kind else ()
    place += words(" · step of ", link_to(claim.part_of)) if claim.part_of else ()
    if lines := source_lines().get(statement.label):
        links = joined([(_line_of(line),) for line in lines], ", ")
        place += words(f" · line{'s' * (len(lines) > 1)} ", links, " of the paper's source")
    yield Paragraph(place, style="kick")
    if _is_main(statement):
        yield Paragraph(headline(statement), style="lead")
    answer = words(
        "Is it true? ", statement.true.badge,
        ". Does the printed argument show it? ", statement.argument.badge,
    )  # fmt: skip
    if len(statement.forms) > 1:
        form = "Repaired" if statement.to_repair else "Further form"
        answer += words(f". {form}: ", statement.known.badge)
    for r in statement.forms:
        if not r.as_expected:
            told = f" Expected {r.claim.expected.value}, found {r.verdict.value}."
            answer += (Strong(words(told)),)
    yield Paragraph(answer, style="verdict")


def _is_main(statement: Audited) -> bool:
    """Return whether it is the main theorem in both forms, whose constants have a table."""
    return statement.label == main_theorem() and len(statement.forms) > 1


def _known(statement: Audited) -> str:
    """How the first answer is known."""
    yes = statement.answers.is_true == "yes"
    if statement.answers.implied:
        return f"its repaired form is {statement.answers.known} and implies it"
    return look(statement.answers.known).meaning if yes else statement.true.meaning


def _says(statement: Audited, _: Mapping[str, Audited]) -> Iterator[Block]:
    yield Heading(2, words("What does the paper say?"))
    first = statement.claim.statement.split("\n\n")[0]
    blocks = stated(statement.claim.tex, first, "stmt-says")
    yield Group(blocks, f"stmt {statement.argument.style}")


def displayed(claim: Claim, shown: Sequence[str] = ()) -> list[str]:
    """Return the formulas that a page displays of a form; `shown`: what it has displayed before."""
    blocks = stated(claim.tex, claim.statement.split("\n\n")[0], "", shown)
    return [block.tex for block in blocks if isinstance(block, Formula)]


def _line_of(line: int) -> Link:
    return Link(words(f"{line}"), "source", f"{PAPER_SOURCE}#L{line}")


def _line(paragraph: str) -> Inlines:
    return inlines(" ".join(paragraph.split()))


def _is_true(statement: Audited, _: Mapping[str, Audited]) -> Iterator[Block]:
    answers = statement.answers
    yield Heading(2, words("Is it true?"))
    said = words(Strong(words(f"{IS_TRUE[answers.is_true]}.")), " ", sentence(_known(statement)))
    said += words(" ", sentence(answers.implied)) if answers.implied else ()
    if answers.correction:
        f = next(f for f in findings() if f.number == answers.correction)
        said += words(" The correction: ", _to_finding(f), ".")
    yield Paragraph(said)
    if statement.first.choices:
        under = statement.first.choices.items()
        each = [words(inlines(choice), f": {verdict.value.lower()}") for choice, verdict in under]
        yield Paragraph(words("Under each choice: ", joined(each), "."))
    yield from _held_on_runs_alone(statement)
    yield from _more(statement.claim.statement.split("\n\n")[1:], "More on what is printed")


def _held_on_runs_alone(statement: Audited) -> Iterator[Block]:
    """Yield that what holds on the runs is refuted in Coq, where it is."""
    refuted = [c for c in checked_claims().get(statement.first.claim.key, ())
               if c.refuted_as_compared]  # fmt: skip
    held = any(
        e.kind == "exact on runs" and e.verdict is Verdict.HOLDS for e in statement.first.evidence
    )
    if held and refuted:
        names = joined([words(Code(f"not_{checked.claim.name}")) for checked in refuted], ", ")
        choices = list(dict.fromkeys(c.claim.choice for c in refuted if c.claim.choice))
        under = (
            words(", under: ", joined([inlines(choice) for choice in choices])) if choices else ()
        )
        yield Paragraph(
            words(
                "It holds on every run on which it was compared, and Coq refutes it (",
                names, under, ").",
            )
        )  # fmt: skip


def _more(paragraphs: Sequence[str], summary: str, style: str = "") -> Iterator[Block]:
    """Yield what else is said of a form: the rest of a long text is folded."""
    shown, length = 0, 0
    for paragraph in paragraphs:
        length += len(paragraph)
        if length > SHOWN_CHARACTERS:
            break
        shown += 1
    blocks = tuple(Paragraph(_line(paragraph), style=style) for paragraph in paragraphs)
    yield from blocks[:shown]
    if blocks[shown:]:
        yield Details(words(summary), blocks[shown:])


def _verdict(r: Result, several: bool) -> tuple[Inlines, Inlines]:
    """Return the verdict and the status of a form."""
    surprise = "" if r.as_expected else f" (expected {r.claim.expected.value})"
    status = f"{r.derived_status} ({look(r.derived_status).meaning})"
    if r.parts:
        each = "; ".join(f"{says}: {of_part}" for says, of_part in r.parts)
        status += f", the weakest of its parts; {each}"
    name = f"verdict, {r.claim.form}" if several else "verdict"
    return words(name), words(f"{r.verdict.value}{surprise}; status: {status}")


def _is_shown(statement: Audited, known: Mapping[str, Audited]) -> Iterator[Block]:
    answers = statement.answers
    yield Heading(2, words("Does the printed argument show it?"))
    said = words(Strong(words(f"{IS_SHOWN[answers.printed_argument]}.")), " ")
    yield Paragraph(words(said, sentence(statement.argument.meaning)))
    if instead := statement.claim.not_printed:
        yield Paragraph(words(sentence(instead), " The steps of the proof here are ours."))
    if statement.first.verdict is Verdict.GAP:
        yield Paragraph(
            words("Its last step does not reach its conclusion: the numbers are below.")
        )
    for kind, has in (
        ("false as printed", True),
        ("true or may be true, but are not shown as printed", False),
    ):
        because = [cause for cause in answers.because if _is_false(cause, known) is has]
        if because:
            uses = f"Its printed proof uses statements that are {kind}: "
            yield Paragraph(words(uses, links_to(because), "."))
    if below := findings_below(statement.label):
        used = "Findings at what its printed proof uses, directly or not: "
        yield Paragraph(words(used, joined([_to_finding(f) for f in below]), "."))
    if statement.label == main_theorem():
        yield Paragraph(inlines(f"The statement is {READ_AS}."))


def _is_false(label: str, known: Mapping[str, Audited]) -> bool:
    """Return whether the printed form of a statement fails, here or as committed."""
    if label in known:
        return known[label].first.verdict is Verdict.FAILS
    return REGISTRY[label, "printed"].expected is Verdict.FAILS


def _witness(statement: Audited, _: Mapping[str, Audited]) -> Iterator[Block]:
    f = statement.finding
    if statement.first.witness:
        yield Heading(3, words(_numbers(statement.first.verdict)))
        if compared := _compared(statement.first):
            yield Paragraph(compared, "Tested")
        yield parameters(statement.first.witness)
    if f:
        mdp = mdp_blocks(witness_mdp(f, statement.label))
        if mdp and len(statement.first.witness or ()) > SHOWN_NUMBERS:
            mdp = (*mdp[:1], Details(words("The MDP, drawn"), mdp[1:]))
        yield from mdp
        said = by_hand(f, statement.label)
        long = len(said) > SHOWN_CHARACTERS
        by = Paragraph(sentence(said), "" if long else "By hand")
        yield Details(words("By hand"), (by,)) if long else by
    for f in found_at(statement.first):
        title = words(f" ({f.grade}): ", inlines(f.title), ".")
        yield Paragraph(words(_to_finding(f), title), "Finding", "small")


def _to_finding(f: Finding) -> Inlines:
    return words(Link(words(f.name), "finding", f.name))


def _compared(r: Result) -> Inlines:
    """Return what is compared where the witness is, which says what its letters are."""
    notes = (e.note for e in r.evidence if e.witness is r.witness and e.kind != "machine-checked")
    note = next(notes, "")
    return inlines(note if note.endswith("?") else f"{note}.") if note else ()


def _numbers(verdict: Verdict) -> str:
    gap = verdict is Verdict.GAP
    return f"{'Where the argument breaks' if gap else 'The counterexample'}, in numbers"


def parameters(witness: Witness) -> Terms:
    """Return the parameters of an instance."""
    rows = ((named(str(k)), value_of(v)) for k, v in witness.items() if v != "")
    return Terms(tuple(rows), "par")


def value_of(v: Any) -> Inlines:
    """Return a value of a witness: a power as a formula, what is no text as JSON."""
    if not isinstance(v, str):
        return words(json.dumps(v, default=str, ensure_ascii=False))
    v = v.removesuffix("/1") if re.fullmatch(r"-?\d+/1", v) else v
    power = re.fullmatch(r"(\d+)\^(-?\d+)", v)
    return (Math(f"{power[1]}^{{{power[2]}}}"),) if power else words(v)


def _repair(statement: Audited) -> Iterator[Block]:
    claim, several = statement.claim, len(statement.forms) > 1
    if not (claim.repair or several):
        return
    if statement.to_repair:
        yield Heading(2, words("What repairs it?"))
    else:
        yield Heading(2, words("What more is true?"))
        told = "The statement needs no repair. The evidence calls this further form “repaired”."
        yield Paragraph(words(told))
    if claim.repair:
        below = displayed(statement.last.claim, displayed(claim)) if several else ()
        yield Paragraph(inlines(named_below(claim.repair, below)), "repair")
    if several:
        yield from _repaired(statement)
    if statement.finding:
        correction = Source(diff(statement.finding, statement.label), language="diff")
        yield Details(words("The correction in LaTeX"), (correction,))


def _repaired(statement: Audited) -> Iterator[Block]:
    """Yield the repaired form, whose title is left out if it is its formula in short; of the main
    theorem also the table of its constants."""
    last = statement.last.claim
    title = inlines(last.title)
    first, *others = last.statement.split("\n\n")
    named = any(isinstance(part, Words) and re.search("[a-z]{3}", part.text) for part in title)
    blocks: Blocks = (
        *((Paragraph(words(Strong(title)), style="stmt-says"),) if named else ()),
        *stated(last.tex, first, "stmt-says", shown=displayed(statement.claim)),
    )
    yield Group(blocks, f"stmt {statement.known.style}")
    if _is_main(statement):
        rest = (Paragraph(_line(said), style="stmt-says") for said in others)
        yield Details(
            words("Other constants, and from which T they say anything"),
            (table_of_forms(statement.forms), *rest),
        )
    else:
        form = "repaired" if statement.to_repair else "further"
        yield from _more(others, f"More on the {form} form", "stmt-says")


# ----------------------------------------------------------------------------- why


def _why(statement: Audited, known: Mapping[str, Audited]) -> Iterator[Block]:
    holds = statement.last.verdict not in WRONG
    yield Heading(2, words("Why does it hold?" if holds else "How is this known?"))
    theorems = shown_theorems(statement)
    yield from (b for t, carries in theorems[:1] for b in _theorem(t, carries))
    if more := theorems[1:]:
        blocks = tuple(b for t, carries in more for b in _theorem(t, carries))
        yield Details(words(number_of(len(more), "more theorem")), blocks)
    if not theorems:
        yield Paragraph(sentence(statement.known.meaning))
    if works := list(dict.fromkeys(work for r in statement.forms for work in r.claim.bounds)):
        yield Paragraph(words(Code(given_bounds(works))), "Bounds of other works that it takes")
    for r in statement.forms:
        if r.claim.defined:
            yield defined_in_coq(r.claim)
        if r.claim.no_theorem:
            yield Paragraph(words("None: ", inlines(r.claim.no_theorem), "."), "In Coq")
    yield from _compared_by_eye(statement)
    steps: list[Block] = []
    for r in statement.forms:
        if r.claim.steps:
            form = f", {r.claim.form} form" if len(statement.forms) > 1 else ""
            steps.append(Heading(3, words(f"Steps{form}")))
            steps.append(
                Listing(tuple(_step(s.says, s.kind, s.uses) for s in r.claim.steps), "", True)
            )
    if statement.uses:
        steps.append(_rests_on(statement, known))
    if steps:
        rests = number_of(len(statement.uses), "statement")
        yield Details(words(f"The steps of the proof; it rests on {rests}"), tuple(steps))


def _compared_by_eye(statement: Audited) -> Iterator[Block]:
    """Yield why forms with theorems have no claim, whose definition a theorem could be compared
    with."""
    reasons: dict[str, list[str]] = {}
    for r in statement.forms:
        if r.claim.no_claim:
            reasons.setdefault(r.claim.no_claim, []).append(r.claim.form)
    if reasons:
        several = len(reasons) > 1 or len(next(iter(reasons.values()))) < len(statement.forms)
        each = [words(f"the {f[0]} form: " * several, inlines(why)) for why, f in reasons.items()]
        by_eye = "): whether the theorem says it is read by eye."
        yield Paragraph(words("It is no claim (", joined(each), by_eye), "Compared with Coq")


def shown_theorems(statement: Audited) -> list[tuple[Theorem, list[Mapped]]]:
    """Return the theorems on the statement, each once with all that it carries. First is the one
    that the page shows: that which carries all of the last form, the first that its module names.
    The others are sorted by the lengths of their names."""
    carried: dict[tuple[bool, str], tuple[Theorem, list[Mapped]]] = {}
    for mapped, theorem in (
        t for r in statement.forms for t in machine_checked().get(r.claim.key, [])
    ):
        key = (mapped.form == "refutation", theorem.name)
        carried.setdefault(key, (theorem, []))[1].append(mapped)
    whole = [
        m.theorem for m, _ in machine_checked().get(statement.last.claim.key, []) if not m.part
    ]  # fmt: skip
    return sorted(carried.values(), key=lambda t: (t[0].name not in whole[:1], len(t[0].name)))


def defined_in_coq(claim: Claim) -> Paragraph:
    """Return why no theorem carries what is given, and its definitions in Coq."""
    places = []
    for definition in claim.defined:
        line = defined_at(definition.file, definition.name)
        place = Link(
            words(f"{definition.file}:{line}"),
            "source",
            f"proofs_check/coq/{definition.file}#L{line}",
        )
        places.append(words(Code(definition.name), " (", place, ")"))
    said = "It is assumed or defined and asserts nothing, so it has no theorem. In Coq it is "
    return Paragraph(words(said, joined(places, ", "), "."), "In Coq")


def _theorem(theorem: Theorem, carries: Sequence[Mapped]) -> Blocks:
    verb = {"refutation": "Refuted", "gap": "Shown not to follow,"}.get(carries[-1].form, "Proved")
    cited = any(REGISTRY[m.key].bounds and not m.part for m in carries)
    where = "in Coq, from bounds of other works" if cited else "in Coq"
    name = Link(
        words(Code(theorem.name)),
        "source",
        f"proofs_check/coq/html/{logical(theorem.file)}.html#{theorem.name}",
    )
    file = f"proofs_check/coq/{theorem.file}#L{theorem.lines[0]}"
    place = words(
        Link(words(Code(f"proofs_check/coq/{theorem.place}")), "source", file), "; axioms: ",
        Code(theorem.uses), "; recorded, not rebuilt here. Check: ", Code("proofs-check coq"),
    )  # fmt: skip
    names = dictionary(theorem.statement)
    facts = Terms(tuple((words(Code(name)), inlines(meaning)) for name, meaning in names), "par")
    return (
        Heading(3, words(f"{verb} {where}: ", name, _under(carries))),
        *_stated(theorem, carries),
        Paragraph(place, style="small"),
        *((Details(NAMES, (facts,), True),) if names else ()),
    )


def _stated(theorem: Theorem, carries: Sequence[Mapped]) -> Blocks:
    """Return a theorem as Coq prints it; of one on a form without claims, what it assumes, one by
    one, and what it concludes: this alone, if it is short, is not folded."""
    printed = Source(theorem.statement)
    if not any(REGISTRY[m.key].no_claim for m in carries):
        return (printed,)
    *assumed, concluded = hypotheses(theorem.statement)
    premises: Blocks = (
        Paragraph(words("It assumes:" if assumed else "It assumes nothing.")),
        *map(Source, assumed),
    )
    conclusion = Paragraph(words("It concludes:")), Source(concluded)
    in_full = (Paragraph(words("As Coq prints it:")), printed)
    if len(concluded) > SHOWN_CHARACTERS:
        folded = (*premises, *conclusion, *in_full)
        return (Details(words("What it assumes, and what it concludes"), folded),)
    return *conclusion, Details(words("What it assumes"), (*premises, *in_full))


def _under(carries: Sequence[Mapped]) -> Inlines:
    """Return every choice under which a theorem carries the statement; the form beside it where it
    carries the other form under none."""
    every = all(mapped.assumed for mapped in carries)
    said = [
        words(inlines(mapped.assumed), "" if every else f" ({mapped.form} form)")
        for mapped in carries
        if mapped.assumed
    ]
    return words(", under ", joined(list(dict.fromkeys(said)), "; and under ")) if said else ()


def _step(says: str, kind: str, uses: tuple[str, ...]) -> Inlines:
    using = words("; uses ", links_to(uses)) if uses else ()
    return words(inlines(says), f" ({kind}", using, ")")


def _rests_on(statement: Audited, known: Mapping[str, Audited]) -> Grid:
    head = ("statement", "says", "true?", "shown?", "status after repair")
    rows = []
    for label in statement.uses:
        used = known.get(label)
        if used is None:
            rows.append(GridRow((Cell((link_to(label),), True), Cell(_committed(label)))))
            continue
        rows.append(
            GridRow(
                (
                    Cell(words(link_to(label)), True),
                    Cell(inlines(used.claim.title)),
                    *answer_cells(used),
                )
            )
        )
    return Grid(tuple(map(words, head)), tuple(rows), caption=words("It rests on:"))


def _committed(label: str) -> Inlines:
    """Return the title and the committed statuses of a statement that this audit does not have."""
    forms = [claim for key, claim in REGISTRY.items() if key[0] == label]
    there = committed_statuses()
    said = ", ".join(
        f"{claim.form}: {there[claim.key][1]}" for claim in forms if claim.key in there
    )
    return words(inlines(forms[0].title), f" ({said}; not checked here)") if forms else ()


def answer_cells(statement: Audited) -> tuple[Cell, Cell, Cell]:
    """Return the two answers and the status of the last form, for a row."""
    return (
        Cell(words(statement.true.badge), True, "true: "),
        Cell(words(statement.argument.badge), True, "shown: "),
        Cell(words(statement.known.badge), True, "status: "),
    )


def _users(statement: Audited) -> Iterator[Block]:
    """Return the statements whose proofs use this one: all of the paper's, audited here or not."""
    users = list(
        dict.fromkeys(label for (label, _), s in REGISTRY.items() if statement.label in s.uses)
    )
    yield Heading(2, words("What uses it?"))
    nothing = words("Nothing else in the paper.")
    yield Paragraph(words(links_to(users), ".") if users else nothing)


# ----------------------------------------------------------------------------- how tight


def _tight(statement: Audited) -> Iterator[Block]:
    yield Heading(2, words("How tight is it?"))
    rows: list[tuple[str, GridRow]] = []
    # What shows a gap is about the printed argument, not about the bound: it comes last.
    measured = [
        (e.verdict is Verdict.GAP, e.ratio, r, e)
        for r, e in statement.evidence
        if e.ratio is not None
    ]
    for gap, ratio, r, e in sorted(measured, key=lambda compared: (compared[0], -compared[1])):
        argument = "the argument, " * gap
        note = words(inlines(e.note), f" ({r.claim.form}, {argument}{e.kind})")
        value = Cell(words(decimal(ratio, 3)), True, "largest left over right ")
        bar = Cell((), share=max(float(ratio), 0.0))
        rows.append((r.claim.form, GridRow((Cell(note), bar, value))))
    largest = list(dict(reversed(rows)).values())[::-1]
    if rows:
        yield _comparisons(largest)
        said = "1 is attained; above 1 what is compared is broken."
        if statement.last.ratio is not None:
            least = decimal(statement.last.ratio)
            said += f" The checks refuse a constant below {least} of the one compared."
        yield Paragraph(words(said), style="small")
        if others := [row for _, row in rows if row not in largest]:
            more = number_of(len(others), "more comparison")
            yield Details(words(more), (_comparisons(others),))
    else:
        yield Paragraph(words("No bound is compared: there is nothing to measure."))
    vacuous = [(r.claim.form, v) for r in statement.forms for v in r.vacuous_until]
    if vacuous:
        yield Details(words("From which T the bound says anything"), (_vacuous(vacuous),))


def _comparisons(rows: Sequence[GridRow]) -> Grid:
    head = ("compared", "left over right", "largest")
    return Grid(tuple(map(words, head)), tuple(rows), "tight")


def _vacuous(limits: Sequence[tuple[str, Vacuity]]) -> Grid:
    """Return the least T at which each form is below what holds without it."""
    rows = (
        GridRow(
            (
                Cell(inlines(v.instance)),
                Cell(words(form), True),
                Cell(words(Strong(words(grouped(v.T)))), True, "vacuous before T = "),
                Cell(inlines(v.trivial), True, "there the bound falls below "),
            )
        )
        for form, v in limits
    )
    head = ("size", "form", "vacuous before T =", "until then not below")
    return Grid(tuple(map(words, head)), tuple(rows))


# ----------------------------------------------------------------------------- evidence and code


def _evidence(statement: Audited, result: AuditResult) -> Iterator[Block]:
    planted = [
        (change, r.claim.form, result.refuted(r.claim.key, k))
        for r in statement.forms
        for k, change in enumerate(r.claim.planted_changes)
    ]
    pieces, made = (
        number_of(len(statement.evidence), "piece"),
        sum(r.instances for r in statement.forms),
    )
    faults = f", {number_of(len(planted), 'planted fault')}" if planted else ""
    inside: list[Block] = [
        Terms(tuple(_verdict(r, len(statement.forms) > 1) for r in statement.forms))
    ]
    inside += [Group(tuple(_piece(r, e, statement)), "part") for r, e in statement.evidence]
    if planted:
        inside.append(Heading(3, words("Planted faults that the checks must refuse")))
        inside.append(Listing(tuple(_planted(*fault) for fault in planted)))
    yield Heading(2, words("Evidence and code"), id="code")
    summary = f"{pieces} of evidence, {number_of(made, 'comparison')}{faults}"
    command = (
        f"python -m proofs_check explain {shlex.quote(statement.label)} --recheck{options(result)}"
    )
    inside.append(Paragraph(words(Code(command)), "repeat"))
    yield Details(words(summary), tuple(inside))
    found = (*found_at(statement.first), *findings_below(statement.label))
    for word, said in names_to_explain([f.name for f in found], statement.readings):
        yield Paragraph(said, word, "small")
    yield from _code(statement, result)


def _piece(r: Result, e: Evidence, statement: Audited) -> Iterator[Block]:
    form = f"{r.claim.form}, " if len(statement.forms) > 1 else ""
    said = words(f"{e.verdict.value}, {number_of(e.instances, 'comparison')}")
    said += words(f", {e.trivial} of them trivial") if e.trivial else ()
    said += words(", a step or a special case") if e.step else ()
    said += words(", under ", inlines(e.assumed)) if e.assumed else ()
    said += words(". ", inlines(e.note))
    measured = (("least slack", e.slack), ("largest ratio", e.ratio))
    numbers = "; ".join(f"{name} {decimal(q)}" for name, q in measured if q is not None)
    said += words(f". {numbers[:1].upper()}{numbers[1:]}.") if numbers else ()
    yield Paragraph(said, f"evidence, {form}{SHOWN[e.kind]}")
    if e.witness:
        yield Paragraph(words(f"{_numbers(e.verdict)}:"), style="small")
        yield parameters(e.witness)
    if e.worst and e.worst != e.witness:
        yield Paragraph(words("The worst instance:"), style="small")
        yield parameters(e.worst)


def _planted(change: str, form: str, refuted: bool | None) -> Inlines:
    told = {True: ": refuted", False: ": NOT refuted", None: ""}[refuted]
    return words(inlines(change), f" ({form}){told}")


def _code(statement: Audited, result: AuditResult) -> Iterator[Block]:
    module = sys.modules.get(f"proofs_check.statements.{statement.claim.module}")
    source = (Source(inspect.getsource(module)),) if module else ()
    yield Details(words(Code(code_place(statement.claim))), source, brief=True)


def code_place(claim: Claim) -> str:
    """Return the file of the statement's module, from the top of the project."""
    return f"proofs_check/statements/{claim.module}.py"


def options(result: AuditResult) -> str:
    """Return the options of the audit that its results depend on."""
    return (" --full" if result.full else "") + (" --planted" if result.planted else "")


def _order(before: Audited | None, after: Audited | None) -> Iterator[Block]:
    """Links to the neighbours in the paper."""
    links = [
        Paragraph(words(arrow, Link(inlines(s.claim.number), "statement", s.label)))
        for arrow, s in (("← ", before), ("→ ", after))
        if s
    ]
    if links:
        yield Group(tuple(links), "order", "Order of the paper")
