"""What a player would look at: the features of a position for one colour.

Every feature is a difference between the colour and its opponents, or a property of its own
pieces and hand. Values are small numbers, so that weights can be compared.
"""

from __future__ import annotations

from functools import lru_cache

from tashkalar import pattern
from tashkalar.arena import ALL, CENTRAL, COLOURED, spread
from tashkalar.bots.playing.progress import points_for_deeds, progress
from tashkalar.bots.playing.weights import family, worths
from tashkalar.cards import BEINGS, FLARES, SCHOOLS, deck
from tashkalar.choice import Asking
from tashkalar.position import UNKNOWN
from tashkalar.rules import criteria, scoring
from tashkalar.rules.atoms import supply
from tashkalar.rules.forms import FORMS, HAND
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


def pending(p: Position, colour: int) -> float:
    """Points that the turn so far will bring at its end."""
    if p.colour_of[p.seat] != colour:
        return 0
    return _coming(p, claimed(p))


def _coming(p: Position, claim: int) -> int:
    if FORMS[p.form].tasks:
        return task(claim).points if claim else 0
    acting = p.colour_of[p.seat]
    return sum(_worth_of(p, c) for c in range(4) if c != acting)


def _fit(p: Position, card: int, own: tuple[int, int], empty: int, high: int) -> int:
    """How many common pieces a card lacks to be summonable: 0, 1, or 2 for more."""
    being = BEINGS[card]
    blocked = (0, high, p.legendary, 0)[being.rank]
    fitting, nearly = pattern.fits_or_nearly(being, own, (empty, 0))
    return 0 if fitting & ~blocked else 1 if nearly & ~blocked else 2


def features(p: Position, colour: int, threats: bool = True) -> list[float]:
    """The features of a position as ``colour`` sees it, in the order of NAMES."""
    form = FORMS[p.form]
    enemies = [c for c in range(form.colours) if c != colour]
    n = len(enemies)
    own, foe = p.pieces[colour], 0
    for c in enemies:
        foe |= p.pieces[c]
    high = p.heroic | p.legendary
    empty = ALL & ~(p.common | high)
    claim = claimed(p)
    weakest = 0.0
    if form.melee:
        most = float(max(p.scores))
        coming = [_by_colour(p, c) for c in range(form.colours)]
        weakest = min(coming[colour]) - max(min(coming[c]) for c in enemies)
        lead = sum(coming[colour]) - sum(sum(coming[c]) for c in enemies) / n
    else:
        points = [float(scoring.score(p, c)) for c in range(form.colours)]
        most = max(points)
        points[p.colour_of[p.seat]] += _coming(p, claim)
        lead = points[colour] - max(points[c] for c in enemies)
    late = _lateness(p, most / form.limit)
    found = [
        lead,
        lead * late,
        weakest,
        (own & p.common).bit_count() - (foe & p.common).bit_count() / n,
        (own & p.heroic).bit_count() - (foe & p.heroic).bit_count() / n,
        (own & p.legendary).bit_count() - (foe & p.legendary).bit_count() / n,
        (own & spread(foe)).bit_count(),
        (own & high & spread(foe)).bit_count(),
        (foe & high & spread(own)).bit_count() / n,
        (own & CENTRAL).bit_count() - (foe & CENTRAL).bit_count() / n,
        (own & COLOURED).bit_count() - (foe & COLOURED).bit_count() / n,
    ]
    hand = _hand_features(p, colour, (own, own & high), empty, high)
    used = _used(p, colour)
    actions = p.actions if p.colour_of[p.seat] == colour and p.asking == Asking.ACTION else 0
    found += [*hand[:6], used]
    found += _threats(p, colour, high, empty) if threats else [0.0] * 4
    upgraded = max((p.pieces[c] & high).bit_count() for c in enemies)
    pieces = max(p.pieces[c].bit_count() for c in enemies)
    tasks = _task_features(p, colour, enemies, claim)
    found += [
        max(0, upgraded - (own & high).bit_count()),
        max(0, pieces - own.bit_count()),
        max(0, 3 - supply(p, colour, 1)),
        *tasks[:2],
        actions,
        min(actions, hand[0] + hand[1]),
        p.extra_turns if p.colour_of[p.seat] == colour else 0,
        used * late,
        *hand[6:],
    ]
    found += _drawn(p, colour, (own, own & high), empty, high) if threats else [0.0] * 3
    found += tasks[2:]
    found += _deeds(p, claim, hand[6] / 2, min(1.0, found[THREAT]))
    found += _flares(p, colour, enemies, high)
    return found + (_lacking(p, colour, (own, own & high), high) if threats else [0.0] * 3)


