"""The pseudo-language: what a page shows outside the brackets has not come from a catalogue."""

from __future__ import annotations

import re

from tashkalar import arena
from tashkalar.choice import Kind

# The same in every language: squares, the letters of the colours and of the columns, and scores
# in the colours of a melee (B3).
SQUARES = frozenset(name for name in arena.NAMES if name)
LETTERS = frozenset("ABCD") | frozenset(arena.COLUMNS)
# What players type: choices in notation, and the directions in it.
NOTATION = frozenset(kind.name.lower() for kind in Kind) | frozenset(arena.DIRECTIONS)
NOTATION |= {"invoke", "pass", "control"}


def outside(page: str, *allowed: str) -> list[str]:
    """The words of a page that are in no brackets, but for those allowed and names of squares."""
    left = re.sub(r"⟦[^⟦⟧]*⟧", " ", page)
    words = re.findall(r"[^\W\d_](?:\w|[-'’])*", left)
    known = SQUARES | LETTERS | set(allowed)
    return [word for word in words if word not in known and not re.fullmatch(r"[A-D]\d+", word)]
