"""Tasks: how far a colour has come with each, part by part. A task is met when every part is.

A criterion looks at a few sets of pieces, or at the deeds of the turn. ``seen`` fetches them, and
``parts`` judges by them alone: whoever meets the same sets again may remember the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tashkalar.arena import ADJACENT, ALL, connected, spread, squares, within
from tashkalar.cards import Task
from tashkalar.cards import criteria as c
from tashkalar.rules.atoms import me
from tashkalar.rules.chains import joining
from tashkalar.state import State


class Part(NamedTuple):
    """One thing that a criterion asks for, and what there is of it."""

    what: str
    where: str  # an area of ``cards.criteria.AREAS``, or empty
    have: int
    need: int
    squares: int  # where it counts; for a piece to be isolated, where it can still get out


Seen = tuple[Any, ...]  # what a criterion looks at
Look = Callable[[State, Any, int], Seen]
_Found = tuple[str, str, int, int, int]  # a part, cheaply made


def progress(p: State, criterion: object, colour: int) -> tuple[Part, ...]:
    """How far a colour has come. The criterion is met exactly when every part is.

    >>> p = State(form="high-form", colour_of=(0, 1), pieces=(1 << 44, 0, 0, 0), common=1 << 44)
    >>> [part[:4] for part in progress(p, c.Standing((c.CENTRAL,), 5, upgraded=2), 0)]
    [('piece', 'central', 1, 5), ('upgraded', 'central', 0, 2)]
    """
    return parts(criterion, seen(p, criterion, colour))


def meets(p: State, task: Task) -> bool:
    """May the player whose turn it is claim this task at the end of the turn?"""
    criterion = task.criterion
    look, judge = _KINDS[type(criterion)]
    # Whether it is met is enough here: how far it is from that may take long to find out.
    return _met(judge(criterion, look(p, criterion, me(p)), False))


def seen(p: State, criterion: object, colour: int) -> Seen:
    """All that matters to a criterion of a position, for a colour."""
    return looking(criterion)(p, criterion, colour)


def looking(criterion: object) -> Look:
    """What fetches all that matters to a criterion: ``seen``, for whoever asks many times."""
    return _KINDS[type(criterion)][0]


def parts(criterion: object, what_is_seen: Seen) -> tuple[Part, ...]:
    """The parts of a criterion, by what it looks at."""
    return tuple(map(Part._make, _KINDS[type(criterion)][1](criterion, what_is_seen, True)))


def share(found: Iterable[_Found]) -> float:
    """How much of some parts is there, from 0 to 1."""
    done = needed = 0
    for _, _, have, need, _ in found:
        done += need if have >= need else have if have > 0 else 0
        needed += need
    return done / needed


def _met(found: Iterable[_Found]) -> bool:
    return all(have >= need for _, _, have, need, _ in found)


# --- what criteria look at ----------------------------------------------------------------------


def _pieces(p: State, criterion: object, colour: int) -> Seen:
    return (p.pieces[colour],)


def _ranks(p: State, criterion: object, colour: int) -> Seen:
    mine = p.pieces[colour]
    return mine, mine & ~p.common, mine & p.legendary


def _sides(p: State, criterion: object, colour: int) -> Seen:
    """The own pieces, then those of each rival."""
    pieces = p.pieces
    return pieces[colour], *[pieces[rival] for rival in _rivals(p.colour_of, colour)]


def _upgraded(p: State, criterion: object, colour: int) -> Seen:
    high = p.heroic | p.legendary
    return tuple([side & high for side in _sides(p, criterion, colour)])


def _destruction(p: State, criterion: object, colour: int) -> Seen:
    # Deeds of a turn are those of the player in turn.
    return p.destroyed if colour == me(p) else (0,) * 12


def _summonings(p: State, criterion: object, colour: int) -> Seen:
    return p.summoned if colour == me(p) else (0, 0, 0, 0)


def _each(p: State, criterion: c.AnyOf, colour: int) -> Seen:
    return tuple([seen(p, one, colour) for one in criterion.criteria])


@cache
def _rivals(colour_of: tuple[int, ...], colour: int) -> tuple[int, ...]:
    return tuple(sorted(set(colour_of) - {colour}))


# --- how they judge -----------------------------------------------------------------------------


def _destroyed(wanted: c.Destroyed, counts: Seen, closely: bool) -> Iterator[_Found]:
    common, heroic, legendary = sum(counts[0::3]), sum(counts[1::3]), sum(counts[2::3])
    if wanted.total:
        yield "destroyed", "", common + heroic + legendary, wanted.total, 0
    if wanted.upgraded:
        yield "destroyed_upgraded", "", heroic + legendary, wanted.upgraded, 0
    if wanted.heroic:
        yield "destroyed_heroic", "", heroic, wanted.heroic, 0
    if wanted.legendary:
        yield "destroyed_legendary", "", legendary, wanted.legendary, 0


def _summoned(wanted: c.Summoned, counts: Seen, closely: bool) -> Iterator[_Found]:
    beings, legends, red, green = counts
    yield "summoned", "", beings, wanted.total, 0
    if wanted.legends:
        yield "summoned_legend", "", legends, wanted.legends, 0
    if wanted.red:
        yield "summoned", "red", red, wanted.red, c.RED
    if wanted.green:
        yield "summoned", "green", green, wanted.green, c.GREEN
    if wanted.coloured:
        yield "summoned", "coloured", red + green, wanted.coloured, c.RED | c.GREEN


def _any_of(wanted: c.AnyOf, each: Seen, closely: bool) -> Sequence[_Found]:
    """Of alternatives the one of which most is there."""
    found = [
        tuple(_KINDS[type(one)][1](one, of_it, closely))
        for one, of_it in zip(wanted.criteria, each, strict=True)
    ]
    return max(found, key=share)


def _standing(wanted: c.Standing, ranks: Seen, closely: bool) -> Iterator[_Found]:
    mine, upgraded, legendary = ranks
    for area in wanted.areas:
        where = c.AREAS[area]
        yield "piece", where, (mine & area).bit_count(), wanted.pieces, area
        if wanted.upgraded:
            yield "upgraded", where, (upgraded & area).bit_count(), wanted.upgraded, area
        if wanted.legendary:
            yield "legendary", where, (legendary & area).bit_count(), wanted.legendary, area


def _outnumber(wanted: c.Outnumber, upgraded: Seen, closely: bool) -> Iterator[_Found]:
    mine, *rivals = upgraded
    for area in wanted.areas:
        most = max([(rival & area).bit_count() for rival in rivals])
        yield "upgraded", c.AREAS[area], (mine & area).bit_count(), most + 1, area


def _fill(wanted: c.Fill, pieces: Seen, closely: bool) -> list[_Found]:
    (mine,) = pieces
    lacking = [(area & ~mine).bit_count() for area in wanted.areas]
    area = wanted.areas[lacking.index(min(lacking))]
    return [("piece", "", (mine & area).bit_count(), area.bit_count(), area)]


def _lead(wanted: c.Lead, sides: Seen, closely: bool) -> list[_Found]:
    mine, *rivals = sides
    theirs = sum(rivals)
    leads = [(mine & area).bit_count() - (theirs & area).bit_count() for area in wanted.areas]
    best = max(leads)
    return [("lead", "", best, wanted.by, wanted.areas[leads.index(best)])]


def _chain(wanted: c.Chain, sides: Seen, closely: bool) -> list[_Found]:
    """The row that lacks the fewest pieces. Enemies are in the way, unless there is no other."""
    mine, *rivals = sides
    if not closely:
        joined = any(connected(a, mine) & b for a, b in wanted.pairs)
        return [("chain", "", joined, 1, 0)]
    row = joining(mine, ALL & ~sum(rivals), wanted.pairs) or joining(mine, ALL, wanted.pairs)
    return [("chain", "", (row & mine).bit_count(), row.bit_count(), row)]


def _surrounded(wanted: c.Surrounded, sides: Seen, closely: bool) -> list[_Found]:
    """The enemy piece with the most of one's own around it."""
    mine, *rivals = sides
    most, piece = max(
        [((ADJACENT[i] & mine).bit_count(), i) for i in squares(sum(rivals))], default=(0, 0)
    )
    return [("around", "", most, wanted.by, ADJACENT[piece] | (1 << piece) & ALL)]


