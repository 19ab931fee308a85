"""The contract between server and page, as TypeScript.

``python -m tashkalar.server.wire.contract FILE`` writes it, unless it is there already. Nothing in
that file is written by hand: whoever changes a struct writes the file again (``make`` does), and
the compiler finds every page that has to follow.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tashkalar import arena
from tashkalar.scene import events, fields, numbers, replay, review, rules, study, texts, trial
from tashkalar.server.notices.subscribing import Contacts
from tashkalar.server.tables.continuing import Continuing
from tashkalar.server.tables.lobby import Setup
from tashkalar.server.tables.tournaments import Tournament
from tashkalar.server.wire import (
    company,
    games,
    lessons,
    notifying,
    people,
    protocol,
    puzzles,
    ratings,
    reference,
    replays,
    reporting,
    rest,
    studies,
    tournaments,
    trials,
)
from tashkalar.server.wire.invitations import Invitation
from tashkalar.server.wire.rows import TableRow
from tashkalar.server.wire.typescript import Writer

HEAD = "/** Generated from the structs of the server by `make contract`: do not edit. */\n\n"
ALIASES: dict[str, Any] = {
    "FromServer": protocol.FromServer,
    "ToServer": protocol.ToServer,
    "GameEvent": events.GameEvent,
    "BoardEvent": events.BoardEvent,
    "Rank": fields.Rank,
    "Direction": fields.Direction,
    "Asking": fields.AskingName,
    "ChoiceKind": fields.KindName,
    "Mark": fields.Mark,
    "Verb": fields.Verb,
}
SENT = (
    protocol.FromServer,
    TableRow,
    people.NewGuest,
    people.Me,
    people.Transfer,
    rest.Made,
    rest.Again,
    Invitation,
    reference.HouseRow,
    texts.Catalogue,
    texts.FormRow,
    texts.BotRow,
    texts.Texts,
    lessons.CourseRow,
    lessons.LessonsLearned,
    puzzles.PuzzleList,
    puzzles.PuzzlesMade,
    rules.Rules,
    rules.CardPage,
    trial.TrialShown,
    trial.FittingCards,
    replay.Replay,
    replays.ReplayPage,
    review.Review,
    review.DrawnTurn,
    numbers.GameNumbers,
    study.StudyShown,
    study.Studied,
    study.BestTurns,
    studies.StudyKept,
    studies.StudyRow,
    studies.StudySaved,
    games.Games,
    games.ClubGames,
    company.PersonRow,
    company.AvoidedRow,
    ratings.RatingRow,
    tournaments.TournamentRow,
    tournaments.TournamentShown,
    tournaments.TournamentMade,
    notifying.TurnsWaiting,
    Contacts,
)
RECEIVED = (
    protocol.ToServer,
    Setup,
    people.Name,
    people.Code,
    people.Passphrase,
    people.Credentials,
    rest.Joining,
    reporting.Problem,
    trials.Trying,
    trials.OnBoard,
    puzzles.PlayingOn,
    studies.StudyText,
    studies.StudyGiven,
    studies.KeepingAgain,
    studies.Taking,
    studies.Studying,
    studies.AskingBest,
    Continuing,
    replays.Recorded,
    company.Avoidance,
    company.PersonReport,
    Tournament,
    notifying.Subscription,
    notifying.MailAddress,
    notifying.MailCode,
)


def contract() -> str:
    """All of it: the arena, what the server sends, what it is sent."""
    writer = Writer(ALIASES, {"t": "Message", "e": "Event"})
    writer.sent(SENT)
    writer.received(RECEIVED)
    return f"{HEAD}{_arena()}\n\n{writer.text()}\n"


def _arena() -> str:
    """The squares as they are drawn, and the eight directions as steps right and down."""
    rows = "".join(f"  '{row}',\n" for row in arena.PICTURE)
    central = ", ".join(f"'{name}'" for name in arena.names(arena.CENTRAL))
    steps = "".join(f"  [{dx}, {dy}],\n" for dx, dy in arena.VECTORS)
    return (
        "/** R red, G green, # no square. */\n"
        f"export const ARENA: readonly string[] = [\n{rows}];\n\n"
        "/** The nine squares in the middle; one side of the board marks them. */\n"
        f"export const CENTRAL: readonly string[] = [{central}];\n\n"
        "/** Clockwise from the top, right and down. */\n"
        f"export const VECTORS: readonly (readonly [number, number])[] = [\n{steps}];"
    )


if __name__ == "__main__":
    file, written = Path(sys.argv[1]), contract()
    if not file.exists() or file.read_text(encoding="utf-8") != written:
        file.write_text(written, encoding="utf-8")
