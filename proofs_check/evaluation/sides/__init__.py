"""What each statement of the paper compares on a run: both sides of every inequality, its event,
what no run can exceed, and false variants that some run must refute."""
