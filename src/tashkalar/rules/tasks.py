"""The tasks on the table: setting out, showing the next one, claiming."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tashkalar import event
from tashkalar.cards import CARDS, Task, deck
from tashkalar.rules.atoms import me
from tashkalar.rules.shuffling import shuffled
from tashkalar.state import State

CURRENT = 3  # tasks that can be claimed


def task(number: int) -> Task:
    """A task by its number.

    >>> from tashkalar.cards import card
    >>> task(card("Side Chain").number).points
    3
    """
    found = CARDS[number]
    assert isinstance(found, Task)
    return found


@cache
def taking_part(first_game: bool) -> tuple[int, ...]:
    """The tasks in the game: the first game leaves out the advanced ones."""
    return tuple(n for n in deck("tasks") if not (first_game and task(n).advanced))


def may_begin(current: Sequence[int], number: int, first_game: bool) -> bool:
    """May a task lie among the first ones, beside those that lie there already?

    None is advanced, and not all are of one type. The first game begins with cheap ones of
    different types.
    """
    card = task(number)
    types = [task(n).type for n in current]
    if first_game:
        return card.points <= 2 and card.type not in types
    return not card.advanced and types.count(card.type) < 2


def set_out(p: State, first_game: bool) -> None:
    """Three current tasks; then the next one."""
    current: list[int] = []
    rest: list[int] = []
    for number in shuffled(p, taking_part(first_game)):
        if len(current) < CURRENT and may_begin(current, number, first_game):
            current.append(number)
        else:
            rest.append(number)
    p.tasks = tuple(current)
    p.task_deck = shuffled(p, tuple(rest))
    show_next(p, first_game)


def may_be_next(current: Sequence[int], number: int, first_game: bool) -> bool:
    """May a task be the next one? Not as the third of its type; the first game allows it."""
    return first_game or [task(n).type for n in current].count(task(number).type) < 2


def show_next(p: State, first_game: bool) -> None:
    """A top card that may not be the next one goes to the bottom.

    Should none of those left be one that may, each is shown once and the last one stays.
    """
    for _ in range(len(p.task_deck) - 1):
        if may_be_next(p.tasks, p.task_deck[0], first_game):
            break
        p.task_deck = (*p.task_deck[1:], p.task_deck[0])


def claim(p: State, number: int, first_game: bool) -> None:
    """Take a current task; the next one takes its place."""
    colour = me(p)
    p.claimed = (*p.claimed[:colour], (*p.claimed[colour], number), *p.claimed[colour + 1 :])
    p.tasks = (*(n for n in p.tasks if n != number), *p.task_deck[:1])
    p.task_deck = p.task_deck[1:]
    show_next(p, first_game)
    if p.log is not None:
        p.log.append(event.Claim(number))
