"""What take-backs left behind, as text: entries of a record between its choices.

shown A knight            everybody else knows that A has the Knight
shown A titan to C        C knows that A has the Titan
shuffled 8121350714926    the hidden part of the decks was shuffled, by this word
"""

from __future__ import annotations

from tashkalar.cards import CARDS, card
from tashkalar.rules.taking_back import Shown, Shuffled, Trace
from tashkalar.terms import LETTERS, SPECTATORS, lettered

HIDDEN = "shuffled ?"  # in a record as one seat saw it


class BadTrace(ValueError):
    """A text that is not a trace of a take-back; the message says what is wrong."""


def is_trace(text: str) -> bool:
    """Is this the text of a trace, and not of a choice?"""
    return text.startswith(("shown ", "shuffled "))


def trace_text(trace: Trace, seats: int) -> str:
    """The text of a trace, which ``parse_trace`` reads back."""
    if isinstance(trace, Shuffled):
        return f"shuffled {trace.word}"
    shown = f"shown {LETTERS[trace.holder]} {CARDS[trace.card].id}"
    if trace.viewers == _everybody_but(trace.holder, seats):
        return shown
    names = [LETTERS[viewer] if viewer < seats else SPECTATORS for viewer in trace.viewers]
    return f"{shown} to {' '.join(names)}"


def parse_trace(text: str, seats: int) -> Trace:
    """Read a trace in a game with so many seats."""
    match text.split():
        case ["shuffled", word] if word.isdecimal() and int(word) < 1 << 64:
            return Shuffled(int(word))
        case ["shown", letter, name, *rest] if (holder := lettered(letter, seats)) is not None:
            viewers = _everybody_but(holder, seats)
            if rest:
                named = {seat: n for n, seat in enumerate(LETTERS[:seats])} | {SPECTATORS: seats}
                if rest[0] != "to" or len(rest) < 2 or not set(rest[1:]) <= set(named):
                    raise BadTrace(f"{text!r} does not say to whom a card was shown")
                viewers = tuple(sorted({named[viewer] for viewer in rest[1:]}))
                if holder in viewers:
                    raise BadTrace(f"{text!r}: nobody is shown a card of their own")
            return Shown(holder, card(name).number, viewers)
    raise BadTrace(f"{text!r} is not of the form 'shown A knight' or 'shuffled 17'")


def _everybody_but(holder: int, seats: int) -> tuple[int, ...]:
    """All other seats, and the spectators."""
    return tuple(viewer for viewer in range(seats + 1) if viewer != holder)
