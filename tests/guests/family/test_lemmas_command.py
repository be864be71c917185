"""The inequalities are the paper's: a run of the family is none of Algorithm 1."""

from __future__ import annotations

from reference.support.errors import MALFORMED
from tests.called import Command
from tests.paths import ROOT


def test_a_trace_of_another_algorithm_is_refused(proofs_check: Command) -> None:
    family = ROOT / "proofs_check/guests/sampled_runs/family/o-reps.jsonl.gz"
    for command in (("lemmas", family), ("trace", family, "--lemmas")):
        done = proofs_check(*command, "--quiet")
        assert done.status == MALFORMED and "algorithm" in done.err
        assert len(done.err.splitlines()) == 1
