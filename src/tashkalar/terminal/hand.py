"""A player's hand: patterns side by side, where each being fits, or how near it is."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tashkalar import IllegalChoice, View, pattern
from tashkalar.arena import ALL, NAMES, WIDTH, distance, names, square, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.choice import Kind, choice
from tashkalar.position import HEROIC
from tashkalar.rules import summoning
from tashkalar.terminal import cards
from tashkalar.terminal.screen import BAD, GOLD, OFFER, OWNERS, QUIET, Screen

_NARROWEST = 16  # the widest pattern and a gap
_NEAREST = 3  # how many ways that lack one piece are named
_MIDDLE = square("e5")
_SQUARES = 8  # how many squares are named


class Near(NamedTuple):
    """A square on which a being could be summoned if these squares held the right pieces."""

    square: int
    missing: int


def fitting(v: View, being: Being) -> int:
    """Where the viewer can summon a being, or could if it were the viewer's turn."""
    if v.viewer == v.seat:
        return summoning.summonable(v, being)
    return pattern.fits(being, _own(v)) & summoning.open_squares(v, being.rank)


def _own(v: View) -> pattern.Own:
    mine = v.pieces[v.colour_of[v.viewer]]
    return mine, mine & ~v.common


def nearest(v: View, being: Being) -> list[Near]:
    """The squares where the fewest pieces are missing, those that can be placed first."""
    occupied = v.common | v.heroic | v.legendary
    own = _own(v)
    found = [
        Near(i, pattern.nearly(being, i, own)[1])
        for i in squares(summoning.open_squares(v, being.rank))
    ]
    found = [near for near in found if near.missing != ALL]  # the pattern would leave the arena
    if not found:
        return []
    best = min(near.missing.bit_count() for near in found)
    found = [near for near in found if near.missing.bit_count() == best]
    return sorted(
        found,
        key=lambda near: ((near.missing & occupied).bit_count(), distance(near.square, _MIDDLE)),
    )


def state(screen: Screen, v: View, being: Being) -> Text:
    """One sentence: where a being fits, or what it lacks."""
    where = fitting(v, being)
    if where:
        shown = names(where)
        more = screen.say("more", n=len(shown) - _SQUARES) if len(shown) > _SQUARES else ""
        squares_shown = " ".join(shown[:_SQUARES]) + more
        return Text(screen.say("fits", squares=squares_shown), style=OFFER)
    near = nearest(v, being)
    if not near or not near[0].missing:
        # Everything is there, and yet it cannot be summoned: the rules know why.
        return Text(_refusal(v, being), style=BAD)
    count = near[0].missing.bit_count()
    told = [_lack(screen, v, being, one) for one in near[: _NEAREST if count == 1 else 1]]
    words = screen.say("lacks", n=count, what="; ".join(told))
    return Text(words, style=GOLD if count == 1 else QUIET)


def _lack(screen: Screen, v: View, being: Being, near: Near) -> str:
    """The squares that are missing, with the sign of the higher rank where one is needed."""
    upgraded = _upgraded(being, near, _own(v))
    missing = [
        (screen.shape(HEROIC) if upgraded >> i & 1 else "") + NAMES[i]
        for i in squares(near.missing)
    ]
    return screen.say("lack", missing=" ".join(missing), square=NAMES[near.square])


def _upgraded(being: Being, near: Near, own: pattern.Own) -> int:
    """The squares of a nearest way that need an upgraded piece."""
    for orientation in being.orientations:
        needs = [(near.square + x + WIDTH * y, rank) for x, y, rank in orientation.pieces]
        if any(square < 0 for square, _ in needs):
            continue
        lacking = sum(1 << i for i, rank in needs if not own[rank > 1] >> i & 1)
        if lacking == near.missing:
            return sum(1 << i for i, rank in needs if rank > 1)
    return 0


def _refusal(v: View, being: Being) -> str:
    try:
        v.checked(choice(Kind.SUMMON, being.number))
    except IllegalChoice as refused:
        return str(refused)
    return ""


def draw(screen: Screen, v: View, texts: bool) -> RenderableType:
    """The viewer's beings and legends; with their effect texts where there is room."""
    hand = [BEINGS[card] for card in v.beings[v.viewer] + v.legends[v.viewer]]
    if not hand:
        return Text(screen.say("no_hand"), style=QUIET)
    a_row = max(1, min(len(hand), screen.width // _NARROWEST))
    rows = [hand[i : i + a_row] for i in range(0, len(hand), a_row)]
    return Group(*(_row(screen, v, row, a_row, texts) for row in rows))


def _row(screen: Screen, v: View, row: list[Being], columns: int, texts: bool) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(columns):
        table.add_column(ratio=1, overflow="fold")
    blank = [Text()] * (columns - len(row))
    table.add_row(*(_title(screen, being) for being in row), *blank)
    table.add_row(*(Group(*cards.pattern(screen, being)) for being in row), *blank)
    table.add_row(*(state(screen, v, being) for being in row), *blank)
    if texts:
        effects = (screen.text(f"{being.id}.effect") for being in row)
        table.add_row(*(Text(effect, style=QUIET) for effect in effects), *blank)
    return table


def _title(screen: Screen, being: Being) -> Text:
    line = Text(f"{screen.shape(being.rank)} ", style=QUIET)
    return line.append(screen.name(being.id), style="bold")


# --- the flare ----------------------------------------------------------------------------------


def flares(screen: Screen, v: View, texts: bool) -> list[Text]:
    """The viewer's flares: both thresholds, and how far ahead each enemy colour is."""
    lines: list[Text] = []
    for number in v.flares[v.viewer]:
        flare = CARDS[number]
        assert isinstance(flare, Flare)
        lines.append(Text(screen.name(flare.id), style="bold"))
        for half, needs in (("upper", flare.upper_needs), ("lower", flare.lower_needs)):
            lines.append(_half(screen, v, half, needs))
            if texts:
                lines.append(Text("   " + screen.text(f"{flare.id}.{half}"), style=QUIET))
    return lines


def _enemies(v: View) -> list[int]:
    return [c for c in sorted(set(v.colour_of)) if c != v.colour_of[v.viewer]]


def _half(screen: Screen, v: View, half: str, needs: int) -> Text:
    """How far ahead each enemy colour is, and whether that is enough."""
    common = 0 if half == "lower" else v.common
    mine = (_own(v)[0] & ~common).bit_count()
    leads = {enemy: (v.pieces[enemy] & ~common).bit_count() - mine for enemy in _enemies(v)}
    met = max(leads.values()) >= needs
    shown = ", ".join(f"{OWNERS[enemy]} {lead:+}" for enemy, lead in leads.items())
    sign = screen.signs.met if met else screen.signs.unmet
    words = screen.say(f"flare.{half}", leads=shown, needs=needs)
    return Text(f" {sign} {words}", style=OFFER if met else "")
