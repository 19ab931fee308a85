"""The commands that serve tables to browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import EngineOption, open_screen
from tashkalar.terminal.complaints import Complaint


def serve(
    host: Annotated[str | None, typer.Option("--host")] = None,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535),
    ] = 8080,
    browser: Annotated[bool, typer.Option("--open")] = False,
    lan: Annotated[bool, typer.Option("--lan")] = False,
    workers: Annotated[int, typer.Option("--workers", min=1)] = 1,
    engine: EngineOption = None,
) -> None:
    """Start a server to play in the browser. Settings come from TASHKALAR_... variables."""
    if lan and host is not None:
        raise Complaint("--lan listens on all addresses of this machine: leave out --host")
    with refusals():
        from tashkalar.server.settings import Settings
        from tashkalar.server.wire.run import serve

        listen = "0.0.0.0" if lan else host or "127.0.0.1"
        serve(Settings.from_environment(), listen, port, browser, workers, lan)


def migrate(
    check: Annotated[
        bool,
        typer.Option("--check"),
    ] = False,
    records: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORD]..."),
    ] = None,
) -> None:
    """Update the server database, or check stored games. With --check, replay every stored table
    (or the given game files); the exit status is 1 if one of them differs.
    """
    from tashkalar.terminal import old_games

    if records and not check:
        raise Complaint("records are only checked, with --check; nothing is changed in them")
    if records:
        raise typer.Exit(old_games.told(open_screen(), old_games.records(records)))
    with refusals():
        from tashkalar.server.settings import Settings
        from tashkalar.server.wire import run

        settings = Settings.from_environment()
        if check:
            raise typer.Exit(old_games.told(open_screen(), run.check(settings)))
        print(f"the database has revision {run.migrate(settings)}")


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what the server refuses to work with into a complaint."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    from tashkalar.server.settings import BadSetting
    from tashkalar.server.storage.migrations import NewerDatabase
    from tashkalar.server.storage.store import OldDatabase
    from tashkalar.server.wire.run import AddressInUse

    try:
        yield
    except (AddressInUse, BadSetting, NewerDatabase, OldDatabase) as error:
        raise Complaint(str(error)) from None
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        reason = str(cause).splitlines()[0]
        raise Complaint(f"the database (TASHKALAR_DATABASE_URL) cannot be used: {reason}") from None
