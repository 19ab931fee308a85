"""Reading a position for people: what a hand lacks, what a question is about.

Nothing here decides anything. Whoever shows a game, in a terminal or in a browser, asks these.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tashkalar import pattern
from tashkalar.arena import SYMMETRIES, VECTORS
from tashkalar.cards import BEINGS, CARDS, Being, Card, Flare
from tashkalar.catalogue import has, text
from tashkalar.choice import Asking
from tashkalar.effects.program import SELF
from tashkalar.effects.prose import prose
from tashkalar.effects.questions import ANY_NUMBER, Asked
from tashkalar.refusal import Refusal
from tashkalar.rules import budgets, programs, refusals, summoning, turn
from tashkalar.rules.asked import asked
from tashkalar.state import State
from tashkalar.view import View


def in_turn(p: State, seat: int) -> State:
    """The position as it would be were it this seat's turn: its summonings can be asked for."""
    if p.seat == seat:
        return p
    found = State.copy(p)
    found.seat = seat
    found.borrowed = 0
    return found


def differences(before: State, now: State) -> int:
    """The squares that do not look as they did."""
    found = before.common ^ now.common | before.heroic ^ now.heroic
    for colour in range(4):
        found |= before.pieces[colour] ^ now.pieces[colour]
    return found


def form_name(form: str, language: str = "en") -> str:
    """The name of a form of the game."""
    return text(f"form.{form.replace('-', '_')}", language)


def card_in_play(p: State) -> Card | None:
    """The card on the table that is being summoned or invoked."""
    number = turn.in_play(p)
    return None if number == turn.NO_CARD else CARDS[number]


# --- the hand ---------------------------------------------------------------------------------


class Near(NamedTuple):
    """A square on which a being could be summoned if these squares held the right pieces."""

    square: int
    missing: int
    way: pattern.Fitting
    upgraded: int  # the squares of the way that need an upgraded piece


def fitting(v: View, being: Being) -> int:
    """Where the viewer can summon a being, or could if it were the viewer's turn."""
    return summoning.summonable(in_turn(v, v.viewer), being)


def nearest(p: State, being: Being, most: int) -> list[Near]:
    """Squares where the player in turn lacks the fewest pieces, those easiest to fill first.

    Where nothing is missing the rules forbid it all the same: ``refusal`` says why.

    >>> from tashkalar.arena import names, square
    >>> from tashkalar.cards import card
    >>> p = State(form="duel", colour_of=(0, 1), pieces=(1 << square("d5"), 0, 0, 0))
    >>> p.common = p.pieces[0]
    >>> near = nearest(p, BEINGS[card("Swordmaster").number], most=1)[0]
    >>> names(1 << near.square), names(near.missing)
    (['e5'], ['f5'])
    """
    found = summoning.nearest(p, being, most)
    return [Near(i, near.missing, near.way, near.upgraded) for i, near in found]


def refusal(p: State, being: Being) -> Refusal:
    """Why the player in turn cannot summon a being: what is wrong where it is nearest."""
    return refusals.nowhere(p, being)


class Laid(NamedTuple):
    """A pattern laid on a square: first mirrored left to right or not, then turned."""

    way: pattern.Fitting
    upgraded: int
    turned: int  # quarter turns clockwise
    mirrored: bool


# The arena's symmetries in these terms.
_TURNS = tuple((turned, False) for turned in range(4)) + tuple(
    (-turned % 4, True) for turned in range(4)
)


@cache
def orientations(number: int, at: int) -> tuple[Laid, ...]:
    """All eight ways to lay a being's pattern on a square, as far as it stays on the arena."""
    being, found = BEINGS[number], []
    for symmetry, (turned, mirrored) in zip(SYMMETRIES, _TURNS, strict=True):
        pieces = [(pattern.offset(at, *symmetry(x, y)), rank) for x, y, rank in being.pieces]
        if not all(bit for bit, _ in pieces):
            continue
        way = pattern.Fitting(
            sum(bit for bit, _ in pieces),
            sum(pattern.offset(at, *symmetry(x, y)) for x, y in being.marked),
            sum(1 << VECTORS.index(symmetry(x, y)) for x, y in being.directions),
        )
        found.append(Laid(way, sum(bit for bit, rank in pieces if rank > 1), turned, mirrored))
    return tuple(found)


