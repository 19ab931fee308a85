"""The tasks on the table: setting out, showing the next one, claiming."""

from __future__ import annotations

from functools import cache

from tashkalar import event
from tashkalar.cards import CARDS, Task, deck
from tashkalar.rules.atoms import me
from tashkalar.rules.shuffling import shuffled
from tashkalar.state import State


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


def set_out(p: State, first_game: bool) -> None:
    """Three current tasks, none advanced, not all of one type; then the next one.

    The first game has no advanced tasks at all, and begins with three cheap ones of three types.
    """
    current: list[int] = []
    rest: list[int] = []
    for number in shuffled(p, taking_part(first_game)):
        card = task(number)
        types = [task(n).type for n in current]
        if first_game:
            fits = card.points <= 2 and card.type not in types
        else:
            fits = types.count(card.type) < 2
        if len(current) < 3 and fits and not card.advanced:
            current.append(number)
        else:
            rest.append(number)
    p.tasks = tuple(current)
    p.task_deck = shuffled(p, tuple(rest))
    show_next(p, first_game)


def show_next(p: State, first_game: bool) -> None:
    """A top card that would be the third of its type goes to the bottom.

    Should every card left be of that type, each is shown once and the last one stays. The
    first game does without this rule.
    """
    types = [task(n).type for n in p.tasks]
    for _ in range(0 if first_game else len(p.task_deck) - 1):
        if types.count(task(p.task_deck[0]).type) < 2:
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
