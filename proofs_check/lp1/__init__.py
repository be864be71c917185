"""LP1 of one epoch, exactly: its data, optimum and dual, and the certificate of a candidate."""
