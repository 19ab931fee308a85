"""What a player would look at: the features of a position for one colour.

Every feature is a difference between the colour and its opponents, or a property of its own
pieces and hand. They are small numbers, so that weights can be compared, and fixed-point ones
(``fixed``), so that they are the same everywhere.
"""

from __future__ import annotations

from tashkalar.arena import ALL, CENTRAL, COLOURED, spread
from tashkalar.bots.playing import holdings
from tashkalar.bots.playing.fixed import ONE
from tashkalar.bots.playing.progress import points_for_deeds, progress
from tashkalar.choice import Asking
from tashkalar.rules import criteria, scoring
from tashkalar.rules.atoms import supply
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.rules.tasks import task

NAMES = (
    "points",  # lead in points, what this turn brings included
    "points_late",  # the same, the more the nearer the end
    "weakest",  # melee: lead in the weakest colour
    "common",
    "heroic",
    "legendary",
    "exposed",  # own pieces next to enemy pieces
    "exposed_upgraded",
    "contact_upgraded",  # enemy upgraded pieces next to own pieces
    "centre",
    "coloured",
    "ready",  # own beings in hand that could be summoned
    "ready_legends",
    "near",  # those that lack one common piece
    "near_legends",
    "brings",  # what the ready ones would bring
    "brings_near",
    "used",  # lead in beings used up: a summoning is worth more than what it leaves behind
    "threat",  # share of the cards opponents may hold that fit their pieces
    "threat_legends",
    "threat_brings",  # what the beings among them would bring
    "threat_near",  # share of those that lack one common piece
    "behind_upgraded",  # how far behind in upgraded pieces: what flares ask for
    "behind_pieces",
    "shortage",  # few pieces left to place
    "tasks",  # own progress in the tasks on the table
    "tasks_enemy",
    "actions",  # actions not used yet
    "ready_now",  # beings that could be summoned with them
    "extra",  # an extra turn to come
    "used_late",  # the lead in beings used up, the more the nearer the end
    "ready_two",  # ready ones, but no more than a turn has actions
    "brings_two",  # what the best two of them would bring
    "drawn",  # how many of the cards to be drawn at the end of the turn should be ready
    "drawn_near",
    "drawn_brings",
    "tasks_best",  # own progress in the task that is nearest
    "tasks_enemy_best",
    "deeds_summoning",  # points for summoning, the more cards are ready
    "deeds_destroying",  # the same for destroying
    "deeds_enemy",  # both, the more cards opponents may have ready
    "flare",  # halves of the own flare that could be invoked
    "flare_enemy",  # halves of a flare that opponents may hold
    "lacks_two",  # own beings in hand that lack two pieces
    "legends_lack_one",  # a piece, or one of a higher rank
    "legends_lack_two",
)


THREAT = NAMES.index("threat")


def claimed(p: Position) -> int:
    """The task that will be claimed at the end of a turn; 0 where there is none."""
    if p.asking != Asking.END:
        return 0
    met = [n for n in p.tasks if criteria.meets(p, task(n))]
    return max(met, key=lambda n: task(n).points, default=0)


def pending(p: Position, colour: int) -> int:
    """Points that the turn so far will bring at its end."""
    if p.colour_of[p.seat] != colour:
        return 0
    return _coming(p, claimed(p))


def _coming(p: Position, claim: int) -> int:
    if FORMS[p.form].tasks:
        return task(claim).points if claim else 0
    acting = p.colour_of[p.seat]
    return sum(_worth_of(p, c) for c in range(4) if c != acting)


def plain_features(p: Position, colour: int, threats: bool = True) -> list[float]:
    """The features as plain numbers, for regressions and for people."""
    return [found / ONE for found in features(p, colour, threats)]


