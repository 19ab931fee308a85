"""What a take-back leaves behind: the arena goes back, but nobody forgets what they saw.

Two things stay. A card that was seen and lies in a hand again is still known to those who saw
it (``Shown``). And where cards had been drawn, the hidden part of every deck is shuffled anew
(``Shuffled``), so that nobody knows what will be drawn. Both are kept in the game and in its
record, at the place to which it went back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tashkalar.cards import CARDS
from tashkalar.rules import hands, shuffling, turn
from tashkalar.state import State
from tashkalar.terms import LETTERS

OwnedCard = tuple[int, int]  # an owner and a card, as in State.known


class Shown(NamedTuple):
    """A card in a hand, and the others who know it. The last viewer stands for spectators."""

    holder: int
    card: int
    viewers: tuple[int, ...]


class Shuffled(NamedTuple):
    """The hidden part of every deck was shuffled, by the generator set to this word."""

    word: int


Trace = Shown | Shuffled


class CannotStay(ValueError):
    """Nothing that a take-back could have left behind in this position."""


def check(p: State, trace: Trace) -> None:
    """Refuse what no take-back leaves: a card that its holder does not have."""
    if isinstance(trace, Shown):
        card = hands.owner_in(trace.holder, trace.card), trace.card
        if (trace.holder, card) not in _in_hands(p):
            raise CannotStay(f"{CARDS[trace.card].id} is in no hand of {LETTERS[trace.holder]}")


def leave(p: State, trace: Trace) -> None:
    """Carry out on a position what a take-back leaves behind."""
    if isinstance(trace, Shuffled):
        _shuffle(p, trace.word)
        return
    card = hands.owner_in(trace.holder, trace.card), trace.card
    for viewer in trace.viewers:
        hands.learn(p, viewer, (card,))


def traces(kept: State, later: Iterable[State], drawn: bool) -> Iterator[Trace]:
    """What stays when a game goes back to one position from all that came later.

    ``later`` ends with the position the game is in; ``drawn`` says whether cards were drawn or
    decks shuffled on the way.
    """
    passed = list(later)
    for holder, card in _in_hands(kept):
        viewers = tuple(sorted(_seen_by(holder, card, passed)))
        if any(card not in kept.known[viewer] for viewer in viewers):
            yield Shown(holder, card[1], viewers)
    if drawn:
        yield Shuffled(shuffling.word_after(passed[-1]))


def were_drawn(kept: State, now: State) -> bool:
    """Whether a card of any deck is no longer there, or a deck was shuffled on the way."""
    decks = zip(_decks(kept), _decks(now), strict=True)
    return kept.random != now.random or any(set(before) - set(after) for before, after in decks)


def _decks(p: State) -> tuple[tuple[int, ...], ...]:
    return (*p.decks, p.legend_deck, p.flare_deck, p.task_deck)


def _in_hands(p: State) -> Iterator[tuple[int, OwnedCard]]:
    """Every card in a hand, with its holder."""
    for holder in range(len(p.colour_of)):
        for card in p.beings[holder] + p.legends[holder] + p.flares[holder]:
            yield holder, (hands.owner_in(holder, card), card)


def _seen_by(holder: int, card: OwnedCard, passed: list[State]) -> set[int]:
    """Who has seen a card of a hand, in it or as it left it.

    A card that went face down under its deck is followed no further: whoever draws it later
    cannot tell where it has been.
    """
    found: set[int] = set()
    for p in passed:
        found.update(viewer for viewer, known in enumerate(p.known) if card in known)
        held_by = [seat for seat, held in _in_hands(p) if held == card]
        if holder not in held_by:
            found.update(range(len(p.known)) if card in _open(p) else held_by)
            break
    return found - {holder}


def _open(p: State) -> Iterator[OwnedCard]:
    """The cards that lie open to everybody."""
    on_table = turn.in_play(p)
    if on_table != turn.NO_CARD:
        yield hands.owner(p, on_table), on_table
    for seat, pile in enumerate(p.discards):
        yield from ((seat, card) for card in pile)
    yield from ((hands.LEGEND_DECK, card) for card in p.legend_discards)
    yield from ((hands.FLARE_DECK, card) for card in p.flare_discards)


def _shuffle(p: State, word: int) -> None:
    """Shuffle all cards of the decks whose place nobody knows; the others stay where they are."""
    p.random = word
    known = {card for seen in p.known for card in seen}
    p.decks = tuple(_mixed(p, deck, seat, known) for seat, deck in enumerate(p.decks))
    p.legend_deck = _mixed(p, p.legend_deck, hands.LEGEND_DECK, known)
    p.flare_deck = _mixed(p, p.flare_deck, hands.FLARE_DECK, known)
    # The first task of the deck lies face up.
    p.task_deck = p.task_deck[:1] + shuffling.shuffled(p, p.task_deck[1:])


def _mixed(p: State, deck: tuple[int, ...], owner: int, known: set[OwnedCard]) -> tuple[int, ...]:
    hidden = iter(shuffling.shuffled(p, tuple(c for c in deck if (owner, c) not in known)))
    return tuple(card if (owner, card) in known else next(hidden) for card in deck)
