"""What a scenario may expect of a position, or of what a seat sees of it."""

from __future__ import annotations

from tashkalar.cards import CARDS
from tashkalar.choice import Asking
from tashkalar.notation import fields as text_of
from tashkalar.rules.atoms import supply
from tashkalar.rules.play import Position
from tashkalar.state import UNKNOWN
from tashkalar.terms import LETTERS
from tashkalar.verdict import Verdict

HIDDEN = "?"  # a card that the viewer does not know


class UnknownExpectation(ValueError):
    """Something that nothing can be expected of."""


def described(p: Position, what: str) -> str:
    """What is expected, as it really is: the two are equal if the expectation is met."""
    words = what.split() or [""]
    key, rest = words[0], words[1:]
    of_colour = key in _BY_COLOUR
    letters = LETTERS[: len(set(p.colour_of)) if of_colour else len(p.colour_of)]
    seat = letters.index(rest[0]) if rest and rest[0] in tuple(letters) else None
    shown = [key] if seat is None else [key, rest[0]]
    zone = _zone(p, key, seat)
    if zone is not None:
        counted = len(words) == len(shown) + 1 and words[-1].isdecimal()
        shown += [str(len(zone))] if counted else [_named(c) for c in zone]
    elif key in text_of.PLAIN:
        shown += text_of.show(key, p.fields()).split() or ["none"]
    elif key == "summoned":
        shown += map(str, p.summoned)
    elif key == "destroyed" and seat is not None:
        shown += map(str, p.destroyed[3 * seat : 3 * seat + 3])
    elif key == "score" and seat is not None:
        shown += _score(p, seat, len(rest) > 1 and rest[1][0] in LETTERS)
    elif key == "supply" and seat is not None:
        shown += [str(supply(p, seat, 1)), str(supply(p, seat, 3))]
    elif key == "improvised" and seat is not None:
        shown += [LETTERS[c] for c in range(4) if p.improvised[seat] >> c & 1]
    elif key == "turn":
        shown = [key, LETTERS[p.seat]]
    elif key == "actor":
        shown = [key, LETTERS[p.actor]]
    elif key == "choices":
        shown.append(str(len(p.choices())))
    elif key == "asking":
        shown.append(Asking(p.asking).name.lower())
    elif key == "trigger":
        shown.append(p.trigger or "none")
    elif key == "places":
        shown += map(str, p.result)
    elif key == "decided" and p.verdict is not None:
        shown += _decided(p.verdict, rest)
    else:
        raise UnknownExpectation(f"{what!r} is not something a scenario can expect")
    return " ".join(shown)


def _named(number: int) -> str:
    return HIDDEN if number == UNKNOWN else CARDS[number].id


_BY_COLOUR = ("claimed", "destroyed", "improvised", "score", "supply")
_SHARED = ("legend_deck", "legend_discards", "flare_deck", "flare_discards", "tasks", "task_deck")


def _zone(p: Position, key: str, seat: int | None) -> tuple[int, ...] | None:
    """The cards of a zone, top first; None if it is no zone."""
    if key in _SHARED:
        shared: tuple[int, ...] = getattr(p, key)
        return shared
    if key == "next":
        return p.task_deck[:1]
    if key == "returned":
        return tuple(number for _, number in p.returned)
    if seat is None:
        return None
    if key == "known":
        return tuple(card for _, card in p.known[seat])
    return {
        "hand": p.beings[seat] + p.legends[seat] + p.flares[seat],
        "deck": p.decks[seat],
        "discards": p.discards[seat],
        "claimed": p.claimed[seat],
    }.get(key)


def _decided(found: Verdict, rest: list[str]) -> list[str]:
    """By what the first place was decided, or that it is shared; numbers only where wanted."""
    if found.outcome != "won":
        return [found.outcome]
    first = found.margins[0]
    return [first.by, str(first.more), str(first.fewer)][: max(len(rest), 1)]


def _score(p: Position, colour: int, by_colour: bool) -> list[str]:
    if by_colour:
        others = [c for c in range(len(set(p.colour_of))) if c != colour]
        return [f"{LETTERS[c]}{p.scores[4 * colour + c]}" for c in others]
    return [str(p.score(colour))]
