"""Lessons at the keyboard: the page of the game with what the coach says below it."""

from __future__ import annotations

from collections.abc import Callable

from rich.panel import Panel
from rich.text import Text

from tashkalar import IllegalChoice, choice_text
from tashkalar.answers import Unclear
from tashkalar.game import CannotUndo
from tashkalar.lessons import Session, courses, following, lesson
from tashkalar.lessons.checking import mistakes
from tashkalar.player_names import for_learner
from tashkalar.scene.coach import because, way_ahead
from tashkalar.terminal import question
from tashkalar.terminal.orders import Leave, why_not
from tashkalar.terminal.page import Page
from tashkalar.terminal.screen import OFFER, QUIET, Screen


def check(screen: Screen) -> int:
    """Print the mistakes of all lessons; the exit status is 1 if there are any."""
    found = mistakes()
    for mistake in found:
        screen.line(mistake)
    count = sum(len(course.lessons) for course in courses())
    screen.line(f"{count} lessons, {len(found)} mistakes")
    return 1 if found else 0


def show_list(screen: Screen) -> None:
    """Print all lessons, course by course."""
    for course in courses():
        screen.print(Text(screen.text(f"course.{course.id}.name"), style="bold"))
        for id in course.lessons:
            name, about = (screen.text(f"lesson.{id}.{part}") for part in ("name", "about"))
            screen.print(Text.assemble((f"  {id:12}", OFFER), name, (f"  {about}", QUIET)))


class LessonTable:
    """One lesson after the other, on one screen."""

    def __init__(self, screen: Screen, id: str, read: Callable[[str], str] = input) -> None:
        self.screen, self.read, self.id = screen, read, id

    def play(self) -> None:
        """Until a course is through or somebody leaves."""
        following_id: str | None = self.id
        try:
            while following_id is not None:
                self.id = following_id
                self._take(Session(lesson(self.id)))
                following_id = following(self.id)
                if following_id is not None:
                    name = self.screen.text(f"lesson.{following_id}.name")
                    self.read(self.screen.say("learn.next", lesson=name) + " ")
        except (EOFError, KeyboardInterrupt, Leave):
            self.screen.print()

    def _take(self, session: Session) -> None:
        start, seat, language = session.lesson.start, session.lesson.seat, self.screen.language
        self.screen.players = for_learner(start.schools, start.colour_of, seat, language)
        fresh = True
        while session.state != "done":
            if fresh:
                self._show(session)
            typed = self.read("> ").strip()
            fresh = bool(typed) and self._obey(session, typed)
        self._show(session)

    def _obey(self, session: Session, typed: str) -> bool:
        """Carry out a command or a choice; false if nothing has changed."""
        screen = self.screen
        try:
            match typed.lower():
                case "quit":
                    raise Leave
                case "undo":
                    session.undo()
                case "redo":
                    session.redo()
                case "back":
                    session.go_to(session.goal)
                case "show":
                    return self._show_way(session)
                case "why":
                    return self._show_why(session)
                case _:
                    view = session.game.view(session.lesson.seat)
                    choices = question.typed_choices(screen, view, typed)
                    session.play(*map(choice_text, choices))
        except (IllegalChoice, Unclear, CannotUndo) as error:
            screen.refuse(why_not(screen, error))
            return False
        return True

    def _show_way(self, session: Session) -> bool:
        ahead = way_ahead(session, self.screen.language)
        for line in [step.words for step in ahead] or [self.screen.text("lesson.lost")]:
            self.screen.print(Text(self.screen.plain(line), style=OFFER))
        return False

    def _show_why(self, session: Session) -> bool:
        """Why the next step is legal; where there is no more to say, what the step is."""
        screen = self.screen
        why = because(session.game.position, way_ahead(session, screen.language), screen.language)
        if why is None:
            return self._show_way(session)
        screen.print(Text(f"{screen.plain(why.text)} ({why.clause})", style=OFFER))
        return False

    def _show(self, session: Session) -> None:
        screen, game = self.screen, session.game
        screen.clear()
        screen.print(Page(screen, game.view(session.lesson.seat)).draw())
        screen.print(Panel(self._coach(session), title=self._title(session), title_align="left"))
        screen.print(Text(screen.say("learn.commands"), style=QUIET))

    def _title(self, session: Session) -> str:
        screen = self.screen
        name = screen.text(f"lesson.{self.id}.name")
        number = min(session.goal + 1, len(session.lesson.goals))
        return f"{name} ({number}/{len(session.lesson.goals)})"

    def _coach(self, session: Session) -> Text:
        screen, key = self.screen, f"lesson.{self.id}"
        if session.state == "done":
            return Text(screen.text(f"{key}.remember"))
        number = session.goal + 1
        parts = [screen.text(f"{key}.{number}.say")]
        if session.now.set_up:
            parts.insert(0, screen.text("lesson.set_up"))
        if session.state in ("away", "astray"):
            parts = [screen.text(f"lesson.{session.state}"), screen.say("learn.back")]
        told = Text("\n".join(parts) + "\n")
        return told.append(screen.text(f"{key}.{number}.goal"), style=OFFER)
