"""What both programs share on a terminal: versions, completion, colour, options, errors, width."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click
import pytest

import proofs_check.__main__ as checker
import reference.__main__ as runner
from proofs_check.sampled_runs.suite import FOREIGN
from reference.commands import run as run_command
from reference.running import choose
from reference.support import console
from reference.support.command_line import (
    SHELLS,
    WHOLE,
    Argument,
    CommandLine,
    Option,
    Options,
    run_program,
)
from reference.support.command_line import (
    Command as Called,
)
from reference.support.console import COLOURS, guarded, painted
from reference.support.errors import (
    FALSE,
    INTERNAL,
    INTERRUPTED,
    MALFORMED,
    OK,
    UNDECIDED,
    USAGE,
    MalformedInput,
    PreconditionError,
    UnusablePath,
    of_format,
)
from reference.support.versions import SPECIFICATION
from tests.called import Command
from tests.paths import ROOT

PARSERS = {"ucrl-lp": runner.parser, "proofs-check": checker.parser}
NAMED = r"(ucrl-lp|proofs-check)((?: [a-z][a-z0-9]*)+)(?: (--[a-z-]+))?"
FIRST = console.FIRST  # seconds
TRACE = str(FOREIGN / "foreign-rational.jsonl")


@pytest.fixture
def programs(ucrl_lp: Command, proofs_check: Command) -> dict[str, Command]:
    return {"ucrl-lp": ucrl_lp, "proofs-check": proofs_check}


def commands(program: str) -> dict[str, click.Command]:
    """Every command that runs something, by the words that call it."""

    def below(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
        if not isinstance(command, click.Group):
            yield words, command
            return
        context = click.Context(command)
        for name in command.list_commands(context):
            named = command.get_command(context, name)
            assert named is not None, name
            yield from below(f"{words} {name}".strip(), named)

    return dict(below("", PARSERS[program]()))


# ----------------------------------------------------------------------------- versions


@pytest.mark.parametrize("program", PARSERS)
def test_version_names_what_matters(program: str, programs: dict[str, Command]) -> None:
    status, out, _ = programs[program]("--version")
    first, second = out.splitlines()
    assert (status, first) == (OK, f"{program} {version('ucrl-lp')}")
    python = ".".join(map(str, sys.version_info[:3]))
    assert second == (
        f"Python {python}, OR-Tools {version('ortools')}, spec {SPECIFICATION}, trace format 1"
    )
    assert len(second) <= 80


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--version"], {"numpy", "ortools", "scipy"}),
        (["trace", TRACE, "--quiet"], {"ortools", "scipy"}),
    ],
)
def test_the_checker_does_not_load_what_it_does_not_need(words: list[str], heavy: set[str]) -> None:
    """Solvers take half a second and 40 MB; only traces of the family need SciPy."""
    code = (
        "import sys, proofs_check.__main__ as m\n"
        f"try: m.main({words})\n"
        "except SystemExit: pass\n"
        f"print({heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


# ----------------------------------------------------------------------------- completion


@pytest.mark.parametrize(
    "program, words, offered",
    [
        ("ucrl-lp", ("ru",), {"run"}),
        ("ucrl-lp", ("env", "s"), {"show"}),
        ("ucrl-lp", ("run", "--env", "frozenlake-4"), {"frozenlake-4x4"}),
        ("ucrl-lp", ("run", "--readings", "pr"), {"printed"}),
        ("proofs-check", ("tr",), {"trace"}),
        ("proofs-check", ("certificate", "w"), {"write"}),
        ("proofs-check", ("trace", "--stat"), {"--statistics"}),
        ("proofs-check", ("explain", "q_hat-o"), {"q_hat-optimal"}),
        ("proofs-check", ("vectors", "--kind", "conf"), {"confidence"}),
        ("proofs-check", ("completion", ""), set(SHELLS)),
    ],
)
def test_completion_in_bash(
    program: str, words: tuple[str, ...], offered: set[str], tmp_path: Path
) -> None:
    """What bash offers for the last of the words."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash: the completion script was not tried")
    package = {"ucrl-lp": "reference", "proofs-check": "proofs_check"}[program]
    (tmp_path / program).write_text(
        f"#!{sys.executable}\nfrom {package}.__main__ import main\nraise SystemExit(main())\n"
    )
    (tmp_path / program).chmod(0o755)
    function = f"_{program.replace('-', '_')}_completion"
    ask = (
        f'eval "$({program} completion bash)"\nCOMP_WORDS=({program} "$@"); COMP_CWORD=$#\n'
        f'{function} {program}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "-c", ask, "bash", *words], capture_output=True, text=True,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize("program", PARSERS)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_for_each_shell(
    program: str, shell: str, programs: dict[str, Command]
) -> None:
    status, script, _ = programs[program]("completion", shell)
    assert status == OK and program in script and f"{shell}_complete" in script


