"""What a review shows: the verdict on every turn, and a better turn drawn step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tashkalar import Game
from tashkalar.arena import NAMES
from tashkalar.bots.reviewing.knowledge import played_turns
from tashkalar.bots.reviewing.review import TurnReview
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.notation.choices import parse_choice
from tashkalar.rules.play import Position
from tashkalar.scene.fits import Piece
from tashkalar.scene.question import words
from tashkalar.scene.scene import board

# What asks for something new; the questions after it belong to an effect.
_NEW = (Asking.ACTION, Asking.END)
_ON_SQUARES = (Kind.PLACE, Kind.LIFT, Kind.SQUARE)


class BetterTurn(Struct, frozen=True, gc=False):
    """A turn that could have been played."""

    chance: float
    points: int
    missed: tuple[str, ...]  # cards that the turn as it was played did not use


class ReviewedTurn(Struct, frozen=True, gc=False):
    """A turn with its verdict. Chances are those of whoever had the turn."""

    turn: int
    seat: int
    severity: Literal["none", "small", "missed"]
    chance: float
    best: float  # the chance that the best turn would have left
    points: int
    better: tuple[BetterTurn, ...]  # the best first


class Review(Struct, frozen=True, gc=False):
    """A review as far as it has come."""

    turns: tuple[ReviewedTurn, ...]
    of: int  # so many turns are to be reviewed; 0 as long as nobody has asked for it
    deep: bool  # with the compiled core; without it, only a quick look


class ActionStep(Struct, frozen=True, gc=False):
    """One action of a turn, with all choices of its effect."""

    squares: tuple[str, ...]  # that were chosen, in order
    words: tuple[str, ...]
    board: tuple[Piece, ...]  # after it


class DrawnTurn(Struct, frozen=True, gc=False):
    """A turn to draw: the board before it, and each of its actions."""

    before: tuple[Piece, ...]
    steps: tuple[ActionStep, ...]


def reviewed(found: TurnReview) -> ReviewedTurn:
    """A turn as it is shown."""
    return ReviewedTurn(
        found.turn,
        found.seat,
        found.severity.value,
        round(found.chance, 3),
        round(found.best_chance, 3),
        found.points,
        tuple(BetterTurn(round(b.chance, 3), b.points, b.missed) for b in found.better),
    )


def drawn(game: Game, turn: TurnReview, line: int | None, language: str = "en") -> DrawnTurn:
    """A better turn by its number, or the turn as it was played."""
    start = next(t.start for t in played_turns(game) if t.start.turn == turn.turn)
    texts = turn.played if line is None else turn.better[line].choices
    return DrawnTurn(board(start), tuple(_steps(start, texts, language)))


def _steps(position: Position, texts: tuple[str, ...], language: str) -> Iterator[ActionStep]:
    made: list[tuple[Choice, str]] = []
    for text in texts:
        choice = parse_choice(text)
        if choice not in position.choices():
            break  # a card that was not drawn in this game
        if made and position.asking in _NEW:
            yield _step(made, position)
            made = []
        made.append((choice, words(position, choice, language)))
        position = position.after(choice)
    if made:
        yield _step(made, position)


def _step(made: list[tuple[Choice, str]], after: Position) -> ActionStep:
    squares = [choice.value for choice, _ in made if choice.kind in _ON_SQUARES]
    return ActionStep(
        tuple(NAMES[square] for square in squares),
        tuple(told for _, told in made),
        board(after),
    )
