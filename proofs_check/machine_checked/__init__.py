"""What the Coq development in `proofs_check/coq` proves, and its build on this machine."""
