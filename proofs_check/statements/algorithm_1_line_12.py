r"""After an episode a new epoch starts if $n_i(x,a)\geq N_i(x,a)$ for some $(x,a)\in\mathcal
X\times\mathcal A$. In the words of Sec. IV-A, an epoch ends whenever the number of visits to
some pair has doubled.

The two rules differ. As printed the condition reads $0\geq0$ at $(x_L,a)$ after every episode,
on every instance, so $T$ episodes bring $T$ updates. Without $x_L$ it is still true as long as
some pair is unvisited, and it stays true if some pair cannot be reached. The first wrong trigger
is at $t=3$."""

from __future__ import annotations

from collections import Counter
from itertools import product

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import ButForWording, Coq, Finding, Statement, cited
from proofs_check.letters.symbols import max1_N, n
from proofs_check.letters.variants import scaled
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.paths import Pair, trajectories_of
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "alg:main/12",
    __doc__,
    kind="definition",
    readings=("R-1", "R-2"),
    by_hand=(
        "As printed, an epoch ends after every episode, so epoch 3 consists of "
        "episode 3, and $N_3(x_0,a)=2$. After episode 3, $n_3(x_0,a)=1<2$, but "
        r"$n_3(x_L,a)=0\geq N_3(x_L,a)=0$."
    ),
    findings=(
        Finding(
            2,
            "the algorithm",
            "minor",
            title="line 12 as printed ends an epoch in every episode",
            cause=(
                r"Line 12 reads $0\geq0$ at $x_L$ and at pairs never visited. What is meant, "
                r"$n_i\geq\max\{1,N_i\}$, is clear from Section IV-A; the printed rule is run "
                "here too, under its own name (R-1 `printed`), and then every episode ends an "
                r"epoch. With the rule that is meant there are at most $XA\log_2T$ updates for "
                r"$T\geq2$. Which logarithm $XA\log T$ has is a choice (R-10): with base 2, in "
                "the radii too, every bound of the paper holds; with the natural logarithm the "
                r"count can be exceeded. The counters and $\bar r_i$ are computed in every "
                "episode; only sets and policy are updated rarely."
            ),
            witness={
                "layers": "1, 12, 1",
                "L": "2",
                "X": "14",
                "A": "1",
                "T": r"$12289=12\cdot2^{10}+1$",
            },
            by_hand=(
                r"As printed there are 12289 updates. With $\max\{1,N_i\}$, let the "
                "path visit the 12 states one after the other, each until its own "
                "count is 1, then each until it is 2, and so on up to $2^{10}$. Each "
                "state ends an epoch 11 times, the last time in episode 12288: "
                r"$12\cdot11=132>14\ln12289=131.83$. Small cases, if the solve after "
                r"the last episode counts: $X=2$, $A=1$, with $T=2$ and $2>2\ln2=1.39$, "
                r"or $T=4$ and $3>2\ln4=2.77$."
            ),
            consequence=(
                r"With $\log_2$ the count is right for $T\geq2$, and the citation supports it for "
                r"$XA\geq8L$ and $LT\geq XA$. Even $\sum_hX_hA\log_2T$ "
                r"over the layers with $X_hA\geq2$ is a bound, unless all layers have "
                "$X_hA=1$."
            ),
            refuted_words=(
                r"XA \\log T",
                r"O\(\\log T\)",
                "improves computational effort",
                "model estimation and policy update from",
                r"\$n_i\(x,a\) \\geq N_i",
            ),
            former_number=3,
        ),
    ),
)

printed = statement.printed(
    "trigger of a new epoch",
    wording=ButForWording(2),
    tex=r"\exists(x,a)\in\mathcal X\times\mathcal A:\ n_i(x,a)\geq N_i(x,a)",
    repair=r"$n_i(x,a)\geq\max\{1,N_i(x,a)\}$ for some $(x,a)$ with $x\notin\mathcal X_L$",
    coq=(
        Coq("line_12_printed", "paper/Trigger.v", refutes=True),
        Coq("line_12_printed_false", "paper/ManyUpdates.v", refutes=True),
    ),
)

repaired = statement.repaired(
    r"trigger: $n_i\geq\max\{1,N_i\}$",
    n <= max1_N,
    changes=(scaled(Q(3, 4), r"$n_i\leq\frac34\max\{1,N_i\}$"),),
    typed="when an epoch ends; the comparison is what follows from it",
    tex=r"\exists(x,a),\ x\notin\mathcal X_L:\ n_i(x,a)\geq\max\{1,N_i(x,a)\}",
    says=r"""An epoch ends after an episode if and only if $n_i(x,a)\geq\max\{1,N_i(x,a)\}$ for
some $(x,a)$ with $x\notin\mathcal X_L$. Then $n_i(x,a)\leq\max\{1,N_i(x,a)\}$ at every pair, with
equality at some pair in every epoch that ends.

By Assumption 1 an episode passes each layer once, so it adds at most 1 to $n_i(x,a)$. Before the
last episode of an epoch $n_i(x,a)\leq\max\{1,N_i(x,a)\}-1$. Without layers an episode could
overshoot by $L-1$.""",
    kind="pathwise",
    steps=(
        cited(
            "each layer is passed once per episode; the counters",
            "assumption_1",
            "algorithm_1_line_10",
        ),
    ),
    coq=(Coq("line_12", "paper/Trigger.v"),),
)


statement.on_runs()


@printed.check({r"without $x_L$, but with $0\geq0$ at unvisited pairs": {"without_x_L": True}})
def line_12(suite: Suite, without_x_L: bool = False) -> Shown:
    note = "is the printed trigger true only if the visits to some pair have doubled?"
    tally = Tally("enumerated", rf"{note} all paths with $X\leq4$, $A\leq2$, $T\leq3$")
    for layers, A in shapes(most_states=4, most_actions=2):
        of = [(h, x, a) for h, X_h in enumerate(layers) for x in range(X_h) for a in range(A)]
        seen = of[:-A] if without_x_L else of  # the pairs of x_L are last
        for path in product(trajectories_of(layers, A), repeat=3):
            N, n = Counter[Pair](), Counter[Pair]()
            for t, trajectory in enumerate(path, 1):
                n.update(trajectory)
                true = any(n[p] >= N[p] for p in seen)
                wanted = any(n[p] >= max(1, N[p]) for p in of[:-A])
                where = {"layers": list(layers), "A": A, "t": t, "N_x0": N.total()}
                tally.holds(true == wanted, trigger=true, visits_doubled=wanted, **where)
                if true:
                    N, n = N + n, Counter()
    return tally
