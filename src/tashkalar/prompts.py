"""What a position asks, in words: the question, and what it means to answer no more.

A question has the words of its kind, ``asking.destroy``. Where a card asks for something that its
kind does not tell, it has words of its own: ``asking.champion.square``.
"""

from __future__ import annotations

from functools import cache

from tashkalar import reading
from tashkalar.catalogue import has, text
from tashkalar.choice import Asking
from tashkalar.player_names import LETTERED, PlayerNames
from tashkalar.rules import programs
from tashkalar.rules.turn import Step, starting_colour
from tashkalar.state import State

# A colour is asked for in the turn itself, too: for these points of a melee.
_POINTS = {Step.POINT: "legend", Step.UNPAIRED: "left_over"}


def question(p: State, language: str = "en", names: PlayerNames = LETTERED) -> str:
    """Return what is asked.

    >>> from tashkalar import Position
    >>> position = Position.new("duel", ("highland", "sylvan"), seed=1)
    >>> question(position, names=PlayerNames(("Ada", "Ben"), (0, 1)))
    'Choose a square for Ben’s starting piece'
    >>> question(position, names=PlayerNames(("Ada", "Ben"), (0, 1), reader=1))
    'Choose a square for your starting piece'
    """
    if p.asking == Asking.START:
        colour = starting_colour(p)
        key = "asking.start.of.you" if names.reads_colour(colour) else "asking.start.of"
        return text(key, language, colour=names.of_colour(colour, language))
    return text(_worded(p, "asking", language), language)


def declining(p: State, language: str = "en") -> str:
    """What it means to pass: to do without something, or to do no more of it.

    The words say what is lost: ``decline.upgrade``, ``stop.mover``.
    """
    if p.asking == Asking.RETURNED:
        return text("decline.returned", language)
    return text(_worded(p, "stop" if reading.begun(p) else "decline", language), language)


def _worded(p: State, family: str, language: str) -> str:
    """The id of the most special text there is in a family of texts."""
    kind = Asking(p.asking)
    if kind == Asking.COLOUR and p.program == programs.TURN:
        return f"{family}.{kind.name.lower()}.{_POINTS[p.pc]}"
    card = reading.card_in_play(p)
    on_pieces = not p.mask & ~(p.common | p.heroic | p.legendary)
    return _most_special(family, kind, card.id if card else "", on_pieces, language)


@cache
def _most_special(family: str, asking: Asking, card: str, on_pieces: bool, language: str) -> str:
    kind = asking.name.lower()
    own = f"{family}.{card}.{kind}"
    if card and has(own, language):
        return own
    if asking == Asking.SQUARE and on_pieces:
        kind = "piece"
    plain = f"{family}.{kind}"
    return plain if has(plain, language) else f"{family}.any"
