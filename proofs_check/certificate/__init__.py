"""VIPR certificates of the optimum of LP1: writer, reader and checker. May import arithmetic and lp1."""
