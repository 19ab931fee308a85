"""Cards in hands, decks and piles: playing, discarding, drawing, and who has seen what."""

from __future__ import annotations

from tashkalar import event
from tashkalar.cards import CARDS
from tashkalar.effects.effect import Zone
from tashkalar.rules.forms import HAND, Form
from tashkalar.rules.shuffling import shuffled
from tashkalar.state import State

# Owners of cards in State.known and State.returned: seats 0 to 3, then the shared decks.
LEGEND_DECK, FLARE_DECK = 4, 5


def partner(seat: int) -> int:
    """Team play: partners sit opposite each other."""
    return (seat + 2) % 4


def _with(
    zones: tuple[tuple[int, ...], ...],
    seat: int,
    cards: tuple[int, ...],
) -> tuple[tuple[int, ...], ...]:
    return (*zones[:seat], cards, *zones[seat + 1 :])


def play(p: State, card: int) -> None:
    """Take a card out of the hand; that somebody knew it there does not matter any more."""
    seat, deck = p.seat, CARDS[card].deck
    place = owner(p, card), card
    if any(place in seen for seen in p.known):
        p.known = tuple(tuple(k for k in seen if k != place) for seen in p.known)
    if deck == "legends":
        p.legends = _with(p.legends, seat, tuple(c for c in p.legends[seat] if c != card))
    elif deck == "flares":
        p.flares = _with(p.flares, seat, tuple(c for c in p.flares[seat] if c != card))
    else:
        p.beings = _with(p.beings, seat, tuple(c for c in p.beings[seat] if c != card))


def discard(p: State, card: int) -> None:
    """A card that was played goes on its pile of discards."""
    if CARDS[card].deck == "legends":
        p.legend_discards = (*p.legend_discards, card)
    else:
        p.discards = _with(p.discards, p.seat, (*p.discards[p.seat], card))


def owner(p: State, card: int) -> int:
    """The owner of a card of the player whose turn it is."""
    return owner_in(p.seat, card)


def owner_in(seat: int, card: int) -> int:
    """The owner of a card in the hand of a seat: the shared deck it comes from, or the seat."""
    deck = CARDS[card].deck
    return LEGEND_DECK if deck == "legends" else FLARE_DECK if deck == "flares" else seat


def give_back(p: State, card: int) -> None:
    """Put a card aside, face down, to go under its deck.

    Nobody else sees which one it was, so what they knew of these cards in the hand is gone.
    """
    whose = owner(p, card)
    seat = p.seat
    hand = {LEGEND_DECK: p.legends, FLARE_DECK: p.flares}.get(whose, p.beings)[seat]
    doubtful = {(whose, c) for c in hand}
    p.known = tuple(
        seen if viewer == seat else tuple(k for k in seen if k not in doubtful)
        for viewer, seen in enumerate(p.known)
    )
    play(p, card)
    p.returned = (*p.returned, (whose, card))


def return_cards(p: State) -> None:
    """Cards given back slip under their decks in the order they were given."""
    seat = p.seat
    for owner, card in p.returned:
        if owner == LEGEND_DECK:
            p.legend_deck = (*p.legend_deck, card)
        elif owner == FLARE_DECK:
            p.flare_deck = (*p.flare_deck, card)
        else:
            p.decks = _with(p.decks, seat, (*p.decks[seat], card))
    learn(p, seat, p.returned)
    p.returned = ()


def draw(p: State, form: Form) -> None:
    """Up to one flare, two legends and three beings; then the extra cards."""
    seat = p.seat
    while not p.flares[seat] and (card := _draw_flare(p)) is not None:
        p.flares = _with(p.flares, seat, (card,))
    holder = seat
    if form.teams:
        # Partners share their legends: they go over, and the partner fills them up.
        hand_over_legends(p)
        holder = partner(seat)
    wanted = max(form.legends - len(p.legends[holder]), 0) + p.extra_legends
    for _ in range(wanted if form.legends else 0):
        card = _draw_legend(p)
        if card is not None:
            p.legends = _with(p.legends, holder, tuple(sorted((*p.legends[holder], card))))
    wanted = max(HAND - len(p.beings[seat]), 0) + p.extra_beings
    drawn, rest = p.decks[seat][:wanted], p.decks[seat][wanted:]
    p.beings = _with(p.beings, seat, tuple(sorted(p.beings[seat] + drawn)))
    p.decks = _with(p.decks, seat, rest)


def _draw_legend(p: State) -> int | None:
    p.legend_deck, p.legend_discards, card = _draw_shared(
        p, LEGEND_DECK, p.legend_deck, p.legend_discards
    )
    return card


def _draw_flare(p: State) -> int | None:
    p.flare_deck, p.flare_discards, card = _draw_shared(
        p, FLARE_DECK, p.flare_deck, p.flare_discards
    )
    return card


Cards = tuple[int, ...]


def _draw_shared(p: State, owner: int, deck: Cards, pile: Cards) -> tuple[Cards, Cards, int | None]:
    """The top card of a shared deck. When the last one is drawn, the pile becomes a new deck."""
    if not deck:
        deck, pile = _shuffled_pile(p, owner, pile), ()
    if not deck:
        return deck, pile, None
    card, deck = deck[0], deck[1:]
    if not deck:
        deck, pile = _shuffled_pile(p, owner, pile), ()
    return deck, pile, card


def _shuffled_pile(p: State, owner: int, pile: Cards) -> Cards:
    deck = shuffled(p, pile)
    _forget_places(p, owner, deck)
    return deck


def _forget_places(p: State, owner: int, deck: tuple[int, ...]) -> None:
    """After shuffling nobody knows where a card of the new deck lies."""
    gone = {(owner, card) for card in deck}
    p.known = tuple(tuple(k for k in seen if k not in gone) for seen in p.known)


def hand_over_legends(p: State) -> None:
    """Team play: the legends go from the player in turn to the partner."""
    giver, taker = p.seat, partner(p.seat)
    given = p.legends[giver]
    if given:
        p.legends = _with(p.legends, taker, tuple(sorted(p.legends[taker] + given)))
        p.legends = _with(p.legends, giver, ())
        # The giver remembers what went over.
        learn(p, giver, tuple((LEGEND_DECK, card) for card in given))


def learn(p: State, seat: int, cards: tuple[tuple[int, int], ...]) -> None:
    """A viewer has seen where some hidden cards are."""
    seen = tuple(sorted({*p.known[seat], *cards}))
    p.known = (*p.known[:seat], seen, *p.known[seat + 1 :])


# The field of the position that a zone is.
_ZONES = {Zone.DISCARDS: "discards", Zone.DECK: "decks"}


def cards_in(p: State, zone: Zone) -> Cards:
    """The cards in a zone of the player in turn."""
    found: Cards = getattr(p, _ZONES[zone])[p.seat]
    return found


def send(p: State, card: int, start: Zone, end: Zone) -> None:
    """A card goes from an open zone to the top of another one, and everybody has seen which."""
    seat = p.seat
    rest = tuple(c for c in cards_in(p, start) if c != card)
    setattr(p, _ZONES[start], _with(getattr(p, _ZONES[start]), seat, rest))
    there = cards_in(p, end)
    # The top of a deck is its first card, that of a pile its last.
    cards = (card, *there) if end is Zone.DECK else (*there, card)
    setattr(p, _ZONES[end], _with(getattr(p, _ZONES[end]), seat, cards))
    for viewer in range(len(p.known)):
        learn(p, viewer, ((seat, card),))
    if p.log is not None:
        p.log.append(event.Recall(card))
