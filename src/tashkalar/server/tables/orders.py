"""What people order at a table. Each order becomes one stored event, or is refused."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import BadChoice, choice_text, parse_choice
from tashkalar.rules.forms import FORMS
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive, event_log
from tashkalar.server.tables.course import Course
from tashkalar.server.tables.presence import Presence
from tashkalar.server.tables.projection import Apart, Unplayable, chosen
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.table import Table

_CHANGING = (
    event_log.Chosen,
    event_log.Undone,
    event_log.Redone,
    event_log.TakenBack,
    event_log.Resigned,
    event_log.Flagged,
)


class Orders:
    """The orders of one worker. Whoever gives them is known by the owner of their seats."""

    def __init__(self, tables: Registry, presence: Presence) -> None:
        self.tables, self.presence = tables, presence

    async def choose(self, table: Table, owner: str, seq: int, meant: Sequence[str]) -> int:
        """Make the choices of one intention; the number of events afterwards is returned."""
        async with table.lock:
            course = table.course
            if not course.moved <= seq <= course.seq:
                return await self._repeated(table, owner, seq, event_log.Chosen, meant)
            seat = _deciding(course, owner)
            try:
                event, led_to = chosen(course, seat, meant)
            except Apart as error:
                raise Refused("apart", values={"choice": error.choice}) from None
            except Unplayable as error:
                if isinstance(error.reason, BadChoice):
                    raise no_choice(error.choice) from None
                # Who chose one thing knows which; of several it is named.
                named = error.choice if len(meant) > 1 else ""
                raise Refused("illegal", error.reason, choice=named) from None
            return await self._stored(table, owner, seq, event, meant, led_to)

    async def undo(self, table: Table, owner: str, seq: int) -> int:
        """Take back the last intention of this turn; the number of events is returned."""
        return await self._stepped(table, owner, seq, event_log.Undone)

    async def redo(self, table: Table, owner: str, seq: int) -> int:
        """Make again what was taken back; the number of events is returned."""
        return await self._stepped(table, owner, seq, event_log.Redone)

    async def _stepped(
        self, table: Table, owner: str, seq: int, kind: type[event_log.Undone | event_log.Redone]
    ) -> int:
        """A step back or forward within the turn."""
        async with table.lock:
            course = table.course
            if not course.moved <= seq <= course.seq:
                return await self._repeated(table, owner, seq, kind)
            self._check_room(course)
            if kind is event_log.Undone:
                seat = _undoing(course, owner)
            else:
                seat = _deciding(course, owner)
                if not course.undone:
                    raise Refused("nothing_to_redo")
            return await self._stored(table, owner, seq, kind(seat))

    async def _stored(
        self,
        table: Table,
        owner: str,
        seq: int,
        event: event_log.AnyEvent,
        meant: Sequence[str] = (),
        led_to: Course | None = None,
    ) -> int:
        """Store an event, if a worker that died before telling has not stored the same one."""
        try:
            return (await self.tables.append(table, event, led_to)).seq
        except Refused as refused:
            if refused.error != "stale":
                raise
        return await self._repeated(table, owner, seq, type(event), meant)

    async def _repeated(
        self,
        table: Table,
        owner: str,
        seq: int,
        kind: type[event_log.Event],
        meant: Sequence[str] = (),
    ) -> int:
        """A message that arrives twice is acknowledged again; any other is stale."""
        course = table.course
        if 0 <= seq < course.seq:
            stored = await self.tables.store.read(lambda c: archive.events_of(c, table.id, seq))
            for n, (event, _, _) in enumerate(stored, seq + 1):
                if isinstance(event, _CHANGING):
                    same = type(event) is kind and course.seats[event.seat].owner == owner
                    made = event.meant if isinstance(event, event_log.Chosen) else ()
                    if same and made == tuple(map(_canonical, meant)):
                        return n
                    break
        raise Refused("stale")

    async def resign(self, table: Table, owner: str, seat: int) -> int:
        """Give up; in a team the partner is asked, unless they asked before or are not there."""
        async with table.lock:
            course = table.course
            _own(course, owner, seat)
            _running(course)
            if FORMS[table.header.form].colours != 2:
                raise Refused("no_resigning")
            asked = await self._asked(table, seat)
            before = course.resigning.by if course.resigning is not None else None
            if before == seat and asked:
                raise Refused("offered", why="resigning")
            agreed = not asked or before in asked
            if not agreed:
                self._check_room(course)
            event = event_log.Resigned(seat) if agreed else event_log.ResignAsked(seat)
            return (await self.tables.append(table, event)).seq

    async def answer_resignation(self, table: Table, owner: str, yes: bool) -> int:
        """Agree with a partner who wants to resign, or play on; who asked may withdraw.

        To everybody else it is as if nobody had asked.
        """
        async with table.lock:
            course, asked = table.course, table.course.resigning
            side = (asked.by, *course.partners(asked.by)) if asked is not None else ()
            mine = [n for n in side if n in course.owned(owner)]
            if asked is None or not mine:
                raise Refused("no_offer", why="not_resigning")
            if yes and asked.by in mine:
                raise Refused("offered", why="resigning")
            declined = event_log.ResignDeclined(mine[0])
            event = event_log.Resigned(asked.by) if yes else declined
            return (await self.tables.append(table, event)).seq

    async def consent(self, table: Table) -> None:
        """A partner who is not there holds nobody back."""
        async with table.lock:
            asked = table.course.resigning
            if asked is not None and not await self._asked(table, asked.by):
                await self.tables.append(table, event_log.Resigned(asked.by))

    async def _asked(self, table: Table, seat: int) -> list[int]:
        """The partners whose consent to resigning is waited for: people who are there."""
        absent = await self.presence.absent(table)
        return [n for n in table.course.partners(seat) if n not in absent]

    async def offer_takeback(self, table: Table, owner: str, seat: int) -> int:
        """Ask the others to go back to the beginning of one's last turn."""
        async with table.lock:
            course = table.course
            _own(course, owner, seat)
            _running(course)
            _takebacks(course)
            if table.header.serious:
                raise Refused("no_takebacks", why="serious.takeback")
            keep = course.last_turn(seat)
            if keep is None:
                raise Refused("nothing_to_undo")
            if course.offer is not None:
                raise Refused("offered")
            self._check_room(course)
            asked = course.people(seat)
            if away := [n for n in await self.presence.absent(table) if n in asked]:
                raise Refused("absent_refuses", values={"name": course.seats[away[0]].name})
            event = (
                event_log.Offered(seat, keep)
                if asked
                else event_log.TakenBack(seat, keep, shuffled=True)
            )
            return (await self.tables.append(table, event)).seq

    async def answer_takeback(self, table: Table, owner: str, yes: bool) -> int:
        """Agree to a take-back or refuse it; the number of events is returned."""
        async with table.lock:
            course, offer = table.course, table.course.offer
            if offer is None:
                raise Refused("no_offer")
            waiting = [n for n in course.people(offer.by) if n not in offer.agreed]
            mine = [n for n in waiting if course.seats[n].owner == owner]
            if not mine:
                raise Refused("not_yours")
            event: event_log.AnyEvent = event_log.Answered(mine[0], yes)
            if yes and waiting == mine[:1]:
                event = event_log.TakenBack(mine[0], offer.keep, shuffled=True)
            return (await self.tables.append(table, event)).seq

    async def refuse_takeback(self, table: Table) -> None:
        """Whoever is not there to be asked counts as refusing."""
        async with table.lock:
            offer = table.course.offer
            if offer is None:
                return
            waiting = [n for n in table.course.people(offer.by) if n not in offer.agreed]
            away = [n for n in await self.presence.absent(table) if n in waiting]
            if away:
                await self.tables.append(table, event_log.Answered(away[0], False))

    async def replace(self, table: Table, owner: str, seat: int) -> int:
        """Let the bot of the house play for somebody who is not there."""
        async with table.lock:
            course = table.course
            mine = [n for n in course.owned(owner) if n != seat]
            if not mine:
                raise Refused("not_yours")
            if table.header.serious:
                raise Refused("not_absent", why="serious.replace")
            if seat not in await self.presence.holding_up(table):
                raise Refused("not_absent")
            self._check_room(course)
            bot = self.tables.settings.substitute
            return (await self.tables.append(table, event_log.Replaced(seat, bot, mine[0]))).seq

    async def come_back(self, table: Table, owner: str) -> int:
        """Take one's seat back from the bot."""
        async with table.lock:
            course = table.course
            mine = [n for n in course.owned(owner) if course.seats[n].replaced]
            if not mine:
                raise Refused("not_replaced")
            if course.seats[mine[0]].flagged:
                raise Refused("out_of_time")
            return (await self.tables.append(table, event_log.CameBack(mine[0]))).seq

    async def leave(self, table: Table, owner: str) -> None:
        """Free one's seats before the game; during it, let others replace one at once."""
        async with table.lock:
            for seat in table.course.owned(owner):
                now = table.course.seats[seat]
                if table.course.state != "over" and now.kind == "human" and not now.left:
                    await self.tables.append(table, event_log.Left(seat))

    async def join(self, table: Table, owner: str, name: str, seat: int | None) -> None:
        """Take an open seat. Whoever sits there already stays where they are."""
        async with table.lock:
            course = table.course
            if course.owned(owner):
                return
            free = [n for n, there in enumerate(course.seats) if there.kind == "open"]
            if not free or (seat is not None and seat not in free):
                raise Refused("taken")
            self._check_room(course)
            chosen_seat = free[0] if seat is None else seat
            await self.tables.append(table, event_log.Joined(chosen_seat, owner, name))

    def _check_room(self, course: Course) -> None:
        """A game comes to an end by choices; what could go on for ever has an end as well."""
        most = self.tables.settings.events
        if course.seq >= most:
            raise Refused("long_game", values={"n": most})

    async def flag(self, table: Table) -> None:
        """Time is up for whoever decides, if it really is."""
        async with table.lock:
            course, deadline = table.course, table.course.times.deadline
            if course.acting is None or deadline is None or deadline > self.tables.now():
                return
            lost = FORMS[table.header.form].colours == 2
            bot = None if lost else self.tables.settings.substitute
            await self.tables.append(table, event_log.Flagged(course.acting, bot))


