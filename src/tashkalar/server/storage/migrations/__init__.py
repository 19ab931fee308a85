"""How a database gets the tables this version needs, step by step (Alembic)."""

from __future__ import annotations

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "tashkalar.server.storage:migrations")
    return config


@cache
def newest() -> str:
    """The revision that this version of the code is written for."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def revision(engine: Engine) -> str | None:
    """The revision a database has; None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring a database to the newest revision; nothing happens when it has it already."""
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
