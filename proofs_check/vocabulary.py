"""The words of all verdicts, each with one meaning, for every command and page.

Capital letters are used in tables and JSON of statements, small ones of traces; the word is one.
"""

from __future__ import annotations

from collections.abc import Mapping

HOLDS = "HOLDS"
FAILS = "FAILS"
GAP = "GAP"
UNDERSPECIFIED = "UNDERSPECIFIED"
UNDECIDED = "UNDECIDED"
VACUOUS = "VACUOUS"
NOT_CLAIMED = "NOT CLAIMED"
NOT_EVALUATED = "NOT EVALUATED"
BUT_FOR_WORDING = "BUT FOR WORDING"

MEANINGS: Mapping[str, str] = {
    HOLDS: "every comparison that was made holds, and at least one could have failed",
    FAILS: "a comparison certainly fails, and is named",
    GAP: "the printed argument does not show it; whether it is true is another question",
    UNDERSPECIFIED: "true under one choice of something unstated, false under another",
    BUT_FOR_WORDING: "one correction of its words makes it the form that is proved",
    UNDECIDED: "a comparison could not be decided at the precision that was used, and none fails",
    VACUOUS: "nothing that was compared could have failed, or nothing was compared",
    NOT_CLAIMED: "this run is off the statement's event, or plays a reading that it is not for",
    NOT_EVALUATED: "the trace lacks what the statement speaks of",
    "CONFORMS": "every rule of Algorithm 1 holds wherever it applies",
    "CONFORMS GIVEN WHAT WAS RECORDED": "as `conforms`, but that nothing checks the radii or "
    "bonuses that the trace records, which may explain any play",
    "DOES NOT CONFORM": "a rule is certainly broken, at a place that is named",
    "IMPROBABLE": "no rule is certainly broken, but by chance alone the run is improbable",
    "MALFORMED": "the file cannot be read as what it claims to be",
    "ACCEPTED": "the proved judge takes the trace as a run of Algorithm 1",
    "NOT COVERED": "the judge's theorem is not about this algorithm, reading or size of a line",
    "REFUSED": "the proved judge does not, for the reason that it names",
}
"""Verdict -> its meaning, wherever it is used."""
