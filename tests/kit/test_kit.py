"""The kit: which case fails and why, the smallest one, the pytest plugin, its page's example."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from proofs_check.kit import implementations
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import CASE_DELTAS, SIZES, Case, numbered_case
from proofs_check.kit.shrink import smallest
from proofs_check.kit.strategies import cases
from reference.environments import mdp_text, parse_mdp
from reference.support import process_groups
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError
from tests.called import Command
from tests.mutation.apply_faults import (
    Fault,
    build,
    compiler,
    cpp_implementation,
    numpy_implementation,
)
from tests.mutation.faults import FAULTS
from tests.paths import ROOT

BY_ID = {fault.id: fault for fault in FAULTS}
Record = dict[str, Any]


def records(case: Case, tmp_path: Path) -> list[Record]:
    lines = Path(str(numpy_implementation(tmp_path)(case))).read_text().splitlines()
    return [json.loads(line) for line in lines]


# ----------------------------------------------------------------------------- cases


def test_games_are_numbered_valid_and_varied() -> None:
    drawn = [numbered_case(k) for k in range(1, 61)]
    assert str(drawn[6]) == str(numbered_case(7)) != str(numbered_case(7, seed=1))
    assert {few for few, _ in SIZES} <= {
        few for g in drawn for few, many in SIZES if few <= g.episodes <= many
    }
    assert {g.mdp.L for g in drawn} == {1, 2, 3, 4}
    assert {g.mdp.A for g in drawn} == {1, 2, 3}
    assert {g.delta for g in drawn} == set(CASE_DELTAS)
    assert any(g.T * g.mdp.X * g.mdp.A > 2**31 for g in drawn)
    assert any(g.T == g.episodes for g in drawn)
    assert all(numbered_case(k, horizon=False).T == numbered_case(k).episodes for k in range(1, 9))
    with pytest.raises(PreconditionError):
        numbered_case(1, seed=-1)


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(case=cases(max_episodes=30))
def test_strategy(case: Case, tmp_path_factory: pytest.TempPathFactory) -> None:
    """@given(cases()) is how users write properties of their own."""
    assert 1 <= case.episodes <= case.T
    failure, verdict = kit.judge(numpy_implementation(tmp_path_factory.getbasetemp()), case)
    assert failure is None, failure.text
    assert verdict.episodes == case.episodes


# ----------------------------------------------------------------------------- one case

CASE = numbered_case(6)


def failing(change: Any, tmp_path: Path) -> tuple[str, str]:
    """(rule, text) for an implementation whose records are changed."""

    def play(case: Case) -> list[Record]:
        played = records(case, tmp_path)
        return change(played) or played

    failure, _ = kit.judge(play, CASE)
    assert failure is not None
    assert bool(failure.trace) == (failure.rule not in ("crashed", "slow"))  # what was played
    return failure.rule, failure.text


def test_another_game_than_the_one_asked_for(tmp_path: Path) -> None:
    near = Fraction(CASE.delta) * (1 + Fraction(1, 2**45))  # 2^-46 is admitted: last bits that a
    nearly = f"{near.numerator}/{near.denominator}"  # reader of JSON loses
    for name, value in (("T", CASE.T + 1), ("delta", 0.25), ("delta", nearly)):
        rule, text = failing(lambda r, n=name, v=value: r[0].update({n: v}), tmp_path)
        assert rule == "case"
        said = float(near) if value == nearly else value
        assert f"the header has {name} = {said}; the case has {getattr(CASE, name)}" in text
    assert float(near) != CASE.delta  # two numbers that look different
    fewer = records(replace(CASE, episodes=CASE.episodes - 1), tmp_path)
    assert failing(lambda played: fewer, tmp_path)[0] == "case"


def test_malformed_and_crashed(tmp_path: Path) -> None:
    rule, text = failing(lambda r: r[1].update(extra=1), tmp_path)
    assert (rule, "extra" in text) == ("malformed", True)
    assert failing(lambda r: r[:-1], tmp_path)[0] == "malformed"
    assert failing(lambda r: 1 / 0, tmp_path)[0] == "crashed"
    lines = [json.dumps(r) for r in records(CASE, tmp_path)]
    assert kit.judge(lambda case: lines, CASE)[0] is None


# ----------------------------------------------------------------------------- many cases


@pytest.mark.parametrize(
    ("fault", "rule", "episodes"),
    [("half-radius", "q_hat-radius", 60), ("strictly-more", "epoch-missing", 3),
     ("x_L-not-counted", "eps", 1), ("wrong-mean", "possible", 2)],
)  # fmt: skip
def test_smallest_game(fault: str, rule: str, episodes: int, tmp_path: Path) -> None:
    """A failing case becomes small, still fails, and its report names rule, equation and place."""
    implementation = numpy_implementation(tmp_path, BY_ID[fault])
    with pytest.raises(kit.NotConforming) as e:
        kit.check_implementation(implementation)
    outcome = e.value.outcome
    assert outcome.case is not None
    assert outcome.failure is not None
    assert outcome.failure.rule == rule
    assert outcome.case.episodes <= episodes
    again, _ = kit.judge(implementation, outcome.case)
    assert again is not None
    assert again.text == outcome.failure.text
    report = str(e.value)
    assert f"broken: rule {rule} [" in report
    assert "smallest failing case: T = " in report
    text = report[report.index("on\n") + 3 :]
    assert mdp_text(parse_mdp(text)) == mdp_text(outcome.case.mdp)  # it can be pasted into a file


def test_nothing_can_be_left_out_of_the_smallest(tmp_path: Path) -> None:
    """A case fails iff layer 1 has at least two states and T >= 5: nothing else is left."""
    case = numbered_case(7)
    while case.mdp.L < 3 or case.mdp.layers[1] < 3:
        case = numbered_case(case.seed % 1000)

    def condition(g: Case) -> int | None:
        return g.episodes if g.mdp.L >= 2 and g.mdp.layers[1] >= 2 and g.T >= 5 else None

    minimum = smallest(case, condition, tries=2000)
    assert (minimum.mdp.layers, minimum.mdp.A, minimum.T) == ((1, 2, 1), 1, 5)
    assert (minimum.seed, minimum.delta) == (0, 0.1)
    assert smallest(case, condition, tries=1) is case
    assert smallest(case, lambda g: None) is case


def test_an_implementation_that_is_not_deterministic(tmp_path: Path) -> None:
    """It fails, and the report says that it passed the second time."""
    calls: list[int] = []

    def moody(case: Case) -> list[Record]:
        calls.append(1)
        played = records(case, tmp_path)
        if len(calls) == 1:
            played[0]["T"] = 10**9
        return played

    with pytest.raises(kit.NotConforming, match=r"but not in a\s+second run"):
        kit.check_implementation(moody)


def test_report_of_a_right_implementation(tmp_path: Path) -> None:
    said: list[str] = []
    right = numpy_implementation(tmp_path)
    report = kit.check_implementation(right, runs=4, on_progress=said.append).report()
    assert report.startswith("all cases pass: 4 cases, ") and "rules never applied: " in report
    assert said == [f"case {k}/4" for k in range(1, 5)]
    with pytest.raises(PreconditionError):
        kit.check_implementation(right, runs=0)


# ----------------------------------------------------------------------------- commands

SCRIPT = """
import sys
from tests.implementations.numpy.numpy_twin import play
from reference.environments import read_mdp
mdp, T, delta, seed, out = sys.argv[1:6]
play(read_mdp(mdp), int(T), delta=float(delta), seed=int(seed), out=out, force=True)
if out == "/dev/stdout" and "--noise" in sys.argv:
    print("done")
