"""The proved judge, `proofs-check judge`: its verdicts, against those of `proofs-check trace`."""