# ----------------------------------------------------------------------------- options, width


def test_every_command_has_json_and_quiet(programs: dict[str, Command]) -> None:
    pages = {
        f"{program} {words}": programs[program](*words.split(), "--help").out
        for program in PARSERS
        for words in commands(program)
        if words != "completion"
    }
    assert len(pages) == 25, sorted(pages)
    for name, text in pages.items():
        assert "  --json " in text and "  --quiet " in text, name
        assert re.search(r"--quiet +no progress on stderr\n", text), name
        assert max(map(len, text.splitlines())) <= 80, name


def test_the_help_of_an_experiment_fits_a_screen(programs: dict[str, Command]) -> None:
    """And names algorithms only where they can be chosen."""
    for words in commands("ucrl-lp"):
        if words.startswith("simulate"):
            text = programs["ucrl-lp"](*words.split(), "--help").out
            assert text.count("\n") <= 45, words
            shown = "--algorithm" in text
            assert shown is ("ucrl-lp-twin" in text), words


def test_every_command_that_a_help_text_names_exists(programs: dict[str, Command]) -> None:
    """And every option that stands beside its name."""
    known = {program: commands(program) for program in PARSERS}
    groups = {"", *(words.rpartition(" ")[0] for of in known.values() for words in of)}
    named = 0
    for program in PARSERS:
        for words in (*known[program], *groups - {""}, ""):
            text = programs[program](*words.split(), "--help").out
            text = re.sub(r"-\s+", "-", " ".join(text.split()))
            for other, called, option in re.findall(NAMED, text):
                called = called.strip()
                command = known[other].get(called)
                assert command or called in groups, (words, called)
                options = command.params if command else []
                assert not option or any(option in p.opts for p in options), (words, option)
                named += 1
    assert named > 10


def test_every_command_of_a_program_is_in_its_help(programs: dict[str, Command]) -> None:
    for program in PARSERS:
        text = programs[program]("--help").out
        for words in commands(program):
            assert f"\n  {words.split()[0]} " in text, words


def test_every_command_prints_narrow_text_or_json(
    tmp_path: Path, programs: dict[str, Command], monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {"layers": [1, 1], "A": 1, "N": [[[4]]], "N3": [[[[4]]]]}
    counts |= {"eps": [[["1/3"]]], "r_hat": [[["2/7"]]]}
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    question, vipr, run = "question.json", "a.vipr", "run.jsonl"
    Path(question).write_text(json.dumps(counts))
    consumer = f"{sys.executable} -m tests.vectors.consumer"
    told: list[tuple[str, int, list[str]]] = [
        ("ucrl-lp", OK, ["env", "list"]),
        ("ucrl-lp", OK, ["env", "show", "tiny"]),
        ("ucrl-lp", OK, ["run", "--env", "riverswim", "--T", "5", "--out", run, "--force"]),
        ("proofs-check", UNDECIDED, ["trace", run]),  # vacuous: five episodes decide nothing
        ("proofs-check", OK, ["trace", TRACE]),
        ("proofs-check", OK, ["explain", "rules"]),
        ("proofs-check", OK,
         ["certificate", "write", "--counts", question, "--out", vipr, "--force"]),
        ("proofs-check", OK, ["certificate", "check", vipr, "--counts", question]),
        ("proofs-check", FALSE, ["kit", "--runs", "1", "--against", "false {mdp} {T}"]),
        ("proofs-check", OK, ["vectors", "--kind", "confidence", "--against", consumer]),
        ("proofs-check", OK, ["audit", "--only", "thm:main:delta", "--workers", "1"]),
        ("proofs-check", OK, ["explain", "thm:main:delta", "--workers", "1"]),
    ]  # fmt: skip
    for program, expected, words in told:
        status, out, _ = programs[program](*words)
        assert status == expected, words
        assert 0 < max(map(len, out.splitlines())) <= 80, words
        assert "\x1b" not in out  # no terminal
        status, out, err = programs[program](*words, "--json", "--quiet")
        assert (status, err) == (expected, ""), words
        assert json.loads(out), words
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(counts).encode())))
    status, out, err = programs["proofs-check"]("optimum", "--json", "--quiet")
    assert (status, err, json.loads(out)["upper"]) == (OK, "", "2/7")


