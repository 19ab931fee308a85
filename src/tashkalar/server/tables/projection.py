"""What the events of a table add up to: an event turns its course into the next one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from tashkalar import BadChoice, Game, IllegalChoice, Position, choice_text, parse_position
from tashkalar.game import forced
from tashkalar.rules.history import RULES
from tashkalar.rules.taking_back import were_drawn
from tashkalar.server.storage import event_log
from tashkalar.server.tables.clocks import Times
from tashkalar.server.tables.course import (
    REMEMBERED,
    Course,
    ResignRequest,
    TableHeader,
    TakebackOffer,
)
from tashkalar.server.tables.seats import Seat


def begun(header: TableHeader, seats: tuple[Seat, ...]) -> Course:
    """A new table; with all seats taken its game begins at once."""
    course = Course(seats, Times.fresh(header.clock, len(seats)))
    return _seated(header, course, header.created)


def _seated(header: TableHeader, course: Course, at: int) -> Course:
    """The game begins when no seat is open."""
    if course.game is not None or any(seat.kind == "open" for seat in course.seats):
        return course
    from_there = header.start
    start = parse_position(from_there.position, Position) if from_there is not None else None
    game = Game(
        header.form,
        header.schools,
        header.seed,
        header.rules,
        takebacks=header.takebacks,
        position=start,
    )
    return _timed(course, replace(course, game=game, asked=at), at)


def resumed(course: Course) -> Course:
    """A course that was derived again from its events, to go on by today's rules."""
    if course.game is None or course.game.rules == RULES:
        return course
    game = course.game.copy()
    game.rules = RULES
    return replace(course, game=game)


class Unplayable(ValueError):
    """A choice of an intention that cannot be made, and the engine's reason."""

    def __init__(self, choice: str, reason: IllegalChoice | BadChoice) -> None:
        self.choice, self.reason = choice, reason
        super().__init__(choice, reason)

    def __str__(self) -> str:
        return str(self.reason)


class Apart(ValueError):
    """A choice that does not belong to the intention: something has to be seen before it."""

    def __init__(self, choice: str) -> None:
        self.choice = choice
        super().__init__(f"{choice!r} belongs to another intention")


def chosen(course: Course, seat: int, meant: Sequence[str]) -> tuple[event_log.Chosen, Course]:
    """Play an intention and what it forces: its event, and what the event leads to.

    All of it is played or nothing. A player who decides ahead knows all there is to know: an
    intention never goes past a draw, a decision of another seat or the end of the turn.
    """
    assert course.game is not None
    game, start = course.game.copy(), course.game.position
    for n, text in enumerate(meant):
        if n and _apart(start, game.position):
            raise Apart(text)
        try:
            game.play(text)
        except (IllegalChoice, BadChoice) as error:
            raise Unplayable(text, error) from None
    made = [choice_text(played.choice) for played in game.history[-len(meant) :]]
    auto = []
    while (only := forced(game.position)) is not None:
        auto.append(choice_text(only))
        game.play(only)
    event = event_log.Chosen(seat, made[0], tuple(auto), tuple(made[1:]))
    return event, _here(_gone_on(course, game), seat)


def _apart(start: Position, now: Position) -> bool:
    """Is something to be seen now that was not when the intention was formed?"""
    same_hands = (now.turn, now.actor) == (start.turn, start.actor) and not now.is_over
    return not same_hands or were_drawn(start, now)


def after(
    header: TableHeader, course: Course, event: event_log.AnyEvent, at: int, paused: int = 0
) -> Course:
    """The course after one more event from the log; the one before stays as it is.

    Before the event the clocks may have stood still.
    """
    if paused != course.paused:
        course = stood_still(course, paused - course.paused)
    return settled(course, event, _applied(header, course, event, at), at)


def stood_still(course: Course, milliseconds: int) -> Course:
    """The same course, with clocks that have not run for a while; the next event notes it."""
    times = course.times.paused(milliseconds)
    return replace(course, times=times, paused=course.paused + milliseconds)


def put_forward(course: Course, deadline: int | None) -> Course:
    """The same course with the deadline that its row has: later, if there was an outage."""
    mine = course.times.deadline
    if deadline is None or mine is None or deadline == mine:
        return course
    return stood_still(course, deadline - mine)


def settled(course: Course, event: event_log.AnyEvent, led_to: Course, at: int) -> Course:
    """The course after one more event, given what the event has led to."""
    new = _timed(course, led_to, at)
    length = len(new.game.history) if new.game is not None else 0
    seq = course.seq + 1
    changed, begins_turn = new.game is not course.game, _begins_turn(course, new)
    still_asked = course.acting == new.acting and not begins_turn
    return replace(
        new,
        seq=seq,
        moved=seq if changed else course.moved,
        paused=0,
        turn_began=seq if begins_turn else course.turn_began,
        asked=course.asked if still_asked else at,
        lengths=(*course.lengths[1 - REMEMBERED :], length),
        offer=None if changed else new.offer,
        resigning=_resigning(new, event),
    )


