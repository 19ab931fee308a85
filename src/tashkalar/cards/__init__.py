"""All cards by number, and the decks they form.

A card's number never moves: each deck has a block of numbers, and a card's place in its deck is
its place in the block. Numbers without a card are free. Positions, choices and programs are
numbered by cards, and so is whatever learns from them.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tashkalar.cards import decks
from tashkalar.cards.card import Being, Card, Flare, Orientation, Task
from tashkalar.cards.earlier import EARLIER, FIRST
from tashkalar.cards.meaning import meaning
from tashkalar.choice import CARD_LIMIT

__all__ = ["Being", "Card", "Flare", "Orientation", "Task"]


class UnknownCard(ValueError):
    """A name that is no card."""


# The first number of each deck's block, up to the first of the next one.
BLOCKS = {
    "imperial": 0,
    "highland": 18,
    "sylvan": 36,
    "everfrost": 54,
    "nethervoid": 72,
    "etherweave": 90,
    "legends": 162,
    "flares": 180,
    "tasks": 198,
}
# Blocks of 18 that are lent to decks of players' own for one game.
LENT = (108, 126, 144, 238)


SHARED = ("legends", "flares", "tasks")  # decks that all players draw from


def _decks() -> list[str]:
    """The decks that there are, in the order of their numbers."""
    found = [module.name for module in iter_modules(decks.__path__)]
    for name in found:
        if name not in BLOCKS:
            raise ValueError(f"the deck {name} has no block of numbers; those with one: {BLOCKS}")
    return sorted(found, key=BLOCKS.__getitem__)


def _numbered() -> tuple[dict[int, Card], dict[str, str]]:
    """The cards by number, and the deck of each school that players can take."""
    found: dict[int, Card] = {}
    schools: dict[str, str] = {}
    ends = sorted((*BLOCKS.values(), *LENT, CARD_LIMIT))
    for name in _decks():
        number = BLOCKS[name]
        end = next(n for n in ends if n > number)
        written = vars(import_module(f"{decks.__name__}.{name}"))
        for card in written.values():
            if isinstance(card, Being | Flare | Task):
                if number == end:
                    raise ValueError(f"the deck {name} has more cards than its block of numbers")
                found[number] = replace(card, deck=name, number=number)
                number += 1
        schools |= dict.fromkeys(written.get("SCHOOLS", ()), name)
    return found, schools


CARDS, SCHOOLS = _numbered()
# Decks in the making: no player can take them, but scenarios and vectors can play their cards.
MAKING = tuple(name for name in _decks() if name not in (*SHARED, *SCHOOLS.values()))
BEINGS: dict[int, Being] = {n: c for n, c in CARDS.items() if isinstance(c, Being)}
FLARES: dict[int, Flare] = {n: c for n, c in CARDS.items() if isinstance(c, Flare)}
TASKS: dict[int, Task] = {n: c for n, c in CARDS.items() if isinstance(c, Task)}
BY_ID: dict[str, Card] = {card.id: card for card in CARDS.values()}


@cache
def deck(name: str) -> tuple[int, ...]:
    """The numbers of a deck's cards."""
    return tuple(card.number for card in CARDS.values() if card.deck == name)


def deck_of(school: str) -> str:
    """The deck a school plays with; a deck in the making is its own school."""
    return school if school in MAKING else SCHOOLS[school]


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
    decks = {*map(deck_of, schools), *SHARED}
    text = "\n".join(f"{name} {deck_digest(name)}" for name in sorted(decks))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def first_digest(schools: tuple[str, ...]) -> str:
    """What ``digest`` was when tables and records of rules 1 did not name their rules."""
    return FIRST.get(tuple(sorted({deck_of(school) for school in schools})), "")


def is_digest(found: str, schools: tuple[str, ...]) -> bool:
    """Does a fingerprint, maybe of an earlier version, stand for the cards of these schools?"""
    while found in EARLIER:
        found = EARLIER[found]
    return found == digest(schools)
