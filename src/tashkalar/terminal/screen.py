"""The screen: where everything is printed, with the signs and colours it can show.

Nothing is told by colour alone. On a terminal that cannot show Unicode every sign has an ASCII
stand-in.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from tashkalar.catalogue import name, text
from tashkalar.player_names import LETTERED
from tashkalar.refusal import Refusal
from tashkalar.terms import LETTERS
from tashkalar.words import refusal_words

# The faces of the four colours: light on dark or dark on light, none of them a square's colour.
FACES = ("#ffffff on #2b4fa3", "#1b0e00 on #e07b1a", "#1c0b33 on #b98cf0", "#10222c on #dfeff7")

OFFER = "bold #63d6cd"  # "you can act here" and nothing else
GOLD = "#efc25a"  # points, what is almost there
QUIET = "dim"
BAD = "bold #ff9486"
GOOD = "bold #9adb86"


@dataclass(frozen=True)
class Signs:
    """The signs of one character set."""

    ranks: str  # empty, common, heroic, legendary
    arrows: str  # in the arena's order of directions
    marked: str
    met: str
    unmet: str
    dot: str  # between parts of a line
    diamond: str  # an action that is left
    rule: str  # a line across the page


UNICODE = Signs("·●◆★", "↑↗→↘↓↙←↖", "✦", "✓", "·", " · ", "◆", "─")
ASCII = Signs(".o#*", "^/>\\v/<\\", "x", "+", "-", " | ", "*", "-")

# What the catalogue may contain beyond ASCII, and how it is written without.
_PLAIN = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "’": "'",
        "–": "-",
        "—": "-",
        "…": "...",
        "·": "|",
        "×": "x",
        "⟦": "[",
        "⟧": "]",
    }
)


class Screen:
    """A console, its signs, and the language it speaks."""

    def __init__(self, console: Console | None = None, language: str = "en") -> None:
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.language = language
        self.players = LETTERED  # the names of the players at this screen, and who reads it
        self.ascii = self.console.options.ascii_only
        self.signs = ASCII if self.ascii else UNICODE

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self.console.width

    @property
    def can_clear(self) -> bool:
        """Can what is on the screen be cleared away?"""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def text(self, key: str, **values: object) -> str:
        """A text of the catalogue, in this screen's language and characters."""
        return self.plain(text(key, self.language, **values))

    def say(self, key: str, **values: object) -> str:
        """A text of the terminal's own."""
        return self.text(f"terminal.{key}", **values)

    def refusal(self, refused: Refusal) -> str:
        """Why a choice is refused."""
        return self.plain(refusal_words(refused, self.language, self.players))

    def player(self, seat: int) -> str:
        """Return the name of a player, or "You" for the player who reads this screen."""
        return self.text("web.you") if self.players.reads_seat(seat) else self.players.of_seat(seat)

    def players_of(self, colour: int) -> str:
        """Return the names of the players with the pieces of a color."""
        return self.players.of_colour(colour, self.language)

    def plain(self, shown: str) -> str:
        """A text in this screen's characters."""
        return shown.translate(_PLAIN) if self.ascii else shown

    def name(self, card_id: str) -> str:
        """The name of a card."""
        return name(card_id, self.language)

    def print(self, *parts: RenderableType, style: str | None = None) -> None:
        """Print each part on lines of its own; nothing makes an empty line."""
        for part in parts or ("",):
            self.console.print(part, style=style)

    def line(self, words: str, style: str = "") -> None:
        """Print one line, however long: for reports that other programs may read."""
        self.console.print(Text(words, style=style), soft_wrap=True)

    def refuse(self, words: str) -> None:
        """Say what cannot be done."""
        self.print(Text(self.plain(words), style=BAD))

    def clear(self, for_another: bool = False) -> None:
        """A fresh page; on paper, a blank line. Another player must not scroll back."""
        if self.can_clear:
            self.console.clear()
            if for_another:
                self.console.file.write("\x1b[3J")
        else:
            self.console.print()

    def shape(self, rank: int) -> str:
        """The sign of a rank."""
        return self.signs.ranks[rank]

    def owner(self, colour: int) -> Text:
        """A colour's letter, as its pieces show it."""
        return Text(f" {LETTERS[colour]} ", style=FACES[colour])

    def rank(self, rank: int) -> str:
        """The word for a rank."""
        return self.text(f"rank.{('', 'common', 'heroic', 'legendary')[rank]}")
