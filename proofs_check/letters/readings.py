"""Readings of what the paper leaves open (spec.md), under which a statement is claimed on runs."""

from __future__ import annotations

from collections.abc import Mapping

Readings = Mapping[str, tuple[str, ...]]

MAX1: Readings = {"trigger": ("max1",)}  # R-1: line 12 with max{1, N_i}
ANY_LOG: Readings = {"log": ("ln", "log2")}  # the logarithm is at least the natural one
PRINTED_RADII: Readings = {"radii": ("printed",)}
UNSHRUNK: Readings = {"scale": ("1",)}  # radii of the paper
