"""The systems that the paper compares itself with (Sec. I, Sec. VI), apart from the paper: no other
room imports them, and every other room works without them. `reference.support.guests` says how the
core reaches them."""
