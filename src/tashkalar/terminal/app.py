"""The command line: all commands of ``tashkalar``, in the order in which its help shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from tashkalar import __version__, engine
from tashkalar.terminal.commands import (
    administration,
    checking,
    club,
    keeping,
    laboratory,
    looking,
    playing,
    puzzling,
    serving,
    training,
)
from tashkalar.terminal.complaints import Commands, about

app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

# What players look for comes first.
SECTIONS: dict[str, tuple[Callable[..., None], ...]] = {
    "play": (playing.play, playing.learn, playing.replay, playing.analyze, playing.study),
    "look_up": (looking.cards, looking.rules, looking.bots),
    "server": (serving.serve, serving.migrate),
    "engine": (
        checking.scenario,
        checking.perft,
        checking.conform,
        checking.simulate,
        checking.prose,
        checking.listing,
    ),
    "laboratory": (laboratory.arena, laboratory.tactics),
}
for section, commands in SECTIONS.items():
    for command in commands:
        app.command(rich_help_panel=section)(command)
administration.admin.registered_commands += keeping.keeping.registered_commands
administration.admin.registered_commands += club.club.registered_commands
app.add_typer(administration.admin, name="admin", rich_help_panel="server")
app.add_typer(puzzling.puzzles, name="puzzles", rich_help_panel="play")
app.add_typer(puzzling.puzzles, name="puzzles", rich_help_panel="play")
app.add_typer(training.train, name="train", rich_help_panel="laboratory")


def _version(wanted: bool) -> None:
    if wanted:
        with about(""):
            print(f"tashkalar {__version__} (engine: {engine.in_use()})")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
