"""The commands that serve tables to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import open_screen
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

    from tashkalar.bots.playing.budget import BadBudget
    from tashkalar.server.settings import BadSetting, Settings
    from tashkalar.server.storage.store import OldDatabase
    from tashkalar.server.wire.run import Occupied, serve

    try:
        serve(Settings.from_environment(), host, port, browser, workers)
    except (BadBudget, BadSetting, Occupied, OldDatabase, SQLAlchemyError) as error:
        raise Complaint(str(error).splitlines()[0]) from None


def migrate(
    check: Annotated[
        bool,
        typer.Option("--check", help="Change nothing; say which stored games come out the same."),
    ] = False,
    records: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORD]...", help="With --check: records or folders of them."),
    ] = None,
) -> None:
    """Bring the server's database up to date, or check stored games.

    With --check every stored table is replayed, or the records given instead; the status is 1
    if one of them does not come out the same."""
    from tashkalar.terminal import old_games

    if records and not check:
        raise Complaint("records are only checked, with --check; nothing is changed in them")
    if records:
        raise typer.Exit(old_games.told(open_screen(), old_games.records(records)))
    from sqlalchemy.exc import SQLAlchemyError

    from tashkalar.server.settings import BadSetting, Settings
    from tashkalar.server.wire import run

    try:
        settings = Settings.from_environment()
        if check:
            raise typer.Exit(old_games.told(open_screen(), run.check(settings)))
        print(f"the database has revision {run.migrate(settings)}")
    except (BadSetting, SQLAlchemyError) as error:
        raise Complaint(str(error).splitlines()[0]) from None
