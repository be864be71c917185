"""Every claim and every planted fault, in this process: what `tests.structure.mutants claims` runs.

The assertions of test_claims.py, without its audit in other processes.
"""

from __future__ import annotations

import pytest

from proofs_check import claims
from proofs_check.audit.audit import select
from proofs_check.audit.evaluation import evaluate, refute
from proofs_check.ledger.registry import REGISTRY, Key, Verdict
from proofs_check.sampled_runs import suite as runs

claims.load()
every_claim = pytest.mark.parametrize("key", select(), ids=lambda key: f"{key[0]}-{key[1]}")


@every_claim
def test_verdict_is_the_committed_one(key: Key) -> None:
    found = evaluate(REGISTRY[key], runs.suite())
    assert found.verdict is REGISTRY[key].expected
    assert found.instances > 0 or found.verdict in (Verdict.VACUOUS, Verdict.UNDECIDED)
    if found.verdict in (Verdict.FAILS, Verdict.GAP):
        assert found.witness


@every_claim
def test_planted_faults_are_refuted_with_a_witness(key: Key) -> None:
    for planted in REGISTRY[key].planted:
        found = refute(REGISTRY[key], planted, runs.suite())
        assert found.verdict is Verdict.FAILS and found.witness, planted.change
