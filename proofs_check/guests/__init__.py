"""The guests' traces, checked: `kl` certifies the computations of O-REPS, UC-O-REPS and UOB-REPS,
`family` replays a trace of these and of FPOP, `flat` one of UCRL2, UCFH, UCBVI, UCB Q-learning and
PSRL. `reference.support.guests` says how the core reaches them."""
