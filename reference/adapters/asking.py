"""A learner that asks before it plays: every record goes to the proved judge, line in, line out.

`python -m reference.adapters.asking --env tiny --T 200 --out RUN.jsonl` plays random policies, or
whatever `propose` gives, as far as the judge accepts them. A proposal that is refused counts as not
said; the learner then falls back on the policy that the judge offers: in the first epoch the
uniform one, later the one that is greedy for the judge's upper values. What the judge accepted is
written, and no other policy is played. That is the learner of `greedy_asking_bound`
(`proofs_check/coq/judge/GreedyAccepted.v`): whatever it proposes and whatever the environment, it
never stops, and with probability at least 1 - delta its regret is that of Theorem 4 and the gaps.
The header must leave `room`, as the judge says in its first answer; with tolerance 0 there is
none, and the learner stops where both are refused (`asking_bound`)."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

import numpy as np

from reference import readings
from reference.environments.registry import make
from reference.mdp import LayeredMDP, Tables
from reference.simulator import POLICY, Simulator, executor, generator, uniforms
from reference.support.console import whole_number
from reference.support.errors import OK, UNDECIDED, PreconditionError, UcrlLpError, UnusablePath
from reference.support.versions import VERSION
from reference.trace import records

JUDGE = Path(__file__).parents[2] / "proofs_check" / "coq" / "judge" / "judge"
PRODUCER = {"name": "reference.adapters.asking", "version": VERSION}
PROPOSALS = 5  # the random stream of what is proposed
Propose = Callable[[Tables, np.random.Generator], Tables]
"""(the policy that the judge offers, random stream) -> the policy to ask for, [h] of shape
(X_h, A)."""


class Judge:
    """Process of the judge (`judge --lines`): each record that it is told has one answer.

    Raises PreconditionError where it is not built, UnusablePath where it cannot be run."""

    def __init__(self, program: str | os.PathLike[str] = JUDGE) -> None:
        if not Path(program).is_file():
            rule = "the judge is not built: make -C proofs_check/coq judge"
            raise PreconditionError("judge", str(program), rule)
        words = [str(Path(program).resolve()), "--lines"]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe)
        except OSError as e:
            raise UnusablePath(str(program), f"cannot be run: {e.strerror}") from None

    def ask(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a record: its "verdict" is "so far" or, after the end, "accepted"
        where the record was accepted; otherwise the record counts as not said.

        Raises UcrlLpError where there is no answer."""
        stdin = cast(IO[bytes], self._process.stdin)
        stdout = cast(IO[bytes], self._process.stdout)
        try:
            stdin.write(records.line_of(record))
            stdin.flush()
            answer: dict[str, Any] = json.loads(stdout.readline())
        except (OSError, ValueError):
            raise UcrlLpError("the judge gave no answer") from None
        return answer

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()


@dataclass
class Asked:
    """What came of a run: how many policies were asked for, how many were refused, the last answer
    of the judge, whether the header leaves room, so that no offer can be refused, and whether the
    learner stopped because it had no policy that it may play."""

    proposed: int = 0
    refused: int = 0
    room: bool = False
    stopped: bool = False
    verdict: Mapping[str, Any] = field(default_factory=dict)


def random_policy(offer: Tables, stream: np.random.Generator) -> Tables:
    """Return a policy drawn without a look at what was learned: each pi(.|x) uniform on the
    simplex."""
    return tuple(stream.dirichlet(np.ones(pi.shape[1]), size=pi.shape[0]) for pi in offer)


def doubles_of(rows: list[list[list[int | str]]]) -> Tables:
    """Return the nearest doubles of rational rows, [h] of shape (X_h, A)."""
    return tuple(
        np.array([[float(Fraction(entry)) for entry in row] for row in layer]) for layer in rows
    )


