r"""As learning proceeds, the hope is that the size of $\mathcal P$ and of $Q^{\mathcal P}$ shrinks
and that $Q^{\mathcal P}$ gets close to $Q^P$ (Sec. III).

The radius of a pair shrinks as its visits grow, but the set of rows within it may grow. If there
are two successors and $\bar P_i$ is a vertex, half of the ball is outside the simplex: after 64
visits, all to $u$, $P(u)$ ranges over an interval of length $\epsilon_i/2$. After 64 more visits,
all to $v$, it ranges over an interval of length $\epsilon_{i+1}$, which is larger by the factor
$\sqrt2$. Pairs that are never visited are never restricted."""

from __future__ import annotations

from proofs_check.arithmetic import Q, eps_radius, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:conf-set-P:hope",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. III, hope",
    section="Sec. IV-A",
    sentences=("2e6e9665f50f",),
    findings=(
        Finding(
            15,
            "false as claimed",
            title="the confidence sets need not shrink",
            cause=(
                "The radii shrink, but the sets of transition functions within them may grow and "
                "are not nested. The paper calls it a hope."
            ),
            witness={
                "layers": "1, 2, 1",
                "A": "1",
                "T": "1000",
                "delta": "1/10",
                "first 64 visits": "all to $u$",
                "next 64 visits": "all to $v$",
            },
            by_hand=(
                r"$\Lambda=\log40000=10.597$. At $N=64$, $P(u)$ ranges over $[1-\epsilon_i/2,1]$, "
                r"of length $\sqrt{4\cdot10.597/64}/2=0.407$. At $N=128$ it is within "
                r"$\epsilon_{i+1}/2$ of $1/2$, an interval of length "
                r"$\sqrt{4\cdot10.597/128}=0.575$."
            ),
            then="Nothing changes downstream: the proof uses the radii.",
        ),
    ),
    corrections={
        15: Correction(
            r"the hope is that the size of $\mcp$ and $Q^\mcp$ shrinks",
            "the hope is that the confidence radii shrink",
        )
    },
)

printed = statement.printed(
    "the sets shrink",
    tex=r"\mathcal P_{i+1}\subseteq\mathcal P_i",
    repair="the radii of visited pairs shrink; the sets need not shrink and are not nested",
)


@printed.check({"(false already: the same after 128 visits)": {"N": 128}})
def hope(suite: Suite, N: int = 64) -> Shown:
    Lam = lam(1000, 4, 1, Q(1, 10))
    # P(u) in [1 - eps/2, 1] after N visits to u; in [(1 - eps')/2, (1 + eps')/2] after N to v
    note = "layers 1-2-1, $A=1$: is the interval of $P(u|x_0)$ at $2N$ no longer than at $N$?"
    tally = Tally("proved", note)
    before, after = eps_radius(2, Lam, N) / 2, eps_radius(2, Lam, 2 * N)
    where = {"T": 1000, "delta": Q(1, 10), "P_bar": ["1, 0", "1/2, 1/2"], "N": [N, 2 * N]}
    tally.leq(after, before, **where)
    return tally
