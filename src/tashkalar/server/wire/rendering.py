"""Scenes for whoever watches, made one at a time so that moves are never kept waiting."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from datetime import UTC, datetime
from itertools import cycle
from time import perf_counter
from typing import Protocol

from tashkalar import SPECTATOR
from tashkalar.player_names import NOBODY, PlayerNames
from tashkalar.scene.scene import (
    OfferShown,
    Scene,
    SeatClock,
    Setting,
    Sitting,
    alike,
    scene_of,
)
from tashkalar.server.metrics import SCENES
from tashkalar.server.tables.course import hints_allowed
from tashkalar.server.tables.table import Table
from tashkalar.server.wire.names import Sitter, called

_log = logging.getLogger("tashkalar.server")
_TURN = 0.001  # seconds of rendering until the loop turns
_FEW = 32  # scenes that are made before anybody notices
_FRESH = 0.2  # seconds for which a scene with a running clock may be shown again
_TIMED = 16  # one of so many scenes is timed: noting it takes a while itself
_due = cycle([True] + [False] * (_TIMED - 1))


class Renderable(Protocol):
    """What can be rendered; how it looks depends on when its turn comes."""

    def render(self) -> None:
        """Show the table as it is now."""


class Renderer:
    """Renders whatever has asked for it, in the order of asking.

    Every few scenes the loop turns, so that reading and acknowledging moves need not wait long.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[Renderable, None] = OrderedDict()
        self._wake = asyncio.Event()

    def ask(self, view: Renderable) -> None:
        """A view is to be rendered."""
        self._waiting[view] = None
        self._wake.set()

    def waits(self, view: Renderable) -> bool:
        """Is a view still waiting?"""
        return view in self._waiting

    def comes_soon(self, view: Renderable) -> bool:
        """Is a view waiting, and are there few before it?"""
        return len(self._waiting) <= _FEW and view in self._waiting

    def forget(self, view: Renderable) -> None:
        """A view is gone."""
        self._waiting.pop(view, None)

    async def run(self) -> None:
        """Render, for as long as the server runs."""
        while True:
            await self._wake.wait()
            enough = perf_counter() + _TURN
            while self._waiting and perf_counter() < enough:
                try:
                    self._waiting.popitem(last=False)[0].render()
                except Exception:
                    _log.exception("a scene could not be made")
            if self._waiting:
                await asyncio.sleep(0)
            else:
                self._wake.clear()


def rendered(table: Table, viewer: int, language: str, now: int) -> Scene:
    """The scene of a table for a viewer. Viewers who see the same share one."""
    course, started = table.course, perf_counter()
    kept = table.scenes.get((viewer, language))
    if kept is not None:
        age = started - kept[0]
        if course.times.running is None or age < _FRESH:
            return kept[1]
    game = course.game
    assert game is not None
    seen = game.view(viewer)
    if table.shared is None or table.shared[0] is not game:
        table.shared = game, alike(seen)
    shown = setting(table, viewer, now, language)
    found = scene_of(game, seen, shown, language, table.shared[1])
    table.scenes[viewer, language] = started, found
    if next(_due):
        SCENES.observe(perf_counter() - started)
    return found


def setting(table: Table, viewer: int, now: int, language: str = "en") -> Setting:
    """What the scene needs to know of the table."""
    course = table.course
    offers: tuple[OfferShown, ...] = ()
    if course.offer is not None:
        offers = (OfferShown("takeback", course.offer.by, course.offer.agreed),)
    asking = course.resigning
    # Only the partners are to know.
    if asking is not None and course.game is not None and viewer in course.game.side(asking.by):
        offers += (OfferShown("resign", asking.by, ()),)
    playing = viewer != SPECTATOR
    return Setting(
        table.id,
        course.seq,
        _sittings(table, now, language),
        undo=table.stepping,
        redo=bool(course.undone),
        takeback=playing
        and not table.header.serious
        and course.offer is None
        and course.has_had_a_turn(viewer),
        hint=hints_allowed(table.header, course),
        replace=table.replaceable if playing else (),
        offers=offers,
        timed_out=course.flagged,
        reader=reader(table, viewer),
    )


def player_names(table: Table, viewer: int, language: str) -> PlayerNames:
    """Return the names of the players, as sentences for a viewer use them. Needs a game."""
    assert table.course.game is not None
    colour_of = table.course.game.position.colour_of
    return PlayerNames(seat_names(table, language), colour_of, reader(table, viewer))


def seat_names(table: Table, language: str) -> tuple[str, ...]:
    """Return the names of the players by seat."""
    seats = table.course.seats
    return called((Sitter(seat.name, seat.bot, seat.owner) for seat in seats), language)


def reader(table: Table, viewer: int) -> int:
    """Return the seat that sentences address as "you".

    A browser that plays several seats has no such seat: "you" would be everybody.
    """
    if viewer == SPECTATOR:
        return NOBODY
    seats = table.course.seats
    alone = sum(seat.owner == seats[viewer].owner for seat in seats) == 1
    return viewer if alone else NOBODY


def _sittings(table: Table, now: int, language: str) -> tuple[Sitting, ...]:
    """Who sits there. Without clocks that stays the same until somebody comes or goes."""
    seats, timed = table.course.seats, bool(table.course.times.left)
    kept = table.sitting.get(language)
    if kept is not None and kept[0] is seats and not timed:
        return kept[1]
    names = seat_names(table, language)
    found = tuple(
        Sitting(names[n], seat.kind, _clock(table, n, now)) for n, seat in enumerate(seats)
    )
    table.sitting[language] = seats, found
    return found


def _clock(table: Table, seat: int, now: int) -> SeatClock:
    times = table.course.times
    if not times.left or table.course.seats[seat].kind != "human":
        return SeatClock(None, False)
    running = times.running == seat
    deadline = None
    if running and times.deadline is not None:
        at = datetime.fromtimestamp(times.deadline / 1000, UTC)
        deadline = at.isoformat(timespec="milliseconds")
    return SeatClock(times.left_at(seat, now), running, deadline)
