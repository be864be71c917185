"""The ledger's notation as TeX and as Unicode: what is a formula, and what are words."""

from __future__ import annotations

import pytest

from proofs_check.report.notation import pieces, unicode_text


def marked(text: str) -> str:
    """The text with its formulas between « and »."""
    shown = {"words": "{}", "math": "«{}»", "code": "`{}`"}
    return "".join(shown[kind].format(part) for kind, part in pieces(text))


@pytest.mark.parametrize(
    ("text", "tex", "unicode"),
    [
        ("at most 12 LX sqrt(TA Lam)", r"at most «12LX\sqrt{TA\Lambda }»", "at most 12 LX √(TA Λ)"),
        ("q_hat_i(x,a) <= eps_i/2", r"«\hat q_{i}(x,{}a)\leq \epsilon _{i}/2»", "q̂_i(x,a) ≤ ε_i/2"),
        ("A pair of a layer h", "A pair of a layer «h»", "A pair of a layer h"),
        ("<q, r> = V(pi)", r"«\langle q,{}r\rangle =V(\pi )»", "⟨q, r⟩ = V(π)"),
        ("||P_i(.|x,a)||_1", r"«\lVert P_{i}(\cdot |x,{}a)\rVert _{1}»", "||P_i(.|x,a)||_1"),
        ("min{1, 3 b_i/2}", r"«\min\{1,{}3b_{i}/2\}»", "min{1, 3 b_i/2}"),
        ("sum_{h<L} sqrt(X_h) <= X", r"«\sum_{h<L}\sqrt{X_{h}}\leq X»", "∑_{h<L} √(X_h) ≤ X"),
        ("a sum of 2 delta in Lemma 3 alone", "a sum of «2\\delta » in Lemma 3 alone",
         "a sum of 2δ in Lemma 3 alone"),
        ("on 1-2-1, T = 3 619 309", r"on 1-2-1, «T=3\,619\,309»", "on 1-2-1, T = 3 619 309"),
        ("UCRL2's x_L-fix", "UCRL2's «x_{L}»-fix", "UCRL2's x_L-fix"),
        ("O~(L^(3/2) X sqrt(TA))", r"«\tilde O(L^{3/2}X\sqrt{TA})»", "Õ(L^(3/2) X √(TA))"),
        (r"where $\hat q_i\leq2$, as `sum_x`", r"where «\hat q_i\leq2», as `sum_x`",
         "where q̂_i ≤ 2, as `sum_x`"),
        ("for all x in X_h, or F-3", "for all «x» in «X_{h}», or F-3", "for all x in X_h, or F-3"),
        ("r-bar_i = q-hat on L3-A2", r"«\bar r_{i}=\hat q» on L3-A2", "r-bar_i = q-hat on L3-A2"),
        ("the worst sum_over_bound", "the worst sum over bound", "the worst sum_over_bound"),
        ("I am not (b) the one; nor (1, 2)", "I am not (b) the one; nor (1, 2)",
         "I am not (b) the one; nor (1, 2)"),
    ],
)  # fmt: skip
def test_words_and_formulas(text: str, tex: str, unicode: str) -> None:
    assert marked(text) == tex
    assert unicode_text(text) == unicode
