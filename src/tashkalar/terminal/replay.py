"""Playing a saved game through, turn by turn, in words."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from rich.console import Group
from rich.text import Text

from tashkalar import SPECTATOR, Game, Position, parse_record, view
from tashkalar.event import EndTurn
from tashkalar.game import Played
from tashkalar.player_names import LETTERED
from tashkalar.terminal import board, seats
from tashkalar.terminal.complaints import about, contents
from tashkalar.terminal.screen import GOLD, Screen
from tashkalar.words import sentences, verdict


def replayed(path: Path) -> Game:
    """The game of a record file."""
    text = contents(path)
    with about(path):
        return Game.replay(parse_record(text))


def show(screen: Screen, path: Path, step: bool) -> None:
    """Every turn in words, then the final board; with ``step`` the board after every turn."""
    game = replayed(path)
    v = view(game.position, SPECTATOR)
    names = ", ".join(seats.seat_name(screen, v, seat) for seat in range(len(game.schools)))
    screen.print(Text(f"{seats.form_name(screen, game.form)}: {names}", style="bold"))
    for turn in turns(game):
        if step and turn[0] is not game.history[0]:
            _pause(screen, turn[0].before)
        screen.print(Group(*told(screen, turn)))
    screen.print(*board.draw(screen, v), *seats.players(screen, v))
    for line in outcome(screen, game):
        screen.print(line)


def turns(game: Game) -> list[list[Played]]:
    """The choices of a game, turn by turn."""
    return [list(turn) for _, turn in groupby(game.history, key=lambda played: played.turn)]


def told(screen: Screen, turn: list[Played]) -> list[Text]:
    """A turn in words."""
    first = turn[0]
    head = screen.text("web.log.set_up")
    if first.turn:
        head = screen.say("log_turn", turn=first.turn, seat=screen.player(first.before.seat))
    lines = [
        screen.plain(line)
        for played in turn
        for line in sentences(
            [event for event in played.events if not isinstance(event, EndTurn)],
            screen.language,
            screen.players,
            # The letters of the notation are those of the pieces, also in team play.
            None if screen.players is LETTERED else played.seat,
        )
    ]
    return [Text(head, style="bold"), *(Text(f"  {line}") for line in lines)]


def story(screen: Screen, game: Game) -> list[Text]:
    """The game so far."""
    return [line for turn in turns(game) for line in told(screen, turn)]


def _pause(screen: Screen, position: Position) -> None:
    screen.print(*board.draw(screen, position))
    try:
        input(screen.say("press_enter") + " ")
    except EOFError:
        screen.print()


def outcome(screen: Screen, game: Game) -> list[Text]:
    """How a game ended, or that it has not."""
    v = view(game.position, SPECTATOR)
    if not v.is_over:
        return [Text(screen.say("unfinished"))]
    resigned = v.trigger == "resigned"  # the verdict says who
    lines = [] if resigned else [Text(screen.say("over", what=screen.text(f"trigger.{v.trigger}")))]
    for seat, place in sorted(enumerate(v.result), key=lambda found: found[1]):
        line = screen.say("place", place=place, seat=seats.seat_name(screen, v, seat))
        lines.append(Text(line, style=GOLD if place == 1 else ""))
    assert v.verdict is not None
    lines += [
        Text(screen.plain(told)) for told in verdict(v.verdict, screen.language, screen.players)
    ]
    return lines
