"""The comparison of all algorithms, `ucrl-lp simulate compare`: trials, tables, picture, and what
is committed of it."""
