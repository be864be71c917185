"""The KL step that the occupancy-measure methods of Sec. I share, its confidence sets, and the
upper occupancy bound."""
