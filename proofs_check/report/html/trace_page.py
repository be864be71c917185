"""The page of one trace: verdict, timeline of epochs, regret, rules, the first divergence."""

from __future__ import annotations

import shlex
from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from proofs_check.arithmetic import to_q
from proofs_check.conformance.divergence import Divergence, brief
from proofs_check.conformance.divergence import decimal17 as decimal
from proofs_check.conformance.replay import GIVEN, Conformance
from proofs_check.conformance.rules import BY_ID, RULES
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.recorder import Recorded
from proofs_check.report.document import (
    Badge,
    Blocks,
    Cell,
    Code,
    Details,
    Grid,
    GridRow,
    Heading,
    Link,
    Listing,
    Page,
    Paragraph,
    Picture,
    Source,
    Strong,
    Terms,
    inlines,
    words,
)
from proofs_check.report.html.algorithm import LINES, OF_RULE
from proofs_check.report.html.chart import Chart, Series, figure
from proofs_check.report.html.regret_chart import regret_chart
from proofs_check.report.html.render import MenuEntry, Navigation, page
from reference.readings import READINGS
from reference.support.errors import UcrlLpError
from reference.trace.raw_lines import NOT_GZIP, unzipped
from reference.trace.records import EpisodeRecord, EpochRecord, Record

MOST_EPISODES, MOST_EPOCHS = 20_000, 400  # up to here the exact regret takes seconds
MOST_BYTES = 64 * 2**20  # unzipped
MOST_SHOWN = 601  # characters of a divergence
NOTHING_BEFORE = (
    "No rule is certainly broken before this line of the trace: what the rule reads was right "
    "until here."
)
NUMBERED = (
    "Layers, states and actions above are numbered from 0; the paper's names are those of spec.md."
)
OTHERS = "Two verdicts on the trace and its optima do not rest on this page's checker."
PROVED_JUDGE = (
    "If it accepts, the trace is a run of Algorithm 1 and every epoch's policy is an optimum of "
    "LP1 up to the gap that it names: a theorem (proofs_check/coq/judge/TRUST.md)."
)
VIPR = (
    "Those who trust neither Coq nor this project can check the optimum with a third-party program "
    "(proofs_check/certificate/README.md, How a sceptic verifies an epoch)."
)
HINT = "The header says which reading the run claims. Another one fits:"
VERDICTS = {  # sign, class of the style sheet, meaning
    "conforms": ("✓", "ok", "Yes: every rule held wherever it applies"),
    GIVEN: ("?", "dim", "Given what was recorded and nothing checks: every rule held"),
    "does not conform": ("✗", "bad", "No: a rule is certainly broken"),
    "improbable": ("✗", "bad", "No: its draws are too unlikely"),
    "undecided": ("?", "dim", "Undecided: the precision does not decide a rule"),
    "malformed": ("✗", "bad", "No: a rule is broken, and later the file cannot be read"),
    "vacuous": ("∅", "dim", "No answer: no episode shows learning"),
}


