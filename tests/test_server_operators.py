"""What operators do on the command line, while a server runs on the same database."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import resource
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from tashkalar.server.tables import office, seats, transcripts
from tashkalar.server.tables.service import TableService
from tashkalar.server.wire.run import migrate
from tashkalar.terminal.app import app
from tests.clubs import BACKENDS, Club, club_site
from tests.serving import (
    DEADLINE,
    QUICK,
    Clock,
    Player,
    Running,
    choices,
    eventually,
    play_on,
    running,
)

Admin = Callable[..., str]


async def look(worker: TableService) -> None:
    """What a worker does every three seconds."""
    await worker.moderation.look()


@pytest.fixture(scope="module", params=BACKENDS)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """Servers on either database; their clock shows the time of the command line."""
    folder, clock = tmp_path_factory.mktemp("operators"), Clock(time.time_ns() // 1_000_000)
    with club_site(request.param, folder, clock) as found:
        yield found


@pytest.fixture
def admin(site: Running, monkeypatch: pytest.MonkeyPatch) -> Admin:
    """``tashkalar admin`` on the database of the server; what it prints."""
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", site.worker.settings.database_url)
    return run


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["admin", *arguments])
    assert result.exit_code == status, result.output
    return result.output


def guest_id(player: Player, admin: Admin) -> str:
    (line,) = admin("guests", player.name).splitlines()
    return line.split()[0]


def finished(site: Running, player: Player, seed: int) -> str:
    """A game that was played to its end."""
    table: str = player.table("me", "random", seed=seed)["table"]
    with player.at(table) as wire:
        wire.shown(0)
        play_on([wire], random.Random(seed))
    return table


# --- closing, muting, banning ---


def test_a_closed_table_is_closed_to_everybody(site: Running, admin: Admin) -> None:
    ann = site.guest("Closa")
    table = ann.table("me", "random", seed=3, public=True)["table"]
    line = next(
        line for line in admin("tables", "--state", "running").splitlines() if table in line
    )
    assert "Closa, random" in line
    with ann.at(table) as player, site.at(table) as watcher:
        for wire in (player, watcher):
            wire.shown(0)
        assert admin("close", table) == f"{table} is closed\n"
        site.everywhere(look)
        for wire in (player, watcher):
            bye = wire.expect("bye")
            assert (bye["reason"], bye["passing"]) == ("closed", False)
    assert ann.get(f"/api/tables/{table}").status_code == 410
    assert table not in ann.get("/api/mine").text
    assert table not in site.http.get("/api/tables?state=running").text
    assert admin("tables", "--state", "closed").startswith(table)
    assert "could be closed" in admin("close", table, status=2)
    with ann.at(table) as late:
        assert late.expect("bye")["reason"] == "closed"


def test_a_move_that_was_let_through_does_not_open_a_closed_table(
    site: Running, admin: Admin
) -> None:
    """The move and the closing are written together; what was closed stays so."""
    ann = site.guest("Ann")
    table = ann.table("me", "hotseat", seed=3)["table"]
    with ann.at(table) as wire:
        offered = choices(wire.my_turn())
    worker = site.worker

    async def both() -> None:
        held = threading.Event()
        writing = asyncio.create_task(worker.store.write("", lambda c: held.wait(DEADLINE)))
        at = await worker.tables.get(table)
        assert at is not None
        owner = seats.hashed(ann.token)
        moving = asyncio.create_task(worker.orders.choose(at, owner, at.course.seq, offered[:1]))
        while not at.lock.locked():
            await asyncio.sleep(0)
        looking = asyncio.create_task(worker.moderation.look())
        while table not in worker.tables.closed:
            await asyncio.sleep(0)
        held.set()
        await asyncio.gather(writing, moving, looking)

    admin("close", table)
    site.do(both)
    with worker.store.engine.connect() as c:
        state = c.execute(text("select state, seq from tables where id = :id"), {"id": table})
        assert state.one() == ("over", 1)


def test_a_muted_guest_plays_on_in_silence(site: Running, admin: Admin) -> None:
    loud = site.guest("Loud One")
    table = loud.table("me", "random", seed=3)["table"]
    with loud.at(table) as wire:
        wire.shown(0)
        assert "is muted until" in admin("mute", guest_id(loud, admin), "--days", "2")
        site.everywhere(look)
        assert wire.ask(t="chat", text="hello")["error"] == "muted"
        play_on([wire], random.Random(2), 3)
        assert "(mute)" in admin("guests", "loud")
        site.clock.advance(3 * 86_400)
        site.everywhere(look)
        assert wire.ask(t="chat", text="hello")["t"] == "ack"
    site.clock.advance(-3 * 86_400)


def test_a_banned_guest_is_sent_away_until_pardoned(site: Running, admin: Admin) -> None:
    rude = site.guest("Rude One")
    table = rude.table("me", "random", seed=3)["table"]
    guest = guest_id(rude, admin)
    with rude.at(table) as wire:
        wire.shown(0)
        assert admin("ban", guest) == f"Rude One ({guest}) is banned for good\n"
        site.everywhere(look)
        assert wire.expect("bye")["reason"] == "banned"
    assert rude.get("/api/mine").status_code == 403
    with rude.at(table) as wire:
        assert wire.expect("bye")["reason"] == "banned"
    admin("pardon", guest)
    site.everywhere(look)
    with rude.at(table) as wire:
        wire.shown(0)
    assert "nothing is imposed" in admin("pardon", guest, status=2)
    assert "no guest" in admin("ban", "nobody", status=2)


def test_numbers_that_are_too_large_change_nothing(site: Running, admin: Admin) -> None:
    guest = guest_id(site.guest("Numbero"), admin)
    for number in ("99999999", "99999999999999999999999"):
        for days in (("ban", guest), ("mute", guest), ("prune", "--yes")):
            assert "36500" in admin(*days, "--days", number, status=2)
        for lines in ("tables", "guests", "reports"):
            assert "1000000" in admin(lines, "--most", number, status=2)
    assert "(" not in admin("guests", "Numbero")
    admin("tables", "--most", "1000000")
    assert "is banned until" in admin("ban", guest, "--days", "36500")
    admin("pardon", guest)
    assert "0 tables would be" in admin("prune", "--days", "36500")


# --- games out and in ---


def test_exported_games_are_imported_as_they_were(
    site: Running, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = site.guest("Expa"), site.guest("Expo")
    over = finished(site, ann, 4)
    made = ann.table("me", "open", seed=8, takebacks=True)
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as first, ben.at(made["table"]) as second:
        for wire in (first, second):
            wire.shown(1)
        play_on([first, second], random.Random(6), 9)
        # With a take-back, which a record alone cannot tell.
        asking, other = (first, second) if not first.shown(0)["question"] else (second, first)
        other.shown(asking.ask(t="offer", what="takeback")["seq"])
        agreed = other.ask(t="answer", what="takeback", yes=True)
        for wire in (first, second):
            wire.shown(agreed["seq"])
        play_on([first, second], random.Random(6), 9)
    file = tmp_path / "games.jsonl"
    told = admin("export", str(file), "--unfinished")
    games = {game["table"]: game for game in map(json.loads, file.read_text().splitlines())}
    assert f"{len(games)} games are in" in told
    assert games[over]["record"] == ann.get(f"/api/tables/{over}/record").text
    assert games[over]["players"][0] == "Expa"
    # No secret is in it: neither owners nor invitations.
    assert made["invite"] not in file.read_text()
    with site.worker.store.engine.connect() as database:
        owners = database.execute(text("select owner from keys")).scalars().all()
    assert owners
    assert not any(owner in file.read_text() for owner in owners)
    assert "comes out the same" in CliRunner().invoke(app, ["migrate", "--check", str(file)]).output
    assert "cannot" not in admin("import", str(file))  # they are all there

    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    migrate(replace(QUICK, database_url=elsewhere))
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", elsewhere)
    assert f"{len(games)} games were stored, 0 were there already, 0" in run("import", str(file))
    assert f"0 games were stored, {len(games)} were there" in run("import", str(file))
    check = CliRunner().invoke(app, ["migrate", "--check"])
    assert f"{len(games)} games, {len(games)} come out the same" in check.output
    again = tmp_path / "again.jsonl"
    run("export", str(again), "--unfinished")
    copies = {game["table"]: game for game in map(json.loads, again.read_text().splitlines())}
    assert {t: g["record"] for t, g in copies.items()} == {t: g["record"] for t, g in games.items()}
    assert {t: g["steps"] for t, g in copies.items()} == {t: g["steps"] for t, g in games.items()}
    with running(tmp_path, database_url=elsewhere) as other_site:
        assert other_site.http.get(f"/api/tables/{over}/record").text == games[over]["record"]


def test_games_that_do_not_come_out_are_refused(
    site: Running, admin: Admin, tmp_path: Path
) -> None:
    table = finished(site, site.guest("Forge"), 5)
    file = tmp_path / "games.jsonl"
    admin("export", str(file))
    line = next(g for g in map(json.loads, file.read_text().splitlines()) if g["table"] == table)
    before = admin("tables", "--most", "100000")

    def refused(change: dict[str, object]) -> str:
        changed = {
            **line,
            "table": "x" * 12,
            "header": {**line["header"], "id": "x" * 12},
            **change,
        }
        file.write_text(json.dumps(changed) + "\n")
        return admin("import", str(file), status=1)

    assert "another game" in refused({"steps": line["steps"][:-1]})
    assert "another game" in refused(
        {"header": {**line["header"], "id": "x" * 12, "seed": 9}, "steps": []}
    )
    assert "refused" in refused({"steps": line["steps"][1:]})
    assert "no line of an export" in refused({"record": 7})
    file.write_text("nonsense\n[1]\n")
    assert "2 were refused" in admin("import", str(file), status=1)
    assert admin("tables", "--most", "100000") == before


def test_what_no_table_can_hold_is_refused_line_by_line(
    site: Running, admin: Admin, tmp_path: Path
) -> None:
    table = finished(site, site.guest("Numbera"), 7)
    file = tmp_path / "games.jsonl"
    admin("export", str(file))
    line = next(g for g in map(json.loads, file.read_text().splitlines()) if g["table"] == table)
    step = line["steps"][0]

    def changed(number: int, **header: object) -> dict[str, Any]:
        new = f"n{number}"
        return {**line, "table": new, "header": {**line["header"], "id": new, **header}}

    wrong: dict[str, list[Any]] = {
        "1970": [
            changed(1, created=10**30),
            changed(2, created=2**63),
            changed(3, created=-1),
            {**changed(4), "steps": [{**step, "paused": 10**30}, *line["steps"][1:]]},
        ],
        "0 seats": [{**changed(5), "sitting": []}],
        "no id": [{**changed(6, id="n 6"), "table": "n 6"}],
        "not begun": [
            {
                **changed(7),
                "steps": [],
                "record": "",
                "sitting": [{**seat, "kind": "open"} for seat in line["sitting"]],
            }
        ],
        "no line of an export": ["[" * 100_000],
    }
    lines = [(reason, game) for reason, games in wrong.items() for game in games]
    good = {"record": line["record"]}
    file.write_text("\n".join(map(json.dumps, [*(game for _, game in lines), good])))
    *told, last = admin("import", str(file), status=1).splitlines()
    for number, (said, (reason, _)) in enumerate(zip(told, lines, strict=True), 1):
        assert said.startswith(f"refused: {file}, line {number}: "), said
        assert reason in said
    assert last == f"1 games were stored, 0 were there already, {len(lines)} were refused"


def test_what_the_database_does_not_take_is_refused(
    site: Running, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the checks before let through: the lines after it are read."""
    table = finished(site, site.guest("Netta"), 8)
    file = tmp_path / "games.jsonl"
    admin("export", str(file))
    line = next(g for g in map(json.loads, file.read_text().splitlines()) if g["table"] == table)
    other = {**line, "table": "toolarge", "header": {**line["header"], "id": "toolarge"}}
    other["header"]["created"] = 10**30
    monkeypatch.setattr(transcripts, "_LAST", 10**31)
    file.write_text("\n".join(map(json.dumps, (other, {"record": line["record"]}))))
    said, last = admin("import", str(file), status=1).splitlines()
    assert said.startswith(f"refused: {file}, line 1: the database does not take it: ")
    assert last.startswith("1 games were stored")


