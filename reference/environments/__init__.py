"""Environments: random layered MDPs, classics, Remark 1's reduction, Gymnasium, MDP files."""

from reference.environments.arrays import from_arrays as from_arrays
from reference.environments.gym_tables import from_gymnasium as from_gymnasium
from reference.environments.mdp_file import mdp_text as mdp_text
from reference.environments.mdp_file import parse_mdp as parse_mdp
from reference.environments.mdp_file import read_mdp as read_mdp
from reference.environments.mdp_file import write_mdp as write_mdp
from reference.environments.problem import Problem as Problem
from reference.environments.problem import RewardMap as RewardMap
from reference.environments.random_layered import REWARDS as REWARDS
from reference.environments.random_layered import TRANSITIONS as TRANSITIONS
from reference.environments.random_layered import random_layered as random_layered
from reference.environments.reduction import Reduction as Reduction
from reference.environments.reduction import to_layered as to_layered
from reference.environments.registry import EnvironmentInfo as EnvironmentInfo
from reference.environments.registry import environment_info as environment_info
from reference.environments.registry import list_environments as list_environments
from reference.environments.registry import make as make
