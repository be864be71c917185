"""Conformance of a trace: is every record what Algorithm 1 demands under the declared readings? May
import arithmetic and lp1."""
