"""Tournaments: who enters, rounds that follow each other, and results from tables played here.

A round begins for everybody at once: each pair has a table, where the game has begun and a clock
runs, so whoever does not come loses on time. When the last game of a round is over the next round
follows after a break, at once where there are days for a turn. Everything is a transaction that
begins by locking the tournament, so it is done once, whichever worker comes first.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any, Literal

from msgspec import json
from sqlalchemy import Connection, Row

from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive, notices, ratings, tournaments
from tashkalar.server.storage.store import Stumbled, apart
from tashkalar.server.tables.clocks import BadClock, Clock
from tashkalar.server.tables.course import TableHeader
from tashkalar.server.tables.pairing import Pair, round_robin, swiss
from tashkalar.server.tables.projection import begun
from tashkalar.server.tables.rating import NEWCOMER
from tashkalar.server.tables.seats import BadName, Seat, checked_name, new_id
from tashkalar.server.tables.standings import WIN, Kind, Meeting, contenders
from tashkalar.server.tables.stored import seat_rows, table_row
from tashkalar.server.tables.waiting import first_waits

_log = logging.getLogger("tashkalar.server")
TOURNAMENT_NAME = 48
ENTRANTS = {"swiss": 64, "round_robin": 16}  # at most
ROUNDS = 15  # at most
BREAK = 180_000  # milliseconds between two rounds
UNFINISHED = 5  # tournaments of one guest
WAITING = 30 * 86_400_000  # milliseconds after which one that nobody enters or begins is cancelled
FORMS_PLAYED = tuple(form.name for form in FORMS.values() if form.seats == 2 and not form.first)


@dataclass(frozen=True)
class Tournament:
    """A tournament as somebody wants it."""

    name: str
    kind: Kind
    form: str = "duel"
    rounds: int = 3  # of a Swiss one; it ends earlier where few have entered
    rated: bool = False
    clock: Clock = field(default_factory=lambda: Clock("total", 1800, 20))


# --- making, entering, leaving ---


def make(c: Connection, wanted: Tournament, maker: str, now: int) -> str:
    """Store a new tournament; whoever runs the server has no owner."""
    name, clock = _checked(wanted)
    if maker and tournaments.unfinished_by(c, maker) >= UNFINISHED:
        raise Refused("too_many_tables", why="tournament.too_many", values={"n": UNFINISHED})
    made = new_id(10)
    tournaments.make(
        c,
        {
            "id": made,
            "name": name,
            "kind": wanted.kind,
            "form": wanted.form,
            "clock": json.encode(clock).decode(),
            "rated": wanted.rated,
            "maker": maker,
            "created": now,
            "updated": now,
            "state": "open",
            "rounds": wanted.rounds,
            "round": 0,
            "starts": None,
        },
    )
    return made


def _checked(wanted: Tournament) -> tuple[str, Clock]:
    if wanted.form not in FORMS_PLAYED:
        known = {"given": wanted.form, "ids": FORMS_PLAYED}
        raise Refused("malformed", why="tournament.form", values=known)
    if not 1 <= wanted.rounds <= ROUNDS:
        raise Refused("malformed", why="tournament.rounds", values={"most": ROUNDS})
    if wanted.clock.kind == "none":
        raise Refused("malformed", why="tournament.clock")
    try:
        return checked_name(wanted.name, TOURNAMENT_NAME), wanted.clock.checked()
    except BadClock as error:
        raise Refused("malformed", why=f"clock.{error.name}", values=error.values) from None
    except BadName as error:
        raise Refused("malformed", why=error.why, values=error.values) from None


def _known(c: Connection, wanted: str) -> Row[Any]:
    row = tournaments.locked(c, wanted)
    if row is None:
        raise Refused("unknown", why="tournament.unknown")
    return row


def enter(c: Connection, wanted: str, owner: str, name: str, now: int) -> None:
    """Take part; whoever does already goes on doing so."""
    row = _known(c, wanted)
    if row.state != "open":
        raise Refused("begun", why="tournament.begun")
    there = tournaments.entered(c, wanted)
    if len(there) >= ENTRANTS[row.kind] and owner not in {one.owner for one in there}:
        raise Refused("full", why="tournament.full", values={"n": ENTRANTS[row.kind]})
    if tournaments.enter(c, wanted, owner, name, now):
        tournaments.change(c, wanted, now)


def leave(c: Connection, wanted: str, owner: str) -> None:
    """Take no part any more. A game that runs is played on, or lost on time."""
    row = _known(c, wanted)
    if row.state == "open":
        tournaments.withdraw(c, wanted, owner)
    elif row.state == "running":
        tournaments.leave(c, wanted, owner, row.round)


def check_maker(c: Connection, wanted: str, owner: str) -> None:
    """Refuse whoever has not made a tournament."""
    if _known(c, wanted).maker != owner:
        raise Refused("not_yours", why="tournament.not_yours")


def start(c: Connection, wanted: str, now: int) -> None:
    """The next round, the first one too, begins now."""
    row = _known(c, wanted)
    if row.state not in tournaments.UNFINISHED:
        raise Refused("over", why="tournament.over")
    if row.state == "open" and len(tournaments.entered(c, wanted)) < 2:
        raise Refused("too_few", why="tournament.too_few")
    if not tournaments.is_complete(c, wanted):
        raise Refused("not_over", why="tournament.games_run")
    tournaments.change(c, wanted, now, starts=now)


def cancel(c: Connection, wanted: str, now: int) -> None:
    """There is no further round. Games that run are played on."""
    row = _known(c, wanted)
    if row.state not in tournaments.UNFINISHED:
        raise Refused("over", why="tournament.over")
    tournaments.change(c, wanted, now, state="cancelled", starts=None)


# --- rounds ---


def meetings(rows: list[Row[Any]]) -> list[Meeting]:
    """Pairings as they were stored."""
    return [Meeting(row.round, row.first, row.second, row.how, row.points) for row in rows]


def look_after(c: Connection, now: int) -> int:
    """Take over results, end rounds and begin them; how many of these were done is returned."""
    done = 0
    for pairing in tournaments.finished(c):
        row = tournaments.locked(c, pairing.tournament)
        if row is not None and tournaments.decide(c, pairing, *_points(pairing)):
            done += 1
            _apart(c, row, now, _go_on)
    for wanted in tournaments.to_begin(c, now):
        row = tournaments.locked(c, wanted)
        # Another worker may have been faster.
        if row is not None and row.starts is not None and row.state in tournaments.UNFINISHED:
            done += 1
            _apart(c, row, now, _begin_round)
    for wanted in tournaments.forgotten(c, now - WAITING):
        row = tournaments.locked(c, wanted)
        if row is not None and row.state == "open":
            done += 1
            tournaments.change(c, wanted, now, state="cancelled")
    return done


def _apart(
    c: Connection, row: Row[Any], now: int, step: Callable[[Connection, Row[Any], int], None]
) -> None:
    """One step of a tournament. One that cannot be made holds up no other tournament.

    It is not tried again and again: this one waits until whoever made it begins the round.
    """
    try:
        with apart(c):
            step(c, row, now)
    except Stumbled as error:
        _log.warning("tournament %s cannot go on: %s", row.id, error)
        tournaments.change(c, row.id, now, starts=None)


def _points(pairing: Row[Any]) -> tuple[Literal["game", "void"], int]:
    """What the first has from a game.

    One that was closed by whoever runs the server is void, and so is one that cannot be read.
    """
    if pairing.result is None:
        return "void", 0
    try:
        first, second = map(int, pairing.result.split())
    except ValueError as error:
        _log.warning("the game of table %s is void: %s", pairing.table_id, error)
        return "void", 0
    return "game", 1 if first == second else WIN * (first < second)


def _go_on(c: Connection, row: Row[Any], now: int) -> None:
    """If every game is over, what comes next?"""
    if row.state != "running" or not tournaments.is_complete(c, row.id):
        return
    if row.round >= row.rounds:
        tournaments.change(c, row.id, now, state="over", starts=None)
        return
    days = json.decode(row.clock, type=Clock).kind == "days"
    tournaments.change(c, row.id, now, starts=now if days else now + BREAK)


def _begin_round(c: Connection, row: Row[Any], now: int) -> None:
    if row.round == 0:
        _number(c, row)
    there = tournaments.entered(c, row.id)
    active = [one.number for one in there if one.left is None]
    number = row.round + 1
    rounds = _rounds(row, len(there)) if row.round == 0 else row.rounds
    if len(active) < 2:
        tournaments.change(c, row.id, now, state="over", starts=None, rounds=row.round)
        return
    tournaments.change(c, row.id, now, state="running", starts=None, round=number, rounds=rounds)
    seated = {one.number: one for one in there}
    before = meetings(tournaments.paired(c, row.id))
    pairs = (
        round_robin([one.number for one in there])[number - 1]
        if row.kind == "round_robin"
        else swiss(
            [player for player in contenders(list(seated), before) if player.number in active]
        )
    )
    tournaments.pair(
        c,
        [
            {
                "tournament": row.id,
                "round": number,
                "board": board,
                **_paired(c, row, pair, seated, now),
            }
            for board, pair in enumerate(pairs, 1)
        ],
    )
    begun_now = tournaments.one(c, row.id)
    assert begun_now is not None
    _go_on(c, begun_now, now)  # a round of walkovers is over at once


def _number(c: Connection, row: Row[Any]) -> None:
    """Who is stronger, as far as ratings tell, has a lower number; else lots are drawn."""
    there = [one.owner for one in tournaments.entered(c, row.id)]
    SystemRandom().shuffle(there)
    held = ratings.beliefs(c, row.form, there)
    there.sort(key=lambda owner: -held.get(owner, NEWCOMER).mu)
    tournaments.number(c, row.id, there)


def _rounds(row: Row[Any], count: int) -> int:
    """In a round robin everybody meets everybody; no Swiss tournament needs to be longer."""
    everybody = count - 1 if count % 2 == 0 else count
    return everybody if row.kind == "round_robin" else min(row.rounds, everybody)


def _paired(
    c: Connection, row: Row[Any], pair: Pair, seated: dict[int, Row[Any]], now: int
) -> dict[str, Any]:
    """The columns of a pairing: a new table for two, or what comes instead of a game."""
    first, second = pair
    gone = [number for number in pair if number is not None and seated[number].left is not None]
    found: dict[str, Any] = {"first": first, "second": second, "table_id": None}
    if second is None:
        return {**found, "how": "bye", "points": 0 if gone else WIN}
    if len(gone) == 2:
        return {**found, "how": "void", "points": 0}
    if gone:
        return {**found, "how": "walkover", "points": 0 if gone == [first] else WIN}
    table = _table(c, row, (seated[first], seated[second]), now)
    return {**found, "how": "game", "points": None, "table_id": table}


def _table(c: Connection, row: Row[Any], players: tuple[Row[Any], Row[Any]], now: int) -> str:
    """A table where the game begins at once; everybody may watch."""
    seed = secrets.randbits(64)
    header = TableHeader(
        new_id(12),
        row.name,
        row.form,
        draw_schools(FORMS[row.form], seed),
        seed,
        json.decode(row.clock, type=Clock),
        True,
        True,
        secrets.token_urlsafe(12),
        row.id,
        now,
        rated=row.rated,
        tournament=row.id,
    )
    sitting = tuple(Seat("human", player.name, player.owner) for player in players)
    course = begun(header, sitting)
    columns = {**table_row(header, sitting, course), "claimed_by": "", "claimed_until": 0}
    archive.make_table(c, columns, [{**seat, "here_until": now} for seat in seat_rows(course)])
    if (waited := first_waits(header, course)) is not None:
        notices.note(c, header.id, waited, now, now)  # a round has begun: whoever begins is told
    return header.id
