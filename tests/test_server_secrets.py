"""No stream tells of a hidden card: whole games, seen with every pair of eyes."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from tashkalar import SPECTATOR, Game, Position, view
from tashkalar.cards import CARDS
from tashkalar.catalogue import name
from tashkalar.rules.turn import NO_CARD, in_play
from tashkalar.server.storage import archive
from tashkalar.server.tables import stored
from tashkalar.server.tables.projection import after, begun
from tashkalar.state import UNKNOWN
from tests.serving import Message, Running, Wire, play_on


class Secrets:
    """What a viewer of a game may know after each event, found by playing it again."""

    def __init__(self, site: Running, table: str) -> None:
        self.games: list[Game | None] = []
        with site.worker.store.engine.connect() as connection:
            found = archive.table(connection, table)
            assert found is not None
            header, sitting = stored.header_of(found)
            course = begun(header, sitting)
            self.games.append(course.game)
            for event, at, _ in archive.events_of(connection, table):
                course = after(header, course, event, at)
                self.games.append(course.game)

    def hidden(self, viewer: int) -> list[set[int]]:
        """After each event: the cards that a viewer has never been able to see so far."""
        found: list[set[int]] = []
        seen: set[int] = set()
        length = 0
        for game in self.games:
            if game is None:
                found.append(set())
                continue
            for played in game.history[length:]:
                seen |= _visible(played.before, viewer)
            length = len(game.history)
            seen |= _visible(game.position, viewer)
            found.append(_cards(game.position) - seen)
        return found


def _cards(p: Position) -> set[int]:
    """All cards that are in somebody's hand or in a deck."""
    zones = (
        *p.beings,
        *p.legends,
        *p.flares,
        *p.decks,
        p.legend_deck,
        p.flare_deck,
        p.task_deck[1:],
    )
    return {card for zone in zones for card in zone}


def _visible(position: Position, viewer: int) -> set[int]:
    v = view(position, viewer)
    zones = (
        *v.beings,
        *v.legends,
        *v.flares,
        *v.decks,
        *v.discards,
        v.legend_deck,
        v.flare_deck,
        v.legend_discards,
        v.flare_discards,
        v.tasks,
        v.task_deck,
        *v.claimed,
        (in_play(v),),
    )
    return {card for zone in zones for card in zone} - {UNKNOWN, NO_CARD}


# Longer names first, so that one inside another is not found by itself.
NAMES = re.compile(
    "|".join(sorted({re.escape(name(card.id)) for card in CARDS.values()}, key=len, reverse=True))
)


def told(card: str, sent: str) -> bool:
    """Is a card in a text, by its id or by its name?"""
    return f'"{card}"' in sent or (name(card) in sent and name(card) in NAMES.findall(sent))


def leaks(secrets: Secrets, viewer: int, stream: list[Message]) -> list[tuple[int, str]]:
    """Hidden cards in what was sent to a viewer, with the number of events at that time.

    What may still come names all of them alike; one that it left out would be told by that.
    """
    found: list[tuple[int, str]] = []
    waiting: list[Message] = []
    hidden = secrets.hidden(viewer)
    for message in stream:
        if message["t"] != "scene":
            waiting.append(message)
        else:
            shown = dict(message["scene"])
            seq, coming = shown["seq"], shown.pop("coming")
            sent = json.dumps([*waiting, shown], ensure_ascii=False)
            cards = {CARDS[number].id for number in hidden[seq]}
            named = {card for deck in coming["seats"] for card in deck}
            named |= {card for deck in ("legends", "flares", "tasks") for card in coming[deck]}
            found += [(seq, card) for card in cards - named]
            found += [(seq, card) for card in cards if told(card, sent)]
            waiting = []
    return found


@pytest.mark.parametrize(
    ("form", "schools"),
    [
        ("duel", "highland sylvan"),
        ("high-form", "sylvan northern_imperial"),
        ("melee-3", "highland sylvan southern_imperial"),
        ("team-duel", "highland sylvan northern_imperial southern_imperial"),
    ],
)
def test_no_stream_tells_of_a_hidden_card(site: Running, form: str, schools: str) -> None:
    """Whole games, with undo and questions why; each seat's stream and a spectator's."""
    players = [site.guest(n) for n in ("Ann", "Ben", "Cid", "Dan")[: len(schools.split())]]
    seats = [{"kind": "open", "school": school} for school in schools.split()]
    seats[0]["kind"] = "me"
    made = (
        players[0]
        .post("/api/tables", {"form": form, "seats": seats, "public": True, "seed": 17})
        .json()
    )
    table = made["table"]
    for player in players[1:]:
        player.join(table)
    with site.at(table) as spectator:
        wires = [player.at(table) for player in players]
        for wire in wires:
            wire.shown(len(players) - 1)
        dice, made_choices = random.Random(form), 0

        def stir(wire: Wire, scene: Message) -> None:
            """Now and then take something back, or ask why something cannot be done."""
            nonlocal made_choices
            made_choices += 1
            if made_choices % 9 == 0 and scene["can"]["undo"]:
                wire.shown(wire.ask(t="undo", seq=scene["seq"])["seq"])
                wire.shown(wire.ask(t="redo", seq=scene["seq"] + 1)["seq"])
            if made_choices % 7 == 0 and scene["hand"]:
                mine = scene["hand"][0]["id"]
                wire.ask(t="why", choice=f"summon {mine}")
                wires[0].ask(t="why", choice="place e5")

        play_on(wires, dice, None, stir)
        over = wires[0].shown(0)["seq"]
        spectator.shown(over)
        secrets = Secrets(site, table)
        streams: dict[int, list[Message]] = {n: wire.seen for n, wire in enumerate(wires)}
        streams[SPECTATOR] = spectator.seen
        for viewer, stream in streams.items():
            running_stream = [m for m in stream if _before_the_end(m)]
            assert leaks(secrets, viewer, running_stream) == []
        # The same search does find cards when a stream is shown to the wrong eyes.
        assert leaks(secrets, SPECTATOR, [m for m in wires[0].seen if _before_the_end(m)])
        for wire in wires:
            wire.close()


def _before_the_end(message: dict[str, Any]) -> bool:
    return bool(message["t"] != "scene" or message["scene"]["state"] == "running")
