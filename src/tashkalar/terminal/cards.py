"""Cards as drawings: patterns, effect texts, and the same as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from tashkalar import catalogue
from tashkalar.arena import VECTORS
from tashkalar.cards import CARDS, Being, Card, Flare, Task
from tashkalar.terminal.screen import GOLD, QUIET, Screen
from tashkalar.terms import RANK_NAMES
from tashkalar.words import effect_words, half_words

WIDTH = 36  # of a card in a list


def pattern(screen: Screen, being: Being, missing: Iterable[tuple[int, int]] = ()) -> list[Text]:
    """A being's pattern, three characters a square; the brackets are the summoning square."""
    signs = {(x, y): (screen.shape(rank), "bold") for x, y, rank in being.pieces}
    signs |= dict.fromkeys(being.marked, (screen.signs.marked, GOLD))
    signs |= {
        (x, y): (screen.signs.arrows[VECTORS.index((x, y))], GOLD) for x, y in being.directions
    }
    for offset in missing:
        signs[offset] = (signs[offset][0], "bold #ff9486")
    home = signs.get((0, 0), (" ", ""))[0]
    columns = [x for x, _ in (*signs, (0, 0))]
    rows = [y for _, y in (*signs, (0, 0))]
    lines = []
    for y in range(min(rows), max(rows) + 1):
        line = Text()
        for x in range(min(columns), max(columns) + 1):
            if (x, y) == (0, 0):
                line.append(f"[{home}]", style="bold #63d6cd")
            else:
                sign, style = signs.get((x, y), (screen.shape(0), QUIET))
                line.append(f" {sign} ", style=style)
        lines.append(line)
    return lines


def title(screen: Screen, card: Card) -> Text:
    """The name of a card with its rank, its thresholds or its points."""
    line = Text(screen.name(card.id), style="bold")
    if isinstance(card, Being):
        line.append(f"  {screen.shape(card.rank)} {screen.rank(card.rank)}", style=QUIET)
    elif isinstance(card, Task):
        points = screen.say("points", n=card.points)
        advanced = screen.signs.dot + screen.say("advanced") if card.advanced else ""
        line.append(f"  {points}{advanced}", style=GOLD)
    return line


def body(screen: Screen, card: Card) -> list[Text]:
    """What a card says."""
    if isinstance(card, Being):
        return [Text(effect_words(card, screen.language))]
    if isinstance(card, Flare):
        return [
            _half(screen, card, "upper", card.upper_needs),
            _half(screen, card, "lower", card.lower_needs),
        ]
    kind = screen.text(f"task_type.{card.type}")
    return [Text(screen.text(f"{card.id}.criterion")), Text(kind, style=QUIET)]


def _half(screen: Screen, flare: Flare, half: str, needs: int) -> Text:
    effect = half_words(flare, half, screen.language)
    return Text(screen.text(f"flare.{half}", n=needs, effect=effect))


def face(screen: Screen, card: Card) -> RenderableType:
    """A whole card."""
    drawn = pattern(screen, card) if isinstance(card, Being) else []
    return Group(title(screen, card), *drawn, *body(screen, card))


def gallery(screen: Screen, cards: Iterable[Card]) -> RenderableType:
    """Cards side by side, as many as fit."""
    width = min(WIDTH, screen.width - 2)
    faces = [Padding(face(screen, card), (0, 2, 1, 0)) for card in cards]
    return Columns(faces, width=width, padding=0)


def deck_title(screen: Screen, deck: str) -> str:
    """What people call a deck; a school's deck is called after the school."""
    keys = (f"deck.{deck}", f"school.{deck}", f"terminal.deck.{deck}")
    return screen.text(next((k for k in keys if catalogue.has(k, screen.language)), deck))


def print_deck(screen: Screen, deck: str) -> None:
    """All cards of a deck under its name."""
    found = [card for card in CARDS.values() if card.deck == deck]
    head = f"{deck_title(screen, deck)} ({len(found)})"
    screen.print(Rule(head, style=QUIET, characters=screen.signs.rule))
    screen.print(gallery(screen, found))


def decks() -> list[str]:
    """The names of all decks, in card order."""
    return list(dict.fromkeys(card.deck for card in CARDS.values()))


def as_json(card: Card) -> dict[str, Any]:
    """A card's facts, ready for JSON."""
    if isinstance(card, Being):
        return {
            "id": card.id,
            "deck": card.deck,
            "rank": RANK_NAMES[card.rank],
            "pieces": [[x, y, RANK_NAMES[rank]] for x, y, rank in card.pieces],
            "marked": [list(offset) for offset in card.marked],
            "directions": [list(offset) for offset in card.directions],
        }
    if isinstance(card, Flare):
        return {
            "id": card.id,
            "deck": card.deck,
            "upper": {"threshold": card.upper_needs},
            "lower": {"threshold": card.lower_needs},
        }
    return {
        "id": card.id,
        "deck": card.deck,
        "type": card.type,
        "points": card.points,
        "advanced": card.advanced,
    }
