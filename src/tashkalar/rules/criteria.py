"""Judging tasks: does the player whose turn it is meet a criterion?"""

from __future__ import annotations

from tashkalar.arena import connected, spread, squares, within
from tashkalar.cards import Task
from tashkalar.cards import criteria as c
from tashkalar.position import State
from tashkalar.rules.atoms import me


def meets(p: State, task: Task) -> bool:
    """May the player whose turn it is claim this task at the end of the turn?"""
    return _holds(p, task.criterion)


def _holds(p: State, criterion: object) -> bool:
    mine = p.pieces[me(p)]
    upgraded = p.heroic | p.legendary
    match criterion:
        case c.Destroyed(total, up, heroic, legendary):
            by_rank = [sum(p.destroyed[rank::3]) for rank in range(3)]
            return (
                sum(by_rank) >= total
                and by_rank[1] + by_rank[2] >= up
                and by_rank[1] >= heroic
                and by_rank[2] >= legendary
            )
        case c.Summoned(total, legends, red, green, coloured):
            beings, summoned_legends, on_red, on_green = p.summoned
            return (
                beings >= total
                and summoned_legends >= legends
                and on_red >= red
                and on_green >= green
                and on_red + on_green >= coloured
            )
        case c.AnyOf(parts):
            return any(_holds(p, part) for part in parts)
        case c.Standing(areas, pieces, up, legendary):
            return all(
                (mine & area).bit_count() >= pieces
                and (mine & area & upgraded).bit_count() >= up
                and (mine & area & p.legendary).bit_count() >= legendary
                for area in areas
            )
        case c.Outnumber(areas):
            return all(
                (mine & area & upgraded).bit_count() > (other & area & upgraded).bit_count()
                for area in areas
                for other in _others(p)
            )
        case c.Fill(areas):
            return any(not area & ~mine for area in areas)
        case c.Lead(areas, by):
            enemy = sum(_others(p))
            return any(
                (mine & area).bit_count() - (enemy & area).bit_count() >= by for area in areas
            )
        case c.Chain(pairs):
            return any(connected(a, mine) & b for a, b in pairs)
        case c.Surrounded(by):
            return any(
                (spread(1 << i) & mine).bit_count() >= by
                for other in _others(p)
                for i in squares(other)
            )
        case c.Isolated(near, walk):
            return any(
                _isolated(p, 1 << i, other & ~(1 << i), near, walk)
                for other in _others(p)
                for i in squares(other)
            )
    raise TypeError(f"not a criterion: {criterion!r}")


def _others(p: State) -> list[int]:
    return [p.pieces[colour] for colour in sorted(set(p.colour_of)) if colour != me(p)]


def _isolated(p: State, piece: int, others: int, near: int, walk: int) -> bool:
    if not within(piece, near) & others:
        return False
    free = ~(p.common | p.heroic | p.legendary)
    reached = piece
    for _ in range(walk):
        reached |= spread(reached) & free
    return not reached & spread(others)
