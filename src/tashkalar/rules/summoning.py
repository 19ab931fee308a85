"""Summoning: which beings can be summoned, on which squares, in which ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tashkalar import arena, pattern
from tashkalar.arena import ALL, squares
from tashkalar.cards import Being
from tashkalar.rules.atoms import colour_at, me, supply
from tashkalar.rules.forms import FORM_OF
from tashkalar.state import HEROIC, LEGENDARY, State

NOBODY = 255


class Way(NamedTuple):
    """A way of matching that a player may have to choose: what differs, and what it costs."""

    used: int
    marked: int
    indicated: int
    charged: int = NOBODY  # the enemy colour whose improvised summoning it uses up


def open_squares(p: State, rank: int) -> int:
    """Squares where no piece outranks a being of this rank."""
    if rank == LEGENDARY:
        return ALL
    return ALL & ~p.legendary if rank == HEROIC else ALL & ~(p.heroic | p.legendary)


def own(p: State) -> pattern.Own:
    """The squares that count as your own: of any rank, and upgraded."""
    mine = p.pieces[me(p)]
    return mine, mine & ~p.common


def _foreign(p: State, colours: int) -> pattern.Own:
    """The pieces of some colours, given as bits."""
    found = 0
    for colour in range(4):
        if colours >> colour & 1:
            found |= p.pieces[colour]
    return found, found & ~p.common


def improvisable(p: State) -> int:
    """Enemy colours with which the player may still improvise, as bits."""
    form = FORM_OF[p.form_number]
    return (1 << form.colours) - 1 & ~(1 << me(p)) & ~p.improvised[p.seat] if form.melee else 0


def _enemies(p: State) -> int:
    return 15 & ~(1 << me(p))


def summonable(p: State, being: Being) -> int:
    """All squares on which the player whose turn it is can summon a being now.

    >>> from tashkalar.arena import mask, names
    >>> from tashkalar.cards import BEINGS, card
    >>> own = mask("d5 f5")
    >>> p = State(form="duel", colour_of=(0, 1), stock=(16,) * 2, pieces=(own, 0, 0, 0), common=own)
    >>> names(summonable(p, BEINGS[card("Swordmaster").number]))
    ['e5']
    """
    improvised = improvisable(p)
    if p.borrowed and improvised:
        borrowed = _foreign(p, _enemies(p))
        found = pattern.fits_with_two(being, own(p), borrowed, _foreign(p, improvised))
    elif p.borrowed or improvised:
        found = pattern.fits_with(being, own(p), _foreign(p, improvised or _enemies(p)))
    else:
        found = pattern.fits(being, own(p))
    found &= open_squares(p, being.rank)
    if found and scarce(p, being):
        for i in squares(found & ~_kind(p, being.rank)):
            if not liftable(p, being, ways(p, being, 1 << i)):
                found ^= 1 << i
    return found


def scarce(p: State, being: Being) -> bool:
    """In a shortage: must a piece be lifted, and could the pattern need all there are?

    With more pieces than the pattern takes, one of them is always free.
    """
    if supply(p, me(p), being.rank) > 0:
        return False
    return _kind(p, being.rank).bit_count() <= len(being.pieces)


def _kind(p: State, rank: int) -> int:
    """Your pieces of the kind a rank needs: two-sided or legendary."""
    mine = p.pieces[me(p)]
    return mine & p.legendary if rank == LEGENDARY else mine & ~p.legendary


def reusable(p: State, being: Being, bit: int) -> bool:
    """In a shortage: your own piece on the summoning square becomes the being."""
    return bool(bit & _kind(p, being.rank))


def liftable(p: State, being: Being, fitting: list[Way]) -> int:
    """In a shortage: pieces that one of the ways does without."""
    kind = _kind(p, being.rank)
    found = 0
    for way in fitting:
        found |= kind & ~way.used
    return found


def ways(p: State, being: Being, bit: int) -> list[Way]:
    """All ways of matching a being on a square, charges included."""
    square = bit.bit_length() - 1
    improvised = improvisable(p)
    if not p.borrowed and not improvised:
        return [Way(*way) for way in pattern.ways(being, square, own(p))]
    found: list[Way] = []
    mine = own(p)[0]
    for way in pattern.ways(being, square, own(p), _foreign(p, _enemies(p))):
        strangers = [1 << i for i in squares(way.used & ~mine)]
        if len(strangers) <= p.borrowed:
            found.append(Way(*way))
        elif len(strangers) <= p.borrowed + 1:
            charges = {colour_at(p, s) for s in strangers}
            found += [Way(*way, c) for c in sorted(charges) if improvised >> c & 1]
    return found


def foreign_way(p: State, being: Being, square: int) -> int:
    """The enemy pieces of the way that needs the fewest of them; 0 where no way is complete.

    Only where enemy pieces may stand in at all: in a melee, and after borrowing.
    """
    if not (p.borrowed or FORM_OF[p.form_number].melee):
        return 0
    mine = own(p)[0]
    found = pattern.ways(being, square, own(p), _foreign(p, _enemies(p)))
    return min((way.used & ~mine for way in found), key=int.bit_count, default=0)


def sees(being: Being, way: Way) -> tuple[int, int, int]:
    """What the effect can see of a way of matching."""
    effect = being.program
    return (
        way.used if effect.reads_used else 0,
        way.marked if effect.reads_marked else 0,
        way.indicated if effect.reads_indicated else 0,
    )


def alike(p: State, being: Being, bit: int, chosen: Way) -> list[Way]:
    """All ways that the effect and the charge cannot tell from the chosen one."""
    return [
        way
        for way in ways(p, being, bit)
        if way.charged == chosen.charged and sees(being, way) == sees(being, chosen)
    ]


def lifts(p: State, being: Being, bit: int) -> bool:
    """Whether a piece of yours has to be lifted to become the being."""
    return supply(p, me(p), being.rank) <= 0 and not reusable(p, being, bit)


def different_ways(p: State, being: Being, bit: int) -> list[Way]:
    """One way for each difference that matters to the effect, to the charge or to a lifting."""
    shortage = lifts(p, being, bit)
    seen: dict[tuple[int, int, int], dict[int, list[Way]]] = {}
    for way in ways(p, being, bit):
        if not shortage or liftable(p, being, [way]):
            seen.setdefault(sees(being, way), {}).setdefault(way.charged, []).append(way)
    found: list[Way] = []
    for charges in seen.values():
        free = charges.pop(NOBODY, [])
        found += free[:1]
        at_no_cost = liftable(p, being, free)
        for charge in sorted(charges):
            # Nobody pays for an improvisation that changes nothing.
            paid = charges[charge]
            if not free or (shortage and liftable(p, being, paid) & ~at_no_cost):
                found.append(paid[0])
    return found


_MIDDLE = arena.square("e5")
# The squares by their distance from the middle, as sets.
_RINGS = tuple(
    sum(1 << i for i in squares(ALL) if arena.distance(i, _MIDDLE) == steps) for steps in range(5)
)


def nearest(p: State, being: Being, most: int = 1) -> list[tuple[int, pattern.Nearly]]:
    """Where the player in turn lacks the fewest pieces of a pattern, those easiest to fill first.

    A piece is missing less easily where another stands already; then the middle is nearer.
    """
    lacking, where = fewest(p, being)
    mine, occupied = own(p), p.common | p.heroic | p.legendary
    return easiest(where, lambda at: pattern.nearly(being, at, mine, lacking), occupied, most)


def fewest(p: State, being: Being) -> tuple[int, int]:
    """The fewest pieces that the player in turn lacks of a pattern anywhere, and where that is."""
    return pattern.fewest(being, own(p), open_squares(p, being.rank))


def easiest(
    where: int, nearly: Callable[[int], pattern.Nearly], occupied: int, most: int
) -> list[tuple[int, pattern.Nearly]]:
    """Of some squares with what is missing there, those that are easiest to fill."""
    found: dict[int, list[tuple[int, pattern.Nearly]]] = {}
    for ring in _RINGS:
        for square in squares(where & ring):
            near = nearly(square)
            effort = (near.missing & occupied).bit_count()
            alike = found.setdefault(effort, [])
            alike.append((square, near))
            if effort == 0 and len(alike) == most:
                return alike
    return [one for effort in sorted(found) for one in found[effort]][:most]
