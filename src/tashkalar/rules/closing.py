"""The end of a turn: points, cards, end triggers, the final round, the end of the game."""

from __future__ import annotations

from tashkalar import event
from tashkalar.choice import BASE, Asking, Choice, Kind
from tashkalar.rules import hands, scoring
from tashkalar.rules.atoms import me
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.machine import PAUSE, answers, ask, step
from tashkalar.rules.turn import OFFSET, Step
from tashkalar.state import State


@step(OFFSET + Step.CLOSE)
def _close(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    form = FORM_OF[p.form_number]
    if form.tasks:
        if form.first and scoring.score(p, me(p)) >= form.limit:
            return _sudden_end(p, "points")
        return Step.DRAW
    scoring.score_turn(p)
    return Step.UNPAIRED if form.melee and len(scoring.unpaired(p)) > 1 else Step.DRAW


@step(OFFSET + Step.UNPAIRED)
def _unpaired(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Two or three unpaired common pieces are worth one more point, in one of their colours."""
    colours = tuple(BASE[Kind.COLOUR] + colour for colour in scoring.unpaired(p))
    return ask(p, pc, Asking.COLOUR, 0, colours)


@answers(OFFSET + Step.UNPAIRED)
def _paired(p: State, choice: Choice, code: bytes, pc: int) -> int:
    scoring.add(p, me(p), choice.value, 1, "left_over")
    return Step.DRAW


@step(OFFSET + Step.DRAW)
def _draw(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """The cards, then triggers, extra turns and the final round."""
    form = FORM_OF[p.form_number]
    hands.return_cards(p)
    hands.draw(p, form)
    if p.log is not None:
        p.log.append(event.EndTurn(p.seat))
    if not p.trigger:
        p.trigger = scoring.trigger(p)
        if form.first and p.trigger:
            return _sudden_end(p, p.trigger)
        if p.trigger and p.log is not None:
            points, reached = scoring.most_points(p)
            p.log.append(event.Trigger(p.trigger, p.seat, reached, points))
    if p.extra_turns:
        # The extra turn belongs to this one: it is taken even after the very last turn.
        p.extra_turns -= 1
        return Step.BEGIN
    if p.last_turns > 0:
        p.last_turns -= 1
        if p.last_turns == 0:
            finish(p, scoring.places(p))
            return PAUSE
    elif p.trigger:
        # Everybody has one more turn, whoever triggered the end comes last.
        p.last_turns = form.seats
    p.seat = (p.seat + 1) % form.seats
    return Step.BEGIN


def _sudden_end(p: State, trigger: str) -> int:
    """The first game ends at once."""
    p.trigger = trigger
    finish(p, scoring.places(p))
    return PAUSE


def finish(p: State, places: tuple[int, ...]) -> None:
    """The game is over."""
    p.result = places
    p.asking, p.mask, p.others = int(Asking.NOTHING), 0, ()
    p.pc = Step.DRAW
    if p.log is not None:
        p.log.append(event.Over(places))