# ----------------------------------------------------------------------------- colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(COLOURS) + "\nHOLDSX no verdict"
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert painted(text) == text
    monkeypatch.setattr(sys, "stdout", Terminal())
    shown = painted(text)
    assert shown.count("\x1b[") == 2 * len(COLOURS)
    assert re.sub(r"\x1b\[\d+m", "", shown) == text  # colour adds nothing but colour
    assert "\x1b[31mdoes not conform\x1b[0m" in shown
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as set_to:
            set_to.setenv(name, value)
            assert painted(text) == text


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    console.ProgressLine(quiet=True)("half", last=True)
    assert screen.getvalue() == ""
    console.ProgressLine()("x" * 200, last=True)
    assert re.split(r"\r+", screen.getvalue().rstrip())[-1] == "x" * 79
    console.ProgressLine()("episodes", 30, 120, last=True)
    assert re.search(r"episodes \|\S+ +\| 30/120, .* left\s*$", screen.getvalue())


def test_progress_in_a_log_file_is_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("reference.support.console.time.monotonic", lambda: now)
    monkeypatch.setattr(console, "FIRST", FIRST)
    monkeypatch.setattr(sys, "stderr", log := io.StringIO())
    short = console.ProgressLine()
    short("half", last=True)
    assert log.getvalue() == ""  # what is short says nothing
    console.ProgressLine(quiet=True).begin("long work")
    assert log.getvalue() == ""
    line = console.ProgressLine()
    line.begin("long work")
    for done in range(1, 101):
        now = float(done)
        line("runs", done, 100, last=done == 100)
    began, *between, last = log.getvalue().splitlines()
    assert (began, last) == ("long work", "runs: 100 of 100") and 0 < FIRST < 3
    assert between[0] == "runs: 10 of 100, about 1:30 left" and len(between) == 9
    monkeypatch.setattr(sys, "stderr", late := io.StringIO())
    work = console.ProgressLine()
    now += 2
    work("episodes, epoch 3", 5, 10, left="stopping")
    assert late.getvalue() == "episodes, epoch 3: 5 of 10, stopping\n"
    late.close()
    now += 20
    work("episodes", 6, 10)  # nobody reads it: the work goes on


@pytest.mark.parametrize(
    "words", [("kit", "--against", "false {mdp} {T}", "--runs", "1"), ("explain", "(14)")]
)
def test_long_work_says_at_once_what_begins(words: tuple[str, ...], proofs_check: Command) -> None:
    assert proofs_check(*words).err and not proofs_check(*words, "--quiet").err


