"""Both command lines, on click: commands, options in sections, completion.

A command is a plain function of its options beside the list of these; click reads the words,
refuses what is no choice and says what was meant. A group imports a command when it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from reference.support.console import EXIT_STATUSES, any_number, guarded, whole_number
from reference.support.errors import OK, USAGE
from reference.support.versions import versions

Options = SimpleNamespace
"""The options of a call, by name: `--mdp-seed` is `mdp_seed`, `--T` is `T`."""
Function = Callable[[Options], int]

HOW = "How it is carried out, which changes no result"
OUTPUT = "Output"
SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
SHELLS = ("bash", "zsh", "fish")
REPEATABLE = ("--only", "--reading", "--option", "--algorithms", "--kind")
"""Options that may be given several times; every other is refused the second time."""
CALLED = "called"  # in the meta of a context: the command with its subcommands, for hints


# ----------------------------------------------------------------------------- options


class Number(click.ParamType):  # type: ignore[type-arg]  # by version one or two
    """Number of the command line, as a function of console.py reads it."""

    def __init__(self, name: str, read: Callable[[str], float]) -> None:
        self.name, self.read = name, read

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the number. Raises click.BadParameter."""
        if not isinstance(value, str):  # a default
            return value
        try:
            return self.read(value)
        except ValueError as e:
            self.fail(str(e), param, ctx)


WHOLE, DECIMAL = Number("n", whole_number), Number("x", any_number)


class Option(click.Option):
    """Option in a section of the help. `several`: takes words up to the next option, too, as in
    `--T 1e3 1e4`; then it is a list, or None where it is not given."""

    def __init__(
        self, name: str, help: str, *, section: str = "Options", several: bool = False, **how: Any
    ) -> None:
        dest = name.removeprefix("--").replace("-", "_")
        if several:
            how |= {"multiple": True, "metavar": f"{how.get('metavar', 'N')}..."}
        super().__init__([name, dest], help=help, **how)
        self.section, self.several = section, several


class Argument(click.Argument):
    """Argument that the help explains."""

    def __init__(self, name: str, metavar: str, help: str, **how: Any) -> None:
        super().__init__([name], metavar=metavar, **how)
        self.says = metavar.removesuffix("..."), help


def flag(name: str, help: str, **how: Any) -> Option:
    """Return an option without a value."""
    return Option(name, help, is_flag=True, **how)


def output_options(json: str) -> list[Option]:
    """Return `--json` and `--quiet`, the same on every command; `json`: what `--json` prints."""
    return [
        flag("--json", f"print {json}", section=OUTPUT),
        flag("--quiet", "no progress on stderr", section=OUTPUT),
    ]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Have the shell complete the name of a file. For `shell_complete`."""
    return [CompletionItem(incomplete, type="file")]


def folders(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[Any]]:
    """Have the shell complete the name of a directory. For `shell_complete`."""
    return [CompletionItem(incomplete, type="dir")]


def words_of(words: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Return what completes one of these words, which are listed when they are wanted."""
    return lambda ctx, param, incomplete: [w for w in words() if w.startswith(incomplete)]


# ----------------------------------------------------------------------------- commands