def test_a_torn_game_is_left_out_of_an_export(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", club.database)
    with club.proxied() as site:
        ann = site.guest("Torna")
        torn, sound = (finished(site, ann, seed) for seed in (4, 5))
    club.sql("update tables set seed = '12x' where id = :id", id=torn)
    file = tmp_path / "games.jsonl"
    told = run("export", str(file), status=1)
    assert f"left out: {torn}: its row: " in told
    assert f"1 games are in {file}, 1 were left out" in told
    assert [json.loads(line)["table"] for line in file.read_text().splitlines()] == [sound]
    assert "there already" in run("export", str(file), status=2)


def test_an_export_appears_when_it_is_complete(
    site: Running, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(site, site.guest("Parta"), 9)
    with monkeypatch.context() as full:

        def written(_: object) -> bytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        full.setattr(transcripts, "written", written)
        told = admin("export", str(tmp_path / "games.jsonl"), status=2)
    assert told == f"tashkalar: {tmp_path / 'games.jsonl'}: No space left on device\n"
    assert list(tmp_path.iterdir()) == []
    admin("export", str(tmp_path / "games.jsonl"))
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_record_alone_becomes_a_table(site: Running, admin: Admin, tmp_path: Path) -> None:
    ann = site.guest("Recorda")
    table = finished(site, ann, 6)
    record = ann.get(f"/api/tables/{table}/record").text
    file = tmp_path / "game.txt"
    file.write_text(record)
    assert "1 games were stored" in admin("import", str(file))
    new = admin("tables", "--most", "1").split()[0]
    assert new != table
    assert site.http.get(f"/api/tables/{new}/record").text == record
    going = ann.table("me", "hotseat", seed=4)["table"]
    file.write_text(ann.get(f"/api/tables/{going}/record").text)
    assert "as one seat saw it" in admin("import", str(file), status=1)


# --- pruning ---


def test_old_tables_and_their_guests_are_pruned(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only what is old, and only after being told so twice; whoever is there is not followed."""
    clock = club.clock
    clock.milliseconds = 1_600_000_000_000  # years ago
    with club.proxied() as site:
        old, new = site.guest("Old"), site.guest("New")
        gone = finished(site, old, 4)
        waiting = old.table("me", "open", public=True)["table"]
        clock.milliseconds = time.time_ns() // 1_000_000
        kept = finished(site, new, 5)
        monkeypatch.setenv("TASHKALAR_DATABASE_URL", site.worker.settings.database_url)
        assert "1 tables would be deleted" in run("prune", "--days", "30")
        assert site.worker.tables._alive  # nothing has changed yet
        assert "1 tables and 0 guests" in run("prune", "--days", "30", "--yes")
        listed = run("tables")
        assert kept in listed
        assert waiting in listed
        assert gone not in listed
        # The second player came years ago, too, but has a seat.
        with ExitStack() as stack:
            there = [stack.enter_context(old.at(waiting)) for _ in range(club.workers)]
            for wire in there:
                wire.expect("welcome")
            # Nor is anybody idle who comes now and then, if only to look or to learn.
            eventually(
                lambda: club.sql("select count(*) from guests where seen > created") != [(0,)]
            )
            assert "1 tables and 0 guests" in run("prune", "--days", "30", "--unfinished", "--yes")
            club.sql("update guests set seen = null")
            club.sql(
                "insert into tournaments select 'cup', '', 'swiss', 'duel', '{}', false, "
                "owner, 1, 1, 'open', 1, 0, null from guests where name <> 'New'"
            )
            assert "0 guests" in run("prune", "--days", "30", "--yes")  # one waits for its maker
            club.sql("delete from tournaments")
            assert "0 tables and 1 guests" in run("prune", "--days", "30", "--yes")
            for wire in there:
                assert wire.ask(t="chat", text="where is everybody?")["t"] == "refused"
        assert not any(record.exc_info for record in caplog.records)
        assert [line.split()[0] for line in run("tables").splitlines()] == [kept]
        assert "New" in run("guests")
        for name in ("events", "seats", "chat"):
            assert {row[0] for row in club.sql(f"select table_id from {name}")} <= {kept}
        site.everywhere(look)
        assert site.http.get("/health").json()["status"] == "ok"


# --- back-up ---


def test_a_copy_made_while_serving_holds_all_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        monkeypatch.setenv("TASHKALAR_DATABASE_URL", site.worker.settings.database_url)
        ann = site.guest("Copy")
        table = ann.table("me", "hotseat", seed=4)["table"]
        file = site.worker.settings.file
        assert file is not None
        acknowledged, done = [0], threading.Event()

        def play() -> None:
            with ann.at(table) as wire:
                wire.shown(0)

                def note(_: object, scene: dict[str, int]) -> None:
                    acknowledged[0] = scene["seq"]

                play_on([wire], random.Random(1), 150, note)
            done.set()

        player = threading.Thread(target=play)
        player.start()
        copies = 0
        while not done.is_set() or not copies:
            before, copy = acknowledged[0], tmp_path / f"copy{copies}.sqlite"
            office.back_up(file, copy)
            copies += 1
            with closing(sqlite3.connect(copy)) as database:
                query = "select count(*) from events where table_id = ?"
                (found,) = database.execute(query, (table,)).fetchone()
            assert found >= before
        player.join()
        assert "is a copy of" in run("backup", str(tmp_path / "last.sqlite"))
        assert "the database itself" in run("backup", str(file), status=2)
        record = ann.get(f"/api/tables/{table}/record").text
    # The copy is a database to serve from.
    with running(tmp_path, database_url=f"sqlite:///{tmp_path / 'last.sqlite'}") as restored:
        again = Player(restored, ann.token, "Copy")
        assert again.get(f"/api/tables/{table}/record").text == record


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that is larger than a few pages, and nobody serves from."""
    file = tmp_path / "tables.sqlite"
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", f"sqlite:///{file}")
    migrate(replace(QUICK, database_url=f"sqlite:///{file}"))
    return file


def test_a_copy_that_cannot_be_made_is_told_in_a_sentence(kept: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "copy.sqlite"
    assert run("backup", str(nowhere), status=2) == (
        f"tashkalar: {nowhere}: No such file or directory\n"
    )
    copy = tmp_path / "copy.sqlite"
    run("backup", str(copy))
    before = copy.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))  # as if the disk were full
    try:
        told = run("backup", str(copy), status=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert told.startswith(f"tashkalar: {copy}: {kept} could not be copied there: ")
    assert told.count("\n") == 1
    assert copy.read_bytes() == before  # the older copy is still there
    kept.write_text("no database" * 1000)
    assert "could not be copied there: file is not a database" in run("backup", str(copy), status=2)
    assert copy.read_bytes() == before
    assert not list(tmp_path.glob("copy.sqlite?*"))


def test_what_is_no_regular_file_is_not_replaced(kept: Path, tmp_path: Path) -> None:
    pipe, link, folder = tmp_path / "pipe", tmp_path / "link", tmp_path / "folder"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    folder.mkdir()
    for there in (pipe, link, folder):
        assert "no regular file" in run("backup", str(there), status=2)
        assert "there already" in run("export", str(there), status=2)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert link.readlink() == pipe
    assert folder.is_dir()


def test_postgresql_is_not_copied_like_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert "pg_dump" in run("backup", "copy", status=2)
    assert "cannot be used" in run("tables", status=2)


def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", f"sqlite:///{tmp_path / 'none.sqlite'}")
    for command in (["tables"], ["backup", "copy"], ["export", str(tmp_path / "x")]):
        assert "there is no database" in run(*command, status=2)
    assert list(tmp_path.iterdir()) == []
