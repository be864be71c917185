"""`ucrl-lp env list`, `ucrl-lp env show`: the environments, and one of them in detail."""

from __future__ import annotations

import json
import textwrap

import click

from reference.support.command_line import (
    WHOLE,
    Argument,
    Command,
    Option,
    Options,
    output_options,
    verbs,
    words_of,
)
from reference.support.console import hanging
from reference.support.errors import OK


def parser() -> click.Group:
    """Return the command with its verbs and their options."""
    listed = Command(
        "list", show_list, output_options("them as a JSON list"),
        help="Every environment, a line each.",
    )  # fmt: skip
    shown = Command(
        "show",
        show_one,
        [
            Argument("name", "ENV", "the environment", shell_complete=words_of(environment_names)),
            Option("--horizon", "steps per episode", type=WHOLE, metavar="L"),
            Option("--mdp-seed", "of a random MDP (default 0)", type=WHOLE, default=0, metavar="N"),
            *output_options("the MDP itself, as an MDP file"),
        ],
        help="Layers, rewards and optimal value of one.",
    )
    return verbs("env", (listed, shown), help="What can be played with `ucrl-lp run --env NAME`.")


def environment_names() -> list[str]:
    """Return every name that `--env` accepts."""
    from reference.environments import list_environments

    return [environment.name for environment in list_environments()]


def show_list(options: Options) -> int:
    """Print every environment's name, default horizon, description and needs."""
    from reference.environments import list_environments

    infos = list_environments()
    if options.json:
        rows = [
            {
                "name": e.name,
                "horizon": e.default_horizon,
                "description": e.description,
                "source": e.source,
                "needs": e.needs,
            }
            for e in infos
        ]
        print(json.dumps(rows))
        return OK
    width = max(len(e.name) for e in infos)
    for e in infos:
        needs = f" [needs the extra: {e.needs}]" if e.needs else ""
        text = f"{e.name.ljust(width)}  L={e.default_horizon:<3} {e.description}{needs}"
        print(textwrap.fill(text, 80, subsequent_indent=" " * (width + 2)))
    return OK


def show_one(options: Options) -> int:
    """Print what `make` builds."""
    from reference.environments import environment_info, make, mdp_text
    from reference.occupancy import optimal_policy

    problem = make(options.name, horizon=options.horizon, seed=options.mdp_seed)
    if options.json:
        print(mdp_text(problem.mdp), end="")
        return OK
    mdp, rewards = problem.mdp, problem.reward_map
    best = optimal_policy(mdp.to_float()).value
    print(problem.description)
    print(f"source   {environment_info(options.name).source}")
    print(f"layers   {' '.join(map(str, mdp.layers))}   L={mdp.L} X={mdp.X} A={mdp.A}")
    print(f"tables   {'exact rationals' if mdp.exact else 'doubles'}")
    print(
        f"rewards  original = {rewards.scale} r + {rewards.shift} in each of {rewards.steps} steps"
    )
    print(f"V*       {best:.6g}   in the environment's unit {rewards.episode(float(best)):.6g}")
    for option, meaning in environment_info(options.name).options.items():
        print(hanging("option   ", f"{option}: {meaning}"))
    return OK
