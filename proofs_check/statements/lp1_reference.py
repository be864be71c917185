r"""Sec. IV-B says "As we have seen in Section II" of the optimisation over occupancy measures.
Sec. V says that the proof of Lemma 5 "is given in Appendix I".

The first reference is wrong: occupancy measures are introduced in Section III, and (9) is there.
The second one is right, because the document class numbers the appendices I and II."""

from __future__ import annotations

from collections.abc import Mapping

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:lp-occ-update:reference",
    __doc__,
    part_of="",
    number="Sec. IV-B, reference",
    section="Sec. IV-B",
    findings=(
        Finding(
            17,
            "wording",
            "none",
            title="a wrong cross-reference",
            cause=(
                "Occupancy measures are in Section III; Sec. IV-B refers to Section II for them."
            ),
            witness={"printed": "Section II", "meant": "Section III"},
            by_hand="Definition 1 and (9) are in Section III.",
            consequence="No result depends on it.",
            refuted_words=(r"seen in Section \\ref\{sec:prob\}",),
            former_number=16,
        ),
    ),
)

printed = statement.printed(
    "cross-references",
    tex=r"\text{Section II}\to\text{Section III}",
    repair="Section III for Section II",
    no_theorem="it names a section of the paper, and says nothing of mathematics",
)


SAID = {"Definition 1": "Sec. II", "(9)": "Sec. II"}


@printed.check(
    {"(false already: Definition 1 in Section IV)": {"said": {"Definition 1": "Sec. IV"}}}
)
def references(suite: Suite, said: Mapping[str, str] = SAID) -> Shown:
    tally = Tally("enumerated", "the sections that are named, against the inventory")
    sections = {item.number: item.section for item in committed_items()}
    for number, section in said.items():
        stands_in = sections[number]
        tally.holds(stands_in == section, number=number, said=section, found=stands_in)
    return tally
