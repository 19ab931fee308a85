"""Perft: how many sequences of choices lead on from a position, depth by depth.

Two engines, or two versions of one, that agree on these counts agree on what is offered and on
what follows. A perft file is a head, an empty line and a position::

    tash-kalar perft 1
    about: the Knight has two moves left
    play: summon knight, e6
    depth 1: 6
    depth 2: 84

    tash-kalar position 2
    board:
    ...

``play`` is optional: choices made before counting begins, so that a count can start in the
middle of an effect. A position text without ``asking`` lies between two actions of a turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar import engine
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.positions import HEADER as POSITION
from tashkalar.notation.positions import BadPosition, parse_position
from tashkalar.rules.play import Position
from tashkalar.state import fields_without

HEADER = "tash-kalar perft 1"
DEPTH_LIMIT = 100
_LONGEST = 20  # digits of a count


class BadPerft(ValueError):
    """A text that is not a perft file; the message names the line."""


def count(position: Position, depth: int) -> int:
    """The number of sequences of so many choices; games that end earlier do not count.

    The compiled core counts where it can; it counts the same.
    """
    if not 0 <= depth <= DEPTH_LIMIT:
        raise ValueError(f"a depth is a number from 0 to {DEPTH_LIMIT}, not {depth}")
    compiled = engine.compiled(position)
    return int(compiled.perft(depth)) if compiled is not None else _counted(position, depth)


def _counted(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    choices = position.choices()
    if depth == 1:
        return len(choices)
    total = 0
    for choice in choices:
        after = position.copy()
        after.apply(choice)
        total += _counted(after, depth - 1)
    return total


def split(position: Position, depth: int) -> dict[str, int]:
    """The count of a depth, by the first choice; there is none before depth 1."""
    if depth < 1:
        return {}
    return {
        choice_text(choice): count(position.after(choice), depth - 1)
        for choice in position.choices()
    }


@dataclass(frozen=True)
class Perft:
    """A position with the counts that are expected of it."""

    about: str
    position: Position
    expected: tuple[tuple[int, int], ...]  # depth, count

    def differences(self) -> list[tuple[int, int, int]]:
        """Depth, expected count and our count, where they are not the same."""
        counted = [(depth, wanted, count(self.position, depth)) for depth, wanted in self.expected]
        return [found for found in counted if found[1] != found[2]]


def parse_perft(text: str) -> Perft:
    """Read a perft file."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise BadPerft(f"line 1: a perft file begins with {HEADER!r}")
    start = next((n for n, line in enumerate(lines) if line.strip() == POSITION), len(lines))
    about, play, expected = "", "", {}
    for number, line in enumerate(lines[1:start], 2):
        key, colon, value = line.partition(":")
        words = key.split()
        if not line.strip():
            continue
        if colon and words == ["about"]:
            about = value.strip()
        elif colon and words == ["play"]:
            play = value.strip()
        elif colon and len(words) == 2 and words[0] == "depth":
            depth, wanted = _number(words[1], number), _number(value.strip(), number)
            if depth > DEPTH_LIMIT:
                raise BadPerft(f"line {number}: a depth is at most {DEPTH_LIMIT}, not {depth}")
            expected[depth] = wanted
        else:
            raise BadPerft(f"line {number}: {line.strip()!r} is not 'about', 'play' or 'depth n'")
    if not expected:
        raise BadPerft("the file expects nothing: it needs a line like 'depth 2: 84'")
    position = _position("\n".join(lines[start:]), start)
    return Perft(about, _played(position, play), tuple(sorted(expected.items())))


def _number(shown: str, line: int) -> int:
    if not shown.isdecimal():
        raise BadPerft(f"line {line}: {shown!r} is not a number")
    if len(shown) > _LONGEST:
        raise BadPerft(f"line {line}: a number here has at most {_LONGEST} digits")
    return int(shown)


def _position(text: str, lines_before: int) -> Position:
    try:
        found = parse_position(text, Position)
        # Without a question there is nothing to count: the turn has to be taken up first.
        return found if found.asking else Position.arranged(**_laid_out(found))
    except BadPosition as error:
        raise BadPerft(f"the position after line {lines_before}: {error}") from None


def _laid_out(position: Position) -> dict[str, object]:
    fields = position.fields()
    return {name: fields[name] for name in fields_without("machine")}


def _played(position: Position, play: str) -> Position:
    for part in play.split(",") if play else ():
        try:
            position = position.after(parse_choice(part))
        except ValueError as error:
            raise BadPerft(f"'play' cannot be played: {part.strip()!r}: {error}") from None
    return position
