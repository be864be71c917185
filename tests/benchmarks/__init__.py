"""Benchmarks: side by side in one run, ratios with their spread. No test asserts a time."""
