"""UCRL2, UCFH, UCBVI, UCB Q-learning and PSRL on flat states: flat MDPs and their files, the trace
(records, reader, published schema), the learners, and a run of one of them that writes such a
trace."""
