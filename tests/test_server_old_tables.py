"""Tables of earlier versions: derived again exactly as they were, or refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, text, update

from tashkalar import Choice
from tashkalar.cards import digest, first_digest
from tashkalar.rules import history
from tashkalar.server.storage import archive, migrations
from tashkalar.server.storage.event_log import Chosen, ResignAsked, Resigned, written
from tashkalar.server.storage.schema import events, tables
from tashkalar.server.storage.store import open_engine
from tashkalar.server.tables import projection, seats, stored
from tashkalar.server.tables.projection import after, begun, chosen, settled
from tashkalar.server.tables.table import load
from tashkalar.state import State
from tests.serving import running
from tests.test_server_store import HEADER, SITTING
from tests.test_server_web import command

CHOICES = ("c5", "place e5", "finish", "place e4", "place d4", "finish", "place a5")


def first_database(folder: Path, resign: bool = False) -> Engine:
    """A database as the first version made it, with one table."""
    engine = open_engine(f"sqlite:///{folder / 'x.sqlite'}")
    fill_as_the_first_version(engine, resign)
    return engine


def fill_as_the_first_version(engine: Engine, resign: bool = False) -> None:
    """Store one table in an empty database, with the columns there were at first."""
    course = begun(HEADER, SITTING)
    log: list[Chosen | Resigned] = []
    for choice in CHOICES:
        acting = course.acting
        assert acting is not None
        log.append(chosen(course, acting, (choice,))[0])
        course = after(HEADER, course, log[-1], 7)
    if resign:
        log.append(Resigned(0))
        course = after(HEADER, course, log[-1], 8)
    row = {
        "id": "t",
        "name": "",
        "form": HEADER.form,
        "schools": " ".join(HEADER.schools),
        "seed": str(HEADER.seed),
        "sitting": seats.written(SITTING),
        "clock": "{}",
        "public": False,
        "spectators": True,
        "invite": "i",
        "maker": "a",
        "created": 5,
        "updated": 7,
        "claimed_by": "",
        "claimed_until": 0,
        **stored.course_columns(course),
    }
    migrations.upgrade(engine, "0001")
    with engine.begin() as connection:
        later = ("rules", "cards", "resigning")
        there = {name: value for name, value in row.items() if name not in later}
        names = ", ".join(there)
        marks = ", ".join(f":{name}" for name in there)
        connection.execute(text(f"insert into tables ({names}) values ({marks})"), there)
        for n, event in enumerate(log):
            body = {"table_id": "t", "seq": n, "at": 7, "body": written(event)}
            connection.execute(insert(events), body)


def reasons(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return [reason for _, reason in stored.check(connection)]


def raise_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the next rules changed what placing a piece on e4 means."""

    def differs(p: State, choice: Choice) -> str | None:
        return "pieces on e4 fall over" if repr(choice) == "<place e4>" else None

    number = history.RULES + 1
    monkeypatch.setattr(history, "CHANGES", (history.RuleChange(number, differs),))
    for module in (history, projection, stored):
        monkeypatch.setattr(module, "RULES", number)


def test_an_old_database_is_checked_as_it_is_and_then_migrated(tmp_path: Path) -> None:
    engine = first_database(tmp_path)
    assert reasons(engine) == [""]
    assert migrations.revision(engine) == "0001"
    migrations.upgrade(engine)
    with engine.connect() as connection:
        row = archive.table(connection, "t")
        assert row is not None
        assert (row.rules, row.cards) == (1, first_digest(HEADER.schools))
        assert (row.takebacks, row.hints) == (True, False)
        table = load(connection, "t")
    assert table is not None
    assert table.course.seq == len(CHOICES)
    assert table.course.undoable
    assert reasons(engine) == [""]


def test_who_waits_for_a_partner_before_a_migration_waits_after_it(tmp_path: Path) -> None:
    engine = first_database(tmp_path)
    body = written(ResignAsked(0))
    with engine.begin() as connection:
        connection.execute(
            insert(events), {"table_id": "t", "seq": len(CHOICES), "at": 8, "body": body}
        )
    migrations.upgrade(engine)
    with engine.begin() as connection:
        assert archive.resigning(connection) == ["t"]
        assert connection.execute(select(tables.c.resigning)).scalar() == 8
        connection.execute(update(tables).values(resigning=None))
        assert archive.resigning(connection) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cards": "0" * 12}, "played with other cards"),
        ({"rules": 99}, f"rules 99; this program knows rules 1 to {history.RULES}"),
        ({"turn": 99}, "its turn comes out as 3, not 99"),
        ({"seed": "5"}, ""),  # another deal; the same choices may happen to be possible
        ({"state": "over", "result": "1 2"}, "its state comes out as running, not over"),
    ],
)
def test_a_table_that_does_not_come_out_the_same_is_refused(
    tmp_path: Path, change: dict[str, object], why: str
) -> None:
    engine = first_database(tmp_path)
    migrations.upgrade(engine)
    with engine.begin() as connection:
        connection.execute(update(tables).values(**change))
    (reason,) = reasons(engine)
    assert why in reason


