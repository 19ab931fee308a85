"""The forms of the game: set-up, scoring, end triggers, places."""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar.arena import mask
from tashkalar.cards import CARDS, SCHOOLS, Task, deck
from tashkalar.position import State
from tashkalar.rules.atoms import me
from tashkalar.rules.shuffling import shuffled

TWO_SIDED = 17
LEGENDS = 3
HAND = 3
HAND_LEGENDS = 2


class BadSetUp(ValueError):
    """A form, a number of players or a school that do not go together."""


@dataclass(frozen=True)
class Form:
    """What one form does differently."""

    name: str
    colour_of: tuple[int, ...]  # the colour of each seat
    stock: int  # two-sided pieces of a colour
    limit: int  # points that trigger the end
    tasks: bool = False
    starts: tuple[int, ...] = ()  # for each starting piece: the squares it may be put on

    @property
    def seats(self) -> int:
        return len(self.colour_of)


FORMS = {
    form.name: form
    for form in (
        Form("high-form", (0, 1), TWO_SIDED, 9, tasks=True),
        # One piece of each colour marks the points, so one less takes part.
        Form("duel", (0, 1), TWO_SIDED - 1, 18, starts=(mask("c5 g5"), mask("c5 g5"))),
    )
}


def form_named(name: str) -> Form:
    found = FORMS.get(name)
    if found is None:
        raise BadSetUp(f"there is no form {name!r}; the forms are {', '.join(FORMS)}")
    return found


def set_up(p: State, form: Form, schools: tuple[str, ...], seed: int) -> None:
    """Lay out a new game, up to the first question."""
    if len(schools) != form.seats:
        raise BadSetUp(f"{form.name} needs {form.seats} schools, not {len(schools)}")
    for school in schools:
        if school not in SCHOOLS:
            raise BadSetUp(f"there is no school {school!r}; the schools are {', '.join(SCHOOLS)}")
    if len(set(schools)) < len(schools):
        raise BadSetUp(f"every player needs a school of their own, not {', '.join(schools)}")
    seats, colours = form.seats, len(set(form.colour_of))
    p.form, p.schools, p.colour_of = form.name, schools, form.colour_of
    p.stock = (form.stock,) * colours + (0,) * (4 - colours)
    p.legend_stock = (LEGENDS,) * colours + (0,) * (4 - colours)
    p.random = seed & (1 << 64) - 1
    p.legend_deck = shuffled(p, deck("legends"))
    p.flare_deck = shuffled(p, deck("flares"))
    decks = [shuffled(p, deck(SCHOOLS[school])) for school in schools]
    p.beings = tuple(tuple(sorted(d[:HAND])) for d in decks)
    p.decks = tuple(d[HAND:] for d in decks)
    p.legends = tuple(
        tuple(sorted(p.legend_deck[HAND_LEGENDS * s : HAND_LEGENDS * (s + 1)]))
        for s in range(seats)
    )
    p.legend_deck = p.legend_deck[HAND_LEGENDS * seats :]
    p.flares = tuple((card,) for card in p.flare_deck[:seats])
    p.flare_deck = p.flare_deck[seats:]
    p.discards = ((),) * seats
    p.known = ((),) * seats
    if form.tasks:
        set_out_tasks(p)


# --- tasks ------------------------------------------------------------------------------------


def task(number: int) -> Task:
    found = CARDS[number]
    assert isinstance(found, Task)
    return found


def set_out_tasks(p: State) -> None:
    """Three current tasks, none advanced, not all of one type; then the next one."""
    current: list[int] = []
    rest: list[int] = []
    for number in shuffled(p, deck("tasks")):
        types = {task(n).type for n in current}
        alike = len(current) == 2 and types == {task(number).type}
        if len(current) == 3 or task(number).advanced or alike:
            rest.append(number)
        else:
            current.append(number)
    p.tasks = tuple(current)
    p.task_deck = shuffled(p, tuple(rest))
    show_next_task(p)


def show_next_task(p: State) -> None:
    """A top card that would be the third of its type goes to the bottom.

    Should every card left be of that type, each is shown once and the last one stays.
    """
    types = [task(n).type for n in p.tasks]
    for _ in range(len(p.task_deck) - 1):
        if types.count(task(p.task_deck[0]).type) < 2:
            break
        p.task_deck = (*p.task_deck[1:], p.task_deck[0])


def claim(p: State, number: int) -> None:
    """Take a current task; the next one takes its place."""
    colour = me(p)
    p.claimed = (*p.claimed[:colour], (*p.claimed[colour], number), *p.claimed[colour + 1 :])
    tasks = tuple(n for n in p.tasks if n != number)
    p.tasks = (*tasks, *p.task_deck[:1])
    p.task_deck = p.task_deck[1:]
    show_next_task(p)


# --- points -----------------------------------------------------------------------------------


def score(p: State, colour: int) -> int:
    """The points of a colour as they stand."""
    if FORMS[p.form].tasks:
        claimed = sum(task(n).points for n in p.claimed[colour])
        return claimed + (p.pieces[colour] & p.legendary).bit_count()
    return p.scores[5 * colour]


def add_points(p: State, colour: int, points: int) -> None:
    if points:
        at = 5 * colour
        p.scores = (*p.scores[:at], p.scores[at] + points, *p.scores[at + 1 :])
        if p.log is not None:
            p.log.append(("points", colour, points))


def score_turn(p: State) -> None:
    """Deathmatch: points for the enemy pieces destroyed this turn."""
    mine = me(p)
    for colour in range(4):
        common, heroic, legendary = p.destroyed[3 * colour : 3 * colour + 3]
        points = common // 2 + heroic + 2 * legendary
        if colour != mine:
            add_points(p, mine, points)


def trigger(p: State) -> str:
    """What triggers the end now, if anything."""
    if not p.decks[p.seat]:
        return "deck"
    limit = FORMS[p.form].limit
    if any(score(p, colour) >= limit for colour in set(p.colour_of)):
        return "points"
    return ""


def strength(p: State, colour: int) -> tuple[int, int, int]:
    """What decides the game: points, then upgraded pieces, then pieces."""
    pieces = p.pieces[colour]
    return score(p, colour), (pieces & ~p.common).bit_count(), pieces.bit_count()


def places(p: State) -> tuple[int, ...]:
    """The place of each seat, 1 the best; those who are equal share one."""
    all_of_them = [strength(p, colour) for colour in p.colour_of]
    different = sorted(set(all_of_them), reverse=True)
    return tuple(different.index(mine) + 1 for mine in all_of_them)
