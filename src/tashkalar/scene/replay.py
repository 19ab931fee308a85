"""A game looked back at: its turns and steps, and what was seen at each of them.

Step n is the game as it stood when n choices had been made. Whoever looks through the eyes of a
seat sees what the seat's view showed then and nothing else; with open hands, what all seats
together saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from tashkalar import Game
from tashkalar.cards import CARDS
from tashkalar.event import Summon
from tashkalar.game import Played
from tashkalar.rules.forms import FORMS
from tashkalar.scene import story
from tashkalar.scene.figures import deed, points
from tashkalar.scene.fits import Piece
from tashkalar.scene.players import Setting
from tashkalar.scene.scene import Scene, board, scene, scene_of
from tashkalar.view import view_together

OPEN = -2  # the eyes of all seats together


class ReplaySeat(Struct, frozen=True, gc=False):
    """Who played on a seat."""

    seat: int
    colour: int
    school: str
    name: str


class ReplayTurn(Struct, frozen=True, gc=False):
    """A turn: where it begins, and what it has brought."""

    turn: int  # 0 is the laying of the starting pieces
    seat: int
    first: int  # the step at which it begins
    points: tuple[int, ...]  # by color, after it
    pieces: tuple[int, ...]  # on the board, by color, after it
    summoned: tuple[str, ...]
    destroyed: int  # enemy pieces, converted ones included
    tasks: int
    flares: int


class Replay(Struct, frozen=True, gc=False):
    """A game as it can be looked back at; what is seen at each step comes in pages."""

    form: str
    seats: tuple[ReplaySeat, ...]
    over: bool
    yours: tuple[int, ...]
    eyes: tuple[int, ...]  # the seats through whose eyes it may be seen
    open: bool  # may all hands be seen?
    board: tuple[Piece, ...]  # before the first step
    turns: tuple[ReplayTurn, ...]
    log: tuple[story.LogEntry, ...]
    page: int  # so many steps come with each page


PAGE = 8  # steps


def replay(
    game: Game, setting: Setting, yours: tuple[int, ...], open_hands: bool, language: str = "en"
) -> Replay:
    """A game with its turns and its log, for whoever has some of its seats.

    >>> from tashkalar.scene.players import Sitting
    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> for choice in ("place e5", "finish", "place e6", "place d6", "finish"):
    ...     events = game.play(choice)
    >>> found = replay(game, Setting("", 0, (Sitting("Ann"), Sitting("Ben"))), (0,), False)
    >>> [(turn.turn, turn.seat, turn.first, turn.pieces) for turn in found.turns]
    [(1, 0, 0, (1, 0)), (2, 1, 2, (1, 2))]
    """
    start = game.past(0).position
    return Replay(
        game.form,
        tuple(
            ReplaySeat(n, start.colour_of[n], school, sitting.name)
            for n, (school, sitting) in enumerate(zip(game.schools, setting.sittings, strict=True))
        ),
        game.position.is_over,
        yours,
        tuple(range(len(game.schools))) if open_hands else yours,
        open_hands,
        board(start),
        tuple(_turns(game)),
        tuple(story.log(game, setting.names(start.colour_of), language=language)),
        PAGE,
    )


def _turns(game: Game) -> Iterator[ReplayTurn]:
    first = 0
    for turn, played in groupby(game.history, key=lambda one: one.turn):
        choices = list(played)
        yield _turn(game, turn, first, choices)
        first += len(choices)


def _turn(game: Game, turn: int, first: int, choices: list[Played]) -> ReplayTurn:
    begun, after = choices[0].before, game.past(first + len(choices)).position
    events = [
        (one, choice.before.colour_of[choice.seat]) for choice in choices for one in choice.events
    ]
    done = Counter(deed(one, colour) for one, colour in events)
    return ReplayTurn(
        turn,
        begun.seat,
        first,
        points(after),
        tuple(after.pieces[colour].bit_count() for colour in range(FORMS[game.form].colours)),
        tuple(CARDS[one.card].id for one, _ in events if isinstance(one, Summon)),
        done["destroyed"],
        done["tasks"],
        done["flares"],
    )


def seen(game: Game, step: int, eyes: int, setting: Setting, language: str = "en") -> Scene:
    """What was to be seen at a step: by a seat, by SPECTATOR, or with all hands OPEN."""
    past = game.past(step)
    if eyes != OPEN:
        return scene(past, eyes, setting, language)
    together = view_together(past.position, range(len(game.schools)))
    return scene_of(past, together, setting, language)
