"""The kit for learners on flat states: generated flat MDPs, special ones, the verdict on a
program."""
