r"""With probability at least $1-5\delta$, $\mathrm{Reg}_T\leq
O\left(LX\sqrt{TA\log(TXA/\delta)}\right)$.

The proof adds up $\textsc{Bias-I}\leq0$, $\textsc{Diff}\leq0$,
$\textsc{Error}\leq12LX\sqrt{TA\Lambda}$ and Bias-II, where $\Lambda=\log(TXA/\delta)$. For
Bias-II Lemmas 11 and 12 give $4L\sqrt T\Lambda+10\sqrt{TLXA\Lambda}$. The sum over
$LX\sqrt{TA\Lambda}$ is $12+\frac{10}{\sqrt{LX}}+\frac4X\sqrt{\frac\Lambda A}$, which is
unbounded as $T$ grows or $\delta$ falls. With Lemma 11 stopped at (33) the last summand is
$\frac4X\sqrt{\frac{\log(L/\delta)}A}$, which is bounded in $T$: this closes the proof for fixed
$\delta$ as $T$ grows. The theorem itself is true: see its repaired form."""

from proofs_check.statements.common import gap, tightness
from proofs_check.statements.common import theorem_4 as t4
from proofs_check.statements.common.algebra import never_above, same
from proofs_check.statements.common.bounds import *
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.theorem_4 import *
from proofs_check.statements.lemma_06 import OF_LEMMAS
from proofs_check.statements.lemma_09_constant import LAST as LEMMA_5

statement = Statement(
    "thm:main",
    __doc__ and f"{__doc__}\n\n{gap.FOR_STATEMENTS}",
    kind="asymptotic",
    covers=("eq:18",),
)

SUM = LEMMA_5 + OF_LEMMAS  # of Lemmas 5, 11 and 12
PRINTED = (regret <= big_o(L * X * sqrt(T * A * log(T * X * A / delta)), SUM)).with_probability(
    1 - 5 * delta
)
BOUND = THREE.named("3 LX sqrt(TA Lam)")

# What an episode costs at a pair, on the events: w_i of the repaired form.
OF_R = at_most(1, WEIGHT_OF_B * b)
W = OF_R + (L - 1 - s) * branching * at_most(1, eps)


def recursion(e: Letters) -> tuple[Any, Any]:
    """Return U_i(x_0), the regret's bound by value functions cut at L - s, and its cost at every
    pair: what adds up to U_i along the visits, on average."""
    run, size, w = e.run, e.size, table_of(W, e)
    m, costs = len(e.data), list[Any]()
    U = e.counts(np.zeros((m, 1), int))
    for s in reversed(range(size.L)):
        pairs, n = size.pairs_of(s), size.layers[s + 1]
        P = e.P[:, size.triples_of(s)].reshape(-1, size.layers[s] * run.A, n)
        PU = (P * U.reshape(m, 1, n)).sum(2)
        clipped = e.at_most(w[:, pairs] + PU, run.L - s)
        costs.insert(0, clipped - PU)
        U = (e.pi[:, pairs] * clipped).reshape(m, size.layers[s], run.A).sum(2)
    return U[:, 0], e.numbers.join(costs)


def _recursion(e: Letters) -> tuple[Any, Any]:
    if recursion not in e.memo:
        e.memo[recursion] = recursion(e)
    bounds: tuple[Any, Any] = e.memo[recursion]
    return bounds


U = Table("U", "U#i(x_0)", lambda e: _recursion(e)[0], "epoch")
U.made_of = (W,)
COST = Table("cost of a pair", "c", lambda e: _recursion(e)[1])
EVENT = (over_t(U) - visited(COST) <= AZUMA).with_probability(1 - delta)
AT_ALL_SIZES = SHARP * LEADING
SHARP_BOUND = bound_of(AT_ALL_SIZES)

SHARP_CONSTANT, LAYER_WEIGHT = number_tex(SHARP), number_tex(WEIGHT_OF_B)
FAILS = rf"{t4.FAILURE / 1000}\cdot10^{{-{t4.FAILURE_POWER - 3}}}"
THRESHOLDS = [f"{T:,}".replace(",", r"\,") for T in t4.THRESHOLDS]


