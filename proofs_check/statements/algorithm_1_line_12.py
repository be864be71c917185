r"""After an episode a new epoch starts if $n_i(x,a)\geq N_i(x,a)$ for some $(x,a)\in\mathcal
X\times\mathcal A$. In the words of Sec. IV-A, an epoch ends whenever the number of visits to
some pair has doubled.

The two rules differ. As printed the condition reads $0\geq0$ at $(x_L,a)$ after every episode,
on every instance, so $T$ episodes bring $T$ updates. Without $x_L$ it is still true as long as
some pair is unvisited, and it stays true if some pair cannot be reached. The first wrong trigger
is at $t=3$."""

from proofs_check.statements.common.paths import Pair, trajectories_of, updates_of_path
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "alg:main/12",
    __doc__,
    kind="definition",
    readings=("R-1", "R-2"),
)

printed = statement.printed(
    "trigger of a new epoch",
    wording=ButForWording(2),
    tex=r"\exists(x,a)\in\mathcal X\times\mathcal A:\ n_i(x,a)\geq N_i(x,a)",
    repair=r"$n_i(x,a)\geq\max\{1,N_i(x,a)\}$ for some $(x,a)$ with $x\notin\mathcal X_L$",
    no_claim="step",
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

statement.counterexample(
    by_hand=(
        "As printed, an epoch ends after every episode, so epoch 3 consists of "
        "episode 3, and $N_3(x_0,a)=2$. After episode 3, $n_3(x_0,a)=1<2$, but "
        r"$n_3(x_L,a)=0\geq N_3(x_L,a)=0$."
    ),
)


statement.on_runs()


@statement.numbers(2)
def most_updates() -> Mapping[str, Any]:
    m, k = 12, 10  # the path of `cheapest` on layers 1-m-1, T = m 2^k + 1
    last, X = m << k, m + 2
    return {
        "m": m,
        "k": k,
        "X": X,
        "last": last,
        "T": last + 1,
        "of_each": k + 1,
        "updates": updates_of_path(m, last),
        "bound": X * ln(last + 1),
        "bound_2": 2 * ln(2),
        "bound_4": 2 * ln(4),
    }


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
