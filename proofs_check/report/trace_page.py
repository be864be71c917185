"""The page of one trace: verdict, timeline of epochs, regret, rules, the first divergence."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from proofs_check.finding import decimal
from proofs_check.replay import Conformance, Divergence
from proofs_check.report.chart import Chart, Series, figure
from proofs_check.report.regret_chart import regret_chart
from proofs_check.report.render import markup, page
from proofs_check.report.statuses import Look
from proofs_check.rules import BY_ID, RULES
from proofs_check.sampled import SampledRun
from reference.errors import UcrlLpError
from reference.trace import EpochRecord, Record

MOST_EPISODES, MOST_EPOCHS = 20_000, 400  # up to here the exact regret takes seconds
GZIP = b"\x1f\x8b"
VERDICTS = {
    "conforms": Look("✓", "conforms", "ok", "every rule held wherever it applies"),
    "does not conform": Look("✗", "does not conform", "bad", "a rule is certainly broken"),
    "undecided": Look("?", "undecided", "dim", "the precision does not decide a rule"),
    "vacuous": Look("∅", "vacuous", "dim", "nothing was played"),
}


@dataclass
class Timeline:
    """The first episodes of the epochs, gathered while the checker reads."""

    starts: list[int] = field(default_factory=list)

    def seen(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records, unchanged."""
        for record in records:
            if isinstance(record, EpochRecord):
                self.starts.append(record.t)
            yield record


def pages(c: Conformance, timeline: Timeline, run: str) -> dict[str, str]:
    """The one page, `index.html`. `run` is the trace's path; only its last part is shown."""
    name = Path(run).name
    chart, why_not = _regret(c, run, name)
    shown = [c.first] if c.first else []
    shown += [d for d in c.divergences[:20] if d is not c.first]
    return {
        "index.html": page(
            "trace.html",
            nav=(("Trace", "index.html"),),
            here="index.html",
            up="",
            name=name,
            look=VERDICTS[c.verdict],
            facts=_facts(c),
            first=_explained(c.first) if c.first else None,
            divergences=[_row(d) for d in shown],
            more=c.total - len(shown),
            timeline=markup(figure(_epochs(timeline, c))),
            regret=markup(figure(chart)) if chart else None,
            why_not=why_not,
            rules=[
                (r.id, r.equation, r.sentence, c.instances[r.id], _broken(c, r.id)) for r in RULES
            ],
        )
    }


def _facts(c: Conformance) -> list[tuple[str, str]]:
    facts = [("largest certified gap to LP1's optimum", decimal(c.largest_gap))]
    if c.header is not None:
        h = c.header
        facts = [
            ("episodes", f"{c.episodes} of T = {h.T}"),
            ("epochs", str(c.epochs)),
            ("layers", ", ".join(map(str, h.layers))),
            ("A", str(h.A)),
            ("delta", str(h.delta)),
            ("readings", ", ".join(f"{k} = {v}" for k, v in sorted(h.choices.items()))),
            ("tolerance", str(h.tolerance)),
            *facts,
        ]
    return facts


def _explained(d: Divergence) -> dict[str, object]:
    names = ("episode", "epoch", "layer", "state", "action", "next_state")
    where = [(n.replace("_", " "), getattr(d, n)) for n in names if getattr(d, n) is not None]
    return {
        "rule": d.rule,
        "equation": d.equation,
        "sentence": BY_ID[d.rule].sentence,
        "line": d.line,
        "where": [(name, str(v)) for name, v in where],
        "expected": d.expected,
        "found": d.found,
        "undecided": d.undecided,
    }


def _row(d: Divergence) -> dict[str, str]:
    text = str(d)
    return {"rule": d.rule, "text": text if len(text) < 600 else text[:600] + "…"}


def _broken(c: Conformance, rule: str) -> int:
    return sum(d.rule == rule for d in c.divergences)


def _epochs(timeline: Timeline, c: Conformance) -> Chart:
    points = [(float(t), float(i)) for i, t in enumerate(timeline.starts, start=1)]
    if points and c.episodes:
        points.append((float(c.episodes), points[-1][1]))
    return Chart(
        "timeline",
        "Timeline of epochs",
        "A step is a new epoch: counters are updated and LP1 is solved again. It is due when the "
        "visits of some pair have doubled, or when it was visited for the first time.",
        "episode t",
        "epoch i",
        [Series("epoch of episode t", points, steps=True)],
        log_x=True,
    )


def _regret(c: Conformance, run: str, name: str) -> tuple[Chart | None, str]:
    """The chart, or why there is none."""
    if c.header is None or c.header.mdp is None:
        return None, "The header has no MDP, so the regret is not known."
    if c.verdict != "conforms":
        return None, "The regret is taken apart for traces that conform."
    if c.episodes < c.header.T:
        return None, "The trace ends before episode T."
    if c.episodes > MOST_EPISODES or c.epochs > MOST_EPOCHS:
        return None, f"Drawn for at most {MOST_EPISODES} episodes and {MOST_EPOCHS} epochs."
    try:
        raw = Path(run).read_bytes()
        played = SampledRun(name, gzip.decompress(raw) if raw[:2] == GZIP else raw)
        return regret_chart(played, name), ""
    except (UcrlLpError, OSError) as e:
        return None, f"The regret could not be computed: {e}"
