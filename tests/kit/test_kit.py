"""The kit: who is lost and why, the smallest game, the pytest plugin, the documented example."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from proofs_check.__main__ import main
from proofs_check.kit import kit
from proofs_check.kit.cases import DELTAS, SIZES, Game, game_number
from proofs_check.kit.shrink import smallest
from proofs_check.kit.strategies import games
from reference.environments import mdp_text, parse_mdp
from reference.mdp import LayeredMDP
from reference.support.errors import FALSE, OK, USAGE, PreconditionError
from tests.kit.apply_faults import build, compiler, cpp_player, numpy_player
from tests.kit.mutation_score import FAULTS
from tests.paths import ROOT

BY_ID = {fault.id: fault for fault in FAULTS}
Record = dict[str, Any]


def records(game: Game, tmp_path: Path) -> list[Record]:
    lines = Path(str(numpy_player(tmp_path)(game))).read_text().splitlines()
    return [json.loads(line) for line in lines]


# ----------------------------------------------------------------------------- games


def test_games_are_numbered_valid_and_varied() -> None:
    drawn = [game_number(k) for k in range(1, 61)]
    assert str(drawn[6]) == str(game_number(7)) != str(game_number(7, seed=1))
    assert {few for few, _ in SIZES} <= {
        few for g in drawn for few, many in SIZES if few <= g.episodes <= many
    }
    assert {g.mdp.L for g in drawn} == {1, 2, 3, 4}
    assert {g.mdp.A for g in drawn} == {1, 2, 3}
    assert {g.delta for g in drawn} == set(DELTAS)
    assert any(g.T * g.mdp.X * g.mdp.A > 2**31 for g in drawn)
    assert any(g.T == g.episodes for g in drawn)
    assert all(game_number(k, horizon=False).T == game_number(k).episodes for k in range(1, 9))
    with pytest.raises(PreconditionError):
        game_number(1, seed=-1)


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(game=games(max_episodes=30))
def test_strategy(game: Game, tmp_path_factory: pytest.TempPathFactory) -> None:
    """@given(games()) is how users write properties of their own."""
    assert 1 <= game.episodes <= game.T
    trouble, verdict = kit.judge(numpy_player(tmp_path_factory.getbasetemp()), game)
    assert trouble is None, trouble.text
    assert verdict.episodes == game.episodes


# ----------------------------------------------------------------------------- one game

GAME = game_number(6)


def lost(change: Any, tmp_path: Path, game: Game = GAME) -> tuple[str, str]:
    """(rule, text) for a player whose records are changed."""

    def play(g: Game) -> list[Record]:
        played = records(g, tmp_path)
        return change(played) or played

    trouble, _ = kit.judge(play, game)
    assert trouble is not None
    return trouble.rule, trouble.text


def test_another_game_than_the_one_asked_for(tmp_path: Path) -> None:
    decimal = f"{GAME.delta}".replace("0.", "")
    nearly = f"{int(decimal)}/{10 ** len(decimal)}"  # the decimal, not the double nearest to it
    for name, value in (("T", GAME.T + 1), ("delta", 0.25), ("delta", nearly)):
        rule, text = lost(lambda r, n=name, v=value: r[0].update({n: v}), tmp_path)
        assert rule == "game"
        assert f"the header has {name} = {value}; the game has " in text
    assert "the game has 0." not in text  # two numbers that look different

    def fewer(played: list[Record]) -> list[Record]:
        other = replace(GAME, T=GAME.T, episodes=GAME.episodes - 1)
        return records(other, tmp_path)

    assert lost(fewer, tmp_path)[0] == "game"


def test_impossible_transitions_are_seen_without_an_mdp_in_the_header(tmp_path: Path) -> None:
    game = replace(GAME, mdp=parse_mdp(mdp_text(GAME.mdp)))
    forbidden = LayeredMDP((1, 2, 1), 1, ([[[1, 0]]], [[[1]], [[1]]]), ([[0]], [[0], [0]]))  # type: ignore[arg-type]  # lists become arrays
    game = Game(forbidden, 5, 0.1, 0, 5)

    def other_state(played: list[Record]) -> None:
        played[0].pop("mdp")
        next(r for r in played if r["record"] == "episode")["x"][1] = 1

    assert lost(other_state, tmp_path, game)[0] == "possible"


def test_malformed_and_crashed(tmp_path: Path) -> None:
    rule, text = lost(lambda r: r[1].update(extra=1), tmp_path)
    assert (rule, "extra" in text) == ("malformed", True)
    assert lost(lambda r: r[:-1], tmp_path)[0] == "malformed"
    assert kit.judge(lambda game: 1 / 0, GAME)[0].rule == "crashed"  # type: ignore[union-attr, arg-type, return-value]  # a bad player
    lines = [json.dumps(r) for r in records(GAME, tmp_path)]
    assert kit.judge(lambda game: lines, GAME)[0] is None


# ----------------------------------------------------------------------------- many games


@pytest.mark.parametrize(
    ("fault", "rule", "episodes"),
    [("half-radius", "q_hat-radius", 60), ("strictly-more", "epoch-missing", 3),
     ("x_L-not-counted", "eps", 1), ("wrong-mean", "possible", 2)],
)  # fmt: skip
def test_smallest_game(fault: str, rule: str, episodes: int, tmp_path: Path) -> None:
    """A lost game becomes small, stays lost, and its report names rule, equation and place."""
    player = numpy_player(tmp_path, BY_ID[fault])
    with pytest.raises(kit.NotConforming) as e:
        kit.check_player(player)
    outcome = e.value.outcome
    assert outcome.game is not None
    assert outcome.lost is not None
    assert outcome.lost.rule == rule
    assert outcome.game.episodes <= episodes
    again, _ = kit.judge(player, outcome.game)
    assert again is not None
    assert again.text == outcome.lost.text
    report = str(e.value)
    assert f"broken: rule {rule} [" in report
    assert "smallest game found: T = " in report
    text = report[report.index("on\n") + 3 :]
    assert mdp_text(parse_mdp(text)) == mdp_text(outcome.game.mdp)  # it can be pasted into a file


def test_nothing_can_be_left_out_of_the_smallest(tmp_path: Path) -> None:
    """Lost iff layer 1 has at least two states and T >= 5: that is what is left."""
    game = game_number(7)
    while game.mdp.L < 3 or game.mdp.layers[1] < 3:
        game = game_number(game.seed % 1000)

    def condition(g: Game) -> int | None:
        return g.episodes if g.mdp.L >= 2 and g.mdp.layers[1] >= 2 and g.T >= 5 else None

    found = smallest(game, condition, tries=2000)
    assert (found.mdp.layers, found.mdp.A, found.T) == ((1, 2, 1), 1, 5)
    assert (found.seed, found.delta) == (0, 0.1)
    assert smallest(game, condition, tries=1) is game
    assert smallest(game, lambda g: None) is game


def test_a_player_that_is_not_deterministic(tmp_path: Path) -> None:
    """It is lost all the same, and the report says that it was not lost again."""
    calls: list[int] = []

    def moody(game: Game) -> list[Record]:
        calls.append(1)
        played = records(game, tmp_path)
        if len(calls) == 1:
            played[0]["T"] = 10**9
        return played

    with pytest.raises(kit.NotConforming, match=r"not when it was played\s+again"):
        kit.check_player(moody)


def test_report_of_a_right_player(tmp_path: Path) -> None:
    outcome = kit.check_player(numpy_player(tmp_path), runs=4)
    assert outcome.report().startswith("no game is lost: 4 games, ")
    assert "rules never applied: " in outcome.report()
    with pytest.raises(PreconditionError):
        kit.check_player(numpy_player(tmp_path), runs=0)


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


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "my twin.py"
    script.write_text(SCRIPT)
    start = f"'{sys.executable}' '{script}' {{mdp}} {{T}} {{delta}} {{seed}}"
    assert main(["kit", "--against", f"{start} {{out}}", "--runs", "2"]) == OK
    assert "no game is lost: 2 games" in capsys.readouterr().out
    kept = tmp_path / "lost.jsonl"
    noisy = ["kit", "--against", f"{start} /dev/stdout --noise", "--runs", "1"]
    assert main([*noisy, "--keep", str(kept)]) == FALSE
    assert "malformed" not in capsys.readouterr().err
    assert kept.read_bytes().endswith(b"done\n")
    assert main(["kit", "--against", f"'{sys.executable}' -c 'raise SystemExit(7)' {{mdp}} {{T}}",
                 "--runs", "1"]) == FALSE  # fmt: skip
    assert "\ncrashed: the player raised RuntimeError: exit status 7" in capsys.readouterr().out


def test_a_slow_command_is_not_played_again(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    text = f"open({str(calls)!r}, 'a').write('x'); import time; time.sleep(60)"
    slow = kit.command(f'"{sys.executable}" -c "{text}" {{mdp}} {{T}}', timeout=1)
    outcome = kit.play_games(slow, runs=3)
    assert "\nslow: no end after 1 seconds\nsmallest game found: T = " in outcome.report()
    assert outcome.game is not None and str(outcome.game) == str(game_number(1))
    assert len(calls.read_text() if calls.exists() else "") <= 1  # it may not even have started


def test_a_command_gets_nothing_on_standard_input(tmp_path: Path) -> None:
    reads = "import sys; sys.exit(9 if sys.stdin.read() == str() else 0)"
    line = f'"{sys.executable}" -c "{reads}" {{mdp}} {{T}}'
    outcome = kit.play_games(kit.command(line), runs=1, shrink=False)
    assert outcome.lost is not None
    assert "exit status 9" in outcome.lost.text


def test_progress(tmp_path: Path) -> None:
    said: list[str] = []
    kit.play_games(numpy_player(tmp_path), runs=2, on_progress=said.append)
    with pytest.raises(kit.NotConforming):
        kit.check_player(lambda game: [], runs=2, on_progress=said.append)
    lost = "game 1 is lost; looking for a smaller one"
    assert said == ["game 1/2", "game 2/2", "game 1/2", lost]


@pytest.mark.parametrize("line", ["./mine {T}", "./mine {mdp}", "no-such-program {mdp} {T}"])
def test_unusable_commands(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "--against", line]) == USAGE
    assert "command" in capsys.readouterr().err


# ----------------------------------------------------------------------------- pytest, documents


def documented() -> str:
    """The README's whole test file."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (example,) = (block for block in blocks if "ucrl_lp_kit" in block)
    return str(example)


