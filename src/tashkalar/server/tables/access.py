"""Who may know of a table, and who may look at its board: decided before it is loaded."""

from __future__ import annotations

from hmac import compare_digest
from typing import Literal

from msgspec import Struct

from tashkalar.server.refusals import Refused
from tashkalar.server.storage.archive import Listed
from tashkalar.server.tables.table import Table


class Door(Struct, frozen=True):
    """What it takes to decide who comes in; the row of a table says as much as the table."""

    state: Literal["open", "running", "over"]
    public: bool
    spectators: bool
    invite: str
    owners: frozenset[str]
    closed: bool = False  # by whoever runs the server
    banned: frozenset[str] = frozenset()  # owners who may come in nowhere

    @classmethod
    def of(cls, table: Table, closed: bool, banned: frozenset[str]) -> Door:
        """The door of a table in memory."""
        header, course = table.header, table.course
        owners = frozenset(seat.owner for seat in course.seats if seat.owner is not None)
        return cls(
            course.state, header.public, header.spectators, header.invite, owners, closed, banned
        )

    @classmethod
    def stored(cls, listed: Listed, banned: frozenset[str]) -> Door:
        """The door of a table in the database."""
        row = listed.row
        owners = frozenset(seat.owner for seat in listed.seats if seat.owner is not None)
        return cls(
            row.state,
            row.public,
            row.spectators,
            row.invite,
            owners,
            row.closed is not None,
            banned,
        )

    def check_seeing(self, owner: str | None, invite: str | None) -> None:
        """Refuse whoever may not even know of a table.

        Members may, at public tables everybody, at private ones whoever is invited. The address
        alone shows a finished game, and one that goes on if spectators are allowed; it offers no
        seat.
        """
        if owner in self.banned:
            raise Refused("banned")
        shown = self.state == "over" or (self.state == "running" and self.spectators)
        if not (shown or owner in self.owners or self._invites(invite)):
            raise Refused("unknown")
        if self.closed:
            raise Refused("closed")

    def check_watching(self, owner: str | None, invite: str | None) -> None:
        """Refuse whoever may not look at the board."""
        self.check_seeing(owner, invite)
        farewell = self.farewell(owner)
        if farewell is not None:
            raise farewell

    def check_member(self, owner: str) -> None:
        """Refuse whoever has no seat; who may not know of the table learns nothing of it."""
        if owner not in self.owners:
            raise Refused("not_yours" if self.public else "unknown")

    def farewell(self, owner: str | None) -> Refused | None:
        """Why somebody may not stay, if they may not.

        Without spectators, only those who play are there from the first turn to the last.
        """
        if self.closed:
            return Refused("closed")
        if owner in self.banned:
            return Refused("banned")
        if self.spectators or self.state != "running" or owner in self.owners:
            return None
        return Refused("no_spectators")

    def _invites(self, invite: str | None) -> bool:
        return self.public or (
            invite is not None and compare_digest(invite.encode(), self.invite.encode())
        )
