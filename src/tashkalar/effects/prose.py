"""Effects and sets of squares in words, straight from the data.

The texts for players are in the catalogues, card by card. This printer says what the data really
says: to check a card against it, to explain a refusal, and to show a card that has no text yet.
Its words come from the catalogue, too.
"""

from __future__ import annotations

from tashkalar.catalogue import text
from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tashkalar.effects.offered import (
    Convertible,
    Movers,
    Payable,
    Placeable,
    Pool,
    Provided,
    Reach,
    Touching,
)
from tashkalar.terms import RANK_NAMES


def squares(s: sq.Squares, language: str = "en") -> str:
    """A set of squares in words: the end of "it is ...".

    >>> squares(sq.ENEMY & sq.COMMON & sq.DIAGONAL)
    'an enemy piece and common and diagonally adjacent to the being'
    """

    def say(key: str, **values: object) -> str:
        return text(f"set.{key}", language, **values)

    def part(of: sq.Squares, apart: type[sq.Squares] | tuple[type[sq.Squares], ...]) -> str:
        """A set inside another one, in brackets where it would be misread."""
        words = squares(of, language)
        return say("group", a=words) if isinstance(of, apart) else words

    both_ways = (sq.Both, sq.Either)
    match s:
        case sq.Both(left, right):
            a, b = part(left, sq.Either), part(right, sq.Either)
            return a if a == b else say("and", a=a, b=b)
        case sq.Either(left, right):
            a, b = part(left, sq.Both), part(right, sq.Both)
            return a if a == b else say("or", a=a, b=b)
        case sq.Outside(of):
            return say("not", a=part(of, both_ways))
        case sq.Named(name) | sq.Reference(name):
            return say(name.lower())
        case sq.Around(how, of, n):
            return say(how, a=part(of, both_ways), n=n)
        case sq.Line(turn, reach):
            where = say({0: "line", 1: "line_right"}.get(turn, "line_left"))
            return say("line_reach", a=where, n=reach) if reach else where
        case sq.Nearest(n, of):
            return say("nearest", a=part(of, both_ways), n=n)
        case sq.Before(of):
            return say("before", a=part(of, both_ways))
        case sq.RicherIn(of):
            return say("richer", a=squares(of, language))
        case sq.SameColour(of):
            return say("same_colour", a=squares(of, language))
        case Convertible():
            return say("convertible")
        case Placeable():
            return say("placeable")
        case Movers(who):
            able = say("movers")
            return able if who == sq.ANYWHERE else say("and", a=part(who, sq.Either), b=able)
        case Reach():
            return say("reach")
        case Pool(_, of):
            return say("pool", a=squares(of, language))
        case Touching():
            return say("touching")
        case Provided(of):
            return squares(of, language)
        case Payable(_, ((first, _), *_)):
            return say("movers" if isinstance(first, Movers) else "reach")
    raise TypeError(f"not a set of squares: {s!r}")


def condition(c: fx.Condition, language: str = "en") -> str:
    """A condition in words: the end of "if ..."."""
    match c:
        case fx.AtLeast(n, of):
            return text("prose.at_least", language, n=n, a=squares(of, language))
        case fx.Captured(rank):
            return text("prose.captured", language, rank=_rank(rank, language))
        case fx.Remains(what):
            return text("prose.remains", language, a=_allowance(what, 1, language))
        case fx.Holds(zone):
            return text("prose.holds", language, a=_zone(zone, language))
    raise TypeError(f"not a condition: {c!r}")


def _rank(rank: int, language: str) -> str:
    return text(f"rank.{RANK_NAMES[rank]}", language)


def _allowance(what: fx.Allowance, n: int, language: str) -> str:
    return text(f"allowance.{what.name.lower()}", language, n=n)


def _zone(zone: fx.Zone, language: str) -> str:
    return text(f"zone.{zone.name.lower()}", language)


def line(effect: fx.Effect, language: str = "en") -> str:
    """The one line of an effect; what is inside comes below it."""

    def say(key: str, **values: object) -> str:
        return text(f"prose.{key}", language, **values)

    def of(s: sq.Squares) -> str:
        return squares(s, language)

    match effect:
        case fx.Change("destroy", who, _, counted):
            return say("destroy" if counted else "destroy_uncounted", a=of(who))
        case fx.Change("convert", who, rank) if rank:
            return say("convert_to", a=of(who), rank=_rank(rank, language))
        case fx.Change(verb, who):
            return say(verb, a=of(who))
        case fx.Place(rank, on, theirs):
            key = "place_theirs" if theirs else "place"
            return say(key, a=of(on), rank=_rank(rank, language))
        case fx.Move(who, kind, leap, onto, along):
            told = say(f"{kind}_{'leap' if leap else 'move'}", a=of(who))
            if onto != sq.ANYWHERE:
                told = say("onto", move=told, a=of(onto))
            return say("straight", move=told) if along else told
        case fx.Gain(what, n):
            return say("gain" if n > 0 else "lose", a=_allowance(what, abs(n), language))
        case fx.Send(start, end):
            return say("send", a=_zone(start, language), b=_zone(end, language))
        case fx.Budget((_,), whole):
            return say("budget_whole" if whole else "budget")
        case fx.Budget(_, whole):
            return say("budgets_whole" if whole else "budgets")
        case fx.One(chosen):
            return say("one", a=of(chosen))
        case fx.Some(n, chosen, _, connected):
            return say("some_connected" if connected else "some", n=n, a=of(chosen))
        case fx.UpTo(n, _, until):
            if until is None:
                return say("up_to", n=n)
            return say("up_to_until", n=n, a=condition(until, language))
        case fx.When(c):
            return say("when", a=condition(c, language))
        case fx.Colours(each):
            return say("each_colour" if each else "one_enemy_colour")
        case fx.May() | fx.Toward() | fx.Match() | fx.Choose():
            return say(type(effect).__name__.lower())
    raise TypeError(f"not an effect: {effect!r}")


def prose(effects: tuple[fx.Effect, ...], depth: int = 0, language: str = "en") -> str:
    """Effects as indented lines.

    >>> from tashkalar.cards import card
    >>> print(prose(card("knight").effects))
    up to 3 times:
      combat move: the being, onto: not common
    """
    indent = "  " * depth
    lines = []

    def inside(body: tuple[fx.Effect, ...], deeper: int = 1) -> None:
        lines.append(prose(body, depth + deeper, language))

    for effect in effects:
        lines.append(indent + line(effect, language))
        match effect:
            case fx.Match(cases):
                for fits, body in cases:
                    lines.append(f"{indent}  {squares(fits, language)}:")
                    inside(body, 2)
            case fx.Budget((row,)):
                inside(row)
            case fx.Choose(options) | fx.Budget(options):
                for number, option in enumerate(options, 1):
                    lines.append(f"{indent}  {number}:")
                    inside(option, 2)
            case fx.When(_, body, otherwise):
                inside(body)
                if otherwise:
                    lines.append(indent + text("prose.otherwise", language))
                    inside(otherwise)
            case (
                fx.May(body)
                | fx.One(_, body)
                | fx.Some(_, _, body)
                | fx.UpTo(_, body)
                | fx.Toward(body)
                | fx.Colours(_, body)
            ):
                inside(body)
    return "\n".join(told for told in lines if told)
