"""The kit: is this implementation UCRL-LP? It plays games, checks the traces, shrinks what fails.

An implementation is a *player*: a callable that takes a `Game` and returns its trace (the path of
a file, or the records as dicts or lines of JSON), or a command line (`command`) that writes it.
The exact checker of `replay` decides. For pytest this package brings the fixture `ucrl_lp_kit`;
README.md, "Your implementation against the oracle", has a whole test file.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import to_q
from proofs_check.conformance.replay import Conformance, Divergence, check
from proofs_check.conformance.rules import BY_ID
from proofs_check.kit.cases import Game, game_number
from reference.environments import mdp_text
from reference.support.errors import PreconditionError, UcrlLpError
from reference.trace.reader import read_stream
from reference.trace.records import Header, Record, line_of

RUNS = 100
"""Games played unless told otherwise."""

TIMEOUT = 60.0  # seconds for one game of a command

OTHER = ("crashed", "slow", "malformed", "game")
"""Reasons to lose that are no rule: it failed, it took too long, its trace is none, or it is one of
another game."""

Player = Callable[[Game], "str | os.PathLike[str] | Iterable[str | Mapping[str, Any]]"]


@dataclass(frozen=True, eq=False)
class Trouble:
    """Why a game was lost: the broken rule (or one of OTHER), and the trace."""

    rule: str
    text: str
    trace: bytes = b""
    divergence: Divergence | None = None


@dataclass
class Outcome:
    """What `check_player` saw. `lost` is None if every game was a run of Algorithm 1."""

    games: int = 0
    episodes: int = 0
    epochs: int = 0
    undecided: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    first_loss: int | None = None  # the number of the game that was lost first
    game: Game | None = None  # the smallest game lost
    lost: Trouble | None = None

    def report(self) -> str:
        """What a user reads: the counts, or the smallest lost game and what it breaks."""
        played = f"{self.games} games, {self.episodes} episodes, {self.epochs} epochs"
        if self.lost is None:
            never = [rule for rule in BY_ID if not self.rules[rule]]
            lines = [f"no game is lost: {played}"]
            if self.undecided:
                lines.append(f"undecided, at the precision of the checker: {self.undecided} games")
            return "\n".join([*lines, *_wrapped("rules never applied: ", ", ".join(never))])
        lines = [f"does not conform (first seen in game {self.first_loss}; {played} in all)"]
        if self.lost.divergence is not None:
            rule = BY_ID[self.lost.rule]
            lines += _wrapped("broken: ", f"rule {rule.id} [{rule.equation}]: {rule.sentence}")
        reason = "where" if self.lost.divergence is not None else self.lost.rule
        lines += _wrapped(f"{reason}: ", self.lost.text)
        return "\n".join([*lines, f"smallest game found: {self.game}"])


class NotConforming(AssertionError):
    """Some game was not a run of Algorithm 1; `outcome` has it."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.report())
        self.outcome = outcome


# ----------------------------------------------------------------------------- players


def command(template: str, timeout: float = TIMEOUT) -> Player:
    """A player that runs a command. {mdp} is an MDP file (spec.md), {T}, {delta}, {seed} and
    {episodes} are numbers; the trace is the command's standard output, or the file {out}.

    Without {episodes} only games with episodes = T suit the command, see `games`. Raises
    PreconditionError if {mdp} or {T} is missing."""
    for name in ("{mdp}", "{T}"):
        if name not in template:
            raise PreconditionError("command", template, f"must contain {name}")

    def play(game: Game) -> list[str]:
        with tempfile.TemporaryDirectory(prefix="ucrl-lp-") as folder:
            mdp, out = Path(folder, "mdp.json"), Path(folder, "run.jsonl")
            mdp.write_text(mdp_text(game.mdp), encoding="utf-8")
            words = {
                "mdp": mdp,
                "T": game.T,
                "delta": game.delta,
                "seed": game.seed,
                "episodes": game.episodes,
                "out": out,
            }
            line = [_filled(word, words) for word in shlex.split(template)]
            try:
                done = subprocess.run(
                    line,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=timeout,
                    check=False,
                )
            except OSError as e:
                raise PreconditionError(
                    "command", line[0], f"cannot be run: {e.strerror}"
                ) from None
            if done.returncode != 0:
                said = done.stderr.decode("utf-8", "replace").strip()[-400:]
                raise RuntimeError(f"exit status {done.returncode}: {said}")
            data = out.read_bytes() if "{out}" in template else done.stdout
        return data.decode("utf-8", "surrogateescape").splitlines()

    return play


def _filled(word: str, words: Mapping[str, object]) -> str:
    for name, value in words.items():
        word = word.replace("{" + name + "}", str(value))
    return word


