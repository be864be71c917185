"""Runs of Algorithm 1 from start to end: the consumers of the generator in `reference.ucrl_lp`, and GLOP
with what surrounds it. May import the paper (the modules at the top of `reference`), trace and support."""
