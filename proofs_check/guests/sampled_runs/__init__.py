"""Committed runs of O-REPS, UC-O-REPS, UOB-REPS and FPOP, on which statements of Sec. I are
checked."""