def _trace_of(player: Player, game: Game) -> bytes:
    found = player(game)
    if isinstance(found, (str, os.PathLike)):
        return Path(found).read_bytes()
    return b"".join(
        line.encode("utf-8", "surrogateescape") + b"\n" if isinstance(line, str) else line_of(line)
        for line in found
    )


# ----------------------------------------------------------------------------- one game


def judge(player: Player, game: Game) -> tuple[Trouble | None, Conformance]:
    """Play one game and check its trace; a game that is lost says why."""
    verdict = Conformance()
    try:
        data = _trace_of(player, game)
    except PreconditionError:
        raise  # the kit itself is used wrongly
    except subprocess.TimeoutExpired as e:
        return Trouble("slow", f"no end after {e.timeout:g} seconds"), verdict
    except Exception as e:
        return Trouble("crashed", f"the player raised {type(e).__name__}: {e}"), verdict
    try:
        records = _of_game(read_stream(io.BytesIO(data), "trace"), game)
        verdict = check(records, file="trace")
    except UcrlLpError as e:
        return Trouble("malformed", str(e), data), verdict
    except _OtherGame as e:
        return Trouble("game", str(e), data), verdict
    first = verdict.first
    if first is not None and not first.undecided:
        return Trouble(first.rule, _where(first), data, first), verdict
    if verdict.episodes != game.episodes:
        text = f"{verdict.episodes} episodes were played; the game has {game.episodes}"
        return Trouble("game", text, data), verdict
    return None, verdict


class _OtherGame(Exception):
    """The trace is not about the game that was to be played."""


def _of_game(records: Iterator[Record], game: Game) -> Iterator[Record]:
    """The records, the header held against the game and given its MDP (rule `possible`)."""
    for record in records:
        if isinstance(record, Header):
            mdp = game.mdp
            told: tuple[Any, ...] = (list(mdp.layers), mdp.A, game.T, to_q(game.delta))
            found: tuple[Any, ...] = (list(record.layers), record.A, record.T, to_q(record.delta))
            for name, mine, theirs in zip(("layers", "A", "T", "delta"), told, found, strict=True):
                if mine != theirs:
                    if name == "delta" and float(mine) != float(theirs):
                        mine, theirs = float(mine), float(theirs)  # easier to read
                    raise _OtherGame(f"the header has {name} = {theirs}; the game has {mine}")
            record = replace(record, mdp=mdp.to_exact())
        yield record


def _where(d: Divergence) -> str:
    return str(d).replace(f"rule {d.rule} [{d.equation}]: ", "")


def _wrapped(lead: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, 80, initial_indent=lead, subsequent_indent=" " * len(lead),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


# ----------------------------------------------------------------------------- many games


def play_games(
    player: Player,
    *,
    runs: int = RUNS,
    seed: int = 0,
    horizon: bool = True,
    shrink: bool = True,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Outcome:
    """Play games 1, 2, ..., `runs` of `seed` until one is lost; then look for the smallest one
    (not for a player that was too slow: that would take hours).

    Raises PreconditionError if nothing is to be played."""
    if runs < 1:
        raise PreconditionError("runs", runs, "must be at least 1")
    outcome = Outcome()
    for k in range(1, runs + 1):
        game = game_number(k, seed, horizon=horizon)
        on_progress(f"game {k}/{runs}")
        outcome.lost, verdict = judge(player, game)
        outcome.games = k
        outcome.episodes += verdict.episodes
        outcome.epochs += verdict.epochs
        outcome.rules.update(verdict.instances)
        if outcome.lost is not None:
            outcome.first_loss, outcome.game = k, game
            if outcome.lost.rule != "slow":
                on_progress(f"game {k} is lost; looking for a smaller one")
                outcome.game = _smallest(player, game, horizon) if shrink else game
                outcome.lost = judge(player, outcome.game)[0] or replace(
                    outcome.lost, text=f"{outcome.lost.text} (but not when it was played again)"
                )
            break
        outcome.undecided += verdict.verdict == "undecided"
    return outcome


def _smallest(player: Player, game: Game, horizon: bool) -> Game:
    from proofs_check.kit.shrink import smallest

    def lost(smaller: Game) -> int | None:
        trouble, verdict = judge(player, smaller)
        return None if trouble is None else verdict.episodes + 1

    return smallest(game, lost, horizon=horizon)


def check_player(
    player: Player | str,
    *,
    runs: int = RUNS,
    seed: int = 0,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Outcome:
    """`play_games` for a callable or a command line. Raises NotConforming with the smallest game
    lost, its divergence and the equation broken."""
    outcome = play_games(
        command(player) if isinstance(player, str) else player,
        runs=runs,
        seed=seed,
        horizon=not isinstance(player, str) or "{episodes}" in player,
        on_progress=on_progress,
    )
    if outcome.lost is not None:
        raise NotConforming(outcome)
    return outcome
