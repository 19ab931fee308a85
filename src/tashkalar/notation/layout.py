"""The position a scenario starts from: its head, line by line.

``new: SEED`` begins a game as it is set up, and needs only ``form`` and ``schools`` beside it.
Everything else is a position in the middle of a turn, in which what is not given is as usual:
a duel, the fifth turn, A with two actions, an empty board, decks that hold what nobody has.
"""

from __future__ import annotations

from typing import Any

from tashkalar.cards import CARDS, MAKING, SCHOOLS, Being, Flare, card, deck, deck_of
from tashkalar.notation.positions import BadPosition, read_board
from tashkalar.rules import forms
from tashkalar.rules.forms import Form, form_named
from tashkalar.rules.play import Position

SEATS = "ABCD"
Head = dict[str, tuple[int, str]]  # key -> number of its line, value


class BadLayout(ValueError):
    """A head from which no position can be laid out; the message names the line."""


def lay_out(head: Head) -> Position:
    """The position a head describes. Every line of it has to be understood."""
    form = form_named(_take(head, "form", "duel"))
    fresh = "new" in head
    position = _new(head, form) if fresh else _arranged(head, form)
    if head:
        name, (number, _) = next(iter(head.items()))
        where = "beside 'new'" if fresh else "in a scenario"
        raise BadLayout(f"line {number}: {name!r} cannot be laid out {where}")
    return position


def _new(head: Head, form: Form) -> Position:
    number, seed = head.pop("new")
    if not seed.isdecimal():
        raise BadLayout(f"line {number}: a new game needs a seed, a number, not {seed!r}")
    schools = tuple(_take(head, "schools", "").split()) or tuple(SCHOOLS)[: form.seats]
    return Position.new(form.name, schools, int(seed))


def _arranged(head: Head, form: Form) -> Position:
    seats, colours = range(form.seats), range(form.colours)
    hands = [_cards(_take(head, f"hand {SEATS[s]}", "")) for s in seats]
    schools = tuple(_take(head, "schools", "").split()) or _schools(hands)
    fields: dict[str, Any] = {"form": form.name, "schools": schools, "colour_of": form.colour_of}
    number, board = head.pop("board", (0, ""))
    try:
        fields |= read_board(board.splitlines(), f"line {number}") if board else {}
    except BadPosition as error:
        raise BadLayout(str(error)) from None
    fields |= _stocks(head, form, fields, colours)
    fields |= _card_zones(head, hands, schools, form)
    seat = SEATS.index(_take(head, "turn", "A"))
    fields |= {"seat": seat, "actor": seat}
    for name, default in (("actions", 2), ("borrowed", 0), ("discarded", 0), ("extra_turns", 0),
                          ("turn_number", 5), ("last_turns", -1)):  # fmt: skip
        target = "turn" if name == "turn_number" else name
        fields[target] = int(_take(head, name, str(default)))
    fields["trigger"] = _take(head, "trigger", "")
    destroyed, scores, improvised = [0] * 12, [0] * 16, [0] * 4
    for c in colours:
        counts = _take(head, f"destroyed {SEATS[c]}", "0 0 0").split()
        destroyed[3 * c : 3 * c + 3] = map(int, counts)
        for word in _take(head, f"score {SEATS[c]}", "").split():
            # "7" in a duel; "B3 C1" in a melee
            at, points = (SEATS.index(word[0]), word[1:]) if word[0] in SEATS else (c, word)
            scores[4 * c + at] = int(points)
        for word in _take(head, f"improvised {SEATS[c]}", "").split():
            improvised[c] |= 1 << SEATS.index(word)
    fields["destroyed"] = tuple(destroyed)
    fields["scores"] = tuple(scores)
    fields["improvised"] = tuple(improvised)
    fields["summoned"] = tuple(map(int, _take(head, "summoned", "0 0 0 0").split()))
    return Position.arranged(**fields)


def _take(head: Head, key: str, default: str) -> str:
    return head.pop(key, (0, default))[1]


def _cards(names: str) -> list[int]:
    return [card(name).number for name in names.replace(",", " ").split()]


def _schools(hands: list[list[int]]) -> tuple[str, ...]:
    """A school for each seat: the one its hand comes from, else one that is free."""
    free = [*SCHOOLS, *MAKING]
    found: list[str | None] = []
    for hand in hands:
        decks = {CARDS[c].deck for c in hand}
        fitting = [school for school in free if deck_of(school) in decks]
        found.append(fitting[0] if fitting else None)
        if fitting:
            free.remove(fitting[0])
    return tuple(school or free.pop(0) for school in found)


def _stocks(head: Head, form: Form, board: dict[str, Any],
            colours: range) -> dict[str, Any]:  # fmt: skip
    stock, legends = [0] * 4, [0] * 4
    for c in colours:
        stock[c], legends[c] = form.stock, 0 if form.first else forms.LEGENDS
        left = _take(head, f"supply {SEATS[c]}", "").split()
        if left:
            pieces = board.get("pieces", (0,) * 4)[c]
            legendary = pieces & board.get("legendary", 0)
            stock[c] = int(left[0]) + (pieces ^ legendary).bit_count()
            legends[c] = int(left[1]) + legendary.bit_count()
    return {"stock": tuple(stock), "legend_stock": tuple(legends)}


def _card_zones(head: Head, hands: list[list[int]],
                schools: tuple[str, ...], form: Form) -> dict[str, Any]:  # fmt: skip
    """Hands and piles as given; decks, unless given, hold everything else in card order."""
    seats = range(form.seats)
    beings = [tuple(sorted(c for c in h if _is_own(c))) for h in hands]
    legends = [tuple(sorted(c for c in h if CARDS[c].deck == "legends")) for h in hands]
    flares = [tuple(c for c in h if isinstance(CARDS[c], Flare)) for h in hands]
    discards = [tuple(_cards(_take(head, f"discards {SEATS[s]}", ""))) for s in seats]
    legend_discards = tuple(_cards(_take(head, "legend discards", "")))
    flare_discards = tuple(_cards(_take(head, "flare discards", "")))
    tasks = tuple(_cards(_take(head, "tasks", "")))
    claimed = [tuple(_cards(_take(head, f"claimed {SEATS[c]}", ""))) for c in range(4)]

    def rest(name: str, key: str, *gone: tuple[int, ...]) -> tuple[int, ...]:
        if key in head:
            return tuple(_cards(_take(head, key, "")))
        seen = {c for zone in gone for c in zone}
        return tuple(c for c in deck(name) if c not in seen)

    has_tasks = bool(tasks or form.tasks)
    return {
        "beings": tuple(beings),
        "legends": tuple(legends),
        "flares": tuple(flares),
        "discards": tuple(discards),
        "legend_discards": legend_discards,
        "flare_discards": flare_discards,
        "tasks": tasks,
        "claimed": tuple(claimed),
        "decks": tuple(
            rest(deck_of(schools[s]), f"deck {SEATS[s]}", beings[s], discards[s]) for s in seats
        ),
        "legend_deck": rest("legends", "legend deck", *legends, legend_discards)
        if form.legends
        else (),
        "flare_deck": rest("flares", "flare deck", *flares, flare_discards),
        "task_deck": rest("tasks", "task deck", tasks, *claimed) if has_tasks else (),
        "known": ((),) * (form.seats + 1),
    }


def _is_own(number: int) -> bool:
    found = CARDS[number]
    return isinstance(found, Being) and found.deck != "legends"
