"""``tashkalar puzzles``: solve puzzles, find new ones, prove and grade them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import (
    EngineOption,
    FormOption,
    LanguageOption,
    SeedOption,
    chosen_seed,
    offering,
    open_screen,
)
from tashkalar.terminal.complaints import Commands, Complaint, about


def _ids() -> list[str]:
    from tashkalar.puzzles import listed

    return [entry.id for entry in listed()]


FolderOption = Annotated[
    Path | None, typer.Option("--folder", metavar="DIR", exists=True, file_okay=False)
]

puzzles = typer.Typer(cls=Commands, invoke_without_command=True, rich_markup_mode=None)


@puzzles.callback()
def _listed(
    context: typer.Context,
    form: Annotated[str | None, typer.Option("--form")] = None,
    drawn: Annotated[bool, typer.Option("--boards")] = False,
    language: LanguageOption = None,
) -> None:
    if context.invoked_subcommand is None:
        from tashkalar.rules.forms import form_named
        from tashkalar.terminal.puzzling import show_list

        if form is not None:
            with about(""):
                form_named(form)
        show_list(open_screen(language), form, drawn)


@puzzles.command()
def solve(
    wanted: Annotated[
        str | None, typer.Argument(metavar="[ID]", autocompletion=offering(_ids))
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Solve a puzzle (default: the puzzle of the day)."""
    from datetime import UTC, datetime

    from tashkalar.puzzles import UnknownPuzzle, daily, puzzle
    from tashkalar.terminal.puzzling import PuzzleTable

    screen = open_screen(language)
    try:
        found = puzzle(wanted) if wanted else daily(datetime.now(UTC).date())
    except UnknownPuzzle as error:
        raise Complaint(str(error)) from None
    PuzzleTable(screen, found).play()


@puzzles.command()
def mine(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", file_okay=False)],
    form: FormOption = "high-form",
    count: Annotated[int, typer.Option("--count", min=1)] = 10,
    seed: SeedOption = "0",
    wins: Annotated[bool, typer.Option("--wins")] = False,
    engine: EngineOption = None,
) -> None:
    """Find puzzles in bot games."""
    from tashkalar.puzzles.mining import Mine
    from tashkalar.rules.forms import form_named
    from tashkalar.terminal.puzzle_making import mine as dig

    with about(""):
        form_named(form)
    raise typer.Exit(dig(open_screen(), Mine(form, chosen_seed(seed), wins), count, out))


@puzzles.command()
def check(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", autocompletion=offering(_ids))
    ] = None,
    deeper: Annotated[bool, typer.Option("--deeper")] = False,
    folder: FolderOption = None,
    engine: EngineOption = None,
) -> None:
    """Prove puzzles: search every possible turn."""
    from tashkalar.terminal.puzzle_making import check as prove

    raise typer.Exit(prove(open_screen(), wanted or [], deeper, folder))


@puzzles.command()
def grade(
    folder: FolderOption = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    engine: EngineOption = None,
) -> None:
    """Let bots of every level try puzzles and store the grades."""
    from tashkalar.terminal.puzzle_making import grade as measure

    raise typer.Exit(measure(open_screen(), folder, again))
