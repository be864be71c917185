"""UCRL-LP in NumPy by blocks of episodes: an implementation under test."""
