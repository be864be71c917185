r"""In every layer $h<L$ the numbers of visits $N_m(x_h,a_h)$ at the start of the last epoch $m$
add up to $T$.

They add up to $t(m)-1<T$: the episodes of epoch $m$ are missing, at $T=1$ all of them."""

from __future__ import annotations

from proofs_check.arithmetic import zipped
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "lem:bias-term-2:total",
    __doc__,
    box="display_b2",
    kind="identity",
    number="App. B, display 3",
    section="App. B",
    part_of="lemma_12",
    by_hand=(
        "At $T=1$ there is one epoch, whose visit $N_1=0$ does not count: $t(m)-1=0$, not $T=1$."
    ),
    corrections={6: "display_b3"},
)

printed = statement.printed(
    "the visits of a layer add up to $T$",
    tex=r"\sum_{x_h\in X_h}\sum_{a_h}N_m(x_h,a_h)=T",
    repair="$N_{m+1}$, the visits after the last epoch; the $N_m$ add up to $t(m)-1$",
    coq=(Coq("total_printed_false", "Pigeonhole.v", refutes=True),),
)

repaired = statement.repaired(
    "visits of a layer, $N_{m+1}$",
    tex=r"\sum_{x_h\in X_h}\sum_{a_h}N_{m+1}(x_h,a_h)=T,\quad\sum N_m=t(m)-1",
    says=r"""In every layer $h<L$ the visits $N_{m+1}(x_h,a_h)$ after all $T$ episodes add up to
$T$; those at the start of epoch $i$, $N_i(x_h,a_h)$, to $t(i)-1$.

Layers make it so: an episode visits exactly one pair of each layer $h<L$.""",
    coq=(Coq("layer_total", "Algorithm.v"),),
)


@printed.check()
def total(suite: Suite) -> Shown:
    return _totals(suite, last=True)


@printed.planted("sum over all layers instead of one (of $N_{m+1}$)")
def total_of_all_layers(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "all layers together")
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
    tally = Tally("exact on runs", "every layer")
    for run in suite.all:
        m = run.epochs[-1]
        for h, N_h in enumerate(m.N if last else run.N_end):
            where = {"run": run.name, "h": h, "T": run.T, "t(m)": m.t}
            tally.equal(sum(map(sum, N_h)), run.T, **where)
    return tally
