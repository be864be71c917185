"""Runs by epochs: their episodes are counted, not played."""
