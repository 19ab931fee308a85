"""Effects in plain English, straight from the data: for audit, and to explain options.

The texts for players are in the catalogues. This printer exists so that somebody who knows the
card can check what the program really says.
"""

from __future__ import annotations

from tashkalar.catalogue import text
from tashkalar.effects import squares as sq
from tashkalar.effects import verbs as vb
from tashkalar.effects.offered import Convertible, Movers, Placeable, Pool, Reach, Touching

RANK_WORDS = ("", "common", "heroic", "legendary")


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
            a, b = squares(left, language), squares(right, language)
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
    raise TypeError(f"not a set of squares: {s!r}")


def condition(c: vb.Condition) -> str:
    match c:
        case vb.AtLeast(n, of):
            return f"at least {n} square is {squares(of)}"
        case vb.Captured(rank):
            return f"the last move destroyed a piece of rank {RANK_WORDS[rank]} or higher"
        case vb.EvenFight():
            return "the last move destroyed a piece of the mover's own rank"
        case vb.ActionsLeft():
            return "you have an action left"
        case vb.DiscardsEmpty():
            return "your discard pile is empty"
    raise TypeError(f"not a condition: {c!r}")


_DEEDS = {
    "gain_action": "gain {n} action(s)",
    "extra_turn": "take an extra turn",
    "draw_being": "draw an extra being at the end of the turn",
    "draw_legend": "draw an extra legend at the end of the turn",
    "borrow": "use one enemy piece in the next summoning of this turn",
    "recall": "choose a discard of yours and put it on top of your deck",
}


def line(effect: vb.Effect) -> str:
    """The one line of an effect; what is inside comes below it."""
    match effect:
        case vb.Change(verb, who, rank, counted):
            to = f" into your {RANK_WORDS[rank]} piece" if rank else ""
            return f"{verb} all that is {squares(who)}{to}{'' if counted else ', uncounted'}"
        case vb.Place(rank, on, theirs):
            whose = "of that colour" if theirs else "of yours"
            return f"place a {RANK_WORDS[rank]} piece {whose} on a square that is {squares(on)}"
        case vb.Move(who, kind, leap, onto, along):
            parts = [kind.replace("to_empty", "peaceful"), "leap" if leap else "move"]
            text = f"{' '.join(parts)} with a piece that is {squares(who)}"
            if onto != sq.ANYWHERE:
                text += f", onto {squares(onto)}"
            return text + (", straight on" if along else "")
        case vb.Deed(verb, n):
            return _DEEDS[verb].format(n=n)
        case vb.May():
            return "you may:"
        case vb.One(of):
            return f"choose one that is {squares(of)}:"
        case vb.Some(n, of, _, connected):
            how = "connected " if connected else ""
            return f"choose up to {n} {how}different ones that are {squares(of)}, with each:"
        case vb.UpTo(n, _, until):
            return f"up to {n} times{f', until {condition(until)}' if until else ''}:"
        case vb.Toward():
            return "choose an indicated direction:"
        case vb.Match():
            return "depending on what it is:"
        case vb.Choose():
            return "choose one:"
        case vb.When(c):
            return f"if {condition(c)}:"
        case vb.Colours(each):
            return "for each colour, yours first:" if each else "choose an enemy colour:"
    raise TypeError(f"not an effect: {effect!r}")


def prose(effects: tuple[vb.Effect, ...], depth: int = 0) -> str:
    """Effects as indented lines."""
    indent = "  " * depth
    lines = []
    for effect in effects:
        lines.append(indent + line(effect))
        match effect:
            case vb.Match(cases):
                for fits, body in cases:
                    lines.append(f"{indent}  {squares(fits)}:")
                    lines.append(prose(body, depth + 2))
            case vb.Choose(options):
                for number, option in enumerate(options, 1):
                    lines.append(f"{indent}  {number}:")
                    lines.append(prose(option, depth + 2))
            case vb.When(_, body, otherwise):
                lines.append(prose(body, depth + 1))
                if otherwise:
                    lines += [f"{indent}otherwise:", prose(otherwise, depth + 1)]
            case (
                vb.May(body)
                | vb.One(_, body)
                | vb.Some(_, _, body)
                | vb.UpTo(_, body)
                | vb.Toward(body)
                | vb.Colours(_, body)
            ):
                lines.append(prose(body, depth + 1))
    return "\n".join(text for text in lines if text)
