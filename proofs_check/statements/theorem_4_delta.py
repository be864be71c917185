r"""Together $\textsc{Bias-I}\leq0$, $\textsc{Diff}\leq0$, Lemma 5 and Lemma 6 hold with
probability at least $1-5\delta$.

The failure probabilities stated for the four add up to $7\delta$. But the four share events,
each of which fails with probability at most $\delta$: $P\in\mathcal P_i$; $r\leq\hat r_i$ with
the radius $b_i$; $\bar r_i-r\leq b_i/2$, which the repaired Lemma 6 needs; one use of Azuma's
inequality in Lemma 9; and one in Lemma 6. The first two fail with far less, so little more than
$3\delta$ is enough. The repaired Theorem 4 uses Azuma's inequality once and needs $2\delta$."""

from proofs_check.statements.common.bounds import SIZES, TENTH
from proofs_check.statements.common.prelude import *

statement = Statement(
    "thm:main:delta",
    __doc__,
    kind="probabilistic",
    number="(18), probability",
    section="Sec. V",
    part_of="theorem_4",
)

printed = statement.printed(
    r"$1-5\delta$ in all",
    tex=r"\Pr\{\textsc{Bias-I}\leq0,\ \textsc{Diff}\leq0,\ (21),\ (22)\}\geq1-5\delta",
    steps=(
        argued(
            "the union bound over the events that the four terms share",
            "lemma_02",
            "lemma_03",
            "lemma_10",
            "lemma_06",
        ),
    ),
    no_claim="elsewhere",
    coq=(Coq("four_terms", "paper/MainResults.v"),),
)


EVENTS = {
    "P in P_i (Lemma 2)": 4,
    "r <= r_hat_i, radius b_i (Lemma 3)": 4,
    "r_bar_i - r <= b_i/2 (Lemma 6)": 1,
    "Azuma in Lemma 9": 0,
    "Azuma in Lemma 6": 0,
}  # event -> power of exp(-Lam) = delta/(TXA) it fails with per count and pair, at most; 0: delta


@printed.check({r"the five events within $3\delta$": {"units": 3, "powers": (1, 1, 1, 0, 0)}})
def delta_in_all(
    suite: Suite, units: int = 5, powers: tuple[int, ...] = tuple(EVENTS.values())
) -> Shown:
    # TXA exp(-p Lam) = delta (delta/(TXA))^(p-1), p >= 1, in units of delta; for p = 4 over sets,
    # X_{h+1} >= 2, at most (X-3)A T (2z)^2 <= 4 delta^2/(TXA), z = exp(-Lam).
    tally = Tally(
        "enumerated",
        r"the sum of the events' probabilities over $\delta$, $T=1$, $\delta=1/10$, four sizes",
    )
    for size in SIZES:
        z = TENTH / (size.X * size.A)
        used = sum((Q(1) if p < 2 else 4 * z for p in powers), Q(0))
        tally.leq(used, units, size=str(size), Lam=lam(1, size.X, size.A, TENTH))
    return tally
