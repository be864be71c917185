"""An implementation on generated MDPs: cases, their verdicts, the smallest failing case."""
