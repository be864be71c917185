"""Algorithm 1, lines 10 and 14: the counters n_i and N_i, and what they add up to."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "alg:main/10",
    kind="given",
    title="n_i counts the visits in epoch i",
    covers=("disp:IV.3",),
    tex=r"n_i(x_h,a_h)\leftarrow n_i(x_h,a_h)+1,\quad n_i(x_h,a_h,x_{h+1})\leftarrow\dots+1",
    cites=("what is counted", "alg:main/9"),
)
def line_10(suite: Suite) -> None:
    """After every episode n_i(x_h,a_h) and n_i(x_h,a_h,x_{h+1}) grow by 1 for h = 0, ..., L-1: they
    count the visits to (x,a) and (x,a,x') in the episodes of epoch i."""


@claim(
    "alg:main/14",
    kind="given",
    title="N_i counts the visits before",
    covers=("disp:IV.6",),
    tex=r"N_i\leftarrow N_{i-1}+n_{i-1},\quad n_i\leftarrow 0",
    cites=("what is added, and when", "alg:main/10, alg:main/13"),
)
def line_14(suite: Suite) -> None:
    """At the start of epoch i: N_i(x,a) = N_{i-1}(x,a) + n_{i-1}(x,a), N_i(x,a,x') likewise, and
    n_i = 0. So N_i counts the visits in the episodes before t(i)."""


@claim(
    "alg:main/14:sums",
    kind="identity",
    title="sums of N_i over layers and rows",
    part_of="",
    tex=r"\sum_{x\in\mathcal X_h,a}N_i(x,a)=t(i)-1,\quad\sum_{x'}N_i(x,a,x')=N_i(x,a)",
    cites=(
        "an episode adds 1 to each of the sums, or 0 to both sides",
        "as:layered-mdp, alg:main/9, alg:main/10, alg:main/14",
    ),
    planted={"the N_i of a layer add up to t(i)": {"less": 0}},
)
def sums(suite: Suite, less: int = 1) -> Shown:
    """The N_i(x,a) of every layer h < L add up to t(i) - 1, and so do n_i's to the episodes of
    epoch i so far; sum_x' N_i(x,a,x') = N_i(x,a); and the N_i(x,a,x') into a state x' of an inner
    layer add up to the N_i(x',b) out of it.

    An episode passes each layer once (Assumption 1), with one action and one successor."""
    tally = Tally("exact on runs", "sums over layers, rows and flow, at about six t(i) of a run")
    for run, e in suite.all.epochs(about=6):
        for h, layer in enumerate(e.N):
            tally.equal(sum(map(sum, layer)), e.t - less, run=run.name, i=e.i, h=h)
        rows = all(sum(e.N3[h][x][a]) == e.N[h][x][a] for h, x, a in pairs(e.N))
        flow = all(
            sum(row[x] for of_state in before for row in of_state) == sum(of_x)
            for before, layer in zip(e.N3, e.N[1:], strict=False)
            for x, of_x in enumerate(layer)
        )
        tally.holds(rows and flow, run=run.name, i=e.i)
    return tally