def _isolated(wanted: c.Isolated, sides: Seen, closely: bool) -> list[_Found]:
    """Enemy pieces near others of theirs, and yet without a way to them; or else where the one
    with the fewest ways can still get next to another."""
    _, *rivals = sides
    free = ~sum(sides)
    alone = ways = 0
    for pieces in rivals:
        for i in squares(pieces):
            piece = reached = 1 << i
            others = pieces ^ piece
            if not within(piece, wanted.near) & others:
                continue
            for _ in range(wanted.walk):
                reached |= spread(reached) & free
            out = reached & spread(others)
            if not out:
                alone |= piece
            elif not ways or out.bit_count() < ways.bit_count():
                ways = out
    return [("isolated", "", alone.bit_count(), 1, alone or ways)]


_Judge = Callable[[Any, Seen, bool], Iterable[_Found]]
_KINDS: dict[type, tuple[Look, _Judge]] = {
    c.Destroyed: (_destruction, _destroyed),
    c.Summoned: (_summonings, _summoned),
    c.AnyOf: (_each, _any_of),
    c.Standing: (_ranks, _standing),
    c.Outnumber: (_upgraded, _outnumber),
    c.Fill: (_pieces, _fill),
    c.Lead: (_sides, _lead),
    c.Chain: (_sides, _chain),
    c.Surrounded: (_sides, _surrounded),
    c.Isolated: (_sides, _isolated),
}
