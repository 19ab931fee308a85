"""A player's hand: patterns side by side, where each being fits, or how near it is."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tashkalar import View, reading
from tashkalar.arena import NAMES, names, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.reading import Near
from tashkalar.state import HEROIC
from tashkalar.terminal import cards
from tashkalar.terminal.screen import BAD, GOLD, OFFER, QUIET, Screen
from tashkalar.terms import LETTERS
from tashkalar.words import effect_words

_NARROWEST = 16  # the widest pattern and a gap
_NEAREST = 3  # how many ways that lack one piece are named
_SQUARES = 8  # how many squares are named


def nearest(v: View, being: Being) -> list[Near]:
    """The squares where the fewest pieces are missing, those that can be placed first."""
    return reading.nearest(reading.in_turn(v, v.viewer), being, _NEAREST)


def state(screen: Screen, v: View, being: Being) -> Text:
    """One sentence: where a being fits, or what it lacks."""
    where = reading.fitting(v, being)
    if where:
        shown = names(where)
        first, more = " ".join(shown[:_SQUARES]), len(shown) - _SQUARES
        if more > 0:
            return Text(screen.say("fits_more", squares=first, n=more), style=OFFER)
        return Text(screen.say("fits", squares=first), style=OFFER)
    near = nearest(v, being)
    if not near or not near[0].missing:
        # Everything is there, and yet it cannot be summoned: the rules know why.
        return Text(screen.refusal(reading.refusal(reading.in_turn(v, v.viewer), being)), style=BAD)
    count = near[0].missing.bit_count()
    told = [_lack(screen, one) for one in near[: _NEAREST if count == 1 else 1]]
    words = screen.say("lacks", n=count, what="; ".join(told))
    return Text(words, style=GOLD if count == 1 else QUIET)


def _lack(screen: Screen, near: Near) -> str:
    """The squares that are missing, with the sign of the higher rank where one is needed."""
    missing = [
        (screen.shape(HEROIC) if near.upgraded >> i & 1 else "") + NAMES[i]
        for i in squares(near.missing)
    ]
    return screen.say("lack", missing=" ".join(missing), square=NAMES[near.square])


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
        effects = (effect_words(being, screen.language) for being in row)
        table.add_row(*(Text(effect, style=QUIET) for effect in effects), *blank)
    return table


def _title(screen: Screen, being: Being) -> Text:
    line = Text(f"{screen.shape(being.rank)} ", style=QUIET)
    return line.append(screen.name(being.id), style="bold")


# --- the flare ----------------------------------------------------------------------------------


def flares(screen: Screen, v: View, texts: bool) -> list[Text]:
    """The viewer's flares: both thresholds, and how far ahead each enemy colour is."""
    lines: list[Text] = []
    ahead = reading.leads(v, v.colour_of[v.viewer])
    for number in v.flares[v.viewer]:
        flare = CARDS[number]
        assert isinstance(flare, Flare)
        lines.append(Text(screen.name(flare.id), style="bold"))
        halves = zip(("upper", "lower"), reading.halves(flare, ahead), strict=True)
        for half, (needs, leads) in halves:
            lines.append(_half(screen, half, needs, leads))
            if texts:
                lines.append(Text("   " + screen.text(f"{flare.id}.{half}"), style=QUIET))
    return lines


def _half(screen: Screen, half: str, needs: int, leads: dict[int, int]) -> Text:
    """How far ahead each enemy colour is, and whether that is enough."""
    met = max(leads.values()) >= needs
    shown = ", ".join(f"{LETTERS[enemy]} {lead:+}" for enemy, lead in leads.items())
    sign = screen.signs.met if met else screen.signs.unmet
    words = screen.say(f"flare.{half}", leads=shown, needs=needs)
    return Text(f" {sign} {words}", style=OFFER if met else "")