def header_of(
    mdp: LayeredMDP, T: int, delta: float, tolerance: records.Number = records.TOLERANCE
) -> records.Header:
    """Return the header of T episodes on `mdp`, with the default readings."""
    return records.Header(mdp.layers, mdp.A, T, delta, readings.choose(), tolerance, PRODUCER)


def play_what_is_accepted(
    mdp: LayeredMDP,
    head: records.Header,
    judge: Judge,
    write: Callable[[dict[str, Any]], None],
    propose: Propose = random_policy,
    seed: int = 0,
) -> Asked:
    """Play the T episodes of the header with policies that the judge accepted, and give `write` the
    records that it accepted: a trace.

    Where an epoch starts the judge offers a policy; in the first that is the uniform one, and
    nothing else is asked for. Where the proposal and the offer are both refused, which can happen
    only without room, the learner stops: the trace is that of the episodes so far. Raises
    UcrlLpError for a header or an episode that is refused."""
    execute = executor(Simulator(mdp, seed), uniforms(seed, POLICY))
    stream, asked = generator(seed, PROPOSALS), Asked()

    def told(record: dict[str, Any]) -> bool:
        asked.verdict = judge.ask(record)
        accepted = asked.verdict["verdict"] in ("so far", "accepted")
        if accepted:
            write(record)
        return accepted

    def must(record: dict[str, Any]) -> None:
        if not told(record):
            raise UcrlLpError(f"the judge refused {record['record']}: {asked.verdict}")

    must(records.header_record(head))
    if "room" not in asked.verdict:
        raise UcrlLpError("this judge offers no policy: make -C proofs_check/coq judge")
    asked.room = asked.verdict["room"]
    pi: Tables = ()
    i, t = 0, 0
    while t < head.T:
        if "offer" in asked.verdict:
            offer = asked.verdict["offer"]
            for rows in ([propose(doubles_of(offer), stream)] if i else []) + [offer]:
                asked.proposed += 1
                if told(records.epoch_record(i + 1, t + 1, {"pi": rows})):
                    pi = doubles_of(rows) if rows is offer else rows
                    break
                asked.refused += 1
            else:
                asked.stopped = True
                break
            i += 1
        x, a, r = execute(pi)
        t += 1
        must(records.episode_record(t, x, a, r))
    if i:
        told(records.end_record(t, i))
    return asked


def main(words: list[str] | None = None) -> int:
    """Run the example; return its exit status: 0, 2 where the learner stopped."""
    p = argparse.ArgumentParser(prog="python -m reference.adapters.asking", description=__doc__)
    p.add_argument("--env", default="tiny", help="an environment (ucrl-lp env list)")
    p.add_argument("--T", type=whole_number, default=200, help="episodes")
    p.add_argument("--delta", type=float, default=0.1)
    p.add_argument("--seed", type=whole_number, default=0)
    p.add_argument("--out", required=True, metavar="RUN", help="RUN.jsonl or RUN.jsonl.gz")
    p.add_argument("--force", action="store_true", help="overwrite an existing file")
    p.add_argument("--judge", default=JUDGE, metavar="FILE", help="the judge, if elsewhere")
    options = p.parse_args(words)
    try:
        mdp = make(options.env).mdp
        with (
            closing(records.TraceWriter(options.out, force=options.force)) as writer,
            Judge(options.judge) as judge,
        ):
            head = header_of(mdp, options.T, options.delta)
            asked = play_what_is_accepted(mdp, head, judge, writer.write, seed=options.seed)
    except UcrlLpError as e:
        print(f"error: {e}", file=sys.stderr)
        return e.exit_status
    verdict = asked.verdict
    print(f"{asked.proposed} policies asked for, {asked.refused} refused and not played")
    if not asked.room:
        print("the tolerance leaves no room: an offer can be refused, too")
    print(f"verdict {verdict['verdict']}: {verdict.get('judged', 'nothing')}")
    return UNDECIDED if asked.stopped else OK


if __name__ == "__main__":
    sys.exit(main())
