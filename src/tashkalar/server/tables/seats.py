"""Seats: who sits there, and what a name may look like."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from msgspec import json

NAME_LENGTH = 24
CHAT_LENGTH = 500

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike

Kind = Literal["human", "bot", "open"]


class BadName(ValueError):
    """A name or a text that cannot be shown; ``why`` says what is wrong, for the catalogues."""

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(why)
        self.why, self.values = why, values


@dataclass(frozen=True)
class Seat:
    """A seat of a table. A seat that a bot has taken over keeps its owner."""

    kind: Kind
    name: str = ""
    owner: str | None = None  # SHA-256 of the token it belongs to
    bot: str | None = None
    left: bool = False  # went away for good: may be replaced at once
    flagged: bool = False  # out of time in a melee: cannot come back

    @property
    def replaced(self) -> bool:
        """Does a bot play for somebody?"""
        return self.kind == "bot" and self.owner is not None


def hashed(secret: str) -> str:
    """What is kept of a token or a code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(32)


def new_id(characters: int) -> str:
    """A name nobody guesses, without letters that look alike."""
    return "".join(secrets.choice(_LETTERS) for _ in range(characters))


@lru_cache(10_000)
def public_id(owner: str) -> str:
    """By what everybody may know a guest: it follows from the owner, which nobody learns by it.

    >>> public_id("a") == public_id("a") != public_id("b")
    True
    """
    number = int.from_bytes(hashlib.sha256(f"guest {owner}".encode()).digest())
    return "".join(_LETTERS[number // 31**n % 31] for n in range(12))


def written(seats: tuple[Seat, ...]) -> str:
    """The seats as they are stored."""
    return json.encode(seats).decode()


def read(sitting: str) -> tuple[Seat, ...]:
    """The seats as they were stored."""
    return json.decode(sitting, type=tuple[Seat, ...])


# Shown as nothing, though they are letters, marks or symbols: fillers, joiners, blanks.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
_SELECTORS = re.compile("[\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")
_STACKED = 3  # marks over or under one letter; scripts that need more are none that we know


def checked_name(name: str, length: int = NAME_LENGTH) -> str:
    """A name as it may be shown: on one line, with something to see, not too long.

    >>> checked_name("  Zoë   van Dam ")
    'Zoë van Dam'
    """
    shown = " ".join(_SELECTORS.sub("", unicodedata.normalize("NFC", name)).split())
    if not shown or not any(_visible(letter) for letter in shown):
        raise BadName("bad_name.empty")
    if len(shown) > length:
        raise BadName("bad_name.long", n=length)
    if not all(_visible(letter) or letter == " " for letter in shown):
        raise BadName("bad_name.control")
    marks = sum(map(_mark, shown))
    if _mark(shown[0]) or _stacked(shown) or 2 * marks > len(shown):
        raise BadName("bad_name.marks")
    return shown


def folded_name(name: str) -> str:
    """A name as names are compared: without spaces, case and width.

    >>> folded_name("Zoë van DAM") == folded_name("zoëVanDam")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def checked_text(text: str) -> str:
    """A line of chat."""
    shown = unicodedata.normalize("NFC", text).strip()
    if not any(_visible(letter) for letter in shown):
        raise BadName("bad_text.empty")
    if len(shown) > CHAT_LENGTH:
        raise BadName("bad_text.long", n=CHAT_LENGTH)
    if not all(_visible(letter) or letter in " \n\u200d" for letter in shown):
        raise BadName("bad_text.control")
    if _stacked(shown):
        raise BadName("bad_text.marks")
    return shown


def _visible(letter: str) -> bool:
    # Control, format (also those that turn the direction of writing), surrogate, private,
    # unassigned; line and paragraph separators; spaces.
    return unicodedata.category(letter)[0] not in "CZ" and letter not in _BLANK


def _mark(letter: str) -> bool:
    """Is it drawn over, under or around the letter before it?"""
    return unicodedata.category(letter) in ("Mn", "Me")


def _stacked(text: str) -> bool:
    """Do marks pile up so high that they cover what is above or below?"""
    runs = (len(list(run)) for marks, run in groupby(text, _mark) if marks)
    return max(runs, default=0) > _STACKED
