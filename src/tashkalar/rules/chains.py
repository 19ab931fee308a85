"""Rows of squares that join two areas."""

from __future__ import annotations

from tashkalar.arena import ADJACENT, ALL, connected, spread


def joining(mine: int, free: int, pairs: tuple[tuple[int, int], ...]) -> int:
    """A row of squares between the two areas of a pair that takes the fewest new pieces.

    It leads over pieces of one's own and over free squares; 0 if there is none.

    >>> from tashkalar.arena import mask, names
    >>> names(joining(mask("b5 d5"), mask("b4 c5 c4 e5"), ((mask("b5 b4"), mask("e5")),)))
    ['b5', 'c5', 'd5', 'e5']
    """
    best: list[int] = []
    limit = ALL.bit_count()
    for a, b in pairs:
        if found := _waves(mine, free, a, b, limit):
            best, start, end = found, a, b
            limit = len(found) - 1
    return _traced(best, mine, start, end) if best else 0


def _waves(mine: int, free: int, start: int, end: int, limit: int) -> list[int]:
    """What each further piece reaches, and what hangs together with it, up to the other area."""
    wave = reached = connected(start, mine)
    waves = [wave]
    while not wave & end:
        new = (spread(wave) | start) & free & ~reached
        if not new or len(waves) >= limit:
            return []
        beside = spread(new) & mine & ~reached
        wave = new | connected(beside, mine) if beside else new
        waves.append(wave)
        reached |= wave
    return waves


def _traced(waves: list[int], mine: int, start: int, end: int) -> int:
    """One row through the waves, found from its end."""
    wave = waves.pop()
    at = wave & end
    at &= -at  # any one of them
    row = at
    while waves:
        if at & mine:
            way = _way(at, wave & ~mine, wave)
            row |= way
            at = way & ~mine  # the new piece that reached this wave
        wave = waves.pop()
        if not waves and at & start:
            return row
        at = wave & ADJACENT[at.bit_length() - 1]
        at &= -at
        row |= at
    return row | _way(at, start, mine)


def _way(start: int, ends: int, squares: int) -> int:
    """A shortest way from a square to one of some others, over a set that holds both."""
    steps = [start]
    while not steps[-1] & ends:
        steps.append(spread(steps[-1]) & squares & ~steps[-1])
    at = steps.pop() & ends
    at &= -at
    way = at
    while steps:
        at = steps.pop() & ADJACENT[at.bit_length() - 1]
        at &= -at
        way |= at
    return way
