r"""As learning proceeds, the hope is that the size of $P_i$ (and of $Q^{P_i}$) shrinks, and
that $Q^{P_i}$ gets close to $Q^P$ (Sec. III).

A radius shrinks with every doubling, but the set of rows within it may grow. With two successors
and $\bar P$ at a vertex half of the ball is outside the simplex: 64 visits, all to $u$, allow
the $P(u)$ in an interval of length $\epsilon_i/2$; 64 more, all to $v$, one of length
$\epsilon_{i+1}$, larger by the factor $\sqrt2$. Pairs that are never visited are never
restricted."""

from __future__ import annotations

from proofs_check.arithmetic import Q, eps_radius, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:conf-set-P:hope",
    __doc__,
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
                "Their radii do; the sets of transition functions within them may grow, and "
                "are not "
                "nested. The paper calls it a hope."
            ),
            witness={
                "layers": "1, 2, 1",
                "A": "1",
                "T": "1000",
                "delta": "1/10",
                "first 64 visits": "all to u",
                "next 64 visits": "all to v",
            },
            by_hand=(
                r"$\Lambda=\log40000=10.597$; at $N=64$, $P(u)$ may be in $[1-\epsilon_i/2,1]$, of "
                r"length $\sqrt{4\cdot10.597/64}/2=0.407$; at $N=128$ within $\epsilon_{i+1}/2$ of "
                r"$1/2$, length $\sqrt{4\cdot10.597/128}=0.575$."
            ),
            then="None: the proof uses the radii.",
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
    repair="the radii of visited pairs shrink; the sets need not, and are not nested",
)


@printed.check({"(false already: the same after 128 visits)": {"N": 128}})
def hope(suite: Suite, N: int = 64) -> Shown:
    Lam = lam(1000, 4, 1, Q(1, 10))
    # P(u) in [1 - eps/2, 1] after N visits to u; in [(1 - eps')/2, (1 + eps')/2] after N to v
    tally = Tally("proved", "layers 1-2-1, $A=1$: lengths of the intervals for $P(u|x_0)$")
    before, after = eps_radius(2, Lam, N) / 2, eps_radius(2, Lam, 2 * N)
    where = {"T": 1000, "delta": Q(1, 10), "P_bar": ["1, 0", "1/2, 1/2"], "N": [N, 2 * N]}
    tally.leq(after, before, **where)
    return tally
