"""The constants of Lemma 9, eq. (27): layers, and its second inequality."""

from __future__ import annotations

from proofs_check.arithmetic import Q, ln, sqrt
from proofs_check.claims.common.bounds import roots
from proofs_check.claims.common.shapes import shapes
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:occ-term-2:layers",
    number="(27), layers",
    kind="identity",
    title="sum sqrt(X_h X_{h+1}) <= X",
    tex=r"\sum_{h=0}^{L-1}\sqrt{X_hX_{h+1}}\leq X",
    argues=(
        "a geometric mean is at most the arithmetic one; the layers are a partition",
        "as:layered-mdp",
    ),
)
def layers_of_X(suite: Suite) -> Shown:
    """sum_{h=0}^{L-1} sqrt(X_h X_{h+1}) <= X: how eps_i's X_{h+1} and the X_h A pairs of a layer
    add up to the factor X of Lemma 9.

    True with X - 1, attained if and only if every layer is a single state; and the layer L-1, on
    which xi_i = 0, may be left out: sum_{h=0}^{L-2} <= X - 2 for L >= 2, attained likewise."""
    return _all_layers(short=1)


planted(layers_of_X, "X - 2 in place of X", lambda _: _all_layers(short=2))


def _all_layers(short: int) -> Tally:
    tally = Tally("enumerated", f"every shape with X <= 7: at most X - {short}", step=True)
    for layers, _ in shapes(most_states=7, most_actions=1):
        tally.leq(roots(layers), sum(layers) - short, layers=list(layers))
    return tally


@claim(
    "lem:occ-term-2:constant",
    number="(27), line 2",
    kind="identity",
    title="6 sqrt 2 + 2 sqrt 2 <= 12",
    tex=r"6LX\sqrt{2TA\Lambda}+2LX\sqrt{2T\ln(L/\delta)}\leq12LX\sqrt{TA\Lambda}",
)
def constant(suite: Suite) -> Shown:
    """6 LX sqrt(2TA log(TXA/delta)) + 2 LX sqrt(2T log(L/delta)) <= 12 LX sqrt(TA log(TXA/delta)).

    Because L <= X - 1 <= TXA and A >= 1, the second root is at most the first, and 6 sqrt 2 +
    2 sqrt 2 = 11.31... <= 12. What the steps of the proof really give, (4 + 2 sqrt 2) for the
    visits and sqrt 2 for Azuma's part, is 4 + 3 sqrt 2 = 8.24..."""
    sharp = Tally("proved", "the constants, printed and sharper", step=True)
    sharp.leq(sqrt(2) * 8, 12, step="6 sqrt 2 + 2 sqrt 2 <= 12")
    sharp.equal((sqrt(2) + 1) * sqrt(2) * 2, sqrt(2) * 2 + 4, step="2 sqrt 2 (1 + sqrt 2)")
    sharp.equal(sqrt(2) * 2 + 4 + sqrt(2), sqrt(2) * 3 + 4, step="4 + 2 sqrt 2 + sqrt 2")
    sharp.leq(sqrt(2) * 3 + 4, Q(33, 4), step="4 + 3 sqrt 2 <= 8.25")
    return sharp


@planted(constant, "11 in place of 12")
def constant_11(suite: Suite) -> Shown:
    tally = Tally("enumerated", "both sides over LX sqrt(T); T = 1, L = 9, X = 10, A = 1")
    for k in range(1, 400, 20):
        delta = Q(1, 10**k)
        Lam, low = ln(10 / delta), ln(9 / delta)
        left = sqrt(Lam * 2) * 6 + sqrt(low * 2) * 2
        tally.leq(left.enclose(96), (sqrt(Lam) * 11).enclose(96), L=9, X=10, delta=f"10^-{k}")
    return tally
