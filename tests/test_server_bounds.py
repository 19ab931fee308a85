"""Nobody can make the server work without end: events, loads, sockets, requests are bounded."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tashkalar.server.storage import archive, event_log
from tashkalar.server.tables import registry, table
from tashkalar.server.tables.course import REMEMBERED
from tashkalar.server.tables.projection import after, begun
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import connections, shell
from tashkalar.server.wire.limits import BLOCK, HOUSE, ByAddress, Limits, TokenBuckets, take_all
from tests.clubs import Club
from tests.serving import QUICK, Running, choices, eventually
from tests.test_server_store import HEADER, SITTING


def test_a_table_has_a_last_event_but_its_game_goes_on(club: Club) -> None:
    with club.open(events=12) as workers:
        ann = workers[0].guest("Ann")
        table = ann.table("me", "hotseat", form="high-form")["table"]
        with ann.at(table) as wire:
            scene = wire.choose(choices(wire.my_turn())[0])
            while scene["seq"] < 12:
                back = "undo" if scene["can"]["undo"] else "redo"
                scene = wire.shown(wire.ask(t=back, seq=scene["seq"])["seq"])
            for what in ("undo", "redo"):
                assert wire.ask(t=what, seq=scene["seq"])["error"] == "long_game"
            scene = wire.choose(choices(scene)[0])
            assert scene["seq"] == 13
            assert wire.ask(t="offer", what="takeback")["t"] == "refused"
            assert wire.ask(t="resign", seat=scene["you"])["t"] == "ack"


def test_what_is_copied_at_each_event_does_not_grow() -> None:
    course = begun(HEADER, SITTING)
    course = after(HEADER, course, event_log.Chosen(1, "c5"), 1)
    course = after(HEADER, course, event_log.Chosen(0, "place e5"), 2)
    for n in range(1000):
        course = after(HEADER, course, event_log.Undone(0), n)
        course = after(HEADER, course, event_log.Redone(0), n)
    assert course.seq == 2002
    sizes = (course.lengths, course.begins, course.undone, course.turns)
    assert [len(size) for size in sizes] == [REMEMBERED, 2, 0, 0]
    assert course.game is not None
    assert len(course.game.history) == 2
    assert course.length(2001) == 1
    assert course.shortest(2002) == 2
    assert course.shortest(2002 - REMEMBERED) is None


@contextmanager
def loads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The ids of the tables that are derived from their events meanwhile."""
    found: list[str] = []

    def counted(c: Connection, wanted: str) -> Table | None:
        found.append(wanted)
        return table.load(c, wanted)

    with monkeypatch.context() as patch:
        patch.setattr(registry, "load", counted)
        yield found


