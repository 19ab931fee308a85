"""What must hold at every decision of every game, whatever the cards do.

``holds`` is cheap and meant for each decision. ``holds_thoroughly`` adds what costs as much as
many decisions: text and bytes round trips, the whole table of choices against ``is_legal``,
copies, and that a view hides everything it should. Simulations make it at a sample of decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from tashkalar.cards import CARDS, deck, deck_of
from tashkalar.choice import CHOICES, Asking, Choice, Kind
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.positions import parse_position, position_text
from tashkalar.rules import soundness
from tashkalar.rules.forms import FORMS
from tashkalar.rules.hands import FLARE_DECK, LEGEND_DECK
from tashkalar.rules.machine import run_again
from tashkalar.rules.play import IllegalChoice, Position
from tashkalar.rules.soundness import Unsound, demand
from tashkalar.rules.tasks import taking_part
from tashkalar.rules.turn import NO_CARD, in_play
from tashkalar.state import (
    DECK_LIMIT,
    FRAMES_LIMIT,
    KNOWN_LIMIT,
    OTHERS_LIMIT,
    REGISTERS_LIMIT,
    RETURNED_LIMIT,
    TASK_LIMIT,
)
from tashkalar.view import SPECTATOR, sample, view

# The table of choices by kind.
_KINDS = [[c for c in CHOICES if c.kind == kind] for kind in Kind]


Broken = Unsound  # an invariant that does not hold


def holds(p: Position) -> None:
    """The cheap invariants."""
    soundness.pieces_lie_well(p)
    soundness.supplies_last(p)
    soundness.colours_take_part(p)
    soundness.points_can_be_scored(p)
    soundness.turn_can_be(p)
    soundness.can_go_on(p)
    cards_are_all_there(p)
    choices_are_offered_once(p)
    one_of_each_kind_is_refused(p)
    limits_are_kept(p)


def holds_thoroughly(p: Position, rng: Random) -> None:
    """All invariants of one position."""
    holds(p)
    choices_are_what_is_legal(p)
    text_and_bytes_read_back(p)
    copies_are_independent(p, rng)
    views_hide_what_they_should(p, rng)


# --- at every decision ------------------------------------------------------------------------


@cache
def _whole(name: str) -> tuple[int, ...]:
    return tuple(sorted(deck(name)))


def cards_are_all_there(p: Position) -> None:
    """Every card of every deck is in exactly one zone."""
    on_table = in_play(p)
    playing = "" if on_table == NO_CARD else CARDS[on_table].deck
    for seat, school in enumerate(p.schools):
        played = (on_table,) if seat == p.seat and playing == deck_of(school) else ()
        found = (*p.beings[seat], *p.decks[seat], *p.discards[seat], *played)
        _all_there(p, deck_of(school), seat, found)
    found = sum(p.legends, p.legend_deck) + p.legend_discards
    _all_there(p, "legends", LEGEND_DECK, found + ((on_table,) if playing == "legends" else ()))
    found = sum(p.flares, p.flare_deck) + p.flare_discards
    _all_there(p, "flares", FLARE_DECK, found + ((on_table,) if playing == "flares" else ()))
    tasks = sum(p.claimed, p.tasks) + p.task_deck
    form = FORMS[p.form]
    whole = taking_part(form.first) if form.tasks else ()
    demand(sorted(tasks) == sorted(whole), "the tasks are not complete")


def _all_there(p: Position, name: str, owner: int, found: tuple[int, ...]) -> None:
    if p.returned:
        found += tuple(card for whose, card in p.returned if whose == owner)
    # A form may play without the shared decks; then they are empty.
    whole = _whole(name)
    if len(found) != len(whole) or tuple(sorted(found)) != whole:
        demand(owner >= LEGEND_DECK and not found, f"the {name} of owner {owner} are not complete")


def choices_are_offered_once(p: Position) -> None:
    """What is offered is legal, different and can be written down; something is, until the end."""
    choices = p.choices()
    demand(bool(choices) != p.is_over, "nothing is offered, or the game is over and goes on")
    demand(len(set(choices)) == len(choices), "a choice is offered twice")
    demand(len(choices) == p.mask.bit_count() + len(p.others), "a choice is not offered")
    demand(all(map(p.is_legal, choices)), "an offered choice is not legal")
    demand(all(map(_reads_back, choices)), "the text of a choice does not read back")


def limits_are_kept(p: Position) -> None:
    """There is not more of anything than the limits say, and what is known is in order."""
    hands = (*p.beings, *p.legends, *p.flares, *p.decks, *p.discards)
    shared = (p.legend_deck, p.legend_discards, p.flare_deck, p.flare_discards)
    demand(max(map(len, (*hands, *shared)), default=0) <= DECK_LIMIT, "a zone is too large")
    tasks = max(map(len, (p.tasks, p.task_deck, *p.claimed)))
    demand(tasks <= TASK_LIMIT, "there are too many tasks")
    demand(max(map(len, p.known), default=0) <= KNOWN_LIMIT, "too many cards are known")
    demand(all(list(seen) == sorted(set(seen)) for seen in p.known), "the known are not in order")
    demand(len(p.returned) <= RETURNED_LIMIT, "too many cards were given back")
    demand(len(p.others) <= OTHERS_LIMIT, "too many other choices are offered")
    demand(len(p.callers) <= FRAMES_LIMIT, "effects are nested too deeply")
    frames = (p.registers, *(registers for *_, registers in p.callers))
    demand(max(map(len, frames)) <= REGISTERS_LIMIT, "a program has too many registers")


def one_of_each_kind_is_refused(p: Position) -> None:
    """One code of each kind that is not offered, another one at each decision."""
    looked = p.turn + p.pc + p.mask + len(p.others)
    found = (kind[looked % len(kind)] for kind in _KINDS)
    refusals_have_reasons(p, [choice for choice in found if not p.is_legal(choice)])


@cache
def _reads_back(choice: Choice) -> bool:
    return parse_choice(choice_text(choice)) is choice


# --- at a sample of decisions -----------------------------------------------------------------


def choices_are_what_is_legal(p: Position) -> None:
    """Nothing else in the whole table of choices is legal; all else is refused with a reason."""
    legal = {choice for choice in CHOICES if p.is_legal(choice)}
    demand(legal == set(p.choices()), "choices() and is_legal() differ")
    demand(p.choices() == p.choices(), "choices come in another order at another look")
    refusals_have_reasons(p, [choice for choice in CHOICES if choice not in legal])


def refusals_have_reasons(p: Position, choices: Iterable[Choice]) -> None:
    """What is not offered is refused as an illegal choice, and nothing else happens."""
    for choice in choices:
        try:
            p.after(choice)
        except IllegalChoice as refused:
            demand(bool(str(refused)), f"{choice} is refused without a reason")
        except Exception as error:
            raise Broken(f"{choice} is refused with {error!r}") from error
        else:
            raise Broken(f"{choice} is not offered, and yet not refused")


def text_and_bytes_read_back(p: Position) -> None:
    """A position can be written as text and as bytes, and is the same when read."""
    demand(Position.from_bytes(p.to_bytes()) == p, "the bytes do not read back")
    demand(parse_position(position_text(p), Position) == p, "the text does not read back")


def copies_are_independent(p: Position, rng: Random) -> None:
    """Playing on a copy changes nothing in the position it was taken from."""
    if p.is_over:
        return
    key, before = hash(p), p.to_bytes()
    copy = p.copy()
    demand(copy == p, "a copy differs from its position")
    copy.apply(rng.choice(copy.choices()))
    demand(hash(p) == key and p.to_bytes() == before, "playing on a copy changes the position")


def views_hide_what_they_should(p: Position, rng: Random) -> None:
    """Dealing the hidden cards again changes nothing that a seat or a spectator can see."""
    for seat in (SPECTATOR, *range(len(p.colour_of))):
        seen = view(p, seat)
        again = view(dealt_again(p, seat, rng), seat)
        demand(again == seen, f"seat {seat} sees something of what is hidden")
        sampled = sample(seen, rng)
        cards_are_all_there(sampled)
        demand(view(sampled, seat) == seen, f"a sample for seat {seat} looks different to it")
        if seat == p.actor:
            demand(seen.choices() == p.choices(), "the seat that decides sees other choices")


def dealt_again(p: Position, seat: int, rng: Random) -> Position:
    """The position with every card shuffled that a seat neither sees nor has seen.

    Unlike ``sample`` this does not begin with a view, so a view that shows too much is found.
    """
    others = [s for s in range(len(p.colour_of)) if s != seat]
    beings, legends, flares = ([list(hand) for hand in h] for h in (p.beings, p.legends, p.flares))
    decks, legend_deck, flare_deck = [list(d) for d in p.decks], [*p.legend_deck], [*p.flare_deck]
    secret = p.returned if seat != p.seat else ()
    returned = {owner: [card for whose, card in secret if whose == owner] for owner in range(6)}
    stay = set(p.known[seat]) - set(secret)

    def mix(owner: int, *zones: list[int]) -> None:
        places = [(z, i) for z in zones for i, card in enumerate(z) if (owner, card) not in stay]
        cards = [zone[i] for zone, i in places]
        rng.shuffle(cards)
        for (zone, i), card in zip(places, cards, strict=True):
            zone[i] = card

    for s, deck_of_seat in enumerate(decks):
        mix(s, deck_of_seat, returned[s], *([beings[s]] if s != seat else []))
    mix(LEGEND_DECK, legend_deck, returned[LEGEND_DECK], *(legends[s] for s in others))
    mix(FLARE_DECK, flare_deck, returned[FLARE_DECK], *(flares[s] for s in others))
    tasks = [*p.task_deck[1:]]
    rng.shuffle(tasks)
    hands = {"beings": beings, "legends": legends, "flares": flares}
    fields = p.fields() | {
        name: tuple(tuple(sorted(hand)) for hand in found) for name, found in hands.items()
    }
    fields["decks"] = tuple(map(tuple, decks))
    fields["legend_deck"], fields["flare_deck"] = tuple(legend_deck), tuple(flare_deck)
    fields["task_deck"] = (*p.task_deck[:1], *tasks)
    if secret:
        fields["returned"] = tuple((owner, returned[owner].pop(0)) for owner, _ in secret)
    dealt = Position(**fields)
    if seat != p.actor and p.asking in (Asking.ACTION, Asking.END, Asking.RETURNED):
        run_again(dealt)  # another hand offers something else
    return dealt
