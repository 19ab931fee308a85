"""What never changes while the server runs: cards, forms, bots, and texts by language."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field

from tashkalar import cards, reading
from tashkalar.arena import VECTORS
from tashkalar.bots import bot_names
from tashkalar.bots.playing.bot import lacks_core
from tashkalar.cards import CARDS, SCHOOLS, Being, Flare, Task
from tashkalar.catalogue import has, languages, matching, messages, name, samples, text
from tashkalar.clauses import clause_of_card
from tashkalar.rules.forms import FORMS, Form
from tashkalar.scene.fields import CardKind, CellKind, Direction, Rank, Verb
from tashkalar.scene.glossary import TermRow, TermUse, glossary, uses
from tashkalar.scene.verbs import verbs
from tashkalar.words import effect_words, half_words

# The texts a client needs; all others are sent where they belong.
SHARED = (
    "web.",
    "server.",
    "asking.",
    "rank.",
    "school.",
    "form.",
    "trigger.",
    "verdict.",
    "turning.",
)
# Of these, what the start page says; the others follow when another page is opened.
FIRST = (
    "web.brand",
    "web.brand.start",
    "web.start.",
    "web.quick.",
    "web.theme.",
    "web.row.",
    "web.error.",
    "web.clock.",
    "web.terms.",
    "web.nav.",
    "web.lost_page",
    "web.me.title",
    "web.privacy.title",
    "web.result.start",
    "web.seat.open",
    "web.seat.bot_missing",
    "web.tournament.kind.",
    "web.tournament.state.",
    "web.settings",
    "web.trouble",
    "web.where_start",
    "web.club.title",
    "web.contest.title",
    "web.away",
)


class Cell(Struct, frozen=True, omit_defaults=True):
    """One square of a drawn pattern."""

    x: int
    y: int
    what: CellKind = field(name="is")
    rank: Rank | None = None  # the least rank of the piece that must stand there
    must_hold: bool | None = None  # also the summoning square can need a piece
    direction: Direction | None = None


class FlareHalf(Struct, frozen=True):
    """Half a flare, as it is written on the card."""

    needs: int  # how many more pieces an opponent must have
    text: str  # what the half does then
    terms: tuple[TermUse, ...]  # the terms in this text


class Card(Struct, frozen=True, omit_defaults=True):
    """A card with its texts; what does not apply to it is left out."""

    id: str
    deck: str
    type: CardKind
    name: str
    text: str
    terms: tuple[TermUse, ...]  # the terms in this text
    clause: str  # of the rules: what cards of this kind are for
    verbs: tuple[Verb, ...] = ()  # what it can do
    rank: Rank | None = None
    pattern: tuple[Cell, ...] | None = None
    upper: FlareHalf | None = None
    lower: FlareHalf | None = None
    points: int | None = None
    criterion: str | None = None
    group: str | None = None  # tasks: their type
    advanced: bool | None = None


class School(Struct, frozen=True):
    """A school and the deck it plays with."""

    id: str
    deck: str
    name: str
    called: str  # the short name that the log uses


class Catalogue(Struct, frozen=True):
    """The schools and the cards."""

    digest: str
    schools: tuple[School, ...]
    cards: tuple[Card, ...]
    terms: tuple[TermRow, ...]  # what the terms in texts mean


class FormRow(Struct, frozen=True):
    """A form of the game, as a list shows it."""

    id: str
    name: str
    seats: int
    colour_of: tuple[int, ...]
    tasks: bool
    melee: bool
    teams: bool
    first: bool
    discards: bool  # is there a discard action?
    schools: tuple[str, ...]  # those that may take part


class BotRow(Struct, frozen=True):
    """A bot, as a list shows it."""

    id: str
    name: str
    text: str
    missing: str  # why it cannot be chosen here; nothing where it can


def pattern(being: Being) -> tuple[Cell, ...]:
    """The pattern as it is drawn on the card, row by row."""
    marks = {*being.marked, *being.directions}
    held = {(x, y): rank for x, y, rank in being.pieces}
    all_of_it = {(0, 0), *held, *marks}
    left, top = min(x for x, _ in all_of_it), min(y for _, y in all_of_it)
    cells = []
    for x, y in sorted(all_of_it, key=lambda at: (at[1], at[0])):
        at = (x - left, y - top)
        if (x, y) == (0, 0):
            cell = Cell(*at, "summon", held.get((0, 0)), True if (0, 0) in held else None)
        elif (x, y) in held:
            cell = Cell(*at, "piece", held[x, y])
        elif (x, y) in being.directions:
            cell = Cell(*at, "direction", direction=VECTORS.index((x, y)))
        else:
            cell = Cell(*at, "mark")
        cells.append(cell)
    return tuple(cells)


def card(number: int, language: str = "en") -> Card:
    """A card with its texts, by its number."""
    found = CARDS[number]
    id, deck = found.id, found.deck
    called, clause = name(id, language), clause_of_card(found)
    match found:
        case Being():
            kind: CardKind = "legend" if deck == "legends" else "being"
            effect = effect_words(found, language)
            terms = uses(effect, language)
            does = verbs(found.effects)
            return Card(
                id, deck, kind, called, effect, terms, clause, does, found.rank, pattern(found)
            )
        case Flare():
            upper, lower = (_half(found, half, language) for half in ("upper", "lower"))
            told = " ".join(
                text(f"flare.{half}", language, n=one.needs, effect=one.text)
                for half, one in (("upper", upper), ("lower", lower))
            )
            terms = uses(told, language)
            does = verbs(found.upper + found.lower)
            return Card(
                id, deck, "flare", called, told, terms, clause, does, upper=upper, lower=lower
            )
        case Task():
            asked = text(f"{id}.criterion", language)
            return Card(
                id,
                deck,
                "task",
                called,
                asked,
                uses(asked, language),
                clause,
                points=found.points,
                criterion=asked,
                group=found.type,
                advanced=found.advanced,
            )


def _half(flare: Flare, half: str, language: str) -> FlareHalf:
    needs = flare.upper_needs if half == "upper" else flare.lower_needs
    told = half_words(flare, half, language)
    return FlareHalf(needs, told, uses(told, language))


@cache
def catalogue(language: str = "en") -> Catalogue:
    """Everything about the cards that a client draws."""
    schools = tuple(
        School(id, deck, text(f"school.{id}", language), text(f"server.called.{id}", language))
        for id, deck in SCHOOLS.items()
    )
    shown = tuple(card(number, language) for number in CARDS)
    return Catalogue(cards.digest(tuple(SCHOOLS)), schools, shown, glossary(language))


def forms(language: str = "en") -> list[FormRow]:
    """The forms of the game."""
    return [_form(form, language) for form in FORMS.values()]


def _form(form: Form, language: str) -> FormRow:
    schools = tuple(s for s, deck in SCHOOLS.items() if not form.first or deck == "imperial")
    return FormRow(
        form.name,
        reading.form_name(form.name, language),
        form.seats,
        form.colour_of,
        form.tasks,
        form.melee,
        form.teams,
        form.first,
        form.discards,
        schools,
    )


def bots(language: str = "en") -> list[BotRow]:
    """The opponents, weak to strong; those of others are called by their ids."""
    found = []
    for id in bot_names():
        key = f"server.bot.{id}.text"
        told = text(key, language) if has(key, language) else ""
        missing = text("server.bot.needs_core", language) if lacks_core(id) else ""
        found.append(BotRow(id, bot_name(id, language), told, missing))
    return found


def bot_name(id: str, language: str = "en") -> str:
    """What a bot is called whom nobody has given a name."""
    key = f"server.bot.{id}.name"
    return text(key, language) if has(key, language) else id


# --- texts --------------------------------------------------------------------------------------


class LanguageRow(Struct, frozen=True):
    """A language there is: what it calls itself, and a few words of the game in it."""

    id: str
    name: str
    sample: str


class Texts(Struct, frozen=True):
    """The texts of a language. One that counts has several forms, in gettext's order."""

    language: str
    languages: tuple[LanguageRow, ...]  # all that can be chosen
    samples: tuple[int, ...]  # for each plural form a number it is used for
    texts: dict[str, str | tuple[str, ...]]


@cache
def texts(language: str = "en", wanted: tuple[str, ...] = SHARED) -> Texts:
    """All texts a client needs, or those of a page, by id; a language's gaps are in English."""
    known = matching([language])
    prefixes = tuple(one for one in wanted if one.endswith("."))
    found = messages("en") | messages(known)
    told = {
        id: forms if len(forms) > 1 else forms[0]
        for id, forms in sorted(found.items())
        if id in wanted or id.startswith(prefixes)
    }
    return Texts(known, _choice_of_languages(), samples(known), told)


def _choice_of_languages() -> tuple[LanguageRow, ...]:
    return tuple(
        LanguageRow(id, text("language.name", id), text("web.prompt.kind.turn", id))
        for id in languages()
    )
