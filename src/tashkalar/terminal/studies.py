"""Studies in the terminal: the tree with its numbers, a position, and the best turns there."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from tashkalar import engine, view
from tashkalar.bots import Budget
from tashkalar.bots.reviewing.best import best_turns, rounds
from tashkalar.notation.choices import choice_text
from tashkalar.study import Study, bring
from tashkalar.study.tree import START
from tashkalar.terminal import board, seats
from tashkalar.terminal.complaints import Complaint, about, contents
from tashkalar.terminal.screen import FACES, GOLD, OFFER, QUIET, Screen
from tashkalar.terms import LETTERS


def read(path: Path) -> Study:
    """The study of a file: of its own form, or a record, a scenario, a position."""
    text = contents(path)
    with about(path):
        return bring(text)


def check(screen: Screen, path: Path) -> None:
    """Read a study, and say how much of it there is."""
    study = read(path)
    screen.line(screen.say("study.fine", n=len(study.steps)))


def show(screen: Screen, path: Path, step: int, budget: str | None) -> None:
    """The tree, the position after a step, and the best turns from there; step 0 is the start."""
    study = read(path)
    if not 0 <= step <= len(study.steps):
        raise Complaint(f"the steps of {path} are 0 to {len(study.steps)}, not {step}")
    with about(""):
        nodes = rounds()[-1] if budget is None else Budget.parse(budget).nodes
        if nodes is None:
            raise Complaint("the best turns of a study take a budget in nodes, such as 2000n")
    screen.print(Text(study.title or screen.say("study.untitled"), style="bold"))
    if study.comment:
        screen.print(Text(study.comment, style=QUIET))
    for line in tree(study, step - 1):
        screen.print(line)
    position = study.position(step - 1)
    seen = view(position, position.actor)
    screen.print(*board.draw(screen, seen), *seats.players(screen, seen))
    if engine.core() is None:
        screen.print(Text(screen.say("study.shallow"), style=QUIET))
    for found in best_turns(position, nodes):
        line = Text(f"{found.chance:4.0%} ", style=GOLD)
        line.append(", ".join(found.choices), style="")
        screen.print(line)


def tree(study: Study, at: int) -> list[Text]:
    """Every step with its number; what could be instead stands further in."""
    depth = {START: 0}
    lines = []
    for place, before in study.positions():
        step = study.steps[place]
        depth[place] = depth[step.after] + (study.following(step.after)[0] != place)
        line = Text(f"{place + 1:4} {'  ' * depth[place]}{before.turn} ")
        line.append(f" {LETTERS[before.actor]} ", style=FACES[before.colour_of[before.actor]])
        line.append(f" {choice_text(step.choice)}", style=OFFER if place == at else "")
        if step.comment:
            line.append(f"  {' '.join(step.comment.split())}", style=QUIET)
        lines.append(line)
    return lines
