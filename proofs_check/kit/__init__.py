"""An implementation against generated MDPs: cases, their verdicts, the smallest failing case. May import
conformance and `reference.environments`."""
