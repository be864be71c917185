"""The front doors stay true: README.md, CONTRIBUTING.md, the pages of reference, audit and kit.
Their commands are run, their output and figures compared.

A `console` block is run line by line in an empty directory; what it shows must be what is printed
(stdout), where `...` stands for any text, and every command must end with status 0. A `pycon` block
is a doctest. Every other command, in plain blocks or in lines of text, is listed in ELSEWHERE with
the reason, or the test that runs it or something like it; for programs of the reader's the C++ twin
stands in.
"""

from __future__ import annotations

import csv
import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.figure_1 import figure_1
from reference.support.versions import VERSION
from tests.called import Command
from tests.paths import RESULTS, ROOT
from tests.report.markdown import blocks, spans

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "README.md", "CONTRIBUTING.md", "reference/README.md", "proofs_check/kit/README.md",
        "proofs_check/README.md",
    )
]  # fmt: skip
TOURS = "proofs_check/tours"
PROGRAMS = ("ucrl-lp ", "proofs-check ", "python ", "UCRL_LP_", "ruff ", ".ci/")
CONSOLE = [block for page in PAGES for block in blocks(page, "console")]
RUN = [*CONSOLE, *(block for page in PAGES for block in blocks(page, "pycon"))]

MEASURES, LONG = "measures, and compares nothing", "runs as long as somebody waits for it"
ELSEWHERE = {
    "proofs-check lemmas RUN": "tests/evaluation/test_lemmas_command.py",
    "proofs-check paper ucrl-lp.tex": "tests/ledger/test_corrected.py",
    "proofs-check judge": "tests/judge/test_judge.py",
    "proofs-check kit --write DIR": "tests/kit/test_offline.py",
    "proofs-check kit --read DIR": "tests/kit/test_offline.py",
    "ucrl-lp simulate epochs": "tests/by_epochs/test_check.py",
    ".ci/wheel PYTHON": ".ci/run",
    "ucrl-lp simulate resume DIR": "tests/figure1/test_simulation.py",
    "proofs-check audit --full --store DIR": "tests/robustness/test_disk.py",
    "ucrl-lp simulate figure1 --out figure1 --dask ADDRESS": "tests/figure1/test_dask.py",
    "proofs-check audit --full --store full --dask ADDRESS": "tests/figure1/test_dask.py",
    "proofs-check trace a.jsonl b.jsonl c.jsonl --dask ADDRESS": "tests/figure1/test_dask.py",
    "proofs-check coq --record": "tests/machine_checked/test_record.py",
    "proofs-check coq --side-by-side proofs_check/coq/SIDE_BY_SIDE.md": (
        "tests/machine_checked/test_side_by_side.py"
    ),
    "proofs-check explain E-18": "tests/cli/test_explain.py",  # as of any number
    "proofs-check coq --define LABEL": "tests/machine_checked/test_statements.py",
    "proofs-check coq --write-statements": "tests/machine_checked/test_statements.py",
    "python -m tests.report.layout": "tests/report/test_html.py",
    "proofs-check coq --confirm": "tests/machine_checked/test_page.py",  # its rows; it needs Rocq 9
    "proofs-check trace --coverage": "tests/conformance/test_coverage.py",
    "python -m tests.schemas": "tests/structure/test_schemas.py",
    "python -m pip install . && python -m proofs_check": ".ci/run",
    """python -m pip install '.[test]' && python -m pytest -n 2 -m "not slow\"""": ".ci/run",
    "python -m pip install '.[gym]'": ".ci/run",
    "python -m pip install '.[docs]'": ".ci/run",
    "python -m pip install . pytest": ".ci/run",
    "python -m proofs_check.sampled_runs": "tests/evaluation/test_committed_runs.py",  # plays them
    ".ci/run": "these tests are a part of it",
    ".ci/nightly": "these tests are a part of it",
    ".ci/passed.json": "tests/structure/test_ci.py",
    "python .ci/changed.py": "tests/structure/test_ci.py",
    "python .ci/changed.py --run [TEST ...]": "tests/structure/test_ci.py",
    "ruff check . && ruff format --check . && mypy": ".ci/run",
    "python -m pip install -e '.[dev]'": ".ci/run",
    'python -m pytest -n 2 -m "not slow" tests/ledger': ".ci/run",
    "python -m tests.bench.judges": "tests/bench/test_judges.py",
    "python -m tests.ledger.test_claim_figures": "tests/ledger/test_claim_figures.py",
    "python -m tests.algorithm.trace_digests": "tests/algorithm/test_trace_digests.py",
    "python -m tests.ledger.unassigned SOURCE.tex": "tests/ledger/test_inventory.py",
    "ucrl-lp env show NAME": "tests/cli/test_cli.py",
    "ucrl-lp env show tight": "tests/environments/test_environments.py",
    "ucrl-lp simulate tight --out tight": "tests/figure1/test_tight.py",
    "ucrl-lp run --env NAME --T 100 --out run.jsonl": "tests/cli/test_cli.py",
    "ucrl-lp run --env tiny --T 50 --reading KEY=CHOICE --out run.jsonl": "tests/cli/test_cli.py",
    "ucrl-lp simulate figure1 --smoke --algorithms NAME ucrl2-chain --out small": (
        "tests/figure1/test_simulation.py"
    ),
    "ucrl-lp simulate figure1 --out figure1": "tests/figure1/test_simulation.py",
    "ucrl-lp simulate sensitivity": "tests/figure1/test_sensitivity.py",
    "ucrl-lp simulate compare": "tests/figure1/test_simulation.py",
    "ucrl-lp run --resume RUN": "tests/cli/test_cli.py",
    "ucrl-lp env show paper --json > paper.json": "tests/cli/test_cli.py",
    "ucrl-lp env show tiny --json": "tests/cli/test_cli.py",
    "proofs-check audit --planted": "tests/ledger/test_claims.py",
    "proofs-check report report": "tests/report/test_html.py",
    "proofs-check audit --full": "tests/ledger/test_runs.py",
    "proofs-check trace": "tests/trace/test_trace.py",
    "proofs-check trace failing.jsonl --all": "tests/kit/test_kit.py",
    "proofs-check explain RULE": "tests/conformance/test_trace_command.py",
    "proofs-check site SITE": "tests/report/test_tours.py",
    "proofs-check coq": "tests/machine_checked/test_build.py",
    "proofs-check judge run.jsonl": "tests/judge/test_judge.py",
    "proofs-check lemmas run.jsonl": "tests/evaluation/test_lemmas_command.py",
    "proofs-check kit --against COMMAND": "tests/kit/test_kit.py",
    "proofs-check audit --only LABEL --planted": "tests/ledger/test_claims.py",
    "proofs-check optimum": "tests/cli/test_proofs_cli.py",
    "proofs-check certificate": "tests/cli/test_proofs_cli.py",
    'proofs-check kit --against "./ucrl_lp play {mdp} {T} {delta} {seed} {episodes}" '
    "--keep failing.jsonl": "tests/implementations/test_twins.py",
    'proofs-check vectors --against "./ucrl_lp vectors"': "tests/implementations/test_twins.py",
    "python -m proofs_check.report.spec_page": "tests/report/test_spec.py",
    "python -m tests.mutation.score": "tests/mutation/test_score.py",
    "python -m tests.vectors.consumer": "tests/vectors/test_vectors.py",
    "python -m tests.bench": MEASURES,
    "python -m tests.bench.committed": "tests/bench/test_benchmarks.py",
    "python -m tests.bench --growth": MEASURES,
    "python -m tests.bench --largest": MEASURES,
    "python -m tests.mutation.mutants": LONG,
    "UCRL_LP_LONG=1 python -m pytest": LONG,
    "UCRL_LP_LONG=1 python -m pytest tests/fuzz/test_fuzz.py": LONG,
    "UCRL_LP_LONG=1 python -m pytest tests/mutation/test_score.py "
    "tests/implementations/test_twins.py": LONG,
}


