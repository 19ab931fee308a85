"""The position a scenario starts from: its head, line by line.

``new: SEED`` begins a game as it is set up, and needs only ``form`` and ``schools`` beside it.
Everything else is a position in the middle of a turn, in which what is not given is as usual:
a duel, the fifth turn, A with two actions, an empty board, decks that hold what nobody has.
What no table could hold is refused (see ``rules.soundness``), with the line that is to blame.
"""

from __future__ import annotations

from typing import Any, NoReturn

from tashkalar.cards import CARDS, MAKING, SCHOOLS, Being, Flare, UnknownCard, card, deck, deck_of
from tashkalar.notation import fields as text_of
from tashkalar.notation.positions import BadPosition, read_board
from tashkalar.rules.forms import BadSetUp, Form, check_schools, form_named
from tashkalar.rules.play import Position
from tashkalar.rules.soundness import Unsound, is_sound
from tashkalar.rules.tasks import taking_part
from tashkalar.state import BLANK, END_TRIGGERS
from tashkalar.terms import LETTERS, lettered

Head = dict[str, tuple[int, str]]  # key -> number of its line, value


class BadLayout(ValueError):
    """A head from which no position can be laid out; the message names the line.

    ``why`` is the reason without the line: what the engine has found, or a sentence.
    """

    def __init__(self, line: int, why: object) -> None:
        super().__init__(f"line {line}: {why}")
        self.why = why


