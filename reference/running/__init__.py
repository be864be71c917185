"""Runs of Algorithm 1: consumers of the generator in `reference.ucrl_lp`, and its solver, GLOP."""