# ----------------------------------------------------------------------------- commands


def in_lines(page: str) -> set[str]:
    """Commands in code spans, and in blocks that are not run as a whole."""
    plain = [
        line for _, language, text in blocks(page) if not language for line in text.split("\n")
    ]
    return {text for text in (*spans(page), *plain) if text.startswith(PROGRAMS)}


def sh(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "COLUMNS": "80"}
    return subprocess.run(
        command, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def steps(block: str) -> list[tuple[str, str]]:
    """(command, shown output) of a console block."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == "", "a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def agrees(shown: str, printed: str) -> bool:
    """`...` stands for any text, at the end of a block also for none."""
    shown = re.sub(r"^\.\.\.\n\Z", "...", shown, flags=re.MULTILINE)
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)


def shows_what_is_printed(language: str, block: str, folder: Path) -> None:
    """Run a block of a page, and compare."""
    if language == "pycon":
        test = doctest.DocTestParser().get_doctest(block, {}, "page", None, 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
        return
    for command, shown in steps(block):
        done = sh(command, folder)
        assert done.returncode == 0, (command, done.stderr)
        assert agrees(shown, done.stdout), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize(
    "line, language, block",
    [pytest.param(*b, marks=[pytest.mark.extra("gym")] * ("frozenlake" in b[2])) for b in RUN],
    ids=[f"{k}-line-{b[0]}" for k, b in enumerate(RUN)],
)
def test_block(
    line: int, language: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shows_what_is_printed(language, block, tmp_path)


def test_a_block_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    assert agrees("a\n...\nc\n", "a\nb\nb\nc\n") and agrees("a\n...\n", "a\nb\n")
    assert not agrees("a\n...\nd\n", "a\nb\nc\n")
    assert not agrees("", "a\n")
    assert sh("exit 3", tmp_path).returncode == 3


def test_every_command_is_run_here_or_elsewhere() -> None:
    here = {command for _, _, block in CONSOLE for command, _ in steps(block)}
    assert set().union(*map(in_lines, PAGES)) - here == set(ELSEWHERE)
    assert all((ROOT / where).exists() for where in ELSEWHERE.values() if "/" in where)


def test_options_and_modules_named_on_the_pages_exist(
    ucrl_lp: Command, proofs_check: Command
) -> None:
    names_options_that_exist(PAGES, ucrl_lp, proofs_check)


def names_options_that_exist(pages: Iterable[str], ucrl_lp: Command, proofs_check: Command) -> None:
    """Options are in the help of a command, modules can be found."""
    judge = ("audit", "report", "explain", "trace", "kit", "certificate write")
    helps = [proofs_check(*words.split(), "--help").out for words in judge]
    simulate = ("simulate", "simulate figure1", "simulate compare")
    helps += [ucrl_lp(*words.split(), "--help").out for words in ("run", *simulate)]
    for span in (span for page in pages for span in spans(page)):
        for option in re.findall(r"^(--[a-z-]+)", span):
            assert any(option in text for text in helps) or option.startswith("--ucrl-lp-"), option
        for module in re.findall(r"python -m (tests\.\w+|proofs_check\.\w+)", span):
            assert importlib.util.find_spec(module), module


# ----------------------------------------------------------------------------- figures and links


def test_wins_in_figure_1() -> None:
    WINS = figure_1().wins
    assert set(figure_1().trials.values()) == {10}
    regret: dict[tuple[str, str], dict[str, float]] = {}
    with open(RESULTS / "figure1.csv", encoding="ascii", newline="") as data:
        for row in csv.DictReader(data):
            of = regret.setdefault((row["algorithm"], row["T"]), {})
            of[row["seed"]] = float(row["regret"])
    page = PAGES[2]
    assert f"| T | {' | '.join(map(str, WINS))} |" in page
    for other, words in (
        ("ucrl2-chain", "the continuing chain"),
        ("ucrl2-fh", "layers and horizon"),
    ):
        wins = {}
        for T in WINS:
            mine, theirs = regret["ucrl-lp", str(T)], regret[other, str(T)]
            assert list(mine) == list(theirs)
            wins[T] = sum(mine[seed] < theirs[seed] for seed in mine)
        (line,) = [x for x in page.splitlines() if words in x and x.startswith("| of")]
        assert line.endswith(f"| {' | '.join(map(str, wins.values()))} |")
        assert other != "ucrl2-chain" or wins == WINS


def test_the_readme_counts_the_planted_faults() -> None:
    statements.load()
    number = sum(len(claim.planted) + len(claim.variants) for claim in REGISTRY.values())
    assert f"| {number} of {number} planted faults refuted |" in PAGES[-1]


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 535


def test_the_readme_has_no_word_that_only_insiders_know() -> None:
    """`completion`, `planted` and the like are explained on the pages that it leads to."""
    said = re.sub(r"\]\([^)]*\)|`[^`]*`", " ", README).lower()
    strange = r"clipped|twins?|chain|rooms?|cells?|planted|lower probability|completion|tiers?"
    said = said.replace("ucrl2 (chain)", " ").replace('restarts for ever ("chain")', " ")
    assert set(re.findall(rf"\b({strange})\b", said)) == set()


def test_the_readme_has_three_doors_and_one_figure() -> None:
    doors = README.split("## Three doors")[1].split("\n## ")[0]
    assert len(blocks(doors)) == 3 and doors.count("![") == README.count("![") == 1
    for who in ("auditor", "implementer", "reviewer"):
        assert f"]({TOURS}/{who}.md)" in doors


def test_the_times_in_the_readme() -> None:
    """Of an idle machine, rounded up: the tests from what each folder costs."""
    of = json.loads((ROOT / "tests/rooms.json").read_text(encoding="utf-8")).values()
    tests, seconds = (sum(costs[key] for costs in of) for key in ("tests", "processor"))
    assert f"runs {round(tests, -3)} tests (four minutes on two cores)" in " ".join(README.split())
    assert 2 * 60 < seconds / 2 < 4 * 60


def test_the_caption_of_figure_1_names_both_versions_of_ucrl2() -> None:
    """What the command prints of the committed trials, and the counts for the other version."""
    counts, said = figure_1(), " ".join(README.split())
    for label, wins in (("chain", counts.wins), ("layers and horizon", counts.wins_known_horizon)):
        assert label in said
        long = ", ".join(f"{n} of {counts.trials[T]}" for T, n in wins.items())
        short = ", ".join(map(str, wins.values()))
        assert f"in {long} trials (T = {', '.join(map(str, wins))})" in said or short in said
    assert "UCRL-LP has smaller regret than UCRL2 (chain) in 3 of 10, 0 of 10, 3 of 10" in said


def ahead_from(rows: list[dict[str, str]]) -> dict[str, str]:
    """Return for each setting the least tested T from which on UCRL-LP's regret is less on average
    than that of both versions of UCRL2; "" if at no T."""
    ratios: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row["claim"].startswith("< UCRL2"):
            ratios.setdefault(row["setting"], {}).setdefault(row["T"], []).append(
                float(row["figure"])
            )
    first = {}
    for setting, at in ratios.items():
        behind = [float(T) for T, of in at.items() if max(of) >= 1 or len(of) != 2]
        after = [float(T) for T in at if float(T) > max(behind, default=0)]
        first[setting] = f"{min(after):.0f}" if after else ""
    return first


def test_the_readme_says_when_ucrl_lp_is_ahead() -> None:
    """The sentence of the front page, read off the committed settings; a changed ratio shows."""
    with open(RESULTS / "claims.csv", encoding="ascii", newline="") as data:
        rows = list(csv.DictReader(data))
    first, said = ahead_from(rows), " ".join(README.split())
    words: dict[str, dict[str, tuple[str, ...]]] = {
        "1000": {
            "greedy or previous actions where LP1 is silent": ("greedy", "greedy*", "previous"),
            "dual simplex": ("GLOP dual-simplex",),
            "UCRL2's ties random": ("UCRL2 random ties",),
            "log10": ("log10*",),
        },
        "10000": {"UCRL2's rewards above 1": ("UCRL2 free",)},
        "100000": {"our defaults": ("defaults", "twin*")},
        "": {
            "first actions": ("first",),
            "random ties": ("random ties*",),
            "log2": ("log2*",),
            "dense or bottleneck P": ("P dirichlet-dense*", "P bottleneck*"),
            "0-1 rewards": ("r zero-one*",),
        },
    }
    assert f"Of [{len(first)} unstated settings]" in said
    sentence = said.partition(" unstated settings]")[2]
    parts = dict(zip(words, sentence.split(", from ", 3), strict=True))
    for T, choices in words.items():
        named = [setting for settings in choices.values() for setting in settings]
        all_of_it = [setting for setting, at in first.items() if at == T]
        since = {"1000": "from T = 1000", "": "no T"}.get(T, T)
        assert f"{since} in {len(all_of_it)} (" in parts[T]
        assert set(named) <= set(all_of_it)
        assert T == "100000" or len(named) == len(all_of_it), "each is named"
        assert all(phrase in parts[T] for phrase in choices)
    planted = [r | {"figure": "1.01"} if r["setting"] == "log10*" else r for r in rows]
    assert ahead_from(planted)["log10*"] != first["log10*"]


def test_contributing_names_every_step_of_a_statement() -> None:
    """A theorem that is named makes the committed record stale: the record is a step."""
    steps = PAGES[1].split("## A statement\n")[1].split("\n## ")[0]
    for file in ("record.json", "statuses.json", "figures.json", "SIDE_BY_SIDE.md"):
        assert f"/{file}" in steps
    assert "proofs-check coq --record" in steps and "is not what the record pins" in steps


def test_citation_is_of_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    for line in (
        "cff-version: 1.2.0", "type: software", "authors:", "references:",
        f"version: {VERSION}", f"license: {project['license'].partition(' ')[0]}",
    ):  # fmt: skip
        assert line in lines
    assert any(line.startswith("message: ") for line in lines)
    assert README.startswith("# " + next(x for x in lines if x.startswith("title: "))[8:-1])