def _begins_turn(before: Course, now: Course) -> bool:
    """Has nothing been chosen in this turn, or not any more?"""
    if now.game is None or now.game is before.game:
        return False
    history, turn = now.game.history, now.game.position.turn
    same = before.game is not None and before.game.position.turn == turn
    return not same or not history or history[-1].turn != turn


def _resigning(course: Course, event: event_log.AnyEvent) -> ResignRequest | None:
    """A request to resign is pending until it is answered or whoever made it plays on.

    Playing on is whatever the seat does but going away, also that a bot takes it over.
    """
    asked = course.resigning
    if asked is None or course.state == "over":
        return None
    # All have agreed to a take-back, so the one who asked has too.
    ended = isinstance(event, event_log.ResignDeclined | event_log.TakenBack)
    goes_on = not isinstance(event, event_log.ResignAsked | event_log.Left)
    return None if ended or (goes_on and event.seat == asked.by) else asked


def _applied(header: TableHeader, course: Course, event: event_log.AnyEvent, at: int) -> Course:
    match event:
        case event_log.Chosen(seat):
            return _here(_played(course, event.played), seat)
        case event_log.Undone():
            return _undone(course)
        case event_log.Redone():
            return replace(_played(course, course.undone[-1]), undone=course.undone[:-1])
        case event_log.TakenBack(_, keep, shuffled):
            return _taken_back(course, keep, shuffled, at)
        case event_log.Resigned(seat):
            return _given_up(course, seat)
        case event_log.ResignAsked(seat):
            return replace(course, resigning=ResignRequest(seat, at))
        case event_log.ResignDeclined():
            return course
        case event_log.Flagged(seat, None):
            return replace(_given_up(course, seat), flagged=True)
        case event_log.Flagged(seat, bot):
            return _with_seat(course, seat, kind="bot", bot=bot, flagged=True)
        case event_log.Replaced(seat, bot):
            return _with_seat(course, seat, kind="bot", bot=bot, left=False)
        case event_log.CameBack(seat):
            return _with_seat(course, seat, kind="human", bot=None, left=False)
        case event_log.Offered(seat, keep):
            return replace(course, offer=TakebackOffer(seat, keep))
        case event_log.Answered(seat, yes):
            offer = course.offer
            agreed = replace(offer, agreed=(*offer.agreed, seat)) if offer and yes else None
            return replace(course, offer=agreed)
        case event_log.Joined(seat, owner, name):
            taken = _with_seat(course, seat, kind="human", owner=owner, name=name)
            return _seated(header, taken, at)
        case event_log.Left(seat) if course.game is None:
            return _with_seat(course, seat, kind="open", owner=None, name="")
        case event_log.Left(seat):
            return _with_seat(course, seat, left=True)


def _with_seat(course: Course, seat: int, **changes: object) -> Course:
    seats = list(course.seats)
    seats[seat] = dataclasses.replace(seats[seat], **changes)  # type: ignore[arg-type]
    return replace(course, seats=tuple(seats))


def _here(course: Course, seat: int) -> Course:
    """Who plays is there again."""
    return _with_seat(course, seat, left=False) if course.seats[seat].left else course


def _played(course: Course, choices: tuple[str, ...]) -> Course:
    assert course.game is not None
    game = course.game.copy()
    for text in choices:
        game.play(text)
    return _gone_on(course, game)


def _gone_on(course: Course, game: Game) -> Course:
    """The game has one more intention."""
    assert course.game is not None
    begins = (*course.begins, len(course.game.history))
    return replace(course, game=game, begins=begins, undone=())


def _undone(course: Course) -> Course:
    assert course.game is not None
    back = len(course.game.history) - course.undoable
    taken = tuple(choice_text(played.choice) for played in course.game.history[back:])
    game = course.game.copy()
    game.take_back(back)
    begins = tuple(n for n in course.begins if n < back)
    return replace(course, game=game, begins=begins, undone=(*course.undone, taken))


def _given_up(course: Course, seat: int) -> Course:
    assert course.game is not None
    game = course.game.copy()
    game.resign(*game.side(seat))
    return replace(course, game=game, undone=())


def _taken_back(course: Course, keep: int, shuffled: bool, at: int) -> Course:
    assert course.game is not None
    game = course.game.copy()
    game.take_back(keep, shuffle=shuffled)
    turn = course.game.history[keep].turn
    turns = tuple(begun for begun in course.turns if begun[0] <= turn)
    times = course.times.restored(turns[-1][1], at) if turns else course.times
    begins = tuple(n for n in course.begins if n < keep)
    return replace(course, game=game, begins=begins, undone=(), turns=turns, times=times)


def _timed(before: Course, new: Course, at: int) -> Course:
    """The clock of whoever decides now runs; as a turn begins, the times are noted."""
    if not new.times.left or new.game is None:
        return new
    was = before.game.position.turn if before.game is not None else -1
    now, seat = new.game.position.turn, new.acting
    if seat is not None and new.seats[seat].kind == "bot":
        seat = None  # bots have budgets instead
    if seat == new.times.running and was == now:
        return new
    ended = now > was >= 0
    times = new.times.stopped(at, ended).started(seat, at)
    turns = (*new.turns, (now, times.left)) if now > was else new.turns
    return replace(new, times=times, turns=turns)
