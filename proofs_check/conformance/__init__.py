"""Conformance of a trace: every record is compared with what Algorithm 1 prescribes under the
declared readings."""
