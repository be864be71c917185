"""A fault in every room of both packages, and a slow test that fails with it."""

from __future__ import annotations

ARMED = "guests/learners/test_every_learner.py::test_learns_a_two_armed_bandit"
WIDTH = "conformance/test_intervals.py::test_another_width_is_refused"
SAYS_SO = "conformance/test_not_covered.py::test_a_command_says_so_and_judges_nothing"
TRIALS = "figure1/test_simulation.py"
TIERS = "conformance/test_never_learns.py::test_both_tiers_know_the_same_epoch"
AUDIT = "conformance/test_plain.py::test_the_audit"
SEED = "kit/test_chance.py::test_a_seed_that_is_ignored_is_noticed"
LPS = "algorithm/test_lp1_page.py::test_the_other_small_lps_are_the_same"
LINES = "vectors/test_vectors.py::test_every_line_has_the_schema"

NAMED = [
    ("reference/support/workers.py", "2 * threads", "threads", "figure1/test_dask.py"),
    (
        "reference/figure1/learner.py",
        "    def act(",
        "    def act(self, *_):\n        return 0\n\n    def acted(",
        ARMED,
    ),
]
"""Two that CI once left out: module, text, what stands there instead, the test that fails."""

LOADED = [
    ("reference/adapters/asking.py", "judge"),
    ("reference/backward_induction.py", ARMED),
    ("reference/by_epochs/visits.py", "by_epochs/test_law.py"),
    ("reference/commands/simulate.py", TRIALS),
    ("reference/confidence.py", WIDTH),
    ("reference/environments/registry.py", TRIALS),
    ("reference/figure1/learner.py", ARMED),
    ("reference/glop.py", LPS),
    ("reference/guests/learners/ucbvi.py", ARMED),
    ("reference/lp1.py", LPS),
    ("reference/lp1_sparse_rows.py", LPS),
    ("reference/mdp.py", ARMED),
    ("reference/occupancy.py", ARMED),
    ("reference/readings.py", WIDTH),
    ("reference/regret.py", TRIALS),
    ("reference/running/driver.py", WIDTH),
    ("reference/simulator.py", ARMED),
    ("reference/support/errors.py", ARMED),
    ("reference/trace/numbers.py", WIDTH),
    ("reference/ucrl_lp.py", TRIALS),
    ("proofs_check/arithmetic/exact_real.py", WIDTH),
    ("proofs_check/audit/audit.py", AUDIT),
    ("proofs_check/certificate/lp_file.py", SAYS_SO),
    ("proofs_check/commands/audit.py", AUDIT),
    ("proofs_check/conformance/counters.py", WIDTH),
    ("proofs_check/evaluation/evaluate.py", SAYS_SO),
    ("proofs_check/fast/admitted.py", TIERS),
    ("proofs_check/guests/vectors/kinds.py", LINES),
    ("proofs_check/hidden.py", AUDIT),
    ("proofs_check/kit/cases.py", SEED),
    ("proofs_check/ledger/registry.py", AUDIT),
    ("proofs_check/letters/balls.py", WIDTH),
    ("proofs_check/lp1/candidate.py", WIDTH),
    ("proofs_check/machine_checked/build.py", "machine_checked/test_build.py"),
    ("proofs_check/report/document.py", SAYS_SO),
    ("proofs_check/sampled_runs/chosen.py", SAYS_SO),
    ("proofs_check/statements/abstract.py", AUDIT),
    ("proofs_check/vectors/reader.py", LINES),
    ("proofs_check/vocabulary.py", SAYS_SO),
    ("proofs_check/workers.py", WIDTH),
]
"""A module that cannot be loaded, and a test that fails for it."""
BROKEN = '\nraise RuntimeError("planted")\n'


def planted() -> list[tuple[str, str, str, str]]:
    """Return all faults: module, text, what stands there instead (no text: at its end), test."""
    return [*NAMED, *((file, "", BROKEN, test) for file, test in LOADED)]
