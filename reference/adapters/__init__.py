"""A learner that asks the proved judge before it plays (`asking`), and the command `python -m
reference.adapters`, which runs the recorded public learners of `reference.guests.adapters`."""
