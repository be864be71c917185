"""Committed picture of several panels as a part of a page: whole where the page is wide, its panels
one below the other where it is narrow. The bytes are in the page once."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from html import escape

Box = tuple[int, int, int, int]  # left, top, width, height, in pixels of the picture


def panels(png: bytes, alt: str, boxes: Sequence[Box], name: str) -> str:
    """Return the picture as markup. `boxes`: the parts that a narrow page shows, in order; `name`:
    an id on the page."""
    width, height = struct.unpack(">II", png[16:24])
    data = base64.b64encode(png).decode()
    size = f'width="{width}" height="{height}"'
    image = f'<image id="{name}" {size} href="data:image/png;base64,{data}"/>'
    shown = f'role="img" aria-label="{escape(alt)}"'
    whole = f'<svg class="whole" {shown} viewBox="0 0 {width} {height}">{image}</svg>'
    parts = ""
    for box in boxes:
        told = 'aria-hidden="true"' if parts else shown
        seen = " ".join(map(str, box))
        parts += f'<svg class="panel" {told} viewBox="{seen}"><use href="#{name}"/></svg>'
    return f'<div class="panels">{whole}{parts}</div>'
