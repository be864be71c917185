"""`proofs-check trace` for a trace of a learner on flat states: its verdict as text and as data."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from proofs_check.guests.flat.coverage import FLAT_CELLS, never
from proofs_check.guests.flat.rules import FLAT_RULES
from proofs_check.guests.flat.variants import written
from reference.guests.flat.flat_records import UCRL2
from reference.support.command_line import Options
from reference.support.console import ProgressLine, hanging, number_of, painted
from reference.support.errors import PreconditionError

if TYPE_CHECKING:
    from proofs_check.arithmetic import Q
    from proofs_check.guests.flat.replay import FlatConformance

OTHERS = ("html", "lemmas")
"""The options of the command that are for traces of UCRL-LP."""


def flat_trace(options: Options, run: str, max_tolerance: Q) -> int:
    """Check one trace and print its verdict. Raises PreconditionError for an option of OTHERS."""
    from proofs_check.guests.flat.check import check_flat_file

    for name in OTHERS:
        if value := getattr(options, name):
            raise PreconditionError(f"--{name}", value, "is for traces of UCRL-LP")
    line = ProgressLine(options.quiet)

    def show_progress(c: FlatConformance) -> None:
        if line.shown:
            line(f"{number_of(c.steps, 'step')}, {_episodes(c)}")

    outcome = check_flat_file(
        run,
        everything=True,
        max_tolerance=max_tolerance,
        on_progress=show_progress,
        play=not options.no_play,
    )
    line("", last=True)
    text = flat_as_text(outcome, options.all, options.coverage)
    answer = flat_as_json(outcome) if options.json else text
    print(json.dumps(answer) if options.json else painted(str(answer)))
    return outcome.accepted(options.accept)


def _episodes(c: FlatConformance) -> str:
    noun = "epoch" if c.header is not None and c.header.algorithm == UCRL2 else "episode"
    return number_of(c.episodes, noun)


def flat_as_text(c: FlatConformance, everything: bool, coverage: bool = False) -> str:
    """Return the verdict, 80 columns wide; with `coverage` the cells of coverage.py."""
    lines = [f"verdict    {c.verdict}"]
    if c.header is not None:
        rules = FLAT_RULES[c.header.algorithm]
        lines.append(f"algorithm  {c.header.algorithm}")
        lines.append(f"steps      {c.steps}, {_episodes(c)}")
        lines.append(f"tolerance  {float(c.header.tolerance):g}")
        words = ", ".join(f"{key} = {written(value)}" for key, value in c.header.options.items())
        lines.append(hanging("options    ", words))
        unused = [rule.id for rule in rules if not c.instances[rule.id]]
        applied = sum(c.instances.values())
        used = len(rules) - len(unused)
        lines.append(f"rules      {used} of {len(rules)} applied, {number_of(applied, 'time')}")
        if unused:
            lines.append(hanging("not used   ", ", ".join(unused)))
        if c.believed:
            lines.append(hanging("unchecked  ", f"{c.believed}: it may explain any play"))
        if c.verdict == "vacuous":
            lines.append(hanging("because    ", c.untested))
        if c.play:
            lines.append(hanging("play       ", c.play))
        if coverage:
            cells = FLAT_CELLS[c.header.algorithm]
            hit = [f"{cell} ({c.cells[cell]})" for cell in cells if c.cells[cell]]
            lines.append(hanging("decisive   ", ", ".join(hit) or "nothing"))
            rest = ", ".join(never(c.header.algorithm, c.cells))
            lines.append(hanging("never      ", rest or "-"))
    shown = c.divergences if everything else [d for d in (c.first,) if d is not None]
    for d in shown:
        lines.append(hanging("undecided  " if d.undecided else "divergence ", str(d)))
    if c.total > len(shown):
        broken = dict.fromkeys(d.rule for d in c.divergences)
        listed = "" if everything else "; --all lists them"
        more = f"and {c.total - len(shown)} more, of the rules {', '.join(broken)}{listed}"
        lines.append(hanging("           ", more))
    if c.malformed:
        lines.append(hanging("then       ", str(c.malformed)))
    lines += [hanging("cause      ", cause) for cause in c.cause]
    lines += [hanging("hint       ", hint) for hint in c.hints]
    if c.variants:
        ends = "" if c.explained else ", up to a later divergence"
        also = f"; also with {' or '.join(c.alternatives)}" if c.alternatives else ""
        words = f"would conform with {' and '.join(c.variants)}{ends}{also}"
        lines.append(hanging("variants   ", words))
    elif c.certain and c.once:
        lines.append("variants   not sought: a pipe is read once")
    if shown:
        lines.append(f"           proofs-check explain {shown[0].rule}")
    return "\n".join(lines)


def flat_as_json(c: FlatConformance) -> dict[str, Any]:
    """Return the verdict as data."""
    head = c.header
    return {
        "verdict": c.verdict,
        "algorithm": head.algorithm if head else None,
        "steps": c.steps,
        "episodes": c.episodes,
        "options": dict(head.options) if head else None,
        "rules": {rule.id: c.instances[rule.id] for rule in FLAT_RULES[head.algorithm]}
        if head
        else {},
        "decisive": {cell: c.cells[cell] for cell in FLAT_CELLS[head.algorithm]} if head else {},
        "untested": c.untested or None,
        "believed": c.believed or None,
        "improbable": c.improbable and asdict(c.improbable),
        "play": c.play or None,
        "divergences": [d.as_json() for d in c.divergences],
        "cause": list(c.cause),
        "variants": list(c.variants),
        "alternatives": list(c.alternatives),
        "hints": list(c.hints),
        "explained": c.explained,
        "malformed": c.malformed and str(c.malformed),
        "total": c.total,
        "first": c.first.as_json() if c.first else None,
    }