def in_digits(q: Q) -> str:
    """Return hundredths as a decimal fraction."""
    return f"{float(q):.2f}"


# The same numbers as Coq prints them, at L = 1 and at the size of Section VI.
WORST = "(1%N * X S 1) * sqrt (T * #|A| * Lam)"
NEEDED_IN_COQ = (
    *(
        f"{int(q * 100)} / 100 * {WORST} < W + sqrt (T * (1%N * (2 * 1%N ^ 2 + 1)) * l4 / 6)"
        for q in (t4.NEEDED, t4.NEEDED_EVERY)
    ),
    *(f"{int(q * 100)} / 100 * {WORST} < W)" for q in (t4.NEEDED_2, t4.NEEDED_EVERY_2)),
)
VI = "(6%N * X S 6) * sqrt (T * #|A| * ln (2600 * T))"
FAILS_IN_COQ = tuple(
    f"1 - {t4.FAILURE} / 10 ^ {t4.FAILURE_POWER} / T ^ 3 <= Prl[K x0 P rho f; T]{{ v | "
    f"regret x0 P rho rv f pistar v <= {t4.in_coq(constant)} * {VI} }}"
    for constant in (t4.FAILURE_CONSTANT, t4.FAILURE_CONSTANT_EVERY)
)
THREE_IN_COQ = (
    f"1 - {t4.THREE_FAILS} / 10 ^ {t4.THREE_POWER} <= Prl[",
    f"regret x0 P rho rv f pistar v <= {t4.OF_THREE} * {VI} }}",
)
AT_SECTION_6 = (  # from which T on, and the failure; that it is not so from one less on
    ("theorem_4_VI", "bound_VI_above", "1 / 10"),
    ("theorem_4_VI_99", "bound_VI_above_99", "1 / 100"),
    ("theorem_4_VI_every", "bound_VI_above_every", "1 / 10"),
    ("theorem_4_VI_every_99", "bound_VI_above_every_99", "1 / 100"),
)


def _threshold(k: int, below: str, above: str, fails: str) -> Iterator[Coq]:
    """Yield the theorems of a threshold, with its numbers as Coq prints them."""
    T = t4.THRESHOLDS[k]
    stated = (f"{T} <= T -> 1 - {fails} <= Prl[",)
    yield Coq(below, "sharper/PaperSize.v", part=True, stands=stated)
    yield Coq(above, "sharper/PaperSize.v", part=True, stands=(f"6 * {T - 1} <",))


P_INSIDE = P_error <= eps
R_BELOW = r_bar - r <= Q(1, 2) * b

printed = statement.printed(
    r"$\mathrm{Reg}_T\leq O(LX\sqrt{TA\Lambda})$",
    PRINTED,
    changes=(scaled(Q(1, 25), r"$\frac1{25}$ of the sum"),),
    implied_by_repaired=with_probability(
        r"the repaired form has a constant in place of $O(\cdot)$ and $#p$ in place of ", [BOUND]
    )
    + with_probability("$#p$", [PRINTED]),
    repair=f"Lemma 6 repaired; another proof gives {in_prose(BOUND)}",
    steps=(
        argued(
            "the four terms of (19), each bounded on an event",
            "eq_19",
            "theorem_4_bias_1",
            "theorem_4_diff",
            "lemma_05",
            "lemma_06",
            "theorem_4_delta",
        ),
    ),
    coq=(Coq("theorem_4_O", "paper/MainResults.v", says=(t4.EIGHTEEN,)),),
)

