"""Conformance of a trace of FPOP, O-REPS, UC-O-REPS or UOB-REPS: counters, epochs and play as for
Algorithm 1, and the family's own updates."""