"""


def test_command(tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # the script imports a twin of the tests
    script = tmp_path / "my twin.py"
    script.write_text(SCRIPT)
    start = f"'{sys.executable}' '{script}' {{mdp}} {{T}} {{delta}} {{seed}}"
    status, out, _ = proofs_check("kit", "--against", f"{start} {{out}}", "--runs", 4)
    assert status == OK and "all cases pass: 4 cases" in out
    kept, noisy = tmp_path / "lost.jsonl", f"{start} /dev/stdout --noise"
    status, _, err = proofs_check("kit", "--against", noisy, "--runs", 1, "--keep", kept)
    assert status == FALSE and "malformed" not in err
    assert kept.read_bytes().endswith(b"done\n")


@pytest.mark.parametrize(
    ("busy", "rule", "text"),
    [
        ("exec('while 1: pass')", "slow", "no result after 1 seconds of processor time"),
        ("import time; time.sleep(60)", "no answer", "the machine may have been busy"),
        ("import subprocess, sys; subprocess.run([sys.executable, '-c', 'while 1: pass'])",
         "slow", "no result after 1 seconds of processor time"),
    ],
)  # fmt: skip
def test_a_slow_command_is_not_played_again(
    busy: str, rule: str, text: str, tmp_path: Path, proofs_check: Command
) -> None:
    """The processor's time decides, of all that it starts; the clock only that there is no
    answer."""
    calls, script = tmp_path / "calls", tmp_path / "busy.py"
    script.write_text(f"open({str(calls)!r}, 'a').write('x'); {busy}")
    line, clock = f"'{sys.executable}' '{script}' {{mdp}} {{T}}", 60 if rule == "slow" else 2
    outcome = kit.run_cases(kit.command(line, 1, clock=clock), runs=3)
    assert outcome.report().startswith(f"{rule} in case 1; 0 cases passed before")
    assert text in " ".join(outcome.report().split()) and "smallest" not in outcome.report()
    assert outcome.case is not None and str(outcome.case) == str(numbered_case(1))
    assert len(calls.read_text() if calls.exists() else "") <= 1  # it may not even have started
    done = proofs_check("kit", "--against", line, "--seconds", 1, "--clock", clock)
    assert done.status == UNDECIDED and done.out.startswith(rule)


def test_what_a_program_wrote_before_it_crashed_is_checked(
    tmp_path: Path, proofs_check: Command
) -> None:
    """The rule that is broken there is named; what conforms so far has only crashed. Both are
    kept."""
    played = records(CASE, tmp_path)
    k = next(k for k, r in enumerate(played) if r["record"] == "episode")
    played[k]["r"][0] = 7

    def crashing(lines: list[Record]) -> Any:
        yield from lines
        raise ValueError("infeasible")

    failure, _ = kit.judge(lambda case: crashing(played[: k + 2]), CASE)
    assert failure is not None and (failure.rule, failure.then) == ("reward", "crashed")
    assert "then it crashed: the implementation raised ValueError: infeasible" in failure.text
    failure, _ = kit.judge(lambda case: crashing(played[:k]), CASE)
    assert failure is not None and (failure.rule, failure.then) == ("crashed", "")
    kept, script = tmp_path / "kept.jsonl", tmp_path / "crash.sh"
    script.write_text('printf \'{"record": "header"\'; echo why >&2; exit 3')
    line = f"sh '{script}' {{mdp}} {{T}}"
    done = proofs_check("kit", "--against", line, "--runs", 1, "--keep", kept)
    assert done.status == FALSE and done.out.startswith("crashed (first in case 1")
    assert kept.read_text() == '{"record": "header"'
    script.write_text("exit 3")
    done = proofs_check("kit", "--against", line, "--runs", 1, "--keep", tmp_path / "none")
    assert "the program wrote nothing" in done.out


def test_workers_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    script = tmp_path / "my twin.py"
    wrong = SCRIPT.replace("delta=float(delta)", "delta=float(delta) * (1 + (int(T) > 80))")
    script.write_text(wrong)
    line = f"'{sys.executable}' '{script}' {{mdp}} {{T}} {{delta}} {{seed}} {{out}}"
    reports = [
        kit.run_cases(kit.command(line), runs=6, shrink=False, workers=n).report() for n in (1, 2)
    ]
    assert reports[0] == reports[1] and "first in case" in reports[0]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exec yes", "RuntimeError: the command wrote more than 100000 bytes"),
        ("exec yes >&2", "RuntimeError: the command wrote more than 100000 bytes"),
        ("exec yes > {out}", "RuntimeError: the command wrote more than 100000 bytes"),
        ("ln -s /dev/zero {out}", "status 0, but {out} is not a file"),
        ("mkfifo {out}", "status 0, but {out} is not a file"),
        ("kill -SEGV $$", "RuntimeError: Segmentation fault"),
        ("exit 7", "the implementation raised RuntimeError: exit status 7"),
        ('[ -z "$(cat)" ] && exit 9', "exit status 9"),  # nothing is on standard input
        ("printf '\\033[2Jall cases pass' >&2; exit 3", "status 3: \\x1b[2Jall cases pass"),
    ],
)
def test_a_hostile_command_costs_bounded_memory_and_prints_nothing_raw(
    script: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (implementations, process_groups):
        monkeypatch.setattr(module, "MOST_WRITTEN", 100_000)
    line = f"sh -c {shlex.quote(script)} {{mdp}} {{T}}"
    outcome = kit.run_cases(kit.command(line), runs=1, shrink=False)
    assert outcome.failure is not None and outcome.failure.rule == "crashed"
    assert said in outcome.failure.text


def test_a_gzipped_trace_is_a_trace(tmp_path: Path) -> None:
    def judged(fault: Fault | None) -> kit.CaseFailure | None:
        play = numpy_implementation(tmp_path, fault)
        return kit.judge(lambda c: gzip.compress(Path(str(play(c))).read_bytes()), CASE)[0]

    failure = judged(BY_ID["x_L-not-counted"])
    assert judged(None) is None
    assert failure is not None and kit.kept(failure, CASE).rule == "eps"


@pytest.mark.parametrize(
    "line", ["./mine {T}", "./mine {mdp}", "no-such-program {mdp} {T}", "open ' {mdp} {T}"]
)
def test_unusable_commands(line: str, proofs_check: Command) -> None:
    status, _, err = proofs_check("kit", "--against", line)
    assert status == USAGE and "command" in err


# ----------------------------------------------------------------------------- pytest, documents


def documented() -> str:
    """The whole test file on the kit's page."""
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "proofs_check/kit/README.md").read_text("utf-8"), re.DOTALL
    )
    (example,) = (block for block in blocks if "ucrl_lp_kit" in block)
    return str(example)


