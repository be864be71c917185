"""Independent second implementations, and their comparison with what is shipped."""