def test_documented_example(tmp_path: Path) -> None:
    """It runs as printed, under the plugin, and is lost for the reason that it states."""
    example = documented()
    assert 15 <= len([line for line in example.splitlines() if line.strip()]) <= 25
    (tmp_path / "test_mine.py").write_text(example)
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--ucrl-lp-runs", "5"]
    plugins = metadata.entry_points(group="pytest11")
    installed = any(plugin.value == "proofs_check.kit.pytest_plugin" for plugin in plugins)
    if not installed:
        line += ["-p", "proofs_check.kit.pytest_plugin"]
    done = subprocess.run(
        [*line, "test_mine.py"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "does not conform" in done.stdout
    assert "broken: rule epoch-missing [Alg. 1 l. 12, R-1]" in done.stdout
    assert "smallest game found: T = 2, delta = 0.1, seed 0" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.skipif(compiler() is None, reason="no C++ compiler: the twin's fault is not applied")
def test_documented_divergence(tmp_path: Path) -> None:
    """What the README shows for the C++ twin with eps in place of eps / 2, but for the numbers
    that the compiler may round otherwise."""
    text = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"^does not conform .*?^\{", text, re.MULTILINE | re.DOTALL)
    player = cpp_player(build(tmp_path, BY_ID["cpp-half-radius"]))
    printed = kit.play_games(player).report()[: len(shown)]
    assert shown.startswith(printed[: printed.index("found ")])
    assert shown.endswith(printed[printed.index("smallest game") :])
