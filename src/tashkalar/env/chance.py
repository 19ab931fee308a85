"""A game whose chance is told card by card: who draws a card asks an oracle which one it is.

The rules deal from decks whose order is settled at the start. Here it is settled as late as can be:
when a choice draws cards, the choice is first made on a copy to see which hidden cards leave their
decks; for each of them chance decides, among all that may lie there with equal chance, which one it
is, and that one is swapped into its place. Then the choice is made. The rules know nothing of it.

>>> game = ChanceGame("duel", ("highland", "sylvan"))
>>> len(game.outcomes)  # the first being of the first player
18
>>> while game.outcomes:
...     game.decide(game.outcomes[0])
>>> game.position.beings[0]
(18, 19, 20)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tashkalar.cards import deck, deck_of
from tashkalar.choice import Choice
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.rules.tasks import may_be_next, may_begin, taking_part
from tashkalar.view import SPECTATOR, View, sample

LEGENDS, FLARES = 4, 5  # owners of shared cards, after the seats
Cards = tuple[int, ...]


class NotDecided(ValueError):
    """A choice while chance has to decide, or the other way round."""


class DrawnCard(NamedTuple):
    """A hidden card that a choice draws: where it lies, and which others may lie there."""

    zone: str  # the field of the position
    seat: int  # of a deck of beings; -1 for a shared zone
    card: int
    candidates: Cards


class ChanceGame:
    """A game of one form: chance nodes and decisions in turn."""

    def __init__(self, form: str, schools: tuple[str, ...]) -> None:
        self._start = Position.new(form, schools, 0)
        self._dealt: list[tuple[str, int, int]] = []  # zone, seat, card
        self._passed: Cards = ()  # tasks that were shown and went under their deck
        self._position: Position | None = None
        self._choice: Choice | None = None
        self._settled: frozenset[int] = frozenset()  # cards that chance has decided for the choice
        self._drawn: DrawnCard | None = None
        self.outcomes: Cards = self._to_deal()

    @property
    def position(self) -> Position:
        """The position: with the cards that are dealt, and before a choice that has to wait."""
        return self._laid_out() if self._position is None else self._position

    def decide(self, card: int) -> None:
        """Chance has decided for one of the outcomes."""
        if card not in self.outcomes:
            raise NotDecided(f"the card {card} cannot lie there")
        if self._position is None:
            self._deal(card)
            return
        assert self._drawn is not None and self._choice is not None
        self._position = _swapped(self._position, self._drawn, card)
        self._settled |= {_key(self._drawn, card)}
        self._go_on()

    def choose(self, choice: Choice) -> None:
        """Make a legal choice; if it draws cards, chance decides first."""
        if self.outcomes or self._position is None:
            raise NotDecided("chance has to decide first")
        self._choice = choice
        self._go_on()

    def _go_on(self) -> None:
        """Find the next card that chance has to decide, or make the choice."""
        assert self._position is not None and self._choice is not None
        after = self._position.after(self._choice)
        self._drawn = next(self._hidden_draws(self._position, after), None)
        self.outcomes = () if self._drawn is None else self._drawn.candidates
        if self._drawn is None:
            shown = _shown(self._position.task_deck, after.task_deck)
            self._passed += tuple(card for card in shown if card != after.task_deck[0])
            self._position, self._choice, self._settled = after, None, frozenset()

    # --- cards that a choice draws --------------------------------------------------------------

    def _hidden_draws(self, before: Position, after: Position) -> Iterator[DrawnCard]:
        known = {place for seen in before.known for place in seen}

        def draws(zone: str, owner: int, cards: Cards, gone: set[int]) -> Iterator[DrawnCard]:
            seat = owner if zone == "decks" else -1
            hidden = tuple(
                card
                for card in cards
                if (owner, card) not in known and _key_of(owner, card) not in self._settled
            )
            for card in hidden:
                if card in gone:
                    yield DrawnCard(zone, seat, card, tuple(sorted(hidden)))

        tasks = tuple(n for n in before.task_deck[1:] if n not in self._passed)
        yield from draws("task_deck", -1, tasks, {*_shown(before.task_deck, after.task_deck)})
        for zone, owner, hands in (
            ("flare_deck", FLARES, after.flares),
            ("flare_discards", FLARES, after.flares),
            ("legend_deck", LEGENDS, after.legends),
            ("legend_discards", LEGENDS, after.legends),
        ):
            yield from draws(zone, owner, getattr(before, zone), {c for h in hands for c in h})
        for seat, cards in enumerate(before.decks):
            yield from draws("decks", seat, cards, set(cards) - set(after.decks[seat]))

    # --- the deal -------------------------------------------------------------------------------

    def _slots(self) -> list[tuple[str, int]]:
        """Zone and seat of every card that is dealt, in order; the next task last."""
        start = self._start
        found = [
            (zone, seat)
            for seat in range(len(start.colour_of))
            for zone in ("beings", "flares", "legends")
            for _ in getattr(start, zone)[seat]
        ]
        return found + [("tasks", -1)] * len(start.tasks) + [("task_deck", -1)] * bool(start.tasks)

    def _dealt_to(self, zone: str, seat: int | None = None) -> Cards:
        return tuple(c for z, s, c in self._dealt if z == zone and seat in (None, s))

    def _whole(self, zone: str, seat: int) -> Cards:
        """The cards of which one is dealt to a zone, without those dealt already."""
        if zone in ("tasks", "task_deck"):
            cards, gone = taking_part(self._first_game), self._dealt_to("tasks") + self._passed
        elif zone == "beings":
            cards = deck(deck_of(self._start.schools[seat]))
            gone = self._dealt_to(zone, seat)
        else:
            cards, gone = deck(zone), self._dealt_to(zone)
        return tuple(card for card in cards if card not in gone)

    @property
    def _first_game(self) -> bool:
        return FORMS[self._start.form].first

    def _to_deal(self) -> Cards:
        """The cards that can be dealt next."""
        zone, seat = self._slots()[len(self._dealt)]
        cards = self._whole(zone, seat)
        if zone == "tasks":
            current = self._dealt_to(zone)
            return tuple(c for c in cards if may_begin(current, c, self._first_game))
        return cards

    def _deal(self, card: int) -> None:
        zone, seat = self._slots()[len(self._dealt)]
        if zone == "task_deck" and len(self.outcomes) > 1 and not self._may_be_next(card):
            self._passed += (card,)
        else:
            self._dealt.append((zone, seat, card))
        if len(self._dealt) < len(self._slots()):
            self.outcomes = self._to_deal()
            return
        self.outcomes, self._position = (), self._laid_out()

    def _may_be_next(self, card: int) -> bool:
        return may_be_next(self._dealt_to("tasks"), card, self._first_game)

    def _laid_out(self) -> Position:
        """The position with the cards that are dealt: what is left in decks has no order yet."""
        start = self._start
        seats = range(len(start.colour_of))
        fields: dict[str, Any] = start.fields()
        for zone in ("beings", "flares", "legends"):
            fields[zone] = tuple(tuple(sorted(self._dealt_to(zone, seat))) for seat in seats)
        fields["decks"] = tuple(self._whole("beings", seat) for seat in seats)
        fields["flare_deck"] = self._whole("flares", -1)
        fields["legend_deck"] = self._whole("legends", -1) if start.legend_deck else ()
        shown = self._dealt_to("task_deck")
        fields["tasks"] = self._dealt_to("tasks")
        rest = tuple(c for c in self._whole("task_deck", -1) if c not in shown)
        fields["task_deck"] = (*shown, *rest, *self._passed) if shown else ()
        # Nothing is hidden from this view; what is asked is asked again, with the cards dealt.
        everything = View(**fields)
        everything.viewer = SPECTATOR
        return sample(everything, 0)


def _key_of(owner: int, card: int) -> int:
    """Schools of one deck share their cards: whose it is belongs to it."""
    return owner << 8 | card


def _key(drawn: DrawnCard, card: int) -> int:
    owner = {"flare": FLARES, "legen": LEGENDS}.get(drawn.zone[:5], drawn.seat)
    return _key_of(owner, card)


def _shown(before: Cards, after: Cards) -> Cards:
    """The tasks that were looked at for a new next one: those that were passed over, then it."""
    if before == after or not after:
        return ()
    return before[1 : before.index(after[0]) + 1]


def _swapped(position: Position, drawn: DrawnCard, card: int) -> Position:
    """The position in which another card lies where one was drawn."""
    places = {drawn.card: card, card: drawn.card}

    def exchanged(cards: Cards) -> Cards:
        return tuple(places.get(c, c) for c in cards)

    cards = getattr(position, drawn.zone)
    if drawn.seat >= 0:
        changed = tuple(exchanged(c) if s == drawn.seat else c for s, c in enumerate(cards))
    else:
        changed = exchanged(cards)
    return Position(**position.fields() | {drawn.zone: changed})
