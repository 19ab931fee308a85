"""What a review shows: the verdict on every turn, and a better turn drawn step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from tashkalar import Game
from tashkalar.arena import NAMES
from tashkalar.bots.reviewing.knowledge import played_turns
from tashkalar.bots.reviewing.review import TurnReview
from tashkalar.bots.reviewing.turning import Change, befores, turning_points
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.notation.choices import parse_choice
from tashkalar.player_names import PlayerNames
from tashkalar.rules.play import Position
from tashkalar.scene.fits import Piece
from tashkalar.scene.question import words
from tashkalar.scene.scene import board

# What asks for something new; the questions after it belong to an effect.
NEW = (Asking.ACTION, Asking.END)
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
    before: float | None  # the chance when it began, as far as it is known
    chance: float
    best: float  # the chance that the best turn would have left
    points: int
    better: tuple[BetterTurn, ...]  # the best first


class TurningShown(Struct, frozen=True, gc=False):
    """A turn that changed the chances much; they are those of whoever had it."""

    turn: int
    seat: int
    change: Change
    before: float
    after: float


class Review(Struct, frozen=True, gc=False):
    """A review as far as it has come."""

    turns: tuple[ReviewedTurn, ...]
    turning: tuple[TurningShown, ...]
    of: int  # so many turns are to be reviewed; 0 as long as nobody has asked for it
    deep: bool  # with the compiled core; without it, only a quick look
    failed: bool  # no more turns will follow, unless it is begun anew


class ActionStep(Struct, frozen=True, gc=False):
    """One action of a turn, with all choices of its effect."""

    squares: tuple[str, ...]  # that were chosen, in order
    words: tuple[str, ...]
    board: tuple[Piece, ...]  # after it


class DrawnTurn(Struct, frozen=True, gc=False):
    """A turn to draw: the board before it, and each of its actions."""

    before: tuple[Piece, ...]
    steps: tuple[ActionStep, ...]


def review_of(
    found: Sequence[TurnReview], colour_of: Sequence[int], of: int, *, deep: bool, failed: bool
) -> Review:
    """A review as it is shown, as far as it has come."""
    return Review(
        tuple(map(_reviewed, found, befores(found, colour_of))),
        tuple(
            TurningShown(one.turn, one.seat, one.change, round(one.before, 3), round(one.after, 3))
            for one in turning_points(found, colour_of)
        ),
        of,
        deep,
        failed,
    )


def _reviewed(found: TurnReview, before: float | None) -> ReviewedTurn:
    return ReviewedTurn(
        found.turn,
        found.seat,
        found.severity.value,
        None if before is None else round(before, 3),
        round(found.chance, 3),
        round(found.best_chance, 3),
        found.points,
        tuple(BetterTurn(round(b.chance, 3), b.points, b.missed) for b in found.better),
    )


def drawn(
    game: Game,
    turn: TurnReview,
    line: int | None,
    language: str = "en",
    names: PlayerNames | None = None,
) -> DrawnTurn:
    """Return a better turn by its number, or the turn as it was played."""
    start = next(t.start for t in played_turns(game) if t.start.turn == turn.turn)
    texts = turn.played if line is None else turn.better[line].choices
    return DrawnTurn(board(start), tuple(drawn_steps(start, texts, language, names)))


def drawn_steps(
    position: Position, texts: Sequence[str], language: str, names: PlayerNames | None = None
) -> Iterator[ActionStep]:
    """The actions of a turn from a position, as far as it can be played there."""
    made: list[tuple[Choice, str]] = []
    for text in texts:
        choice = parse_choice(text)
        if choice not in position.choices():
            break  # a card that was not drawn in this game
        if made and position.asking in NEW:
            yield _step(made, position)
            made = []
        made.append((choice, words(position, choice, language, names)))
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
