r"""Let $Y_1,Y_2,\dots$ be a martingale difference sequence with $\lvert Y_i\rvert\leq c_i$ almost
surely, where the $c_i>0$ are constants. Then for every $\epsilon>0$, both
$P\{\sum_{i=1}^nY_i>\epsilon\}$ and $P\{\sum_{i=1}^nY_i<-\epsilon\}$ are at most
$\exp(-\epsilon^2/(2\sum_{i=1}^nc_i^2))$.

The lemma is true. The 2 cannot be improved for all $n$: for $\pm1$ walks the ratio of exponents in
the report tends to 1. Let $Y_i$ lie in an interval of length $c_i$ that is known beforehand, as
every difference in the paper does. Then $\exp(-2\epsilon^2/\sum_{i=1}^nc_i^2)$ holds (Hoeffding).
The paper applies $\lvert Y_i\rvert\leq c_i$ to such intervals, so its exponents are four times too
small."""

from proofs_check.statements import eq_33, lemma_09_azuma
from proofs_check.statements.common.prelude import *
from proofs_check.statements.lemma_06 import EVENT

statement = Statement(
    "lem:azuma-hoeffding",
    __doc__,
    kind="probabilistic",
    covers=("eq:azuma-1", "eq:azuma-2"),
    part_of="lemma_06",
)

((AZUMA_33,), (AZUMA_27,)) = (module.printed.claims for module in (eq_33, lemma_09_azuma))
LOGARITHMS = log(L / delta), log(1 / delta)


def without_logarithms(claim: Claim) -> Claim:
    """Return the claim with 1 for the logarithms of its right side."""
    return replace(claim, right=claim.right.replaced({log.key: number(1) for log in LOGARITHMS}))


OF_ALL = 1 - 3 * delta  # of the three martingales of the paper

printed = statement.printed(
    "Azuma-Hoeffding",
    AZUMA_33.named("(33)").no_more_than(T).with_probability(OF_ALL),
    AZUMA_27.named("(27)").no_more_than(T * (L * (L + 1) - 2)).with_probability(OF_ALL),
    EVENT.named("Lemma 6").no_more_than(L * T).with_probability(OF_ALL),
    changes=(
        scaled(Q(1, 4), r"$\frac14$ of the bounds"),
        Change("without logarithms", without_logarithms),
    ),
    typed="tails of any martingale; the comparisons are the three to which it is applied",
    tex=(
        r"P\{\sum_{i=1}^nY_i>\epsilon\},\ P\{\sum_{i=1}^nY_i<-\epsilon\}"
        r"\leq\exp(-\frac{\epsilon^2}{2\sum_{i=1}^nc_i^2})"
    ),
    coq=(Coq("lemma_10", "paper/SmallStatements.v"),),
)


statement.on_runs(is_event=True)


@printed.check(
    {
        "the factor 2 in the exponent left out": {"factor": 1},
        r"the interval form for $\lvert Y_i\rvert\leq1$, an interval of length 2": {
            "factor": Q(1, 2)
        },
    }
)
def lemma_10(suite: Suite, factor: int | Q = 2) -> Iterator[Found]:
    import sympy

    # P{S_n >= k} <= exp(-k^2/(factor n)) for +-1 walks: eps just below k is the worst eps.
    note = (
        r"$\pm1$ walks, all $n\leq30$ and four to $n=4000$: "
        rf"$\epsilon^2/({factor}n)\leq-\log P\{{\sum_{{i=1}}^nY_i>\epsilon\}}$"
    )
    tally = Tally("exact probability", note)
    for n in range(1, 31):
        tail = 0
        for k in range(n, 0, -2):
            tail += comb(n, (n + k) // 2)
            tally.leq(Q(k * k) / (factor * n), -ln(Q(tail, 2**n)), n=n, eps=f"{k}-")
    for n, k in ((100, 60), (400, 160), (1000, 320), (4000, 800)):
        tail = _walks(n, k)
        tally.leq(Q(k * k) / (factor * n), -ln(Q(tail, 2**n)), n=n, eps=f"{k}-")
    yield tally
    # Hoeffding's lemma: for Y in [a, a + c] with mean 0, ln E exp(s Y) <= s^2 c^2 / 8. The chord
    # through the ends, which have probabilities 1 - p and p: scaled to length 1.
    s, eps, V = sympy.symbols("s eps V", positive=True)
    p = sympy.symbols("p", nonnegative=True)
    log_mean = sympy.log(1 - p + p * sympy.exp(s)) - p * s
    slope, bend = sympy.diff(log_mean, s), sympy.diff(log_mean, s, 2)
    square = (1 - p - p * sympy.exp(s)) ** 2 / (4 * (1 - p + p * sympy.exp(s)) ** 2)
    best = (-s * eps + s**2 * V / 8).subs(s, 4 * eps / V)
    note = "the interval form: $Y_i$ in an interval of length $c_i$ that is known beforehand"
    proof = Tally("proved", note, step=True)
    for step, rest in (
        ("0 at s = 0", log_mean.subs(s, 0)),
        ("slope 0 at s = 0", slope.subs(s, 0)),
        ("1/4 - second derivative = a square: Taylor gives s^2/8", (1 - 4 * bend) / 4 - square),
        ("s = 4 eps/V: exp(-2 eps^2/V)", best + 2 * eps**2 / V),
    ):
        proof.holds(sympy.simplify(rest) == 0, step=step)
    yield proof


def _walks(n: int, k: int) -> int:
    """How many of the 2^n walks of n steps end at k or above, k of n's parity."""
    walks = total = 1  # the walk that goes up only
    for ups in range(n, (n + k) // 2, -1):
        walks = walks * ups // (n - ups + 1)
        total += walks
    return total
