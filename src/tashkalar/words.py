"""In words: what a card does, what happened, and why a choice is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tashkalar import event as events
from tashkalar import refusal as refusals
from tashkalar.arena import DIRECTIONS, NAMES, squares
from tashkalar.arena import names as square_names
from tashkalar.cards import CARDS, Being, Flare, Task
from tashkalar.catalogue import has, name, places, text
from tashkalar.choice import Asking
from tashkalar.effects import prose
from tashkalar.effects.effect import Effect
from tashkalar.event import Event
from tashkalar.player_names import LETTERED, PlayerNames
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
    event: Event,
    language: str = "en",
    names: PlayerNames = LETTERED,
    actor: int | None = None,
    naming: Naming = card_name,
) -> str:
    """Return one event as a sentence; `actor` is the seat whose choice caused it.

    >>> from tashkalar.event import Destroy, Summon
    >>> ada = PlayerNames(("Ada", "Ben"), (0, 1), reader=0)
    >>> sentence(Destroy(square=44, colour=1, rank=2))
    'B’s heroic piece on e5 is destroyed.'
    >>> sentence(Destroy(44, 1, 2), names=ada)
    'Ben’s heroic piece on e5 is destroyed.'
    >>> sentence(Destroy(44, 0, 2), names=ada)
    'Your heroic piece on e5 is destroyed.'
    """
    if (
        isinstance(event, events.Place)
        and actor is not None
        and names.colour_of[actor] != event.colour
    ):
        doer = {"actor": (Term.SEAT, actor)}
        return _event_text(event, ("theirs",), doer, language, names, actor, naming)
    return _event_text(event, (), {}, language, names, actor, naming)


def _event_text(
    event: Event,
    more: tuple[str, ...],
    extra: Mapping[str, tuple[Term, int]],
    language: str,
    names: PlayerNames,
    actor: int | None,
    naming: Naming,
) -> str:
    """The text of an event; `more` extends its id, `extra` holds further fields of the text."""
    fields = events.FIELDS[type(event)]
    values = _spoken_fields(fields, event, language, names, actor, naming)
    held = dict(zip(fields, zip(fields.values(), event, strict=True), strict=True))
    for field, (term, value) in extra.items():
        values[field] = spoken(term, value, language, names, naming, actor)
        held[field] = term, value
    key = ".".join(("event", events.NAMES[type(event)], *_cause(event), *more))
    if names.reader >= 0:
        key += _addressed(key, held, names, actor)
    return text(key, language, **values)


def _addressed(
    key: str, held: Mapping[str, tuple[Term, object]], names: PlayerNames, actor: int | None
) -> str:
    """The end of the id of the text for the reader.

    `.you` if the first player whom the text names reads it, `.yours` if a later one does.
    """
    suffix, first = "", True
    for term, value in (held[field] for field in places(key) if field in held):
        if term in _PEOPLE and isinstance(value, int):
            if _PEOPLE[term](names, value, actor):
                suffix += ".you" if first else ".yours"
            first = False
    return suffix


_PEOPLE: dict[Term, Callable[[PlayerNames, int, int | None], bool]] = {
    Term.ACTOR: lambda names, colour, actor: names.reads_actor(colour, actor),
    Term.COLOUR: lambda names, colour, actor: names.reads_colour(colour),
    Term.SEAT: lambda names, seat, actor: names.reads_seat(seat),
}


def _cause(event: Event) -> list[str]:
    """Each cause of an event has a text of its own."""
    held = events.FIELDS[type(event)].items()
    return [getattr(event, field) for field, term in held if term == Term.CAUSE]


def sentences(
    happened: Iterable[Event],
    language: str = "en",
    names: PlayerNames = LETTERED,
    actor: int | None = None,
    naming: Naming = card_name,
) -> list[str]:
    """Return events as sentences; a piece that is taken shares the sentence of the taker.

    >>> from tashkalar.event import Destroy, Move
    >>> sentences([Destroy(44, 1, 1), Move(start=43, end=44, colour=0, rank=2, leap=False)])
    ['A’s heroic piece moves from d5 to e5, destroying B’s common piece.']
    """
    found: list[str] = []
    victim: events.Destroy | None = None
    for event in happened:
        if victim is not None and victim.square == _arrival(event):
            taken = {
                "taken": (Term.RANK, victim.rank),
                "owner": (Term.COLOUR, victim.colour),
            }
            found[-1] = _event_text(event, ("taking",), taken, language, names, actor, naming)
        else:
            found.append(sentence(event, language, names, actor, naming))
        victim = event if isinstance(event, events.Destroy) else None
    return found


def _arrival(event: Event) -> int | None:
    """The square onto which a piece comes that takes what stands there."""
    match event:
        case events.Move(end=square) | events.Summon(square=square):
            return square
    return None


def refusal_words(refusal: Refusal, language: str = "en", names: PlayerNames = LETTERED) -> str:
    """Return why a choice is refused, in one sentence.

    >>> from tashkalar.refusal import Occupied
    >>> refusal_words(Occupied(square=44, rank=2))
    'A heroic piece stands on e5. Choose an empty square.'
    """
    values = _spoken_fields(refusals.FIELDS[type(refusal)], refusal, language, names)
    return text(refusals.KEYS[type(refusal)], language, **values)


def _spoken_fields(
    fields: dict[str, Term],
    values: tuple[object, ...],
    language: str,
    names: PlayerNames,
    actor: int | None = None,
    naming: Naming = card_name,
) -> dict[str, object]:
    """The fields of an event or a refusal as people say them."""
    spoken_fields: dict[str, object] = {}
    for (field, term), value in zip(fields.items(), values, strict=True):
        spoken_fields[field] = spoken(term, value, language, names, naming, actor)
        if term == Term.CARD and isinstance(value, int):
            card = CARDS[value]
            if isinstance(card, Task):
                spoken_fields["criterion"] = text(f"{card.id}.criterion", language)
    return spoken_fields


def spoken(
    term: Term,
    value: object,
    language: str = "en",
    names: PlayerNames = LETTERED,
    naming: Naming = card_name,
    actor: int | None = None,
) -> object:  # a word; numbers stay numbers
    """A value as people say it, by what it stands for.

    >>> spoken(Term.SQUARE, 44), spoken(Term.RANK, 3), spoken(Term.COLOUR, 1), spoken(Term.COUNT, 2)
    ('e5', 'legendary', 'B', 2)
    """
    match term, value:
        case (Term.SQUARE, int(square)):
            return NAMES[square]
        case (Term.SQUARES, int(bits)):
            return ", ".join(square_names(bits))
        case (Term.CARD, int(number)):
            return naming(number, language)
        case (Term.ACTOR, int(colour)):
            return names.of_actor(colour, actor, language)
        case (Term.COLOUR, int(colour)):
            return names.of_colour(colour, language)
        case (Term.SEAT, int(seat)):
            return names.of_seat(seat)
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


def verdict(found: Verdict, language: str = "en", names: PlayerNames = LETTERED) -> list[str]:
    """Return what decided a game: a shared first place, then the reason for each place.

    >>> from tashkalar.verdict import Margin
    >>> margin = Margin("upgraded", (1,), (0,), 4, 2)
    >>> verdict(Verdict("won", (1,), (margin,)))
    ['B ahead of A: tie on points broken by upgraded pieces, 4–2.']
    >>> verdict(Verdict("won", (1,), (margin,)), names=PlayerNames(("Ada", "Ben"), (0, 1), 1))
    ['You are ahead of Ada: tie on points broken by upgraded pieces, 4–2.']
    """

    def joined(colours: Sequence[int]) -> str:
        return text("verdict.and", language).join(names.of_colour(c, language) for c in colours)

    def reads(colours: Sequence[int]) -> bool:
        return len(colours) == 1 and names.reads_colour(colours[0])

    told = []
    if found.outcome != "won":
        told.append(text(f"verdict.{found.outcome}", language, names=joined(found.winners)))
    for margin in found.margins:
        addressed = ".you" if reads(margin.better) else ".yours" if reads(margin.worse) else ""
        points_in = [joined(() if c is None else (c,)) for c in (margin.more_in, margin.fewer_in)]
        told.append(
            text(
                f"verdict.{margin.by}{addressed}",
                language,
                better=joined(margin.better),
                worse=joined(margin.worse),
                more=margin.more,
                fewer=margin.fewer,
                more_in=points_in[0],
                fewer_in=points_in[1],
            )
        )
    return told
