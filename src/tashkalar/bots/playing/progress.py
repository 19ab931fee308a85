"""How far a colour has come with each task, as one fixed-point number from 0 to ONE.

Most tasks depend on a few sets of pieces only, and a search meets the same sets again and
again: what was worked out for them is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tashkalar.bots.playing.fixed import ONE
from tashkalar.cards import criteria as c
from tashkalar.choice import Asking
from tashkalar.rules.criteria import Look, Part, Seen, looking, parts
from tashkalar.rules.play import Position
from tashkalar.rules.tasks import task

_DEEDS = (c.Destroyed, c.Summoned, c.AnyOf)


def progress(p: Position, number: int, colour: int) -> int:
    """How far a colour has come with a task.

    >>> from tashkalar.cards import card
    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> progress(p, card("Destruction").number, 0)
    0
    """
    criterion, look, deeds = _asked(number)
    # Deeds start from nothing every turn, and end with it.
    if deeds and p.asking == Asking.END:
        return 0
    return _folded(number, look(p, criterion, colour))


@cache
def _asked(number: int) -> tuple[object, Look, bool]:
    criterion = task(number).criterion
    return criterion, looking(criterion), isinstance(criterion, _DEEDS)


@lru_cache(1 << 16)
def _folded(number: int, what_is_seen: Seen) -> int:
    """The parts of a task as one number: the share that is there, where nothing else is said."""
    criterion = task(number).criterion
    found = parts(criterion, what_is_seen)
    match criterion:
        case c.Standing(areas):
            # The area on which the least is done.
            n = len(found) // len(areas)
            return min([_share(found[i : i + n]) for i in range(0, len(found), n)])
        case c.Outnumber():
            # On each area from two fewer than the others to one more.
            steps = [min(3, max(0, 3 + part.have - part.need)) for part in found]
            return ONE * sum(steps) // (3 * len(steps))
        case c.Chain():
            (chain,) = found
            blocked = any(chain.squares & rival for rival in what_is_seen[1:])
            return 0 if blocked else max(0, ONE - ONE * (chain.need - chain.have) // 8)
        case c.Isolated():
            (cut_off,) = found
            if cut_off.have:
                return ONE
            # How few squares next to its fellows an enemy piece can still walk to.
            ways = cut_off.squares.bit_count()
            return max(0, ONE - ONE * ways // 6) if ways else 0
    return _share(found)


def _share(found: Sequence[Part]) -> int:
    """How much of some parts is there."""
    have = sum([min(part.have, part.need) for part in found if part.have > 0])
    return ONE * have // sum([part.need for part in found])


@lru_cache(1 << 10)
def points_for_deeds(numbers: tuple[int, ...], claim: int) -> tuple[int, int]:
    """The points for summoning and for destroying, without the task that is claimed already."""
    tasks = [task(number) for number in numbers if number != claim]
    summoning = sum([t.points for t in tasks if isinstance(t.criterion, c.Summoned)])
    destroying = [t.points for t in tasks if isinstance(t.criterion, c.Destroyed | c.AnyOf)]
    return summoning, sum(destroying)
