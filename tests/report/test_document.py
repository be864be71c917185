"""The document tree: its parser of texts, formulas in plain text, renderers of one tree."""

from __future__ import annotations

import io
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_check.report import terminal
from proofs_check.report.document import (
    Badge,
    Blocks,
    Cell,
    Code,
    Details,
    Formula,
    Grid,
    GridRow,
    Group,
    Heading,
    Link,
    Listing,
    Math,
    Paragraph,
    Picture,
    Source,
    Terms,
    Words,
    inlines,
    named,
    nested,
    sentence,
    words,
)
from proofs_check.report.html.render import body
from proofs_check.report.markdown import anchor, markdown
from proofs_check.report.plain_text import ascii_formula, fits, unicode_formula
from reference.support.errors import PreconditionError

FORMULAS = [
    (r"\hat q_i\leq\epsilon_i/2", "q\u0302_i ≤ ε_i/2", "q_hat_i <= eps_i/2"),
    (r"\sum_{h<L}\sqrt{X_h}\leq X", "∑_(h<L) √(X_h) ≤ X", "sum_(h<L) sqrt(X_h) <= X"),
    (r"\tfrac32\sqrt T\,\Lambda", "(3/2) √T Λ", "(3/2) sqrt(T) Lam"),
    (r"\tfrac1{75}LX\sqrt{TA}", "(1/75) LX √(TA)", "(1/75) LX sqrt(TA)"),
    (r"\frac{L-1}{2L}, 10^{-12}", "(L-1)/(2L),10^-12", "(L-1)/(2L),10^-12"),
    (r"\bigcup_{P\in\mathcal P_i}Q^P", "\u22c3_(P∈P_i) Q^P", "Union_(P in P_i) Q^P"),
    (r"I^{(t)}\log\frac1\delta", "I^(t) log(1/δ)", "I^(t) log(1/delta)"),
    (r"L^2\sqrt{TXA}", "L^2 √(TXA)", "L^2 sqrt(TXA)"),
    (r"\lVert\bar P_i-P\rVert_1", "‖P\u0304_i-P‖_1", "||P_bar_i-P||_1"),
    (r"\langle q^*,r\rangle", "⟨q*,r⟩", "<q^*,r>"),
    (r"T=3\,619\,309", "T = 3 619 309", "T = 3 619 309"),
    (r"P_i(\cdot|x,a)", "P_i(·|x,a)", "P_i(.|x,a)"),
    (r"2\cdot5=10", "2·5 = 10", "2*5 = 10"),
    (r"x\notin X_L", "x ∉ X_L", "x not in X_L"),
    (r"\operatorname{arg\,max}_\pi V(\pi)", "argmax_π V(π)", "argmax_pi V(pi)"),
    (r"\textsc{Bias-II}\le0", "Bias-II ≤ 0", "Bias-II <= 0"),
    (r"D\geq L\text{ if some }X_h\geq2", "D ≥ L if some X_h ≥ 2", "D >= L if some X_h >= 2"),
    (r"\frac{a+b}{\max\{1,N\}}", "(a+b)/(max{1,N})", "(a+b)/(max{1,N})"),
    (r"\check r_i\to\infty", "r\u030c_i → ∞", "r_check_i -> oo"),
]


@pytest.mark.parametrize(("tex", "in_unicode", "in_ascii"), FORMULAS)
def test_formulas_in_plain_text(tex: str, in_unicode: str, in_ascii: str) -> None:
    assert unicode_formula(tex) == in_unicode
    assert ascii_formula(tex) == in_ascii


@given(st.text(alphabet="ab -\t\n\u00a0\u2028", max_size=12), st.integers(3, 12))
def test_a_text_that_fits_is_what_textwrap_makes_of_it(text: str, width: int) -> None:
    if fits(text, width, "- "):
        made = textwrap.wrap(text, width, initial_indent="- ", break_on_hyphens=False)
        assert made == ["- " + text]
    assert fits("ab -a", 7, "- ") and not fits("ab -a", 6, "- ")


