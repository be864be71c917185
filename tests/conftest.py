"""Shared by all tests: Hypothesis without deadlines and with the same examples in every run, and
which tests are slow; the two command lines as fixtures."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from proofs_check.__main__ import main as proofs_check_main
from proofs_check.audit import kept
from reference.__main__ import main as ucrl_lp_main
from reference.support import console
from tests.called import Command, command

settings.register_profile(
    "project",
    deadline=None,  # no timed assertions
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # shared machines
)
settings.load_profile("project")

# Folder, file or file::test -> why it carries the marker `slow`; README's second command leaves it
# out, .ci/run runs it where what it depends on has changed (.ci/changed.py) and time is left,
# .ci/nightly always. A test with the marker `long` carries `slow`, too; nightly alone runs it.
SLOW = {
    "algorithm/test_by_backward_induction.py::test_a_trace_conforms_and_its_inequalities_hold": (
        "runs"
    ),
    "algorithm/test_by_backward_induction.py::test_the_verdict_is_that_of_the_table": "runs",
    "algorithm/test_lp1_page.py::test_more_lps_of_the_papers_size_are_the_same": (
        "LPs of the paper's size"
    ),
    "algorithm/test_lp1_page.py::test_the_other_small_lps_are_the_same": "750 LPs",
    "algorithm/test_on_vectors.py::test_a_planted_fault_gives_these_wrong_entries": (
        "many vectors for every fault"
    ),
    "algorithm/test_trace_digests.py": "every trace again, each stopped at ten places",
    "bench": "measures",
    "by_epochs/test_check.py::test_what_was_counted_conforms": "long runs",
    "by_epochs/test_law.py": "exact laws, thousands of draws, runs of the paper's size",
    "certificate/test_vipr.py::test_same_bytes_with_either_rational_type": "processes",
    "cli/test_explain.py::test_every_statement_is_printed_as_an_audit_of_it_alone_prints_it": (
        "audits"
    ),
    "cli/test_explain.py::test_planted_faults_are_counted_as_an_audit_counts_them": "audits",
    "cli/test_explain.py::test_what_a_browser_folds_is_folded_unless_asked_for": "every page twice",
    "cli/test_explain.py::test_what_is_kept_is_what_was_found": "audits",
    "cli/test_known_mdp.py::test_several_traces_and_a_page": "draws",
    "cli/test_verdict_words.py::test_what_lemmas_and_trace_print": "runs of every kind",
    "conformance/test_admitted.py::test_every_order_of_keys": "thousands of lines",
    "conformance/test_admitted.py::test_every_token_in_every_place_of_an_episode": "many lines",
    "conformance/test_conforming.py::test_all_conform": "240 runs",
    "conformance/test_conforming.py::test_the_reference_conforms": "a run for every choice",
    "conformance/test_expectation.py": "a thousand ways of two episodes",
    "conformance/test_fast.py::test_all_planted_faults": "six hundred traces by both tiers",
    "conformance/test_fast.py::test_all_vectors": "every vector by both tiers",
    "conformance/test_fast.py::test_conforming_runs_are_decided_by_the_fast_tier": "long runs",
    "conformance/test_fast.py::test_many_changed_runs": "750 changed traces by both tiers",
    "conformance/test_intervals.py::test_a_run_of_one_choice_under_the_name_of_another": (
        "many runs"
    ),
    "conformance/test_intervals.py::test_another_width_is_refused": "many runs",
    "conformance/test_never_learns.py::test_both_tiers_know_the_same_epoch": "runs by both tiers",
    "conformance/test_never_learns.py::test_the_kits_status": "a dozen programs",
    "conformance/test_not_covered.py::test_a_command_says_so_and_judges_nothing": "processes",
    "conformance/test_plain.py::test_a_trace": "processes",
    "conformance/test_plain.py::test_a_trace_as_text_as_a_page_and_from_a_pipe": "six processes",
    "conformance/test_plain.py::test_the_audit": "an audit, twice",
    "conformance/test_plain.py::test_the_kit": "many processes",
    "conformance/test_recorded_radii.py::test_the_commands": "runs, and the kit",
    "conformance/test_statistics.py::test_evidence_of_dependent_runs_does_not_multiply": (
        "many runs"
    ),
    "conformance/test_trace_command.py::test_both_rational_types_print_the_same_bytes": "processes",
    "environments/test_strategies.py::test_the_awkward_cases_occur": "searches",
    "evaluation/test_committed_runs.py::test_a_run_is_the_same_bytes_when_it_is_played_again": (
        "all runs"
    ),
    "evaluation/test_hostile.py::test_equalities_of_a_run_of_medium_length_are_decided_exactly": (
        "exact sums of a long run"
    ),
    "evaluation/test_hostile.py::test_theorem_4_without_X_is_false_on_64_bandits": "64 runs",
    "evaluation/test_lemmas_command.py::test_a_pipe_a_gzip_and_standard_input_are_the_same": (
        "processes"
    ),
    "evaluation/test_lemmas_command.py::test_html_draws_the_run": "draws",
    "evaluation/test_lemmas_command.py::test_memory_does_not_grow_with_T": "measures",
    "evaluation/test_numbers.py::test_each_step_between_numbers_holds_at_every_shape": (
        "hundreds of shapes"
    ),
    "evaluation/test_planted.py::test_a_false_variant_is_refuted": (
        "on sixteen runs, also what holds there; ledger/test_claims.py refutes each"
    ),
    "evaluation/test_planted.py::test_exactly_what_no_run_refutes_is_listed": (
        "every variant on all runs"
    ),
    "evaluation/test_sides.py::test_what_every_run_says_is_what_is_committed": (
        "every statement and its false variants on all runs"
    ),
    "evaluation/test_tight_ratios.py::test_the_pages_say_what_the_runs_say": "long runs",
    "figure1/test_dask.py": "clusters that lose their workers",
    "figure1/test_findings.py::test_a_committed_trial_repeats": "trials again",
    "figure1/test_sensitivity.py::test_the_grid_runs_and_resumes": "a whole grid",
    "figure1/test_simulation.py": "trials on several processes, interrupted and resumed",
    "figure1/test_tight.py::test_the_command_is_the_same_with_any_number_of_workers_and_resumed": (
        "again and again"
    ),
    "fuzz": "changed files by the hundred, traces by two judges",
    "guests/bench": "measures",
    "guests/comparison": "trials of every system",
    "guests/family/test_conformance.py": "long runs",
    "guests/family/test_play.py": "runs of every learner, honest and not",
    "guests/family/test_reader.py": "damaged runs of every learner",
    "guests/flat/test_causes.py": "a long run for every wrong constant",
    "guests/flat/test_flat_kit.py": "all cases of every kit",
    "guests/flat/test_hints.py": "every hint followed",
    "guests/flat/test_people_run.py": "runs of public code's variants",
    "guests/flat/test_planted.py": "a run for every learner, law and fault",
    "guests/flat/test_play_faults.py": "cases of every kit",
    "guests/flat/test_rechecks.py::test_a_discount_is_named": "runs of every learner",
    "guests/flat/test_rechecks.py::test_three_second_checks_for_a_divergence": "long runs",
    "guests/flat/test_settings.py": "a run for every setting and fault, and the kit",
    "guests/flat/test_supposed.py": "a run for every fault",
    "guests/flat/test_vacuous.py": "a long run for every case",
    "guests/flat/test_variants.py": "long runs of every variant of public code",
    "guests/fuzz": "small files, each in a process of its own",
    "guests/learners/test_adversarial.py": "long runs",
    "guests/learners/test_every_learner.py::test_learns_a_two_armed_bandit": "long runs",
    "guests/test_apart.py::test_no_test_of_the_core_needs_a_guest": "reads all tests",
    "guests/test_core_alone.py": "installs the core without the guests, and runs its tests",
    "guests/test_odd_inputs.py": "runs of every algorithm",
    "guests/test_plain.py": "processes of every algorithm",
    "guests/test_play.py::test_P1_an_action_that_is_recorded_as_improbable": (
        "runs of every learner"
    ),
    "guests/test_play.py::test_P2_the_least_probable_action_of_o_reps": "long runs",
    "guests/test_play.py::test_P7_first_visits_of_learners_that_plan_for_long": "long runs",
    "guests/test_play.py::test_P7_first_visits_that_are_not_chance": (
        "a hundred runs of every learner"
    ),
    "guests/test_play.py::test_honest_cases_are_no_evidence_together": "many runs",
    "guests/test_play_expectation.py": "a thousand ways",
    "guests/test_tools.py::test_help": "a process for every tool",
    "guests/vectors/test_vectors.py": "vectors of every algorithm",
    "implementations": "compiles, and plays long runs",
    "judge": "the proved judge, which Coq and OCaml build first",
    "kit/test_aimed.py::test_an_epoch_counter_of_8_bits": "hundreds of epochs",
    "kit/test_aimed.py::test_epochs_and_rewards_are_decided": "hundreds of epochs, three times",
    "kit/test_chance.py::test_a_seed_that_is_ignored_is_noticed": "a hundred runs",
    "kit/test_kit.py::test_a_slow_command_is_not_played_again": "programs that wait",
    "kit/test_kit.py::test_command": "the whole kit",
    "kit/test_kit.py::test_documented_divergence": "compiles",
    "kit/test_kit.py::test_smallest_game": "makes failing cases small",
    "kit/test_kit.py::test_strategy": "draws",
    "kit/test_kit.py::test_workers_find_the_same": "the kit twice",
    "kit/test_play_faults.py": "a kit for every fault",
    "ledger/test_claim_figures.py": "every comparison of every claim",
    "ledger/test_claims.py::test_number_of_workers_leaves_no_trace": "audits on several processes",
    "ledger/test_claims.py::test_planted_faults_are_refuted_with_a_witness": "audits every fault",
    "ledger/test_findings.py::test_numbers_do_not_depend_on_what_was_checked": "audits",
    "ledger/test_long_run.py::test_a_short_run": "a run of another size",
    "ledger/test_runs.py": "all runs of the suite, made again",
    "ledger/test_single_source.py::test_one_constant_changes_page_letter_table_and_check": (
        "audits of a copy"
    ),
    "machine_checked/test_attacks.py": "copies and builds",
    "machine_checked/test_build.py": "builds the Coq development",
    "machine_checked/test_cheats.py": "builds the Coq development",
    "machine_checked/test_definitions.py": "builds the Coq development",
    "machine_checked/test_dictionary.py": "builds the Coq development",
    "machine_checked/test_guard.py": "compiles shapes, plants faults in the rule",
    "machine_checked/test_library.py::test_the_bridge_rests_on_the_axioms_that_its_page_lists": (
        "builds in Coq"
    ),
    "machine_checked/test_library.py::test_the_library_is_built_alone_and_the_development_on_it": (
        "builds in Coq"
    ),
    "machine_checked/test_planted_statements.py": "hundreds of variants, each tried in Coq",
    "machine_checked/test_quoted.py::test_a_number_changed_in_python_is_told": (
        "a copy for every number"
    ),
    "machine_checked/test_quoted.py::test_an_audit_tells_it_and_ends_with_1": "an audit of a copy",
    "machine_checked/test_record.py::test_every_source_is_read_for_them": "reads all of Coq",
    "machine_checked/test_record.py::test_explain_shows_what_coq_prints": "audits",
    "machine_checked/test_statements.py::test_an_audit_without_coq_says_so": "an audit",
    "machine_checked/test_stronger.py": "builds the Coq development",
    "mutation": "hundreds of faulty implementations",
    "planted/test_hints.py": "every hint followed",
    "planted/test_planted.py::test_each_is_refused_by_the_rule_that_names_its_fault": "563 traces",
    "report/test_api.py": "pages of the API",
    "report/test_formulas.py::test_every_formula_is_typeset": "every page again",
    "report/test_formulas.py::test_the_embedded_fonts": "makes fonts",
    "report/test_html.py::test_a_page_says_what_made_it_and_how_to_repeat_it": "every page again",
    "report/test_html.py::test_every_theorem_leads_to_its_place": "every page again",
    "report/test_html.py::test_the_command_writes_what_it_found": "every page, three times",
    "report/test_html.py::test_the_same_findings_are_the_same_bytes_again": "every page again",
    "report/test_html.py::test_what_was_found_is_written_before_it_is_printed": "every page again",
    "report/test_html_browser.py": "a browser",
    "report/test_html_pictures.py::test_the_page": "draws every picture",
    "report/test_html_trace.py::test_a_trace_that_conforms": "draws",
    "report/test_html_trace.py::test_what_is_not_drawn_has_its_reason": "pages",
    "report/test_notebook.py::test_it_is_stored_with_what_it_prints_and_small": "runs the notebook",
    "report/test_readme.py::test_block": "runs what README shows",
    "report/test_screens.py::test_a_page_says_nothing_twice_and_leaves_no_blank": "audits",
    "report/test_screens.py::test_bars_are_as_long_as_the_ratios_of_real_runs": "audits",
    "report/test_screens.py::test_planted_variants_stand_on_the_page_with_their_fate": "audits",
    "report/test_screens.py::test_what_is_tested_stands_before_its_numbers": "audits",
    "report/test_site.py": "the whole site",
    "report/test_tours.py::test_a_page_of_the_site_for_each_tour": "pages of the site",
    "report/test_tours.py::test_every_link_of_the_site_leads_somewhere": "the whole site",
    "report/test_tours.py::test_what_a_tour_shows_is_what_is_printed": "runs what tours show",
    "robustness/test_disk.py": "full disks",
    "robustness/test_hostile_input.py": "a process for every input",
    "robustness/test_hygiene.py": "processes that are watched",
    "robustness/test_killed.py": "killed processes",
    "robustness/test_process_groups.py": "processes",
    "robustness/test_refused.py": "processes",
    "robustness/test_resumption_checked.py": "runs, resumed",
    "robustness/test_sizes.py::test_a_file_below_1_kB_asks_for_little": "processes",
    "robustness/test_sizes.py::test_a_thousand_states_in_a_layer": "24 million triples",
    "robustness/test_sizes.py::test_a_wrong_policy_of_a_thousand_states_is_refused": (
        "24 million triples"
    ),
    "robustness/test_sizes.py::test_layers_of_50_and_200_states": "long runs",
    "robustness/test_sizes.py::test_taxi_at_20_steps": "runs of gymnasium's Taxi",
    "robustness/test_solver.py": "a run for every fault",
    "robustness/test_stateful.py": "sequences of runs",
    "robustness/test_strays.py": "killed processes",
    "robustness/test_surroundings.py": "other environments",
    "robustness/test_two_processes.py": "processes",
    "structure/test_ci.py::test_a_planted_fault_is_noticed": "a copy for a fault in every room",
    "structure/test_tools.py::test_help": "a process for every tool",
    "trace/test_hostile.py::test_memory_does_not_grow_with_the_run": "measures",
    "trace/test_strict_json.py::test_ordinary_json_is_read_as_json_reads_it": "a thousand texts",
    "twins/test_letters.py::test_every_letter_has_one_value_on_every_run": "all runs",
    "vectors/test_offline.py::test_a_folder_is_scored_as_a_program_is": "all vectors, twice",
    "vectors/test_vectors.py::test_every_line_has_the_schema": "a thousand lines",
    "vectors/test_vectors.py::test_regeneration_gives_the_same_bytes": "makes all vectors",
}


# Extra that `test` does not bring -> a package of it. Tests that need one carry the marker
# `extra(NAME)`; .ci/run installs all and runs them.
EXTRAS = {"gym": "gymnasium", "docs": "pdoc", "distributed": "distributed"}


def slow_at(path: Path) -> tuple[str, ...]:
    """Return which tests of a file are slow; "" for all of them."""
    place = os.path.relpath(path, Path(__file__).parent)
    listed = (name.partition("::") for name in SLOW)
    return tuple(t for file, _, t in listed if place == file or place.startswith(f"{file}/"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read a file or folder of which all tests are left out."""
    return True if config.option.markexpr == "not slow" and "" in slow_at(collection_path) else None


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """Nor make the cases of a test that is left out."""
    left_out = collector.config.option.markexpr == "not slow" and name.startswith("test_")
    return [] if left_out and name in slow_at(collector.path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that stand in SLOW or are long; skip those whose extra is not installed."""
    slow = {path: slow_at(path) for path in {item.path for item in items}}
    absent = {name for name, package in EXTRAS.items() if find_spec(package) is None}
    for item in items:
        names = {"", getattr(item, "originalname", item.name)}
        if names & {*slow[item.path]} or item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)
        for name in sorted(absent & {mark.args[0] for mark in item.iter_markers("extra")}):
            why = f"the extra `{name}` is not installed: python -m pip install '.[{name}]'"
            item.add_marker(pytest.mark.skip(reason=why))


PROCESSOR = "processor"  # seconds, in a report
COSTS = Path(__file__).parent / "rooms.json"  # of README's second command, written by --rooms


def pytest_addoption(parser: pytest.Parser) -> None:
    """--rooms."""
    parser.addoption("--rooms", metavar="FILE", help="write what each folder of tests costs (JSON)")


class Rooms:
    """Tests and seconds of every folder, from the reports of all processes: by the clock, and of
    processor time, which a busy machine does not change much."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tests: Counter[str] = Counter()
        self.seconds: dict[str, float] = defaultdict(float)
        self.processor: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a report: preparation, call or clean-up of one test."""
        room = room_of(report.nodeid)
        self.tests[room] += report.when == "call"
        self.seconds[room] += report.duration
        spent = dict(report.user_properties).get(PROCESSOR, 0)
        self.processor[room] += spent if isinstance(spent, float) else 0

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print and write the rooms, the most expensive first."""
        costs = {}
        for room in sorted(self.tests, key=lambda room: -self.processor[room]):
            seconds, processor = round(self.seconds[room], 1), round(self.processor[room], 1)
            costs[room] = {"tests": self.tests[room], "seconds": seconds, "processor": processor}
            terminalreporter.write_line(
                f"{room:<20} {self.tests[room]:>6} tests {seconds:>9} s, of processor {processor}"
            )
        self.file.write_text(json.dumps(costs, indent=1) + "\n", encoding="utf-8")


class Spent:
    """Processor time of this process and its children, added to every report."""

    def __init__(self) -> None:
        self.last = sum(os.times()[:4])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add what was spent since the report before."""
        report = yield
        now = sum(os.times()[:4])
        report.user_properties.append((PROCESSOR, now - self.last))
        self.last = now
        return report


def room_of(nodeid: str) -> str:
    """The folder of a test below `tests`."""
    return nodeid.partition("::")[0].removeprefix("tests/").partition("/")[0]


def pytest_configure(config: pytest.Config) -> None:
    """Give each process of xdist whole files, so that what their tests share is made once. Record
    the rooms, if asked; a worker of xdist reports to the process that asks."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadfile"
    if config.getoption("--rooms"):
        config.pluginmanager.register(Spent(), "spent")
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Rooms(Path(config.getoption("--rooms"))), "rooms")


