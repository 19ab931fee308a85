"""The laboratory: bots against each other and against tactics."""

from __future__ import annotations

import os
from pathlib import Path
from socket import create_connection
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import (
    BudgetOption,
    FormOption,
    SchoolsOption,
    SeedOption,
    chosen_schools,
    chosen_seed,
    open_screen,
)
from tashkalar.terminal.complaints import Complaint, require


def arena(
    bots: Annotated[str, typer.Option("--bots", help="Names of bots, separated by commas.")],
    form: FormOption = "duel",
    games: Annotated[int, typer.Option("--games", min=1, help="For each pair, or table.")] = 100,
    budget: BudgetOption = "1000n",
    schools: SchoolsOption = None,
    seed: SeedOption = "0",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; by default one a core.")
    ] = None,
    sprt: Annotated[
        str, typer.Option("--sprt", help="Stop when it is decided: two ratings, like 0,30.")
    ] = "",
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", file_okay=False, help="Where it is kept.")
    ] = Path("contest"),
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster; local starts one.")
    ] = "",
) -> None:
    """Let bots play each other. The same command goes on with what was interrupted."""
    from tashkalar.bots.contests.contest import Contest
    from tashkalar.terminal.contests import arena as hold

    require("choix", "matplotlib", *(("ray",) if ray else ()))
    _check_cluster(ray)
    given = () if schools in (None, "random") else chosen_schools(form, schools)
    names = [name.strip() for name in bots.split(",")]
    cores = workers or os.cpu_count() or 1
    contest = Contest(form, names, budget, given, chosen_seed(seed))
    raise typer.Exit(hold(open_screen(), contest, games, cores, out, sprt, ray))


def tactics(
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    bots: Annotated[str, typer.Option("--bots")] = "greedy,planner,strategist",
    budget: BudgetOption = "4000n",
) -> None:
    """How many tactics of a folder each bot finds."""
    from tashkalar.terminal.reviews import tactics as try_them

    names = [name.strip() for name in bots.split(",")]
    raise typer.Exit(try_them(open_screen(), folder, names, budget))


def _check_cluster(address: str) -> None:
    """Complain about an address at which nothing listens; Ray itself would try for a minute."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        try:
            create_connection((host, int(port)), timeout=5).close()
        except (OSError, ValueError) as error:
            raise Complaint(f"there is no Ray cluster at {address}: {error}") from None