def _next(p: Position, colour: int) -> int:
    """The seat of a colour that is in turn or will be next: of partners only one acts."""
    round_the_table = p.colour_of[p.seat :] + p.colour_of[: p.seat]
    return (p.seat + round_the_table.index(colour)) % len(p.colour_of)


def _lateness(p: Position, by_points: float) -> float:
    """How near the end is, from 0 to 1."""
    if p.trigger:
        return 1.0
    by_cards = 1 - min(len(d) for d in p.decks) / 15
    return min(1.0, max(by_points, by_cards, 0.0)) ** 2


def _by_colour(p: Position, colour: int) -> list[float]:
    """Melee: the points in each enemy colour, what this turn will bring included."""
    enemies = [c for c in range(FORMS[p.form].colours) if c != colour]
    points = [float(p.scores[4 * colour + c]) for c in enemies]
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


def _hand_features(
    p: Position, colour: int, own: tuple[int, int], empty: int, high: int
) -> list[float]:
    worth = worths(family(p.form))
    counts = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]  # ready, near, neither: beings, then legends
    brings = [0.0, 0.0, 0.0]
    best = second = 0.0
    seat = _next(p, colour)
    for held, first in ((p.beings[seat], 0), (p.legends[seat], 3)):
        for card in held:
            if card != UNKNOWN:
                fit = _fit(p, card, own, empty, high)
                counts[first + fit] += 1
                brings[fit] += worth[card]
                if fit == 0 and worth[card] > second:
                    best, second = max(best, worth[card]), min(best, worth[card])
    two = min(2.0, counts[0] + counts[3])
    return [counts[0], counts[3], counts[1], counts[4], *brings[:2], two, best + second]


def _drawn(p: Position, colour: int, own: tuple[int, int], empty: int, high: int) -> list[float]:
    """What the cards that will be drawn at the end of the turn should bring."""
    seat = p.seat
    draws = float(min(HAND - len(p.beings[seat]) + p.extra_beings, len(p.decks[seat])))
    if p.colour_of[seat] != colour or draws <= 0:
        return [0.0, 0.0, 0.0]
    worth = worths(family(p.form))
    back = tuple([card for owner, card in p.returned if owner == seat])  # goes to the bottom
    gone = p.discards[seat] + p.beings[seat] + back
    hidden = [c for c in deck(SCHOOLS[p.schools[seat]]) if c not in gone]
    ready = near = brings = 0.0
    for card in hidden:
        fit = _fit(p, card, own, empty, high)
        if fit == 0:
            ready += 1
            brings += worth[card]
        elif fit == 1:
            near += 1
    share = draws / max(len(hidden), 1)
    return [ready * share, near * share, brings * share]


def _used(p: Position, colour: int) -> float:
    """How many more beings a player of the colour has used up than one of the others."""
    left, seats = [0, 0], [0, 0]
    for owner, hidden, hand in zip(p.colour_of, p.decks, p.beings, strict=True):
        left[owner == colour] += len(hidden) + len(hand)
        seats[owner == colour] += 1
    return left[0] / seats[0] - left[1] / seats[1]


