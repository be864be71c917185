"""Running a claim's check, or a planted variant of it: from what it yields to a Result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs_check.ledger.evidence import Refuted, first_failure_ends
from proofs_check.ledger.registry import Check, Claim, Evidence, Planted, Result, Vacuity, Verdict

if TYPE_CHECKING:
    from proofs_check.sampled_runs.suite import Suite


def evaluate(one: Claim, suite: Suite) -> Result:
    """Run the claim's check. An exception in a check is UNDECIDED with its text, no traceback."""
    return _collect(one, one.check, suite)


def refute(one: Claim, false: Planted, suite: Suite) -> Result:
    """Run a planted variant up to its first counterexample."""
    with first_failure_ends():
        return _collect(one, false.check, suite)


def _collect(one: Claim, check: Check, suite: Suite) -> Result:
    evidence: list[Evidence] = []
    vacuous: list[Vacuity] = []
    try:
        for found in check(suite):
            if isinstance(found, Vacuity):
                vacuous.append(found)
            else:
                evidence.append(found)
    except Refuted as e:
        evidence.append(e.evidence)
    except Exception as e:  # a broken check must not look like a verdict, nor stop the others
        note = f"the check itself failed: {type(e).__name__}: {e}"
        evidence.append(Evidence("proved", Verdict.UNDECIDED, 0, note))
    verdict = Verdict.of(e.verdict for e in evidence)
    return Result(one, verdict, tuple(evidence), tuple(vacuous))
