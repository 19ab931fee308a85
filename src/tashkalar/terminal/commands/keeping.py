"""``tashkalar admin``: what goes out of a database and into it, games and back-ups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar.terminal.commands.administration import database, now
from tashkalar.terminal.commands.serving import refusals
from tashkalar.terminal.complaints import Complaint, about

if TYPE_CHECKING:
    from sqlalchemy import Engine

keeping = typer.Typer()  # part of ``tashkalar admin``


@keeping.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to: a new .jsonl file.")],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also games that go on: it tells all cards.")
    ] = False,
) -> None:
    """Write all finished games as records, one a line, without secrets of their players."""
    from tashkalar.server.tables import office, transcripts

    count = refused = 0
    if os.path.lexists(file):
        raise Complaint(f"{file} is there already; name a new file")
    with (
        database() as engine,
        about(file),
        office.appearing(file) as beside,
        beside.open("wb") as out,
        engine.connect() as c,
    ):
        for table, found in transcripts.exported(c, unfinished):
            if isinstance(found, str):
                refused += 1
                print(f"left out: {table}: {found}")
            else:
                count += 1
                out.write(transcripts.written(found))
    print(f"{count} games are in {file}" + (f", {refused} were left out" if refused else ""))
    raise typer.Exit(1 if refused else 0)


@keeping.command("import")
def import_games(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Exports, or single records.")
    ],
) -> None:
    """Store games from exports or records; tables that are there already are passed over."""
    count = known = refused = 0
    with database() as engine:
        for name, line in _lines(files):
            table, reason = _imported(engine, line)
            count, known, refused = (
                count + bool(table),
                known + (not table and not reason),
                refused + bool(reason),
            )
            if reason:
                print(f"refused: {name}: {reason}")
    print(f"{count} games were stored, {known} were there already, {refused} were refused")
    raise typer.Exit(1 if refused else 0)


def _lines(files: list[Path]) -> Iterator[tuple[str, str | bytes]]:
    """The games in some files, each with a name for messages."""
    import json

    for file in files:
        with about(file):
            text = file.read_text(encoding="utf-8")
        if text.startswith("tash-kalar record"):
            yield str(file), json.dumps({"record": text})
            continue
        for number, line in enumerate(text.splitlines(), 1):
            yield f"{file}, line {number}", line


def _imported(engine: Engine, line: str | bytes) -> tuple[str | None, str]:
    """The table that a line has become, and why not."""
    from tashkalar.server.tables import transcripts

    try:
        transcript = transcripts.read(line)
        with engine.begin() as c:
            return transcripts.imported(c, transcript, now()), ""
    except transcripts.CannotImport as error:
        return None, str(error)


@keeping.command()
def backup(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="Where to.")],
) -> None:
    """Copy a SQLite database, also while a server writes to it."""
    from tashkalar.server.settings import Settings
    from tashkalar.server.tables import office

    with refusals():
        file = Settings.from_environment().file
        if file is None:
            raise Complaint("this copies SQLite files; for PostgreSQL there is pg_dump")
        if not file.is_file():
            raise Complaint(f"there is no database {file}")
        with about(copy):
            if copy.exists() and copy.samefile(file):
                raise Complaint(f"{copy} is the database itself")
            size = office.back_up(file, copy)
    print(f"{copy} is a copy of {file}, {size:,} bytes")
