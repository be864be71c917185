"""The fast tier of a trace's check: blocks of episodes in arrays, epochs in doubles with proved
error bounds. It vouches or it is silent; the plain tier alone reports. May import NumPy, and the
plain tier."""
