"""Scenarios: a board, hands, choices, what is offered and what comes out.

    scenario: The Knight takes two heroic pieces
    about: knight
    hand A: knight
    board:
    9        .. .. .. .. ..
    ...
    play: summon knight
    offered: e6 g4
    play: e6, e7
    refused: d7 because common
    play: pass
    board:
    9        .. .. .. .. ..
    ...
    expect: actions 1, destroyed B 0 2 0

Lines before the second board or the first ``play`` lay out the position; the rest is played
and checked in order. Colours are A to D; it is A's turn unless ``turn:`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tashkalar.cards import CARDS, SCHOOLS, Being, Flare, UnknownCard, card, deck
from tashkalar.choice import Asking
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.positions import BadPosition, draw_board, read_board
from tashkalar.rules import forms
from tashkalar.rules.atoms import supply
from tashkalar.rules.forms import form_named
from tashkalar.rules.play import Position

SEATS = "ABCD"


class BadScenario(ValueError):
    """A text that is not a scenario; the message names the line."""


class ScenarioFailed(AssertionError):
    """The rules did something else than the scenario says."""


Line = tuple[int, str, str]  # number, key, value; a board's rows are one value


@dataclass(frozen=True)
class Scenario:
    title: str
    about: tuple[str, ...]  # cards shown
    rules: tuple[str, ...]  # clauses of docs/rules.md shown
    start: Position
    script: tuple[Line, ...]

    def run(self, watch: Callable[[str, Position], None] | None = None) -> Position:
        """Play it through; the first difference is an error."""
        position = self.start
        for number, key, value in self.script:
            try:
                position = _perform(position, key, value, watch)
            except (ScenarioFailed, ValueError) as error:
                kind = ScenarioFailed if isinstance(error, ScenarioFailed) else BadScenario
                raise kind(f"line {number}: {error}") from None
        return position


def parse_scenario(text: str) -> Scenario:
    """Read one scenario."""
    head, script = _split(_lines(text))
    try:
        return Scenario(
            title=head.pop("scenario", (0, ""))[1],
            about=tuple(head.pop("about", (0, ""))[1].split()),
            rules=tuple(head.pop("rules", (0, ""))[1].split()),
            start=_lay_out(head),
            script=script,
        )
    except (UnknownCard, forms.BadSetUp) as error:
        raise BadScenario(str(error)) from None


def _lines(text: str) -> list[Line]:
    found: list[Line] = []
    rows = text.splitlines()
    at = 0
    while at < len(rows):
        number, row = at + 1, rows[at]
        at += 1
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        key, colon, value = row.partition(":")
        if not colon:
            raise BadScenario(f"line {number}: {row.strip()!r} is not of the form 'key: value'")
        if key.strip() == "board":
            board: list[str] = []
            while at < len(rows) and len(board) < 10 and rows[at].strip():
                if len(board) == 9 and rows[at].split() != list("abcdefghi"):
                    break
                board.append(rows[at])
                at += 1
            found.append((number, "board", "\n".join(board)))
        else:
            found.append((number, " ".join(key.split()), value.strip()))
    return found


_PLAYED = ("play", "offered", "refused", "expect")


def _split(lines: list[Line]) -> tuple[dict[str, tuple[int, str]], tuple[Line, ...]]:
    head: dict[str, tuple[int, str]] = {}
    for i, (number, key, value) in enumerate(lines):
        if key in _PLAYED or key in head:
            return head, tuple(lines[i:])
        head[key] = (number, value)
    return head, ()


# --- laying out -------------------------------------------------------------------------------


def _lay_out(head: dict[str, tuple[int, str]]) -> Position:
    form = form_named(_take(head, "form", "duel"))
    seats, colours = range(form.seats), range(form.colours)
    hands = [_cards(_take(head, f"hand {SEATS[s]}", "")) for s in seats]
    schools = tuple(_take(head, "schools", "").split()) or _schools(hands)
    fields: dict[str, Any] = {"form": form.name, "schools": schools, "colour_of": form.colour_of}
    number, board = head.pop("board", (0, ""))
    try:
        fields |= read_board(board.splitlines(), f"line {number}") if board else {}
    except BadPosition as error:
        raise BadScenario(str(error)) from None
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
    if head:
        name, (number, _) = next(iter(head.items()))
        raise BadScenario(f"line {number}: {name!r} is not something a scenario can lay out")
    return Position.arranged(**fields)


def _take(head: dict[str, tuple[int, str]], key: str, default: str) -> str:
    return head.pop(key, (0, default))[1]


def _cards(names: str) -> list[int]:
    return [card(name).number for name in names.replace(",", " ").split()]


def _schools(hands: list[list[int]]) -> tuple[str, ...]:
    """A school for each seat: the one its hand comes from, else one that is free."""
    free = list(SCHOOLS)
    found: list[str | None] = []
    for hand in hands:
        decks = {CARDS[c].deck for c in hand}
        fitting = [school for school in free if SCHOOLS[school] in decks]
        found.append(fitting[0] if fitting else None)
        if fitting:
            free.remove(fitting[0])
    return tuple(school or free.pop(0) for school in found)


def _stocks(head: dict[str, tuple[int, str]], form: forms.Form, board: dict[str, Any],
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


def _card_zones(head: dict[str, tuple[int, str]], hands: list[list[int]],
                schools: tuple[str, ...], form: forms.Form) -> dict[str, Any]:  # fmt: skip
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
            rest(SCHOOLS[schools[s]], f"deck {SEATS[s]}", beings[s], discards[s]) for s in seats
        ),
        "legend_deck": rest("legends", "legend deck", *legends, legend_discards),
        "flare_deck": rest("flares", "flare deck", *flares, flare_discards),
        "task_deck": rest("tasks", "task deck", tasks, *claimed) if has_tasks else (),
        "known": ((),) * form.seats,
    }


def _is_own(number: int) -> bool:
    found = CARDS[number]
    return isinstance(found, Being) and found.deck != "legends"


# --- playing ----------------------------------------------------------------------------------


def _perform(position: Position, key: str, value: str,
             watch: Callable[[str, Position], None] | None) -> Position:  # fmt: skip
    if key == "play":
        for part in value.split(","):
            position = position.after(parse_choice(part))
            if watch:
                watch(part.strip(), position)
    elif key == "offered":
        offered = [choice_text(c) for c in position.choices()]
        # "e5, f5" is all there is; "place *" stands for all choices with that word
        wanted = [part.strip() for part in value.split(",") if part.strip()]
        starred = [w[:-1] for w in wanted if w.endswith("*")]
        rest = [o for o in offered if not any(o.startswith(s) for s in starred)]
        plain = [w for w in wanted if not w.endswith("*")]
        unused = [s for s in starred if not any(o.startswith(s) for o in offered)]
        if unused or sorted(rest) != sorted(plain):
            raise ScenarioFailed(f"offered are {', '.join(offered)}")
    elif key == "refused":
        _refused(position, value)
    elif key == "board":
        _same_board(position, value)
    elif key == "expect":
        for part in value.split(","):
            _expect(position, part.strip())
    else:
        raise BadScenario(f"{key!r} is not something a scenario can play or check")
    return position


def _refused(position: Position, value: str) -> None:
    what, _, because = value.partition(" because ")
    try:
        position.after(parse_choice(what))
    except ValueError as error:
        if because.strip() not in str(error):
            raise ScenarioFailed(f"{what} is refused because {error}") from None
        return
    raise ScenarioFailed(f"{what} is not refused")


def _same_board(position: Position, value: str) -> None:
    try:
        wanted = Position(**read_board(value.splitlines()))
    except BadPosition as error:
        raise BadScenario(str(error)) from None
    if draw_board(wanted) != draw_board(position):
        raise ScenarioFailed("the board is\n" + "\n".join(draw_board(position)))


def _expect(p: Position, what: str) -> None:
    words = what.split()
    key, rest = words[0], words[1:]
    seat = SEATS.index(rest[0]) if rest and rest[0] in tuple(SEATS) else None
    found: str
    if key in ("actions", "borrowed", "extra_turns", "extra_beings", "extra_legends",
               "last_turns"):  # fmt: skip
        found = f"{key} {getattr(p, key)}"
    elif key == "destroyed" and seat is not None:
        found = f"{key} {rest[0]} {' '.join(map(str, p.destroyed[3 * seat : 3 * seat + 3]))}"
    elif key == "summoned":
        found = f"{key} {' '.join(map(str, p.summoned))}"
    elif key == "score" and seat is not None:
        found = f"{key} {rest[0]} {_score(p, seat, len(rest) > 1 and rest[1][0] in SEATS)}"
    elif key == "supply" and seat is not None:
        found = f"{key} {rest[0]} {supply(p, seat, 1)} {supply(p, seat, 3)}"
    elif key in ("hand", "deck", "discards", "claimed") and seat is not None:
        hand = p.beings[seat] + p.legends[seat] + p.flares[seat] if key == "hand" else ()
        zone = {"hand": hand, "deck": p.decks[seat], "discards": p.discards[seat],
                "claimed": p.claimed[seat]}[key]  # fmt: skip
        found = " ".join([key, rest[0], *(CARDS[c].id for c in zone)])
    elif key == "tasks":
        found = " ".join([key, *(CARDS[c].id for c in p.tasks)])
    elif key == "next":
        found = " ".join([key, *(CARDS[c].id for c in p.task_deck[:1])])
    elif key == "turn":
        found = f"turn {SEATS[p.seat]}"
    elif key == "actor":
        found = f"actor {SEATS[p.actor]}"
    elif key == "asking":
        found = f"asking {Asking(p.asking).name.lower()}"
    elif key == "trigger":
        found = f"trigger {p.trigger or 'none'}"
    elif key == "places":
        found = f"places {' '.join(map(str, p.result))}".rstrip()
    else:
        raise BadScenario(f"{what!r} is not something a scenario can expect")
    if found != " ".join(words):
        raise ScenarioFailed(f"expected {what!r}, but it is {found!r}")


def _score(p: Position, colour: int, by_colour: bool) -> str:
    if by_colour:
        others = [c for c in range(len(set(p.colour_of))) if c != colour]
        return " ".join(f"{SEATS[c]}{p.scores[4 * colour + c]}" for c in others)
    return str(p.score(colour))
