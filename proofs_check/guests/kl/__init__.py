"""Exact checks of the computations of O-REPS, UC-O-REPS and UOB-REPS: the KL step, certified, and
the upper occupancy bound, enclosed."""
