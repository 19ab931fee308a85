"""Guests who are deleted, as idle or at their own wish: no table that names one is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Connection, Engine, String, Table, Text, insert, select

from tashkalar.server.storage import people
from tashkalar.server.storage.migrations import upgrade
from tashkalar.server.storage.schema import guests, metadata
from tashkalar.server.tables import office
from tests import clubs

IDLE, LATELY = "i" * 64, "l" * 64  # the owners of two guests
THEN, BEFORE, NOW = 1, 2, 3

# Columns with an owner that do not refer to ``guests``: what they name may outlive a guest.
CALLED = {"owner", "maker", "other", "about"}
# As wide as an owner, and something else: secrets, digests, names of bots.
OTHERS = {
    "keys.key",
    "transfers.code",
    "seats.bot",
    "contacts.digest",
    "contacts.code",
    "contacts.secret",
}
# Whoever stands there is never idle.
STAYING = {"accounts", "sanctions", "ratings", "entrants", "seats"}
# What was imposed on somebody outlives their data: the same browser comes back to it.
OUTLIVING = "sanctions"


def names_a_guest(column: Column[Any]) -> bool:
    referring = any(key.column is guests.c.owner for key in column.foreign_keys)
    return referring or column.name in CALLED


NAMING = [
    table
    for table in metadata.sorted_tables
    if table is not guests and any(map(names_a_guest, table.c))
]


def row_of(table: Table, owner: str) -> dict[str, Any]:
    """A row in which every owner is that one; what refers to another row refers to row 1."""
    return {column.name: _value(column, owner) for column in table.c}


def _value(column: Column[Any], owner: str) -> Any:
    if names_a_guest(column) or column is guests.c.owner:
        return owner
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, String) and not isinstance(column.type, Text):
        return owner[:1] if column is guests.c.guest else "1"
    if isinstance(column.type, Text):
        return ""
    return NOW if column.name in ("updated", "seen") else THEN


def fill(engine: Engine, naming: Table | None) -> None:
    """A row in every table; one table names the guest who is idle, the others somebody else."""
    with engine.begin() as c:
        for table in reversed(metadata.sorted_tables):
            c.execute(table.delete())
        c.execute(insert(guests), {**row_of(guests, IDLE), "seen": THEN})
        for table in metadata.sorted_tables:
            c.execute(insert(table), row_of(table, IDLE if table is naming else LATELY))


def where_named(c: Connection) -> set[str]:
    """The tables in which the idle guest is still named."""
    return {
        table.name
        for table in metadata.sorted_tables
        if any(IDLE in str(value) for row in c.execute(select(table)) for value in row)
    }


@pytest.fixture(scope="module")
def engine(servers: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    found = clubs.club(servers, tmp_path_factory.mktemp("forgetting")).engine()
    upgrade(found)
    yield found
    found.dispose()


def test_no_column_with_an_owner_is_overlooked() -> None:
    """A new one is found by its reference, its name, or at least by its width."""
    wide = {
        str(column)
        for table in metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, String) and column.type.length == 64
    }
    naming = {str(column) for table in NAMING for column in table.c if names_a_guest(column)}
    assert naming <= wide
    assert wide - naming == OTHERS | {str(guests.c.owner)}


@pytest.mark.parametrize("naming", NAMING, ids=lambda table: table.name)
def test_an_idle_guest_goes_with_all_that_is_theirs_or_stays(engine: Engine, naming: Table) -> None:
    fill(engine, naming)
    deleted = office.prune(engine, BEFORE, unfinished=True)
    stays = naming.name in STAYING
    assert deleted == ((0, 0) if stays else (0, 1))
    with engine.connect() as c:
        assert where_named(c) == ({"guests", naming.name} if stays else set())


@pytest.mark.parametrize("naming", NAMING, ids=lambda table: table.name)
def test_whoever_deletes_their_data_is_named_nowhere(engine: Engine, naming: Table) -> None:
    fill(engine, naming)
    with engine.begin() as c:
        people.forget(c, {IDLE: "n" * 64})
        assert where_named(c) == ({OUTLIVING} if naming.name == OUTLIVING else set())


def test_an_old_table_goes_with_all_that_refers_to_it(engine: Engine) -> None:
    fill(engine, None)
    assert office.prune(engine, NOW + 1, unfinished=True)[0] == 1


def test_several_idle_guests_go_together(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few in one transaction, until there are none left."""
    monkeypatch.setattr(office, "_AT_ONCE", 2)
    fill(engine, None)
    with engine.begin() as c:
        c.execute(
            insert(guests),
            [
                {"owner": f"{n:064}", "guest": f"g{n}", "name": "", "created": THEN}
                for n in range(4)
            ],
        )
    assert office.prune(engine, BEFORE, unfinished=False) == (0, 5)
    with engine.connect() as c:
        assert c.execute(select(guests.c.owner)).scalars().all() == [LATELY]
