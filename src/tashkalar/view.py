"""What a seat may see, and full positions that agree with it.

A view is a position in which every card the seat cannot see is unknown. Hidden things are
left out when it is made, so nothing that reads a view can leak them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from tashkalar.cards import deck, deck_of
from tashkalar.choice import Asking, Choice
from tashkalar.rules import machine, turn
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.hands import FLARE_DECK, LEGEND_DECK
from tashkalar.rules.play import Position
from tashkalar.rules.shuffling import shuffled
from tashkalar.rules.tasks import taking_part
from tashkalar.state import UNKNOWN

SPECTATOR = -1  # the last place in State.known


class View(Position):
    """A position as one seat sees it; spectators see no hand at all."""

    __slots__ = ("viewer",)

    viewer: int

    def choices(self) -> tuple[Choice, ...]:
        """What the viewer may choose; nothing while another seat decides."""
        return super().choices() if self.viewer == self.actor else ()

    @property
    def asker(self) -> int:
        """The seat to which a refusal is an answer: the viewer."""
        return self.viewer

    def is_legal(self, choice: Choice) -> bool:
        """May the viewer choose this now?"""
        return self.viewer == self.actor and super().is_legal(choice)

    def apply(self, choice: Choice) -> None:
        """Refused: hidden cards would be needed."""
        raise TypeError("a view cannot be played on; sample a full position from it")

    def copy(self) -> View:
        """Refused: a view never changes."""
        raise TypeError("a view is not copied; it is a value of its own")


class UnknownSeat(ValueError):
    """A number that no seat has."""


def check_seats(p: Position, *seats: int) -> None:
    """Refuse seats that are not at the table."""
    last = len(p.colour_of) - 1
    for seat in seats:
        if not 0 <= seat <= last:
            raise UnknownSeat(f"there is no seat {seat}; the seats are 0 to {last}")


# Questions whose answers come out of a hand: what is offered would tell the hand.
_PRIVATE = (Asking.ACTION, Asking.END, Asking.RETURNED)


def view(p: Position, seat: int) -> View:
    """The position as a seat sees it (SPECTATOR for nobody's eyes).

    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> seen = view(p, 0)
    >>> seen.beings[0] == p.beings[0], seen.beings[1] == (UNKNOWN,) * 3
    (True, True)
    """
    if seat != SPECTATOR:
        check_seats(p, seat)
    return _seen(p, (seat,), seat)


def view_together(p: Position, seats: Sequence[int]) -> View:
    """The position as seats see it that show each other their hands; nobody sees into a deck.

    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> seen = view_together(p, (0, 1))
    >>> seen.beings == p.beings, seen.decks == p.decks
    (True, False)
    """
    check_seats(p, *seats)
    return _seen(p, tuple(seats), p.actor if p.actor in seats else seats[0])


def _seen(p: Position, eyes: tuple[int, ...], viewer: int) -> View:
    seen = p.known[eyes[0]]
    if len(eyes) > 1:
        seen = tuple(sorted({known for seat in eyes for known in p.known[seat]}))
    found = p.as_kind(View)
    found.viewer = viewer
    found.beings, found.legends, found.flares = _all_hands(
        p.beings, p.legends, p.flares, eyes, seen
    )
    found.decks, found.legend_deck, found.flare_deck, found.task_deck = _all_decks(
        p.decks, p.legend_deck, p.flare_deck, p.task_deck, seen
    )
    if p.seat not in eyes:
        found.returned = tuple((owner, UNKNOWN) for owner, _ in p.returned)
    found.known = _own(p.known, eyes)
    found.random = 0
    if p.actor not in eyes and p.asking in _PRIVATE:
        found.others = ()
    return found


_SEATS = (0, 1, 2, 3)
_Known = tuple[tuple[int, int], ...]
_Cards = tuple[int, ...]
_Hands = tuple[_Cards, ...]


@lru_cache(1024)
def _own(known: tuple[_Known, ...], eyes: tuple[int, ...]) -> tuple[_Known, ...]:
    """What the eyes have seen, and nothing of what others have."""
    theirs = {seat % len(known) for seat in eyes}
    return tuple([k if s in theirs else () for s, k in enumerate(known)])


@lru_cache(1024)
def _all_hands(
    beings: _Hands, legends: _Hands, flares: _Hands, eyes: tuple[int, ...], seen: _Known
) -> tuple[_Hands, _Hands, _Hands]:
    return (
        _hands(beings, eyes, seen, _SEATS[: len(beings)]),
        _hands(legends, eyes, seen, (LEGEND_DECK,) * len(legends)),
        _hands(flares, eyes, seen, (FLARE_DECK,) * len(flares)),
    )


@lru_cache(1024)
def _all_decks(
    decks: _Hands, legends: _Cards, flares: _Cards, tasks: _Cards, seen: _Known
) -> tuple[_Hands, _Cards, _Cards, _Cards]:
    """The decks as they are seen; of the tasks the first lies face up."""
    return (
        tuple([_veiled(cards, s, seen) for s, cards in enumerate(decks)]),
        _veiled(legends, LEGEND_DECK, seen),
        _veiled(flares, FLARE_DECK, seen),
        tasks[:1] + (UNKNOWN,) * len(tasks[1:]),
    )


def _veiled(cards: tuple[int, ...], owner: int, seen: _Known) -> tuple[int, ...]:
    """Cards of an owner, those that were not seen unknown."""
    if not seen:
        return (UNKNOWN,) * len(cards)
    return tuple([card if (owner, card) in seen else UNKNOWN for card in cards])


def _hands(
    zones: tuple[tuple[int, ...], ...], eyes: tuple[int, ...], seen: _Known, owners: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Hands by seat: one's own is seen, of the others what is known, sorted."""
    return tuple(
        [
            cards if s in eyes else tuple(sorted(_veiled(cards, owners[s], seen)))
            for s, cards in enumerate(zones)
        ]
    )


def sample(v: View, chance: random.Random | int) -> Position:
    """A full position that agrees with a view: every unknown card gets a possible identity.

    Chance is one word of 64 bits, or a generator that gives one. The word starts the small
    generator of the position, which shuffles what each owner's cards hide, in the order of their
    numbers: seats, legends, flares, then tasks. They are dealt to hands, then to the deck, then
    to cards that were given back. So the same word deals the same position on every machine.
    """
    fields: dict[str, Any] = v.fields()
    fields["random"] = chance if isinstance(chance, int) else chance.getrandbits(64)
    p = Position(**fields)
    seats = range(len(v.colour_of))
    returned = {owner: tuple(c for o, c in v.returned if o == owner) for owner in range(6)}
    on_table = (turn.in_play(v),)
    hidden = {
        s: _hidden(
            p,
            deck(deck_of(v.schools[s])),
            v.beings[s],
            v.decks[s],
            v.discards[s],
            returned[s],
            on_table if s == v.seat else (),
        )
        for s in seats
    }
    hidden[LEGEND_DECK] = _hidden(
        p,
        deck("legends"),
        *v.legends,
        v.legend_deck,
        v.legend_discards,
        returned[LEGEND_DECK],
        on_table,
    )
    hidden[FLARE_DECK] = _hidden(
        p, deck("flares"), *v.flares, v.flare_deck, v.flare_discards, returned[FLARE_DECK], on_table
    )
    form = FORM_OF[v.form_number]
    all_tasks = taking_part(form.first) if form.tasks else ()
    tasks = _hidden(p, all_tasks, v.tasks, v.task_deck, *v.claimed)

    def fill(cards: tuple[int, ...], dealt: Iterator[int]) -> tuple[int, ...]:
        return tuple([next(dealt) if c == UNKNOWN else c for c in cards])

    def hands(zones: tuple[tuple[int, ...], ...], owner: int = -1) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(sorted(fill(cards, hidden[s if owner < 0 else owner])))
            for s, cards in enumerate(zones)
        )

    p.beings = hands(v.beings)
    p.legends = hands(v.legends, LEGEND_DECK)
    p.flares = hands(v.flares, FLARE_DECK)
    p.decks = tuple(fill(v.decks[s], hidden[s]) for s in seats)
    p.legend_deck = fill(v.legend_deck, hidden[LEGEND_DECK])
    p.flare_deck = fill(v.flare_deck, hidden[FLARE_DECK])
    p.returned = tuple((o, fill((c,), hidden[o])[0]) for o, c in v.returned)
    p.task_deck = fill(v.task_deck, tasks)
    if v.viewer != v.actor and v.asking in _PRIVATE:
        machine.run_again(p)
    return p


def _hidden(p: Position, cards: tuple[int, ...], *zones: tuple[int, ...]) -> Iterator[int]:
    """The cards that are in none of these zones, shuffled by the generator of a position."""
    seen = {card for zone in zones for card in zone}
    return iter(shuffled(p, tuple([card for card in cards if card not in seen])))