repaired = statement.repaired(
    f"${BOUND.tex}$ w.p. $#p$",
    (regret <= over_t(U) + T * solver_gap)
    .named("by value functions")
    .step()
    .with_probability(1 - 2 * delta),
    t4.OF_LAYERS.named("by layers"),
    (BY_LAYERS <= AT_ALL_SIZES).named("second").step(),  # the quotient tends to it, above 3
    BOUND,
    (inner(q_hat, r_hat) - V <= inner(q, W))
    .named("Error and Bias-II, every epoch on the events")
    .no_more_than(L)
    .in_epochs_with(P_INSIDE.in_epochs_with(R_BELOW)),
    (V_star - V <= inner(q, W) + solver_gap)
    .named("every epoch on the events")
    .no_more_than(L)
    .in_epochs_with(P_INSIDE.in_epochs_with(R_BELOW.in_epochs_with(r <= r_hat))),
    changes=(
        scaled(Q(1, 4), r"$\frac14$ of the bounds", of="by layers"),
        Change(
            r"off the events, $w_i$ without $\epsilon_i$",
            lambda claim: V_star - V <= inner(q, OF_R),
            part="every epoch on the events",
            anywhere=True,
        ),
    ),
    tex=in_probability(BOUND),
    typed="with its probability, and without the steps that lead to other bounds",
    says=rf"""With probability at least ${holds_with(BOUND)}$, ${BOUND.tex}$, where
$\Lambda=\log(TXA/\delta)$. It holds for every schedule of epochs at least as frequent as that of
the trigger $\max\{{1,N_i\}}$, and for any solutions of LP1.

The same proof, with its budgets of failure as parameters, gives other forms, each by a theorem in
Coq. The constant ${SHARP_CONSTANT}$ holds with probability at least
${at_least_one_of(t4.SHARP_RATE, t4.SHARP_SQUARE)}$. With probability at least
${holds_with(t4.OF_BEST)}$ the constant is
${t4.over(BEST)}={t4.decimals(BEST)}$ for all shapes, and
${t4.over(t4.BEST_2)}={t4.decimals(t4.BEST_2)}$ if $L\geq2$ or if no policy is
random, as those of backward induction. With radii for ${tex_in_line(t4.LESS)}$ in place of
$\Lambda$ the bound is ${t4.LESS_BOUND.right.tex()}$ with probability at least
${holds_with(t4.LESS_BOUND)}$. By layers, with probability at least
${holds_with(t4.OF_LAYERS)}$,
$\mathrm{{Reg}}_T\leq({SHARP_CONSTANT})\sqrt{{TA\Lambda}}\Big(\sum_{{s<L}}{LAYER_WEIGHT}\sqrt{{X_s}}
+\sum_{{s<L,X_{{s+1}}\geq2}}(L-1-s)\sqrt{{X_sX_{{s+1}}}}\Big)+\sqrt{{TL(2L^2+1)\ln(1/\delta)/6}}$.

If every episode ends an epoch, as line 12 is printed, the constant is
${t4.over(t4.BEST_EVERY)}={t4.decimals(t4.BEST_EVERY)}$ for all
shapes and ${t4.over(t4.BEST_EVERY_2)}={t4.decimals(t4.BEST_EVERY_2)}$ if $L\geq2$ or if no policy
is random, each with probability at least
${holds_with(t4.OF_BEST_EVERY)}$. The constant ${number_tex(t4.EVERY_CONSTANT)}$ holds with
probability at least
${at_least_one_of(t4.OF_EVERY, t4.OF_EVERY_RATE)}$. With radii for
${tex_in_line(t4.LESS_EVERY)}$ in
place of $\Lambda$ the bound is ${t4.LESS_EVERY_BOUND.right.tex()}$ with probability at
least ${holds_with(t4.LESS_EVERY_BOUND)}$.

Which constant is necessary? For $L=1$, $X=A=2$ and some $T$ and $\delta$, no choice of these
budgets that fails with probability at most $\delta$ gives {in_digits(t4.NEEDED)}, and without the
martingale none gives {in_digits(t4.NEEDED_2)}; if every episode ends an epoch, none gives
{in_digits(t4.NEEDED_EVERY)}, and without the martingale none {in_digits(t4.NEEDED_EVERY_2)}:
on one path the pigeonhole is tight. So {t4.decimals(BEST)}, {t4.decimals(t4.BEST_2)},
{t4.decimals(t4.BEST_EVERY)} and {t4.decimals(t4.BEST_EVERY_2)} are what this proof has to
give. Whatever the proof, no constant below {t4.NECESSARY} holds for all shapes: for each
$c<{t4.NECESSARY}$ there are $A$,
$T$ and $\delta$, a bandit with rewards 0 and 1, and solutions of LP1, ties broken for the worst,
with $\mathrm{{Reg}}_T>cLX\sqrt{{TA\Lambda}}$ with probability 1. Between {t4.NECESSARY} and
{t4.decimals(BEST)} it is open.

The rate is exact. For all {tightness.SIZES_OF} and ${tightness.FROM_T}$ there is an MDP
with deterministic rewards on which every learner of Algorithm 1 has
$\mathrm{{Reg}}_T\geq\frac1{{{tightness.DIVISOR}}}LX\sqrt{{TA\Lambda}}$ with probability at least
${tightness.PROBABILITY}$: the L1 ball
moves mass to a state that is never reached, as long as the radius allows it. More actions make it
${tightness.PER_ACTIONS}$ in place of $\frac1{{{tightness.DIVISOR}}}$. So no analysis of Algorithm 1
gives $o(X)$. For $L=2$ the regret is at most ${t4.TWO_STEPS.right.tex()}$ with probability at least
${holds_with(t4.TWO_STEPS)}$, by the form by layers.

The probability to fail is far below $\delta$ where layers are wide. At the size of Section VI with
$\delta=1/10$ it is at most ${FAILS}/T^3$ at every $T$ for the constant
{float(t4.FAILURE_CONSTANT)}, and for {float(t4.FAILURE_CONSTANT_EVERY)}
if every episode ends an epoch. So for the constant {t4.OF_THREE} it is at most
${t4.THREE_FAILS}\cdot10^{{-{t4.THREE_POWER}}}$ at every $T$ at
which that bound is below $LT$. Nearly all of it is the union bound for $r\leq\hat r_i$.

A bound of at least $LT$ says nothing. At the size of Section VI with $\delta=1/10$ the sharpest
form is below $LT$ with probability at least $0.9$ from $T={THRESHOLDS[0]}$ on, and with $0.99$ from
$T={THRESHOLDS[1]}$ on; if every episode ends an epoch, from $T={THRESHOLDS[2]}$ and
$T={THRESHOLDS[3]}$ on. Coq has each of these four thresholds from both sides.

Value functions take the place of the occupancy measures. The proof needs no completion of $P_i$,
none of Lemmas 7 to 9, and no union over layers. On the events of Lemmas 2 and 3,
$\mathrm{{Reg}}_T\leq\sum_{{t=1}}^T\langle q_{{i(t)}},w_{{i(t)}}\rangle$ with
$w_i(x_s,a)=(L-1-s)\min\{{1,\epsilon_i(x_s,a)\}}+\min\{{1,3b_i(x_s,a)/2\}}$. The visits to the
pairs give the sums over $s$, and one martingale gives the last term.

The form by layers gives no constant below $\frac34({SHARP_CONSTANT})+\frac14={t4.decimals(BEST)}$
either: it tends to it for $L=1$, $X=2$, $A=2$, $T=1$ as $\delta$ falls. Earlier constants were
16.13 and 12 (the printed route with Lemma 6 repaired, probability $1-5\delta$) and 3.768 (the same
with half of Error). R-37 has two variants of the radii for which the thresholds are smaller.""",
    kind="probabilistic",
    readings=("R-1", "R-15", "R-37"),
    steps=(
        argued(
            "optimism on the events of Lemmas 2 and 3, the simulation identity for value functions "
            "cut at $L-s$, the pigeonhole along the visits, and one use of Azuma's inequality",
            "lemma_02_sampling",
            "lemma_02",
            "lemma_03",
            "prop_3",
            "lp1",
            "lemma_10",
            "display_b2",
            "display_b3",
        ),
    ),
    coq=(
        Coq("theorem_4_budgets", "sharper/Budgets.v", part=True),
        Coq("theorem_4_layers", "sharper/Budgets.v", part=True),
        Coq("theorem_4_three", "sharper/ConstantThree.v", says=(THREE,)),
        Coq("theorem_4_best", "sharper/BestConstant.v", says=(t4.OF_BEST,)),
        Coq("theorem_4_deterministic", "sharper/BestConstant.v", part=True, says=(t4.OF_BEST_2,)),
        Coq(
            "theorem_4_best_every",
            "sharper/BestConstant.v",
            part=True,
            says=(t4.OF_BEST_EVERY, t4.OF_BEST_EVERY_2),
        ),
        Coq("theorem_4_ucrl_lp_best", "sharper/BestConstant.v", part=True),
        Coq("budgets_need", "tight/LeastConstant.v", part=True, stands=NEEDED_IN_COQ),
        Coq(
            "constant_needs_one",
            "tight/WorstTies.v",
            part=True,
            stands=(f"forall c : R, c < {t4.NECESSARY} ->", f"c * {WORST}"),
        ),
        tightness.THEOREM,
        tightness.MORE_ACTIONS,
        Coq("theorem_4_two_steps", "tight/TwoSteps.v", part=True, says=(t4.TWO_STEPS,)),
        Coq("theorem_4", "sharper/Theorem4.v"),
        Coq("theorem_4_rate", "sharper/Theorem4.v", says=(t4.SHARP_RATE,)),
        Coq("theorem_4_square", "sharper/Theorem4.v", says=(t4.SHARP_SQUARE,)),
        Coq("theorem_4_half", "sharper/Theorem4.v", says=(t4.OF_LESS,)),
        Coq("theorem_4_every", "sharper/Theorem4.v", says=(t4.OF_EVERY,)),
        Coq("theorem_4_every_rate", "sharper/EveryRate.v", part=True, says=(t4.OF_EVERY_RATE,)),
        Coq("theorem_4_every_less", "sharper/EveryRate.v", part=True, says=(t4.OF_LESS_EVERY,)),
        Coq(
            "theorem_4_printed_trigger_less",
            "sharper/EveryRate.v",
            part=True,
            says=(t4.LESS_EVERY_BOUND,),
        ),
        Coq("theorem_4_layered", "sharper/Theorem4.v"),
        Coq("theorem_4_ucrl_lp_delta", "sharper/Theorem4.v"),
        Coq("theorem_4_ucrl_lp_half", "sharper/Theorem4.v", says=(t4.LESS_BOUND,)),
        Coq("theorem_4_printed_trigger_delta", "sharper/Theorem4.v"),
        Coq("theorem_4_paper", "paper/MainResults.v", says=(t4.OF_FIRST,)),
        Coq("theorem_4_ucrl_lp", "sharper/Instances.v"),
        Coq("theorem_4_log", "sharper/Instances.v"),
        Coq("theorem_4_printed_trigger", "sharper/Instances.v"),
        Coq("theorem_4_random_ties", "sharper/Instances.v"),
        Coq("theorem_4_linear", "sharper/RewardForms.v", part=True),
        Coq("theorem_4_laws", "sharper/RewardForms.v", part=True),
        Coq("theorem_4_fork_uniform", "sharper/Instances.v", part=True),
        Coq("theorem_4_layered_budgets", "sharper/Weissman.v", part=True),
        Coq("theorem_4_clipped_budgets", "sharper/ClippedPigeonhole.v", part=True),
        Coq("theorem_4_clipped", "sharper/ClippedPigeonhole.v"),
        Coq("theorem_4_every_budgets", "sharper/ClippedPigeonhole.v", part=True),
        Coq("theorem_4_failure", "sharper/FailureByLayers.v", part=True),
        Coq("theorem_4_failure_VI", "sharper/FailureByLayers.v", part=True, stands=FAILS_IN_COQ),
        Coq("theorem_4_three_VI", "sharper/FailureByLayers.v", part=True, stands=THREE_IN_COQ),
        *(theorem for k, names in enumerate(AT_SECTION_6) for theorem in _threshold(k, *names)),
    ),
)

