"""`ucrl-lp env list|show`: the environments, and one of them in detail."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from reference.support.console import add_output_options, whole_number
from reference.support.errors import OK


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "env",
        help="list the environments, or show one",
        description="What can be played with `ucrl-lp run --env NAME`.",
    )
    verbs = p.add_subparsers(required=True, metavar="list|show")
    listed = verbs.add_parser("list", help="every environment, a line each")
    add_output_options(listed, "them as a JSON list")
    listed.set_defaults(command=show_list)
    shown = verbs.add_parser("show", help="layers, rewards and optimal value of one")
    shown.add_argument("name", metavar="ENV")
    shown.add_argument("--horizon", type=whole_number, metavar="L", help="steps per episode")
    shown.add_argument(
        "--mdp-seed", type=whole_number, default=0, help="of a random MDP (default 0)"
    )
    add_output_options(shown, "the MDP itself, as an MDP file")
    shown.set_defaults(command=show_one)


def environment_names() -> list[str]:
    """Return every name that `--env` accepts."""
    from reference.environments import list_environments

    return [environment.name for environment in list_environments()]


def show_list(options: argparse.Namespace) -> int:
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


def show_one(options: argparse.Namespace) -> int:
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
    return OK
