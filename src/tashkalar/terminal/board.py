"""The arena as a drawing: squares, pieces, what may be chosen, what has just changed."""

from __future__ import annotations

from rich.text import Text

from tashkalar import arena
from tashkalar.rules.forms import FORMS
from tashkalar.state import State
from tashkalar.terminal.screen import FACES, Screen
from tashkalar.terms import LETTERS

# A square's sign is the brackets around it, so that it shows under a piece too.
_SIGNS = {
    "red": ("{", "}"),
    "green": ("(", ")"),
    "central": (":", ":"),
    "start": ("[", "]"),
    "plain": (" ", " "),
}
_TILES = {
    "red": "#e58a73 on #6b2f25",
    "green": "#c8edcc on #3f6a56",
    "central": "#cdac67 on #5a5140",
    "start": "#8d867a on #4b473f",
    "plain": "#8d867a on #4b473f",
}
_OFFERED = "#06201f on #63d6cd"
OFFERED, CHANGED = ">", "'"
CELL = 5
WIDTH = 3 + CELL * len(arena.COLUMNS) + 2


def ground(square: int, form: str) -> str:
    """Return the kind of square that the board of a form shows, a key of ``_SIGNS``.

    A start square has a start symbol or is beside one: no sign fits between two squares.
    """
    bit = 1 << square
    if bit & arena.RED:
        return "red"
    if bit & arena.GREEN:
        return "green"
    if bit & arena.CENTRAL and _marked_centre(form):
        return "central"
    return "start" if form in FORMS and any(bit & s for s in FORMS[form].starts) else "plain"


def _marked_centre(form: str) -> bool:
    """Of a position that belongs to no form, the side with the centre is shown."""
    return form not in FORMS or FORMS[form].marked_centre


def draw(
    screen: Screen, p: State, offered: int = 0, changed: int = 0, tall: bool = False
) -> list[Text]:
    """The arena, a line of the screen after the other.

    ``offered`` squares may be chosen now, ``changed`` ones are news to the viewer.
    """
    letters = "".join(f"{letter:^{CELL}}" for letter in arena.COLUMNS)
    lines = [Text(f"   {letters}", style="bold")]
    for y, row in enumerate(arena.ROWS):
        upper, lower = Text(f" {row} ", style="bold"), Text("   ")
        for x in range(len(arena.COLUMNS)):
            square = arena.WIDTH * y + x
            _cell(screen, p, square, upper, lower, offered, changed)
        upper.append(f" {row}", style="bold")
        lines += [upper, lower] if tall else [upper]
    return [*lines, Text(f"   {letters}", style="bold")]


def _cell(
    screen: Screen, p: State, square: int, upper: Text, lower: Text, offered: int, changed: int
) -> None:
    bit = 1 << square
    if not bit & arena.ALL:
        upper.append(" " * CELL)
        lower.append(" " * CELL)
        return
    kind = ground(square, p.form)
    tile = _TILES[kind]
    left, right = _SIGNS[kind]
    may = bool(bit & offered)
    if may:
        upper.append(OFFERED, style=f"bold {_OFFERED}")
    else:
        news = CHANGED if bit & changed else " "
        upper.append(news, style=f"bold #ffffff on {tile.split()[-1]}")
    upper.append(left, style=f"bold {tile}")
    upper.append(*_content(screen, p, bit, may, tile))
    upper.append(right, style=f"bold {tile}")
    lower.append(" " * CELL, style=tile)


def _content(screen: Screen, p: State, bit: int, may: bool, tile: str) -> tuple[str, str]:
    for colour, owner in enumerate(LETTERS):
        if p.pieces[colour] & bit:
            rank = 1 if p.common & bit else 2 if p.heroic & bit else 3
            return owner + screen.shape(rank), f"bold {FACES[colour]}"
    dot = screen.shape(0)
    return f"{dot} ", _OFFERED if may else tile


def key(screen: Screen, form: str) -> Text:
    """One line that explains the signs on the board of a form."""
    shapes = [f"{screen.shape(rank)} {screen.rank(rank)}" for rank in (1, 2, 3)]
    kinds = ("red", "green", "central" if _marked_centre(form) else "start")
    grounds = [f"{''.join(_SIGNS[kind])} {screen.say(f'ground.{kind}')}" for kind in kinds]
    marks = [f"{OFFERED} {screen.say('key.offered')}", f"{CHANGED} {screen.say('key.changed')}"]
    return Text("  ".join([*shapes, *grounds, *marks]), style="dim")