def _threats(p: Position, colour: int, high: int, empty: int) -> list[float]:
    """What opponents may hold and could summon at once, whatever they really hold."""
    worth = worths(family(p.form))
    beings = legends = brings = near = 0.0
    for owner in range(FORMS[p.form].colours):
        if owner == colour:
            continue
        seat = _next(p, owner)
        theirs = p.pieces[owner]
        own = (theirs, theirs & high)
        unseen = [c for c in deck(SCHOOLS[p.schools[seat]]) if c not in p.discards[seat]]
        n = max(len(unseen), 1)
        for card in unseen:
            fit = _fit(p, card, own, empty, high)
            if fit == 0:
                beings += 1 / n
                brings += worth[card] / n
            elif fit == 1:
                near += 1 / n
        if own[1].bit_count() > 1:
            hidden = [c for c in deck("legends") if c not in p.legend_discards]
            legends += sum(_fits_now(p, card, own, high) for card in hidden) / max(len(hidden), 1)
    return [beings, legends, brings, near]


def _fits_now(p: Position, card: int, own: tuple[int, int], high: int) -> bool:
    being = BEINGS[card]
    return bool(pattern.fits(being, own) & ~(0, high, p.legendary, 0)[being.rank])


def _task_features(p: Position, colour: int, enemies: list[int], claim: int) -> list[float]:
    mine = theirs = best = worst = 0.0
    if not p.tasks:
        return [mine, theirs, best, worst]
    for number in (*p.tasks, *p.task_deck[:1]):
        if number == claim:
            continue  # its points count already, and nobody gets it any more
        points = task(number).points
        own = points * progress(p, number, colour) ** 2
        foe = points * max([progress(p, number, c) for c in enemies]) ** 2
        mine, best = mine + own, max(best, own)
        theirs, worst = theirs + foe, max(worst, foe)
    return [mine, theirs, best, worst]


def _deeds(p: Position, claim: int, ready: float, threat: float) -> list[float]:
    """Tasks that are done within a turn, and how likely such a turn is."""
    summoning, destroying = points_for_deeds((*p.tasks, *p.task_deck[:1]), claim)
    return [summoning * ready**2, destroying * ready**2, (summoning + destroying) * threat**2]


def _flares(p: Position, colour: int, enemies: list[int], high: int) -> list[float]:
    """The halves that the held flare offers, and those a flare would offer an opponent."""
    own = p.pieces[colour]
    upgraded, pieces = (own & high).bit_count(), own.bit_count()
    held = p.flares[_next(p, colour)]
    mine = theirs = 0.0
    for c in enemies:
        more_upgraded = (p.pieces[c] & high).bit_count() - upgraded
        more = p.pieces[c].bit_count() - pieces
        mine = max(mine, _halves(held, more_upgraded, more))
        theirs = max(theirs, _halves_hidden(p.flare_discards, -more_upgraded, -more))
    return [mine, theirs]


@lru_cache(1 << 12)
def _halves(cards: tuple[int, ...], upgraded: int, pieces: int) -> float:
    """How many halves of flares a lead in upgraded pieces and in pieces allows, on average."""
    flares = [flare for flare in FLARES if flare.number in cards]
    met = sum([(upgraded >= f.upper_needs) + (pieces >= f.lower_needs) for f in flares])
    return met / max(len(flares), 1)


@lru_cache(1 << 12)
def _halves_hidden(gone: tuple[int, ...], upgraded: int, pieces: int) -> float:
    hidden = tuple([flare.number for flare in FLARES if flare.number not in gone])
    return _halves(hidden, upgraded, pieces)


def _lacking(p: Position, colour: int, own: tuple[int, int], high: int) -> list[float]:
    """Cards in hand that are not ready and lack little: beings two pieces, legends one or two."""
    beings = one = two = 0.0
    seat = _next(p, colour)
    for card in p.beings[seat] + p.legends[seat]:
        if card != UNKNOWN:
            being = BEINGS[card]
            lacks, _ = pattern.fewest(being, own, ALL & ~(0, high, p.legendary, 0)[being.rank])
            if being.rank < 3:
                beings += lacks == 2
            else:
                one += lacks == 1
                two += lacks == 2
    return [beings, one, two]
