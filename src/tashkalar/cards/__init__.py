"""All cards, in one numbered row, and the decks they form."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from types import ModuleType

from tashkalar.cards import flares, highland, imperial, legends, sylvan, tasks
from tashkalar.cards.card import Being, Card, Flare, Orientation, Task
from tashkalar.cards.earlier import EARLIER, FIRST
from tashkalar.cards.meaning import meaning

__all__ = ["Being", "Card", "Flare", "Orientation", "Task"]

# The school a player can take -> the deck it plays with.
SCHOOLS = {
    "northern_imperial": "imperial",
    "southern_imperial": "imperial",
    "highland": "highland",
    "sylvan": "sylvan",
}


class UnknownCard(ValueError):
    """A name that is no card."""


def _numbered(modules: dict[str, ModuleType]) -> tuple[Card, ...]:
    found: list[Card] = []
    for deck, module in modules.items():
        for card in vars(module).values():
            if isinstance(card, Being | Flare | Task):
                found.append(replace(card, deck=deck, number=len(found)))
    return tuple(found)


CARDS = _numbered(
    {
        "imperial": imperial,
        "highland": highland,
        "sylvan": sylvan,
        "legends": legends,
        "flares": flares,
        "tasks": tasks,
    }
)
BEINGS: tuple[Being, ...] = tuple(c for c in CARDS if isinstance(c, Being))
FLARES: tuple[Flare, ...] = tuple(c for c in CARDS if isinstance(c, Flare))
TASKS: tuple[Task, ...] = tuple(c for c in CARDS if isinstance(c, Task))
BY_ID: dict[str, Card] = {card.id: card for card in CARDS}


@cache
def deck(name: str) -> tuple[int, ...]:
    """The numbers of a deck's cards."""
    return tuple(card.number for card in CARDS if card.deck == name)


def card(name: str) -> Card:
    """A card by its id; spaces, hyphens and capitals are forgiven."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_").replace("'", "")
    found = BY_ID.get(wanted)
    if found is None:
        from difflib import get_close_matches

        close = get_close_matches(wanted, BY_ID, 3)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise UnknownCard(f"there is no card {name!r}{hint}")
    return found


@cache
def deck_digest(name: str) -> str:
    """A fingerprint of what the cards of one deck mean, in their order."""
    text = "\n".join(meaning(CARDS[number]) for number in deck(name))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def digest(schools: tuple[str, ...]) -> str:
    """A fingerprint of what all the cards of a game mean: its record names it."""
    decks = {*(SCHOOLS[school] for school in schools), "legends", "flares", "tasks"}
    text = "\n".join(f"{name} {deck_digest(name)}" for name in sorted(decks))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def first_digest(schools: tuple[str, ...]) -> str:
    """What ``digest`` was when tables and records of rules 1 did not name their rules."""
    return FIRST.get(tuple(sorted({SCHOOLS[school] for school in schools})), "")


def is_digest(found: str, schools: tuple[str, ...]) -> bool:
    """Does a fingerprint, maybe of an earlier version, stand for the cards of these schools?"""
    while found in EARLIER:
        found = EARLIER[found]
    return found == digest(schools)
