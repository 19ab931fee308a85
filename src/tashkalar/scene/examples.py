"""Scenarios to look at: a board, then one board for each step that was played.

The scenarios of the cards lie in ``tests/scenarios``; an installed package carries a copy.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from tashkalar import Game, Position, parse_scenario
from tashkalar.cards import CARDS
from tashkalar.player_names import for_learner
from tashkalar.rules.forms import FORMS
from tashkalar.scene import story
from tashkalar.scene.fits import Piece
from tashkalar.scene.scene import board

_SHIPPED = Path(__file__).parents[1] / "scenarios"
_WRITTEN = Path(__file__).parents[3] / "tests" / "scenarios"


class ExampleStep(Struct, frozen=True):
    """What was done, in words, and the board after it."""

    words: str
    squares: tuple[str, ...]  # those the words speak of
    board: tuple[Piece, ...]


class Example(Struct, frozen=True):
    """A position, and what is played from there."""

    title: str
    schools: tuple[str, ...]  # by colour
    marked_centre: bool
    start_symbols: tuple[tuple[str, ...], ...]
    board: tuple[Piece, ...]
    steps: tuple[ExampleStep, ...]
    card: str | None  # a being in the first hand: with it the position can be tried


def example(text: str, language: str = "en") -> Example:
    """A scenario as a row of boards; it is played, so what it shows is true.

    >>> shown = example("scenario: One piece\\nplay: place e5")
    >>> [(step.words, len(step.board)) for step in shown.steps]
    [('You place a common piece on e5.', 1)]
    """
    scenario = parse_scenario(text)
    game = scenario.play()
    start = scenario.start
    colours = range(FORMS[start.form].colours)
    schools = tuple(start.schools[start.colour_of.index(colour)] for colour in colours)
    return Example(
        scenario.title,
        schools,
        FORMS[start.form].marked_centre,
        FORMS[start.form].start_symbols,
        board(start),
        tuple(_steps(game, language)),
        _tried(start),
    )


def _tried(start: Position) -> str | None:
    if FORMS[start.form].colours > 2 or start.seat != 0:
        return None
    hand = start.beings[0] + start.legends[0]
    return CARDS[hand[0]].id if hand else None


def _steps(game: Game, language: str) -> list[ExampleStep]:
    """Choices after which nothing has changed and nothing is told are no steps."""
    start = game.past(0).position
    names = for_learner(game.schools, start.colour_of, start.seat, language)
    after = [board(played.before) for played in game.history[1:]] + [board(game.position)]
    found = []
    for entry, shown in zip(story.log(game, names, language=language), after, strict=True):
        if entry.words:
            found.append(ExampleStep(entry.words, entry.squares, shown))
    return found


@cache
def scenario_of(deck: str, card: str) -> str | None:
    """The scenario that shows what a card usually does, as text."""
    folder = _SHIPPED if _SHIPPED.exists() else _WRITTEN
    # Flares have a scenario for each half and one for both.
    files = (folder / deck / f"{card}{part}.scn" for part in ("", "_both", "_upper"))
    return next((file.read_text(encoding="utf-8") for file in files if file.is_file()), None)
