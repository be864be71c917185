"""The inventory of the paper: made by the script, committed as data, faithful to the source. Every
sentence is assigned to claims, or to none with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs_check.audit.audit import select
from proofs_check.ledger import inventory
from proofs_check.ledger.sentences import COMMITTED, REASONS, committed, sentences, unassigned
from reference.support.errors import MalformedInput, PreconditionError
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


PROSE = r"""
\begin{abstract} One bound. Another bound\footnote{A third one.}
\end{abstract}
\section{One}
% A commented sentence.
It ends here, see Fig. 1 and i.e. Lemma 2. So does \emph{this} one.
\appendices
\section{Two}
A last one.
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


# ------------------------------------------------------------------------ sentences


def test_every_sentence_of_the_paper_is_assigned() -> None:
    found = sentences(paper())
    assert unassigned(found, committed()) == []
    entries = [(one.id, one.place, one.line) for one in committed()]
    assert entries == [(one.id, one.place, one.line) for one in found]
    assert sum(one.commented for one in found) >= 10


def test_every_label_has_a_claim_and_every_reason_is_used() -> None:
    labels = {label for one in committed() for label in one.claims}
    assert labels <= {label for label, _ in select()}
    assert {one.none for one in committed()} - {""} == set(REASONS)


def test_sentences_of_a_small_source() -> None:
    found = sentences(PROSE)
    assert [(one.place, one.commented) for one in found] == [
        ("abstract", False), ("abstract", False), ("Sec. I", True), ("Sec. I", False),
        ("Sec. I", False), ("App. A", False),
    ]  # fmt: skip
    assert "footnote" in found[1].text and found[3].text.endswith("Lemma 2.")


def test_a_changed_and_an_unassigned_sentence_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "sentences.json"
    entries = [{"id": one.id, "place": one.place, "line": one.line, "none": "outline"}
               for one in sentences(PROSE)]  # fmt: skip
    file.write_text(json.dumps(entries), encoding="utf-8")
    assert unassigned(sentences(PROSE), committed(file)) == []
    changed = unassigned(sentences(PROSE.replace("last", "lost")), committed(file))
    assert [line.split(":")[0] for line in changed] == [
        "line 9, not assigned", "no sentence of the paper",
    ]  # fmt: skip
    more = unassigned(sentences(PROSE + "And one more.\n"), committed(file))
    assert more == ["line 10, not assigned: And one more."]


@pytest.mark.parametrize(
    "fault", [{"none": ""}, {"none": "because"}, {"id": "e2ec2e5d02fc"}], ids=str
)
def test_an_entry_has_claims_or_a_reason(fault: dict[str, object], tmp_path: Path) -> None:
    entry = json.loads(COMMITTED.read_text(encoding="utf-8"))[1]
    assert entry["none"]
    file = tmp_path / "sentences.json"
    file.write_text(json.dumps([entry | fault]), encoding="utf-8")
    with pytest.raises(MalformedInput, match="claims or one of the reasons"):
        committed(file)