class Command(click.Command):
    """Command: a function of its options. Its help names every exit status: its own, or what they
    mean everywhere."""

    def __init__(
        self, name: str, function: Function, params: Sequence[click.Parameter], **how: Any
    ) -> None:
        said = how.pop("epilog", "")
        epilog = said if "Exit status" in said else f"{said} {EXIT_STATUSES}".strip()
        super().__init__(name, params=list(params), callback=self._called, epilog=epilog, **how)
        self.function = function

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, each of several values of an option as if the option stood before it."""
        return super().parse_args(ctx, self._apart(ctx, args))

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, and say for hints what was called."""
        ctx.meta[CALLED] = ctx.command_path
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write arguments and options, section by section."""
        arguments = [p.says for p in self.params if isinstance(p, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record and not isinstance(param, click.Argument):
                section = param.section if isinstance(param, Option) else OUTPUT
                sections.setdefault(section, []).append(record)
        for title, records in sorted(sections.items(), key=lambda s: s[0] == OUTPUT):  # the last
            with formatter.section(title):
                formatter.write_dl(records)

    def _called(self, **given: Any) -> int:
        for param in self.params:
            name = str(param.name)
            if param.multiple or param.nargs < 0:
                several = isinstance(param, Option) and param.several
                given[name] = list(given[name] or ()) or (None if several else [])
        return self.function(Options(**given))

    def _apart(self, ctx: click.Context, words: Sequence[str]) -> list[str]:
        """Return the words, `--T 10 20` as `--T 10 --T 20`. Raises UsageError for an option that is
        given twice and may not be."""
        several = {
            name for p in self.params if isinstance(p, Option) and p.several for name in p.opts
        }
        parts: list[list[str]] = [[]]  # each but the first begins with an option
        for word in words:
            if word.startswith("--"):
                parts.append([])
            parts[-1].append(word)
        known = {  # a flag means the same twice
            name for p in self.params if isinstance(p, Option) and not p.is_flag for name in p.opts
        }
        given = [option.partition("=")[0] for option, *_ in parts[1:]]
        for option in dict.fromkeys(given):
            if given.count(option) > 1 and option in known and option not in REPEATABLE:
                raise click.UsageError(f"Option '{option}' is given twice", ctx)
        apart: list[str] = []
        for option, *values in parts[1:]:
            if option not in several or not values:
                apart += [option, *values]
            else:
                apart += [word for value in values for word in (option, value)]
        return [*parts[0], *apart]


class CommandLine(click.Group):
    """Commands in sections, each imported when it is called: `parser` of the module HOME.NAME."""

    def __init__(
        self, name: str, home: str, sections: Mapping[str, Mapping[str, str]], **how: Any
    ) -> None:
        version = click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False,
            callback=_print_versions, help="print the versions of this program and its libraries",
        )  # fmt: skip
        super().__init__(name, params=[version], no_args_is_help=False, epilog=EXIT_STATUSES, **how)
        self.home, self.sections = home, sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, section by section."""
        return [name for section in self.sections.values() for name in section]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command; None if there is no such one."""
        if name == "completion":
            return COMPLETION
        if name in self.list_commands(ctx):
            command: click.Command = import_module(f"{self.home}.{name}").parser()
            return command
        for known in self.list_commands(ctx):  # click says which of these was meant
            self.commands[known] = COMPLETION
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, section by section."""
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


def verbs(name: str, commands: Sequence[click.Command], **how: Any) -> click.Group:
    """Return a command that has subcommands."""
    return click.Group(name, {str(c.name): c for c in commands}, no_args_is_help=False, **how)


def _print_versions(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        print(versions(str(ctx.info_name)))
        ctx.exit()


# ----------------------------------------------------------------------------- completion


def _complete_var(prog: str) -> str:
    return f"_{prog.replace('-', '_').upper()}_COMPLETE"


def print_completion(options: Options) -> int:
    """Print the completion script of a shell, click's own."""
    root = click.get_current_context().find_root()
    prog, shell = str(root.info_name), get_completion_class(options.shell)
    if shell is not None:
        print(shell(root.command, {}, prog, _complete_var(prog)).source())
    return OK


COMPLETION = Command(
    "completion",
    print_completion,
    [Argument("shell", "SHELL", ", ".join(SHELLS), type=click.Choice(SHELLS))],
    help='Print a completion script for a shell: `eval "$(PROGRAM completion bash)"`.',
)


# ----------------------------------------------------------------------------- a call


def _said(e: click.UsageError) -> str:
    """Return an error of click's in this project's words: on one line, with what was meant."""
    if isinstance(e, (click.NoSuchOption, click.NoSuchCommand)):
        meant = " or ".join(e.possibilities or ())
        return e.message.removesuffix(".") + (f"; did you mean {meant}?" if meant else "")
    return " ".join(e.format_message().split()).removesuffix(".")


def run_program(prog: str, program: CommandLine, words: Sequence[str]) -> int:
    """Run one command; exit statuses as in spec.md."""
    variable = _complete_var(prog)
    if instruction := os.environ.get(variable):
        return shell_complete(program, {}, prog, variable, instruction)
    called = prog

    def call() -> int:
        nonlocal called
        try:
            with program.make_context(prog, list(words), **SETTINGS) as ctx:
                try:
                    return int(program.invoke(ctx))
                finally:
                    called = ctx.meta.get(CALLED, prog)
        except click.exceptions.Exit as e:
            return e.exit_code
        except click.UsageError as e:
            path = e.ctx.command_path if e.ctx else prog
            print(f"{prog}: error: {_said(e)} (try: {path} --help)", file=sys.stderr)
            return USAGE

    return guarded(prog, call, lambda: called)
