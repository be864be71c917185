"""Exact checks of the computations of O-REPS, UC-O-REPS and UOB-REPS: the KL step, certified, and
the upper occupancy bound, enclosed.

May import arithmetic; of `reference` only its errors.
"""
