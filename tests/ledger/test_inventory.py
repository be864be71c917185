"""The inventory of the paper: made by the script, committed as data, faithful to the source. Every
sentence is assigned to claims, or to none with a reason."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.audit.audit import select
from proofs_check.ledger import inventory
from proofs_check.ledger.sentences import COMMITTED, REASONS, committed, sentences, unassigned
from reference.support.errors import MalformedInput, PreconditionError
from tests.ledger.compiled import aux_of
from tests.paths import ROOT

statements.load()

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

SMALL_AUX = r"""
\newlabel{at:4}{{I}{1}}
\newlabel{sec:one}{{I}{1}}
\newlabel{at:5}{{1}{1}}
\newlabel{lem:a}{{1}{1}}
\newlabel{eq:x}{{1}{1}}
\newlabel{at:6.2}{{2}{1}}
\newlabel{at:8}{{1}{1}}
\newlabel{at:9}{{2}{1}}
\newlabel{eq:lp}{{{LP1}}{1}}
\newlabel{at:10}{{I}{1}}
\newlabel{at:10.1}{{3}{1}}
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

PROSE_NUMBERS = {"at:4": "I", "at:8": "I"}


SOURCE = Path(os.environ.get("UCRL_LP_PAPER", ROOT.parent / "shared" / "paper" / "ucrl-lp.tex"))


def paper() -> str:
    """The LaTeX source of the paper: UCRL_LP_PAPER, or where it lies beside the checkout."""
    if not SOURCE.exists():
        pytest.skip("the paper's LaTeX source is not distributed; UCRL_LP_PAPER names a copy")
    return SOURCE.read_text(encoding="utf-8")


def test_committed_data_is_what_the_script_makes_from_the_source() -> None:
    aux = inventory.AUX.read_text(encoding="utf-8")
    assert inventory.source_of(aux) == hashlib.sha256(paper().encode()).hexdigest()
    entries = inventory.items(paper(), aux)
    assert inventory.items_json(entries) == inventory.INVENTORY.read_text(encoding="utf-8")


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
    assert items["eq:bias-decomp"].section == "App. II"
    assert items["eq:lp-occ-update"].number == "LP1"
    assert sum(i.kind == "algorithm line" for i in items.values()) == 19


def test_numbers_are_those_that_latex_gives() -> None:
    """The appendices of ieeeconf are I and II. Run where LaTeX is, with the class in TEXINPUTS."""
    aux = inventory.AUX.read_text(encoding="utf-8")
    assert inventory.numbers_of(aux)["ap:proof-error"] == "I"
    assert inventory.numbers_of(aux)["ap:proof-bias"] == "II"
    if shutil.which("pdflatex") is None or "IEEECONF" not in os.environ:
        pytest.skip("pdflatex, or the folder of ieeeconf.cls in IEEECONF: not compiled again")
    assert aux_of(paper(), os.environ["IEEECONF"]) == aux


def test_only_latex_gives_numbers() -> None:
    with pytest.raises(PreconditionError, match="no number for this label"):
        inventory.items(SMALL, SMALL_AUX.replace("at:6.2", "at:6.3"))
    other = inventory.items(SMALL, SMALL_AUX.replace("{at:10}{{I}", "{at:10}{{A}"))
    assert other[-1].section == "App. A"


def test_every_row_gets_a_label() -> None:
    text = inventory.labelled(SMALL)
    assert text.count(r"\label") == SMALL.count(r"\label") + 7
    assert r"z &= 3 \label{at:6.2}\end{align}" in text
    assert r"\begin{lemma}[A source]\label{at:5}\label{lem:a}" in text
    assert r"\section{Two}\label{at:10}" in text


def test_small_source() -> None:
    """Propositions share the theorems' counter; the \\notag row has no number."""
    items = inventory.items(SMALL, SMALL_AUX)
    assert [f"{i.id} | {i.kind} | {i.number} | {i.section} | {i.line}" for i in items] == [
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
        "eq:3 | display | (3) | App. I | 10",
    ]
    assert [item.math for item in items if item.math] == [r"\wto(X)"]


def test_repeated_label_is_refused() -> None:
    with pytest.raises(PreconditionError) as refused:
        inventory.items(
            SMALL + r"\begin{lemma}\label{lem:a}\end{lemma}",
            SMALL_AUX + r"\newlabel{at:11}{{2}{1}}",
        )
    assert refused.value.value == ["lem:a"]


# ------------------------------------------------------------------------ sentences


def test_every_sentence_of_the_paper_is_assigned() -> None:
    prose = sentences(paper())
    assert unassigned(prose, committed()) == []
    entries = [
        (sentence.id, sentence.place, sentence.line, sentence.commented) for sentence in committed()
    ]
    assert entries == [
        (sentence.id, sentence.place, sentence.line, sentence.commented) for sentence in prose
    ]
    assert sum(sentence.commented for sentence in prose) >= 10


def test_every_label_has_a_claim_and_every_reason_is_used() -> None:
    labels = {label for sentence in committed() for label in sentence.claims}
    assert labels <= {label for label, _ in select()}
    assert {sentence.none for sentence in committed()} - {""} == set(REASONS)


def test_sentences_of_a_small_source() -> None:
    prose = sentences(PROSE, PROSE_NUMBERS)
    assert [(sentence.place, sentence.commented) for sentence in prose] == [
        ("abstract", False), ("abstract", False), ("Sec. I", True), ("Sec. I", False),
        ("Sec. I", False), ("App. I", False),
    ]  # fmt: skip
    assert "footnote" in prose[1].text and prose[3].text.endswith("Lemma 2.")


def test_a_changed_and_an_unassigned_sentence_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "sentences.json"
    entries = [
        {"id": sentence.id, "place": sentence.place, "line": sentence.line, "none": "outline"}
        for sentence in sentences(PROSE, PROSE_NUMBERS)
    ]
    file.write_text(json.dumps(entries), encoding="utf-8")
    assert unassigned(sentences(PROSE, PROSE_NUMBERS), committed(file)) == []
    changed = unassigned(sentences(PROSE.replace("last", "lost"), PROSE_NUMBERS), committed(file))
    assert [line.split(":")[0] for line in changed] == [
        "line 9, not assigned", "no sentence of the paper",
    ]  # fmt: skip
    more = unassigned(sentences(PROSE + "And one more.\n", PROSE_NUMBERS), committed(file))
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
