"""The tasks on the table: how far a colour has come with each, and where on the arena."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from tashkalar.cards import Task
from tashkalar.rules.atoms import me
from tashkalar.rules.criteria import Part, Seen, looking, parts
from tashkalar.rules.tasks import task as task_numbered
from tashkalar.scene.fits import named
from tashkalar.state import State


class TaskPart(Struct, frozen=True, gc=False):
    """One thing a task asks for: how many there are, and how many it needs."""

    what: str
    where: str  # red, green, coloured, central, diagonal_1, diagonal_2, or empty
    have: int
    need: int


class TaskState(Struct, frozen=True, gc=False):
    """A task on the table, and how far it has come."""

    id: str
    points: int
    met: bool  # by the player in turn
    progress: tuple[TaskPart, ...]  # of the viewer's colour; for spectators, of the player in turn
    squares: tuple[str, ...]


def task_state(p: State, task: Task, colour: int, met: bool | None = None) -> TaskState:
    """A task as it stands for a colour; whether the player in turn has met it may be known.

    >>> from tashkalar.cards import CARDS, card
    >>> p = State(form="high-form", colour_of=(0, 1), destroyed=(0, 0, 0, 2) + (0,) * 8)
    >>> state = task_state(p, CARDS[card("Destruction").number], 0)
    >>> state.met, state.progress
    (False, (TaskPart(what='destroyed', where='', have=2, need=3),))
    """
    look, criterion, mine = looking(task.criterion), task.criterion, me(p)
    if met is None and colour != mine:
        met = _met(task.number, look(p, criterion, mine))
    return _state(task.number, look(p, criterion, colour), met)


@lru_cache(1024)
def _met(number: int, seen: Seen) -> bool:
    return all(part.have >= part.need for part in _parts(number, seen))


@lru_cache(1024)
def _parts(number: int, seen: Seen) -> tuple[Part, ...]:
    return parts(task_numbered(number).criterion, seen)


@lru_cache(1024)
def _state(number: int, seen: Seen, met: bool | None = None) -> TaskState:
    """A task, by what its criterion looks at; who it shows may be the one who meets it."""
    task, found, where = task_numbered(number), _parts(number, seen), 0
    if met is None:
        met = _met(number, seen)
    for part in found:
        where |= part.squares
    shown = tuple(TaskPart(part.what, part.where, part.have, part.need) for part in found)
    return TaskState(task.id, task.points, met, shown, named(where))
