"""Traces of FPOP, O-REPS, UC-O-REPS and UOB-REPS: records, reader, published schema, and a run of
one of these algorithms that writes such a trace."""