def under_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the test file of a folder under the plugin."""
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--ucrl-lp-runs", "5"]
    plugins = metadata.entry_points(group="pytest11")
    installed = any(plugin.value == "proofs_check.kit.pytest_plugin" for plugin in plugins)
    if not installed:
        line += ["-p", "proofs_check.kit.pytest_plugin"]
    return subprocess.run(
        [*line, "test_mine.py"], cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip


def test_documented_example(tmp_path: Path) -> None:
    """It runs as printed, under the plugin, and is lost for the reason that it states."""
    example = documented()
    assert 15 <= len([line for line in example.splitlines() if line.strip()]) <= 25
    (tmp_path / "test_mine.py").write_text(example)
    done = under_pytest(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "does not conform" in done.stdout
    assert done.stdout.count("broken: rule epoch-missing [Alg. 1 l. 12, R-1]") == 1
    assert "smallest failing case: T = 2, delta = 0.1, seed 0" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.skipif(compiler() is None, reason="no C++ compiler: the twin's fault is not applied")
def test_documented_divergence(tmp_path: Path) -> None:
    """What the page shows for the C++ twin with eps in place of eps / 2, but for the numbers
    that the compiler may round otherwise."""
    text = (ROOT / "proofs_check/kit/README.md").read_text("utf-8")
    (shown,) = re.findall(r"^does not conform .*?^\{", text, re.MULTILINE | re.DOTALL)
    implementation = cpp_implementation(build(tmp_path, BY_ID["cpp-half-radius"]))
    printed = kit.run_cases(implementation).report()[: len(shown)]
    assert shown.startswith(printed[: printed.index("found ")])
    assert shown.endswith(printed[printed.index("smallest failing case") :])


def test_all_cases_pass_with_what_was_never_decisive(tmp_path: Path) -> None:
    outcome = kit.run_cases(numpy_implementation(tmp_path), runs=6)
    report = outcome.report()
    assert outcome.failure is None and "never decisive, so not tested: " in report
    for cell in outcome.coverage.never():
        assert not outcome.coverage.hit[cell] and cell.split()[0] in report
    assert "mass 1e-8" in outcome.coverage.never() and outcome.coverage.hit["mass 1e-0"]


def test_a_wrong_use_of_the_fixture_is_told_in_a_line(tmp_path: Path) -> None:
    """Once a traceback: a command with a variable before its name."""
    play = 'ucrl_lp_kit("FAULT=x python mine.py {mdp} {T}")'
    (tmp_path / "test_mine.py").write_text(f"def test_mine(ucrl_lp_kit):\n    {play}\n")
    done = under_pytest(tmp_path)
    assert done.returncode == 1 and "command: cannot be run" in done.stdout, done.stdout
    assert "FAULT=x" in done.stdout
    assert "Traceback" not in done.stdout and "verdict.py" not in done.stdout
