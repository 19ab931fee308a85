"""The commands that serve tables to browsers."""

from __future__ import annotations

from typing import Annotated

import typer

from tashkalar.terminal.complaints import Complaint


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8080,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, help="Processes; several need Redis.")
    ] = 1,
) -> None:
    """Play in the browser: serve tables, alone or for a club.

    Settings come from TASHKALAR_... variables."""
    from sqlalchemy.exc import SQLAlchemyError

    from tashkalar.bots.playing.bot import BadBudget
    from tashkalar.server.settings import BadSetting, Settings
    from tashkalar.server.storage.store import OldDatabase
    from tashkalar.server.wire.run import Occupied, serve

    try:
        serve(Settings.from_environment(), host, port, browser, workers)
    except (BadBudget, BadSetting, Occupied, OldDatabase, SQLAlchemyError) as error:
        raise Complaint(str(error).splitlines()[0]) from None


def migrate() -> None:
    """Bring the server's database up to date."""
    from sqlalchemy.exc import SQLAlchemyError

    from tashkalar.server.settings import BadSetting, Settings
    from tashkalar.server.wire.run import migrate

    try:
        print(f"the database has revision {migrate(Settings.from_environment())}")
    except (BadSetting, SQLAlchemyError) as error:
        raise Complaint(str(error).splitlines()[0]) from None
