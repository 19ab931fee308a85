"""Help for players: the game in short, the commands, and any card or term."""

from __future__ import annotations

from difflib import get_close_matches

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tashkalar import catalogue
from tashkalar.cards import CARDS, Card, UnknownCard, card
from tashkalar.rules.forms import FORMS
from tashkalar.scene.glossary import meant
from tashkalar.terminal import board, cards
from tashkalar.terminal.screen import OFFER, QUIET, Screen

# The commands of a player as they are typed, in any language.
COMMANDS = (
    "undo",
    "redo",
    "board",
    "hand",
    "log",
    "hint",
    "help [CARD]",
    "?",
    "save FILE",
    "report [FILE]",
    "resign",
    "quit",
)
_TAKING_BACK = ("undo", "redo")


def general(screen: Screen, form: str, takebacks: bool = True) -> RenderableType:
    """The game in a few sentences, then the commands."""
    rules = FORMS[form]
    turn = "turn_first" if rules.first else "turn"
    goal = "deathmatch" if not rules.tasks else "tasks_first" if rules.first else "tasks"
    paragraphs = [screen.say(f"help.{part}") for part in (turn, "summoning", "flare", goal)]
    parts: list[RenderableType] = [Text(screen.say("help.title"), style="bold")]
    parts += [Text(paragraph) for paragraph in paragraphs]
    return Group(*parts, board.key(screen, form), Text(), commands(screen, takebacks))


def commands(screen: Screen, takebacks: bool = True) -> Table:
    """The commands at the table, and what they do."""
    table = Table.grid(padding=(0, 2))
    for command in COMMANDS:
        if command in _TAKING_BACK and not takebacks:
            continue
        word = command.split()[0]
        told = screen.say(f"command.{'ask' if word == '?' else word}")
        table.add_row(Text(command, style=OFFER), Text(told))
    return table


def about(screen: Screen, topic: str) -> RenderableType:
    """A card, or a term of the rules; an error names what is close."""
    term = "_".join(topic.lower().split())
    if catalogue.has(f"term.{term}", screen.language):
        return Text(screen.text(f"term.{term}"))
    if (found := meant(topic, screen.language)) is not None:
        return Text(screen.text(f"term.{found}"))
    return cards.face(screen, named(screen, topic))


def named(screen: Screen, topic: str) -> Card:
    """A card by its id, its name, or the beginning of it."""
    try:
        return card(topic)
    except UnknownCard:
        wanted = topic.strip().lower()
        found = [c for c in CARDS.values() if screen.name(c.id).lower().startswith(wanted)]
        if len(found) != 1:
            raise
        return found[0]


def unknown(screen: Screen, topic: str) -> str:
    """That there is no such card, with the names that are nearest to what was typed."""
    names = {screen.name(c.id).lower(): screen.name(c.id) for c in CARDS.values()}
    close = [names[found] for found in get_close_matches(topic.strip().lower(), names, 3)]
    if not close:
        return screen.text("unclear.card", typed=topic)
    return screen.text("unclear.close", typed=topic, names=", ".join(close))


def answering(screen: Screen) -> Text:
    """How to answer any question."""
    return Text(screen.say("help.answers"), style=QUIET)
