"""The simulations of Sec. VI: trials, their store, Figure 1, sensitivity and comparison."""