def test_an_event_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    engine = first_database(tmp_path)
    with engine.begin() as connection:
        body = json.dumps({"e": "choose", "seat": 1, "choice": "place c5"})
        connection.execute(update(events).where(events.c.seq == 3).values(body=body))
    (reason,) = reasons(engine)
    assert reason.startswith("event 3: A common piece stands on c5")
    with engine.begin() as connection:
        connection.execute(update(events).where(events.c.seq == 3).values(body='{"e":"dance"}'))
    (reason,) = reasons(engine)
    assert "dance" in reason


def test_a_table_of_lower_rules_is_refused_where_they_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = first_database(tmp_path)
    raise_rules(monkeypatch)
    (reason,) = reasons(engine)
    assert "event 3" in reason
    assert "pieces on e4 fall over" in reason


def test_a_table_of_lower_rules_goes_on_by_those_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = first_database(tmp_path)
    migrations.upgrade(engine)
    keep = 3  # before anybody places a piece on e4
    course = begun(HEADER, SITTING)
    with engine.begin() as connection:
        for event, at, _ in archive.events_of(connection, "t")[:keep]:
            course = after(HEADER, course, event, at)
        connection.execute(events.delete().where(events.c.seq >= keep))
        connection.execute(update(tables).values(**{**stored.course_columns(course), "rules": 1}))
    raise_rules(monkeypatch)
    with engine.begin() as connection:
        table = load(connection, "t")
        assert table is not None
        choice, led_to = chosen(table.course, 1, ("place e4",))
        new = settled(table.course, choice, led_to, 9)
        assert archive.append(
            connection,
            archive.Entry(
                "t",
                keep,
                9,
                choice,
                {**stored.course_columns(new), "claimed_by": "", "claimed_until": 0},
                (),
            ),
        )
        assert connection.execute(select(tables.c.rules)).scalar() == history.RULES
    assert reasons(engine) == [""]


def test_the_server_says_why_it_does_not_show_a_table(tmp_path: Path) -> None:
    engine = first_database(tmp_path)
    migrations.upgrade(engine)
    with engine.begin() as connection:
        connection.execute(update(tables).values(cards="0" * 12, bot_due=True, public=True))
    engine.dispose()
    with running(tmp_path, database_url=f"sqlite:///{tmp_path / 'x.sqlite'}") as site:
        answer = site.http.get("/api/tables/t")
        assert answer.status_code == 410
        assert answer.json()["error"] == "other_rules"
        assert "other cards" in answer.json()["reason"]
        assert site.http.get("/health").status_code == 200


def test_migrate_check_tells_of_every_game(tmp_path: Path) -> None:
    first_database(tmp_path, resign=True).dispose()
    done = command(tmp_path, "migrate", "--check")
    assert done.returncode == 0, done.stderr
    assert "comes out the same: table t (duel, 8 events, rules 1)" in done.stdout
    game = begun(HEADER, SITTING).game
    assert game is not None
    good = game.record().text()
    (tmp_path / "good.txt").write_text(good)
    (tmp_path / "bad.txt").write_text(good.replace(digest(HEADER.schools), "0" * 12))
    (tmp_path / "games.jsonl").write_text(json.dumps({"record": good}) + "\nwhat\n")
    (tmp_path / "else.txt").write_text("something else")
    done = command(tmp_path, "migrate", "--check", str(tmp_path))
    assert done.returncode == 1
    assert "4 games, 2 come out the same, 2 are refused" in done.stdout
    assert "refused: " in done.stdout
    assert "other cards" in done.stdout.replace("\n", " ")
    assert command(tmp_path, "migrate", "--check", str(tmp_path / "good.txt")).returncode == 0
    assert command(tmp_path, "migrate", str(tmp_path / "good.txt")).returncode == 2
    assert command(tmp_path, "migrate", "--check", str(tmp_path / "gone.txt")).returncode == 2
