"""Points, end triggers and final places of each form."""

from __future__ import annotations

from itertools import pairwise

from tashkalar import event
from tashkalar.rules.atoms import me
from tashkalar.rules.forms import FORM_OF, SIDEWAYS
from tashkalar.rules.tasks import task
from tashkalar.state import State
from tashkalar.verdict import By, Margin, Outcome, Verdict


def score(p: State, colour: int) -> int:
    """The points of a colour as they stand; in a melee those of its weakest enemy colour."""
    form = FORM_OF[p.form_number]
    if form.tasks:
        claimed = sum(task(n).points for n in p.claimed[colour])
        return claimed + (p.pieces[colour] & p.legendary).bit_count()
    return min(by_colour(p, colour)) if form.melee else p.scores[5 * colour]


def by_colour(p: State, colour: int) -> list[int]:
    """Melee: a colour's points in each enemy colour, fewest first."""
    return [p.scores[4 * colour + enemy] for enemy in weakest_first(p, colour)]


def weakest_first(p: State, colour: int) -> list[int]:
    """Melee: the enemy colours, those first in which a colour has fewest points."""
    enemies = [c for c in range(FORM_OF[p.form_number].colours) if c != colour]
    return sorted(enemies, key=lambda c: p.scores[4 * colour + c])


def add(p: State, colour: int, scored_in: int, points: int, why: str) -> None:
    """Points for a colour; in a melee they are points in an enemy's colour."""
    if points:
        melee = FORM_OF[p.form_number].melee
        at = 4 * colour + (scored_in if melee else colour)
        p.scores = (*p.scores[:at], p.scores[at] + points, *p.scores[at + 1 :])
        if p.log is not None:
            if melee:
                p.log.append(event.PointsIn(colour, points, scored_in, why))
            else:
                p.log.append(event.Points(colour, points, why))


def score_turn(p: State) -> None:
    """Deathmatch: points for the enemy pieces destroyed this turn."""
    mine = me(p)
    for colour in range(FORM_OF[p.form_number].colours):
        if colour != mine:
            common, heroic, legendary = p.destroyed[3 * colour : 3 * colour + 3]
            add(p, mine, colour, common // 2 + heroic + 2 * legendary, "destroyed")


def unpaired(p: State) -> list[int]:
    """Enemy colours of which an odd number of common pieces was destroyed this turn."""
    mine, colours = me(p), range(FORM_OF[p.form_number].colours)
    return [c for c in colours if c != mine and p.destroyed[3 * c] % 2]


def trigger(p: State) -> str:
    """What triggers the end now, if anything."""
    form = FORM_OF[p.form_number]
    if len(p.decks[p.seat]) <= (SIDEWAYS if form.teams else 0):
        return "deck"
    return "points" if most_points(p)[0] >= form.limit else ""


def most_points(p: State) -> tuple[int, int]:
    """The points that count for the end of the game, and the colour that has them.

    In a melee these are the points in one enemy colour.
    """
    form = FORM_OF[p.form_number]
    reached = [max(by_colour(p, c)) if form.melee else score(p, c) for c in range(form.colours)]
    points = max(reached)
    return points, reached.index(points)


def strength(p: State, colour: int) -> tuple[int, ...]:
    """What decides the game, in order: points, then upgraded pieces, then pieces."""
    pieces = p.pieces[colour]
    points = by_colour(p, colour) if FORM_OF[p.form_number].melee else [score(p, colour)]
    return (*points, (pieces & ~p.common).bit_count(), pieces.bit_count())


def places(p: State) -> tuple[int, ...]:
    """The place of each seat, 1 the best; equals share one, and the next place is left out."""
    colours = range(FORM_OF[p.form_number].colours)
    strengths = {colour: strength(p, colour) for colour in colours}
    return tuple(1 + sum(strengths[c] > strengths[mine] for c in colours) for mine in p.colour_of)


RESIGNED = "resigned"  # the trigger of a game that somebody has given up
_COLOURS: tuple[By, ...] = ("weakest", "second", "third")


def verdict(p: State) -> Verdict | None:
    """What decided a game; None while it goes on.

    >>> from tashkalar import Position
    >>> over = Position.new("duel", ("highland", "sylvan"), seed=1).resigned(0)
    >>> verdict(over).winners, verdict(over).margins[0].by
    ((1,), 'resigned')
    """
    if not p.result:
        return None
    place = dict(zip(p.colour_of, p.result, strict=True))
    groups = [
        tuple(colour for colour in sorted(place) if place[colour] == n)
        for n in sorted(set(place.values()))
    ]
    winners = groups[0]
    outcome: Outcome = "won"
    if len(winners) > 1:
        outcome = "draw" if len(place) == 2 else "shared"
    margins = tuple(_margin(p, *pair) for pair in pairwise(groups))
    return Verdict(outcome, winners, margins)


def _margin(p: State, better: tuple[int, ...], worse: tuple[int, ...]) -> Margin:
    """The first difference between two places; all colours of a place are equal."""
    if p.trigger == RESIGNED:
        return Margin("resigned", better, worse)
    ours, theirs = strength(p, better[0]), strength(p, worse[0])
    points = len(ours) - 2
    n = next(i for i, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other)
    melee = FORM_OF[p.form_number].melee
    compared: tuple[By, ...] = _COLOURS[:points] if melee else ("points",)
    plain = Margin((*compared, "upgraded", "pieces")[n], better, worse, ours[n], theirs[n])
    if not melee or n >= points:
        return plain
    in_ours, in_theirs = (weakest_first(p, colour)[n] for colour in (better[0], worse[0]))
    return plain._replace(more_in=in_ours, fewer_in=in_theirs)