def test_a_long_first_LP1_or_a_large_file_is_said_at_once(
    ucrl_lp: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mdp.json"
    file.write_text(json.dumps({"format": "layered-mdp", "version": 1, "layers": [1, 1], "A": 1,
                                "P": [[[[1]]]], "r": [[[1]]]}))  # fmt: skip
    line = ("run", "--mdp", file, "--T", 5)
    assert ucrl_lp(*line).err == ""
    monkeypatch.setattr(choose, "MANY_TRIPLES", 0)
    monkeypatch.setattr(run_command, "LARGE_FILE", 0)
    reading, lp, *_ = ucrl_lp(*line).err.splitlines()
    assert reading == f"reading {file}"
    assert lp.startswith("ucrl-lp: LP1 over 1 triples (x,a,x'): GLOP needs 0 s and 0 MB")
    assert "--reading glop=backward-induction" in lp
    assert ucrl_lp(*line, "--quiet").err == ""


def test_without_Matplotlib_an_experiment_says_how_to_go_on(
    ucrl_lp: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    line = ("simulate", "figure1", "--smoke", "--out", tmp_path / "out")
    status, _, err = ucrl_lp(*line)
    assert status == USAGE and "--no-plot" in err and "pip install" in err
    assert len(err.splitlines()) == 1 and not (tmp_path / "out").exists()


# ----------------------------------------------------------------------------- errors


FORMATS = [  # of what is not a file of this format: command, page that has it, its name there
    ("proofs-check trace x.jsonl", "reference/trace/README.md", "ucrl-lp-trace"),
    ("proofs-check lemmas x.jsonl", "reference/trace/README.md", "ucrl-lp-trace"),
    ("ucrl-lp run --resume x.jsonl", "reference/trace/README.md", "ucrl-lp-trace"),
    ("ucrl-lp run --mdp x.jsonl --T 5", "reference/environments/README.md", "layered-mdp"),
    ("ucrl-lp run --mdp x.npz --T 5 --horizon 2", "reference/environments/README.md", ".npz"),
    (f"proofs-check certificate check x.jsonl --trace {TRACE} --epoch 2",
     "proofs_check/certificate/README.md", "RTP"),
    ("proofs-check vectors --against true --folder x.jsonl", "proofs_check/vectors/README.md",
     "JSON"),
]  # fmt: skip


@pytest.mark.parametrize("words, page, name", FORMATS)
def test_an_error_in_a_file_names_the_page_that_has_its_format(
    words: str,
    page: str,
    name: str,
    programs: dict[str, Command],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("x.jsonl", "x.npz"):
        Path(file).write_text('{"format": "none"}\n')
    program, *rest = words.split()
    status, _, err = programs[program](*rest)
    assert status == MALFORMED and err.endswith(f"(the format is in {page})\n"), err
    assert name in (ROOT / page).read_text("utf-8")


def test_a_page_that_is_named_first_stays() -> None:
    with pytest.raises(MalformedInput) as refused, of_format("outer"), of_format("inner"):
        raise MalformedInput("f", 1, "N", 1, "must be 2")
    assert refused.value.page == "inner"


@pytest.mark.parametrize(
    "error, status, start, end",
    [
        (PreconditionError("T", 0, "must be at least 1"), USAGE, "error: T", "(try: p --help)"),
        (PreconditionError("env", "x", "did you mean y?"), USAGE, "error: env", "y?; found x"),
        (MalformedInput("f", 3, "N", 1, "must be 2"), MALFORMED, "error: f:3", "found 1"),
        (UnusablePath("f", "use --force to overwrite it"), USAGE, "error: f", "to overwrite it"),
        (UnusablePath("f", "is a file"), USAGE, "error: f", "(try: another path)"),
        (OSError(28, "No space left", "f"), USAGE, "error: f: No space", "(try: another place)"),
        (MemoryError(), USAGE, "error: out of memory", "(try: a smaller instance)"),
        (ZeroDivisionError("\x1b[31mno"), INTERNAL, "internal error, not a verdict",
         "ZeroDivisionError: \\x1b[31mno"),
    ],
)  # fmt: skip
def test_an_error_is_one_line_with_the_next_step(
    error: Exception, status: int, start: str, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of the program itself has a traceback before it."""

    def fails() -> int:
        raise error

    assert guarded("p", fails) == status
    *before, line = capsys.readouterr().err.splitlines()
    assert line.startswith(f"p: {start}") and line.endswith(end)
    assert bool(before) is (status == INTERNAL)


def test_ctrl_c_while_an_error_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    class Printed(PreconditionError):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    def fails() -> int:
        raise Printed("T", 0, "must be at least 1")

    assert guarded("p", fails) == INTERRUPTED
    assert capsys.readouterr().err == "p: interrupted\n"


def test_a_wrong_command_line_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program("p", CommandLine("p", "p", {}), ["--no-such-option"]) == USAGE
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("p: error: ") and line.endswith("(try: p --help)")


def test_an_option_of_several_values_takes_words_up_to_the_next_option() -> None:
    given: list[object] = []

    def command(options: Options) -> int:
        given.append((options.T, options.env, options.option, options.runs))
        return OK

    params = [
        Option("--T", "", several=True, type=WHOLE),
        Option("--env", "", several=True),
        Option("--option", "", multiple=True),
        Argument("runs", "RUN...", "", nargs=-1),
    ]
    called = Called("c", command, params)
    for line in (
        "a --T 1e1 20 --env x",
        "--T 10 --option k",
        "--T 1 2 --option k --option l",
        "--env=x a b",
        "",
    ):
        called.main(line.split(), standalone_mode=False)
    assert given == [
        ([10, 20], ["x"], [], ["a"]),
        ([10], None, ["k"], []),
        ([1, 2], None, ["k", "l"], []),
        (None, ["x"], [], ["a", "b"]),
        (None, None, [], []),
    ]
