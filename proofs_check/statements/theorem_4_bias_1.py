r"""With probability at least $1-2\delta$ the event of Lemma 3 holds, and then
$\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle\leq0$.

Only $r\leq\hat r_i$ is needed, and only at the pairs of $q^*$. This is one half of Lemma 3's
event, so the probability is at least $1-\delta$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "thm:main:bias-1",
    __doc__,
    kind="on an event",
    number="(19), Bias-I",
    section="Sec. V",
    part_of="theorem_4",
)


def _seen(e: Letters) -> Any:
    mass = e.q_star.mid if isinstance(e.q_star, Balls) else e.q_star
    return e.numbers.either(mass > 0, e.r, e.number(ZERO))


EPOCH = inner(q_star, r - r_hat) <= 0
SEEN = Table("r where q* > 0", r"\mathbb{I}\{q^*(x,a)>0\}\,r(x,a)", _seen, indexed=False)

BELOW = "every epoch with r <= r_hat_i where q* > 0"

printed = statement.printed(
    r"$\textsc{Bias-I}\leq0$",
    EPOCH.named("every epoch").aside().with_probability(1 - 2 * delta),
    (let(r"\textsc{Bias-I}", bias_1) <= 0).named("Bias-I").with_probability(1 - 2 * delta),
    EPOCH.named(BELOW).in_epochs_with(SEEN <= r_hat),
    changes=(
        swap(r_hat, r_bar, r"$\bar r_i$ in place of $\hat r_i$", of="every epoch", left=True),
        swap(r_hat, r_bar, r"$\bar r_i$ where $r\leq\hat r_i$", of=BELOW, left=True),
        Change(r"Bias-I $\leq-T$", lambda claim: bias_1 <= -T, part="Bias-I"),
        unconditional("off the event of Lemma 3"),
    ),
    steps=(argued(r"$q^*\geq0$ and $r\leq\hat r_i$ at every pair", "lemma_03", "definition_1"),),
    coq=(Coq("bias_1", "paper/MainResults.v"),),
)


statement.on_runs(no_more_than=L * T, events=("lemma_03",))
