"""The arena as a picture, in SVG: pieces by color and rank, and numbered squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar.arena import ALL, CENTRAL, COLUMNS, GREEN, RED, ROWS, WIDTH, square, squares
from tashkalar.rules.forms import Form
from tashkalar.scene.fits import Piece

CELL = 40
_STONE, _REDDISH, _GREENISH, _EDGE = "#ddd6c8", "#ce8a74", "#8fc0ac", "#b3a995"
_GOLD = "#73500a"
_CARVED = "#857b66"
# A face and what is legible on it, by color: as in the terminal.
_FACES = (
    ("#2b4fa3", "#fff"),
    ("#e07b1a", "#1b0e00"),
    ("#b98cf0", "#1c0b33"),
    ("#dfeff7", "#10222c"),
)
# Disc, shield and star, in a box of 100.
_SHAPES = {
    1: "M-29 0a29 29 0 1 1 58 0a29 29 0 1 1-58 0Z",
    2: "M-36-36H36V4C36 24 18 36 0 45C-18 36-36 24-36 4Z",
    3: "M0-52 14-34 36-36 34-14 52 0 34 14 36 36 14 34 0 52"
    "-14 34-36 36-34 14-52 0-34-14-36-36-14-34Z",
}


def _middle(at: int) -> tuple[float, float]:
    return (at % WIDTH + 0.5) * CELL, (at // WIDTH + 0.5) * CELL


def _start_symbol(names: tuple[str, ...]) -> str:
    """Draw a diamond on its square, or on the border of its two squares."""
    middles = [_middle(square(name)) for name in names]
    x, y = (sum(along) / len(names) for along in zip(*middles, strict=True))
    return (
        f'<path class="start" transform="translate({x:g} {y:g})" d="M0-7 7 0 0 7-7 0Z" '
        f'fill="{_STONE}" stroke="{_CARVED}" stroke-width="1.2"/>'
    )


def board_picture(
    form: Form, pieces: Iterable[Piece], letters: str, numbers: Mapping[str, int]
) -> str:
    """Return the board of a form as SVG; squares may have numbers, in gold.

    >>> from tashkalar.rules.forms import FORMS
    >>> board_picture(FORMS["high-form"], [Piece("e5", 0, 1)], "AB", {"e6": 1}).count("<path")
    1
    """
    side = len(COLUMNS) * CELL
    drawn = [f'<svg viewBox="-16 0 {side + 16} {side + 18}" role="img" font-size="11">']
    for n, (column, row) in enumerate(zip(COLUMNS, ROWS, strict=True)):
        along = (n + 0.5) * CELL
        drawn.append(
            f'<text x="{along:g}" y="{side + 13}" text-anchor="middle">{column}</text>'
            f'<text x="-8" y="{along + 4:g}" text-anchor="middle">{row}</text>'
        )
    for at in squares(ALL):
        x, y = _middle(at)
        stone = _REDDISH if RED >> at & 1 else _GREENISH if GREEN >> at & 1 else _STONE
        edge = _GOLD if form.marked_centre and CENTRAL >> at & 1 else _EDGE
        drawn.append(
            f'<rect x="{x - CELL / 2 + 1:g}" y="{y - CELL / 2 + 1:g}" width="{CELL - 2}" '
            f'height="{CELL - 2}" rx="3" fill="{stone}" stroke="{edge}" stroke-width=".6"/>'
        )
    drawn += [_start_symbol(squares) for squares in form.start_symbols]
    for piece in pieces:
        x, y = _middle(square(piece.square))
        face, ink = _FACES[piece.colour]
        drawn.append(
            f'<g transform="translate({x:g} {y:g})"><path d="{_SHAPES[piece.rank]}" fill="{face}" '
            f'stroke="#1e2321" stroke-width="3" transform="scale(.34)"/>'
            f'<text y="4" text-anchor="middle" fill="{ink}">'
            f"{letters[piece.colour]}</text></g>"
        )
    for name, number in numbers.items():
        x, y = _middle(square(name))
        drawn.append(
            f'<rect x="{x - 18:g}" y="{y - 18:g}" width="36" height="36" rx="5" fill="none" '
            f'stroke="{_GOLD}" stroke-width="2.5"/><circle cx="{x - 13:g}" cy="{y - 13:g}" r="8" '
            f'fill="{_GOLD}"/><text x="{x - 13:g}" y="{y - 9:g}" text-anchor="middle" '
            f'fill="#fff">{number}</text>'
        )
    return "".join((*drawn, "</svg>"))
