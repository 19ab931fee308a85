"""Scenarios: a board, hands, choices, what is offered and what comes out.

    scenario: The Knight takes two heroic pieces
    about: knight
    rules: 10.2
    hand A: knight
    board:
    9        .. .. .. .. ..
    ...
    play: summon knight
    offered: e6, g4
    play: e6, e7
    refused: d7 because onto a common piece
    play: pass
    board:
    9        .. .. .. .. ..
    ...
    expect: actions 1, destroyed B 0 2 0

Lines before the second board or the first line that plays or checks something lay out the
position (see ``notation.layout``); ``new: 7`` is a new game from a seed instead. The rest is
played on a ``Game`` and checked, in order. An indented line without a colon continues the one
before it. Seats and colours are A to D, ``#`` begins a remark.

``play`` takes choices, ``undo`` and ``redo``; ``undo`` may also be a line of its own, with the
number of choices to take back. ``resign B`` gives up, in a team by both partners: ``resign A C``.
``offered`` is everything that may be chosen, ``place *`` all choices that begin so. ``refused``
takes a choice, ``undo`` or ``resign B`` that must be refused, and part of the reason.

``expect`` takes what ``notation.expectations`` knows: numbers of the turn, points, places, what
decided them, and cards by their ids in order (``hand A``, ``deck A``, ``known A``: hidden cards
whose place A has seen, ``legend_deck``, ``flare_discards``, ``tasks``...) or, as a single number,
how many there are: ``deck A 15``. ``view B`` takes the same of what B sees, with ``?`` for a
hidden card: ``view B: hand A knight ? ?``; ``view spectators`` is what everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tashkalar import arena
from tashkalar.game import CannotResign, CannotUndo, Game
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.expectations import described
from tashkalar.notation.layout import Head, lay_out
from tashkalar.notation.lines import Line, read_lines
from tashkalar.notation.positions import draw_board, read_board
from tashkalar.rules.play import IllegalChoice, Position
from tashkalar.terms import LETTERS, SPECTATORS, lettered
from tashkalar.view import SPECTATOR


class BadScenario(ValueError):
    """A text that is not a scenario; the message names the line."""


class ScenarioFailed(AssertionError):
    """The rules did something else than the scenario says."""


class CutCorner(ValueError):
    """A choice of a square where the arena has none."""


Watch = Callable[[str, Position], None]


@dataclass(frozen=True)
class Scenario:
    """A position laid out, and what is to be played and checked from there."""

    title: str
    about: tuple[str, ...]  # cards shown
    rules: tuple[str, ...]  # clauses of docs/rules.md shown
    start: Position
    script: tuple[Line, ...]

    def run(self, watch: Watch | None = None) -> Position:
        """Play it through; the first difference is an error."""
        return self.play(watch).position

    def play(self, watch: Watch | None = None) -> Game:
        """Play it through, and give the game with its history."""
        game = Game.at(self.start)
        for number, key, value in self.script:
            try:
                _perform(game, key, value, watch)
            except (ScenarioFailed, ValueError) as error:
                kind = ScenarioFailed if isinstance(error, ScenarioFailed) else BadScenario
                raise kind(f"line {number}: {error}") from None
        return game


def parse_scenario(text: str) -> Scenario:
    """Read one scenario."""
    try:
        head, script = _split(read_lines(text, _COMMANDS))
        return Scenario(
            title=head.pop("scenario", (0, ""))[1],
            about=tuple(head.pop("about", (0, ""))[1].split()),
            rules=tuple(head.pop("rules", (0, ""))[1].split()),
            start=lay_out(head),
            script=script,
        )
    except ValueError as error:
        raise BadScenario(str(error)) from None


_COMMANDS = ("undo", "resign")  # lines that need no colon
_PLAYED = ("play", "offered", "refused", "expect", "view", *_COMMANDS)


def _split(lines: list[Line]) -> tuple[Head, tuple[Line, ...]]:
    head: Head = {}
    for i, (number, key, value) in enumerate(lines):
        # After "new" the arena is not laid out: a board is one to compare with.
        played = key.partition(" ")[0] in _PLAYED
        if key in head and key != "board":
            raise BadScenario(f"line {number}: {key!r} stands in line {head[key][0]} already")
        if played or (key == "board" and ("new" in head or key in head)):
            return head, tuple(lines[i:])
        head[key] = (number, value)
    return head, ()


# --- playing ----------------------------------------------------------------------------------


def _perform(game: Game, key: str, value: str, watch: Watch | None) -> None:
    what, _, whose = key.partition(" ")
    match what:
        case "play":
            for part in value.split(","):
                _play(game, part.strip())
                if watch:
                    watch(part.strip(), game.position)
        case "undo" | "resign":
            _play(game, f"{key} {value}".strip())
            if watch:
                watch(key, game.position)
        case "offered":
            _offered(game.position, value)
        case "refused":
            _refused(game, value)
        case "board":
            _same_board(game.position, value)
        case "expect":
            _expect(game.position, value)
        case "view":
            _expect(game.view(_viewer(game, whose)), value)
        case _:
            raise BadScenario(f"{key!r} is not something a scenario can play or check")


def _play(game: Game, text: str) -> None:
    """A choice, or something that only a game with a history knows."""
    match text.split():
        case ["undo"]:
            game.undo()
        case ["undo", number] if number.isdecimal():
            for _ in range(int(number)):
                game.undo()
        case ["redo"]:
            game.redo()
        case ["resign", *seats] if seats and set(seats) <= set(LETTERS):
            game.resign(*(LETTERS.index(seat) for seat in seats))
        case ["resign" | "undo", *_]:
            raise BadScenario(f"{text!r} is not of the form 'resign B' or 'undo 2'")
        case [*_, square] if arena.is_corner(square):
            raise CutCorner(f"{square} is a corner, which the arena does not have")
        case _:
            game.play(parse_choice(text))


def _viewer(game: Game, whose: str) -> int:
    if whose == SPECTATORS:
        return SPECTATOR
    seat = lettered(whose, len(game.schools))
    if seat is None:
        seats = ", ".join(LETTERS[: len(game.schools)])
        raise BadScenario(f"a view is that of {seats} or {SPECTATORS}, not {whose!r}")
    return seat


def _offered(position: Position, value: str) -> None:
    offered = [choice_text(c) for c in position.choices()]
    # "e5, f5" is all there is; "place *" stands for all choices with that word
    wanted = [part.strip() for part in value.split(",") if part.strip()]
    starred = [w[:-1] for w in wanted if w.endswith("*")]
    rest = [o for o in offered if not any(o.startswith(s) for s in starred)]
    plain = [w for w in wanted if not w.endswith("*")]
    unused = [s for s in starred if not any(o.startswith(s) for o in offered)]
    if unused or sorted(rest) != sorted(plain):
        raise ScenarioFailed(f"offered are {', '.join(offered)}")


def _refused(game: Game, value: str) -> None:
    what, _, because = value.partition(" because ")
    try:
        _play(game.copy(), what.strip())
    except (IllegalChoice, CannotUndo, CannotResign, CutCorner) as error:
        if because.strip().lower() not in str(error).lower():
            raise ScenarioFailed(f"{what} is refused because {error}") from None
        return
    raise ScenarioFailed(f"{what} is not refused")


def _same_board(position: Position, value: str) -> None:
    wanted = Position(**read_board(value.splitlines()))
    if draw_board(wanted) != draw_board(position):
        raise ScenarioFailed("the board is\n" + "\n".join(draw_board(position)))


def _expect(p: Position, value: str) -> None:
    for part in value.split(","):
        wanted = " ".join(part.split())
        found = described(p, wanted)
        if found != wanted:
            raise ScenarioFailed(f"expected {wanted!r}, but it is {found!r}")
