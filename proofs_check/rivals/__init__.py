"""The rivals' traces, checked: `kl` certifies the computations of O-REPS, UC-O-REPS and UOB-REPS,
`family` replays a trace of these and of FPOP."""
