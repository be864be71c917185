"""Prints the slow tests (SLOW of tests/conftest.py) that .ci/run leaves out: those whose folder and
subjects are what passed last. `.ci/passed.json` has a digest of that for each; `--write` writes
it, and is for whoever has seen `.ci/nightly` pass. `--due` prints the others. Without git, or with
CI_ALL set, none is left out."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PASSED = ROOT / ".ci/passed.json"
COQ = ("proofs_check/coq", "proofs_check/machine_checked")
EXACT = tuple(f"proofs_check/{r}" for r in ("arithmetic", "letters", "lp1", "fast"))
CHECKER = ("proofs_check/conformance", *EXACT, "reference/trace")
CLAIMS = (
    *EXACT,
    *(f"proofs_check/{r}" for r in ("statements", "evaluation", "audit", "ledger", "sampled_runs")),
)
PAGES = ("proofs_check/report", "proofs_check/statements", "proofs_check/ledger")
PLAIN = (*CHECKER, "proofs_check/commands", "proofs_check/kit")
GUESTS = (
    "proofs_check/guests",
    "reference/guests",
    "reference/environments",
    "reference/support",
    "reference/backward_induction.py",
    "proofs_check/kit",
    *CHECKER,
)
RUNS = (
    *sorted(f"reference/{page.name}" for page in (ROOT / "reference").glob("*.py")),
    *(f"reference/{r}" for r in ("environments", "running", "support", "commands")),
)
"""What plays a run: every page of the paper, and the rooms that they are played in."""
SUBJECTS = {
    "algorithm/test_lp1_page.py::test_more_lps_of_the_papers_size_are_the_same": RUNS,
    "algorithm/test_lp1_page.py::test_the_other_small_lps_are_the_same": RUNS,
    "algorithm/test_trace_digests.py": (*RUNS, "reference/trace"),
    "bench": (),
    "by_epochs/test_law.py": (
        *RUNS,
        "reference/by_epochs",
        "reference/figure1",
        "reference/trace",
    ),
    "certificate/test_vipr.py::test_same_bytes_with_either_rational_type": (
        "proofs_check/certificate",
        *EXACT,
    ),
    "cli/test_explain.py::test_planted_faults_are_counted_as_an_audit_counts_them": (
        *CLAIMS,
        *PAGES,
        "proofs_check/commands",
    ),
    "cli/test_explain.py::test_what_a_browser_folds_is_folded_unless_asked_for": (
        *CLAIMS,
        *PAGES,
        "proofs_check/commands",
    ),
    "conformance/test_admitted.py::test_every_order_of_keys": CHECKER,
    "conformance/test_admitted.py::test_every_token_in_every_place_of_an_episode": CHECKER,
    "conformance/test_conforming.py::test_all_conform": CHECKER,
    "conformance/test_conforming.py::test_the_reference_conforms": (*CHECKER, *RUNS),
    "conformance/test_fast.py::test_all_planted_faults": CHECKER,
    "conformance/test_fast.py::test_all_vectors": CHECKER,
    "conformance/test_fast.py::test_conforming_runs_are_decided_by_the_fast_tier": CHECKER,
    "conformance/test_fast.py::test_many_changed_runs": CHECKER,
    "conformance/test_intervals.py::test_a_run_of_one_choice_under_the_name_of_another": CHECKER,
    "conformance/test_intervals.py::test_another_width_is_refused": CHECKER,
    "conformance/test_never_learns.py::test_both_tiers_know_the_same_epoch": CHECKER,
    "conformance/test_never_learns.py::test_the_kits_status": PLAIN,
    "conformance/test_not_covered.py::test_a_command_says_so_and_judges_nothing": (
        "reference/readings.py",
        *PLAIN,
    ),
    "conformance/test_plain.py::test_a_trace": PLAIN,
    "conformance/test_plain.py::test_a_trace_as_text_as_a_page_and_from_a_pipe": PLAIN,
    "conformance/test_plain.py::test_the_audit": (*PLAIN, *CLAIMS),
    "conformance/test_plain.py::test_the_kit": PLAIN,
    "conformance/test_trace_command.py::test_both_rational_types_print_the_same_bytes": CHECKER,
    "environments/test_strategies.py::test_the_awkward_cases_occur": (
        "reference/environments",
        "reference/mdp.py",
    ),
    "evaluation/test_committed_runs.py::test_a_run_is_the_same_bytes_when_it_is_played_again": (
        "proofs_check/sampled_runs",
        *RUNS,
    ),
    "evaluation/test_hostile.py::test_theorem_4_without_X_is_false_on_64_bandits": CLAIMS,
    "evaluation/test_lemmas_command.py::test_a_pipe_a_gzip_and_standard_input_are_the_same": CLAIMS,
    "evaluation/test_lemmas_command.py::test_html_draws_the_run": CLAIMS,
    "evaluation/test_lemmas_command.py::test_memory_does_not_grow_with_T": CLAIMS,
    "evaluation/test_planted.py::test_a_false_variant_is_refuted": CLAIMS,
    "evaluation/test_planted.py::test_exactly_what_no_run_refutes_is_listed": CLAIMS,
    "evaluation/test_tight_ratios.py::test_the_pages_say_what_the_runs_say": CLAIMS,
    "figure1/test_dask.py": ("reference/figure1", "proofs_check/workers.py", "proofs_check/audit"),
    "figure1/test_findings.py::test_a_committed_trial_repeats": ("reference/figure1", *RUNS),
    "figure1/test_sensitivity.py::test_the_grid_runs_and_resumes": ("reference/figure1", *RUNS),
    "figure1/test_simulation.py": ("reference/figure1", *RUNS),
    "figure1/test_tight.py::test_the_command_is_the_same_with_any_number_of_workers_and_resumed": (
        "reference/figure1",
        *RUNS,
    ),
    "fuzz": (
        *CHECKER,
        *RUNS,
        "proofs_check/vectors",
        "proofs_check/certificate",
        "proofs_check/report/html",
        "reference/environments",
    ),
    "guests/bench": ("reference/guests/kl", "proofs_check/guests/kl"),
    "guests/comparison": GUESTS,
    "guests/family/test_conformance.py": GUESTS,
    "guests/family/test_reader.py": GUESTS,
    "guests/flat/test_causes.py": GUESTS,
    "guests/flat/test_flat_kit.py": GUESTS,
    "guests/flat/test_people_run.py": GUESTS,
    "guests/flat/test_planted.py": GUESTS,
    "guests/flat/test_vacuous.py": GUESTS,
    "guests/flat/test_variants.py": GUESTS,
    "guests/fuzz": ("reference/guests", "proofs_check/guests", *CHECKER),
    "guests/learners/test_adversarial.py": GUESTS,
    "guests/learners/test_every_learner.py::test_learns_a_two_armed_bandit": GUESTS,
    # What names the registry, or what a missing room could break; test_core_slice.py runs always.
    "guests/test_core_alone.py": (
        "reference/guests",
        "proofs_check/guests",
        "reference/support/guests.py",
        "proofs_check/statements/common/guest_runs.py",
        "tests/structure",
        "tests/paths.py",
        "pyproject.toml",
    ),
    "guests/test_odd_inputs.py": GUESTS,
    "guests/test_plain.py": GUESTS,
    "guests/test_tools.py::test_help": GUESTS,
    "guests/vectors/test_vectors.py": GUESTS,
    "implementations": (*CHECKER, "proofs_check/kit"),
    "judge": (*COQ, "proofs_check/commands/judge.py", "proofs_check/guests", "reference/trace"),
    "kit/test_chance.py::test_a_seed_that_is_ignored_is_noticed": ("proofs_check/kit",),
    "kit/test_kit.py::test_documented_divergence": ("tests/implementations", *PLAIN),
    "kit/test_kit.py::test_smallest_game": ("tests/implementations", *PLAIN),
    "ledger/test_claim_figures.py": CLAIMS,
    "ledger/test_claims.py::test_planted_faults_are_refuted_with_a_witness": CLAIMS,
    "ledger/test_long_run.py::test_a_short_run": (*CLAIMS, *RUNS),
    "ledger/test_runs.py": CLAIMS,
    "ledger/test_single_source.py::test_one_constant_changes_page_letter_table_and_check": (
        *CLAIMS,
        *PAGES,
    ),
    "machine_checked/test_attacks.py": COQ,
    "machine_checked/test_build.py": COQ,
    "machine_checked/test_cheats.py": COQ,
    "machine_checked/test_definitions.py": COQ,
    "machine_checked/test_library.py::test_the_library_is_built_alone": COQ,
    "machine_checked/test_record.py::test_explain_shows_what_coq_prints": COQ,
    "machine_checked/test_stronger.py": COQ,
    "mutation": ("proofs_check/kit", "proofs_check/vectors", "tests/implementations"),
    "planted/test_planted.py::test_each_is_refused_by_the_rule_that_names_its_fault": CHECKER,
    "report/test_api.py": PAGES,
    "report/test_formulas.py::test_every_formula_is_typeset": PAGES,
    "report/test_formulas.py::test_the_embedded_fonts": PAGES,
    "report/test_html.py::test_a_page_says_what_made_it_and_how_to_repeat_it": PAGES,
    "report/test_html.py::test_every_theorem_leads_to_its_place": PAGES,
    "report/test_html.py::test_the_command_writes_what_it_found": PAGES,
    "report/test_html.py::test_the_same_findings_are_the_same_bytes_again": PAGES,
    "report/test_html.py::test_what_was_found_is_written_before_it_is_printed": PAGES,
    "report/test_html_browser.py": ("proofs_check/report",),
    "report/test_html_pictures.py::test_the_page": PAGES,
    "report/test_html_trace.py::test_what_is_not_drawn_has_its_reason": (*PAGES, *CHECKER),
    "report/test_readme.py::test_block": ("README.md", "proofs_check", "reference"),
    "report/test_screens.py::test_a_page_says_nothing_twice_and_leaves_no_blank": PAGES,
    "report/test_screens.py::test_bars_are_as_long_as_the_ratios_of_real_runs": PAGES,
    "report/test_screens.py::test_planted_variants_stand_on_the_page_with_their_fate": PAGES,
    "report/test_site.py": PAGES,
    "report/test_tours.py::test_a_page_of_the_site_for_each_tour": PAGES,
    "report/test_tours.py::test_every_link_of_the_site_leads_somewhere": (
        "README.md",
        "proofs_check",
        "reference",
    ),
    "report/test_tours.py::test_what_a_tour_shows_is_what_is_printed": (
        "README.md",
        "proofs_check",
        "reference",
    ),
    "robustness": (*RUNS, "proofs_check/commands", "proofs_check/audit", "reference/trace"),
    "structure/test_tools.py::test_help": ("tests",),
    "trace/test_hostile.py::test_memory_does_not_grow_with_the_run": CHECKER,
    "twins/test_letters.py::test_every_letter_has_one_value_on_every_run": CLAIMS,
    "vectors/test_vectors.py::test_every_line_has_the_schema": ("proofs_check/vectors",),
    "vectors/test_vectors.py::test_regeneration_gives_the_same_bytes": (
        "proofs_check",
        "reference",
    ),
}
"""What each is about, besides its own folder of tests."""


LIST = re.compile(rb"^SLOW = \{.*?^\}", re.MULTILINE | re.DOTALL)
"""Which tests are slow is no subject of these tests."""


def slow() -> list[str]:
    """Return the keys of SLOW."""
    tree = ast.parse((ROOT / "tests/conftest.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SLOW":
            return list(ast.literal_eval(node.value))
    raise SystemExit("ci: tests/conftest.py has no SLOW")


def tracked(root: Path) -> list[str]:
    """Return the files that git has here."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True)
    return sorted(done.stdout.decode().split("\0")[:-1])


