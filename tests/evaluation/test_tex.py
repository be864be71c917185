"""The LaTeX that follows from claims: as the paper prints the statement, and it can be typeset."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import Form
from proofs_check.letters.claim import Claim, chain
from proofs_check.letters.expressions import Expression, log, number, sqrt, sum_over_layers
from proofs_check.letters.quantities import (
    big_o,
    in_layer,
    inner,
    let,
    martingale,
    norm,
    over_i,
    over_t,
    sum_over_layers_before,
    sum_over_next,
    sum_over_pairs,
    up_to,
    visited,
)
from proofs_check.letters.symbols import (
    A,
    L,
    Lam,
    N_m,
    P_bar,
    P_error,
    T,
    X,
    X_next,
    X_s,
    b,
    delta,
    eps,
    max1_N,
    n,
    per_root,
    q,
    q3,
    q_hat,
    q_hat3,
    r_hat,
)
from proofs_check.report.html.formula import mathml

statements.load()
SUMS = r"\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}"
VISITS = SUMS + r"\mathbb{I}^{(t)}\{(x_h,a_h)\}\,"
ALONG_Q = (
    r"\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)"
)
PRINTED = {
    "lemma_12": VISITS + r"b_{i(t)}(x_h,a_h)\leq5\sqrt{TLXA\Lambda}",
    "lemma_09": rf"{ALONG_Q}\leq6LX\sqrt{{2TA\Lambda}}+2LX\sqrt{{2T\log(L/\delta)}},\quad "
    rf"{ALONG_Q}\leq12LX\sqrt{{TA\Lambda}}",
    "lemma_04": r"\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq12LX\sqrt{TA\Lambda}",
    "eq_19": r"\mathrm{Reg}_T=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle"
    r"+\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle"
    r"+\sum_{t=1}^T\langle \hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle"
    r"+\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle",
    "eq_35": VISITS + r"b_{i(t)}(x_h,a_h)=\sqrt{2\Lambda}" + VISITS
    + r"\frac1{\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}}"
    r"=\sqrt{2\Lambda}\sum_{h<L}\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i(x_h,a_h)}"
    r"{\sqrt{\max\{1,N_i(x_h,a_h)\}}}"
    r"\leq3\sqrt{2\Lambda}\sum_{h=0}^{L-1}\sqrt{TX_hA}\leq3\sqrt{2TLXA\Lambda}"
    r"\leq5\sqrt{TLXA\Lambda}",
    "display_b3_total": r"\sum_{x_h,a_h}N_m(x_h,a_h)=T",
    "eq_09": r"\mathrm{Reg}_T=T\langle q^*,r\rangle-\sum_{t=1}^T\langle q^{P,\pi_t},r\rangle"
    r"=\sum_{t=1}^T\langle q^*-q^{P,\pi_t},r\rangle",
    "theorem_4_bias_1": r"\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle\leq0",
    "theorem_4_diff":
    r"\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0",
}  # fmt: skip
SHORTER = {  # the formula has steps that are not compared as they stand, or another root
    "display_b3": r"\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i(x_h,a_h)}{\sqrt{N_i(x_h,a_h)}}"
    r"\leq3\sum_{x_h,a_h}\sqrt{N_m(x_h,a_h)}\leq3\sqrt{X_hA\sum_{x_h,a_h}N_m(x_h,a_h)}"
    r"=3\sqrt{TX_hA}",
    "eq_28": r"\textsc{Error}=\sum_{t=1}^T\langle \hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle"
    r"\leq\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq12LX\sqrt{TA\Lambda}",
    "eq_14_mean": r"0\leq\bar r_i(x,a)\leq1",
    "eq_10_rows": r"\sum_{x'}\bar P_i(x'|x,a)=\mathbb I\{N_i(x,a)\geq1\}",
}
FORMS = {
    f"{name} {form.name}": form
    for name, statement in STATEMENTS.items()
    for form in statement.forms.values()
    if form.claims
}


@pytest.mark.parametrize("name", PRINTED)
def test_the_derived_formula_is_the_printed_one(name: str) -> None:
    form = STATEMENTS[name].forms["printed"]
    assert chain(form.claims) == PRINTED[name] == form.tex


@pytest.mark.parametrize("name", SHORTER)
def test_a_formula_of_other_expressions_is_the_printed_one(name: str) -> None:
    form = STATEMENTS[name].forms["printed"]
    assert chain(form.claims) != SHORTER[name] == form.tex


def unexplained(source: str) -> list[str]:
    """The formulas that a form with claims does not derive from them, without a reason."""
    return [
        ast.unparse(tex.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in FUNCTIONS and node.args[1:]
        for tex in node.keywords
        if tex.arg == "tex" and "typed" not in {k.arg for k in node.keywords}
    ]


MODULES = sorted(Path(statements.__file__).parent.glob("*.py"))
FUNCTIONS = ("statement.printed", "statement.repaired")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_a_formula_that_is_typed_says_why(path: Path) -> None:
    assert unexplained(path.read_text(encoding="utf-8")) == []


def test_a_formula_that_is_typed_without_a_reason_is_named() -> None:
    form = "statement.printed(\n    'title',\n{claims}{why}    tex='a',\n)"
    assert unexplained(form.format(claims="    b <= c,\n", why="")) == ["'a'"]
    assert unexplained(form.format(claims="    b <= c,\n", why="    # a comment\n")) == ["'a'"]
    assert unexplained(form.format(claims="    b <= c,\n", why="    typed='a set',\n")) == []
    assert unexplained(form.format(claims="", why="")) == []


def repeated(source: str) -> list[str]:
    """The formulas of claims that prose repeats in letters of its own."""
    formulas = {c.tex.replace("(x,a)", "") for form in FORMS.values() for c in form.claims}
    prose = (
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.keyword) and node.arg in ("repair", "consequence")
    )
    texts = (
        part.value
        for value in prose
        for part in ast.walk(value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    return [tex for text in texts for tex in formulas if tex in text]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_prose_that_repeats_a_formula_gets_it_from_the_claim(path: Path) -> None:
    assert repeated(path.read_text(encoding="utf-8")) == []


def test_a_repeated_formula_is_named() -> None:
    source = r"statement.printed('t', c, repair=r'then $\mathrm{Reg}_T\leq3LX\sqrt{TA\Lambda}$')"
    assert repeated(source) == [r"\mathrm{Reg}_T\leq3LX\sqrt{TA\Lambda}"]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_with_claims_has_a_formula_that_can_be_typeset(name: str) -> None:
    form: Form = FORMS[name]
    for tex in (form.tex, chain(form.claims), *(claim.tex for claim in form.claims)):
        assert tex and faults(tex) == [], tex


def test_many_forms_have_claims() -> None:
    assert len(FORMS) > 50
    derived = [form for form in FORMS.values() if form.tex == chain(form.claims)]
    assert len(derived) > 10


def faults(tex: str) -> list[str]:
    """What would not be typeset: no MathML, an error in it, LaTeX that is left."""
    shown = mathml(tex)
    try:
        root = ElementTree.fromstring(shown)
    except ElementTree.ParseError as error:
        return [str(error)]
    text = "".join(root.itertext())
    return ["error"] * (root.find(".//merror") is not None) + ["LaTeX is left"] * ("\\" in text)


def test_a_formula_that_cannot_be_typeset_is_noticed() -> None:
    assert faults(r"\nosuchcommand x") or faults(r"\frac{1}{2")


def test_a_chain_goes_on_where_a_claim_ends() -> None:
    first, second = number(5) * sqrt(T), number(7) * sqrt(T * L)
    claims = (visited(b) <= first, first <= second)
    assert chain(claims).count(r"\leq") == 2 and r",\quad" not in chain(claims)
    assert chain((*claims, visited(b) <= second)) == chain(claims)  # where the chain leads
    other = chain((*claims, visited(b) <= number(8) * sqrt(T)))
    assert other.count(r",\quad") == 1 and other.count(r"\leq") == 3
    assert chain((visited(b) <= first, visited(eps) <= second)).count(r",\quad") == 1
    assert chain((visited(b) == first,)).count("=") == 1 + visited(b).tex().count("=")


def test_what_holds_beside_the_statement_is_left_out() -> None:
    bound = number(5) * sqrt(T)
    claim, other = visited(b) <= bound, visited(eps) <= bound
    assert chain((claim, other.on_events())) == chain((claim, other.step())) == claim.tex
    assert chain((other.on_events(),)) == chain((other.step(),)) == other.tex
    assert chain((claim, other.on_events("lemma_02"))) != claim.tex  # it is stated on an event


def test_a_letter_for_an_expression_is_said_to_be_it() -> None:
    V = let("V", L * X)
    assert chain((visited(b) <= sqrt(V), visited(eps) <= 2 * V)).endswith(r"2V,\quad V=LX")
    assert chain((visited(b) <= T, (visited(eps) <= V).on_events())).endswith("T")
    assert (V * T).replaced({L.key: T}).tex() == "TXT"


def test_a_letter_that_opens_a_chain_is_said_to_be_what_it_is_there() -> None:
    V = let("V", L * X)
    assert chain((V <= T, T <= A, visited(b) <= V)).startswith(r"V=LX\leq T\leq A,\quad ")
    assert chain((V <= T, visited(b) <= V)).endswith(r"\leq V")
    assert chain((visited(b) <= V, V <= T)).endswith(r"\leq V\leq T,\quad V=LX")


def test_what_the_formula_leaves_out_and_where_it_is_claimed() -> None:
    claim, sharper = visited(b) <= L * T, visited(b) <= T
    assert chain((sharper.aside(), claim)) == claim.tex == chain((claim.aside(),))
    assert chain((claim.where(T >= 2),)) == claim.tex + r",\quad 2\leq T"
    twice = claim.where(T >= 2).where(L >= 3)
    assert chain((twice,)) == claim.tex + r",\quad 2\leq T,\quad 3\leq L"


def test_a_chain_of_steps_stands_for_the_bound_that_it_leads_to() -> None:
    first, second, third = T * L, T * L * X, T * L * X * A
    steps = ((visited(b) <= first).step(), (first <= second).step())
    assert chain((visited(b) <= second, *steps)) == chain((*steps, visited(b) <= second))
    assert chain((visited(b) <= second, *steps)).count(r"\leq") == 2
    assert chain((visited(b) <= third, *steps)) == (visited(b) <= third).tex


def test_equations_of_one_left_side_are_one_chain() -> None:
    assert chain((L == X, L == A, A <= T)) == r"L=X=A\leq T"
    assert chain((L <= X, L == A)) == r"L\leq X,\quad L=A"
    assert chain((L == X, L <= A)) == r"L=X,\quad L\leq A"


def test_a_claim_of_each_layer_is_of_layer_h() -> None:
    sums = over_i(n * per_root, by="layer")
    assert (sums <= sqrt(T * X_s * A)).in_each_layer().tex == (
        r"\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i(x_h,a_h)}{\sqrt{\max\{1,N_i(x_h,a_h)\}}}"
        r"\leq\sqrt{TX_hA}"
    )


@pytest.mark.parametrize(
    ("of", "tex"),
    [
        (2 * (L + X), "2(L+X)"),
        (up_to(L * T, number(0)), "0"),
        (in_layer(sqrt(N_m)), r"\sum_{x_h,a_h}\sqrt{N_m(x_h,a_h)}"),
        (sqrt(N_m), r"\sqrt{N_m(x,a)}"),
        (sum_over_next(P_bar), r"\sum_{x'}\bar P_i(x'|x,a)"),
        (sum_over_pairs(q * X_s), r"\sum_{x_h,a_h}q_i(x_h,a_h)X_h"),
        (sum_over_layers_before(sum_over_pairs(b)), r"\sum_{s=0}^{h-1}\sum_{x_s,a_s}b_i(x_s,a_s)"),
        (
            martingale(b),
            SUMS + r"(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})\,b_{i(t)}(x_h,a_h)",
        ),
        (
            martingale(per_root, by="layer"),
            SUMS.replace(r"\sum_{h<L}", "")
            + r"\frac{q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\}}"
            + r"{\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}}",
        ),
        (-(L + X), "-(L+X)"),
        (L - (X - A), "L-(X-A)"),
        (1 * L, "L"),
        (2 * sqrt(T) * L, r"2\sqrt TL"),
        (sqrt(T * A), r"\sqrt{TA}"),
        (T / L, r"\tfrac TL"),
        (sqrt(T) + sqrt(X * A), r"\sqrt T+\sqrt{XA}"),
        ((visited(b) <= L * T), VISITS + r"b_{i(t)}(x_h,a_h)\leq LT"),
        ((visited(b) <= 5 * L), VISITS + r"b_{i(t)}(x_h,a_h)\leq5L"),
        ((T + 1) / L, r"\frac{T+1}{L}"),
        (max1_N, r"\max\{1,N_i(x,a)\}"),
        (inner(q_hat - q, r_hat), r"\langle \hat q_i-q_i,\hat r_i\rangle"),
        (over_t(inner(q, r_hat)), r"\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}\rangle"),
        (2 * sqrt(T) * Lam, r"2\sqrt T\,\Lambda"),
        (log(T * X / delta), r"\log(TX/\delta)"),
        (n * per_root, r"\frac{n_i(x,a)}{\sqrt{\max\{1,N_i(x,a)\}}}"),
        ((q + n) * per_root, r"(q_i(x,a)+n_i(x,a))\frac1{\sqrt{\max\{1,N_i(x,a)\}}}"),
        (norm(q_hat3 - q3), r"\lVert\hat q_i-q_i\rVert_1"),
        (norm(q_hat - q), r"\sum_{x,a}|\hat q_i(x,a)-q_i(x,a)|"),
        (sum_over_layers(X_next, index="h"), r"\sum_{h=0}^{L-1}X_{h+1}"),
        (sum_over_layers(X_next), r"\sum_{s=0}^{L-1}X_{s+1}"),
        (P_error, r"\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1"),
        (T <= big_o(L * T, 5 * L * T), r"T\leq O(LT)"),
    ],
)
def test_how_an_expression_is_written(of: Expression | Claim, tex: str) -> None:
    assert (of.tex if isinstance(of, Claim) else of.tex()) == tex
