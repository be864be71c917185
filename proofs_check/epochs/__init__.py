"""Runs by epochs, checked from their rows, exactly (reference/trace/EPOCH_ROWS.md)."""
