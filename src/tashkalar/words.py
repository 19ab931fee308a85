"""In words: what a card does, what happened, and why a choice is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tashkalar import event as events
from tashkalar import refusal as refusals
from tashkalar.arena import DIRECTIONS, NAMES, names, squares
from tashkalar.cards import CARDS, Being, Flare, Task
from tashkalar.catalogue import has, name, text
from tashkalar.choice import Asking
from tashkalar.effects import prose
from tashkalar.effects.effect import Effect
from tashkalar.event import Event
from tashkalar.refusal import Refusal
from tashkalar.terms import RANK_NAMES, Term
from tashkalar.verdict import Verdict

Naming = Callable[[int, str], str]  # what stands for a card in a sentence of a language


def card_name(number: int, language: str = "en") -> str:
    """The name of a card, by its number."""
    return name(CARDS[number].id, language)


def effect_words(being: Being, language: str = "en") -> str:
    """What a being does: its text, or as long as it has none, its effect as the data says it."""
    return _text_or_prose(f"{being.id}.effect", being.effects, language)


def half_words(flare: Flare, half: str, language: str = "en") -> str:
    """What the upper or the lower half of a flare does."""
    effects = flare.upper if half == "upper" else flare.lower
    return _text_or_prose(f"{flare.id}.{half}", effects, language)


def _text_or_prose(key: str, effects: tuple[Effect, ...], language: str) -> str:
    return text(key, language) if has(key, language) else prose.prose(effects, language=language)


def sentence(
    event: Event, language: str = "en", called: Sequence[str] = (), naming: Naming = card_name
) -> str:
    """One event as a sentence; ``called`` names the colours, which are letters without it.

    >>> from tashkalar.event import Destroy
    >>> sentence(Destroy(square=44, colour=1, rank=2))
    'The heroic piece of B on e5 is destroyed.'
    >>> sentence(Destroy(44, 1, 2), called=("Highland", "Sylvan"))
    'The heroic piece of Sylvan on e5 is destroyed.'
    """
    told = _told(events.FIELDS[type(event)], event, language, called, naming)
    return text(".".join(("event", events.NAMES[type(event)], *_cause(event))), language, **told)


def _cause(event: Event) -> list[str]:
    """Each cause of an event has a text of its own."""
    held = events.FIELDS[type(event)].items()
    return [getattr(event, field) for field, term in held if term == Term.CAUSE]


def sentences(
    happened: Iterable[Event],
    language: str = "en",
    called: Sequence[str] = (),
    naming: Naming = card_name,
) -> list[str]:
    """Events as sentences, one for each deed: what a piece takes is told with its move.

    >>> from tashkalar.event import Destroy, Move
    >>> sentences([Destroy(44, 1, 1), Move(start=43, end=44, colour=0, rank=2, leap=False)])
    ['The heroic piece of A goes from d5 to e5 and destroys the common piece of B there.']
    """
    found: list[str] = []
    victim: events.Destroy | None = None
    for event in happened:
        if victim is not None and victim.square == _arrival(event):
            told = _told(events.FIELDS[type(event)], event, language, called, naming)
            told["taken"] = spoken(Term.RANK, victim.rank, language)
            told["owner"] = spoken(Term.COLOUR, victim.colour, language, called)
            found[-1] = text(f"event.{events.NAMES[type(event)]}.taking", language, **told)
        else:
            found.append(sentence(event, language, called, naming))
        victim = event if isinstance(event, events.Destroy) else None
    return found


def _arrival(event: Event) -> int | None:
    """The square onto which a piece comes that takes what stands there."""
    match event:
        case events.Move(end=square) | events.Summon(square=square):
            return square
    return None


def refusal_words(refusal: Refusal, language: str = "en", called: Sequence[str] = ()) -> str:
    """Why a choice is refused, in one sentence.

    >>> from tashkalar.refusal import Occupied
    >>> refusal_words(Occupied(square=44, rank=2))
    'A heroic piece stands on e5. Choose an empty square.'
    """
    told = _told(refusals.FIELDS[type(refusal)], refusal, language, called)
    return text(refusals.KEYS[type(refusal)], language, **told)


def _told(
    held: dict[str, Term],
    values: tuple[object, ...],
    language: str,
    called: Sequence[str],
    naming: Naming = card_name,
) -> dict[str, object]:
    """The fields of an event or a refusal as people say them."""
    told: dict[str, object] = {}
    for (field, term), value in zip(held.items(), values, strict=True):
        told[field] = spoken(term, value, language, called, naming)
        if term == Term.CARD and isinstance(value, int):
            card = CARDS[value]
            if isinstance(card, Task):
                told["criterion"] = text(f"{card.id}.criterion", language)
    return told


def spoken(
    term: Term,
    value: object,
    language: str = "en",
    called: Sequence[str] = (),
    naming: Naming = card_name,
) -> object:  # a word; numbers stay numbers
    """A value as people say it, by what it stands for.

    >>> spoken(Term.SQUARE, 44), spoken(Term.RANK, 3), spoken(Term.COLOUR, 1), spoken(Term.COUNT, 2)
    ('e5', 'legendary', 'B', 2)
    """
    match term, value:
        case (Term.SQUARE, int(square)):
            return NAMES[square]
        case (Term.SQUARES, int(bits)):
            return ", ".join(names(bits))
        case (Term.CARD, int(number)):
            return naming(number, language)
        case ((Term.COLOUR | Term.SEAT), int(number)):
            return called[number] if called else text(f"colour.{number}", language)
        case (Term.RANK, int(rank)):
            return text(f"rank.{RANK_NAMES[rank]}", language)
        case (Term.ASKING, int(asking)):
            return text(f"asking.{Asking(asking).name.lower()}", language)
        case (Term.DIRECTION, int(direction)):
            return text(f"server.direction.{DIRECTIONS[direction]}", language)
        case (Term.LACK, (int(missing), int(upgraded))):
            return ", ".join(
                text("lack.upgraded", language, square=NAMES[i]) if upgraded >> i & 1 else NAMES[i]
                for i in squares(missing)
            )
        case (Term.HALVES, int(halves)):
            return text(f"halves.{halves}", language)
    return value


def verdict(found: Verdict, language: str = "en", called: Sequence[str] = ()) -> list[str]:
    """What decided a game, as sentences: a shared first place, then what decided each place.

    >>> from tashkalar.verdict import Margin
    >>> verdict(Verdict("won", (1,), (Margin("upgraded", (1,), (0,), 4, 2),)))
    ['B before A: equal points; upgraded pieces on the board 4 to 2.']
    """

    def named(colours: Sequence[int]) -> str:
        names = [str(spoken(Term.COLOUR, colour, language, called)) for colour in colours]
        return text("verdict.and", language).join(names)

    told = []
    if found.outcome != "won":
        told.append(text(f"verdict.{found.outcome}", language, names=named(found.winners)))
    for margin in found.margins:
        points_in = [named(() if c is None else (c,)) for c in (margin.more_in, margin.fewer_in)]
        told.append(
            text(
                f"verdict.{margin.by}", language, better=named(margin.better),
                worse=named(margin.worse), more=margin.more, fewer=margin.fewer,
                more_in=points_in[0], fewer_in=points_in[1],
            )
        )  # fmt: skip
    return told
