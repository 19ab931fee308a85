"""Which engine works: the reference in Python, or the compiled core where it is installed.

The core (``core/``, the distribution ``tashkalar-core``) plays the same rules from the same tables
and chooses the same under a budget of nodes; it is faster. It is used where it is installed and its
tables agree, unless the environment variable ``TASHKALAR_ENGINE`` says ``reference``. With ``core``
a missing one is an error, and so is any other name.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from tashkalar.event import EVENTS, FIELDS, Event, Over
from tashkalar.rules.play import Position
from tashkalar.state import TRIGGER_NAMES
from tashkalar.tables import tables
from tashkalar.terms import Term

VARIABLE = "TASHKALAR_ENGINE"
ENGINES = ("reference", "core")
# What the core must offer. Raised when its functions change, or what it chooses.
INTERFACE = 7
# Causes by their numbers in the core: triggers first, then what brings points.
_CAUSES = (*TRIGGER_NAMES, "destroyed", "legend", "flare", "left_over")


class NoCore(ValueError):
    """The engine that was asked for cannot be used; the message says why."""


@cache
def _found() -> ModuleType | str:
    """The core, ready to be used, or the reason why there is none."""
    try:
        core = import_module("tashkalar_core")
    except ImportError:
        return "the compiled core is not installed; `make core` builds it"
    if core.INTERFACE != INTERFACE:
        return "the compiled core is of another version; `make core` builds it anew"
    try:
        core.load(tables().to_bytes())
    except ValueError as error:
        return f"the compiled core cannot use the tables of this version: {error}"
    return core


def core() -> ModuleType | None:
    """The compiled core, where it is to be used; None where the reference works."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "reference":
        return None
    if wanted not in ("", *ENGINES):
        raise NoCore(_no_engine(wanted, f" for {VARIABLE}"))
    found = _found()
    if not isinstance(found, str):
        return found
    if wanted == "core":
        raise NoCore(found)
    return None


def _no_engine(name: str, wanted_for: str = "") -> str:
    return f"there is no engine {name!r}{wanted_for}; the engines are {', '.join(ENGINES)}"


def missing() -> str:
    """Why the compiled core does not work, where it does not."""
    found = _found()
    return found if isinstance(found, str) else "the compiled core is switched off"


def in_use() -> str:
    """The engine that works, by its name."""
    return "reference" if core() is None else "core"


def use(name: str) -> None:
    """Choose the engine for this process and those that it starts.

    >>> use("abacus")
    Traceback (most recent call last):
    tashkalar.engine.NoCore: there is no engine 'abacus'; the engines are reference, core
    """
    if name not in ENGINES:
        raise NoCore(_no_engine(name))
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        core()
    except NoCore:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before
        raise


def compiled(position: Position) -> Any | None:
    """A position as the core has it; None without the core, or where it refuses the position.

    The core plays complete positions only; one laid out by hand may lack what it needs.
    """
    found = core()
    if found is None:
        return None
    try:
        return found.Position.from_bytes(position.to_bytes())
    except found.Damaged:
        return None


def events(rows: list[tuple[int, ...]]) -> list[Event]:
    """What the core says has happened, as events."""
    return [_event(kind, list(fields), squares) for kind, *fields, squares in rows]


def _event(number: int, fields: list[int], squares: int) -> Event:
    kind = EVENTS[number]
    if kind is Over:
        return Over(tuple(fields[: fields[-1]]))
    left = iter(fields)
    told: list[Any] = []
    for term in FIELDS[kind].values():
        if term == Term.SQUARES:
            told.append(squares)
        elif term == Term.CAUSE:
            told.append(_CAUSES[next(left)])
        else:
            told.append(bool(next(left)) if term == Term.FACT else next(left))
    made: Any = kind
    return made(*told)  # type: ignore[no-any-return]
