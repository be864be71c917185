"""UCRL2, UCBVI and UCB Q-learning on flat states, each as one function in its paper's order that
yields the records of its trace."""
