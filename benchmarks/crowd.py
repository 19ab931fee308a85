"""A full house: 2,000 tables with 5,000 sockets, what is left of them, and a cold start.

    python -m benchmarks.crowd [--tables 2000] [--watchers 1000] [--crowds 2] [--stored 50000]
                               [--events 40]

The games are played for a few choices, all at once, then given up; a table leaves memory a while
after its game is over. The first crowd also fills the caches that all tables share, and these have
a limit; so a second crowd comes, and what it leaves behind is what tables cost that are gone. The
stored games of the cold start are begun, and nobody is there.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import tempfile
import time
from pathlib import Path

import httpx
from msgspec import json
from sqlalchemy import Connection, text
from websockets.asyncio.client import ClientConnection

from benchmarks.games import FORM, SCHOOLS, Script, script
from benchmarks.moves import Client, cpu, seated, serving
from benchmarks.server import memory
from tashkalar.server.storage import archive
from tashkalar.server.storage.store import Store, open_engine
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import TableHeader
from tashkalar.server.tables.projection import begun, chosen, settled
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import columns_after, seat_rows, table_row

DIFFERENT = 20  # games; each is played at many tables
AT_ONCE = 10  # tables that are made at the same time
PATIENCE = 240.0  # seconds until every table must have left memory


def short(seed: int, messages: int) -> Script:
    """The beginning of a game."""
    whole = script(seed)
    steps = sum(len(meant) for _, meant in whole.messages(intentions=True)[:messages])
    return dataclasses.replace(whole, steps=whole.steps[:steps])


async def gone(address: str) -> float:
    """Seconds until no table is in memory any more."""
    start = time.perf_counter()
    while time.perf_counter() - start < PATIENCE:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as http:
            figures = (await http.get("/metrics")).text.splitlines()
        if "tashkalar_tables 0.0" in figures:
            break
        await asyncio.sleep(2)
    await asyncio.sleep(2)  # what was let go goes back to the system
    return time.perf_counter() - start


async def give_up(sockets: list[ClientConnection]) -> None:
    """End a game, and leave."""
    await sockets[0].send(json.encode({"t": "resign", "seat": 0}).decode())
    async for frame in sockets[0]:
        if b'"ack"' in (frame if isinstance(frame, bytes) else frame.encode()):
            break
    for socket in sockets:
        await socket.close()


async def crowd(pid: int, address: str, options: argparse.Namespace) -> None:
    games = [short(n, options.messages) for n in range(DIFFERENT)]
    wanted = [games[n % DIFFERENT] for n in range(options.tables)]
    client, empty, start, used = Client(True), memory(pid), time.perf_counter(), cpu(pid)
    ids: list[str] = []
    rows = await asyncio.gather(
        *(seated(client, address, wanted[n::AT_ONCE], ids) for n in range(AT_ONCE))
    )
    tables = [sockets for row in rows for sockets in row]
    played = [game for n in range(AT_ONCE) for game in wanted[n::AT_ONCE]]
    watching = [
        await client.connected(address, ids[n % len(ids)], None) for n in range(options.watchers)
    ]
    sockets = 2 * len(tables) + len(watching)
    print(
        f"{len(tables)} tables, {sockets} sockets: made in {time.perf_counter() - start:.0f} s, "
        f"{cpu(pid) - used:.0f} s of CPU"
    )
    before, start = cpu(pid), time.perf_counter()
    made = sum(
        await asyncio.gather(*(client.play(*one) for one in zip(tables, played, strict=True)))
    )
    full = memory(pid)
    print(
        f"{made} choices, all tables at once: {time.perf_counter() - start:.1f} s, "
        f"{1000 * (cpu(pid) - before) / made:.2f} ms of CPU each; memory "
        f"{empty / 1e6:.0f} MB before, {full / 1e6:.0f} MB now: "
        f"{(full - empty) / len(tables) / 1e3:.0f} kB a table with its sockets"
    )
    for socket in watching:
        await socket.close()
    await asyncio.gather(*map(give_up, tables))
    waited = await gone(address)
    left = memory(pid)
    print(
        f"all games over and everybody gone: {left / 1e6:.0f} MB after {waited:.0f} s, "
        f"{(left - empty) / len(tables) / 1e3:.1f} kB for each table there was"
    )


def store(database: str, count: int, length: int) -> int:
    """A database with so many games that have begun; how many events it has."""
    engine = open_engine(database)
    Store(engine).prepare(migrate=True)
    sitting = (Seat("human", "Ann", "a"), Seat("human", "Ben", "b"))
    with engine.begin() as c:
        for n in range(DIFFERENT):
            game = script(n)
            header = TableHeader(
                f"g{n}", "", FORM, SCHOOLS, game.seed, Clock(), False, True, "i", "a", 5
            )
            course = begun(header, sitting)
            row = {**table_row(header, sitting, course), "claimed_by": "", "claimed_until": 0}
            archive.make_table(c, row, [{**s, "here_until": 9} for s in seat_rows(course)])
            for seat, meant in game.messages(intentions=True)[:length]:
                event, led_to = chosen(course, seat, meant)
                new = settled(course, event, led_to, 7)
                columns = columns_after(course, new, 7)
                archive.append(c, archive.Entry(header.id, course.seq, 7, event, columns, ()))
                course = new
        _copy(c, "tables", "id", count)
        _copy(c, "seats", "table_id", count)
        _copy(c, "events", "table_id", count)
        events = c.execute(text("SELECT count(*) FROM events")).scalar_one()
    engine.dispose()
    return int(events)


def _copy(c: Connection, table: str, key: str, count: int) -> None:
    """Each of the first tables again and again, under other ids."""
    names = [row[1] for row in c.exec_driver_sql(f"PRAGMA table_info({table})")]
    others = ", ".join(name for name in names if name != key)
    c.exec_driver_sql(
        f"INSERT INTO {table} ({key}, {others}) "
        "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?) "
        f"SELECT {key} || 'x' || n, {others} FROM more, {table}",
        (count // DIFFERENT - 1,),
    )


async def _first(address: str) -> float:
    """Seconds until a spectator sees one of the stored games."""
    start = time.perf_counter()
    socket = await Client(True).connected(address, "g1x1", None)
    await Client(True).seen(socket)
    await socket.close()
    return time.perf_counter() - start


def cold_start(count: int, length: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        events = store(database, count, length)
        start = time.perf_counter()
        with serving(database=database) as (pid, address):
            ready = time.perf_counter() - start
            print(
                f"cold start with {count} stored games, {events} events: ready after "
                f"{ready:.1f} s, {cpu(pid):.1f} s of CPU, {memory(pid) / 1e6:.0f} MB; the first "
                f"game seen {1000 * asyncio.run(_first(address)):.0f} ms later"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--crowds", type=int, default=2, help="one after the other")
    parser.add_argument("--messages", type=int, default=6, help="of each game, before it is over")
    parser.add_argument("--stored", type=int, default=50_000)
    parser.add_argument("--events", type=int, default=40, help="of each stored game")
    options = parser.parse_args()
    with serving() as (pid, address):
        for _ in range(options.crowds):
            asyncio.run(crowd(pid, address, options))
    cold_start(options.stored, options.events)


if __name__ == "__main__":
    main()
