"""`proofs_check`: what each statement of the paper is worth, and whether a trace is a run of
Algorithm 1, in exact arithmetic. It never imports the algorithm.

- `proofs_check.audit.audit`: the statements of the paper, `proofs_check.claims` one by one.
- `proofs_check.replay.check`: a trace, read by `reference.trace_reader.read`.
- `proofs_check.optimum.solve`: LP1's exact optimum for the counts of an epoch.
- `proofs_check.kit.check_player`: an implementation, on generated games.
- `proofs_check.vipr.check_certificate`: a certificate of LP1's optimum.
- `proofs_check.vectors.score`: an implementation on the test vectors.
"""
