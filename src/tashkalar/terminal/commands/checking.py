"""Check the engine: scenarios, counts, vectors, random games, and what a card says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tashkalar.cards import Being, Flare, Task
from tashkalar.terminal.commands.options import (
    EngineOption,
    FormOption,
    SchoolsOption,
    SeedOption,
    any_card,
    chosen_schools,
    chosen_seed,
    open_screen,
)
from tashkalar.terminal.complaints import Complaint, about

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files or folders of them.")]
Card = Annotated[
    str, typer.Argument(metavar="CARD", help="A card, by its name.", autocompletion=any_card)
]


def scenario(files: Files) -> None:
    """Run scenarios: board, choices, expected results."""
    from tashkalar.terminal.trials import scenarios

    raise typer.Exit(scenarios(open_screen(), files))


def perft(files: Files, engine: EngineOption = None) -> None:
    """Count choice sequences and compare with the expected numbers."""
    from tashkalar.terminal.trials import perfts

    raise typer.Exit(perfts(open_screen(), files))


def conform(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files or folders of vectors.")
    ],
) -> None:
    """Compare the engine with vectors of another implementation."""
    from tashkalar.terminal.conformance import compare

    raise typer.Exit(compare(open_screen(), paths))


def simulate(
    form: FormOption = "high-form",
    schools: SchoolsOption = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Number of games.")] = 1000,
    seed: SeedOption = "0",
    check: Annotated[bool, typer.Option("--check", help="Look for broken invariants.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    biased: Annotated[
        bool,
        typer.Option("--biased", help="Favor summoning, and cards that were resolved least often."),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Worker processes; one per core by default."),
    ] = None,
    engine: EngineOption = None,
) -> None:
    """Play random games and print statistics."""
    from tashkalar.simulate import Simulation
    from tashkalar.terminal.figures import run

    plan = Simulation(form, chosen_schools(form, schools), games, chosen_seed(seed), check, biased)
    raise typer.Exit(run(open_screen(), plan, workers, as_json))


def prose(card: Card) -> None:
    """Print a card effect as the engine understands it."""
    from tashkalar.effects.prose import prose as printed

    found = _named(card)
    if isinstance(found, Being):
        print(printed(found.effects))
    elif isinstance(found, Flare):
        for half, needs, effects in (
            ("upper", found.upper_needs, found.upper),
            ("lower", found.lower_needs, found.lower),
        ):
            print(f"{half}, from {needs}:\n{printed(effects, 1)}")
    else:
        print(f"{found.points} points for: {found.criterion}")


def listing(card: Card) -> None:
    """Print a card effect as a lowered program."""
    from tashkalar.effects.program import listing as printed

    found = _named(card)
    if isinstance(found, Task):
        raise Complaint(f"{found.id} is a task; tasks have no program")
    if isinstance(found, Being):
        print(printed(found.program))
    else:
        print(f"upper:\n{printed(found.program(1))}\nlower:\n{printed(found.program(2))}")


def _named(name: str) -> Being | Flare | Task:
    from tashkalar.terminal.lessons import named

    with about(""):
        return named(open_screen(), name)
