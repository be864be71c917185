"""One module per command of `ucrl-lp`: each adds its options and runs."""
