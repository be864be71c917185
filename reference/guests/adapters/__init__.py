"""Public learners of UCRL2, UCBVI and Q-learning, unmodified, whose runs are recorded as flat
traces; `record` writes such traces from any Python program. What they showed: README.md."""