def test_a_text_has_mathematics_between_dollars_and_nothing_is_guessed() -> None:
    assert inlines("a $x_1$ in `f(x)`, eps <= 3") == (
        Words("a "), Math("x_1"), Words(" in "), Code("f(x)"), Words(", eps <= 3"),
    )  # fmt: skip
    assert inlines("") == ()
    with pytest.raises(PreconditionError, match="dollars in pairs"):
        inlines("costs 3 $ and $x$")


def test_sentences_and_names() -> None:
    assert sentence("it holds") == (Words("It holds"), Words("."))
    assert sentence("$x$ holds.") == (Math("x"), Words(" holds."))
    assert named("r_bar") == (Math(r"\bar r"),) and named("delta") == (Math(r"\delta"),)
    assert named("P(u|x_0)") == (Math("P(u|x_0)"),) and named("N_i") == (Math("N_{i}"),)
    assert named("sum_over_bound") == (Words("sum over bound"),)


TREE: Blocks = (
    Heading(1, words("On ", Math("X_h"))),
    Paragraph(words("see ", Link(words("Lemma 6"), "statement", "lem:bias"), " < 3"), "By hand"),
    Formula(r"x\leq\sqrt{X}"),
    Group(
        (
            Terms(((words("N"), words("2")),)),
            Listing((words("one ", Badge("gap", "chip p-gap")), words("two | three"))),
        ),
        "part",
    ),
    Grid(
        (words("a"), words("b")),
        (
            GridRow(title=words("Section I")),
            GridRow((Cell(words("c"), word="is "), Cell(Source("- x|y\n+ <z>", language="diff")))),
        ),
    ),
    Details(words("more"), (Source("if a < b:\n    c"),), brief=True),
    Picture(words("T"), words("a caption"), "<svg></svg>"),
)


def test_one_tree_on_a_terminal() -> None:
    assert terminal.terminal_text(TREE) == (
        "On X_h\n\nBy hand: see Lemma 6 < 3\n    x ≤ √X\n\nN: 2\n  one gap\n  two | three\n\n"
        "Section I\n  is c\n    - x|y\n    + <z>\nmore\n\na caption"
    )
    assert max(map(len, terminal.terminal_text(TREE, terminal.MAIL).splitlines())) <= 76


def test_one_tree_in_markdown() -> None:
    shown = markdown(TREE, lambda link: f"{link.target}.py")
    assert "# On $X_h$\n\n**By hand.** see [Lemma 6](lem:bias.py) \\< 3" in shown
    assert "$$x\\leq\\sqrt{X}$$" in shown and "- one *gap*\n- two \\| three" in shown
    assert "| a | b |\n| --- | --- |\n| **Section I** |\n| c | `- x\\|y`<br>`+ <z>` |" in shown
    assert "[Lemma 6]" not in markdown(TREE)
    assert markdown(TREE[:1], headings=False) == "**On $X_h$**\n"
    assert anchor("Lemma 6: a \\*b\\*") == "lemma-6-a-b"


def test_one_tree_in_html_with_everything_escaped() -> None:
    shown = body(TREE, lambda link: "" if link.target != "lem:bias" else "a.html?<")
    assert '<a href="a.html?&lt;">Lemma 6</a> &lt; 3' in shown
    assert '<span class="chip p-gap">gap</span>' in shown and "+ &lt;z&gt;" in shown
    assert shown.count("<math") == 2 and "<svg></svg>" in shown
    nowhere = body(TREE, lambda _: "")
    assert "<a " not in nowhere and "Lemma 6" in nowhere


def test_a_terminal_that_writes_ascii_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert "x <= sqrt(X)" in terminal.for_terminal(TREE)
    assert "x ≤ √X" in terminal.terminal_text(TREE)  # the next text is not in ASCII


def test_blocks_inside_groups_are_found() -> None:
    assert sum(isinstance(block, Source) for block in nested(TREE)) == 1
    assert sum(isinstance(block, Terms) for block in nested(TREE)) == 1
