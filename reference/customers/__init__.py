"""Customers of the oracle: faster implementations of UCRL-LP. NOT part of the reference.

What lies here is written the way somebody who wants speed writes it, and is trusted exactly as far
as `proofs-check` has checked it: every run writes the same trace that a C++ or Rust program would.
It shares definitions with the reference (the MDP, the errors, the readings, the random streams and
the trace format) and none of its algorithm: no confidence sets, no LP1, no occupancy measures.
Nothing in `reference` or `proofs_check` imports this package but `ucrl-lp simulate --fast`; in
particular nothing in the audit does.
"""
