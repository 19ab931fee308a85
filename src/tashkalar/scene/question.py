"""What the deciding player is asked: every choice with its words, its mark and its preview."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, cast

from msgspec import Struct, field

from tashkalar import Asking, Choice, Kind, Position, choice_text, prompts, reading
from tashkalar.arena import ALL, DIRECTIONS, NAMES, STEP, squares
from tashkalar.cards import CARDS, Being, Task
from tashkalar.catalogue import has, name, text
from tashkalar.choice import CHOICES, choice, on_squares
from tashkalar.clauses import LEAP, QUESTIONS
from tashkalar.event import NAMES as EVENT_NAMES
from tashkalar.event import Lift, Move, OnBoard, Place, Summon
from tashkalar.player_names import PlayerNames, by_school
from tashkalar.rules.atoms import colour_at, me, rank_at
from tashkalar.rules.forms import FORMS
from tashkalar.scene.events import BoardEvent, on_board, shown
from tashkalar.scene.fields import AskingName, Direction, KindName, Mark
from tashkalar.scene.fits import WayShown, named, ways
from tashkalar.state import COMMON
from tashkalar.terms import RANK_NAMES


class OfferedChoice(Struct, frozen=True, gc=False, omit_defaults=True):
    """One choice. ``text`` is what the client sends back; only fields that apply are sent."""

    text: str
    kind: KindName
    words: str
    preview: tuple[BoardEvent, ...]
    mark: Mark | None = None
    square: str | None = None  # of a direction: the first square that way
    start: str | None = field(default=None, name="from")  # of a move or a direction
    direction: Direction | None = None
    card: str | None = None
    colour: int | None = None
    way: WayShown | None = None
    reach: tuple[str, ...] = ()  # a mover: where it could go


class Question(Struct, frozen=True, gc=False):
    """What a player is asked, with every choice there is."""

    asking: AskingName
    card: str | None
    words: str
    hint: str
    clause: str  # of the rules: what is asked there
    left: int | None  # how often the effect may still ask, this time included
    being: str | None  # where the being stands whose effect it is
    choices: tuple[OfferedChoice, ...]


_MARKS: dict[int, Mark] = {
    Asking.START: "place",
    Asking.ACTION: "lift",
    Asking.SUMMONING_SQUARE: "summon",
    Asking.LIFTED: "lift",
    Asking.LAID: "place",
    Asking.DESTROY: "destroy",
    Asking.UPGRADE: "upgrade",
    Asking.DOWNGRADE: "downgrade",
    Asking.CONVERT: "convert",
    Asking.PLACE: "place",
}
# After these nothing changes on the board, or only once another question has been answered.
_UNSEEN = (Kind.SUMMON, Kind.DISCARD, Kind.RETURN, Kind.CLAIM, Kind.FINISH, Kind.PASS_CONTROL)


class Speech(NamedTuple):
    """The names of the players and the language of a reader."""

    names: PlayerNames
    language: str

    def say(self, key: str, **values: object) -> str:
        """A text for the client, with its places filled in."""
        return text(f"server.{key}", self.language, **values)


def question(p: Position, language: str = "en", names: PlayerNames | None = None) -> Question:
    """Return the question of a position, for the seat that decides."""
    told = _speech(p, language, names)
    card = reading.card_in_play(p)
    key, hint = _asked(p.asking, told.language)
    return Question(
        key,
        card.id if card else None,
        prompts.question(p, told.language, told.names),
        hint,
        clause_asked(p),
        reading.left(p),
        _name(reading.being_square(p)),
        (*_on_squares(p, p.mask, told), *[_offer(p, CHOICES[code], told) for code in p.others]),
    )


@cache
def _asked(asking: int, language: str) -> tuple[AskingName, str]:
    """What a question is called, and the hint below it."""
    key: AskingName = Asking(asking).name.lower()
    hint = f"server.hint.{key}"
    return key, text(hint, language) if has(hint, language) else ""


def _on_squares(p: Position, mask: int, told: Speech) -> list[OfferedChoice]:
    """The choices on squares. Those of the place action are so many that each is made once."""
    kind, asking, mine = p.square_kind, p.asking, me(p)
    if kind == Kind.PLACE or asking == Asking.LAID:
        row = _placings(kind, mine, told.language)
        return [row[i] for i in squares(mask)]
    if kind == Kind.LIFT:
        return [_lifting(i, mine, rank_at(p, 1 << i), told) for i in squares(mask)]
    return [_offer(p, choice, told) for choice in on_squares(kind, mask)]


def clause_asked(p: Position) -> str:
    """Where the rules say what is asked; what depends on the form is told by its own clause."""
    asking = Asking(p.asking)
    if asking == Asking.START and FORMS[p.form].melee:
        return "4.8"
    if asking == Asking.COLOUR and reading.card_in_play(p) is not None:
        return "14.4" if reading.being_square(p) is None else "10.13"
    if asking == Asking.DESTINATION and reading.leaps(p):
        return LEAP
    return QUESTIONS[asking]


def words(
    p: Position, choice: Choice, language: str = "en", names: PlayerNames | None = None
) -> str:
    """Return a choice of a position as a person says it. Schools name the players by default.

    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> words(p, p.choices()[0])
    'Place a piece on c9'
    """
    return offered(p, choice, language, names).words


def offered(
    p: Position, choice: Choice, language: str = "en", names: PlayerNames | None = None
) -> OfferedChoice:
    """Return a choice of a position with all that a client is told of it."""
    told = _speech(p, language, names)
    if choice.kind <= Kind.SQUARE:
        return _on_squares(p, 1 << choice.value, told)[0]
    return _offer(p, choice, told)


def _speech(p: Position, language: str, names: PlayerNames | None) -> Speech:
    return Speech(names or by_school(p.schools, p.colour_of, language), language)


def _name(square: int | None) -> str | None:
    return None if square is None else NAMES[square]


def preview(p: Position, choice: Choice) -> tuple[list[OnBoard], Position]:
    """What a choice changes on the board at once, and the position with the next question.

    It is played on a copy without hands and tasks: they have no say in effects, only in what
    may be done afterwards, and looking for that would take the most time.
    """
    after = p.copy()
    after.beings = after.legends = after.flares = ((),) * len(p.colour_of)
    after.tasks = ()
    after.log = []
    after.apply(choice)
    return on_board(after.log), after


def _offer(p: Position, choice: Choice, told: Speech) -> OfferedChoice:
    kind, value, asking = choice.kind, choice.value, p.asking
    if kind in _UNSEEN:
        return _of_card(choice, told.language)
    changes, after = preview(p, choice)
    seen = tuple(shown(one) for one in changes)
    if kind <= Kind.SQUARE:
        mark = _mark(p, choice, changes)
        goes = asking == Asking.MOVER and after.asking == Asking.DESTINATION
        start = reading.origin(p) if asking == Asking.DESTINATION else None
        words = _on_square(p, "mover" if asking == Asking.MOVER else mark, value, told)
        return OfferedChoice(
            choice_text(choice),
            kind.name.lower(),
            words,
            seen,
            mark,
            NAMES[value],
            _name(start),
            reach=named(after.mask) if goes else (),
        )
    return _elsewhere(p, choice, seen, told)


@lru_cache(64)
def _placings(kind: Kind, colour: int, language: str) -> dict[int, OfferedChoice]:
    """A common piece is placed, on any square."""
    return {at: _placing(kind, at, colour, language) for at in squares(ALL)}


def _placing(kind: Kind, at: int, colour: int, language: str) -> OfferedChoice:
    """A common piece is placed, by the place action or where a piece was lifted for it."""
    square, sent = NAMES[at], choice_text(choice(kind, at))
    key = "place" if kind == Kind.PLACE else "on.place"
    words = text(f"server.choice.{key}", language, square=square)
    seen = (shown(Place(at, colour, COMMON)),)
    return OfferedChoice(sent, kind.name.lower(), words, seen, "place", square)


@lru_cache(4096)
def _lifting(at: int, colour: int, rank: int, told: Speech) -> OfferedChoice:
    """The place action begins by lifting a piece."""
    words = _of_piece("lift", at, colour, rank, told)
    seen = (shown(Lift(at, colour, rank)),)
    return OfferedChoice(choice_text(choice(Kind.LIFT, at)), "lift", words, seen, "lift", NAMES[at])


@lru_cache(1024)
def _of_card(choice: Choice, language: str) -> OfferedChoice:
    """A choice that is words alone, most of them with a card."""
    kind = choice.kind.name.lower()
    if choice.kind in (Kind.FINISH, Kind.PASS_CONTROL):
        return OfferedChoice(choice_text(choice), kind, text(f"server.choice.{kind}", language), ())
    card = CARDS[choice.value]
    points = {"n": card.points} if isinstance(card, Task) else {}
    words = text(f"server.choice.{kind}", language, name=name(card.id, language), **points)
    return OfferedChoice(choice_text(choice), kind, words, (), card=card.id)


def _mark(p: Position, choice: Choice, changes: list[OnBoard]) -> Mark:
    """What is drawn on an offered square: the verb that will happen there."""
    asking = p.asking
    if asking == Asking.DESTINATION:
        return "leap" if reading.leaps(p) else "move"
    if asking in _MARKS:
        return _MARKS[asking]
    if asking == Asking.SQUARE:
        # The card decides by what stands there, so only the preview knows.
        for one in changes:
            if not isinstance(one, Move | Summon) and one.square == choice.value:
                return cast(Mark, EVENT_NAMES[type(one)])
    return "select"


def _on_square(p: Position, key: str, square: int, told: Speech) -> str:
    rank = rank_at(p, 1 << square)
    if not rank:
        return told.say(f"choice.on.{key}", square=NAMES[square])
    return _of_piece(key, square, colour_at(p, 1 << square), rank, told)


def _of_piece(key: str, square: int, colour: int, rank: int, told: Speech) -> str:
    """What a choice does to the piece on a square."""
    return told.say(
        "choice.piece.you" if told.names.reads_colour(colour) else "choice.piece",
        choice=told.say(f"choice.on.{key}", square=NAMES[square]),
        colour=told.names.of_colour(colour, told.language),
        rank=text(f"rank.{RANK_NAMES[rank]}", told.language),
    )


def _elsewhere(
    p: Position, choice: Choice, seen: tuple[BoardEvent, ...], told: Speech
) -> OfferedChoice:
    """A direction, an option, a way, a colour, a card, a flare, or no more."""
    kind, value = choice.kind, choice.value
    key, shown = f"choice.{kind.name.lower()}", choice_text(choice)
    said = kind.name.lower()
    match kind:
        case Kind.DIRECTION:
            words = told.say(f"toward.{DIRECTIONS[value]}")
            start = reading.origin(p)
            first = named(0 if start is None else STEP[value][start])
            return OfferedChoice(
                shown,
                said,
                words,
                seen,
                "direction",
                first[0] if first else None,
                _name(start),
                value,
            )
        case Kind.OPTION:
            words = reading.option_words(p, value, told.language)
            return OfferedChoice(shown, said, words, seen)
        case Kind.WAY:
            return _way(p, choice, seen, told)
        case Kind.COLOUR:
            words = told.say(key, colour=told.names.of_colour(value, told.language))
            return OfferedChoice(shown, said, words, seen, colour=value)
        case Kind.CARD | Kind.FLARE:
            card = CARDS[value].id
            words = told.say(key, name=name(card, told.language))
            return OfferedChoice(shown, said, words, seen, card=card)
    return OfferedChoice(shown, said, prompts.declining(p, told.language), seen)


def _way(p: Position, choice: Choice, seen: tuple[BoardEvent, ...], told: Speech) -> OfferedChoice:
    being, square = reading.card_in_play(p), reading.summoning_square(p)
    assert isinstance(being, Being)
    assert square is not None
    shown = ways(p, being, square)[choice.value]
    marked, toward = (
        " ".join(shown.marked),
        [told.say(f"direction.{DIRECTIONS[d]}") for d in shown.directions],
    )
    # Ways that are told apart by a marked square or a direction name it.
    key = "way_marked" if marked else "way_toward" if toward else "way"
    words = told.say(
        f"choice.{key}", squares=" ".join(shown.used), marked=marked, directions=", ".join(toward)
    )
    if shown.charged is not None:
        charged = told.names.of_colour(shown.charged, told.language)
        words = told.say("choice.way_charged", way=words, colour=charged)
    return OfferedChoice(
        choice_text(choice), "way", words, seen, "summon", NAMES[square], way=shown
    )
