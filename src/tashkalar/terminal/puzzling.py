"""Puzzles at the keyboard: the list, and the page of the game with what is to be found below it."""

from __future__ import annotations

from collections.abc import Callable

from rich.panel import Panel
from rich.text import Text

from tashkalar import IllegalChoice, choice_text
from tashkalar.answers import Unclear
from tashkalar.game import CannotUndo
from tashkalar.player_names import for_learner
from tashkalar.puzzles import Attempt, AttemptOver, Puzzle, listed, puzzle, reasons
from tashkalar.puzzles.explaining import goal_words, hint_words, reason_words, short_words
from tashkalar.scene.question import offered
from tashkalar.terminal import board, question
from tashkalar.terminal.orders import Leave, why_not
from tashkalar.terminal.page import Page
from tashkalar.terminal.screen import GOLD, GOOD, OFFER, QUIET, Screen


def show_list(screen: Screen, form: str | None = None, drawn: bool = False) -> None:
    """Print the puzzles by form with their grades; with their boards, if that is wanted."""
    shown = None
    for entry in listed():
        if form not in (None, entry.form):
            continue
        if entry.form != shown:
            shown = entry.form
            called = screen.text(f"form.{shown.replace('-', '_')}")
            screen.print(Text(called, style="bold"))
        grade = Text(screen.signs.ranks[entry.grade], style=GOLD)
        row = Text.assemble(("  " + entry.id.ljust(20), OFFER), grade, f"{entry.rating:5}")
        if drawn:
            found = puzzle(entry.id)
            screen.print(row.append(f"  {goal_words(found, screen.language)}"))
            for line in board.draw(screen, found.start):
                screen.print(line)
        else:
            screen.print(row)


class PuzzleTable:
    """Somebody at the keyboard who tries a puzzle."""

    def __init__(self, screen: Screen, puzzle: Puzzle, read: Callable[[str], str] = input) -> None:
        self.screen, self.read = screen, read
        self.attempt = Attempt(puzzle)
        start, language = puzzle.start, screen.language
        screen.players = for_learner(start.schools, start.colour_of, puzzle.seat, language)

    def play(self) -> None:
        """Until it is solved or shown, or somebody leaves."""
        fresh = True
        try:
            while self.attempt.state in ("running", "failed"):
                if fresh:
                    self._show()
                typed = self.read("> ").strip()
                fresh = bool(typed) and self._obey(typed)
            self._show()
        except (EOFError, KeyboardInterrupt, Leave):
            self.screen.print()

    def _obey(self, typed: str) -> bool:
        """Carry out a command or a choice; false if nothing has changed."""
        screen, attempt = self.screen, self.attempt
        try:
            match typed.lower():
                case "quit":
                    raise Leave
                case "undo":
                    attempt.undo()
                case "again":
                    attempt.again()
                case "hint":
                    return self._hint()
                case "show":
                    attempt.give_up()
                case _:
                    position = attempt.game.position
                    view = attempt.game.view(position.actor)
                    attempt.play(*question.typed_choices(screen, view, typed))
        except (IllegalChoice, Unclear, CannotUndo) as error:
            screen.refuse(why_not(screen, error))
            return False
        except AttemptOver:
            screen.refuse(screen.say("puzzle.over"))
            return False
        return True

    def _hint(self) -> bool:
        self.attempt.hint()
        for hint in self.attempt.given:
            told = self.screen.plain(hint_words(hint, self.screen.language))
            self.screen.print(Text(told, style=OFFER))
        return False

    def _show(self) -> None:
        screen, attempt = self.screen, self.attempt
        position = attempt.game.position
        running = attempt.state == "running"
        screen.clear()
        seat = position.actor if running else attempt.puzzle.seat
        screen.print(Page(screen, attempt.game.view(seat)).draw())
        screen.print(Panel(self._told(), title=attempt.puzzle.id, title_align="left"))
        if attempt.state in ("running", "failed"):
            screen.print(Text(screen.say("puzzle.commands"), style=QUIET))

    def _told(self) -> Text:
        screen, attempt = self.screen, self.attempt
        if attempt.state in ("solved", "shown"):
            return self._explained()
        told = Text(screen.plain(goal_words(attempt.puzzle, screen.language)), style=OFFER)
        if attempt.reason is not None:
            told.append("\n" + screen.plain(short_words(attempt.reason, screen.language)), style="")
        return told

    def _explained(self) -> Text:
        """The solution step by step, and where the points come from."""
        screen, puzzle = self.screen, self.attempt.puzzle
        told = Text()
        if self.attempt.state == "solved":
            told.append(screen.say("puzzle.solved") + "\n", style=GOOD)
        for number, step in enumerate(puzzle.steps(), 1):
            words = offered(step.before, step.choice, screen.language, screen.players).words
            told.append(f"{number:2}. {screen.plain(words or choice_text(step.choice))}\n")
        why = [screen.plain(reason_words(r, screen.language)) for r in reasons(puzzle)]
        return told.append(" ".join(why), style=OFFER)