def announcement(costs: Path = COSTS) -> str:
    """What README's second command is about to run, and how long it took where it was measured."""
    rooms = json.loads(costs.read_text(encoding="utf-8")).values()
    tests, seconds = (sum(room[key] for room in rooms) for key in ("tests", PROCESSOR))
    return (
        f"about {tests} tests; where they were measured (tests/rooms.json) they took "
        f"{seconds / 60:.0f} minutes of processor time, half of that by the clock on two cores. "
        "Left out: the slow ones, python -m pytest -m slow (tests/README.md)"
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print at once what is about to run, where it is README's second command."""
    config = session.config
    every = config.args_source is not pytest.Config.ArgsSource.ARGS
    if every and config.option.markexpr == "not slow" and not hasattr(config, "workerinput"):
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line(announcement())


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Directory of what the last audit found, in place of the user's, for child processes too."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["UCRL_LP_CACHE"] = str(folder)
    return folder


@pytest.fixture(autouse=True)
def no_progress_of_slow_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test prints lines of progress because it takes long: only what says so at once."""
    monkeypatch.setattr(console, "FIRST", 3600.0)


@pytest.fixture(autouse=True)
def nothing_kept(cache: Path) -> None:
    """No test reads what another test's audit found."""
    (cache / kept.NAME).unlink(missing_ok=True)


@pytest.fixture
def ucrl_lp(capsys: pytest.CaptureFixture[str]) -> Command:
    """`ucrl-lp WORDS`: its status, standard output, standard error."""
    return command(ucrl_lp_main, capsys)


@pytest.fixture
def proofs_check(capsys: pytest.CaptureFixture[str]) -> Command:
    """`proofs-check WORDS`: its status, standard output, standard error."""
    return command(proofs_check_main, capsys)
