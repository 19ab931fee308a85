"""What a seat sees, as bytes that a network can read.

An observation is made of a view, so it holds nothing that the seat may not know. It is one row of
bytes, the same for every form: planes of 9 × 9 squares (the cut corners are always 0), then
vectors. Seats and colours are counted from the viewer on, in order of play: 0 is the viewer, in
team play 2 is the partner. Numbers above 255 are 255, those below 0 are 0.

>>> from tashkalar import Position, view
>>> seen = view(Position.new("duel", ("highland", "sylvan"), seed=1), 1)
>>> found = observation(seen)
>>> sum(found[where("offered")])  # the squares for the first starting piece
2

The compiled core writes the same bytes (``core/src/observation.cpp``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import prod
from typing import NamedTuple

from tashkalar.arena import ALL, CENTRAL, GREEN, RED
from tashkalar.choice import CARD_LIMIT, CHOICES
from tashkalar.effects.program import HEADING, INDICATED
from tashkalar.env import parts as made
from tashkalar.env.eyes import AREA, BYTE, SEATS, Eyes, bits, numbers, one_of, plane, planes
from tashkalar.env.parts import SLOTS
from tashkalar.rules import turn
from tashkalar.state import TASK_LIMIT, TRIGGER_NAMES
from tashkalar.view import View

CODES = len(CHOICES)  # choices have codes below this


class ObservationPart(NamedTuple):
    """A part of an observation: its shape, what it holds, and what makes it of a view."""

    name: str
    shape: tuple[int, ...]
    about: str
    made: Callable[[Eyes], bytes]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return prod(self.shape)


_Part = ObservationPart
PARTS = (
    _Part("pieces", (SEATS, 3, *AREA), "pieces by color and rank", made.pieces),
    _Part(
        "arena",
        (4, *AREA),
        "all squares, red, green and central ones",
        lambda eyes: planes((ALL, RED, GREEN, CENTRAL)),
    ),
    _Part("offered", AREA, "squares that may be chosen now", lambda eyes: plane(eyes.p.mask)),
    _Part(
        "matched",
        (5, *AREA),
        "the card in play: the being's square, the pieces its pattern "
        "used, where it arrived, marked squares, squares taken already",
        made.matched,
    ),
    _Part(
        "registers",
        (made.WORKING, *AREA),
        "what its effect has chosen so far, as squares",
        lambda eyes: planes(made.working(eyes)),
    ),
    _Part(
        "form",
        (made.NUMBERS,),
        "the form by its number",
        lambda eyes: one_of(made.NUMBERS, eyes.p.form_number),
    ),
    _Part(
        "viewer",
        (2, SEATS),
        "the viewer's seat and color, as choices name them",
        lambda eyes: one_of(SEATS, eyes.viewer) + one_of(SEATS, eyes.mine),
    ),
    _Part("schools", (SEATS, made.NUMBERS), "the school of each seat by its number", made.schools),
    _Part(
        "in_turn",
        (SEATS,),
        "whose turn it is",
        lambda eyes: one_of(SEATS, eyes.from_here(eyes.p.seat)),
    ),
    _Part("decides", (SEATS,), "who decides now; nobody once the game is over", made.decides),
    _Part(
        "asking",
        (made.ASKINGS,),
        "what is asked, by the number of `Asking`",
        lambda eyes: one_of(made.ASKINGS, eyes.p.asking),
    ),
    _Part("question", (made.QUESTIONS,), "which of its questions the effect asks", made.question),
    _Part("halves", (2,), "the halves of a flare that are resolved", made.halves),
    _Part(
        "indicated",
        (8,),
        "directions that the pattern indicates",
        lambda eyes: bits(8, eyes.register(INDICATED, turn.WAY_INDICATED)),
    ),
    _Part(
        "heading",
        (8,),
        "the direction that was chosen",
        lambda eyes: one_of(8, eyes.register(HEADING) if eyes.in_effect else None),
    ),
    _Part(
        "numbers",
        (made.WORKING,),
        "what its effect has chosen or counted, as numbers",
        lambda eyes: numbers(value & BYTE for value in made.working(eyes)),
    ),
    _Part("hand", (CARD_LIMIT,), "own cards by their numbers, as choices name them", made.hand),
    _Part(
        "cards",
        (len(made.STATUSES) + 1, SLOTS),
        f"every card: {', '.join(made.STATUSES)}; "
        "and how deep one lies that is known to be in its deck, from 1",
        made.cards,
    ),
    _Part("tasks", (made.SHOWN, TASK_LIMIT), "the tasks on the table and the next one", made.shown),
    _Part("claimed", (SEATS, TASK_LIMIT), "tasks claimed by each color", made.claimed),
    _Part("tasks_unseen", (TASK_LIMIT,), "tasks that are still to come", made.unseen_tasks),
    _Part(
        "task_parts",
        (made.SHOWN, 2, made.TASK_PARTS, 2),
        "of each open task, for the own and "
        "the next color, part by part: how much there is, and how much is needed",
        made.task_parts,
    ),
    _Part("scores", (SEATS,), "points of each color as they stand", made.scores),
    _Part(
        "points",
        (SEATS, SEATS),
        "points of each color in each color; outside melees in its own",
        made.points,
    ),
    _Part("limit", (1,), "points that trigger the end", lambda eyes: numbers((eyes.form.limit,))),
    _Part("supply", (SEATS, 2), "two-sided and legendary pieces beside the board", made.supplies),
    _Part(
        "sizes",
        (SEATS, 4),
        "beings, legends and flares in each hand, cards in the deck",
        made.sizes,
    ),
    _Part(
        "piles",
        (5,),
        "cards in the legend deck, its discards, the flare deck, its discards, the task deck",
        made.piles,
    ),
    _Part(
        "improvised",
        (SEATS, SEATS),
        "improvised summonings used up, by seat and color",
        made.improvised,
    ),
    _Part(
        "counters",
        (10,),
        "turn, actions left, discarded, control passed, borrowed pieces, "
        "extra beings, legends and turns, cards given back, turns left at the end (plus one)",
        made.counters,
    ),
    _Part("destroyed", (SEATS, 3), "pieces destroyed this turn, by color and rank", made.destroyed),
    _Part(
        "summoned",
        (4,),
        "summoned this turn: beings, legends, on red, on green",
        lambda eyes: numbers(eyes.p.summoned),
    ),
    _Part(
        "trigger",
        (len(TRIGGER_NAMES),),
        "what triggered the end: nothing yet, an empty deck, points",
        lambda eyes: one_of(len(TRIGGER_NAMES), eyes.p.trigger_number),
    ),
)
_ENDS = tuple(accumulate(part.size for part in PARTS))
SIZE = _ENDS[-1]
_WHERE = {part.name: slice(end - part.size, end) for part, end in zip(PARTS, _ENDS, strict=True)}


class UnknownPart(ValueError):
    """A name that no part of an observation has."""


def where(name: str) -> slice:
    """Where a part of an observation lies.

    >>> where("pieces"), where("arena")
    (slice(0, 972, None), slice(972, 1296, None))
    """
    if name not in _WHERE:
        raise UnknownPart(f"there is no part {name!r}; the parts are {', '.join(_WHERE)}")
    return _WHERE[name]


def observation(seen: View) -> bytes:
    """What the viewer sees. The same view gives the same bytes on every machine."""
    eyes = Eyes(seen)
    return b"".join(part.made(eyes) for part in PARTS)


def mask(seen: View) -> bytes:
    """For each code of a choice whether the viewer may choose it now: 1 or 0."""
    found = bytearray(CODES)
    for choice in seen.choices():
        found[choice.code] = 1
    return bytes(found)
