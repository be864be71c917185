"""Adapters: a few lines around a public learner, unmodified, that write its trace for `proofs-check
trace`. What they showed is on the page README.md."""
