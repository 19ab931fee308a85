"""``tashkalar admin``: what operators of a server do, on its database, also while it serves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar.terminal.commands.serving import refusals
from tashkalar.terminal.complaints import Commands, Complaint

if TYPE_CHECKING:
    from sqlalchemy import Engine

_DAY = 86_400_000  # milliseconds
_FOR_EVER = 100_000  # days
_LONGEST = 36_500  # days, a century
_LINES = 1_000_000

admin = typer.Typer(
    cls=Commands,
    help="Administer a server: tables, guests, games, backups.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


class TableState(Enum):
    """The states of a table."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


MostOption = Annotated[
    int, typer.Option("--most", min=1, max=_LINES, help="How many lines at most.")
]
DaysOption = Annotated[
    int | None,
    typer.Option("--days", min=1, max=_LONGEST, help="For how many days; without it for good."),
]
GuestArgument = Annotated[
    str, typer.Argument(metavar="GUEST", help="The id of a guest: see tashkalar admin guests.")
]


@admin.callback()
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@admin.command("tables")
def list_tables(
    state: Annotated[
        TableState | None, typer.Option("--state", help="Only tables of this state.")
    ] = None,
    most: MostOption = 50,
) -> None:
    """List tables, those first where something happened last."""
    from tashkalar.server.tables import office

    with database() as engine, engine.connect() as c:
        found = office.list_tables(c, state.value if state else None, most)
    for row in found:
        players = ", ".join(row.players)
        print(
            f"{row.table}  {dated(row.updated)}  {row.state:7}  {row.form:14}  "
            f"{row.events:5} events  {players}"
        )
    if not found:
        print("there are no such tables")


@admin.command()
def close(
    tables: Annotated[list[str], typer.Argument(metavar="TABLE...", help="Ids of tables.")],
) -> None:
    """Close tables: nobody comes in any more, whoever is there is told."""
    from tashkalar.server.storage import sanctions

    with database() as engine:
        for wanted in tables:
            with engine.begin() as c:
                if not sanctions.close_table(c, wanted, now()):
                    raise Complaint(f"there is no table {wanted} that could be closed")
            print(f"{wanted} is closed")


@admin.command("guests")
def list_guests(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A part of the name.")] = "",
    most: MostOption = 50,
) -> None:
    """List guests with their ids."""
    from tashkalar.server.tables import office

    with database() as engine, engine.connect() as c:
        found = office.list_guests(c, name, now(), most)
    for row in found:
        print(
            f"{row.guest}  {dated(row.created)}  {row.seats:4} seats  {row.name}"
            + "".join(f"  ({kind})" for kind in row.imposed)
        )
    if not found:
        print("there are no such guests")


@admin.command()
def mute(guest: GuestArgument, days: DaysOption = None) -> None:
    """Let a guest say nothing for a while."""
    _impose(guest, "mute", days)


@admin.command()
def ban(guest: GuestArgument, days: DaysOption = None) -> None:
    """Let a guest not come in for a while; others may replace them by a bot."""
    _impose(guest, "ban", days)


@admin.command()
def pardon(guest: GuestArgument) -> None:
    """Take back what was imposed on a guest."""
    from tashkalar.server.storage import sanctions

    with database() as engine, engine.begin() as c:
        if not sanctions.lift(c, guest):
            raise Complaint(f"nothing is imposed on a guest {guest}")
    print(f"{guest} is free again")


def _impose(guest: str, kind: str, days: int | None) -> None:
    from tashkalar.server.storage import sanctions

    until = now() + (days or _FOR_EVER) * _DAY
    with database() as engine, engine.begin() as c:
        name = sanctions.impose(c, guest, "ban" if kind == "ban" else "mute", until)
    if name is None:
        raise Complaint(f"there is no guest {guest}; tashkalar admin guests lists their ids")
    done = "banned" if kind == "ban" else "muted"
    print(f"{name} ({guest}) is {done} {f'until {dated(until)}' if days else 'for good'}")


@admin.command()
def prune(
    days: Annotated[
        int,
        typer.Option(
            "--days", min=1, max=_LONGEST, help="Where nothing has happened for so many days."
        ),
    ],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also tables that are not over.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete them; without it count them.")] = False,
) -> None:
    """Delete old tables with all that was said there, then idle guests with all that is theirs."""
    from tashkalar.server.tables import office

    before = now() - days * _DAY
    with database() as engine:
        if not yes:
            with engine.connect() as c:
                count = office.count_old(c, before, unfinished)
            print(f"{count} tables would be deleted; do it with --yes, after a back-up")
            return
        tables, guests = office.prune(engine, before, unfinished)
    print(f"{tables} tables and {guests} guests were deleted")


@admin.command("reports")
def list_reports(
    report: Annotated[
        str, typer.Argument(metavar="[REPORT]", help="The id of one, to see all of it.")
    ] = "",
    done: Annotated[bool, typer.Option("--done", help="Delete this report.")] = False,
    most: MostOption = 50,
) -> None:
    """List the problems that players have reported, or show one of them."""
    from tashkalar.server.storage import reports

    if done and not report:
        raise Complaint("say which report is done: tashkalar admin reports REPORT --done")
    with database() as engine, engine.begin() as c:
        if report:
            found = reports.one(c, report)
            if found is None:
                raise Complaint(f"there is no report {report}")
            print(found if not done else f"{report} is deleted")
            if done:
                reports.remove(c, report)
            return
        latest = reports.latest(c, most)
    for row in latest:
        print(f"{row.id}  {dated(row.at)}  {row.table_id}  {' '.join(row.words.split())}")
    if not latest:
        print("there are no reports")


@admin.command()
def keys(
    new: Annotated[
        bool, typer.Option("--new", help="Make another one; every browser must ask again.")
    ] = False,
    separate: Annotated[
        bool, typer.Option("--separate", help="Print a key for TASHKALAR_PUSH_KEY; keep nothing.")
    ] = False,
) -> None:
    """Show the key that push messages are signed with, or make another one."""
    from tashkalar.server.notices.push import HouseKey, new_key
    from tashkalar.server.storage import notices

    made = new_key()
    if separate:
        print(made)
        return
    with database() as engine, engine.begin() as c:
        if new:
            void = notices.replace_signing_key(c, made)
            print(f"there is another key; {void} browsers get nothing until they ask again")
        print(f"public key: {HouseKey(notices.signing_key(c, made)).public}")


# --- where and when ---


@contextmanager
def database() -> Iterator[Engine]:
    """The database of the settings, if this version can work with it."""
    with refusals():
        from tashkalar.server.settings import Settings
        from tashkalar.server.storage.store import Store, open_engine

        settings = Settings.from_environment()
        if settings.file is not None and not settings.file.is_file():
            raise Complaint(
                f"there is no database {settings.file}; is TASHKALAR_DATABASE_URL the right one?"
            )
        engine = open_engine(settings.database)
        try:
            Store(engine).prepare(migrate=False)
            yield engine
        finally:
            engine.dispose()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def dated(milliseconds: int) -> str:
    """A time as lists show it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