statement.counterexample(
    by_hand=(
        r"Take $L=A=2$, $X=3$ and $\delta=2e^{-5000}$. Over $LX\sqrt{TA\Lambda}$ the sum is "
        r"$12+10/\sqrt{LX}+4\sqrt{\log(L/\delta)/A}/X=12+10/\sqrt6+4\cdot50/3=82.7491$, which is "
        r"above $K=25$ for every $T$. As $\delta\to0$ no $K$ is enough."
    ),
)


statement.on_runs(
    no_more_than=L * T,
    own_event=(EVENT,),
    events=("lemma_02", "lemma_03", "eq_31"),
    printed_events=("lemma_02", "lemma_03", "lemma_09_azuma", "eq_33"),
    shared_units=1,
    readings={**MAX1, **ANY_LOG, **PRINTED_RADII},
    unrefuted={
        r"without $L$": (
            r"a lock of $L=99$ steps, $A=16$, $T=95040$, $\delta=38\cdot10^{-7}$, in closed form: "
            r"$\mathrm{Reg}_T\geq4747050$, and $3X\sqrt{TA\Lambda}=4143790.8\dots$"
        ),
        r"without $X$": (
            r"64 bandits with 4 arms in layer 1, in turn, $T=8192$, $\delta=9/10$, on all events: "
            r"$\mathrm{Reg}_T=6229.0\dots$, and $3L\sqrt{TA\Lambda}=4163.1\dots$"
        ),
    },
)