def no_choice(given: str) -> Refused:
    """A text that is none. The page never sends one, so there is no need to say more."""
    return Refused("illegal", why="bad_choice", values={"given": given})


def _canonical(text: str) -> str:
    try:
        return choice_text(parse_choice(text))
    except BadChoice:
        return text


def _running(course: Course) -> None:
    if course.state != "running":
        raise Refused("over" if course.state == "over" else "not_started")


def _takebacks(course: Course) -> None:
    if course.state == "running" and course.game is not None and not course.game.takebacks:
        raise Refused("no_takebacks")


def _own(course: Course, owner: str, seat: int) -> None:
    if seat not in course.owned(owner) or course.seats[seat].kind != "human":
        raise Refused("not_yours")


def _deciding(course: Course, owner: str) -> int:
    """The seat that decides, which must be the owner's."""
    _running(course)
    assert course.acting is not None
    _own(course, owner, course.acting)
    return course.acting


def _undoing(course: Course, owner: str) -> int:
    """The seat that made the last choice, which must be the owner's.

    It need not be the one that decides: after control was passed, the partner's last step can be
    taken back until the owner of the turn ends it.
    """
    if course.owned(owner):
        _takebacks(course)
    undoer = course.game.undoer if course.game is not None else None
    if undoer is None or not course.undoable or undoer not in course.owned(owner):
        _deciding(course, owner)
        raise Refused("nothing_to_undo")
    _own(course, owner, undoer)
    return undoer