def features(p: Position, colour: int, threats: bool = True) -> list[int]:
    """The features of a position as ``colour`` sees it, in the order of NAMES.

    Without ``threats`` those that look at cards nobody has seen are 0: they take most of the time.

    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> dict(zip(NAMES, features(p, 0), strict=True))["actions"] // ONE
    1
    """
    form = FORMS[p.form]
    enemies = [c for c in range(form.colours) if c != colour]
    each = ONE // len(enemies)
    own, foe = p.pieces[colour], 0
    for c in enemies:
        foe |= p.pieces[c]
    high = p.heroic | p.legendary
    empty = ALL & ~(p.common | high)
    claim = claimed(p)
    weakest = 0
    if form.melee:
        most = max(p.scores)
        coming = [_by_colour(p, c) for c in range(form.colours)]
        weakest = min(coming[colour]) - max([min(coming[c]) for c in enemies])
        lead = ONE * sum(coming[colour]) - each * sum([sum(coming[c]) for c in enemies])
    else:
        points = [scoring.score(p, c) for c in range(form.colours)]
        most = max(points)
        points[p.colour_of[p.seat]] += _coming(p, claim)
        lead = ONE * (points[colour] - max([points[c] for c in enemies]))
    late = _lateness(p, ONE * most // form.limit)
    found = [
        lead,
        lead * late // ONE,
        ONE * weakest,
        ONE * (own & p.common).bit_count() - each * (foe & p.common).bit_count(),
        ONE * (own & p.heroic).bit_count() - each * (foe & p.heroic).bit_count(),
        ONE * (own & p.legendary).bit_count() - each * (foe & p.legendary).bit_count(),
        ONE * (own & spread(foe)).bit_count(),
        ONE * (own & high & spread(foe)).bit_count(),
        each * (foe & high & spread(own)).bit_count(),
        ONE * (own & CENTRAL).bit_count() - each * (foe & CENTRAL).bit_count(),
        ONE * (own & COLOURED).bit_count() - each * (foe & COLOURED).bit_count(),
    ]
    held = holdings.held(p, colour, (own, own & high), empty, high)
    used = holdings.used_up(p, colour)
    acting = p.colour_of[p.seat] == colour
    actions = ONE * p.actions if acting and p.asking == Asking.ACTION else 0
    found += [*held[:6], used]
    found += holdings.threats(p, colour, high, empty) if threats else [0] * 4
    upgraded = max([(p.pieces[c] & high).bit_count() for c in enemies])
    pieces = max([p.pieces[c].bit_count() for c in enemies])
    tasks = _task_features(p, colour, enemies, claim)
    found += [
        ONE * max(0, upgraded - (own & high).bit_count()),
        ONE * max(0, pieces - own.bit_count()),
        ONE * max(0, 3 - supply(p, colour, 1)),
        *tasks[:2],
        actions,
        min(actions, held[0] + held[1]),
        ONE * p.extra_turns if acting else 0,
        used * late // ONE,
        *held[6:],
    ]
    if threats:
        found += holdings.drawn(p, colour, (own, own & high), empty, high)
    else:
        found += [0] * 3
    found += tasks[2:]
    found += _deeds(p, claim, held[6] // 2, min(ONE, found[THREAT]))
    found += holdings.flares(p, colour, enemies, high)
    return found + (holdings.lacking(p, colour, (own, own & high), high) if threats else [0] * 3)


def _lateness(p: Position, by_points: int) -> int:
    """How near the end is, from nothing to ONE."""
    if p.trigger:
        return ONE
    by_cards = ONE - ONE * min([len(d) for d in p.decks]) // 15
    late = min(ONE, max(by_points, by_cards, 0))
    return late * late // ONE


def _by_colour(p: Position, colour: int) -> list[int]:
    """Melee: the points in each enemy colour, what this turn will bring included."""
    enemies = [c for c in range(FORMS[p.form].colours) if c != colour]
    points = [p.scores[4 * colour + c] for c in enemies]
    if p.colour_of[p.seat] == colour:
        unpaired = 0
        for i, c in enumerate(enemies):
            points[i] += _worth_of(p, c)
            unpaired += p.destroyed[3 * c] % 2
        if unpaired > 1:
            points[points.index(min(points))] += 1
    return points


def _worth_of(p: Position, colour: int) -> int:
    """Deathmatch: the points for the pieces of a colour that were destroyed this turn."""
    common, heroic, legendary = p.destroyed[3 * colour : 3 * colour + 3]
    return common // 2 + heroic + 2 * legendary


def _task_features(p: Position, colour: int, enemies: list[int], claim: int) -> list[int]:
    mine = theirs = best = worst = 0
    if not p.tasks:
        return [mine, theirs, best, worst]
    for number in (*p.tasks, *p.task_deck[:1]):
        if number == claim:
            continue  # its points count already, and nobody gets it any more
        points = task(number).points
        own = progress(p, number, colour)
        foe = max([progress(p, number, c) for c in enemies])
        own, foe = points * (own * own // ONE), points * (foe * foe // ONE)
        mine, best = mine + own, max(best, own)
        theirs, worst = theirs + foe, max(worst, foe)
    return [mine, theirs, best, worst]


def _deeds(p: Position, claim: int, ready: int, threat: int) -> list[int]:
    """Tasks that are done within a turn, and how likely such a turn is."""
    summoning, destroying = points_for_deeds((*p.tasks, *p.task_deck[:1]), claim)
    likely, threatened = ready * ready // ONE, threat * threat // ONE
    return [summoning * likely, destroying * likely, (summoning + destroying) * threatened]
