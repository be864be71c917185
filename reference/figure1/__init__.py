"""The simulations of Sec. VI: UCRL2 in the two versions that Figure 1 counts, trials and their
store, Figure 1, its sensitivity, and the family `tight`."""
