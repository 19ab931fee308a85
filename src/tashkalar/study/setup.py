"""A position put together by hand.

What people lay out are boards, hands and points. The decks hold what is left, shuffled: nobody
lays out their order. The rules check the rest (``rules.soundness``), as in scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tashkalar import arena
from tashkalar.notation.heads import Ids, hand_ids, head_lines, ids, score_text
from tashkalar.notation.layout import BadLayout, lay_out
from tashkalar.notation.positions import BadPosition, board_of
from tashkalar.rules.forms import FORMS, BadSetUp
from tashkalar.rules.play import Position
from tashkalar.rules.soundness import Unsound
from tashkalar.rules.tasks import taking_part
from tashkalar.state import BLANK, GROUPS
from tashkalar.terms import LETTERS
from tashkalar.view import sample, view_together

_MOST = {"actions": 9, "turn_number": 999, "last_turns": 4}  # what a set-up may say
_MOST_POINTS = 99
_MOST_REST = 40  # lines


class BadArrangement(ValueError):
    """A set-up that no table could hold.

    ``why`` and ``values`` say the same to programs, which put it into the reader's words; ``why``
    is empty where only the message says it.
    """

    def __init__(self, message: str, why: str = "", **values: object) -> None:
        super().__init__(message)
        self.why, self.values = why, values


@dataclass(frozen=True)
class SetUp:
    """What is laid out by hand; all else is as usual in a scenario."""

    form: str
    schools: tuple[str, ...]  # by seat
    turn: int = 0  # the seat whose turn it is
    actions: int = 2
    turn_number: int = 5
    last_turns: int = -1  # turns left, once the end has been triggered
    pieces: str = ""  # A1e5 B2f6
    hands: tuple[Ids, ...] = ()  # by seat: beings, legends and flares
    scores: tuple[tuple[int, ...], ...] = ()  # by color; in a melee by enemy color
    tasks: Ids = ()
    next_task: str = ""
    claimed: tuple[Ids, ...] = ()  # by color
    rest: Mapping[str, str] = field(default_factory=dict)  # further lines of a scenario's head

    @classmethod
    def of(cls, p: Position) -> SetUp:
        """The set-up of a position; inside an effect, that of the action it belongs to.

        >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
        >>> set_up = SetUp.of(p)
        >>> set_up.turn_number, set_up.hands[0][:3]
        (1, ('wolf_rider', 'war_summoner', 'clan_guardian'))
        >>> SetUp.of(set_up.laid_out()) == set_up
        True
        """
        form = FORMS[p.form]
        shown = dict(head_lines(p))
        typed = {
            "form",
            "schools",
            "turn",
            "actions",
            "turn_number",
            "last_turns",
            "board",
            "tasks",
        }
        rest = {
            key: value
            for key, value in shown.items()
            if key not in typed and key.split()[0] not in ("hand", "score", "claimed")
        }
        colours = range(form.colours)
        return cls(
            form.name,
            p.schools,
            p.seat,
            p.actions,
            p.turn,
            p.last_turns,
            pieces_text(p),
            tuple(hand_ids(p, seat) for seat in range(form.seats)),
            tuple(tuple(p.scores[4 * c + other] for other in colours) for c in colours),
            ids(p.tasks),
            "".join(ids(p.task_deck[:1])),
            tuple(ids(p.claimed[c]) for c in colours),
            rest,
        )

    def laid_out(self, chance: int = 0) -> Position:
        """The position; what no table could hold is a BadArrangement."""
        self._check()
        try:
            head = {key: (number, value) for number, (key, value) in enumerate(self._lines(), 1)}
            position = lay_out(head)
        except BadLayout as error:
            found = error.why
            if isinstance(found, Unsound | BadSetUp):
                kind = "laid" if isinstance(found, Unsound) else "set_up"
                why = f"{kind}.{found.why}" if found.why else ""
                raise BadArrangement(str(found), why, **found.values) from None
            raise BadArrangement(str(found)) from None
        except BadPosition as error:
            raise BadArrangement(str(error)) from None
        # Hands are open; the decks hold the rest in an order that nobody knows.
        return sample(view_together(position, range(len(position.colour_of))), chance)

    def _check(self) -> None:
        """Refuse numbers that nobody could lay out."""
        for name, most in _MOST.items():
            if not -1 <= getattr(self, name) <= most:
                raise BadArrangement(f"{name} is at most {most}", "laid.number", most=most)
        if any(not 0 <= n <= _MOST_POINTS for points in self.scores for n in points):
            raise BadArrangement("points", "laid.number", most=_MOST_POINTS)
        rows = (self.hands, self.claimed, self.scores, *self.scores, self.schools)
        if max(map(len, rows)) > len(LETTERS) or len(self.rest) > _MOST_REST:
            raise BadArrangement(f"at most {len(LETTERS)} sit at a table")
        if not 0 <= self.turn < len(LETTERS):
            raise BadArrangement("nobody sits on that seat")
        numbers = (word for value in self.rest.values() for word in value.split())
        if any(word.removeprefix("-").isdecimal() and len(word) > 2 for word in numbers):
            raise BadArrangement("numbers", "laid.number", most=_MOST_POINTS)

    def _lines(self) -> list[tuple[str, str]]:
        form = FORMS.get(self.form)
        lines = [
            ("form", self.form),
            ("schools", " ".join(self.schools)),
            ("turn", LETTERS[self.turn]),
            ("actions", str(self.actions)),
            ("turn_number", str(self.turn_number)),
            ("last_turns", str(self.last_turns)),
            ("board", "\n".join(board_of(self.pieces))),
        ]
        lines += [(f"hand {LETTERS[s]}", " ".join(held)) for s, held in enumerate(self.hands)]
        lines += [(f"claimed {LETTERS[c]}", " ".join(held)) for c, held in enumerate(self.claimed)]
        lines += [
            (f"score {LETTERS[c]}", score_text(form is not None and form.melee, c, points))
            for c, points in enumerate(self.scores)
            if any(points)
        ]
        lines.append(("tasks", " ".join(self.tasks)))
        if self.next_task and form is not None and form.tasks:
            elsewhere = {*self.tasks, self.next_task, *(i for held in self.claimed for i in held)}
            others = [i for i in ids(taking_part(form.first)) if i not in elsewhere]
            lines.append(("task deck", " ".join([self.next_task, *others])))
        lines += [(key, self._without_hands(key, value)) for key, value in self.rest.items()]
        return [(key, value) for key, value in lines if value or key == "tasks"]

    def _without_hands(self, key: str, value: str) -> str:
        """A card that is given to a hand is taken from the pile where it lay."""
        if "discards" not in key.split():
            return value
        own = [hand for s, hand in enumerate(self.hands) if key == f"discards {LETTERS[s]}"]
        given = {card for hand in own or self.hands for card in hand}
        return " ".join(card for card in value.split() if card not in given)


def pieces_text(p: Position) -> str:
    """The pieces on a board as set-ups write them: ``A1e5 B2f6``."""
    found = []
    for square in arena.squares(p.common | p.heroic | p.legendary):
        owner = next(c for c in range(4) if p.pieces[c] >> square & 1)
        rank = 1 if p.common >> square & 1 else 2 if p.heroic >> square & 1 else 3
        found.append(f"{LETTERS[owner]}{rank}{arena.NAMES[square]}")
    return " ".join(found)


def between_actions(p: Position) -> bool:
    """Can a scenario lay it out? Not inside an effect, and not before or after a turn.

    >>> p = Position.new("duel", ("highland", "sylvan"), 1)
    >>> between_actions(p), between_actions(p.after(p.choices()[0]))
    (False, True)
    """
    if p.is_over or p.actor != p.seat or p.returned:
        return False
    fields: dict[str, Any] = p.fields()
    for name in GROUPS["machine"]:
        fields[name] = BLANK[name]
    return Position.arranged(**fields) == p
