"""Studies that guests have kept. Each function runs inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from tashkalar.server.storage.schema import studies


@dataclass(frozen=True)
class KeptStudy:
    """A study as it is stored."""

    id: str
    owner: str
    title: str
    form: str
    steps: int
    version: int
    at: int  # milliseconds since 1970
    body: str


def keep(c: Connection, study: KeptStudy, most: int) -> bool:
    """Store a new study; false if its owner has as many as anybody may have."""
    mine = select(func.count()).select_from(studies).where(studies.c.owner == study.owner)
    if c.execute(mine).scalar_one() >= most:
        return False
    c.execute(insert(studies), vars(study))
    return True


def keep_again(c: Connection, study: KeptStudy) -> bool:
    """Store a study in place of its last version; false if that is not the one before this."""
    before = (studies.c.id == study.id) & (studies.c.version == study.version - 1)
    return c.execute(update(studies).where(before).values(**vars(study))).rowcount == 1


def with_id(c: Connection, wanted: str) -> KeptStudy | None:
    """A study by its id."""
    found = c.execute(select(studies).where(studies.c.id == wanted)).one_or_none()
    return None if found is None else KeptStudy(**found._mapping)


def of_owner(c: Connection, owner: str) -> list[KeptStudy]:
    """The studies of a guest, the latest first."""
    query = select(studies).where(studies.c.owner == owner)
    found = c.execute(query.order_by(studies.c.at.desc(), studies.c.id))
    return [KeptStudy(**row._mapping) for row in found]


def remove(c: Connection, wanted: str, owner: str) -> bool:
    """Delete a study of a guest; false if there is none."""
    mine = (studies.c.id == wanted) & (studies.c.owner == owner)
    return c.execute(delete(studies).where(mine)).rowcount == 1