@dataclass
class Timeline:
    """First episodes of the epochs and rewards so far, gathered while the checker reads."""

    starts: list[int] = field(default_factory=list)
    gains: MutableSequence[float] = field(default_factory=lambda: array("d", [0.0]))

    def seen(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records, unchanged."""
        for record in records:
            if isinstance(record, EpochRecord):
                self.starts.append(record.t)
            elif isinstance(record, EpisodeRecord):
                self.gains.append(self.gains[-1] + sum(float(to_q(r)) for r in record.r))
            yield record


def trace_pages(
    c: Conformance, timeline: Timeline, run: str, options: str = "", inequalities: Blocks = ()
) -> dict[str, str]:
    """Return the one page, `index.html`. `run` is the trace's path, of which only the last part is
    shown; `options` those of the command that change the verdict; `inequalities`: what the run says
    of both sides of every statement."""
    name = Path(run).name.encode("utf-8", "backslashreplace").decode()
    terms, why_not = _terms(c, run, name)
    drawn = [chart for chart in (_epochs(timeline, c), _realised(c, timeline), terms) if chart]
    blocks: Blocks = (
        *_verdict(c, name),
        *(_first(c.first) if c.first else ()),
        *_run(c),
        *(Picture(markup=figure(chart)) for chart in drawn),
        *((Paragraph(words(why_not), style="small"),) if why_not else ()),
        *_divergences(c),
        *((Heading(2, words("Every inequality")), *inequalities) if inequalities else ()),
        *_other_judges(c, shlex.quote(name), options),
        *_rules(c),
    )
    made = page(
        Page(f"{name}: {c.verdict}", blocks),
        lambda link: f"#{link.target}",
        Navigation((MenuEntry("Trace", "index.html"),), "index.html"),
        alone=True,
        command=f"python -m proofs_check trace {name}{options}",
        foot="Everything is recomputed exactly from the episodes.",
    )
    return {"index.html": made}


def _verdict(c: Conformance, name: str) -> Blocks:
    sign, colour, meaning = VERDICTS[c.verdict]
    badge = Badge(f"{sign} {c.verdict}", f"badge {colour}")
    return (
        Heading(1, words(f"{name} ", badge)),
        Paragraph(words(f"Is this trace a run of Algorithm 1? {meaning}.")),
        *(Paragraph(words(f"{HINT} {hint}."), label="Hint") for hint in c.readings if c.first),
        *(
            (Paragraph(words(f"Because: {c.untested}.")),)
            if c.verdict == "vacuous" and c.untested
            else ()
        ),
        *((Paragraph(words(str(c.malformed))),) if c.malformed else ()),
    )


def _first(d: Divergence) -> Blocks:
    """Return the first divergence: where to look, and the numbers."""
    lines = OF_RULE[d.rule]
    where = (
        f"line {' and line '.join(map(str, lines))} of Algorithm 1"
        if lines
        else f"the file: {d.equation}"
    )
    verb = "Undecided at" if d.undecided else "The first divergence: look at"
    rule = Link(words(Code(d.rule)), "here", f"rule-{d.rule}")
    facts = [("line of the trace", words(str(d.line)))]
    facts += [(k.replace("_", " "), words(str(v))) for k, v in d.place().items() if v is not None]
    facts += [("expected", words(Code(d.expected))), ("found", words(Code(d.found)))]
    return (
        Heading(2, words(f"{verb} {where}"), "first"),
        Paragraph(words("Rule ", rule, f" [{d.equation}]: ", inlines(BY_ID[d.rule].sentence), ".")),
        Terms(tuple((words(name), said) for name, said in facts)),
        Paragraph(words(NOTHING_BEFORE), style="small"),
        *((Details(words("Algorithm 1, and where to look"), (_algorithm(lines),)),) * bool(lines)),
    )


def _algorithm(marked: Sequence[int]) -> Grid:
    """Algorithm 1 with these lines marked."""
    rows = []
    for number, said in LINES.items():
        here = number in marked
        look_here = words(" ", Strong(words("← look here"))) if here else ()
        cells = (Cell(words(str(number)), True), Cell(words(inlines(said), look_here)))
        rows.append(GridRow(cells, style="here" * here))
    return Grid(tuple(map(words, ("line", "what it says"))), tuple(rows), "", words(NUMBERED))


def _run(c: Conformance) -> Blocks:
    """What was run, and how."""
    h = c.header
    facts: list[tuple[str, str]] = []
    if h:
        chosen = [
            f"{r.id} {r.key} = {h.choices[r.key]}"
            for r in READINGS
            if h.choices.get(r.key, r.default) != r.default
        ]
        facts = [
            ("made by", " ".join(filter(None, h.producer.values()))),
            ("seed", "not recorded" if h.seed is None else str(h.seed)),
            ("episodes", f"{c.episodes} of T = {h.T}"),
            ("epochs", str(c.epochs)),
            ("layers", ", ".join(map(str, h.layers))),
            ("A", str(h.A)),
            ("delta", brief(to_q(h.delta))),
            ("readings", f"{', '.join(chosen)}; the others as by default" if chosen
             else "all as by default"),
            ("tolerance", brief(to_q(h.tolerance))),
        ]  # fmt: skip
    facts.append(("largest certified gap to LP1's optimum", decimal(c.largest_gap)))
    rows = tuple((words(name), words(said)) for name, said in facts)
    return Heading(2, words("The run"), "run"), Terms(rows)


def _divergences(c: Conformance) -> Blocks:
    first = [c.first] if c.first else []
    listed = [*first, *(d for d in c.divergences[:20] if d is not c.first)]
    if not listed:
        return ()
    items = tuple(
        words(Link(words(d.rule), "here", f"rule-{d.rule}"), f": {_cut(str(d))}") for d in listed
    )
    more = c.total - len(listed)
    rest = (Paragraph(words(f"And {more} more.")),) if more > 0 else ()
    return Heading(2, words("Divergences"), "divergences"), Listing(items, "", True), *rest


def _cut(said: str) -> str:
    return said if len(said) <= MOST_SHOWN else f"{said[: MOST_SHOWN - 1]}…"


def _other_judges(c: Conformance, quoted: str, options: str) -> Blocks:
    """Two verdicts on the trace and its optima that do not rest on this page's checker."""
    epoch = max(2, c.epochs)  # epoch 1 needs no LP1
    write = f"proofs-check certificate write --trace {quoted} --epoch {epoch} --out lp1.vipr"
    return (
        Heading(2, words("Every epoch, by other programs"), "epochs-checked"),
        Paragraph(words(OTHERS)),
        Heading(3, words("The judge that is proved in Coq")),
        Source(f"make -C proofs_check/coq judge\nproofs-check judge {quoted}{options}"),
        Paragraph(words(PROVED_JUDGE)),
        Heading(3, words(f"A VIPR certificate of epoch {epoch}'s LP1, or of another epoch's")),
        Source(f"{write}\nviprchk lp1.vipr"),
        Paragraph(words(VIPR)),
    )


def _rules(c: Conformance) -> Blocks:
    """Every rule, how often it was applied and broken."""
    rows = []
    for r in RULES:
        broken = sum(d.rule == r.id for d in c.divergences)
        cells = (
            Cell(words(Code(r.id))),
            Cell(words(r.equation)),
            Cell(inlines(r.sentence)),
            Cell(words(str(c.instances[r.id] or "not used")), True, "applied: "),
            Cell(words(str(broken or "-")), True, "broken: "),
        )
        rows.append(GridRow(cells, id=f"rule-{r.id}", style="here" * bool(broken)))
    head = ("rule", "enforces", "sentence", "applied", "broken or undecided")
    table = Grid(tuple(map(words, head)), tuple(rows))
    return Heading(2, words("Conformance: every rule"), "rules"), table


def _event(c: Conformance) -> tuple[float, str] | None:
    if c.first is None or not c.first.episode:
        return None
    return float(c.first.episode), "undecided here" if c.first.undecided else "first divergence"


def _epochs(timeline: Timeline, c: Conformance) -> Chart:
    points = [(float(t), float(i)) for i, t in enumerate(timeline.starts, start=1)]
    if points and c.episodes:
        points.append((float(c.episodes), points[-1][1]))
    return Chart(
        "timeline",
        "Timeline of epochs",
        "A step is a new epoch: counters are updated and LP1 is solved again. It is due when the "
        "visits of some pair have doubled, or when it was visited for the first time.",
        "episode $t$",
        "epoch $i$",
        [Series("epoch of episode $t$", points, steps=True)],
        log_x=True,
        event=_event(c),
    )


def _realised(c: Conformance, timeline: Timeline) -> Chart | None:
    """Return the chart of t V(pi*) minus the rewards so far, whether the trace conforms or not."""
    if c.header is None or c.header.mdp is None or not c.episodes:
        return None
    mdp, V = c.header.mdp.to_float(), np.zeros(1)
    for P_h, r_h in zip(reversed(mdp.P), reversed(mdp.r), strict=True):
        V = (r_h + P_h @ V).max(axis=1)
    best = float(V[0])
    points = [(float(t), t * best - gain) for t, gain in enumerate(timeline.gains)]
    return Chart(
        "realised",
        "Regret in realised rewards",
        rf"$tV(\pi^*)$ minus the rewards up to episode $t$, $V(\pi^*)={best:.6g}$ of the header's"
        " MDP. Its "
        "mean is the regret, eq. (2); its fluctuation is the noise of the rewards.",
        "episode $t$",
        r"$tV(\pi^*)-$ rewards",
        [Series("realised regret", points)],
        event=_event(c),
    )


def _terms(c: Conformance, run: str, name: str) -> tuple[Chart | None, str]:
    """Return the regret and its four terms, or why they are not drawn."""
    if c.header is None or c.header.mdp is None:
        return None, "The header has no MDP, so the regret is not known."
    if not c.holds:
        return None, "The four terms of the regret are drawn for traces that conform."
    if c.episodes < c.header.T:
        return None, "The four terms are drawn for whole runs; this trace ends before episode T."
    if c.episodes > MOST_EPISODES or c.epochs > MOST_EPOCHS:
        limit = f"{MOST_EPISODES} episodes and {MOST_EPOCHS} epochs"
        return None, f"The four terms of the regret are drawn for at most {limit}."
    try:
        with open(run, "rb") as raw:
            data = unzipped(raw).read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            return None, f"The four terms are drawn for traces of at most {MOST_BYTES} bytes."
        played = NestedRun(Recorded(name, data))
        return regret_chart(played, name), ""
    except (UcrlLpError, OSError, *NOT_GZIP) as e:
        return None, f"The regret could not be computed: {e}"
