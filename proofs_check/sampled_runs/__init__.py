"""The runs on which claims are checked, recomputed exactly from their traces. May import arithmetic
and lp1; `make` alone calls the producer."""
