"""Positions as text: the board drawn, everything else a line a field.

The first lines name the format, the number of the rules and what the cards of its decks mean; a
text of other rules or other cards is refused. Fields that are as in an empty position are left
out. A position in the middle of an effect is written like any other.
"""

from __future__ import annotations

from typing import Any, TypeVar

from tashkalar import arena
from tashkalar.cards import MAKING, SCHOOLS, digest, is_digest
from tashkalar.notation import fields as text_of
from tashkalar.rules.history import RULES
from tashkalar.rules.soundness import Unsound, is_complete, is_sound
from tashkalar.state import FIELDS, State
from tashkalar.terms import LETTERS, lettered

HEADER = "tash-kalar position 2"
_DRAWN = frozenset(("pieces", "common", "heroic", "legendary"))

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
    for colour, owner in enumerate(LETTERS):
        if p.pieces[colour] & bit:
            return owner + ("1" if p.common & bit else "2" if p.heroic & bit else "3")
    return ".."


def board_of(pieces: str, owners: str = LETTERS) -> list[str]:
    """Pieces like ``A1e5 B2f6``, drawn on the board.

    >>> board_of("A1e5")[4]
    '5  .. .. .. .. A1 .. .. .. ..'
    """
    at: dict[str, str] = {}
    for piece in pieces.split():
        owner, square = piece[:2], piece[2:]
        if len(piece) != 4 or owner[0] not in owners or owner[1] not in "123":
            raise BadPosition(f"{piece!r} is no piece; write A1e5: color, rank, square")
        if square not in _SQUARES:
            raise BadPosition(f"{square!r} in {piece!r} is no square of the arena")
        if square in at:
            raise BadPosition(f"{square} holds two pieces")
        at[square] = owner
    rows = []
    for row in arena.ROWS:
        names = [f"{column}{row}" for column in arena.COLUMNS]
        cells = (at.get(name, "..") if name in _SQUARES else "  " for name in names)
        rows.append(f"{row}  {' '.join(cells)}".rstrip())
    return [*rows, "   " + "  ".join(arena.COLUMNS)]


_SQUARES = frozenset(arena.names(arena.ALL))


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
            owner = lettered(cell[:1])
            if len(cell) != 2 or owner is None or cell[1] not in "123":
                raise BadPosition(
                    f"{where}: {cell!r} on {arena.NAMES[square]} is no piece; write A1 to D3"
                )
            pieces[owner] |= 1 << square
            ranks[int(cell[1]) - 1] |= 1 << square
    return {
        "pieces": tuple(pieces),
        "common": ranks[0],
        "heroic": ranks[1],
        "legendary": ranks[2],
    }


def position_text(p: State) -> str:
    """A position as text; ``parse_position`` reads it back."""
    blank, fields = State().fields(), p.fields()
    lines = [HEADER, f"rules: {RULES}", f"cards: {digest(p.schools)}", "board:", *draw_board(p)]
    for name, value in fields.items():
        if name not in _DRAWN and value != blank[name]:
            lines.append(f"{name}: {text_of.show(name, fields)}")
    return "\n".join(lines) + "\n"


def parse_position(text: str, kind: type[P]) -> P:
    """The position a text means, as ``kind`` (usually ``Position``)."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise BadPosition(f"line 1: a position begins with {HEADER!r}")
    head = [line.partition(":") for line in lines[1:4]]
    if [name.strip() for name, *_ in head] != ["rules", "cards", "board"]:
        raise BadPosition("line 2: the lines 'rules:', 'cards:' and 'board:' begin a position")
    rules, cards = head[0][2].strip(), head[1][2].strip()
    if rules != str(RULES):
        raise BadPosition(f"line 2: the position is of rules {rules}, here they are {RULES}")
    fields = read_board(lines[4:14], "line 5")
    blank = State().fields()
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[14:], 15):
        name, colon, shown = line.partition(":")
        name = name.strip()
        if colon and name in FIELDS and name not in _DRAWN and name not in found:
            found[name] = (number, shown.strip())
        elif line.strip():
            raise BadPosition(f"line {number}: {line.strip()!r} is not a field of a position")
    for name in (name for name in FIELDS if name in found):
        number, shown = found[name]
        try:
            fields[name] = text_of.read(name, shown, fields, blank[name])
        except text_of.BadField as error:
            raise BadPosition(f"line {number}: {error}") from None
    schools = fields.get("schools", ())
    unknown = [school for school in schools if school not in (*SCHOOLS, *MAKING)]
    if unknown:
        raise BadPosition(f"line {found['schools'][0]}: there is no school {unknown[0]!r}")
    if not is_digest(cards, schools):
        here = digest(schools)
        raise BadPosition(f"line 3: the position is of other cards ({cards}, here {here})")
    try:
        position = kind(**fields)
        is_complete(position)
        is_sound(position)
    except Unsound as error:
        where = {"board": 4} | {name: at for name, (at, _) in found.items()}
        blamed = next((where[name] for name in error.about if name in where), len(lines))
        raise BadPosition(f"line {blamed}: {error}") from None
    return position
