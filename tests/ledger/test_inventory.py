"""The inventory of the paper: made by the script, committed as data, faithful to the source."""

from __future__ import annotations

import pytest

from proofs_check.ledger import inventory
from reference.support.errors import PreconditionError
from tests.paths import ROOT

SMALL = r"""
\begin{abstract} regret $\wto(X)$ % and $\wto(Y)$
\end{abstract}
\section{One}\label{sec:one}
\begin{lemma}[A source]\label{lem:a} text
\begin{align} x &= 1 \label{eq:x} \\ y &= 2 \notag \\ z &= 3 \end{align}
\end{lemma}
\begin{proposition} text \begin{equation*} u \end{equation*} \end{proposition}
\begin{theorem}\label{thm:t} \begin{equation} v \label{eq:lp} \tag{LP1} \end{equation} \end{theorem}
\appendices \section{Two} \begin{equation} w \end{equation}
"""


def paper() -> str:
    """The LaTeX source of the paper, where it lies beside the checkout."""
    source = ROOT.parent / "shared" / "paper" / "ucrl-lp.tex"
    if not source.exists():
        pytest.skip("the paper's LaTeX source does not lie beside the checkout (not distributed)")
    return source.read_text(encoding="utf-8")


def test_committed_data_is_what_the_script_makes_from_the_source() -> None:
    found = inventory.items(paper())
    assert inventory.items_json(found) == inventory.INVENTORY.read_text(encoding="utf-8")


def test_numbers_are_those_of_the_compiled_paper() -> None:
    items = {item.id: item for item in inventory.committed_items()}
    numbers = [item.number for item in items.values() if item.number.startswith("(")]
    assert numbers == [f"({n})" for n in range(1, 36)]
    lemmas = [i for i in items.values() if i.number.startswith("Lemma")]
    assert [i.number for i in lemmas] == [f"Lemma {n}" for n in range(1, 13)]
    assert items["thm:main"].number == "Theorem 4"
    assert items["lem:occ-term-1"].number == "Lemma 8"
    assert items["thm:final-decomposition"].number == "(19)"
    assert items["eq:bias-decomp"].number == "(31)"
    assert items["eq:bias-decomp"].section == "App. B"
    assert items["eq:lp-occ-update"].number == "LP1"
    assert sum(i.kind == "algorithm line" for i in items.values()) == 19


def test_small_source() -> None:
    """Propositions share the theorems' counter; the \\notag row has no number."""
    found = inventory.items(SMALL)
    assert [f"{i.id} | {i.kind} | {i.number} | {i.section} | {i.line}" for i in found] == [
        "sec:abstract | section | abstract | abstract | 2",
        "inline:abstract.1 | inline bound |  | abstract | 2",
        "sec:I | section | Sec. I | Sec. I | 4",
        "sec:one | anchor |  | Sec. I | 4",
        "lem:a | statement | Lemma 1 | Sec. I | 5",
        "eq:x | display | (1) | Sec. I | 6",
        "eq:2 | display | (2) | Sec. I | 6",
        "prop:1 | statement | Prop. 1 | Sec. I | 8",
        "disp:I.1 | display |  | Sec. I | 8",
        "thm:t | statement | Theorem 2 | Sec. I | 9",
        "eq:lp | display | LP1 | Sec. I | 9",
        "eq:3 | display | (3) | App. A | 10",
    ]
    assert [item.math for item in found if item.math] == [r"\wto(X)"]


def test_repeated_label_is_refused() -> None:
    with pytest.raises(PreconditionError) as refused:
        inventory.items(SMALL + r"\begin{lemma}\label{lem:a}\end{lemma}")
    assert refused.value.value == ["lem:a"]
