"""`check_flat`: a trace of a flat learner, checked; and the variants that would explain it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.statistics import judge_play
from proofs_check.guests.flat.play import FlatStatistics
from proofs_check.guests.flat.psrl import PSRLReplay
from proofs_check.guests.flat.q_learning import QLearningReplay
from proofs_check.guests.flat.replay import (
    COARSEST_TOLERANCE,
    FlatConformance,
    FlatReplay,
    run_replay,
)
from proofs_check.guests.flat.ucbvi import UCBVIReplay
from proofs_check.guests.flat.ucfh import UCFHReplay
from proofs_check.guests.flat.ucrl2 import UCRL2Replay
from proofs_check.guests.flat.variants import explain_by_variants
from reference.guests.flat.flat_reader import FlatParser, read_flat
from reference.guests.flat.flat_records import (
    PS_RL,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    FlatHeader,
    FlatRecord,
)
from reference.trace.reader import read_stream

REPLAYS: dict[str, type[FlatReplay]] = {
    UCRL2: UCRL2Replay,
    UCB_VI: UCBVIReplay,
    UCB_H: QLearningReplay,
    UCB_B: QLearningReplay,
    UCFH: UCFHReplay,
    PS_RL: PSRLReplay,
}
OnFlatProgress = Callable[[FlatConformance], None]


def check_flat(
    records: Iterable[FlatRecord],
    file: str = "trace",
    *,
    everything: bool = False,
    max_tolerance: Q = COARSEST_TOLERANCE,
    on_progress: OnFlatProgress | None = None,
    given: Callable[[FlatHeader], FlatHeader] = lambda head: head,
    statistics: FlatStatistics | None = None,
) -> FlatConformance:
    """Check a trace, to the first divergence or (`everything`) to the end; `given` changes the
    header; `statistics` also tests the play against chance. Raises MalformedInput with file and
    line, as the reader does; what is malformed after a divergence is part of the verdict."""
    rest = iter(records)
    head = next(rest)
    if not isinstance(head, FlatHeader):
        raise TypeError(head)
    head = given(head)
    replay = REPLAYS[head.algorithm](head, file, everything, max_tolerance)
    if statistics is not None:
        statistics.flat_header(head)
        replay.statistics = statistics
    outcome = run_replay(replay, rest, on_progress)
    judge_play(outcome, statistics)
    return outcome


def check_flat_stream(
    path: str | os.PathLike[str],
    whole: BinaryIO,
    name: str,
    *,
    coverage: object = None,
    on_progress: object = None,
    play: bool = True,
    **how: Any,
) -> FlatConformance:
    """`check_flat_file` of an open trace; of a pipe, `whole`, which is read once, without the
    variants. Cells are always counted, and progress, counted in episodes of T, is not shown."""
    if os.path.isfile(path):
        return check_flat_file(path, name, play=play, **how)
    how["statistics"] = FlatStatistics() if play else None
    outcome = check_flat(read_stream(whole, name, FlatParser), name, **how)  # type: ignore[arg-type]  # the parser's own records
    outcome.once = True
    if outcome.header is not None and outcome.certain is not None:  # nothing can be checked again
        outcome.cause = tuple(of.sentence for of in outcome.causes.named(outcome.header))
    return outcome


def check_flat_file(
    path: str | os.PathLike[str],
    name: str | None = None,
    *,
    max_tolerance: Q = COARSEST_TOLERANCE,
    play: bool = True,
    **how: Any,
) -> FlatConformance:
    """`check_flat` of a file, called `name` in messages, its play tested unless not `play`; a
    divergence is explained by the variants that the header does not declare, if there are some.
    Raises UnusablePath, MalformedInput."""
    file = os.fspath(path) if name is None else name
    statistics = FlatStatistics() if play else None
    outcome = check_flat(
        read_flat(path), file, max_tolerance=max_tolerance, statistics=statistics, **how
    )

    def again(given: Callable[[FlatHeader], FlatHeader]) -> FlatConformance:
        return check_flat(read_flat(path), file, max_tolerance=max_tolerance, given=given)

    return explain_by_variants(outcome, again)
