"""One page of the game: everything a player sees before a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tashkalar import Asking, View, reading
from tashkalar.cards import Being, Card
from tashkalar.choice import Kind
from tashkalar.terminal import board, cards, hand, question, seats
from tashkalar.terminal.screen import OFFER, QUIET, Screen

_BESIDE = 28  # the least width for what stands beside the board
_NEWS, _FEW_NEWS = 12, 4  # sentences of news that are shown at most


class Detail(NamedTuple):
    """How much of everything is shown."""

    tall: bool = False  # squares two lines high
    effects: bool = False  # effect texts in the hand
    criteria: bool = True
    flares: bool = False  # effect texts of flares
    key: bool = True  # the meaning of the signs
    bare: bool = False  # the hand first: should the page be too long, the board is still seen


# From the richest page to the barest; the first that fits is taken.
DETAILS = (
    Detail(tall=True, effects=True, flares=True),
    Detail(tall=True, effects=True),
    Detail(tall=True),
    Detail(effects=True),
    Detail(),
    Detail(key=False),
    Detail(criteria=False, key=False),
    Detail(criteria=False, key=False, bare=True),
)
PAPER = Detail()


class Page:
    """A page for one viewer; it is drawn with as much detail as the screen has room for."""

    def __init__(
        self,
        screen: Screen,
        v: View,
        news: Sequence[str] = (),
        changed: int = 0,
        square: int | None = None,
        takebacks: bool = True,
    ) -> None:
        self.screen, self.v, self.takebacks = screen, v, takebacks
        self.news, self.changed, self.square = news, changed, square

    def draw(self) -> RenderableType:
        """The most detailed variant that fits; on paper, one of middling detail."""
        screen = self.screen
        if not screen.can_clear:
            return self._variant(PAPER)
        for detail in DETAILS:
            page = self._variant(detail)
            # One line is the player's answer.
            if len(screen.console.render_lines(page)) < screen.console.height:
                break
        return page

    def _variant(self, detail: Detail) -> RenderableType:
        v = self.v
        upper: list[RenderableType] = [self._head(), self._middle(detail)]
        lower: list[RenderableType] = []
        if v.asking in (Asking.ACTION, Asking.END, Asking.RETURNED, Asking.START):
            lower = [self._rule(QUIET), hand.draw(self.screen, v, detail.effects)]
        elif (card := reading.card_in_play(v)) is not None:
            lower = [self._rule(QUIET), self._in_play(card)]
        page = [*self._goals(detail), *lower, *upper] if detail.bare else upper + lower
        return Group(*page, self._rule(OFFER), *self._question(detail))

    def _rule(self, style: str) -> Rule:
        return Rule(style=style, characters=self.screen.signs.rule)

    def _head(self) -> Text:
        screen, v = self.screen, self.v
        line = Text(screen.say("turn", form=seats.form_name(screen, v.form), turn=max(v.turn, 0)))
        line.stylize("bold")
        line.append(screen.signs.dot)
        key = "your_turn" if screen.players.reads_seat(v.actor) else "their_turn"
        line.append(screen.say(key, seat=screen.player(v.actor)), style=OFFER)
        return line

    def _middle(self, detail: Detail) -> RenderableType:
        screen, v = self.screen, self.v
        offered = sum(1 << c.value for c in v.choices() if c.kind <= Kind.SQUARE)
        if v.asking == Asking.ACTION:
            offered = 0  # every empty square: marking them all would mark nothing
        drawn = board.draw(screen, v, offered, self.changed, detail.tall)
        if detail.key:
            drawn.append(board.key(screen, v.form))
        beside: list[RenderableType] = [*seats.players(screen, v), *seats.turn(screen, v)]
        if not detail.bare:
            beside += [seats.decks(screen, v), *self._goals(detail)]
        beside += self._told(_FEW_NEWS if detail.bare else _NEWS)
        if screen.width < board.WIDTH + 2 + _BESIDE:
            return Group(*drawn, *beside)
        table = Table.grid(padding=(0, 2, 0, 0), expand=True)
        table.add_column(width=board.WIDTH)
        table.add_column(ratio=1)
        table.add_row(Group(*drawn), Group(*beside))
        return table

    def _goals(self, detail: Detail) -> list[Text]:
        tasks = seats.tasks(self.screen, self.v, detail.criteria)
        return tasks + hand.flares(self.screen, self.v, detail.flares)

    def _told(self, most: int) -> list[Text]:
        """What happened since the viewer's last choice."""
        news = list(self.news)
        if len(news) > most:
            news = [self.screen.say("earlier", n=len(news) - most), *news[-most:]]
        head = [Text(self.screen.say("news"), style="bold")] if news else []
        return head + [Text(f" {self.screen.plain(line)}") for line in news]

    def _in_play(self, card: Card) -> RenderableType:
        table = Table.grid(padding=(0, 3, 0, 0))
        drawn = cards.pattern(self.screen, card) if isinstance(card, Being) else []
        words = Group(cards.title(self.screen, card), *cards.body(self.screen, card))
        table.add_row(Group(*drawn), words)
        return table

    def _question(self, detail: Detail) -> list[RenderableType]:
        screen, v = self.screen, self.v
        line = Text(question.asked(screen, v), style=OFFER)
        if not detail.bare:
            line.append(f"  {question.hint(screen, v, self.takebacks)}", style=f"not bold {QUIET}")
        return [line, question.listed(screen, v, self.square)]
