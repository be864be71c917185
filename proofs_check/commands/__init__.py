"""One module per command of `proofs-check`: each adds its options and runs."""
