"""Scenarios: a board, hands, choices, what is offered and what comes out.

    scenario: The Knight takes two heroic pieces
    about: knight
    rules: 10.2
    hand A: knight
    board:
    9        .. .. .. .. ..
    ...
    play: summon knight
    offered: e6, g4
    play: e6, e7
    refused: d7 because common
    play: pass
    board:
    9        .. .. .. .. ..
    ...
    expect: actions 1, destroyed B 0 2 0

Lines before the second board or the first ``play``, ``offered``, ``refused`` or ``expect`` lay
out the position (see ``layout``); ``new: 7`` is a new game from a seed instead. The rest is played
and checked in order. An indented line without a colon continues the one before it. Seats and
colours are A to D, ``#`` begins a remark.

``offered`` is everything that may be chosen, ``place *`` all choices that begin so. ``expect``
takes what ``_expect`` lists: numbers of the turn, points, places, and cards by their ids in order
(``hand A``, ``deck A``, ``known A``: hidden cards whose place A has seen, ``legend_deck``,
``flare_discards``, ``tasks``...) or, as a single number, how many there are: ``deck A 15``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tashkalar.cards import CARDS
from tashkalar.choice import Asking
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.layout import SEATS, Head, lay_out
from tashkalar.notation.positions import BadPosition, draw_board, read_board
from tashkalar.rules.atoms import supply
from tashkalar.rules.play import Position
from tashkalar.verdict import Verdict


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
            start=lay_out(head),
            script=script,
        )
    except ValueError as error:
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
        if not colon and row[0].isspace() and found and found[-1][1] != "board":
            begun, key, value = found.pop()
            found.append((begun, key, f"{value} {row.strip()}"))
        elif not colon:
            raise BadScenario(f"line {number}: {row.strip()!r} is not of the form 'key: value'")
        elif key.strip() == "board":
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


def _split(lines: list[Line]) -> tuple[Head, tuple[Line, ...]]:
    head: Head = {}
    for i, (number, key, value) in enumerate(lines):
        # After "new" the arena is not laid out: a board is one to compare with.
        if key in _PLAYED or key in head or (key == "board" and "new" in head):
            return head, tuple(lines[i:])
        head[key] = (number, value)
    return head, ()


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
        if because.strip().lower() not in str(error).lower():
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
    shown = [key] if seat is None else [key, rest[0]]
    zone = _zone(p, key, seat)
    if zone is not None:
        counted = len(words) == len(shown) + 1 and words[-1].isdecimal()
        shown += [str(len(zone))] if counted else [CARDS[c].id for c in zone]
    elif key in _NUMBERS:
        shown.append(str(getattr(p, key)))
    elif key == "summoned":
        shown += map(str, p.summoned)
    elif key == "destroyed" and seat is not None:
        shown += map(str, p.destroyed[3 * seat : 3 * seat + 3])
    elif key == "score" and seat is not None:
        shown += _score(p, seat, len(rest) > 1 and rest[1][0] in SEATS)
    elif key == "supply" and seat is not None:
        shown += [str(supply(p, seat, 1)), str(supply(p, seat, 3))]
    elif key == "improvised" and seat is not None:
        shown += [SEATS[c] for c in range(4) if p.improvised[seat] >> c & 1]
    elif key == "turn":
        shown = [key, SEATS[p.seat]]
    elif key == "actor":
        shown = [key, SEATS[p.actor]]
    elif key == "asking":
        shown.append(Asking(p.asking).name.lower())
    elif key == "trigger":
        shown.append(p.trigger or "none")
    elif key == "places":
        shown += map(str, p.result)
    elif key == "decided" and p.verdict is not None:
        shown += _decided(p.verdict, rest)
    else:
        raise BadScenario(f"{what!r} is not something a scenario can expect")
    if shown != words:
        raise ScenarioFailed(f"expected {what!r}, but it is {' '.join(shown)!r}")


_NUMBERS = ("actions", "borrowed", "extra_turns", "extra_beings", "extra_legends", "last_turns")
_SHARED = ("legend_deck", "legend_discards", "flare_deck", "flare_discards", "tasks", "task_deck")


def _zone(p: Position, key: str, seat: int | None) -> tuple[int, ...] | None:
    """The cards of a zone, top first; None if it is no zone."""
    if key in _SHARED:
        shared: tuple[int, ...] = getattr(p, key)
        return shared
    if key == "next":
        return p.task_deck[:1]
    if seat is None or seat >= len(p.colour_of):
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
        return [f"{SEATS[c]}{p.scores[4 * colour + c]}" for c in others]
    return [str(p.score(colour))]
