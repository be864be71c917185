"""An implementation on generated MDPs: cases, their verdicts, the smallest failing case. May import
conformance and what is below it, and `reference.environments`."""