class _Given:
    """The lines of a head; each is taken once, and mistakes are told with its number."""

    def __init__(self, head: Head) -> None:
        self.left = dict(head)
        self._lines = {key: number for key, (number, _) in head.items()}

    def refuse(self, why: object, *keys: str) -> NoReturn:
        """Refuse the layout because of the first of these lines that is there."""
        numbers = [self._lines[key] for key in keys if key in self._lines]
        number = numbers[0] if numbers else max(self._lines.values(), default=1)
        raise BadLayout(number, why)

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str, default: str = "") -> str:
        return self.left.pop(key, (0, default))[1]

    def words(self, key: str) -> list[str]:
        return self.take(key).replace(",", " ").split()

    def number(self, key: str, default: int) -> int:
        (found,) = self.numbers(key, (default,))
        return found

    def numbers(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """As many whole numbers as there are in the default."""
        if key not in self:
            return default
        shown = self.take(key)
        words = shown.split()
        if len(words) != len(default) or not all(w.removeprefix("-").isdecimal() for w in words):
            wanted = "a number" if len(default) == 1 else f"{len(default)} numbers"
            self.refuse(f"{key!r} needs {wanted}, not {shown!r}", key)
        return tuple(map(int, words))

    def field(self, name: str, default: Any) -> Any:
        """A field of the position, written as in its text."""
        if name not in self:
            return default
        shown = self.take(name)
        try:
            return text_of.read(name, shown, {}, BLANK[name])
        except text_of.BadField as error:
            self.refuse(error, name)

    def one_of(self, key: str, allowed: str, default: str) -> int:
        """The place of a letter among those allowed."""
        letter = self.take(key, default)
        if len(letter) != 1 or letter not in allowed:
            self.refuse(f"{key!r} is one of {' '.join(allowed)}, not {letter!r}", key)
        return allowed.index(letter)

    def optional(self, key: str) -> tuple[int, ...] | None:
        return self.cards(key) if key in self else None

    def cards(self, key: str) -> tuple[int, ...]:
        try:
            return tuple(card(name).number for name in self.words(key))
        except UnknownCard as error:
            self.refuse(error, key)


def lay_out(head: Head) -> Position:
    """The position a head describes. Every line of it has to be understood."""
    given = _Given(head)
    fresh = "new" in given
    try:
        form = form_named(given.take("form", "duel"))
        position = _new(given, form) if fresh else _arranged(given, form)
    except BadSetUp as error:
        given.refuse(error, "schools", "form")
    if given.left:
        key = next(iter(given.left))
        where = "beside 'new'" if fresh else f"in a scenario of {form.name}"
        given.refuse(f"{key!r} cannot be laid out {where}", key)
    return position


def _new(given: _Given, form: Form) -> Position:
    seed = given.take("new")
    if not seed.isdecimal():
        given.refuse(f"a new game needs a seed, a number, not {seed!r}", "new")
    schools = tuple(given.words("schools")) or tuple(SCHOOLS)[: form.seats]
    return Position.new(form.name, schools, int(seed))


def _arranged(given: _Given, form: Form) -> Position:
    colours = range(form.colours)
    hands = [given.cards(f"hand {LETTERS[s]}") for s in range(form.seats)]
    piles = [given.cards(f"discards {LETTERS[s]}") for s in range(form.seats)]
    decks = [given.optional(f"deck {LETTERS[s]}") for s in range(form.seats)]
    seen = [hands[s] + piles[s] + (decks[s] or ()) for s in range(form.seats)]
    schools = tuple(given.words("schools")) or _schools(seen, form)
    if not set(schools) & set(MAKING):
        check_schools(form, schools)
    seat = given.one_of("turn", LETTERS[: form.seats], "A")
    fields: dict[str, Any] = {
        "form": form.name,
        "schools": schools,
        "colour_of": form.colour_of,
        "seat": seat,
        "actor": seat,
    }
    fields |= _board(given)
    fields |= _stocks(given, form, fields)
    fields |= _own_cards(hands, piles, decks, schools)
    fields |= _shared_cards(given, hands, form)
    for name in text_of.PLAIN:
        fields[name] = given.field(name, 2 if name == "actions" else BLANK[name])
    fields["turn"] = given.number("turn_number", 5)
    ending = fields["last_turns"] != BLANK["last_turns"]
    fields["trigger"] = given.take("trigger", "points" if ending else "")
    if fields["trigger"] not in END_TRIGGERS:
        given.refuse("what triggers the end is 'deck' or 'points'", "trigger")
    destroyed, scores, improvised = [0] * 12, [0] * 16, [0] * 4
    for c in colours:
        destroyed[3 * c : 3 * c + 3] = given.numbers(f"destroyed {LETTERS[c]}", (0, 0, 0))
        for word in given.words(key := f"score {LETTERS[c]}"):
            # "7" in a duel; "B3 C1" in a melee
            named = lettered(word[0])
            at, points = (c, word) if named is None else (named, word[1:])
            if not points.isdecimal():
                given.refuse(f"{word!r} is neither points like 7 nor points in a colour: B3", key)
            if scores[4 * c + at]:
                given.refuse(f"{word!r} comes after other points in the same colour", key)
            scores[4 * c + at] = int(points)
        for word in given.words(key := f"improvised {LETTERS[c]}"):
            enemy = lettered(word, form.colours)
            if enemy is None:
                given.refuse(f"{word!r} is not one of the colours {LETTERS[: form.colours]}", key)
            improvised[c] |= 1 << enemy
    fields["destroyed"] = tuple(destroyed)
    fields["scores"] = tuple(scores)
    fields["improvised"] = tuple(improvised)
    fields["summoned"] = given.numbers("summoned", (0, 0, 0, 0))
    try:
        is_sound(Position(**fields))
    except Unsound as error:
        given.refuse(error, *error.about, "form")
    return Position.arranged(**fields)


def _board(given: _Given) -> dict[str, Any]:
    board = given.take("board")
    try:
        return read_board(board.splitlines()) if board else {}
    except BadPosition as error:
        given.refuse(str(error).removeprefix("board: "), "board")


def _schools(seen: list[tuple[int, ...]], form: Form) -> tuple[str, ...]:
    """A school for each seat: the one its cards come from, else one that is free."""
    free = [name for name, cards in SCHOOLS.items() if not form.first or cards == "imperial"]
    free += MAKING
    found: list[str | None] = []
    for cards_of_seat in seen:
        decks = {CARDS[c].deck for c in cards_of_seat}
        fitting = [school for school in free if deck_of(school) in decks]
        found.append(fitting[0] if fitting else None)
        if fitting:
            free.remove(fitting[0])
    return tuple(school or free.pop(0) for school in found)


def _stocks(given: _Given, form: Form, board: dict[str, Any]) -> dict[str, Any]:
    """All pieces of a form; or those on the board and what is said to be left."""
    stock, legends = [0] * 4, [0] * 4
    for c in range(form.colours):
        stock[c], legends[c] = form.stock, form.legend_stock
        if (key := f"supply {LETTERS[c]}") in given:
            pieces = board.get("pieces", (0,) * 4)[c]
            legendary = pieces & board.get("legendary", 0)
            left = given.numbers(key, (0, 0))
            if not (0 <= left[0] <= stock[c] and 0 <= left[1] <= legends[c]):
                given.refuse(f"a supply in {form.name} is at most {stock[c]} {legends[c]}", key)
            stock[c] = left[0] + (pieces ^ legendary).bit_count()
            # A shortage of the others is written "0 3" also where legendary pieces stand.
            legends[c] = min(left[1] + legendary.bit_count(), legends[c])
    return {"stock": tuple(stock), "legend_stock": tuple(legends)}


Cards = tuple[int, ...]


def _own_cards(
    hands: list[Cards], piles: list[Cards], decks: list[Cards | None], schools: tuple[str, ...]
) -> dict[str, Any]:
    """Beings and piles of the seats; decks, unless given, hold all else in card order."""
    beings = [tuple(sorted(c for c in hand if _is_own(c))) for hand in hands]
    return {
        "beings": tuple(beings),
        "discards": tuple(piles),
        "decks": tuple(
            _rest(deck(deck_of(school)), beings[s], piles[s]) if decks[s] is None else decks[s]
            for s, school in enumerate(schools)
        ),
        "known": ((),) * (len(schools) + 1),
    }


def _shared_cards(given: _Given, hands: list[Cards], form: Form) -> dict[str, Any]:
    """Legends, flares and tasks, in hands and beside the board."""
    for seat, hand in enumerate(hands):
        for found in (CARDS[c] for c in hand):
            if found.deck == "tasks":
                given.refuse(f"{found.id} is a task, no card of a hand", f"hand {LETTERS[seat]}")
    legends = [tuple(sorted(c for c in h if CARDS[c].deck == "legends")) for h in hands]
    flares = [tuple(c for c in h if isinstance(CARDS[c], Flare)) for h in hands]
    legend_discards = given.cards("legend discards")
    flare_discards = given.cards("flare discards")
    tasks = given.cards("tasks")
    claimed = [given.cards(f"claimed {LETTERS[c]}") for c in range(form.colours)]
    decks = {
        "legend": _rest(deck("legends") if form.legends else (), *legends, legend_discards),
        "flare": _rest(deck("flares"), *flares, flare_discards),
        "task": _rest(taking_part(form.first) if form.tasks else (), tasks, *claimed),
    }
    for name in ("legend", "flare", "task"):
        if f"{name} deck" in given:
            decks[name] = given.cards(f"{name} deck")
    return {
        "legends": tuple(legends),
        "flares": tuple(flares),
        "legend_discards": legend_discards,
        "flare_discards": flare_discards,
        "tasks": tasks,
        "claimed": (*claimed, *((),) * (4 - form.colours)),
        **{f"{name}_deck": cards for name, cards in decks.items()},
    }


def _rest(whole: Cards, *gone: Cards) -> Cards:
    """The cards of a deck that are nowhere else."""
    seen = {c for zone in gone for c in zone}
    return tuple(c for c in whole if c not in seen)


def _is_own(number: int) -> bool:
    found = CARDS[number]
    return isinstance(found, Being) and found.deck != "legends"
