"""Studies over REST: set up, played on, thought about, kept, shared, and taken along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Path, Response
from msgspec import Struct, json
from pydantic import Field

from tashkalar import BadChoice, BadPosition, IllegalChoice, Position, parse_choice
from tashkalar.bots.reviewing.best import ROUNDS, rounds
from tashkalar.notation.positions import parse_position
from tashkalar.scene.study import BestTurns, StudyShown, best_shown, studied, study_shown
from tashkalar.server.refusals import Refused
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.replays import LONGEST
from tashkalar.server.wire.rest import Asker, Owner, TheWorker
from tashkalar.study import BadStudy, Study, StudyStep, bring, parse_study
from tashkalar.study.setup import BadArrangement, SetUp
from tashkalar.study.taking import CannotTake, record_text, scenario_text
from tashkalar.study.text import HEADER, LONGEST_COMMENT, LONGEST_TITLE, MOST_STEPS, study_text

router = APIRouter(prefix="/api")
T = TypeVar("T")
Choice = Annotated[str, Field(max_length=60)]
Start = Annotated[str, Field(max_length=12_000)]
Line = Annotated[list[Choice], Field(max_length=MOST_STEPS)]


# --- what comes in ---


@dataclass(frozen=True)
class StudyText:
    """A study, a record, a scenario or a position, as text."""

    text: str


@dataclass(frozen=True)
class StepGiven:
    """A step of a study: after which other one, what is chosen, and what is said of it."""

    after: Annotated[int, Field(ge=-1, lt=MOST_STEPS)]
    choice: Choice
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""


@dataclass(frozen=True)
class StudyGiven:
    """A whole study. Every step stands after the one that it follows."""

    title: Annotated[str, Field(max_length=LONGEST_TITLE)]
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    start: Start
    steps: Annotated[list[StepGiven], Field(max_length=MOST_STEPS)]

    def study(self) -> Study:
        """The study; BadStudy where one of its steps cannot be made."""
        steps = []
        for place, step in enumerate(self.steps):
            if step.after >= place:
                raise BadStudy(f"step {place + 1} stands before the one that it follows")
            try:
                steps.append(StudyStep(step.after, parse_choice(step.choice), step.comment))
            except BadChoice as error:
                raise BadStudy(f"step {place + 1}: {error}") from None
        title = " ".join(self.title.split())
        return Study(_position(self.start), tuple(steps), title, self.comment).ordered()


@dataclass(frozen=True)
class KeepingAgain(StudyGiven):
    """A study of one's own, and the version that it takes the place of."""

    version: Annotated[int, Field(ge=1, lt=1 << 30)] = 1


@dataclass(frozen=True)
class Taking(StudyGiven):
    """What is taken along of a study: all of it, or the line through one of its steps."""

    at: Annotated[int, Field(ge=-1, lt=MOST_STEPS)] = -1
    form: Literal["study", "record", "scenario", "position"] = "study"


@dataclass(frozen=True)
class Studying:
    """Where a study starts, what was played, what is played now, and what is asked about."""

    start: Start
    played: Line
    more: Annotated[list[Choice], Field(max_length=60)] = field(default_factory=list)
    why: Choice | None = None


@dataclass(frozen=True)
class AskingBest:
    """A position whose best turns are wanted: in which round, and whether hands are open."""

    start: Start
    played: Line
    round: Annotated[int, Field(ge=0, lt=len(ROUNDS))] = 0
    open: bool = True


# --- what goes out ---


class StudyKept(Struct, frozen=True, gc=False):
    """A study that is kept, for whoever knows its id."""

    id: str
    version: int
    mine: bool
    by: str
    study: StudyShown


class StudyRow(Struct, frozen=True, gc=False):
    """A study in a list."""

    id: str
    title: str
    form: str
    steps: int
    at: int


class StudySaved(Struct, frozen=True, gc=False):
    """A study was kept: under which id, and as which version."""

    id: str
    version: int


def _answer(found: object, status: int = 200) -> Response:
    return Response(json.encode(found), status, media_type="application/json")


def _bad(error: Exception) -> Refused:
    return Refused("malformed", why="bad_study", values={"detail": str(error)})


def _position(start: str) -> Position:
    """Where a study starts; a text that no game could have led to is refused."""
    try:
        found = parse_position(start, Position)
        if Position.from_bytes(found.to_bytes()) == found:
            return found
    except (BadPosition, ValueError, OverflowError, IndexError) as error:
        raise BadStudy(str(error)) from None
    raise BadStudy("no game could lead to this position")


async def _worked(make: Callable[[], T]) -> T:
    """Something that takes a while, away from the tables; bad input is refused."""
    try:
        return await asyncio.to_thread(make)
    except IllegalChoice as error:
        raise Refused("illegal", error) from None
    except (BadStudy, BadChoice) as error:
        raise _bad(error) from None
    except CannotTake:
        raise Refused("malformed", why="no_scenario") from None
    except (IndexError, KeyError, TypeError, AssertionError, OverflowError) as error:
        # A position that was put together in a text editor, and passes for one.
        raise _bad(BadStudy(f"no game could lead to this position ({error})")) from None


# --- playing ---

# What is told in the reader's language of a table that cannot be laid out.
_LAID = (
    "pieces",
    "legendary",
    "not_playing",
    "two_places",
    "wrong_deck",
    "no_legends",
    "no_tasks",
    "advanced",
    "number",
)


