"""Sums of doubles in [0, 1] without rounding: each as whole numbers of units of 2^-60, in limbs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LIMB = 30  # bits; a reward in [2^-7, 1] is a multiple of 2^-60, hence two limbs; most others too

Ints = NDArray[np.int64]


def limbs(v: Any) -> tuple[Ints, Ints] | None:
    """Return doubles in [0, 1] in units of 2^-60, exactly, in two limbs; None if one has more
    bits."""
    scaled = v * 2.0 ** (2 * LIMB)
    whole = scaled.astype(np.int64)
    return None if (whole != scaled).any() else (whole >> LIMB, whole & ((1 << LIMB) - 1))