def orientation(p: State, being: Being, at: int, way: pattern.Fitting) -> tuple[int, bool]:
    """How a pattern lies that fits in a way: quarter turns clockwise, after mirroring or not."""
    for laid in orientations(being.number, at):
        if laid.way == way and not laid.upgraded & p.common:
            return laid.turned, laid.mirrored
    raise ValueError(f"the pattern of {being.id} does not fit like this")


# --- flares -----------------------------------------------------------------------------------


class RivalLead(NamedTuple):
    """How far ahead an enemy colour is."""

    colour: int
    upgraded: int
    pieces: int


def leads(p: State, mine: int) -> list[RivalLead]:
    """How far ahead of a colour each enemy colour is.

    >>> p = State(form="duel", colour_of=(0, 1), pieces=(1, 6, 0, 0), common=3, heroic=4)
    >>> leads(p, 0)
    [RivalLead(colour=1, upgraded=1, pieces=1)]
    """
    return [RivalLead(c, *turn.lead(p, mine, c)) for c in _rivals(p.colour_of, mine)]


@cache
def _rivals(colour_of: tuple[int, ...], mine: int) -> tuple[int, ...]:
    """The other colours at the table."""
    return tuple(sorted(set(colour_of) - {mine}))


def halves(flare: Flare, ahead: list[RivalLead]) -> tuple[tuple[int, dict[int, int]], ...]:
    """The upper and the lower half of a flare: what each needs, and the lead of each colour."""
    return (
        (flare.upper_needs, {lead.colour: lead.upgraded for lead in ahead}),
        (flare.lower_needs, {lead.colour: lead.pieces for lead in ahead}),
    )


# --- the question -----------------------------------------------------------------------------


def left(p: State) -> int | None:
    """How often the effect may still ask this, this time included; None where it sets no number."""
    question = asked(p)
    return None if question is None or question.times >= ANY_NUMBER else _left(p, question)


def begun(p: State) -> bool:
    """Has a part of what the effect allows several times been done already?"""
    question = asked(p)
    left = None if question is None else _left(p, question)
    return question is not None and left is not None and left < question.times


def _left(p: State, question: Asked) -> int | None:
    if question.budget is not None:
        return budgets.left(p.registers[question.budget])
    return None if question.counter is None else p.registers[question.counter]


def leaps(p: State) -> bool:
    """Is the move that is asked about a leap?"""
    question = asked(p)
    return question is not None and question.leap


def origin(p: State) -> int | None:
    """The square that a move or a direction starts from, or that a summoning is about."""
    if p.asking in (Asking.WAY, Asking.LIFTED):
        return summoning_square(p)
    question = asked(p)
    if question is None:
        return None
    register = SELF if p.asking == Asking.DIRECTION else question.mover
    bit = 0 if register is None else p.registers[register]
    return bit.bit_length() - 1 if bit else None


def being_square(p: State) -> int | None:
    """Where the being stands whose effect is going on; None once it is gone."""
    bit = 0 if p.program == programs.TURN else p.registers[SELF]
    return bit.bit_length() - 1 if bit else None


def option_words(p: State, number: int, language: str = "en") -> str:
    """What one of the alternatives of the card in play does."""
    card = card_in_play(p)
    key = f"option.{card.id if card else ''}.{number + 1}"
    if has(key, language):
        return text(key, language)
    question = asked(p)
    return prose(question.options[number], language=language) if question else ""


def summoning_square(p: State) -> int | None:
    """The square of the summoning whose details are being asked for."""
    if p.asking not in (Asking.WAY, Asking.LIFTED):
        return None
    bit: int = p.registers[turn.SQUARE]
    return bit.bit_length() - 1
