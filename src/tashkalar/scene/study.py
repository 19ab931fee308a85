"""A study as it is shown: its steps in words, the table at one of them, and the best turns there.

All hands are open: whoever studies a position knows all of it. Like a trial, this keeps nothing:
whoever studies sends where it starts and what was played.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tashkalar import Game, Position
from tashkalar.bots.reviewing.best import BestTurn
from tashkalar.game import forced
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.positions import position_text
from tashkalar.player_names import by_school
from tashkalar.scene import story
from tashkalar.scene.players import Setting, Sitting
from tashkalar.scene.question import words
from tashkalar.scene.review import NEW, DrawnTurn, drawn_steps
from tashkalar.scene.scene import Scene, board, scene_of
from tashkalar.scene.trial import Reasoned, reasoned
from tashkalar.study import Study, StudyStep
from tashkalar.study.setup import SetUp
from tashkalar.view import view_together


class StepShown(Struct, frozen=True, gc=False):
    """A step of a study, in words."""

    after: int  # the place of the step before it; -1 is the start
    choice: str
    comment: str
    words: str
    turn: int
    seat: int
    action: bool  # does it begin something new? Else it belongs to the effect before it
    auto: bool  # nobody was asked


class StudyShown(Struct, frozen=True, gc=False):
    """A study: where it starts, and all its steps."""

    title: str
    comment: str  # on the start
    start: str  # as text
    set_up: SetUp
    steps: tuple[StepShown, ...]


class Studied(Struct, frozen=True, gc=False):
    """The table of a study at one of its steps."""

    scene: Scene
    log: list[story.LogEntry]
    added: tuple[StepShown, ...]  # what was chosen now, and what follows without a choice
    set_up: SetUp
    reason: Reasoned | None  # the answer to "why not?"


class BestTurnShown(Struct, frozen=True, gc=False):
    """A turn that could be played: what it brings, its choices, and how it is drawn."""

    chance: float
    points: int
    choices: tuple[str, ...]
    drawn: DrawnTurn


class BestTurns(Struct, frozen=True, gc=False):
    """The best turns of a round; the rounds look deeper and deeper."""

    round: int
    of: int
    nodes: int
    deep: bool  # with the compiled core
    turns: tuple[BestTurnShown, ...]


def study_shown(study: Study, language: str = "en") -> StudyShown:
    """A study with its steps in words.

    >>> start = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> shown = study_shown(Study(start, (StudyStep(-1, start.choices()[0]),)))
    >>> [(step.words, step.turn, step.action) for step in shown.steps]
    [('Place a piece on c9', 1, True)]
    """
    steps = tuple(
        _step(before, study.steps[place], language) for place, before in study.positions()
    )
    return StudyShown(
        study.title, study.comment, position_text(study.start), SetUp.of(study.start), steps
    )


def _step(before: Position, step: StudyStep, language: str) -> StepShown:
    return StepShown(
        step.after,
        choice_text(step.choice),
        step.comment,
        words(before, step.choice, language),
        before.turn,
        before.actor,
        before.asking in NEW,
        forced(before) is not None,
    )


def studied(
    start: Position,
    played: Sequence[str],
    more: Sequence[str] = (),
    why: str | None = None,
    language: str = "en",
) -> Studied:
    """The table after some choices and some more; IllegalChoice where that is not possible.

    After what is chosen now, whatever needs no player follows.

    >>> start = Position.new("duel", ("highland", "sylvan"), 1)
    >>> found = studied(start, [], ["c5"])
    >>> [step.choice for step in found.added], found.scene.acting
    (['c5'], 0)
    """
    game = Game.at(start)
    for choice in played:
        game.play(choice)
    reason = None if why is None else reasoned(game, game.position.actor, why, language)
    for choice in more:
        game.play(choice)
    while more and not game.position.is_over and (next_one := forced(game.position)) is not None:
        game.play(next_one)
    added = tuple(
        _step(one.before, StudyStep(n - 1, one.choice), language)
        for n, one in enumerate(game.history)
        if n >= len(played)
    )
    seats = range(len(start.colour_of))
    names = by_school(game.schools, start.colour_of, language)
    sittings = tuple(Sitting(name) for name in names.seats)
    setting = Setting("", len(game.history), sittings, undo=bool(game.history))
    seen = view_together(game.position, seats)
    return Studied(
        scene_of(game, seen, setting, language),
        story.log(game, names, language=language),
        added,
        SetUp.of(game.position),
        reason,
    )


def best_shown(
    position: Position,
    found: Sequence[BestTurn],
    language: str = "en",
) -> tuple[BestTurnShown, ...]:
    """The best turns, each with the boards it leads to, as far as the decks let it be played."""
    before = board(position)
    return tuple(
        BestTurnShown(
            round(one.chance, 3),
            one.points,
            _playable(position, one.choices),
            DrawnTurn(before, tuple(drawn_steps(position, one.choices, language))),
        )
        for one in found
    )


def _playable(position: Position, choices: Sequence[str]) -> tuple[str, ...]:
    """The choices up to where something else is drawn than was thought."""
    found = []
    for choice in map(parse_choice, choices):
        if not position.is_legal(choice):
            break
        position = position.after(choice)
        found.append(choice_text(choice))
    return tuple(found)
