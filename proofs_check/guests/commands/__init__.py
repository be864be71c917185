"""What `proofs-check trace` prints of a trace of flat learners, as text and as JSON."""
