"""``tashkalar admin``: what a club adds, ratings and tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Annotated

import typer

from tashkalar.terminal.commands.administration import database, dated, now
from tashkalar.terminal.complaints import Complaint

club = typer.Typer()  # part of ``tashkalar admin``


class TournamentKind(Enum):
    """The kinds of tournaments."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


TournamentArgument = Annotated[
    str, typer.Argument(metavar="TOURNAMENT", help="The id: see tashkalar admin tournaments.")
]


@club.command("ratings")
def list_ratings(
    form: Annotated[str, typer.Argument(metavar="[FORM]", help="A form, like duel.")] = "duel",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Work all ratings out again from the games.")
    ] = False,
) -> None:
    """List the ratings of a form, or work those of all forms out again."""
    from tashkalar.rules.forms import FORMS
    from tashkalar.server.storage import ratings
    from tashkalar.server.tables import ratings as counting
    from tashkalar.server.wire.ratings import ranked, rating_row

    if form not in FORMS:
        raise Complaint(f"there is no form {form}; the forms are {', '.join(FORMS)}")
    with database() as engine, engine.begin() as c:
        if rebuild:
            counting.count_due(c)
            done = counting.rebuild(c)
            print(
                f"{done.games} games count; {done.corrected} were counted wrongly, "
                f"{done.changed} ratings have changed"
            )
            return
        found = ranked([rating_row(row, row.guest, row.name) for row in ratings.listed(c, form)])
    for row in found:
        print(
            f"{row.guest}  {row.rating:5} ± {row.uncertainty:3}  {row.games:4} games  {row.name}"
            + ("  (provisional)" if row.provisional else "")
        )
    if not found:
        print("nobody has a rating in this form")


@club.command("tournaments")
def list_tournaments() -> None:
    """List the latest tournaments."""
    from tashkalar.server.storage import tournaments

    with database() as engine, engine.connect() as c:
        found = tournaments.listed(c, share=tournaments.LISTED)
    for row, entered in found:
        print(
            f"{row.id}  {dated(row.updated)}  {row.state:9}  {row.kind:11}  {row.form:9}  "
            f"{entered:3} players  round {row.round} of {row.rounds}  {row.name}"
        )
    if not found:
        print("there are no tournaments")


@club.command()
def tournament(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")],
    kind: Annotated[
        TournamentKind, typer.Option("--kind", help="Who meets whom.")
    ] = TournamentKind.SWISS,
    form: Annotated[str, typer.Option("--form", help="A form for two players.")] = "duel",
    rounds: Annotated[int, typer.Option("--rounds", help="Of a Swiss one.")] = 3,
    rated: Annotated[bool, typer.Option("--rated", help="Its games are rated.")] = False,
    days: Annotated[
        int, typer.Option("--days", min=0, help="For each turn; 0: half an hour for a game.")
    ] = 0,
) -> None:
    """Make a tournament; players enter on the page."""
    from tashkalar.server.settings import Settings
    from tashkalar.server.tables import tournaments
    from tashkalar.server.tables.clocks import Clock

    clock = Clock("days", days=days) if days else Clock("total", 1800, 20)
    wanted = tournaments.Tournament(name, kind.value, form, rounds, rated, clock)
    with database() as engine, _told(), engine.begin() as c:
        settings = Settings.from_environment()
        if settings.tournaments == "nobody":
            raise Complaint("set TASHKALAR_TOURNAMENTS to operator or players, here and there")
        if rated and not settings.ratings:
            raise Complaint("rated games need TASHKALAR_RATINGS=yes, here and at the server")
        made = tournaments.make(c, wanted, "", now())
    print(f"{made} is open; when all have entered: tashkalar admin start {made}")


@club.command()
def start(wanted: TournamentArgument) -> None:
    """Begin the next round of a tournament, the first one too."""
    from tashkalar.server.tables import tournaments

    with database() as engine, _told(), engine.begin() as c:
        tournaments.start(c, wanted, now())
    print(f"the next round of {wanted} begins as soon as a server looks")


@club.command()
def cancel(wanted: TournamentArgument) -> None:
    """End a tournament early; games that run are played on."""
    from tashkalar.server.tables import tournaments

    with database() as engine, _told(), engine.begin() as c:
        tournaments.cancel(c, wanted, now())
    print(f"{wanted} is cancelled")


@contextmanager
def _told() -> Iterator[None]:
    """What the server would refuse, as a complaint."""
    from tashkalar.server.refusals import Refused

    try:
        yield
    except Refused as refused:
        raise Complaint(refused.told()) from None
