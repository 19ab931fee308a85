"""The messages of the websocket, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json

from tashkalar.scene.difference import Splice
from tashkalar.scene.fields import Rank
from tashkalar.scene.near import NearFit
from tashkalar.scene.scene import Scene
from tashkalar.scene.story import LogEntry
from tashkalar.server.wire.rows import TableRow

Id = int | str | None


class Message(Struct, frozen=True, gc=False, tag_field="t", forbid_unknown_fields=False):
    """A message, told apart by ``t``."""


# --- from the client ---


class Hello(Message, frozen=True, gc=False, tag="hello"):
    """The first message: which table, and who asks."""

    table: str
    token: str | None = None
    invite: str | None = None
    since: int | None = None
    lang: str = ""  # else what the browser accepts
    goal: int = 0  # of a lesson, to go on where it was left
    differences: bool = False  # may scenes be sent as what changed since the one before?
    batches: bool = False  # may a frame be a list of messages?


class Choose(Message, frozen=True, gc=False, tag="choose"):
    """One choice, or a few that belong together: all of them are made or none."""

    seq: int
    choice: str
    then: Annotated[tuple[str, ...], Meta(max_length=7)] = ()
    id: Id = None


class Typed(Message, frozen=True, gc=False, tag="typed"):
    """The choices of one intention in a player's own words: ``summon knight e6``."""

    seq: int
    text: Annotated[str, Meta(max_length=100)]
    id: Id = None


class Undo(Message, frozen=True, gc=False, tag="undo"):
    """Take back the last intention."""

    seq: int
    id: Id = None


class Redo(Message, frozen=True, gc=False, tag="redo"):
    """Make again what was taken back."""

    seq: int
    id: Id = None


class Why(Message, frozen=True, gc=False, tag="why"):
    """Why can this not be chosen?"""

    choice: str
    id: Id = None


class AskNear(Message, frozen=True, gc=False, tag="near"):
    """Where does a card of one's own nearly fit?"""

    card: str
    id: Id = None


class AskHint(Message, frozen=True, gc=False, tag="hint"):
    """What would a planner do?"""

    id: Id = None


class Resign(Message, frozen=True, gc=False, tag="resign"):
    """Give up."""

    seat: int | None = None
    id: Id = None


class Offer(Message, frozen=True, gc=False, tag="offer"):
    """Ask the others to go back to the beginning of one's last turn."""

    what: Literal["takeback"]
    id: Id = None


class Answer(Message, frozen=True, gc=False, tag="answer"):
    """Answer what another seat has asked."""

    what: Literal["takeback", "resign"]
    yes: bool
    id: Id = None


class Replace(Message, frozen=True, gc=False, tag="replace"):
    """Let the bot of the house play for somebody who is not there."""

    seat: int
    id: Id = None


class ComeBack(Message, frozen=True, gc=False, tag="return"):
    """Take the seat back from a bot."""

    id: Id = None


class Say(Message, frozen=True, gc=False, tag="chat"):
    """Say something to everybody at the table."""

    text: str
    id: Id = None


class Look(Message, frozen=True, gc=False, tag="look"):
    """Look at the table from one of one's own seats, or as a spectator."""

    seat: int | None = None
    id: Id = None


class AskScene(Message, frozen=True, gc=False, tag="scene"):
    """Show the whole scene, whatever was sent before."""

    id: Id = None


class Begin(Message, frozen=True, gc=False, tag="begin"):
    """A lesson: begin a goal, counted from 0."""

    goal: int
    id: Id = None


class StartAgain(Message, frozen=True, gc=False, tag="again"):
    """A puzzle: start again."""

    id: Id = None


class GiveUp(Message, frozen=True, gc=False, tag="give_up"):
    """A puzzle: show the solution."""

    id: Id = None


class Ping(Message, frozen=True, gc=False, tag="ping"):
    """Is the server there?"""

    id: Id = None


ToServer = (
    Hello
    | Choose
    | Typed
    | Undo
    | Redo
    | Why
    | AskNear
    | AskHint
    | Resign
    | Offer
    | Answer
    | Replace
    | ComeBack
    | Say
    | Look
    | AskScene
    | Begin
    | StartAgain
    | GiveUp
    | Ping
)

# --- to the client ---


class Welcome(Message, frozen=True, gc=False, tag="welcome"):
    """The first answer: the table, and which seats are yours."""

    table: TableRow
    you: tuple[int, ...]
    spectator: bool
    seq: int


