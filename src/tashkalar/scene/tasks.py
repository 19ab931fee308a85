"""The tasks on the table: how far a colour has come with each, and where on the arena."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from tashkalar.arena import ALL, CENTRAL, GREEN, RED, spread, squares, within
from tashkalar.cards import Task
from tashkalar.cards import criteria as c
from tashkalar.position import State
from tashkalar.rules import criteria
from tashkalar.rules.atoms import me
from tashkalar.scene.hand import named


class Part(Struct, frozen=True, gc=False):
    """One thing a task asks for: how many there are, and how many it needs."""

    what: str
    where: str  # red, green, coloured, central, diagonal_1, diagonal_2, or empty
    have: int
    need: int


class TaskState(Struct, frozen=True, gc=False):
    id: str
    points: int
    met: bool  # by the player in turn
    progress: tuple[Part, ...]  # of the viewer's colour; for spectators, of the player in turn
    squares: tuple[str, ...]
    claimable: bool


Progress = tuple[tuple[Part, ...], int]  # the parts, and the squares where it counts

_AREAS = {RED: "red", GREEN: "green", RED | GREEN: "coloured", CENTRAL: "central"} | {
    area: f"diagonal_{n}" for n, area in enumerate(c.DIAGONALS, 1)
}


def task_state(p: State, task: Task, colour: int, claimable: bool) -> TaskState:
    parts, where = progress(p, task.criterion, colour)
    met = criteria.meets(p, task)
    return TaskState(task.id, task.points, met, parts, named(where), claimable)


def progress(p: State, criterion: object, colour: int) -> Progress:
    """How far a colour has come; the criterion is met exactly when every part is."""
    match criterion:
        case c.Destroyed():
            return _destroyed(p, criterion, colour), 0
        case c.Summoned():
            return _summoned(p, criterion, colour)
        case c.AnyOf(criteria):
            return _best(progress(p, one, colour) for one in criteria)
        case c.Standing():
            return _standing(p, criterion, p.pieces[colour])
        case c.Outnumber(areas):
            return _outnumber(p, areas, colour)
        case c.Fill(areas):
            mine = p.pieces[colour]
            return _best((_one("piece", (mine & a).bit_count(), a.bit_count()), a) for a in areas)
        case c.Lead(areas, by):
            mine, enemy = p.pieces[colour], _enemy(p, colour)
            leads = ((a, (mine & a).bit_count() - (enemy & a).bit_count()) for a in areas)
            return _best((_one("lead", lead, by), a) for a, lead in leads)
        case c.Chain(pairs):
            enemy = _enemy(p, colour)
            return _best(_chain(p.pieces[colour], enemy, a, b) for a, b in pairs)
        case c.Surrounded(by):
            return _surrounded(p.pieces[colour], _enemy(p, colour), by)
        case c.Isolated():
            return _isolated(p, criterion, colour)
    raise TypeError(f"not a criterion: {criterion!r}")


def _best(found: Iterable[Progress]) -> Progress:
    """Of alternatives the one that lacks the least."""
    return min(found, key=lambda f: sum(max(part.need - part.have, 0) for part in f[0]))


def _one(what: str, have: int, need: int, where: str = "") -> tuple[Part, ...]:
    return (Part(what, where, have, need),)


def _needed(parts: Iterable[tuple[str, str, int, int]]) -> tuple[Part, ...]:
    """Only what is really asked for."""
    return tuple(Part(*part) for part in parts if part[3])


def _enemy(p: State, colour: int) -> int:
    return (p.common | p.heroic | p.legendary) & ~p.pieces[colour]


def _destroyed(p: State, asked: c.Destroyed, colour: int) -> tuple[Part, ...]:
    # Deeds of a turn are those of the player in turn.
    counts = p.destroyed if colour == me(p) else (0,) * 12
    common, heroic, legendary = (sum(counts[rank::3]) for rank in range(3))
    return _needed(
        (
            ("destroyed", "", common + heroic + legendary, asked.total),
            ("destroyed_upgraded", "", heroic + legendary, asked.upgraded),
            ("destroyed_heroic", "", heroic, asked.heroic),
            ("destroyed_legendary", "", legendary, asked.legendary),
        )
    )


def _summoned(p: State, asked: c.Summoned, colour: int) -> Progress:
    beings, legends, red, green = p.summoned if colour == me(p) else (0, 0, 0, 0)
    parts = _needed(
        (
            ("summoned", "", beings, asked.total),
            ("summoned_legend", "", legends, asked.legends),
            ("summoned", "red", red, asked.red),
            ("summoned", "green", green, asked.green),
            ("summoned", "coloured", red + green, asked.coloured),
        )
    )
    where = RED * bool(asked.red or asked.coloured) | GREEN * bool(asked.green or asked.coloured)
    return parts, where


def _standing(p: State, asked: c.Standing, mine: int) -> Progress:
    parts: list[Part] = []
    where = 0
    for area in asked.areas:
        here, name = mine & area, _AREAS[area]
        where |= area
        parts += _needed(
            (
                ("piece", name, here.bit_count(), asked.pieces),
                ("upgraded", name, (here & ~p.common).bit_count(), asked.upgraded),
                ("legendary", name, (here & p.legendary).bit_count(), asked.legendary),
            )
        )
    return tuple(parts), where


def _outnumber(p: State, areas: tuple[int, ...], colour: int) -> Progress:
    parts = []
    where = 0
    rivals = [p.pieces[other] for other in set(p.colour_of) if other != colour]
    for area in areas:
        high = area & ~p.common
        most = max((other & high).bit_count() for other in rivals)
        have = (p.pieces[colour] & high).bit_count()
        parts.append(Part("upgraded", _AREAS[area], have, most + 1))
        where |= area
    return tuple(parts), where


def _chain(mine: int, enemy: int, start: int, end: int) -> Progress:
    """A row of squares that joins two areas with the fewest new pieces, and what is there of it.

    Enemy pieces are in the way, unless there is no other way.
    """
    row = joining(mine, ALL & ~enemy, start, end) or joining(mine, ALL, start, end)
    return _one("chain", (row & mine).bit_count(), row.bit_count()), row


@lru_cache(2048)
def joining(mine: int, open_squares: int, start: int, end: int) -> int:
    """A shortest row between two areas over open squares, counting only those not yet mine."""
    waves = [start & mine]  # what is reached one step later each time
    lacking = [0]  # how many new pieces each wave takes
    reached = start & mine
    while not reached & end:
        wave = spread(waves[-1]) & mine & ~reached
        cost = lacking[-1]
        if not wave:
            wave = (spread(reached) | start) & open_squares & ~reached
            cost += 1
        if not wave:
            return 0
        waves.append(wave)
        lacking.append(cost)
        reached |= wave
    row = at = _any(waves[-1] & end)
    while not (at & start and (at & mine or cost == 1)):
        # Back to where this square was reached from: a new piece was one cheaper before.
        cost -= not at & mine
        before = next(
            w for w, c in zip(waves, lacking, strict=True) if c == cost and w & spread(at)
        )
        at = _any(before & spread(at))
        row |= at
    return row


def _any(squares: int) -> int:
    return squares & -squares


def _surrounded(mine: int, enemy: int, by: int) -> Progress:
    """The enemy piece with the most of one's own around it."""
    most, piece = max(
        (((spread(1 << i) & mine).bit_count(), 1 << i) for i in squares(enemy)), default=(0, 0)
    )
    return _one("around", most, by), piece | spread(piece)


def _isolated(p: State, asked: c.Isolated, colour: int) -> Progress:
    """Each enemy piece that has others near and yet no way to them."""
    free = ~(p.common | p.heroic | p.legendary)
    found = 0
    for other in set(p.colour_of) - {colour}:
        for i in squares(p.pieces[other]):
            piece = reached = 1 << i
            rest = p.pieces[other] ^ piece
            for _ in range(asked.walk):
                reached |= spread(reached) & free
            if within(piece, asked.near) & rest and not reached & spread(rest):
                found |= piece
    return _one("isolated", found.bit_count(), 1), found
