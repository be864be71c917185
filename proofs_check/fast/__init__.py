"""The fast tier of a trace's check: blocks of episodes in arrays, epochs in doubles with proved
error bounds. It vouches or stays silent; only the plain tier reports."""
