"""How a database gets the tables this version needs, step by step (Alembic)."""

from __future__ import annotations

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from tashkalar import __version__


class NewerDatabase(Exception):
    """A database with tables that this version knows nothing of."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "tashkalar.server.storage:migrations")
    return config


@cache
def _known() -> tuple[str, ...]:
    """The revisions that this version of the code can deal with, the newest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(script.revision for script in scripts.walk_revisions())


def newest() -> str:
    """The revision that this version of the code is written for."""
    return _known()[0]


def revision(engine: Engine) -> str | None:
    """The revision a database has; None for an empty one. One that is unknown is an error."""
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in _known():
        raise NewerDatabase(
            f"the database has revision {found}, and tashkalar {__version__} knows none after "
            f"{newest()}: a newer version has been at work; install that one, or name another "
            "database in TASHKALAR_DATABASE_URL"
        )
    return found


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring a database to the newest revision; nothing happens when it has it already."""
    if revision(engine) == newest():
        return
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