def test_all_who_ask_at_once_share_one_load(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with club.open() as workers:
        ann = workers[0].guest("Ann")
        table = ann.table("me", "hotseat")["table"]
    with club.open() as workers, loads(monkeypatch) as found:
        site = workers[0]

        async def ask() -> None:
            await asyncio.gather(*(site.worker.tables.get(table) for _ in range(20)))

        site.do(ask)
        assert found == [table]


def test_nothing_is_loaded_for_who_may_not_come_in(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club.open() as workers:
        ann = workers[0].guest("Ann")
        closed = ann.table("me", "hotseat", spectators=False)["table"]
        waiting = ann.table("me", "open")["table"]
    with club.open() as workers, loads(monkeypatch) as found:
        site, eve = workers[-1], workers[-1].guest("Eve")
        assert eve.get(f"/api/tables/{waiting}").status_code == 404
        assert eve.get(f"/api/tables/{waiting}?invite=wrong").status_code == 404
        assert eve.post(f"/api/tables/{waiting}/join", {"invite": "wrong"}).status_code == 404
        assert eve.post(f"/api/tables/{waiting}/leave").status_code == 404
        for path in ("record", "invitation", "nothing"):
            assert eve.get(f"/api/tables/{closed}/{path}").status_code == 404
        with site.at(closed, eve.token) as wire:
            assert wire.expect("bye")["reason"] == "unknown"
        assert found == []


# --- sockets ---


def connected(site: Running, source: str = "127.0.0.1") -> socket.socket:
    host, _, port = site.address.partition(":")
    return socket.create_connection((host, int(port)), 30, (source, 0))


def until_closed(raw: socket.socket) -> bytes:
    """All that comes; a connection that is reset is closed as well."""
    found = b""
    try:
        while more := raw.recv(65536):
            found += more
    except ConnectionResetError:
        pass
    return found


UPGRADE = (
    b"GET /api/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_who_pings_without_reading_is_dropped(club: Club) -> None:
    with club.open() as workers, connected(workers[0]) as raw:
        raw.sendall(UPGRADE)
        assert b" 101 " in raw.recv(4096)
        pings = (b"\x89\xfd" + b"\0" * 4 + b"x" * 125) * 1000
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            for _ in range(1000):  # 131 MB
                raw.sendall(pings)


def test_a_request_that_never_ends_is_given_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST", 0.1)
    monkeypatch.setattr(shell, "BODY", 0.1)
    with club.open() as workers:
        with connected(workers[0]) as raw:
            assert until_closed(raw) == b"", "a connection without a request"
        with connected(workers[0]) as raw:
            raw.sendall(b"GET /health HTTP/1.1\r\nHost: ")
            assert until_closed(raw) == b""
        with connected(workers[0]) as raw:  # the second request of a connection
            raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea")
            assert until_closed(raw).count(b"HTTP/1.1 200") == 1
        with connected(workers[0]) as raw:
            raw.sendall(
                b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n"
                b'Connection: close\r\n\r\n{"name"'
            )
            assert b" 408 " in until_closed(raw)
        with connected(workers[0]) as raw:
            raw.sendall(b"GET /health HTTP/1.1\r\nX: " + b"y" * 2 * connections.HEAD)
            assert b" 400 " in until_closed(raw)


def test_one_address_has_only_so_many_requests_that_are_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes back again and again keeps nobody else out."""
    monkeypatch.setattr(connections, "_MOST", (5, 50))
    with Club(tmp_path, {}, 1).open() as (site,):
        with ExitStack() as opened:
            raws = [opened.enter_context(connected(site)) for _ in range(9)]
            for raw in raws[:4]:
                raw.sendall(b"GET /hea")
            assert [until_closed(raw) for raw in raws[5:]] == [b""] * 4
            with connected(site, "127.0.0.2") as other:
                other.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert b" 200 " in until_closed(other)
        eventually(lambda: not connections.RequestConnection.waiting)
        assert site.http.get("/health").status_code == 200


def test_who_does_not_read_answers_is_dropped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ANSWER", 0.1)
    with club.open() as workers, connected(workers[0]) as raw:
        before = dropped(workers[0])
        # More than the system keeps by itself for somebody who does not read.
        raw.sendall(b"GET /api/cards HTTP/1.1\r\nHost: x\r\n\r\n" * 150)
        eventually(lambda: dropped(workers[0]) > before)


def dropped(site: Running) -> float:
    """How many connections have been dropped so far."""
    lines = site.http.get("/metrics").text.splitlines()
    return float(
        next(li for li in lines if li.startswith("tashkalar_dropped_sockets_total")).split()[1]
    )


def test_a_body_that_is_refused_before_its_end_is_no_head(club: Club) -> None:
    """What still comes of it is not taken for the next request, which has an answer of its own."""
    size = 3 * connections.HEAD
    with club.open(body_bytes=1000) as workers, connected(workers[0]) as raw:
        raw.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size)
        told = raw.recv(65536)
        assert b" 413 " in told
        for _ in range(3):
            raw.sendall(b"y" * (size // 3))
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert re.findall(rb"HTTP/1.1 (\d+)", until_closed(raw)) == [b"200"]


# --- limits ---


def test_pages_are_limited_too(club: Club) -> None:
    with club.open(pages=2) as workers:
        found = [workers[0].http.get("/nothing/here").status_code for _ in range(12)]
        assert found.count(429) >= 4
        assert workers[0].http.get("/api/forms").status_code == 200


def test_greetings_are_limited_too(club: Club) -> None:
    """Each is looked for in the database, so coming and going again and again is not free."""
    with club.open(requests=2) as workers:
        found = []
        for _ in range(12):
            with connected(workers[0]) as raw:
                raw.sendall(UPGRADE)
                found.append(raw.recv(12))
        assert b"HTTP/1.1 101" in found
        assert found.count(b"HTTP/1.1 403") >= 4


def test_a_block_of_addresses_has_a_limit_as_well() -> None:
    limits = Limits(replace(QUICK, guests=0.001, sockets=3))
    # With IPv6, one client has a whole prefix to itself.
    burst = Limits(replace(QUICK, guests=0.1)).guests
    assert [burst.take(f"2001:db8::{n:x}") for n in range(5)] == [True] * 3 + [False] * 2
    opened = [limits.connect(f"192.0.2.{n // 3}") for n in range(3 * (BLOCK + 2))]
    assert opened.count(True) == 3 * BLOCK
    assert not limits.connect("192.0.2.0")
    assert limits.connect("198.51.100.1")
    limits.disconnect("192.0.2.0")
    assert limits.connect("192.0.2.0")


def test_guests_are_free_and_what_they_say_is_limited_by_address() -> None:
    limits = Limits(replace(QUICK, chat=0, reports=0))
    for may in (limits.may_speak, limits.may_report):
        assert [may("ann", "192.0.2.1") for _ in range(6)] == [True] * 5 + [False]
        said = [may(f"guest {n}", "192.0.2.1") for n in range(40)]
        assert said.count(True) == 5 * HOUSE - 5
        assert may("ben", "198.51.100.1")


def test_workers_share_their_limits(club: Club) -> None:
    with club.open(guests=0.2, sockets=2) as workers:
        here, there = workers[0], workers[-1]
        statuses = [
            here.http.post("/api/guests", json={"name": "Eve"}).status_code for _ in range(7)
        ]
        assert statuses == [201] * 6 + [429]
        eventually(lambda: there.http.post("/api/guests", json={"name": "Eve"}).status_code == 429)
        token = club.sql("select count(*) from guests")[0][0]
        assert token <= 6 + 6 * (club.workers - 1)


def test_what_is_refused_costs_no_tokens_and_can_be_given_back() -> None:
    guests, hosts = TokenBuckets(0, 2), ByAddress(0, 1)
    assert take_all((guests, "ann"), (hosts, "2001:db8::1"))
    for n in range(5):  # other addresses of the same machine
        assert not take_all((guests, "ann"), (hosts, f"2001:db8::{n}"))
    assert guests.taken == {"ann": 1}
    assert guests.take("ann")
    assert not guests.take("ann")
    guests.give_back("ann")
    hosts.give_back("2001:db8::7")
    assert take_all((guests, "ann"), (hosts, "2001:db8::1"))
    guests.give_back("eve")  # nobody saves up
    assert [guests.take("eve") for _ in range(3)] == [True, True, False]


def test_sockets_are_counted_over_all_workers() -> None:
    here, there = (Limits(replace(QUICK, sockets=2)) for _ in range(2))
    assert here.connect("192.0.2.1")
    assert there.connect("192.0.2.1")
    here.charge("there", there.usage())
    assert not here.connect("192.0.2.1")
    here.charge("there", b"nonsense")
    there.disconnect("192.0.2.1")
    here.charge("there", there.usage())
    assert here.connect("192.0.2.1")


def test_unfinished_tables_are_found_by_an_index(club: Club) -> None:
    with club.open() as workers:
        workers[0].guest("Ann").table("me", "hotseat")
    engine = club.engine()
    plan = "explain query plan" if engine.dialect.name == "sqlite" else "explain"
    statements: list[str] = []
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":  # else it may read a small table as a whole
            connection.exec_driver_sql("set enable_seqscan = off")
        query = archive.unfinished_query("someone", 0)
        compiled = query.compile(engine, compile_kwargs={"literal_binds": True})
        statements = [str(row) for row in connection.exec_driver_sql(f"{plan} {compiled}")]
    engine.dispose()
    assert any("tables_by_maker" in line for line in statements), statements


def forgotten(site: Running, left: set[str]) -> bool:
    """Are only these tables in memory, once the house has let go of what nobody needs?"""
    site.do(site.worker._forget)
    return {table.id for table in site.worker.tables.alive()} == left


def test_tables_that_nobody_watches_leave_memory_by_age(club: Club) -> None:
    with club.open() as workers:
        site, ann = workers[0], workers[0].guest("Ann")
        ended, resting, watched = (ann.table("me", "hotseat")["table"] for _ in range(3))
        with ann.at(ended) as wire:
            wire.my_turn()
            assert wire.ask(t="resign", seat=0)["t"] == "ack"
        with ann.at(resting) as wire:
            wire.choose(choices(wire.my_turn())[0])
        with ann.at(watched) as wire:
            wire.my_turn()
            tables = site.worker.tables
            eventually(lambda: not any(t.watchers for t in tables.alive() if t.id != watched))
            for seconds, left in ((61, {resting, watched}), (600, {watched})):
                club.clock.advance(seconds)
                # Whoever has just gone holds the table until the connection is closed.
                eventually(partial(forgotten, site, left))
                games = {table.id: table.course.game for table in tables.alive()}
                at_rest = {id for id, game in games.items() if game is not None and not game.awake}
                assert at_rest == left - {watched}
            wire.choose(choices(wire.my_turn())[0])
