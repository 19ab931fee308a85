"""The story of a game: the log in words, and what happened since a viewer last decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from tashkalar import SPECTATOR, Choice, Game, Kind
from tashkalar.arena import DIRECTIONS, names
from tashkalar.cards import CARDS
from tashkalar.catalogue import text
from tashkalar.event import EndTurn, Event
from tashkalar.event import squares as squares_of
from tashkalar.game import Played, forced
from tashkalar.player_names import PlayerNames
from tashkalar.reading import begun, differences, option_words
from tashkalar.scene.events import GameEvent, shown
from tashkalar.words import card_name, sentences


class CardUse(Struct, frozen=True, gc=False):
    """Where a text names a card: from a character on, up to another one."""

    card: str
    start: int
    end: int


class LogEntry(Struct, frozen=True, gc=False):
    """One choice that was made; ``words`` is empty where there is nothing to tell."""

    n: int
    turn: int
    seat: int
    words: str
    cards: tuple[CardUse, ...]  # the cards that the words name
    squares: tuple[str, ...]
    events: tuple[GameEvent, ...]
    auto: bool  # forced, so nobody was asked


class StoryStep(Struct, frozen=True, gc=False):
    """One choice of the others, to be stepped through."""

    seat: int
    words: str
    cards: tuple[CardUse, ...]
    events: tuple[GameEvent, ...]


class _Told(Struct, frozen=True, gc=False):
    words: str
    cards: tuple[CardUse, ...]
    squares: tuple[str, ...]
    events: tuple[GameEvent, ...]


@lru_cache(8192)
def _told(told: tuple[Event, ...], actor: int, names_of: PlayerNames, language: str) -> _Told:
    worth = (one for one in told if not isinstance(one, EndTurn))
    words, cards = _unmarked(" ".join(sentences(worth, language, names_of, actor, _marked)))
    about = {1 << square for one in told for square in squares_of(one)}
    return _Told(words, cards, tuple(names(sum(about))), tuple(shown(one) for one in told))


# A language may put a card anywhere in its sentence. So that its place is known, characters that
# no text has stand around its id and its name until the sentence is made.
_ID, _NAME, _END = "\ue000", "\ue001", "\ue002"
_MARKED = re.compile(f"{_ID}(.*?){_NAME}(.*?){_END}")


def _marked(number: int, language: str) -> str:
    return f"{_ID}{CARDS[number].id}{_NAME}{card_name(number, language)}{_END}"


def _unmarked(told: str) -> tuple[str, tuple[CardUse, ...]]:
    """A text without its marks, and the cards that they were around."""
    plain, at = "", 0
    cards = []
    for found in _MARKED.finditer(told):
        plain += told[at : found.start()]
        cards.append(CardUse(found[1], len(plain), len(plain) + len(found[2])))
        plain += found[2]
        at = found.end()
    return plain + told[at:], tuple(cards)


def _telling(names_of: PlayerNames, played: Played, language: str) -> _Told:
    told = _told(played.events, played.seat, names_of, language)
    if told.words:
        return told
    words = _silent(played, names_of, language)
    return _Told(words, (), told.squares, told.events)


def _silent(played: Played, names_of: PlayerNames, language: str) -> str:
    """A choice after which nothing has happened yet, where it tells something all the same.

    Which piece moves, or which card is laid down, is told by what comes next.
    """
    chosen: Choice = played.choice
    who = names_of.of_seat(played.seat)
    you = ".you" if names_of.reads_seat(played.seat) else ""
    match chosen.kind:
        case Kind.PASS:
            key = "stop" if begun(played.before) else "pass"
            return text(f"server.told.{key}{you}", language, who=who)
        case Kind.FINISH:
            return text("event.end_turn", language)
        case Kind.DIRECTION:
            toward = text(f"server.direction.{DIRECTIONS[chosen.value]}", language)
            return text(f"server.told.direction{you}", language, who=who, direction=toward)
        case Kind.COLOUR:
            colour = names_of.of_colour(chosen.value, language)
            yours = ".yours" if names_of.reads_colour(chosen.value) else ""
            return text(f"server.told.colour{you}{yours}", language, who=who, colour=colour)
        case Kind.OPTION:
            option = option_words(played.before, chosen.value, language)
            return text(f"server.told.option{you}", language, who=who, option=option)
    return ""


def entry(game: Game, n: int, names_of: PlayerNames, language: str = "en") -> LogEntry:
    """Return one choice of a game as an entry of the log, for the reader of the names."""
    return _entry(game.history[n], n, names_of, language)


@lru_cache(1024)
def _entry(played: Played, n: int, names_of: PlayerNames, language: str) -> LogEntry:
    told = _telling(names_of, played, language)
    auto = forced(played.before) is not None
    return LogEntry(
        n, played.turn, played.seat, told.words, told.cards, told.squares, told.events, auto
    )


def log(game: Game, names_of: PlayerNames, since: int = 0, language: str = "en") -> list[LogEntry]:
    """Return the entries of the log from a number on.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> events = game.play("place e5")
    >>> [entry.words for entry in log(game, PlayerNames(("Ada", "Ben"), (0, 1)))]
    ['Ada places a common piece on e5.']
    >>> [entry.words for entry in log(game, PlayerNames(("Ada", "Ben"), (0, 1), reader=0))]
    ['You place a common piece on e5.']
    """
    return [entry(game, n, names_of, language) for n in range(since, len(game.history))]


def others_since(game: Game, viewer: int) -> range:
    """What the others did since the viewer's last turn; for spectators, the turn before this.

    While the viewer's own turn goes on this stays the same: what one does oneself is no news.
    """
    history: Sequence[Played] = game.history
    end = len(history)
    now = game.position
    if viewer == SPECTATOR:
        last = history[-1].turn if history and now.is_over else now.turn - 1
        while end and history[end - 1].turn > last:
            end -= 1
        start = end
        while start and history[start - 1].turn == last:
            start -= 1
        return range(start, end)
    while end and history[end - 1].seat == viewer and history[end - 1].turn == now.turn:
        end -= 1
    start = end
    while start and history[start - 1].seat != viewer:
        start -= 1
    return range(start, end)


def steps(
    game: Game, which: range, names_of: PlayerNames, language: str = "en"
) -> tuple[StoryStep, ...]:
    """The choices that are stepped through; silent ones are left out."""
    made = game.history[which.start : which.stop]
    return _steps(tuple(made), names_of, language) if made else ()


@lru_cache(1024)
def _steps(made: tuple[Played, ...], names_of: PlayerNames, language: str) -> tuple[StoryStep, ...]:
    told = [_step(played, names_of, language) for played in made]
    return tuple([step for step in told if step is not None])


@lru_cache(4096)
def _step(played: Played, names_of: PlayerNames, language: str) -> StoryStep | None:
    told = _telling(names_of, played, language)
    if not told.events and not told.words:
        return None
    return StoryStep(played.seat, told.words, told.cards, told.events)


def changed(game: Game, which: range) -> int:
    """The squares that some choices changed for good."""
    if not which:
        return 0
    before = game.history[which.start].before
    after = game.history[which.stop].before if which.stop < len(game.history) else game.position
    return differences(before, after)
