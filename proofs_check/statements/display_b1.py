r"""For every layer $h$, $\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})\,b_{i(t)}
=\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})/\sqrt{\max\{1,N_{i(t)}\}}\cdot\sqrt{2\Lambda}$, where
$\Lambda=\log(TXA/\delta)$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "disp:App. II.1",
    __doc__,
    kind="identity",
    number="App. II, display 1",
    part_of="lemma_11",
)

printed = statement.printed(
    "$b_i$ written out",
    martingale(b, by="layer") == martingale(per_root, by="layer") * sqrt(2 * Lam),
    changes=(swap(sqrt(2 * Lam), sqrt(Lam), r"$\sqrt\Lambda$ for $\sqrt{2\Lambda}$"),),
    steps=(argued("(15) written out", "eq_15"),),
    coq=(Coq("display_B1", "paper/AppendixB.v"),),
)


statement.on_runs()


@printed.check({r"$\sqrt{2\Lambda}$ replaced by $\sqrt\Lambda$": {"factor": 1}})
def display_1(suite: Suite, factor: int = 2) -> Shown:
    # Linear in b: enough that b_i = sqrt(2 Lam) / sqrt(max{1, N_i}).
    note = (
        r"$b_i=\sqrt{2\Lambda}/\sqrt{\max\{1,N_i\}}$ for $N_i=0,1,2,3,T$, with $\Lambda$ and $T$ "
        "of every run"
    )
    tally = Tally("enumerated", note)
    for run in suite.all:
        for N_i in (0, 1, 2, 3, run.T):
            split = sqrt(run.Lam * factor) * sqrt(Q(1, max(1, N_i)))
            tally.equal(b_radius(run.Lam, N_i), split, run=run.name, N=N_i)
    return tally
