"""Finished games in lists and figures: whose, against whom, with what, and how they came out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from msgspec import json
from sqlalchemy import Connection

from tashkalar.rules.forms import FORMS
from tashkalar.scene.summary import Summary, summary
from tashkalar.server.storage import archive, games
from tashkalar.server.storage.games import Finished
from tashkalar.server.tables.service import TableService
from tashkalar.server.tables.stored import CannotReplay, replayed

Outcome = Literal["won", "drawn", "lost"]
SUMMED_UP = 12  # games that are summed up while somebody waits
_UNREADABLE = "null"  # in place of the summary of a game that cannot be replayed


@dataclass(frozen=True)
class Tally:
    """How often something came up, and how those games ended."""

    name: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as one of its players sees it."""

    table: str
    form: str
    at: int  # milliseconds since 1970: when it ended
    turns: int
    schools: tuple[str, ...]
    places: tuple[int, ...]
    names: tuple[str, ...]
    seat: int | None  # of the player; None for everybody's list, and at both sides of a screen
    continued: bool
    summary: Summary | None

    @property
    def counts(self) -> bool:
        """Is it in figures? Not if it goes on from a position, or one plays against oneself."""
        return not self.continued and self.seat is not None

    def outcome(self, seat: int) -> Outcome:
        """How it ended for a seat."""
        return _outcome(self.form, self.places, seat)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats of the other colours."""
        colour_of = FORMS[self.form].colour_of
        if self.seat is None:
            return ()
        return tuple(n for n, c in enumerate(colour_of) if c != colour_of[self.seat])


def _outcome(form: str, places: Sequence[int], seat: int) -> Outcome:
    """How a game ended for a seat; partners share it."""
    colour_of = FORMS[form].colour_of
    if places[seat] != 1:
        return "lost"
    first = {colour_of[n] for n, place in enumerate(places) if place == 1}
    return "won" if len(first) == 1 else "drawn"


@dataclass(frozen=True)
class Wanted:
    """Which games: all that agree with whatever is asked for."""

    form: str = ""
    school: str = ""
    opponent: str = ""
    result: str = ""
    since: int = 0  # milliseconds
    until: int = 1 << 62

    def has(self, game: PlayedGame) -> bool:
        """Is it one of them?"""
        seat = game.seat
        return (
            self.form in ("", game.form)
            and self.since <= game.at < self.until
            and (not self.school or (seat is not None and game.schools[seat] == self.school))
            and (not self.opponent or self.opponent in (game.names[n] for n in game.rivals))
            and (not self.result or (seat is not None and game.outcome(seat) == self.result))
        )


def played(found: Finished, names: tuple[str, ...], owner: str | None) -> PlayedGame:
    """A game of the database as a guest sees it, or everybody."""
    row = found.row
    mine = [seat.seat for seat in found.seats if owner is not None and seat.owner == owner]
    kept = found.summary
    return PlayedGame(
        row.id,
        row.form,
        row.updated,
        row.turn,
        tuple(row.schools.split()),
        tuple(map(int, row.result.split())),
        names,
        mine[0] if len(mine) == 1 else None,
        row.start is not None,
        json.decode(kept, type=Summary) if kept and kept != _UNREADABLE else None,
    )


async def sum_up(service: TableService, owner: str, found: Sequence[Finished]) -> tuple[int, int]:
    """Sum up some of the games that have not been yet; how many were, and how many are left.

    It is done for everybody once at a time, whoever asks again meanwhile.
    """
    missing = [one.row.id for one in found if one.summary is None]
    if not missing or owner in service.summing_up:
        return 0, len(missing)
    service.summing_up.add(owner)
    try:
        for wanted in missing[:SUMMED_UP]:
            body = await service.store.read(partial(_body, wanted=wanted), leisurely=True)
            keep = partial(games.keep_summary, table=wanted, body=body)
            await service.store.write(wanted, keep)
    finally:
        service.summing_up.discard(owner)
    return min(len(missing), SUMMED_UP), max(0, len(missing) - SUMMED_UP)


def _body(c: Connection, wanted: str) -> str:
    row = archive.table(c, wanted)
    try:
        assert row is not None
        game = replayed(c, row)[1].game
        assert game is not None
    except CannotReplay:
        return _UNREADABLE
    return json.encode(summary(game)).decode()


# --- figures ---


@dataclass
class _Counts:
    by: dict[Hashable, dict[str, int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )

    def add(self, name: str, outcome: Outcome) -> None:
        self.by[name]["games"] += 1
        self.by[name][outcome] += 1

    def tallies(self, most: int = 20) -> tuple[Tally, ...]:
        """The most frequent ones."""
        found = [Tally(str(name), **counts) for name, counts in self.by.items()]
        return tuple(sorted(found, key=lambda one: (-one.games, one.name))[:most])


@dataclass(frozen=True)
class PlayerFigures:
    """The games of a player in numbers; only those that count."""

    all: Tally
    forms: tuple[Tally, ...]
    schools: tuple[Tally, ...]
    opponents: tuple[Tally, ...]
    cards: tuple[Tally, ...]  # by the number of games in which the card was summoned
    openings: tuple[Tally, ...]  # first placings: squares separated by spaces
    months: tuple[Tally, ...]  # like 2026-11, the earliest first


def player_figures(those: Iterable[PlayedGame]) -> PlayerFigures:
    """Figures of the games of one player."""
    kinds = ("all", "forms", "schools", "opponents", "cards", "openings", "months")
    counts = {kind: _Counts() for kind in kinds}
    for game in those:
        if game.seat is None or not game.counts:
            continue
        outcome = game.outcome(game.seat)
        for kind, name in _names(game, game.seat):
            counts[kind].add(name, outcome)
    found = {kind: counts[kind].tallies() for kind in kinds}
    total = found.pop("all")
    months = tuple(sorted(counts["months"].tallies(10_000), key=lambda one: one.name)[-24:])
    return PlayerFigures(total[0] if total else Tally(""), **{**found, "months": months})


def _names(game: PlayedGame, seat: int) -> Iterator[tuple[str, str]]:
    """Under which names a game is counted."""
    yield "all", ""
    yield "forms", game.form
    yield "schools", game.schools[seat]
    yield "months", datetime.fromtimestamp(game.at / 1000, UTC).strftime("%Y-%m")
    for rival in dict.fromkeys(game.names[n] for n in game.rivals):
        yield "opponents", rival
    if game.summary is not None:
        own = game.summary.seats[seat]
        for card in dict.fromkeys(own.cards):
            yield "cards", card
        if own.opening:
            yield "openings", " ".join(own.opening)


@dataclass(frozen=True)
class SchoolPair:
    """How a school fared against another one."""

    school: str
    against: str
    games: int
    won: int


@dataclass(frozen=True)
class ClubFigures:
    """The games of a club in numbers."""

    games: int
    forms: tuple[Tally, ...]
    schools: tuple[Tally, ...]
    pairs: tuple[SchoolPair, ...]  # where two sides play


def club_figures(results: Iterable[Any], form: str = "") -> ClubFigures:
    """How often each form is played, and how the schools fare; names are not asked for."""
    forms, schools, pairs = _Counts(), _Counts(), _Counts()
    count = 0
    for row in results:
        names, places = row.schools.split(), [int(place) for place in row.result.split()]
        forms.add(row.form, "drawn")
        if form not in ("", row.form):
            continue
        count += 1
        for seat, school in enumerate(names):
            outcome = _outcome(row.form, places, seat)
            schools.add(school, outcome)
            if len(names) == 2:
                pairs.add(f"{school} {names[1 - seat]}", outcome)
    return ClubFigures(
        count,
        tuple(Tally(one.name, one.games) for one in forms.tallies()),
        schools.tallies(),
        tuple(
            SchoolPair(school, against, one.games, one.won)
            for one in pairs.tallies(100)
            for school, against in [one.name.split()]
        ),
    )


def players(those: Iterable[Finished], form: str = "") -> tuple[Tally, ...]:
    """Who plays how much, of the games that everybody may see: people who have a name."""
    counts = _Counts()
    for game in those:
        row = game.row
        if row.start is not None or form not in ("", row.form):
            continue
        places = [int(place) for place in row.result.split()]
        for seat in game.seats:
            if seat.owner is not None and seat.name:
                counts.add(seat.name, _outcome(row.form, places, seat.seat))
    return counts.tallies(50)
