"""``tashkalar train``: the evaluation of the bots learned from their games."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar.terminal.commands.options import (
    BudgetOption,
    FormOption,
    SeedOption,
    chosen_seed,
    open_screen,
)
from tashkalar.terminal.complaints import Commands, Complaint, about, require

if TYPE_CHECKING:
    from tashkalar.bots.learning.training import TrainingRun

WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, help="Worker processes; one per core by default.")
]
GamesOption = Annotated[int, typer.Option("--games", min=10, help="Number of games.")]


class Judge(Enum):
    """The levels that have weights of their own; the lower ones judge like the planner."""

    PLANNER = "planner"
    STRATEGIST = "strategist"


WeightsOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="A weights file to change.", exists=True),
]


train = typer.Typer(
    cls=Commands,
    help="Train the evaluation of bots on games.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@train.callback()
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@train.command()
def worths(
    form: FormOption = "duel",
    bots: Annotated[
        str, typer.Option("--bots", help="Who plays against itself; several take turns.")
    ] = "greedy,planner",
    games: GamesOption = 300,
    budget: BudgetOption = "400n",
    seed: SeedOption = "1",
    workers: WorkersOption = None,
    out: WeightsOption = None,
) -> None:
    """Estimate the worth of beings from self-play."""
    from tashkalar.bots.learning.worths import learn
    from tashkalar.bots.playing.bot import bot_named
    from tashkalar.terminal.contests import train

    with about(""):
        names = [name.strip() for name in bots.split(",")]
        for name in names:
            bot_named(name)
        run = _run(form, games, budget, seed, workers, out)
        raise typer.Exit(train(open_screen(), run, lambda run, report: learn(run, names, report)))


@train.command()
def tune(
    form: FormOption = "duel",
    games: GamesOption = 800,
    budget: BudgetOption = "250n",
    seed: SeedOption = "1",
    workers: WorkersOption = None,
    out: WeightsOption = None,
    level: Annotated[Judge, typer.Option(help="Whose weights are improved.")] = Judge.STRATEGIST,
) -> None:
    """Tune the weights by matches."""
    from tashkalar.bots.learning.tuning import learn
    from tashkalar.terminal.contests import train

    with about(""):
        run = _run(form, games, budget, seed, workers, out)._replace(level=level.value)
        raise typer.Exit(train(open_screen(), run, learn))


def _regression(module: str, usual: str, many: int, deep: str) -> Callable[..., None]:
    """A command that takes no options but those of every training run."""

    def command(
        form: FormOption = usual,
        games: GamesOption = many,
        budget: BudgetOption = deep,
        seed: SeedOption = "1",
        workers: WorkersOption = None,
        out: WeightsOption = None,
    ) -> None:
        from tashkalar.terminal.contests import train

        learn = import_module(f"tashkalar.bots.learning.{module}").learn
        with about(""):
            run = _run(form, games, budget, seed, workers, out)
            raise typer.Exit(train(open_screen(), run, learn))

    return command


train.command("outcomes", help="Fit piece and point values to game results.")(
    _regression("outcomes", "duel", 300, "1000n")
)
train.command("foresight", help="Predict what opponents' replies leave of a turn.")(
    _regression("foresight", "high-form", 40, "3000n")
)
train.command("starts", help="Evaluate positions at the start of a turn.")(
    _regression("starts", "duel", 200, "1500n")
)


def _run(
    form: str, games: int, budget: str, seed: str | None, workers: int | None, out: Path | None
) -> TrainingRun:
    from tashkalar.bots.learning.training import TrainingRun
    from tashkalar.bots.playing.weights import WEIGHTS

    require("numpy", "sklearn")
    if out is not None:
        _check_weights(out, WEIGHTS)
    cores = workers or os.cpu_count() or 1
    return TrainingRun(form, games, budget, chosen_seed(seed), cores, out or WEIGHTS)


def _check_weights(file: Path, like: Path) -> None:
    """Complain about a file that cannot take what is learned, before any game is played."""
    from tashkalar.bots.playing.weights import read

    with about(file):
        text = file.read_text(encoding="utf-8")
    try:
        parts = set(json.loads(text))
    except (ValueError, TypeError):
        parts = set()
    if missing := sorted(read(like).keys() - parts):
        raise Complaint(f"{file}: this is no weights file; it lacks {', '.join(missing)}")
