"""Who is waited for at a table over days: whoever may want to be told of it.

A pure function of two courses: what an event has begun, and what it has ended.
"""

from __future__ import annotations

from tashkalar.server.storage import event_log
from tashkalar.server.storage.notices import Waits
from tashkalar.server.tables.course import Course, TableHeader

_Since = tuple[str, str, int]  # an owner, a kind, and what tells two waits of a kind apart


def waits(
    header: TableHeader, before: Course, event: event_log.AnyEvent, after: Course
) -> Waits | None:
    """What has changed for those who are waited for; None where nobody wants to know."""
    if header.clock.kind != "days":
        return None
    were, are = _waiting(before), _waiting(after)
    if after.state == "over" and before.state != "over":
        are = _over(after, event)
    began = [(owner, kind) for owner, kind, _ in sorted(are - were)]
    kept = {(owner, kind) for owner, kind, _ in are}
    ended = [(owner, kind) for owner, kind, _ in sorted(were) if (owner, kind) not in kept]
    return Waits(began, ended) if began or ended else None


def first_waits(header: TableHeader, course: Course) -> Waits | None:
    """Who is waited for at a new table, but for whoever made it; None where nobody is."""
    began = [(owner, kind) for owner, kind, _ in sorted(_waiting(course)) if owner != header.maker]
    return Waits(began, []) if began and header.clock.kind == "days" else None


def _waiting(course: Course) -> set[_Since]:
    """Who is to choose, and who is asked for an answer."""
    if course.state != "running":
        return set()
    found = set()
    if course.acting is not None:
        found |= _seat(course, course.acting, "turn", course.asked)
    if course.offer is not None:
        for n in course.people(course.offer.by):
            if n not in course.offer.agreed:
                found |= _seat(course, n, "answer", course.offer.keep)
    if course.resigning is not None:
        for n in course.partners(course.resigning.by):
            found |= _seat(course, n, "answer", course.resigning.at)
    return found


def _over(course: Course, event: event_log.AnyEvent) -> set[_Since]:
    """Everybody but who ended the game hears of its end; who runs out of time did nothing."""
    knows = None if isinstance(event, event_log.Flagged) else course.seats[event.seat].owner
    found = set()
    for n, seat in enumerate(course.seats):
        if seat.owner != knows:
            found |= _seat(course, n, "over", 0)
    return found


def _seat(course: Course, n: int, kind: str, mark: int) -> set[_Since]:
    """Nobody waits for a bot, or for somebody who has left."""
    seat = course.seats[n]
    waited = seat.owner is not None and seat.kind == "human" and not seat.left
    return {(seat.owner, kind, mark)} if waited and seat.owner is not None else set()
