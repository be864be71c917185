"""Parts that several claims share, so that no claim imports another; none is a statement."""
