"""How far a colour has come with each task, from 0 to 1."""

from __future__ import annotations

from tashkalar.arena import connected, spread, squares
from tashkalar.cards import criteria as c
from tashkalar.choice import Asking
from tashkalar.rules.play import Position


def progress(p: Position, criterion: object, colour: int) -> float:
    """Tasks about one turn's deeds start from nothing every turn, and end with it."""
    mine = p.pieces[colour]
    high = p.heroic | p.legendary
    occupied = p.common | high
    acting = p.colour_of[p.seat] == colour and p.asking != Asking.END
    match criterion:
        case c.Destroyed(total) if acting and total:
            return min(1.0, sum(p.destroyed) / total)
        case c.Summoned(total) if acting:
            return min(1.0, p.summoned[0] / total)
        case c.Standing(areas, pieces, upgraded, legendary):
            wanted = pieces + upgraded + legendary
            return min(
                (
                    min((mine & area).bit_count(), pieces)
                    + min((mine & area & high).bit_count(), upgraded)
                    + min((mine & area & p.legendary).bit_count(), legendary)
                )
                / wanted
                for area in areas
            )
        case c.Outnumber(areas):
            leads = [
                (mine & area & high).bit_count() - (high & area & ~mine).bit_count()
                for area in areas
            ]
            return sum(min(1.0, max(0.0, (lead + 2) / 3)) for lead in leads) / len(leads)
        case c.Fill(areas):
            return max((mine & area).bit_count() / area.bit_count() for area in areas)
        case c.Lead(areas, by):
            best = max(
                (mine & area).bit_count() - (occupied & ~mine & area).bit_count() for area in areas
            )
            return min(1.0, max(0.0, best / by))
        case c.Chain(pairs):
            lacking = min(_gap(mine, occupied & ~mine, a, b) for a, b in pairs)
            return max(0.0, 1 - lacking / 8)
        case c.Surrounded(by):
            most = max(
                ((spread(1 << i) & mine).bit_count() for i in squares(occupied & ~mine)),
                default=0,
            )
            return min(1.0, most / by)
    return 0.0


def _gap(mine: int, blocked: int, start: int, end: int) -> int:
    """How many pieces are missing for a chain from one area to another."""
    reached = connected(start, mine)
    missing = 0
    edge = start & ~blocked
    while not reached & end:
        # One more piece: next to what is reached, or on the first area itself.
        grown = reached | spread(reached) & ~blocked | edge
        grown |= connected(spread(grown) & mine | grown & mine, mine)
        missing += 1
        if grown == reached or missing > 9:
            return 10
        reached = grown
    return missing
