"""Conformance of a trace of UCRL2, UCFH, UCBVI, UCB-H, UCB-B or PSRL on flat states: counters,
triggers and updates recomputed from the steps, radii and bonuses enclosed, the near-optimality of
UCRL2's policies certified from both sides, PSRL's draws tested."""
