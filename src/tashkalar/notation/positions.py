"""Positions as text: the board drawn, everything else a line a field.

The first line names the format. Fields that are as in an empty position are left out. A
position in the middle of an effect is written like any other.
"""

from __future__ import annotations

from ast import literal_eval
from typing import Any, TypeVar

from tashkalar import arena
from tashkalar.cards import BY_ID, CARDS
from tashkalar.position import FIELDS, State

HEADER = "tash-kalar position 1"
OWNERS = "ABCD"

# Fields whose numbers are cards, written by their ids.
_CARDS = frozenset((
    "beings", "legends", "flares", "decks", "discards", "legend_deck", "legend_discards",
    "flare_deck", "flare_discards", "tasks", "task_deck", "claimed",
))  # fmt: skip
_ROWS = frozenset(("beings", "legends", "flares", "decks", "discards", "claimed"))
_DRAWN = frozenset(("pieces", "common", "heroic", "legendary"))
_UNKNOWN = "?"

P = TypeVar("P", bound=State)


class BadPosition(ValueError):
    """A text that is not a position; the message names the line."""


def draw_board(p: State) -> list[str]:
    """The arena, a row a line: .. is an empty square, B2 a heroic piece of colour B."""
    lines = []
    for y, row in enumerate(arena.ROWS):
        cells = []
        for x in range(len(arena.COLUMNS)):
            bit = 1 << arena.WIDTH * y + x
            cells.append(_cell(p, bit) if bit & arena.ALL else "  ")
        lines.append(f"{row}  {' '.join(cells)}".rstrip())
    return [*lines, "   " + "  ".join(arena.COLUMNS)]


def _cell(p: State, bit: int) -> str:
    for colour, owner in enumerate(OWNERS):
        if p.pieces[colour] & bit:
            return owner + ("1" if p.common & bit else "2" if p.heroic & bit else "3")
    return ".."


def read_board(lines: list[str], where: str = "board") -> dict[str, Any]:
    """The fields pieces, common, heroic and legendary from a drawn board."""
    pieces, ranks = [0, 0, 0, 0], [0, 0, 0]
    rows = [line.split() for line in lines if line.strip()]
    if rows and rows[-1] == list(arena.COLUMNS):
        rows.pop()
    if len(rows) != len(arena.ROWS):
        raise BadPosition(f"{where}: a board has nine rows, not {len(rows)}")
    for y, cells in enumerate(rows):
        squares = [i for i in arena.squares(arena.ALL) if i // arena.WIDTH == y]
        if cells[:1] != [arena.ROWS[y]] or len(cells) != len(squares) + 1:
            raise BadPosition(
                f"{where}: row {arena.ROWS[y]} needs its number and {len(squares)} squares, "
                f"not {' '.join(cells)!r}"
            )
        for square, cell in zip(squares, cells[1:], strict=True):
            if cell in ("..", "."):
                continue
            if len(cell) != 2 or cell[0] not in OWNERS or cell[1] not in "123":
                raise BadPosition(
                    f"{where}: {cell!r} on {arena.NAMES[square]} is no piece; write A1 to D3"
                )
            pieces[OWNERS.index(cell[0])] |= 1 << square
            ranks[int(cell[1]) - 1] |= 1 << square
    return {
        "pieces": tuple(pieces), "common": ranks[0], "heroic": ranks[1], "legendary": ranks[2],
    }  # fmt: skip


def position_text(p: State) -> str:
    """A position as text; ``parse_position`` reads it back."""
    blank = State().fields()
    lines = [HEADER, "board:", *draw_board(p)]
    for name, value in p.fields().items():
        if name not in _DRAWN and value != blank[name]:
            lines.append(f"{name}: {_show(name, value)}")
    return "\n".join(lines) + "\n"


def _show(name: str, value: Any) -> str:
    if name in _CARDS:
        return _ids(value)
    return repr(value)


def _ids(value: Any) -> str:
    """(3, 5) -> swordmaster messenger; rows of cards are separated by /."""
    if value and isinstance(value[0], tuple):
        return " / ".join(_ids(part) or "-" for part in value)
    return " ".join(_UNKNOWN if c == 255 else CARDS[c].id for c in value)


def _numbers(text: str, nested: bool) -> Any:
    if nested:
        return tuple(_numbers(part, False) for part in text.split("/"))
    words = [word for word in text.split() if word != "-"]
    return tuple(255 if word == _UNKNOWN else BY_ID[word].number for word in words)


def parse_position(text: str, kind: type[P]) -> P:
    """The position a text means, as ``kind`` (usually ``Position``)."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise BadPosition(f"line 1: a position begins with {HEADER!r}")
    try:
        start = lines.index("board:")
    except ValueError:
        raise BadPosition("the position has no line 'board:'") from None
    fields = read_board(lines[start + 1 : start + 11], f"line {start + 2}")
    blank = State().fields()
    for number, line in enumerate(lines[start + 11 :], start + 12):
        if not line.strip():
            continue
        name, colon, shown = line.partition(":")
        name, shown = name.strip(), shown.strip()
        if not colon or name not in FIELDS or name in _DRAWN:
            raise BadPosition(f"line {number}: {line.strip()!r} is not a field of a position")
        try:
            if name in _CARDS:
                fields[name] = _numbers(shown, name in _ROWS)
            else:
                fields[name] = literal_eval(shown)
            if type(fields[name]) is not type(blank[name]):
                raise ValueError
        except (ValueError, SyntaxError, KeyError, TypeError):
            raise BadPosition(f"line {number}: {shown!r} does not fit {name}") from None
    return kind(**fields)
