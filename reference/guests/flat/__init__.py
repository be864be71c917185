"""UCRL2, UCBVI and UCB Q-learning on flat states: flat MDPs and their files, the trace (records,
reader, published schema), the learners, and a run of one of them that writes such a trace."""
