"""Options that several commands take, and how they are read."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS, check_schools, draw_schools, form_named
from tashkalar.terminal.complaints import Complaint, about

if TYPE_CHECKING:
    from tashkalar.terminal.screen import Screen

FormOption = Annotated[
    str, typer.Option("--form", help=f"The form of the game: {', '.join(FORMS)}.")
]
SchoolsOption = Annotated[
    str | None,
    typer.Option("--schools", help=f"A school for each seat, or random: {', '.join(SCHOOLS)}."),
]
SeedOption = Annotated[
    str | None, typer.Option("--seed", help="The same seed deals the same cards.")
]
BudgetOption = Annotated[
    str, typer.Option("--budget", help="Thinking for a turn: 1s for a second, 2000n for nodes.")
]


def open_screen() -> Screen:
    from tashkalar.terminal.screen import Screen

    return Screen()


def chosen_schools(form: str, given: str | None) -> tuple[str, ...]:
    """The schools asked for, drawn at random for the word random, else the first there are."""
    with about(""):
        found = form_named(form)
        if given is None:
            return tuple(SCHOOLS)[: found.seats]
        if given == "random":
            return draw_schools(found, SystemRandom().getrandbits(64))
        schools = tuple(part.strip().replace("-", "_") for part in given.split(","))
        check_schools(found, schools)
    return schools


def chosen_seed(given: str | None) -> int:
    if given is None:
        return SystemRandom().randrange(1 << 32)
    if not given.isdecimal() or int(given) >= 1 << 64:
        raise Complaint(f"a seed is a number from 0 to {(1 << 64) - 1}, not {given!r}")
    return int(given)
