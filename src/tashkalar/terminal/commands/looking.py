"""Look things up: cards, rules and bots."""

from __future__ import annotations

from typing import Annotated

import typer

from tashkalar.cards import CARDS
from tashkalar.terminal.commands.options import (
    EngineOption,
    LanguageOption,
    any_card,
    open_screen,
)
from tashkalar.terminal.complaints import Complaint, about


def cards(
    name: Annotated[str | None, typer.Argument(autocompletion=any_card)] = None,
    deck: Annotated[str | None, typer.Option("--deck")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    language: LanguageOption = None,
) -> None:
    """Show the cards: patterns, ranks and effects."""
    from tashkalar.terminal import cards as drawing
    from tashkalar.terminal.lessons import named

    screen = open_screen(language)
    decks = drawing.decks()
    if deck is not None and deck not in decks:
        raise Complaint(f"there is no deck {deck!r}; the decks are {', '.join(decks)}")
    with about(""):
        wanted = [named(screen, name)] if name is not None else list(CARDS.values())
    wanted = [card for card in wanted if deck in (None, card.deck)]
    if not wanted:
        raise Complaint(f"there is no card {name!r} in the deck {deck!r}")
    if as_json:
        import json

        print(json.dumps([drawing.as_json(card) for card in wanted], indent=1))
    elif name is not None:
        for card in wanted:
            screen.print(drawing.face(screen, card))
    else:
        for each in [d for d in decks if deck in (None, d)]:
            drawing.print_deck(screen, each)


def rules(
    wanted: Annotated[list[str] | None, typer.Argument(metavar="[WORD]")] = None,
    language: LanguageOption = None,
) -> None:
    """Show or search the rules."""
    from tashkalar.terminal.rulebook import show

    show(open_screen(language), " ".join(wanted or ()))


def bots(language: LanguageOption = None, engine: EngineOption = None) -> None:
    """List the bots by strength, with the reason if one is unavailable."""
    from rich.table import Table
    from rich.text import Text

    from tashkalar.bots.playing.bot import LEVELS
    from tashkalar.scene.texts import bots as all_bots

    screen = open_screen(language)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in all_bots(screen.language):
        level = LEVELS.get(row.id)
        nodes = f"{level.nodes}n" if level else ""
        told = (row.id, row.name, nodes, row.missing or row.text)
        table.add_row(*(Text(word, style="dim" if row.missing else "") for word in told))
    screen.print(table)
