"""What a coach shows: the way to a goal, what it points at, and why its next step is legal."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from tashkalar import Asking, Kind, Position, choice_text, parse_choice, reading
from tashkalar.arena import NAMES, square
from tashkalar.cards import BEINGS
from tashkalar.catalogue import name, text
from tashkalar.lessons import Session
from tashkalar.lessons.lesson import step
from tashkalar.player_names import for_learner
from tashkalar.rules.atoms import rank_at
from tashkalar.scene.fits import ways
from tashkalar.scene.question import OfferedChoice, clause_asked, offered
from tashkalar.scene.texts import card

# What a term explains: the action, and its clause.
_EXPLAINED = {
    Kind.DISCARD: ("discard", "6.3"),
    Kind.RETURN: ("discard", "6.4"),
    Kind.LIFT: ("supply", "6.2"),
}


class Because(NamedTuple):
    """Why a step is legal, and the clause that says so."""

    text: str
    clause: str


def way_ahead(session: Session, language: str = "en") -> list[OfferedChoice]:
    """What is still to be done on the way of the lesson.

    >>> from tashkalar.lessons import lesson
    >>> [choice.words for choice in way_ahead(Session(lesson("pattern")))]
    ['Summon Swordmaster', 'Summon on e5']
    """
    game, way, found = session.game.copy(), session.way(), []
    names = for_learner(game.schools, game.position.colour_of, session.lesson.seat, language)
    for said, following in zip_longest(way, way[1:]):
        choice = next(c for c in game.position.choices() if choice_text(c) == said)
        found.append(offered(game.position, choice, language, names))
        step(game, said, following)
    return found


def points(ahead: list[OfferedChoice]) -> tuple[str, ...]:
    """What the way touches, in its order: cards, squares, and buttons by their choices.

    >>> from tashkalar.lessons import lesson
    >>> points(way_ahead(Session(lesson("pattern"))))
    ('swordmaster', 'e5')
    """
    return tuple(choice.card or choice.square or choice.text for choice in ahead)


def because(p: Position, ahead: list[OfferedChoice], language: str = "en") -> Because | None:
    """Why the next step is legal; None where nothing more can be said than that it is offered.

    >>> from tashkalar.lessons import lesson
    >>> session = Session(lesson("pattern"))
    >>> because(session.game.position, way_ahead(session)).text
    'Your pieces on e6, e4 form the pattern of the card Swordmaster, so the being may appear on e5.'
    """
    if not ahead:
        return None
    first = parse_choice(ahead[0].text)
    kind, value = first.kind, first.value
    played = reading.card_in_play(p)
    if kind == Kind.SUMMON and len(ahead) > 1 and ahead[1].square is not None:
        return _summoning(p, value, ahead[1].square, language)
    if kind == Kind.PLACE:
        return Because(text("lesson.why.place", language, square=NAMES[value]), "6.1")
    if kind in (Kind.CLAIM, Kind.FLARE):
        return _written(value, "12.4" if kind == Kind.CLAIM else "8.2", language)
    if kind in _EXPLAINED or p.asking == Asking.LAID:
        term, clause = _EXPLAINED.get(kind, _EXPLAINED[Kind.LIFT])
        return Because(text(f"term.{term}", language), clause)
    if played is None:
        return None
    return _written(played.number, "9.2" if kind == Kind.PASS else clause_asked(p), language)


def _written(number: int, clause: str, language: str) -> Because:
    """Because the card says so."""
    found = card(number, language)
    return Because(text("lesson.why.card", language, name=found.name, text=found.text), clause)


def _summoning(p: Position, number: int, at: str, language: str) -> Because:
    """Because its pattern is there, and what stands on the square does not keep it out."""
    being = BEINGS[number]
    way = ways(p, being, square(at))[0]
    onto = at not in way.used and rank_at(p, 1 << square(at))
    if way.stand_ins:
        key, clause = "improvised", "14.5"
    else:
        key, clause = ("onto", "7.6") if onto else ("summon", "7.4")
    told = text(
        f"lesson.why.{key}",
        language,
        name=name(being.id, language),
        square=at,
        squares=", ".join(way.used),
    )
    return Because(told, clause)
