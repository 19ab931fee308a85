r"""Studies as text: records with variations.

    tash-kalar study 1
    title: Two ways to begin
    start:
    | tash-kalar position 2
    ...
    {The middle is open.}
    1 A: place e5 {Holds the middle.}
    (
      1 A: place d5, finish
      2 B: place d6 {Now it is theirs.}
    )
    1 A: finish
    end

After the head and the position, whose lines stand after ``| ``, come the choices of the main line
as in a record. What could be chosen instead of the last choice follows it in parentheses, as a line
of play of its own. A comment stands in braces after the choice that it is about; the first one may
be about the start. In a comment ``\n`` is a new line, ``\}`` a brace, ``\\`` a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from tashkalar.choice import Choice
from tashkalar.notation.choices import BadChoice, choice_text, parse_choice
from tashkalar.notation.positions import BadPosition, parse_position, position_text
from tashkalar.notation.records import QUOTED, START
from tashkalar.rules.play import IllegalChoice, Position
from tashkalar.study.tree import START as ROOT
from tashkalar.study.tree import Study, StudyStep
from tashkalar.terms import LETTERS

HEADER = "tash-kalar study 1"
MOST_STEPS = 1500
LONGEST_COMMENT = 2000  # characters
LONGEST_TITLE = 80
DEEPEST = 50  # variations inside of variations


class BadStudy(ValueError):
    """A text that is no study, or one that cannot be played; the message names the line."""


# --- writing


def study_text(study: Study) -> str:
    """The text of a study; ``parse_study`` reads it back.

    >>> start = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> steps = (
    ...     StudyStep(-1, parse_choice("place e5")),
    ...     StudyStep(-1, parse_choice("place d5"), "Bolder."),
    ... )
    >>> text = study_text(Study(start, steps, "Two ways"))
    >>> print("\\n".join(text.splitlines()[-5:]))
    1 A: place e5
    (
      1 A: place d5 {Bolder.}
    )
    end
    >>> parse_study(text).steps == steps
    True
    """
    study = study.ordered()
    _check(study)
    moments = {place: (p.turn, LETTERS[p.actor]) for place, p in study.positions()}
    lines = [HEADER, f"title: {study.title}".rstrip(), START]
    lines += [QUOTED + line for line in position_text(study.start).splitlines()]
    if study.comment:
        lines.append(_braced(study.comment))
    lines += _line_of_play(study, moments, study.onward(), "")
    return "\n".join([*lines, "end"]) + "\n"


_Moments = dict[int, tuple[int, str]]


def _line_of_play(
    study: Study, moments: _Moments, line: Sequence[int], indent: str
) -> Iterator[str]:
    """The choices of a line, a text line for each part of a turn, and what could be instead."""
    row: list[int] = []

    def flushed() -> Iterator[str]:
        for (turn, seat), places in groupby(row, key=moments.__getitem__):
            yield f"{indent}{turn} {seat}: {', '.join(_shown(study.steps[p]) for p in places)}"
        row.clear()

    for place in line:
        row.append(place)
        first, *others = study.following(study.steps[place].after)
        for other in others if place == first else ():
            yield from flushed()
            yield f"{indent}("
            yield from _line_of_play(study, moments, study.onward(other), f"{indent}  ")
            yield f"{indent})"
    yield from flushed()


def _shown(step: StudyStep) -> str:
    shown = choice_text(step.choice)
    return f"{shown} {_braced(step.comment)}" if step.comment else shown


_ESCAPES = {"\\": "\\\\", "}": "\\}", "\n": "\\n"}
_UNESCAPED = {"\\": "\\", "}": "}", "n": "\n"}


def _braced(comment: str) -> str:
    return "{" + "".join(_ESCAPES.get(sign, sign) for sign in comment) + "}"


def _check(study: Study) -> None:
    """Refuse what the text could not say."""
    if study.title != study.title.strip() or not is_plain(study.title):
        raise BadStudy("a title is one line")
    if len(study.title) > LONGEST_TITLE:
        raise BadStudy(f"a title has at most {LONGEST_TITLE} characters")
    if len(study.steps) > MOST_STEPS:
        raise BadStudy(f"a study has at most {MOST_STEPS} steps, not {len(study.steps)}")
    for comment in (study.comment, *(step.comment for step in study.steps)):
        if len(comment) > LONGEST_COMMENT:
            raise BadStudy(f"a comment has at most {LONGEST_COMMENT} characters")
        if not is_plain(comment.replace("\n", "")):
            raise BadStudy("a comment has no control characters")
    found = set()
    deep: dict[int, int] = {ROOT: 0}
    for place, step in enumerate(study.steps):
        if (step.after, step.choice) in found:
            raise BadStudy(f"{choice_text(step.choice)!r} stands twice after the same step")
        found.add((step.after, step.choice))
        deep[place] = deep[step.after] + (study.following(step.after)[0] != place)
    if max(deep.values()) > DEEPEST:
        raise BadStudy(f"variations stand inside of each other at most {DEEPEST} times")


def is_plain(text: str) -> bool:
    """Is it one line of text that can be stored and shown anywhere?

    >>> is_plain("Zażółć?"), is_plain("two\\nlines"), is_plain("\\ud800"), is_plain("\\u2028")
    (True, False, False, False)
    """
    return not _UNPRINTED.search(text)


# Control characters, separators of lines, and halves of characters.
_UNPRINTED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


# --- reading


def parse_study(text: str) -> Study:
    """Read a study completely, or not at all; every choice of it can be made."""
    lines = text.replace("\r\n", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines or lines[0].strip() != HEADER:
        raise BadStudy(f"line 1: a study begins with {HEADER!r}")
    if lines[-1].strip() != "end":
        raise BadStudy(f"line {len(lines)}: the study is cut off; its last line must be 'end'")
    name, colon, title = (*lines, "")[1].partition(":")
    if name != "title" or not colon or lines[2].strip() != START:
        raise BadStudy("line 2: the lines 'title: ...' and 'start:' begin a study")
    begun = 3
    while lines[begun].startswith(QUOTED.strip()):
        begun += 1
    try:
        quoted = (line[len(QUOTED) :] for line in lines[3:begun])
        start = parse_position("\n".join(quoted), Position)
    except BadPosition as error:
        raise BadStudy(f"the position after 'start:', {error}") from None
    study = _Reading(lines[begun:-1], begun + 1, start).read(title.strip())
    _check(study)
    return study


# A comment, a parenthesis, a comma, the head of a line, or the words of a choice.
_TOKEN = re.compile(r"\s*(?:(\{(?:[^\\}]|\\.)*\})|([(),])|(\d+ +[A-D] *:)|([^(){},]+))")


_END = re.compile(r"\s*$")


class _Reading:
    """Reads the choices of a study, token by token, and makes them."""

    def __init__(self, lines: list[str], first: int, start: Position) -> None:
        self._tokens = list(_tokens(lines, first))
        self._line = first
        self._start = start
        self._steps: list[StudyStep] = []
        self._comments: dict[int, str] = {}
        # Where the line of play stands, and where it stood before its last choice: a place and
        # a position for each variation that is open.
        self._open: list[tuple[tuple[int, Position], tuple[int, Position] | None]] = [
            ((ROOT, start), None)
        ]

    def read(self, title: str) -> Study:
        before = ""
        for line, kind, said in self._tokens:
            self._line = line
            match kind, said:
                case "comment", _:
                    self._comment(said)
                case "sign", "(":
                    self._branch()
                case "sign", ")":
                    self._close()
                case "sign", _:
                    if before not in ("choice", "comment"):
                        self._refuse("a comma stands between two choices")
                case "moment", _:
                    self._moment(said)
                case _:
                    if before == "choice" or (before == "comment" and self._open[-1][1]):
                        self._refuse(f"a comma is missing before {said!r}")
                    self._choose(said)
            before = kind if kind != "sign" or said == "," else said
        if len(self._open) > 1:
            self._refuse("a parenthesis is not closed")
        steps = (
            StudyStep(step.after, step.choice, self._comments.get(place, ""))
            for place, step in enumerate(self._steps)
        )
        return Study(self._start, tuple(steps), title, self._comments.get(ROOT, "")).ordered()

    def _refuse(self, why: object) -> None:
        raise BadStudy(f"line {self._line}: {why}")

    def _comment(self, said: str) -> None:
        (place, _), before = self._open[-1]
        if before is None and len(self._open) > 1:
            self._refuse("a comment stands after the choice that it is about")
        if place in self._comments:
            self._refuse("a choice has one comment")
        self._comments[place] = re.sub(r"\\(.)", self._unescaped, said[1:-1])

    def _unescaped(self, found: re.Match[str]) -> str:
        if found[1] not in _UNESCAPED:
            self._refuse(f"{found[0]!r} is not something a comment can have; write \\\\")
        return _UNESCAPED[found[1]]

    def _branch(self) -> None:
        before = self._open[-1][1]
        if before is None:
            self._refuse("a variation stands after the choice that it could take the place of")
        elif len(self._open) > DEEPEST:
            self._refuse(f"variations stand inside of each other at most {DEEPEST} times")
        else:
            self._open.append((before, None))

    def _close(self) -> None:
        if len(self._open) == 1:
            self._refuse("no parenthesis is open")
        if self._open.pop()[1] is None:
            self._refuse("a variation has at least one choice")

    def _moment(self, said: str) -> None:
        turn, seat = said.rstrip(": ").split()
        now = self._open[-1][0][1]
        if (int(turn[:9]), seat) != (now.turn, LETTERS[now.actor]):
            self._refuse(f"here it is '{now.turn} {LETTERS[now.actor]}:', not {said!r}")

    def _choose(self, said: str) -> None:
        place, now = self._open[-1][0]
        try:
            chosen: Choice = parse_choice(said)
            after = now.after(chosen)
        except (BadChoice, IllegalChoice) as error:
            raise BadStudy(f"line {self._line}: {said}: {error}") from None
        if len(self._steps) >= MOST_STEPS:
            self._refuse(f"a study has at most {MOST_STEPS} steps")
        self._steps.append(StudyStep(place, chosen))
        self._open[-1] = (len(self._steps) - 1, after), (place, now)


def _tokens(lines: list[str], first: int) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(lines, first):
        at = 0
        while not _END.match(line, at):
            found = _TOKEN.match(line, at)
            if found is None:
                raise BadStudy(f"line {number}: {line[at:].strip()[:40]!r} is not closed")
            at = found.end()
            kind = ("comment", "sign", "moment", "choice")[(found.lastindex or 1) - 1]
            yield number, kind, found[found.lastindex or 1].strip()
