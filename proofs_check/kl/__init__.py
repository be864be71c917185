"""Exact checks of what O-REPS, UC-O-REPS and UOB-REPS compute: the KL step, certified, and the
upper occupancy bound, enclosed.

May import arithmetic; of `reference` only its errors.
"""
