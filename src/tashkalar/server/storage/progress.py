"""How far guests have come in the lessons. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from tashkalar.server.storage.schema import progress

Kept = dict[str, tuple[int, int]]  # lesson -> goal, done


def progress_of(c: Connection, owner: str) -> Kept:
    """What is kept of a guest."""
    found = c.execute(
        select(progress.c.lesson, progress.c.goal, progress.c.done).where(progress.c.owner == owner)
    )
    return {row.lesson: (row.goal, row.done) for row in found}


def keep_progress(c: Connection, owner: str, made: Mapping[str, tuple[int, int]]) -> Kept:
    """Keep what was made; what is done stays done. All that is kept now is returned."""
    before = progress_of(c, owner)
    dialect = postgresql if c.dialect.name == "postgresql" else sqlite
    for lesson, (goal, done) in made.items():
        best = max(done, before.get(lesson, (0, 0))[1])
        row = {"owner": owner, "lesson": lesson, "goal": goal, "done": best}
        insertion = dialect.insert(progress).values(row)
        c.execute(
            insertion.on_conflict_do_update(
                index_elements=["owner", "lesson"], set_={"goal": goal, "done": best}
            )
        )
        before[lesson] = goal, best
    return before
