"""What a study gives: a line of it as a scenario or as a record."""

from __future__ import annotations

from tashkalar.notation.choices import choice_text
from tashkalar.notation.heads import head_lines
from tashkalar.notation.positions import draw_board
from tashkalar.study.setup import between_actions
from tashkalar.study.tree import START, Study


class CannotTake(ValueError):
    """Something that a study does not give there."""


def scenario_text(study: Study, place: int, whole: bool) -> str:
    """The position after a step, or the whole line to it, as a scenario that can be run.

    The line begins with the last position that a scenario can lay out if the start is none, and
    ends with the board that must come out.
    """
    line = [study.steps[step].choice for step in study.path(place)]
    game = study.game(place)
    positions = [one.before for one in game.history] + [game.position]
    layable = [n for n, position in enumerate(positions) if between_actions(position)]
    if not layable:
        raise CannotTake("a scenario begins where a player has the next action")
    begun = layable[0] if whole else layable[-1]
    lines = [f"scenario: {study.title or 'A study'}"]
    for key, value in head_lines(positions[begun], decks=True):
        lines += ["board:", *value.splitlines()] if key == "board" else [f"{key}: {value}"]
    lines += [f"play: {choice_text(choice)}" for choice in line[begun:]]
    if line[begun:]:
        lines += ["board:", *draw_board(game.position)]
    return "\n".join(lines) + "\n"


def record_text(study: Study, place: int) -> str:
    """The record of the line through a step, to the end of its main line."""
    last = (study.onward(place) or [START])[-1]
    game = study.game(last)
    return game.record().text()
