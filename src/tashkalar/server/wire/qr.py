"""Addresses as QR codes: for a page, and for a terminal."""

from __future__ import annotations

from itertools import groupby

import segno

QUIET = 4  # modules that must stay light around a code
_HALVES = " ▀▄█"  # two rows in one line: the upper dark, the lower, both


def modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """The code of an address, row by row: which modules are dark."""
    code = segno.make(address, error="m", micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def outline(rows: tuple[tuple[bool, ...], ...]) -> str:
    """The dark modules as one path of an SVG, each of size 1.

    >>> outline(((True, True, False), (False, False, True)))
    'M0 0h2v1h-2zM2 1h1v1h-1z'
    """
    found = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            n = len(list(run))
            if dark:
                found.append(f"M{x} {y}h{n}v1h-{n}z")
            x += n
    return "".join(found)


def printed(address: str) -> str:
    """The code for a terminal, black on white whatever its colours are."""
    rows = modules(address)
    width = len(rows[0]) + 2 * QUIET
    blank = (False,) * width
    side = (False,) * QUIET
    framed = [blank] * QUIET + [(*side, *row, *side) for row in rows] + [blank] * QUIET
    framed += [blank] * (len(framed) % 2)
    lines = [
        "".join(_HALVES[upper + 2 * lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(framed[::2], framed[1::2], strict=True)
    ]
    return "\n".join(f"\033[30;107m{line}\033[0m" for line in lines)
