"""An option is given once, unless it is one of those that may be repeated: then all are taken."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click
import pytest

from proofs_check.__main__ import parser as of_checker
from reference.__main__ import parser as of_learner
from reference.support.command_line import REPEATABLE, Command
from reference.support.errors import OK
from tests import called


def commands(group: click.Command) -> Iterator[Command]:
    """Every command that a word leads to."""
    if isinstance(group, click.Group):
        with click.Context(group) as ctx:
            for name in group.list_commands(ctx):
                command = group.get_command(ctx, name)
                assert command is not None
                yield from commands(command)
    else:
        assert isinstance(group, Command)
        yield group


ALL = [*commands(of_learner()), *commands(of_checker())]


def test_every_option_but_these_is_refused_the_second_time() -> None:
    seen = set()
    for command in ALL:
        for param in command.params:
            if not isinstance(param, click.Option) or param.is_flag:
                continue  # a flag means the same twice
            name = param.opts[0]
            seen.add(name)
            words = [name, "1", name, "2"]
            with click.Context(command) as ctx:
                if name in REPEATABLE:
                    assert param.multiple, name
                    assert command._apart(ctx, words) == words
                else:
                    with pytest.raises(click.UsageError, match=f"'{name}' is given twice"):
                        command._apart(ctx, words)
    assert set(REPEATABLE) <= seen and len(seen) > 40


def test_what_may_be_repeated_is_all_taken(proofs_check: called.Command) -> None:
    both = proofs_check("audit", "--only", "eq:14", "--only", "Lemma 12", "--json", "--quiet")
    alone = [proofs_check("audit", "--only", name, "--json", "--quiet") for name in
             ("eq:14", "Lemma 12")]  # fmt: skip
    assert both.status == OK and all(json.loads(one.out) for one in alone)
    assert json.loads(both.out) == [row for one in alone for row in json.loads(one.out)]
