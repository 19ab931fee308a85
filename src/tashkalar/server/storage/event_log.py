"""What is written down of a table: its events, one after another, never changed."""

from __future__ import annotations

from msgspec import Struct, json


class Event(Struct, frozen=True, gc=False, tag_field="e", omit_defaults=True):
    """Something that happened at a table. All but the kinds below are no events."""


class Joined(Event, frozen=True, gc=False, tag="join"):
    """Somebody takes an open seat. The owner is the SHA-256 of a token."""

    seat: int
    owner: str
    name: str


class Left(Event, frozen=True, gc=False, tag="leave"):
    """Before the game the seat is open again; later it may be replaced at once."""

    seat: int


class Chosen(Event, frozen=True, gc=False, tag="choose"):
    """What a player meant: one choice, or a few that belong together, and what they forced.

    All of it is one step for the player. Events of earlier versions have no ``then``.
    """

    seat: int
    choice: str
    auto: tuple[str, ...] = ()  # after the others: nobody was asked
    then: tuple[str, ...] = ()  # after ``choice``

    @property
    def meant(self) -> tuple[str, ...]:
        """What the player chose."""
        return (self.choice, *self.then)

    @property
    def played(self) -> tuple[str, ...]:
        """All choices in their order, with those that were forced."""
        return (*self.meant, *self.auto)


class Undone(Event, frozen=True, gc=False, tag="undo"):
    """A player takes back the last intention."""

    seat: int


class Redone(Event, frozen=True, gc=False, tag="redo"):
    """A player makes again what was taken back last."""

    seat: int


class Resigned(Event, frozen=True, gc=False, tag="resign"):
    """A side gives up; in a team both partners want to."""

    seat: int


class ResignAsked(Event, frozen=True, gc=False, tag="ask_resign"):
    """A seat wants to resign, and its partner has to agree."""

    seat: int


class ResignDeclined(Event, frozen=True, gc=False, tag="decline_resign"):
    """The partner plays on, or the seat that asked has thought better of it."""

    seat: int


class Flagged(Event, frozen=True, gc=False, tag="flag"):
    """Time is up: between two sides the game is lost, in a melee a bot goes on."""

    seat: int
    bot: str | None = None


class Offered(Event, frozen=True, gc=False, tag="offer"):
    """A seat asks to go back to where so many choices had been made."""

    seat: int
    keep: int


class Answered(Event, frozen=True, gc=False, tag="answer"):
    """A seat agrees while others still have to, or refuses."""

    seat: int
    yes: bool


class TakenBack(Event, frozen=True, gc=False, tag="takeback"):
    """Everybody agreed: only so many choices stay.

    Where cards had been drawn the decks are shuffled anew; games of rules 1 left them as they were.
    """

    seat: int
    keep: int
    shuffled: bool = False


class Replaced(Event, frozen=True, gc=False, tag="replace"):
    """A bot takes the seat of somebody who is not there."""

    seat: int
    bot: str
    by: int


class CameBack(Event, frozen=True, gc=False, tag="return"):
    """The owner takes the seat back from the bot."""

    seat: int


AnyEvent = (
    Joined
    | Left
    | Chosen
    | Undone
    | Redone
    | Resigned
    | Flagged
    | Offered
    | Answered
    | TakenBack
    | Replaced
    | CameBack
    | ResignAsked
    | ResignDeclined
)

_decoder = json.Decoder(AnyEvent)
_encoder = json.Encoder()


def written(event: AnyEvent) -> str:
    """An event as it is stored.

    >>> written(Undone(1))
    '{"e":"undo","seat":1}'
    """
    return _encoder.encode(event).decode()


def read(body: str) -> AnyEvent:
    """An event as it was stored."""
    event: AnyEvent = _decoder.decode(body)
    return event
