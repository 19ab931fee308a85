"""Tables to lay out: each form with hands of 1, 6 and 9 cards, and in its wordiest moments.

No game is played in the browser: what a server would send about these tables is put together here,
by the code that the server uses, so it is never older than the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tashkalar import SPECTATOR, Asking, Game
from tashkalar.scene import story
from tashkalar.scene.question import Question
from tashkalar.scene.scene import Scene, Setting, Sitting, scene
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.wire.protocol import Log, SceneShown, Welcome, encoder
from tashkalar.server.wire.rows import SeatRow, TableRow
from tests.scenes import decisions

HANDS = (1, 6, 9)
TABLE = "layout"
NAMES = ("Ada", "Berthold von Hohenfels", "Chiara", "Dimitri")
SEEDS = 4  # games of a form among which the wordiest moments are looked for
LATE = 18  # turns after which there is enough on the board, in the log and in the piles
LISTED = ("option", "colour", "direction", "card", "claim")


@dataclass(frozen=True)
class Stored:
    """A table as a browser meets it: its row, and the messages that the server begins with."""

    name: str
    row: bytes
    messages: tuple[bytes, ...]
    scene: Scene


def stored(name: str, game: Game, viewer: int) -> Stored:
    """What the player of a seat, or a spectator, is sent when the page is opened."""
    watching = viewer == SPECTATOR
    yours = () if watching else (viewer,)
    sittings = tuple(Sitting(NAMES[seat]) for seat in range(len(game.schools)))
    setting = Setting(TABLE, len(game.history), sittings, reader=viewer)
    shown = scene(game, viewer, setting)
    seats = tuple(
        SeatRow(seat, school, "human", NAMES[seat], None, connected=True)
        for seat, school in enumerate(game.schools)
    )
    row = TableRow(
        TABLE,
        "",
        game.form,
        shown.state,
        seats,
        public=False,
        spectators=True,
        takebacks=True,
        hints=True,
        clock=Clock(),
        turn=shown.turn,
        your_turn=not watching,
        yours=yours,
        result=None,
        invite=None,
        continued=None,
    )
    messages = (
        Welcome(row, yours, spectator=watching, seq=shown.seq),
        Log(0, list(story.log(game, setting.names(game.position.colour_of)))),
        SceneShown(1, shown),
    )
    return Stored(name, encoder.encode(row), tuple(map(encoder.encode, messages)), shown)


def shown_as(table: Stored, scene: Scene) -> Stored:
    """The same table with another scene."""
    welcome, log, _ = table.messages
    shown = encoder.encode(SceneShown(1, scene))
    return replace(table, messages=(welcome, log, shown), scene=scene)


def holding(game: Game, cards: int) -> Game:
    """The same game, in which the one who plays next holds so many cards: at the end of a turn."""
    changed = game.copy()
    p = game.position.copy()
    seat = (p.seat + 1) % len(game.schools)
    beings, legends, flares = p.beings[seat], p.legends[seat], p.flares[seat]
    # Of a single card the being is left. More than a full hand: beings, and a legend if there are.
    more = cards - len(beings) - len(legends) - len(flares)
    if more < 0:
        beings, legends, flares = beings[:cards], (), ()
    elif more > 0:
        extra = p.legend_deck[:1] if legends else ()
        legends = (*legends, *extra)
        deck = p.decks[seat] + p.discards[seat]
        beings = (*beings, *deck[: more - len(extra)])
    zones = {"beings": beings, "legends": legends, "flares": flares}
    for zone, held in zones.items():
        of_all = getattr(p, zone)
        setattr(p, zone, (*of_all[:seat], held, *of_all[seat + 1 :]))
    changed.position = p
    return changed


def hands(form: str) -> Iterator[Stored]:
    """A late turn of a game, begun with each number of cards."""
    for game in decisions(form, seed=1, most=2000):
        p = game.position
        if p.asking == Asking.END and p.turn >= LATE:
            break
    for n in HANDS:
        held = holding(game, n)
        held.play("finish")
        while held.position.asking != Asking.ACTION:  # the turn ends with claims or cards given up
            held.play(held.position.choices()[0])
        yield stored(f"{form} with {n}", held, held.position.actor)


def watched(form: str) -> Stored:
    """A game as somebody sees it who only watches."""
    *_, game = (game for game in decisions(form, seed=1, most=120))
    return stored(f"{form}, watched", game, SPECTATOR)


def length(asked: Question) -> int:
    """How much there is to read."""
    return len(asked.words) + len(asked.hint or "")


def answers(asked: Question) -> int:
    """How much there is to read on buttons."""
    return sum(len(c.words) + 4 for c in asked.choices if c.kind in LISTED)


def wordiest(form: str, measure: Callable[[Question], int]) -> Stored:
    """The moment of a few games with the most to read."""
    best: tuple[int, Game] | None = None
    for seed in range(SEEDS):
        for game in decisions(form, seed, most=2000):
            if game.position.is_over:
                continue
            shown = scene(
                game,
                game.position.actor,
                Setting(TABLE, 0, tuple(Sitting(name) for name in NAMES[: len(game.schools)])),
            )
            assert shown.question is not None
            size = measure(shown.question)
            if best is None or size > best[0]:
                best = size, game.copy()
    assert best is not None
    return stored(f"{form}: {measure.__name__} {best[0]}", best[1], best[1].position.actor)


def crushing(form: str) -> tuple[Stored, str, str]:
    """A table where a card of many pieces can be summoned onto a piece, and where."""
    best: tuple[int, Stored, str, str] | None = None
    for game in decisions(form, seed=1, most=2000):
        if game.position.is_over or game.position.asking != Asking.ACTION:
            continue
        table = stored(f"{form}, crushing", game, game.position.actor)
        for card in table.scene.hand:
            for fit in card.fits:
                size = max(len(way.used) for way in fit.ways) if fit.crushes else 0
                if size > (best[0] if best else 0):
                    best = size, table, card.id, fit.square
    assert best is not None
    return best[1:]


def stored_tables(form: str) -> Iterator[Stored]:
    """All tables of a form."""
    yield from hands(form)
    yield wordiest(form, length)
    yield wordiest(form, answers)
