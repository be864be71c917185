r"""In every layer $h<L$, $\sum_{x_h,a_h}N_m(x_h,a_h)=T$, where $N_m$ counts the visits before the
last epoch $m$.

They add up to $t(m)-1$. This is $T$ if the epoch that starts after episode $T$ counts, as line 13
is printed, and an epoch ends in episode $T$, as line 12 as printed always has it. If that epoch
does not count, or the trigger is $\max\{1,N_i\}$ and does not fire in episode $T$, the episodes of
the last epoch are missing (R-1, R-16). At $T=1$ all episodes are."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import zipped
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.visits import (
    CELLS,
    DEFAULT,
    DOUBLING,
    EVERY,
    EVERY_BUT_THE_LAST,
    PATHS,
    epochs_of,
    short_paths,
)
from proofs_check.statements.display_b3 import in_layers

statement = Statement(
    "lem:bias-term-2:total",
    __doc__,
    box="display_b2",
    kind="identity",
    number="App. II, totals",
    section="App. II",
    readings=("R-1", "R-16"),
    part_of="lemma_12",
    by_hand=(
        "At $T=1$ there is one epoch, and $N_1=0$ does not count its visit: the sum is $t(m)-1=0$, "
        "not $T=1$."
    ),
    corrections={
        10: "display_b3",
    },
)

printed = statement.printed(
    "the visits of a layer add up to $T$",
    tex=r"\sum_{x_h,a_h}N_m(x_h,a_h)=T",
    repair="put $N_{m+1}$, the visits after the last epoch; the $N_m$ add up to $t(m)-1$",
    coq=(
        Coq("total_printed_false", "Pigeonhole.v", refutes=True, under=DEFAULT.words),
        Coq("total_doubling_false", "PigeonholeCells.v", refutes=True, under=DOUBLING.words),
        Coq("total_every_false", "PigeonholeCells.v", refutes=True, under=EVERY_BUT_THE_LAST.words),
        Coq("total_every", "PigeonholeCells.v", under=EVERY.words),
    ),
)

repaired = statement.repaired(
    "the visits $N_{m+1}$ of a layer add up to $T$",
    tex=r"\sum_{x_h,a_h}N_{m+1}(x_h,a_h)=T,\quad\sum_{x_h,a_h}N_i(x_h,a_h)=t(i)-1",
    says=r"""In every layer $h<L$, $\sum_{x_h,a_h}N_{m+1}(x_h,a_h)=T$, where $N_{m+1}$ counts the
visits in all $T$ episodes. The visits before epoch $i$ satisfy
$\sum_{x_h,a_h}N_i(x_h,a_h)=t(i)-1$.

The reason is that an episode visits exactly one pair of each layer $h<L$.""",
    coq=(Coq("layer_total", "Algorithm.v"),),
)


def sides(run: EvaluatedRun, more: int = 0) -> Iterator[Line]:
    """Yield the visits of every layer; a trace that was cut has fewer than T episodes."""
    for h, visits in enumerate(in_layers(run, run.N_end)):
        yield Line(visits, run.T_played + more, f"layer {h}", equal=True)


def printed_sides(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the visits before the last epoch."""
    for h, visits in enumerate(in_layers(run, run.N_m)):
        yield Line(visits, run.T_played, f"layer {h}", equal=True)


statement.evaluated(
    sides,
    printed_sides=printed_sides,
    printed_under=DEFAULT.words,
    false={"$T+1$ for $T$": {"more": 1}},
)


@printed.check()
def total(suite: Suite) -> Iterator[Found]:
    for cell in CELLS:
        tally = Tally("enumerated", PATHS, under=cell.words)
        for K, path in short_paths():
            N_m, _ = epochs_of(path, cell)[-1]
            tally.equal(N_m.total(), len(path), K=K, T=len(path), path=path[:8])
        yield tally
    yield _totals(suite, last=True)


@printed.planted("$N_{m+1}$ summed over all layers in place of one")
def total_of_all_layers(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "all layers together, every run with $L>1$")
    for run in suite.runs:
        every = sum(n for (n,) in zipped(run.N_end))
        if run.L > 1:
            tally.equal(every, run.T, run=run.name, L=run.L)
    return tally


@repaired.check()
def total_repaired(suite: Suite) -> Shown:
    return _totals(suite, last=False)


@repaired.planted("$t(i)$ in place of $t(i)-1$")
def total_shifted(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every layer of every epoch")
    for run, e in suite.runs.epochs():
        for h, layer in enumerate(e.N):
            tally.equal(sum(map(sum, layer)), e.t, run=run.name, i=e.i, h=h)
    return tally


def _totals(suite: Suite, last: bool) -> Tally:
    note = "every layer of every run"
    tally = Tally("exact on runs", note, under=DEFAULT.words if last else "")
    for run in suite.runs if last else suite.all:
        m = run.epochs[-1]
        for h, N_h in enumerate(m.N if last else run.N_end):
            where = {"run": run.name, "h": h, "T": run.T, "t(m)": m.t}
            tally.equal(sum(map(sum, N_h)), run.T, **where)
    return tally
