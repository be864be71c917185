"""The page of one trace: verdict, timeline of epochs, regret, rules, the first divergence."""

from __future__ import annotations

import shlex
from array import array
from collections.abc import Iterable, Iterator, MutableSequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from proofs_check.arithmetic import to_q
from proofs_check.conformance.divergence import decimal17 as decimal
from proofs_check.conformance.replay import Conformance
from proofs_check.conformance.rules import BY_ID, RULES
from proofs_check.report.html.algorithm import LINES, OF_RULE
from proofs_check.report.html.chart import Chart, Series, figure
from proofs_check.report.html.regret_chart import regret_chart
from proofs_check.report.html.render import markup, page
from proofs_check.sampled_runs.run import SampledRun
from reference.readings import READINGS
from reference.support.errors import UcrlLpError
from reference.support.versions import source
from reference.trace.raw_lines import NOT_GZIP, unzipped
from reference.trace.records import EpisodeRecord, EpochRecord, Record

MOST_EPISODES, MOST_EPOCHS = 20_000, 400  # up to here the exact regret takes seconds
MOST_BYTES = 64 * 2**20  # unzipped
VERDICTS = {  # sign, class of the style sheet, meaning
    "conforms": ("✓", "ok", "Every rule held wherever it applies"),
    "does not conform": ("✗", "bad", "A rule is certainly broken"),
    "improbable": ("✗", "bad", "The draws are too unlikely"),
    "undecided": ("?", "dim", "The precision does not decide a rule"),
    "vacuous": ("∅", "dim", "Nothing was played"),
}


@dataclass
class Timeline:
    """First episodes of the epochs and rewards so far, gathered while the checker reads."""

    starts: list[int] = field(default_factory=list)
    gains: MutableSequence[float] = field(default_factory=lambda: array("d", [0.0]))

    def seen(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records, unchanged."""
        for record in records:
            if isinstance(record, EpochRecord):
                self.starts.append(record.t)
            elif isinstance(record, EpisodeRecord):
                self.gains.append(self.gains[-1] + sum(float(to_q(r)) for r in record.r))
            yield record


def trace_pages(c: Conformance, timeline: Timeline, run: str, options: str = "") -> dict[str, str]:
    """The one page, `index.html`. `run` is the trace's path, of which only the last part is shown;
    `options` those of the command that change the verdict."""
    name = Path(run).name.encode("utf-8", "backslashreplace").decode()
    h = c.header
    terms, why_not = _terms(c, run, name)
    drawn = [one for one in (_epochs(timeline, c), _realised(c, timeline), terms) if one]
    first = [c.first] if c.first else []
    text = page(
        "trace.html",
        alone=True,
        nav=(("Trace", "index.html"),),
        here="index.html",
        up="",
        made=source(),
        command=f"python -m proofs_check trace {name}{options}",
        c=c,
        name=name,
        quoted=shlex.quote(name),
        options=options,
        epoch=max(2, c.epochs),  # epoch 1 needs no LP1
        verdicts=VERDICTS,
        header=h,
        chosen=[
            f"{r.id} {r.key} = {h.choices[r.key]}"
            for r in READINGS
            if h and h.choices.get(r.key, r.default) != r.default
        ],
        gap=decimal(c.largest_gap),
        first=c.first,
        first_lines=OF_RULE[c.first.rule] if c.first else (),
        sentence_of=BY_ID,
        lines=LINES,
        divergences=[*first, *(d for d in c.divergences[:20] if d is not c.first)],
        figures=[markup(figure(one)) for one in drawn],
        why_not=why_not,
        rules=RULES,
    )
    return {"index.html": text}


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
        "episode t",
        "epoch i",
        [Series("epoch of episode t", points, steps=True)],
        log_x=True,
        event=_event(c),
    )


def _realised(c: Conformance, timeline: Timeline) -> Chart | None:
    """t V(pi*) minus the rewards so far, whether the trace conforms or not."""
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
        f"t V(pi*) minus the rewards up to episode t, V(pi*) = {best:.6g} of the header's MDP. Its "
        "mean is the regret, eq. (2); its fluctuation is the noise of the rewards.",
        "episode t",
        "t V(pi*) - rewards",
        [Series("realised regret", points)],
        event=_event(c),
    )


def _terms(c: Conformance, run: str, name: str) -> tuple[Chart | None, str]:
    """The regret and its four terms, or why they are not drawn."""
    if c.header is None or c.header.mdp is None:
        return None, "The header has no MDP, so the regret is not known."
    if c.verdict != "conforms":
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
        played = SampledRun(name, data)
        return regret_chart(played, name), ""
    except (UcrlLpError, OSError, *NOT_GZIP) as e:
        return None, f"The regret could not be computed: {e}"
