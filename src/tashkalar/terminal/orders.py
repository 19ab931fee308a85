"""What a player can order besides making a choice: undo, save, help and so on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from tashkalar import CannotResign, CannotUndo, IllegalChoice
from tashkalar.answers import Unclear
from tashkalar.bots.playing.hints import hint
from tashkalar.cards import UnknownCard
from tashkalar.game import forced
from tashkalar.notation.choices import parse_choice
from tashkalar.rules.forms import FORMS
from tashkalar.scene.question import words
from tashkalar.scene.report import report
from tashkalar.terminal import hand, lessons, question
from tashkalar.terminal.replay import story
from tashkalar.terminal.screen import OFFER, Screen

if TYPE_CHECKING:
    from tashkalar.terminal.table import KeyboardTable

_SHORT = {"u": "undo", "q": "quit", "exit": "quit", "h": "help"}


class Leave(Exception):
    """A player wants to stop."""


def why_not(screen: Screen, error: IllegalChoice | Unclear | CannotUndo) -> str:
    """Why something that was typed is not done, in the words of the reader."""
    if isinstance(error, IllegalChoice):
        return screen.refusal(error.refusal)
    if isinstance(error, Unclear):
        return error.words(screen.language)
    return screen.say("nothing_to_undo")


class TypedOrders:
    """The commands at a table."""

    def __init__(self, table: KeyboardTable) -> None:
        self.table, self.screen = table, table.screen
        self._known = {
            "undo": self.undo,
            "redo": self.redo,
            "board": self.board,
            "hand": self.hand,
            "log": self.log,
            "help": self.help,
            "?": self.choices,
            "save": self.save,
            "resign": self.resign,
            "quit": self.quit,
            "hint": self.hint,
            "report": self.report,
        }

    def carry_out(self, seat: int, typed: str) -> bool:
        """Carry out a command; False when it is none."""
        word, _, rest = typed.partition(" ")
        word = word.lower()
        order = self._known.get(_SHORT.get(word, word))
        if order is None:
            return False
        order(seat, rest.strip())
        return True

    def undo(self, seat: int, _: str) -> None:
        """Back to the last real decision: choices that were forced go with it."""
        game = self.table.game
        if not game.takebacks:
            return self.screen.refuse(self.screen.say("no_takebacks"))
        undoer = game.undoer
        steps = 0 if undoer is None or undoer in self.table.players else game.steps_back(undoer)
        if not steps:
            return self.screen.refuse(self.screen.say("nothing_to_undo"))
        for _step in range(steps):
            taken = game.undo()
        self.table.look_again(
            seat, self.screen.say("undone", choice=question.typed(self.screen, taken))
        )

    def redo(self, seat: int, _: str) -> None:
        """Make again what was taken back, and what is forced by it."""
        game = self.table.game
        try:
            game.redo()
            while game.can_redo and forced(game.position):
                game.redo()
        except CannotUndo:
            self.screen.refuse(self.screen.say("nothing_to_redo"))
        else:
            shown = question.typed(self.screen, game.history[-1].choice)
            self.table.look_again(seat, self.screen.say("redone", choice=shown))

    def board(self, seat: int, _: str) -> None:
        """Draw the page again."""
        self.table.fresh = True

    def hand(self, seat: int, _: str) -> None:
        """The cards of the hand, with their texts."""
        v = self.table.game.view(seat)
        lines = hand.flares(self.screen, v, texts=True)
        self.screen.print(Group(hand.draw(self.screen, v, texts=True), *lines))

    def log(self, seat: int, _: str) -> None:
        """The game so far, in words."""
        self.screen.print(*story(self.screen, self.table.game))

    def help(self, seat: int, topic: str) -> None:
        """How to play, or about a card or a term."""
        screen = self.screen
        try:
            if topic:
                screen.print(lessons.about(screen, topic))
            else:
                screen.print(
                    lessons.general(screen, self.table.game.form, self.table.game.takebacks)
                )
        except UnknownCard:
            screen.refuse(lessons.unknown(screen, topic))

    def choices(self, seat: int, _: str) -> None:
        """Everything that may be answered now, square by square."""
        screen, v = self.screen, self.table.game.view(seat)
        how = question.hint(screen, v, self.table.game.takebacks)
        texts = ", ".join(question.typed(screen, c) for c in v.choices())
        screen.print(Text(question.asked(screen, v), style=OFFER), Text(how))
        screen.print(Text(texts), lessons.answering(screen))

    def hint(self, seat: int, _: str) -> None:
        """What the planner would do from here to the end of the turn."""
        screen, position, steps = self.screen, self.table.game.position, []
        for typed in hint(self.table.game, self.table.budget.fresh()):
            choice = parse_choice(typed)
            steps.append(screen.plain(words(position, choice, screen.language, screen.players)))
            position = position.after(choice)
        screen.print(Text(screen.say("hint", turn=" · ".join(steps)), style=OFFER))

    def save(self, seat: int, path: str) -> None:
        """Save the game in a file."""
        if not path:
            self.screen.refuse(self.screen.say("save_where"))
        else:
            self.keep(path)

    def keep(self, path: str) -> bool:
        """Save the game in a file and return whether that is done; ask before replacing one."""
        file = Path(path).expanduser()
        if file.exists() and not self.confirmed("overwrite", path=path):
            return False
        try:
            file.write_text(self.table.game.record().text())
        except OSError as error:
            reason = error.strerror or str(error)
            self.screen.refuse(self.screen.say("not_saved", path=path, reason=reason))
            return False
        self.screen.print(Text(self.screen.say("saved", path=path)))
        return True

    def report(self, seat: int, path: str) -> None:
        """Write down what this seat saw, for whoever looks into a problem."""
        file = Path(path or "tash-kalar-report.txt").expanduser()
        if file.exists() and not self.confirmed("overwrite", path=str(file)):
            return
        words = self.table.read(self.screen.say("report_what") + " ").strip()
        size = self.screen.console.size
        try:
            file.write_text(report(self.table.game, seat, words, f"{size.width}x{size.height}"))
        except OSError as error:
            reason = error.strerror or str(error)
            self.screen.refuse(self.screen.say("not_saved", path=str(file), reason=reason))
        else:
            self.screen.print(Text(self.screen.say("reported", path=str(file))))

    def resign(self, seat: int, _: str) -> None:
        """Give up, if that is really meant."""
        if FORMS[self.table.game.form].colours > 2:
            return self.screen.refuse(self.screen.say("no_resigning"))
        try:
            side = self.table.game.side(seat)
            # A bot never holds its partner back.
            people = [s for s in side[1:] if s in self.table.people]
            if self.confirmed("resign") and all(self._agrees(partner) for partner in people):
                self.table.game.resign(*side)
        except CannotResign:
            self.screen.refuse(self.screen.say("no_resigning"))

    def _agrees(self, seat: int) -> bool:
        return self.confirmed("resign_partner", seat=self.screen.player(seat))

    def quit(self, seat: int, _: str) -> None:
        """Leave the table."""
        raise Leave

    def confirmed(self, what: str, **values: object) -> bool:
        """Ask until the answer is yes, no, or Enter alone, which is no."""
        while True:
            typed = self.table.read(self.screen.say(f"sure.{what}", **values) + " ")
            answer = typed.strip().lower()
            if answer in self.screen.text("typed.yes").split():
                return True
            if not answer or answer in self.screen.text("typed.no").split():
                return False
