"""The laboratory: bots against each other and against tactics."""

from __future__ import annotations

import os
from pathlib import Path
from socket import create_connection
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import (
    BudgetOption,
    EngineOption,
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
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games per pairing, or per table in a melee.")
    ] = 100,
    budget: BudgetOption = "1000n",
    schools: SchoolsOption = None,
    seed: SeedOption = "0",
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Worker processes; one per core by default."),
    ] = None,
    sprt: Annotated[
        str,
        typer.Option(
            "--sprt",
            help="Stop as soon as a sequential test decides between two Elo differences: 0,30.",
        ),
    ] = "",
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", file_okay=False, help="Folder for the results.")
    ] = Path("contest"),
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster; local starts one.")
    ] = "",
    engine: EngineOption = None,
) -> None:
    """Let bots play each other. Repeat the command to resume."""
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
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of puzzles.")],
    bots: Annotated[
        str, typer.Option("--bots", help="Names of bots, separated by commas.")
    ] = "greedy,planner,strategist",
    budget: BudgetOption = "4000n",
    engine: EngineOption = None,
) -> None:
    """Test bots on a folder of puzzles."""
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
