"""The forms of the game and how each is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tashkalar.arena import mask, names
from tashkalar.cards import SCHOOLS, deck, deck_of
from tashkalar.rules import tasks
from tashkalar.rules.shuffling import shuffled
from tashkalar.state import FORM_NAMES, State

TWO_SIDED = 17
_LEGENDARY = 3
HAND = 3
SEEDS = 1 << 64  # there are so many


Mistake = Literal["form", "schools", "school", "same_school", "first_game", "seed"]


class BadSetUp(ValueError):
    """A form, a number of players or a school that do not go together.

    ``why`` and ``values`` say the same to programs, which put it into the reader's language.

    >>> try:
    ...     form_named("chess")
    ... except BadSetUp as error:
    ...     print(error.why, error.values["given"])
    form chess
    """

    def __init__(self, message: str, why: Mistake | Literal[""] = "", **values: object) -> None:
        super().__init__(message)
        self.why, self.values = why, values


@dataclass(frozen=True)
class Form:
    """What one form does differently."""

    name: str
    colour_of: tuple[int, ...]  # the colour of each seat; partners share one
    stock: int  # two-sided pieces of a colour
    limit: int  # points that trigger the end
    tasks: bool = False
    melee: bool = False
    first: bool = False  # the simplified first game
    # Groups of squares; a starting piece goes on one square of each. () for none.
    starts: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """How many people sit at the table."""
        return len(self.colour_of)

    @cached_property
    def colours(self) -> int:
        """How many sets of pieces there are: partners share one."""
        return len(set(self.colour_of))

    @property
    def teams(self) -> bool:
        """Is it played by two teams of two?"""
        return self.seats > self.colours

    @property
    def marked_centre(self) -> bool:
        """Does the board show the central squares? Only the side on which tasks need them does.

        >>> [name for name, form in FORMS.items() if form.marked_centre]
        ['first-game', 'high-form', 'team-high-form']
        """
        return self.tasks

    @cached_property
    def start_symbols(self) -> tuple[tuple[str, ...], ...]:
        """Return the squares of each start symbol that the board shows.

        A symbol is on its only square, or on the border of its two squares.

        >>> FORMS["duel"].start_symbols, FORMS["melee-3"].start_symbols[0]
        ((('c5',), ('g5',)), ('f8', 'g8'))
        """
        return tuple(tuple(names(squares)) for squares in self.starts)

    @cached_property
    def discards(self) -> bool:
        """Is there a discard action? Not in the first game."""
        return not self.first

    @property
    def legends(self) -> int:
        """Legends in a full hand."""
        return 0 if self.first else 2

    @property
    def legend_stock(self) -> int:
        """Legendary pieces of a colour."""
        return 0 if self.first else _LEGENDARY

    @property
    def starting_colours(self) -> tuple[int, ...]:
        """Whose pieces start on the arena: the placer's own first.

        With four colours the one that moves second starts without a piece.
        """
        last = self.colour_of[-1]
        others = [c for c in range(self.colours) if c != last and (self.colours < 4 or c != 1)]
        return (last, *others) if self.starts else ()


# Score markers are pieces: a duel uses up one of each colour, a melee one for each opponent.
_DUEL = (mask("c5"), mask("g5"))
_MELEE = (mask("f8 g8"), mask("b3 c3"), mask("g4 g3"))
_TEAMS = (0, 1, 0, 1)

FORMS = {
    form.name: form
    for form in (
        Form("first-game", (0, 1), TWO_SIDED, 6, tasks=True, first=True),
        Form("high-form", (0, 1), TWO_SIDED, 9, tasks=True),
        Form("duel", (0, 1), TWO_SIDED - 1, 18, starts=_DUEL),
        Form("melee-3", (0, 1, 2), TWO_SIDED - 2, 12, melee=True, starts=_MELEE),
        Form("melee-4", (0, 1, 2, 3), TWO_SIDED - 3, 10, melee=True, starts=_MELEE),
        Form("team-high-form", _TEAMS, TWO_SIDED, 9, tasks=True),
        Form("team-duel", _TEAMS, TWO_SIDED - 1, 18, starts=_DUEL),
    )
}
# By the number that a position keeps.
FORM_OF = {FORM_NAMES.index(name): form for name, form in FORMS.items()}
# In team play the lowest cards of each deck lie sideways; only those left triggers the end.
SIDEWAYS = 6


def form_named(name: str) -> Form:
    """The form of a name.

    >>> form_named("melee-3").seats
    3
    """
    found = FORMS.get(name)
    if found is None:
        raise BadSetUp(
            f"there is no form {name!r}; the forms are {', '.join(FORMS)}",
            "form",
            given=name,
            ids=tuple(FORMS),
        )
    return found


def check_schools(form: Form, schools: tuple[str, ...]) -> None:
    """Every seat has a school of its own; the first game is played by the Imperial ones."""
    if len(schools) != form.seats:
        raise BadSetUp(
            f"{form.name} needs {form.seats} schools, not {len(schools)}",
            "schools",
            form=form.name,
            n=form.seats,
            given=len(schools),
        )
    for school in schools:
        if school not in SCHOOLS:
            raise BadSetUp(
                f"there is no school {school!r}; the schools are {', '.join(SCHOOLS)}",
                "school",
                given=school,
                ids=tuple(SCHOOLS),
            )
    if len(set(schools)) < len(schools):
        raise BadSetUp(
            f"every player needs a school of their own, not {', '.join(schools)}",
            "same_school",
            schools=schools,
        )
    if form.first and {deck_of(school) for school in schools} != {"imperial"}:
        imperial = open_schools(form)
        raise BadSetUp(
            f"the first game is played with {' and '.join(imperial)}",
            "first_game",
            schools=imperial,
        )


def open_schools(form: Form) -> tuple[str, ...]:
    """The schools that a form can be played with.

    >>> open_schools(form_named("first-game"))
    ('northern_imperial', 'southern_imperial')
    """
    return tuple(name for name, deck in SCHOOLS.items() if not form.first or deck == "imperial")


def draw_schools(form: Form, seed: int) -> tuple[str, ...]:
    """A school for each seat, drawn by a seed; the first game has no choice but who is who."""
    names = open_schools(form)
    # Another start than the game's own, so that schools and cards are drawn independently.
    drawn = shuffled(State(random=~seed & SEEDS - 1), tuple(range(len(names))))
    return tuple(names[i] for i in drawn[: form.seats])


def set_up(p: State, form: Form, schools: tuple[str, ...], seed: int) -> None:
    """Lay out a new game, up to the first question."""
    check_schools(form, schools)
    if not 0 <= seed < SEEDS:
        raise BadSetUp(
            f"a seed is a number from 0 to {SEEDS - 1}, not {seed}", "seed", most=SEEDS - 1
        )
    seats, none = range(form.seats), (0,) * (4 - form.colours)
    p.form, p.schools, p.colour_of = form.name, schools, form.colour_of
    p.stock = (form.stock,) * form.colours + none
    p.legend_stock = (form.legend_stock,) * form.colours + none
    p.random = seed
    p.legend_deck = shuffled(p, deck("legends")) if form.legends else ()
    p.flare_deck = shuffled(p, deck("flares"))
    decks = [shuffled(p, deck(deck_of(school))) for school in schools]
    p.beings = tuple(tuple(sorted(d[:HAND])) for d in decks)
    p.decks = tuple(d[HAND:] for d in decks)
    p.flares = tuple((p.flare_deck[s],) for s in seats)
    p.flare_deck = p.flare_deck[form.seats :]
    hands: list[tuple[int, ...]] = []
    for seat in seats:
        # Partners share their legends; the one who plays sooner draws them.
        drawn = 0 if seat >= form.colours else form.legends
        hands.append(tuple(sorted(p.legend_deck[:drawn])))
        p.legend_deck = p.legend_deck[drawn:]
    p.legends = tuple(hands)
    p.discards = ((),) * form.seats
    p.known = ((),) * (form.seats + 1)
    if form.tasks:
        tasks.set_out(p, first_game=form.first)