class SceneShown(Message, frozen=True, gc=False, tag="scene"):
    """A whole scene. The scenes of a connection are numbered."""

    number: int
    scene: Scene


class SceneChanged(Message, frozen=True, gc=False, tag="change"):
    """The next scene: the one with the number ``since``, but for what is new.

    Values are new by paths such as ``seats.0.deck``; of the list at a path, from a place on, so
    many items are gone and these have come. A choice that was shown before is its text alone.
    """

    number: int
    since: int
    values: dict[str, Any]
    splices: list[Splice]


class Log(Message, frozen=True, gc=False, tag="log"):
    """What happened, from an entry on: those from there on are no longer true."""

    start: int = field(name="from")
    entries: list[LogEntry]


class Ack(Message, frozen=True, gc=False, tag="ack"):
    """It is stored."""

    id: Id
    seq: int


class Refusal(Message, frozen=True, gc=False, tag="refused"):
    """It was not done, and why."""

    id: Id
    error: str
    reason: str
    clause: str | None = None  # of the rules, where the engine has refused it


class TableShown(Message, frozen=True, gc=False, tag="table"):
    """The table has changed: who sits there, who is there."""

    table: TableRow


class Said(Message, frozen=True, gc=False, tag="chat"):
    """Somebody has said something."""

    n: int
    seat: int | None
    name: str
    text: str
    at: int
    guest: str | None = None  # the public id of who said it


class Reason(Message, frozen=True, gc=False, tag="reason"):
    """Why something cannot be chosen."""

    choice: str
    text: str
    clause: str | None = None  # of the rules
    id: Id = None


class NearShown(Message, frozen=True, gc=False, tag="near"):
    """Where a card of a seat nearly fits after so many events, the nearest first."""

    seq: int
    seat: int
    card: str
    near: tuple[NearFit, ...]
    id: Id = None


class Hint(Message, frozen=True, gc=False, tag="hint"):
    """What a planner would do, to the end of the turn."""

    choices: tuple[str, ...]
    words: tuple[str, ...]
    id: Id = None


class Coach(Message, frozen=True, gc=False, tag="coach"):
    """A lesson: where it stands, and what the coach says."""

    course: str  # what it is called
    name: str
    number: int  # of the lesson in its course, of so many
    lessons: int
    goal: int  # counted from 0; as many as there are: all are reached
    goals: tuple[str, ...]
    say: str  # when it is done: what to remember
    note: str  # where the learner has left the way, or the board is another one
    squares: tuple[str, ...]  # the others are veiled; none: nothing is
    cards: tuple[str, ...] | None  # the others are put away; null: none is
    points: tuple[str, ...]  # what the way touches next: cards, squares, or choices on buttons
    why: str  # why the next step of the way is legal, where there is something to say
    clause: str | None  # of the rules, for that
    state: Literal["goal", "astray", "away", "done"]
    helped: bool  # the way was shown
    next: str | None  # the next lesson of the course, and what it is called
    next_name: str
    puzzle: str | None  # one with a card of the lesson


class PuzzleStands(Message, frozen=True, gc=False, tag="puzzle"):
    """A puzzle: what is wanted, and where the try stands with the scene of this ``seq``."""

    seq: int
    form: str
    number: int
    grade: Rank
    daily: bool  # is it the one of today?
    points: int | None  # null: the game is to be won
    goal: str
    state: Literal["running", "failed", "solved", "shown"]
    tries: int  # turns that were played to their end, also on other days
    hints: tuple[str, ...]  # as far as they were asked for
    of: int  # so many there are
    short: str  # how the turn falls short
    why: str  # where the points of the turn came from
    book: bool  # is the turn the one that is written down?
    played: tuple[str, ...]  # to go on from there; none where the game is over
    next: str | None  # another puzzle


class Pong(Message, frozen=True, gc=False, tag="pong"):
    """The server is there."""

    id: Id = None


class Bye(Message, frozen=True, gc=False, tag="bye"):
    """The server closes the socket, and why."""

    reason: str
    words: str = ""
    passing: bool = False  # worth trying again in a while, without being told to


FromServer = (
    Welcome
    | SceneShown
    | SceneChanged
    | Log
    | Ack
    | Refusal
    | TableShown
    | Said
    | Reason
    | NearShown
    | Hint
    | Coach
    | PuzzleStands
    | Pong
    | Bye
)

decoder = json.Decoder(ToServer)
encoder = json.Encoder()
