"""The audit makes the sampled runs, checks every claim and derives every status. May import claims
and what is below them."""
