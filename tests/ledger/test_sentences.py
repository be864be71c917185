"""Nothing of the paper escapes: every sentence is assigned to claims, or to none with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs_check.audit.audit import select
from proofs_check.ledger.sentences import COMMITTED, REASONS, committed, sentences, unassigned
from reference.support.errors import MalformedInput
from tests.ledger.test_inventory import paper

SMALL = r"""
\begin{abstract} One bound. Another bound\footnote{A third one.}
\end{abstract}
\section{One}
% A commented sentence.
It ends here, see Fig. 1 and i.e. Lemma 2. So does \emph{this} one.
\appendices
\section{Two}
A last one.
"""


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
    found = sentences(SMALL)
    assert [(one.place, one.commented) for one in found] == [
        ("abstract", False), ("abstract", False), ("Sec. I", True), ("Sec. I", False),
        ("Sec. I", False), ("App. A", False),
    ]  # fmt: skip
    assert "footnote" in found[1].text and found[3].text.endswith("Lemma 2.")


def test_a_changed_and_an_unassigned_sentence_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "sentences.json"
    entries = [{"id": one.id, "place": one.place, "line": one.line, "none": "outline"}
               for one in sentences(SMALL)]  # fmt: skip
    file.write_text(json.dumps(entries), encoding="utf-8")
    assert unassigned(sentences(SMALL), committed(file)) == []
    changed = unassigned(sentences(SMALL.replace("last", "lost")), committed(file))
    assert [line.split(":")[0] for line in changed] == [
        "line 9, not assigned", "no sentence of the paper",
    ]  # fmt: skip
    more = unassigned(sentences(SMALL + "And one more.\n"), committed(file))
    assert more == ["line 10, not assigned: And one more."]


@pytest.mark.parametrize(
    "fault", [{"none": ""}, {"none": "because"}, {"claims": ["prop:1"]}], ids=str
)
def test_an_entry_has_claims_or_a_reason(fault: dict[str, object], tmp_path: Path) -> None:
    entry = json.loads(COMMITTED.read_text(encoding="utf-8"))[1]
    assert entry["none"]
    file = tmp_path / "sentences.json"
    file.write_text(json.dumps([entry | fault]), encoding="utf-8")
    with pytest.raises(MalformedInput, match="claims or one of the reasons"):
        committed(file)