def digest(test: str, files: list[str], root: Path) -> str:
    """Return the digest of a slow test's folder and subjects."""
    room = test.partition("/")[0]
    prefixes = (f"tests/{room}", "tests/conftest.py", *SUBJECTS[test])
    content = hashlib.sha256()
    for name in files:
        if any(name == p or name.startswith(p + "/") for p in prefixes) and (root / name).is_file():
            text = (root / name).read_bytes()
            text = LIST.sub(b"", text) if name == "tests/conftest.py" else text
            content.update(f"{name}\0".encode() + text + b"\0")
    return content.hexdigest()


def unchanged(root: Path, passed: dict[str, str]) -> list[str]:
    """Return the slow tests that passed as they are."""
    try:
        files = tracked(root)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [test for test in slow() if passed.get(test) == digest(test, files, root)]


def main(words: list[str]) -> None:
    """Print, or write."""
    if words == ["--write"]:
        files = tracked(ROOT)
        found = {test: digest(test, files, ROOT) for test in slow()}
        PASSED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    passed = json.loads(PASSED.read_text(encoding="utf-8")) if PASSED.is_file() else {}
    out = unchanged(ROOT, {} if os.environ.get("CI_ALL") else passed)
    if words == ["--due"]:
        out = [test for test in slow() if test not in out]
    print("".join(f"tests/{test}\n" for test in out), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
