"""Environments: random layered MDPs, classics, Remark 1's reduction, Gymnasium, MDP files."""

from reference.environments.mdp_file import mdp_text, parse_mdp, read_mdp, write_mdp
from reference.environments.problem import Problem, RewardMap
from reference.environments.random_layered import REWARDS, TRANSITIONS, random_layered
from reference.environments.reduction import Reduction, to_layered
from reference.environments.registry import (
    EnvironmentInfo,
    environment_info,
    list_environments,
    make,
)

__all__ = [
    "REWARDS",
    "TRANSITIONS",
    "EnvironmentInfo",
    "Problem",
    "Reduction",
    "RewardMap",
    "environment_info",
    "list_environments",
    "make",
    "mdp_text",
    "parse_mdp",
    "random_layered",
    "read_mdp",
    "to_layered",
    "write_mdp",
]
