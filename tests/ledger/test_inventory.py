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
    found = {item.id: item for item in inventory.items(SMALL)}
    assert list(found) == [
        "sec:abstract", "inline:abstract.1", "sec:I", "sec:one", "lem:a", "eq:x", "eq:2",
        "prop:1", "disp:I.1", "thm:t", "eq:lp", "eq:3",
    ]  # fmt: skip
    assert found["thm:t"].number == "Theorem 2", "propositions share the theorems' counter"
    assert found["eq:2"].number == "(2)", "the \\notag row has no number"
    assert found["eq:3"].section == "App. A"
    assert found["sec:one"].kind == "anchor"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\label{lem:a}", r"\label{lem:b}"),
        (r"\notag", ""),
        (r"\begin{equation*} u \end{equation*}", ""),
        (r"\wto(X)", r"\wto(Y)"),
        (r"\tag{LP1}", ""),
        ("% and", "and"),
    ],
)
def test_a_changed_source_changes_the_inventory(old: str, new: str) -> None:
    assert old in SMALL
    changed = inventory.items(SMALL.replace(old, new))
    assert inventory.items_json(changed) != inventory.items_json(inventory.items(SMALL))


def test_repeated_label_is_refused() -> None:
    with pytest.raises(PreconditionError) as refused:
        inventory.items(SMALL + r"\begin{lemma}\label{lem:a}\end{lemma}")
    assert refused.value.value == ["lem:a"]


def test_items_hold_facts_not_sentences() -> None:
    for item in inventory.committed_items():
        assert set(vars(item)) == {"id", "kind", "number", "section", "line", "math"}
        assert len(item.math) < 60
