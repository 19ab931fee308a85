"""Play: a game at the keyboard, and games that were kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tashkalar.terminal.commands.options import (
    BudgetOption,
    EngineOption,
    FormOption,
    LanguageOption,
    OpponentOption,
    SchoolsOption,
    SeedOption,
    chosen_schools,
    chosen_seed,
    open_screen,
)
from tashkalar.terminal.complaints import Complaint, about, require


def play(
    form: FormOption = "first-game",
    schools: SchoolsOption = None,
    seed: SeedOption = None,
    opponent: OpponentOption = "novice",
    budget: BudgetOption = "15000n",
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE")] = None,
    no_takebacks: Annotated[
        bool,
        typer.Option("--no-takebacks"),
    ] = False,
    language: LanguageOption = None,
    engine: EngineOption = None,
) -> None:
    """Play a game. You take the first seat."""
    from tashkalar import Game
    from tashkalar.bots import Budget, bot_named
    from tashkalar.terminal.replay import replayed
    from tashkalar.terminal.table import KeyboardTable

    if resume is not None:
        game = replayed(resume)
    else:
        game = Game.new(
            form, chosen_schools(form, schools), chosen_seed(seed), takebacks=not no_takebacks
        )
    others = () if opponent == "human" else range(1, len(game.schools))
    with about(""):
        bots = {seat: bot_named(opponent, game.seed + seat) for seat in others}
        thinking = Budget.parse(budget)
    levels = dict.fromkeys(bots, opponent)
    KeyboardTable(open_screen(language), game, bots, budget=thinking, levels=levels).play()


def learn(
    wanted: Annotated[str, typer.Argument(metavar="[LESSON]")] = "placing",
    listed: Annotated[bool, typer.Option("--list")] = False,
    check: Annotated[bool, typer.Option("--check")] = False,
    language: LanguageOption = None,
) -> None:
    """Learn the game lesson by lesson."""
    from tashkalar.lessons import courses
    from tashkalar.terminal import learning

    screen = open_screen(language)
    if check:
        raise typer.Exit(learning.check(screen))
    if listed:
        return learning.show_list(screen)
    if not any(wanted in course.lessons for course in courses()):
        raise Complaint(f"there is no lesson {wanted!r}; --list shows all of them")
    learning.LessonTable(screen, wanted).play()


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    step: Annotated[bool, typer.Option("--step")] = False,
    language: LanguageOption = None,
) -> None:
    """Replay a saved game as text."""
    from tashkalar.terminal.replay import show

    show(open_screen(language), file, step)


def analyze(
    file: Annotated[Path, typer.Argument(metavar="RECORD")],
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="BUDGET",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE"),
    ] = None,
    page: Annotated[Path | None, typer.Option("--html", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    language: LanguageOption = None,
    engine: EngineOption = None,
) -> None:
    """Review a saved game: mistakes and better turns."""
    from tashkalar.terminal.reviews import analyze as show

    if plot is not None:  # before the thinking, which takes a while
        require("matplotlib")
        if plot.suffix.lower() not in (".svg", ".png"):
            raise Complaint(f"{plot}: a picture is drawn as .svg or .png")
    for written in (plot, page):
        if written is not None and not written.parent.is_dir():
            raise Complaint(f"{written}: there is no folder {written.parent}")
    raise typer.Exit(show(open_screen(language), file, budget, as_json, plot, page))


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    step: Annotated[int, typer.Option("--step", metavar="NUMBER")] = 0,
    budget: Annotated[str | None, typer.Option("--budget", metavar="BUDGET")] = None,
    check: Annotated[bool, typer.Option("--check")] = False,
    language: LanguageOption = None,
    engine: EngineOption = None,
) -> None:
    """Show a study and the best turns in a position."""
    from tashkalar.terminal import studies

    if check:
        studies.check(open_screen(language), file)
    else:
        studies.show(open_screen(language), file, step, budget)