@repaired.proves(r"the form by layers is at most $(2+\sqrt2)LX\sqrt{TA\Lambda}$")
def at_all_sizes(suite: Suite) -> Shown:
    # sqrt(X_s X_{s+1}) <= (X_s + X_{s+1})/2 and sqrt(X_s) <= X_s: the sum of both weights is at
    # most (L + 2)/2 + sum_{0<s<L} (L + 1 - s) X_s, and LX = 2L + sum_{0<s<L} L X_s. As X_s >= 1,
    # LX is larger by at least L^2/2, which is room for the martingale's term.
    import sympy

    proof = Tally("proved", "for all layers with $X_s\\geq1$, all $A$, $T$ and $\\delta$")
    u, v, s, j, k, ell, more = sympy.symbols("u v s j k ell more", nonnegative=True)
    n, half = sympy.Symbol("L", positive=True), sympy.Rational(1, 2)
    same(proof, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(X_s X_{s+1}) <= X_s + X_{s+1}")
    never_above(proof, 1 + v, (1 + v) ** 2, "sqrt(X_s) <= X_s")
    weights = ((n - 1 - s) + (n - s)) * half + sympy.Rational(3, 2)
    same(proof, weights, n + 1 - s, "X_s, 0 < s < L, has the weight L + 1 - s, X_0 (L + 2)/2")
    never_above(proof, k, k * (1 + v) ** 2, "(s - 1) X_s >= s - 1")
    slack = sympy.summation(s - 1, (s, 1, n - 1)) + 2 * n - (n + 2) * half
    same(proof, slack, n**2 * half, "LX is larger by at least L^2/2")
    proof.leq(Q(3, 2), SHARP / 2, says="(2 + sqrt 2) L^2/2 >= 3 L^2/2")
    squared = (1 + k) * (2 * (1 + k) ** 2 + 1) / 6 * ell  # L = 1 + k, A = 1 + j
    room = sympy.Rational(9, 4) * (1 + k) ** 4 * (1 + j) * (ell + more)  # Lam = ell + ln(TXA)
    never_above(proof, squared, room, "the martingale's term fits: both squared, over T")
    return proof


@printed.check(
    {r"with (33) the sum is at most $22LX\sqrt{TA\Lambda}$, $L=A=2$, $X=3$": {"claimed": (22,)}}
)
def theorem_4(suite: Suite, claimed: tuple[int, ...] = (25, 50, 100)) -> Iterator[Found]:
    tally = Tally(
        "proved",
        r"with (33), is the sum at most $KLX\sqrt{TA\Lambda}$? $L=A=2$, $X=3$, all $T$",
        failing=Verdict.GAP,
    )
    for K in claimed:
        k = 8 * K * K  # 12 + 10/sqrt(6) + (4/3) sqrt(k/2), log(L/delta) = k
        left = sqrt(Q(100, 6)) + 12 + sqrt(Q(k, 2)) * Q(4, 3)
        tally.leq(left, K, K=K, L=2, X=3, A=2, delta=f"2 exp(-{k})", T="any")
    yield tally
    yield from says_nothing(SUM, L * T)


@repaired.check(
    {
        r"the constant $(2+\sqrt2)/7$, on bandits": {"right": bound_of(Q(1, 7) * SHARP * LEADING)},
        r"the form by layers reaches the constant $28/10$": {"least": Real.of(Q(28, 10))},
    }
)
def theorem_4_repaired(
    suite: Suite, right: Bound = SHARP_BOUND, least: Real = BEST
) -> Iterator[Found]:
    # One step, A arms, r = 1 for the last and 0 for the others, rewards deterministic. r_hat_i = 1
    # for an arm with N_i <= 2 Lam: a tie for LP1, taken by the worst arms, each pulled 1, 1, 2, 4,
    # ..., 2^(j-1) times as long as 2^(j-1) <= 2 Lam. Regret 1 per pull, (A-1)/A in epoch 1.
    bandits = Tally(
        "enumerated",
        r"$\mathrm{Reg}_T\leq(2+\sqrt2)LX\sqrt{TA\Lambda}$, bandits with the worst ties: $L=1$, "
        r"$X=2$, $2\leq A\leq20$, $\delta\in\{9/10,1/10,1/1000\}$, $T=2^kA$ with "
        r"$k=4,6,\dots,16$; trivial where the bound is at least $LT$",
    )
    for A, delta, k in product(range(2, 21), (Q(9, 10), TENTH, Q(1, 1000)), range(4, 18, 2)):
        T, Lam = A << k, lam(A << k, 2, A, delta)
        pulls = 1 << (int(Lam.enclose(64).lo * 2)).bit_length()  # all 1 + 1 + 2 + ...
        regret = min((A - 1) * pulls, T) - Q(1, A)
        bound = right(Size((1, 1), A), T, Lam, delta)
        bandits.bounded(regret, bound.enclose(96), T, L=1, X=2, A=A, T=T, delta=delta)
    yield bandits
    # L = 1, X = 2, A = 2, T = 1: (3/4)(2 + sqrt 2) + sqrt(ln(1/delta)/(16 Lam)), delta = 10^-k.
    limit = Tally(
        "enumerated",
        r"layered form over $LX\sqrt{TA\Lambda}$, at most $\frac34(2+\sqrt2)+\frac14$? $L=T=1$, "
        r"$X=A=2$, $\delta=10^{-k}$ with $k=1,10,100,1000,4000$",
    )
    for k in (1, 10, 100, 1000, 4000):
        delta = Q(1, 10**k)
        ratio = SHARP * Q(3, 4) + sqrt(ln(1 / delta)) / sqrt(ln(4 / delta) * 16)
        limit.leq(ratio.enclose(96), least.enclose(96), delta=f"10^-{k}", T=1)
    yield limit
    # The suite's runs are too short for the bound to be below LT.
    shown = Tally("exact on runs", r"$\mathrm{Reg}_T$ is at most the layered form, long runs")
    for run in long_runs():
        Lam = lam(run.T, run.size.X, run.size.A, run.delta)
        bound = bound_of(BY_LAYERS)(run.size, run.T, Lam, run.delta)
        shown.bounded(run.regret, bound.enclose(96), run.size.L * run.T, run=run.name)
    yield shown
    for form in (*FORMS, *VARIANTS):
        yield from vacuous(form.at_tenth, what=f": {form.words}")
    for form in SHARPEST:
        yield from vacuous(form.at_tenth, sizes=SIZES[-1:], what=f": {form.words}")
    yield _thresholds()
    yield _failures()
    yield _needed(least)


def _thresholds(more: int = 0) -> Tally:
    """Compare the thresholds of the sharpest forms with those that sharper/PaperSize.v proves."""
    tally = Tally(
        "enumerated", "the least $T$ at Section VI's size are those of sharper/PaperSize.v"
    )
    for form, T in zip(SHARPEST, t4.THRESHOLDS, strict=True):
        size = SIZES[-1]
        least = first_below(partial(form.at_tenth, size), size.L, size.X, size.A, TENTH)
        tally.equal(least, T + more, form=form.words)
    return tally


def _failures(digits: int = t4.FAILURE) -> Tally:
    """Compare the probability to fail by layers with what sharper/FailureByLayers.v proves."""
    tally = Tally(
        "enumerated",
        r"the probability to fail at Section VI's size, $\delta=1/10$, constant 1.9, is at most "
        r"$5.581\cdot10^{-12}/T^3$ for $T=10^k$ with $k\leq8$, and at most $3\cdot10^{-31}$ at the "
        r"least $T$ at which $3LX\sqrt{TA\Lambda}<LT$",
    )
    size = SIZES[-1]
    for T in (10**k for k in range(9)):
        tally.leq(_fails(size, T), Q(digits, 10**t4.FAILURE_POWER * T**3), T=T)
    three = next(form for form in FORMS if form.name == "3")
    least = first_below(partial(three.at_tenth, size), size.L, size.X, size.A, TENTH)
    tally.leq(_fails(size, least), Q(t4.THREE_FAILS, 10**t4.THREE_POWER), T=least)
    return tally


def _fails(size: Size, T: int) -> Q:
    """Return the probability to fail of `theorem_4_failure` at delta = 1/10, kr = 3/2, l4 = 9 Lam:
    of P, of the rewards from above and below, and of the martingale."""
    z, AT = TENTH / (size.X * size.A * T), size.A * T
    of_P = sum(
        (size.layers[h] * AT * ((1 << d) - 2) * z**d for h, d in enumerate(size.layers[1:])), Q(0)
    )
    return of_P + (size.X - 1) * AT * (z**9 + z**4) + z**9


def _needed(least: Real = BEST) -> Tally:
    """Compare the cost of the path of `worst_path` and the martingale's term with the constant."""
    tally = Tally(
        "enumerated",
        r"$L=1$, $X=A=2$: what the pairs of the worst path cost, and $\sqrt{T\Lambda/2}$, over "
        r"$LX\sqrt{TA\Lambda}$ are at most $\frac{7+3\sqrt2}4$; $T=2^{k+1}$, $\Lambda=2^{k/2}$, "
        r"$k=20,40,60,80$",
    )
    for k in (20, 40, 60, 80):
        T, Lam = 2 << k, 1 << k // 2
        y2 = Q(9, 2) * Lam  # ((3/2) sqrt(2 Lam))^2: the cost of a visit is min{1, y/sqrt(N_i)}
        cut = next(i for i in range(k + 1) if 1 << i >= y2)
        cost = Real.of(1 << cut) + sum((sqrt(y2 * (1 << i)) for i in range(cut, k)), Real.of(0))
        ratio = (cost * 2 + sqrt(Q(T * Lam, 2))) / (sqrt(2 * T * Lam) * 2)
        tally.leq(ratio.enclose(96), least.enclose(96), k=k)
    return tally


@repaired.planted("each of the four thresholds is larger by 1")
def theorem_4_thresholds(suite: Suite) -> Shown:
    return _thresholds(more=1)


@repaired.planted(r"the probability to fail is at most $5.58\cdot10^{-12}/T^3$")
def theorem_4_failures(suite: Suite) -> Shown:
    return _failures(digits=5580)


@repaired.planted("the worst path needs at most 2.81")
def theorem_4_needed(suite: Suite) -> Shown:
    return _needed(Real.of(Q(281, 100)))
