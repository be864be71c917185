"""The kit for UCRL2, UCBVI and UCB Q-learning: generated flat MDPs, special ones, the verdict on a
program."""