@router.post("/study/read")
async def read(wanted: StudyText, language: Reader) -> Response:
    """A study of a text: its steps in words. Nothing is kept."""
    # Only a study of our own form takes more than a record does.
    if len(wanted.text) > LONGEST and not wanted.text.startswith(HEADER):
        raise Refused("too_large")
    return _answer(await _worked(lambda: study_shown(bring(wanted.text), language)))


@router.post("/study/lay")
async def lay(wanted: SetUp, language: Reader) -> Response:
    """A position set up by hand."""
    try:
        start = wanted.laid_out()
    except BadArrangement as error:
        kind, _, why = error.why.partition(".")
        if kind != "set_up" and why not in _LAID:
            raise _bad(error) from None
        values = dict(error.values)
        colour = values.pop("colour", None)
        if isinstance(colour, int) and colour < len(wanted.schools):
            values["school"] = wanted.schools[colour]
        raise Refused("malformed", why=error.why, values=values) from None
    return _answer(await _worked(lambda: study_shown(Study(start), language)))


@router.post("/study/show")
async def show(wanted: Studying, language: Reader) -> Response:
    """The table of a study after some choices."""
    return _answer(
        await _worked(
            lambda: studied(
                _position(wanted.start), wanted.played, wanted.more, wanted.why, language
            )
        )
    )


@router.post("/study/best")
async def best(worker: TheWorker, asker: Asker, wanted: AskingBest, language: Reader) -> Response:
    """The best turns there, of one round; who asks for others meanwhile gives these up."""
    nodes = rounds()
    number = min(wanted.round, len(nodes) - 1)
    position = await _worked(lambda: _played(_position(wanted.start), wanted.played))
    found = await worker.studies.best(asker.owner, position, nodes[number], wanted.open)
    turns = await _worked(lambda: best_shown(position, found, language))
    return _answer(BestTurns(number, len(nodes), nodes[number], nodes == ROUNDS, turns))


def _played(position: Position, choices: Sequence[str]) -> Position:
    for choice in choices:
        position = position.after(parse_choice(choice))
    return position


@router.post("/study/take")
async def take(wanted: Taking) -> Response:
    """A study, or a line of it, as text."""
    found = await _worked(lambda: _taken(wanted))
    return Response(found, media_type="text/plain; charset=utf-8")


def _taken(wanted: Taking) -> str:
    study = wanted.study()
    if wanted.form == "study":
        return study_text(study)
    # Steps may have been put in order: the line is found by what is chosen in it.
    place = wanted.at
    line: list[int] = []
    while place >= 0:
        if place >= len(wanted.steps):
            raise BadStudy(f"there is no step {place + 1}")
        line.append(place)
        place = wanted.steps[place].after
    at = -1
    for step in reversed(line):
        chosen = parse_choice(wanted.steps[step].choice)
        at = next(n for n in study.following(at) if study.steps[n].choice is chosen)
    if wanted.form == "record":
        return record_text(study, at)
    return scenario_text(study, at, wanted.form == "scenario")


# --- keeping ---

StudyId = Annotated[str, Path(max_length=16, pattern=r"^\w+$")]


@router.post("/studies", status_code=201)
async def keep(worker: TheWorker, asker: Asker, wanted: StudyGiven) -> Response:
    """Keep a study; whoever knows its id may read it."""
    study = await _worked(lambda: _checked(wanted))
    made = await worker.studies.keep(asker.owner, study, worker.now())
    return _answer(StudySaved(made.id, made.version), 201)


def _checked(wanted: StudyGiven) -> Study:
    """A study whose text reads back."""
    return parse_study(study_text(wanted.study()))


@router.put("/studies/{study}")
async def keep_again(
    worker: TheWorker, asker: Asker, study: StudyId, wanted: KeepingAgain
) -> Response:
    """Keep a study of one's own once more, as it is now."""
    checked = await _worked(lambda: _checked(wanted))
    made = await worker.studies.keep_again(
        asker.owner, study, wanted.version, checked, worker.now()
    )
    return _answer(StudySaved(made.id, made.version))


@router.get("/studies")
async def mine(worker: TheWorker, asker: Asker) -> Response:
    """My studies, the latest first."""
    found = await worker.studies.of_owner(asker.owner)
    return _answer([StudyRow(s.id, s.title, s.form, s.steps, s.at) for s in found])


@router.get("/studies/{study}")
async def kept(worker: TheWorker, asking: Owner, study: StudyId, language: Reader) -> Response:
    """A study, for whoever knows its id."""
    found = await worker.studies.get(study)
    shown = await _worked(lambda: study_shown(parse_study(found.body), language))
    by = await worker.guests.get(found.owner)
    name = "" if by is None else by.name
    return _answer(StudyKept(found.id, found.version, found.owner == asking, name, shown))


@router.get("/studies/{study}/text")
async def kept_text(worker: TheWorker, study: StudyId) -> Response:
    """The text of a study, also where this version cannot play it any more."""
    found = await worker.studies.get(study)
    return Response(found.body, media_type="text/plain; charset=utf-8")


@router.delete("/studies/{study}", status_code=204)
async def remove(worker: TheWorker, asker: Asker, study: StudyId) -> Response:
    """Delete a study of one's own."""
    await worker.studies.remove(asker.owner, study)
    return Response(status_code=204)
