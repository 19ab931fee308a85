"""Options that several commands take, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar import catalogue, engine
from tashkalar.cards import CARDS, SCHOOLS
from tashkalar.rules.forms import FORMS, check_schools, draw_schools, form_named
from tashkalar.terminal.complaints import Complaint, about
from tashkalar.terminal.helping import surroundings

if TYPE_CHECKING:
    from tashkalar.terminal.screen import Screen


def offering(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell offers to complete a word with: the names that begin like it."""
    return lambda incomplete: [name for name in names() if name.startswith(incomplete)]


def _bots() -> Iterable[str]:
    from tashkalar.bots import bot_names

    return bot_names()


FormOption = Annotated[
    str,
    typer.Option(
        "--form",
        autocompletion=offering(lambda: FORMS),
    ),
]
OpponentOption = Annotated[
    str,
    typer.Option(
        "--opponent",
        autocompletion=offering(lambda: (*_bots(), "human")),
    ),
]
any_card = offering(lambda: [card.id for card in CARDS.values()])
SchoolsOption = Annotated[
    str | None,
    typer.Option("--schools"),
]
SeedOption = Annotated[str | None, typer.Option("--seed")]
BudgetOption = Annotated[
    str,
    typer.Option("--budget"),
]


def _engine(given: str | None) -> str | None:
    """Take up the engine that was asked for, before anything is done."""
    if given is not None:
        with about(""):
            engine.use(given)
    return given


EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        callback=_engine,
        envvar=engine.VARIABLE,
        autocompletion=offering(lambda: engine.ENGINES),
    ),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        envvar="TASHKALAR_LANGUAGE",
    ),
]


def open_screen(language: str | None = None) -> Screen:
    """The screen in a language: the one asked for, else that of the surroundings, else English."""
    from tashkalar.terminal.screen import Screen

    if language is None:
        language = catalogue.matching(surroundings())
    elif catalogue.matching([language]) != language:
        known = ", ".join(catalogue.languages())
        raise Complaint(f"there are no texts in the language {language!r}; there are: {known}")
    return Screen(language=language)


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
    """A seed as typed; without one, any."""
    if given is None:
        return SystemRandom().randrange(1 << 32)
    if not given.isdecimal() or int(given) >= 1 << 64:
        raise Complaint(f"a seed is a number from 0 to {(1 << 64) - 1}, not {given!r}")
    return int(given)
