r"""As seen in Section II, learning is an optimisation over occupancy measures (Sec. IV-B);
Lemma 5 is proved in Appendix I (Sec. V).

Occupancy measures are Section III's, (9) is there, and the proof is in Appendix $A$."""

from __future__ import annotations

from collections.abc import Mapping

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:lp-occ-update:reference",
    __doc__,
    number="Sec. IV-B, reference",
    section="Sec. IV-B",
    sentences=("5015a5978c00", "5f98b834ee0b"),
    findings=(
        Finding(
            16,
            "notation",
            title="two wrong cross-references",
            cause="Occupancy measures are in Section III, the proof of Lemma 5 is in Appendix A.",
            witness={"printed": "Section II; Appendix I", "meant": "Section III; Appendix A"},
            by_hand="Definition 1 and (9) are in Section III; the two appendices are A and B.",
            then="None.",
        ),
    ),
    corrections={
        16: Correction(
            r"As we have seen in Section \ref{sec:prob},",
            r"As we have seen in Section \ref{subsec:prelim},",
        )
    },
)

printed = statement.printed(
    "cross-references",
    tex=(
        r"\text{Section II}\to\text{Section III},\quad\text{Appendix I}\to"
        r"\text{Appendix A}"
    ),
    repair="Section III for Section II (Sec. IV-B); Appendix $A$ for Appendix I (Sec. V)",
)


SAID = {"Definition 1": "Sec. II", "(9)": "Sec. II", "(28)": "App. I"}


@printed.check({"(false already: Definition 1 in Section IV)": {"said": {"Definition 1": "Sec. IV"}}})
def references(suite: Suite, said: Mapping[str, str] = SAID) -> Shown:
    tally = Tally("proved", "where it is said to be, against the inventory")
    sections = {item.number: item.section for item in committed_items()}
    for number, section in said.items():
        found = sections[number]
        tally.holds(found == section, number=number, said=section, found=found)
    return tally
