"""The runs on which claims are checked, recomputed exactly from their traces; `make` alone calls
the producer."""
