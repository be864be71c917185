"""The audit: it makes the sampled runs, checks every claim and derives every status."""
