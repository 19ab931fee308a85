"""The table: a game between people at one keyboard, or against bots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from rich.console import Group
from rich.text import Text

from tashkalar import Choice, Game, IllegalChoice, Kind, Position, View, reading
from tashkalar.answers import Unclear
from tashkalar.bots import Bot, Budget
from tashkalar.bots.playing.player import BotFailed, Player
from tashkalar.bots.playing.shares import EVERYWHERE
from tashkalar.event import EndTurn
from tashkalar.game import forced
from tashkalar.player_names import NOBODY, PlayerNames
from tashkalar.rules.forms import FORMS
from tashkalar.server.wire.names import Sitter, called
from tashkalar.terminal import board, lessons, question, seats
from tashkalar.terminal.complaints import complain
from tashkalar.terminal.orders import Leave, TypedOrders
from tashkalar.terminal.page import Page
from tashkalar.terminal.replay import outcome
from tashkalar.terminal.screen import OFFER, Screen
from tashkalar.terms import LETTERS
from tashkalar.words import sentences


class KeyboardTable:
    """One game on one screen."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        bots: dict[int, Bot],  # by seat
        read: Callable[[str], str] = input,
        budget: Budget | None = None,  # how long bots think about a turn
        levels: dict[int, str] | None = None,  # the names of the bots' levels, by seat
    ) -> None:
        self.screen, self.game, self.read = screen, game, read
        self.budget = budget or Budget(nodes=EVERYWHERE)
        self.players = {seat: Player(bot, self.budget) for seat, bot in bots.items()}
        self.people = [s for s in range(len(game.schools)) if s not in bots]
        screen.players = self._player_names(levels or {})
        self.news: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.seen: dict[int, Position] = dict.fromkeys(self.people, game.position)
        self.at_keyboard = self.people[0] if len(self.people) == 1 else -1
        self.fresh = True  # the page has to be drawn before the next answer
        self.orders = TypedOrders(self)

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        self._greet()
        try:
            while not self.game.position.is_over:
                self._decide()
            self._finish()
        except BotFailed as failure:
            complain(f"the bot of seat {LETTERS[self.game.position.actor]} {failure}")
        except (EOFError, KeyboardInterrupt, Leave):
            self.screen.print()
        self._offer_record()

    def _decide(self) -> None:
        position = self.game.position
        seat = position.actor
        if seat in self.players:
            self._make(self.players[seat].choose(self.game.view(seat)))
        elif (only := forced(position)) is not None:
            self._tell(self.screen.say("forced", choice=question.typed(self.screen, only)))
            self._make(only)
        else:
            self._ask(seat)

    def _make(self, choice: Choice) -> None:
        actor = self.game.position.actor
        happened = self.game.play(choice)
        # The page shows whose turn it is.
        worth = [event for event in happened if not isinstance(event, EndTurn)]
        for told in sentences(worth, self.screen.language, self.screen.players, actor):
            self._tell(told)
        self.fresh = True

    def _player_names(self, levels: dict[int, str]) -> PlayerNames:
        """Bots have the name of their level, people that of their seat; one alone reads "you"."""
        sitting = []
        for seat, letter in enumerate(LETTERS[: len(self.game.schools)]):
            name = "" if seat in levels else self.screen.say("player", seat=letter)
            sitting.append(Sitter(name, levels.get(seat), None))
        names = called(sitting, self.screen.language)
        reader = self.people[0] if len(self.people) == 1 else NOBODY
        return PlayerNames(names, self.game.position.colour_of, reader)

    def _tell(self, news: str) -> None:
        for heard in self.news.values():
            heard.append(news)

    # --- questions --------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """One answer of a player: a choice, or a command."""
        if seat != self.at_keyboard:
            self._curtain(seat)
        v = self.game.view(seat)
        if self.fresh:
            self._show(v)
        typed = self.read(f"{LETTERS[seat]}> ").strip()
        if not typed:
            self.screen.print(lessons.answering(self.screen))
        elif not self.orders.carry_out(seat, typed):
            self._choose(v, typed)

    def _choose(self, v: View, typed: str) -> None:
        screen = self.screen
        try:
            choices = question.typed_choices(screen, v, typed)
            self._try(choices)
        except IllegalChoice as refused:
            return screen.refuse(screen.refusal(refused.refusal))
        except Unclear as unclear:
            return screen.refuse(screen.plain(unclear.words(screen.language)))
        self.look_again(v.viewer)
        for choice in choices:
            self._make(choice)

    def _try(self, choices: tuple[Choice, ...]) -> None:
        """Choices that are typed together are all made or none: what is refused is refused here."""
        position = self.game.position
        for choice in choices:
            position = position.after(choice)

    def look_again(self, seat: int, *news: str) -> None:
        """What a player has seen so far is no news any more."""
        self.news[seat] = list(news)
        self.seen[seat] = self.game.position
        self.fresh = True

    def _show(self, v: View) -> None:
        """Draw the page of a player."""
        last = self.game.history[-1].choice if self.game.history else None
        square = last.value if last is not None and last.kind == Kind.SQUARE else None
        changed = reading.differences(self.seen[v.viewer], v)
        news, takebacks = self.news[v.viewer], self.game.takebacks
        page = Page(self.screen, v, news, changed, square, takebacks).draw()
        self.screen.clear()
        self.screen.print(page)
        self.fresh = False

    def _curtain(self, seat: int) -> None:
        """Between two players at one keyboard: nothing of a hand is on the screen."""
        screen = self.screen
        v = self.game.view(seat)
        screen.clear(for_another=True)
        screen.print(*board.draw(screen, v))
        screen.print(Text(screen.say("curtain", seat=screen.player(seat)), style=OFFER))
        self.read(screen.say("press_enter") + " ")
        self.at_keyboard = seat
        self.fresh = True

    # --- beginning and end ------------------------------------------------------------------

    def _greet(self) -> None:
        screen, game = self.screen, self.game
        key = "welcome.alone" if self.players else "welcome.people"
        for seat in self.people:
            name = f"{LETTERS[seat]} ({screen.text(f'school.{game.schools[seat]}')})"
            welcome = screen.say(key, seat=name, seed=game.seed)
            self.news[seat] = [welcome, screen.say("welcome.help")]
            if not game.takebacks:
                self.news[seat].append(screen.say("no_takebacks"))
            if FORMS[game.form].first:
                self.news[seat].append(screen.say("welcome.first"))

    def _finish(self) -> None:
        screen, v = self.screen, self.game.view(self.people[0])
        screen.clear()
        told = [Text(screen.plain(line)) for line in self.news[self.people[0]][-6:]]
        screen.print(Group(*board.draw(screen, v), *seats.players(screen, v), *told))
        screen.print(*outcome(screen, self.game))

    def _offer_record(self) -> None:
        """Ask whether to save the game, then for a file name until it is saved."""
        if not self.game.history:
            return
        try:
            if self.orders.confirmed("save"):
                while (path := self._file_name()) and not self.orders.keep(path):
                    pass
        except (EOFError, KeyboardInterrupt):
            self.screen.print()

    def _file_name(self) -> str:
        """The answer, or the proposed name for yes or Enter alone; empty for no."""
        proposed = _unused(self.game.form)
        typed = self.read(self.screen.say("save_as", path=proposed) + " ").strip()
        if typed.lower() in self.screen.text("typed.no").split():
            return ""
        return proposed if typed.lower() in ("", *self.screen.text("typed.yes").split()) else typed


def _unused(form: str) -> str:
    """Return a file name for a game of this form that no file here has."""
    names = (f"{form}-{number}.txt" for number in count(1))
    return next(name for name in names if not Path(name).exists())
