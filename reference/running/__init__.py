"""Runs of Algorithm 1: consumers of the generator in `reference.ucrl_lp`, and its solver, GLOP.

May import the paper (the modules at the top of `reference`), trace and support.
"""
