"""Conformance of a trace of UCRL2, UCBVI, UCB-H or UCB-B on flat states: counters, triggers and
updates recomputed from the steps, radii and bonuses enclosed, and the near-optimality of UCRL2's
policies certified from both sides."""
