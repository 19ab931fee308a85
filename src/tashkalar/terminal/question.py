"""What is asked, and what may be answered, in words."""

from __future__ import annotations

from collections.abc import Callable

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from tashkalar import Asking, Choice, Kind, View, catalogue, choice_text, prompts, reading
from tashkalar.answers import Unclear, understand
from tashkalar.arena import DIRECTIONS, NAMES, names, squares
from tashkalar.cards import BEINGS, CARDS, Being, Task
from tashkalar.rules import summoning
from tashkalar.state import State
from tashkalar.terminal.screen import OFFER, QUIET, Screen
from tashkalar.terms import LETTERS

MANY = 16  # more squares than this are not listed one by one: the board shows them


def asked(screen: Screen, v: View) -> str:
    """The question as a sentence, with the card that asks it."""
    words = screen.plain(prompts.question(v, screen.language, screen.players))
    card = reading.card_in_play(v)
    return (
        words
        if card is None
        else screen.say("card_asks", name=screen.name(card.id), question=words)
    )


def hint(screen: Screen, v: View, takebacks: bool = True) -> str:
    """How to answer this question."""
    if v.asking == Asking.END and not takebacks:
        return screen.say("hint.any")
    key = f"terminal.hint.{Asking(v.asking).name.lower()}"
    return screen.text(key) if catalogue.has(key, screen.language) else screen.say("hint.any")


def numbered(v: View) -> list[Choice]:
    """The choices that get a number: all of them, except squares when there are many."""
    choices = v.choices()
    on_board = [c for c in choices if c.kind <= Kind.SQUARE]
    others = [c for c in choices if c.kind > Kind.SQUARE]
    return others if len(on_board) > MANY or v.asking == Asking.ACTION else on_board + others


def typed_choices(screen: Screen, v: View, typed: str) -> tuple[Choice, ...]:
    """Return the choice with the number that was typed, or those that the words mean.

    Raise Unclear if there is no such number, or the words have no meaning here.
    """
    if not typed.isdecimal():
        return understand(v, typed, screen.language)
    choices = numbered(v)
    if not choices:
        raise Unclear("words", typed=typed)
    if not 1 <= int(typed) <= len(choices):
        raise Unclear("number", last=str(len(choices)))
    return (choices[int(typed) - 1],)


def listed(screen: Screen, v: View, square: int | None) -> RenderableType:
    """The choices with their numbers; ``square`` is the one chosen last."""
    choices = numbered(v)
    left = [c for c in v.choices() if c not in choices]
    parts: list[RenderableType] = []
    if left:
        key = "squares.lift" if left[0].kind == Kind.LIFT else "squares.place"
        if v.asking != Asking.ACTION:
            key = "squares.any"
        parts.append(Text("  " + screen.say(key, n=len(left), example=NAMES[left[0].value])))
    tell = _teller(screen, v, square)
    lines = [_line(screen, number, choice, tell) for number, choice in enumerate(choices, 1)]
    short = all(c.kind <= Kind.DIRECTION or c.kind == Kind.PASS for c in choices)
    if lines:
        parts.append(Columns(lines, padding=(0, 2), column_first=not short))
    return Group(*parts)


def typed(screen: Screen, choice: Choice) -> str:
    """A choice as it may be typed, with the card's name as people say it."""
    if Kind.SUMMON <= choice.kind <= Kind.CLAIM:
        verb = choice_text(choice).split()[0]
        return f"{verb} {screen.name(CARDS[choice.value].id)}"
    return choice_text(choice)


def _line(screen: Screen, number: int, choice: Choice, tell: Callable[[Choice], str]) -> Text:
    line = Text(f"{number:3} ", style=QUIET)
    line.append(typed(screen, choice), style=OFFER)
    told = tell(choice)
    return line.append(f"  {told}") if told else line


def _teller(screen: Screen, v: View, square: int | None) -> Callable[[Choice], str]:
    """What a choice means, beyond its text."""

    def tell(choice: Choice) -> str:
        kind, value = choice.kind, choice.value
        if kind == Kind.SQUARE:
            told = [_piece(screen, v, value), _price(screen, v, value)]
            return ", ".join(part for part in told if part)
        if kind == Kind.DIRECTION:
            return screen.signs.arrows[value]
        if kind == Kind.SUMMON:
            return screen.say("summon_on", squares=_where(screen, v, BEINGS[value]))
        if kind == Kind.OPTION:
            return reading.option_words(v, value, screen.language)
        if kind == Kind.WAY:
            return _way(screen, v, value, square)
        if kind == Kind.COLOUR:
            return screen.players_of(value)
        if kind == Kind.CLAIM:
            task = CARDS[value]
            assert isinstance(task, Task)
            return screen.say("points", n=task.points)
        if kind == Kind.PASS:
            return screen.plain(prompts.declining(v, screen.language))
        if kind in (Kind.FINISH, Kind.PASS_CONTROL):
            return screen.say(f"tell.{kind.name.lower()}")
        return ""

    return tell


def _where(screen: Screen, v: View, being: Being) -> str:
    """The squares on which a being can be summoned, with the colours that improvising costs."""
    found = []
    for square in squares(reading.fitting(v, being)):
        name, colours = NAMES[square], _charges(v, being, square)
        if colours:
            name = screen.say("summon_improvised", square=name, colours=_either(screen, colours))
        found.append(name)
    return ", ".join(found)


def _charges(v: View, being: Being, square: int) -> list[int]:
    """The colours one of which a summoning on a square uses up; none where it can be free."""
    charges = {way.charged for way in summoning.different_ways(v, being, 1 << square)}
    return [] if summoning.NOBODY in charges else sorted(charges)


def _either(screen: Screen, colours: list[int]) -> str:
    return screen.say("either").join(map(screen.players_of, colours))


def _price(screen: Screen, v: View, square: int) -> str:
    """What summoning on a square costs, beside the action."""
    being = reading.card_in_play(v)
    if v.asking != Asking.SUMMONING_SQUARE or not isinstance(being, Being):
        return ""
    colours = _charges(v, being, square)
    return screen.say("way.charged", colour=_either(screen, colours)) if colours else ""


def _piece(screen: Screen, v: State, square: int) -> str:
    """What stands on a square, as the board shows it."""
    for colour in range(4):
        if v.pieces[colour] >> square & 1:
            rank = 1 if v.common >> square & 1 else 2 if v.heroic >> square & 1 else 3
            return LETTERS[colour] + screen.shape(rank)
    return ""


def _way(screen: Screen, v: View, number: int, square: int | None) -> str:
    """Which pieces one way of matching uses, and what it marks or points at."""
    being = reading.card_in_play(v)
    assert isinstance(being, Being)
    assert square is not None
    way = summoning.different_ways(v, being, 1 << square)[number]
    told = [screen.say("way.used", squares=" ".join(names(way.used)))]
    if way.marked:
        told.append(screen.say("way.marked", squares=" ".join(names(way.marked))))
    if way.indicated:
        shown = [name for d, name in enumerate(DIRECTIONS) if way.indicated >> d & 1]
        told.append(screen.say("way.indicated", directions=" ".join(shown)))
    if way.charged != summoning.NOBODY:
        told.append(screen.say("way.charged", colour=screen.players_of(way.charged)))
    return ", ".join(told)
