"""Games between people, played over sockets up to a moment that a test is about."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.serving import Message, Player, Site, Wire, choices

Moment = Callable[[Message], bool]
Taste = Callable[[random.Random, Message], str]
NAMES = ("Ann", "Ben", "Cleo", "Dan")
PEOPLE = {"melee-3": 3, "melee-4": 4, "team-high-form": 4, "team-duel": 4}
MOST = 600  # choices until a moment counts as not coming


def kinds(scene: Message) -> set[str]:
    """What sorts of choices the question offers."""
    question = scene["question"]
    return {offered["kind"] for offered in question["choices"]} if question else set()


def eager(rng: random.Random, scene: Message) -> str:
    """Likes to summon, never invokes a flare: a choice out of those offered."""
    offered = [c for c in scene["question"]["choices"] if c["kind"] != "flare"]
    summons = [c for c in offered if c["kind"] == "summon"]
    if summons and rng.random() < 0.8:
        return str(rng.choice(summons)["text"])
    dull = ("pass", "discard", "pass_control", "finish")
    lively = [c for c in offered if c["kind"] not in dull]
    return str(rng.choice(lively or offered)["text"])


class Match:
    """Everybody at a table is a person with a socket; nothing in it is left to chance."""

    def __init__(self, site: Site, form: str, seed: int, **setup: Any) -> None:
        people = PEOPLE.get(form, 2)
        self.players = [site.guest(name) for name in NAMES[:people]]
        first, *others = self.players
        made = first.table("me", *("open",) * (people - 1), form=form, seed=seed, **setup)
        self.table: str = made["table"]
        self.invite: str = made["invite"]
        for seat, player in enumerate(others, 1):
            player.join(self.table, self.invite, seat)
        self.wires = [player.at(self.table) for player in self.players]
        self.rng = random.Random(seed)

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        for wire in self.wires:
            wire.close()

    def asked(self) -> tuple[int, Message]:
        """Who is asked, and what that seat sees."""
        newest = max(wire.shown(0)["seq"] for wire in self.wires)
        # Everybody reads on: who does not cannot be closed at once.
        for seat, scene in enumerate([wire.shown(newest) for wire in self.wires]):
            if scene["question"]:
                return seat, scene
        raise AssertionError("nobody is asked: the game is over")

    def choose(self, choice: str) -> None:
        """Whoever is asked chooses this."""
        seat, _ = self.asked()
        self.wires[seat].choose(choice)

    def reach(self, moment: Moment, taste: Taste = eager) -> tuple[int, Message]:
        """Play on until somebody sees what is looked for."""
        for _ in range(MOST):
            seat, scene = self.asked()
            if moment(scene):
                return seat, scene
            self.wires[seat].choose(taste(self.rng, scene))
        raise AssertionError("the moment did not come")

    def finish(self, taste: Taste = eager) -> Message:
        """Play to the end; what the first seat sees then."""
        for _ in range(3 * MOST):
            seat, scene = self.asked()
            after = self.wires[seat].choose(taste(self.rng, scene))
            if after["state"] == "over":
                return self.wires[0].shown(after["seq"])
        raise AssertionError("the game does not end")

    def wire(self, seat: int) -> Wire:
        return self.wires[seat]

    def player(self, seat: int) -> Player:
        return self.players[seat]


# --- moments ---


def acting(scene: Message) -> bool:
    """The beginning of a turn: all its actions are there."""
    return bool(scene["question"]["asking"] == "action" and scene["actions"] == 2)


def flare_offered(scene: Message) -> bool:
    return acting(scene) and "flare" in kinds(scene)


def summoning(fits: int = 1, ways: int = 1) -> Moment:
    """A card can be summoned on so many squares, on one of them in so many ways."""

    def moment(scene: Message) -> bool:
        return acting(scene) and bool(fitting(scene, fits, ways))

    return moment


def fitting(scene: Message, fits: int = 1, ways: int = 1) -> list[Message]:
    """The cards of the hand for which that holds."""
    return [
        card
        for card in scene["hand"]
        if card["playable"]
        and card["card"] != "flare"
        and len(card["fits"]) >= fits
        and max(len(fit["ways"]) for fit in card["fits"]) >= ways
    ]


def in_effect(scene: Message) -> bool:
    """An effect asks for a square, and there is more than one."""
    question = scene["question"]
    squares = [c for c in question["choices"] if c.get("square")]
    return (
        question["card"] is not None
        and question["asking"] not in ("summoning_square", "way", "lifted")
        and len(squares) > 1
    )


def listed(asking: str, answers: int) -> Moment:
    """A question of a kind with so many answers, which are buttons below it."""

    def moment(scene: Message) -> bool:
        question = scene["question"]
        return question["asking"] == asking and len(question["choices"]) >= answers

    return moment


def options_shown(scene: Message) -> bool:
    """One of several effects is to be chosen, and the board can show what each would do."""
    question = scene["question"]
    harm = ("destroy", "upgrade", "downgrade", "convert")
    return question["asking"] == "option" and any(
        event["e"] in harm for choice in question["choices"] for event in choice["preview"]
    )


def falling_together(scene: Message) -> bool:
    """Destroying one piece destroys another that could have been chosen as well."""
    question = scene["question"]
    marked = {c["square"] for c in question["choices"] if c.get("mark") == "destroy"}
    return any(
        event["e"] == "destroy" and event["square"] in marked - {choice.get("square")}
        for choice in question["choices"]
        for event in choice["preview"]
    )


def hit_twice(scene: Message) -> bool:
    """A piece that moves destroys what stands there, and is destroyed there itself."""
    question = scene["question"]
    falls = [
        [event["square"] for event in choice["preview"] if event["e"] == "destroy"]
        for choice in question["choices"]
    ]
    return question["asking"] == "destination" and any(len(set(f)) < len(f) for f in falls)


def touched_twice(scene: Message) -> bool:
    """In one step of the last turn something happened to the same square more than once."""
    steps = [
        [event["square"] for event in step["events"] if event.get("square")]
        for step in scene["last_turn"] or ()
    ]
    return acting(scene) and any(len(set(squares)) < len(squares) for squares in steps)


def claimable(scene: Message) -> bool:
    return scene["question"]["asking"] == "end" and "claim" in kinds(scene)


def offered(scene: Message, start: str) -> str:
    """The first choice offered that begins with a word."""
    return next(text for text in choices(scene) if text.startswith(start))
