r"""Sec. IV-B says "As we have seen in Section II" of the optimisation over occupancy measures.
Sec. V says that the proof of Lemma 5 "is given in Appendix I".

The first reference is wrong: occupancy measures are introduced in Section III, and (9) is there.
The second one is right, because the document class numbers the appendices I and II."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:lp-occ-update:reference",
    __doc__,
    part_of="",
    number="Sec. IV-B, reference",
    section="Sec. IV-B",
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
