"""Several choices of one intention in one message, and choices that are played once."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Choice, Game, Position, choice_text
from tashkalar.cards import CARDS
from tashkalar.server.storage import archive, event_log
from tashkalar.server.storage.event_log import Chosen, Redone, Undone
from tashkalar.server.storage.schema import tables
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import Apart, Unplayable, after, begun, chosen, settled
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import replayed
from tests.matches import Match, fitting, summoning
from tests.serving import Message, Running

SITTING = (Seat("human", "Ann", "a"), Seat("human", "Ben", "b"))


def header(seed: int, form: str = "duel") -> TableHeader:
    schools = ("highland", "sylvan")
    return TableHeader("t", "", form, schools, seed, Clock(), False, True, "i", "a", 5)


# --- over the socket ---


@pytest.fixture
def match(site: Running) -> Iterator[Match]:
    with Match(site, "high-form", 3) as found:
        yield found


def steps(scene: Message, fits: int = 2) -> list[str]:
    """A summoning as a player means it: the card, the square, and the way where it matters."""
    card = fitting(scene, fits)[0]
    fit = card["fits"][-1]
    ways = ["way 1"] if len(fit["ways"]) > 1 else []
    return [f"summon {card['id']}", fit["square"], *ways]


def events_of(site: Running, table: str) -> list[event_log.AnyEvent]:
    with site.worker.store.engine.connect() as c:
        return [found.event for found in archive.events_of(c, table)]


def test_an_intention_may_be_typed(site: Running, match: Match) -> None:
    seat, scene = match.reach(summoning(fits=2))
    card, *rest = steps(scene)
    wire, before = match.wire(seat), len(events_of(site, match.table))
    name = card.removeprefix("summon ").replace("_", " ").upper()
    answer = wire.ask(t="typed", seq=scene["seq"], text=f"  summ {name}, {' '.join(rest)}")
    assert answer["t"] == "ack", answer
    stored = events_of(site, match.table)[before:]
    assert [(e.choice, *e.then) for e in stored if isinstance(e, Chosen)] == [(card, *rest)]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Unknown command “”"),
        ("dance", "Unknown command “dance”"),
        ("place e10", "There is no square “e10”"),
        ("summon the moon", "Unknown card “the moon”"),
        ("option 99 option 1", "Unknown command"),
    ],
)
def test_what_is_not_understood_changes_nothing(
    site: Running, match: Match, typed: str, reason: str
) -> None:
    seat, scene = match.reach(summoning(fits=2))
    before = events_of(site, match.table)
    answer = match.wire(seat).ask(t="typed", seq=scene["seq"], text=typed)
    assert (answer["t"], answer["error"]) == ("refused", "illegal")
    assert answer["reason"].startswith(reason)
    assert events_of(site, match.table) == before


def test_a_summoning_is_one_message_one_event_and_one_undo(site: Running, match: Match) -> None:
    seat, before = match.reach(summoning(fits=2))
    wire, other = match.wire(seat), match.wire(1 - seat)
    first, *then = steps(before)
    length, stored = len(wire.log), len(events_of(site, match.table))
    sent = {"t": "choose", "seq": before["seq"], "choice": first, "then": then}
    answer = wire.ask(**sent)
    assert (answer["t"], answer["seq"]) == ("ack", before["seq"] + 1)
    assert wire.ask(**sent)["seq"] == answer["seq"]  # a duplicate
    shorter = {**sent, "then": []}
    assert wire.ask(**shorter)["error"] == "stale"
    summoned = wire.shown(answer["seq"])
    (event,) = events_of(site, match.table)[stored:]
    assert isinstance(event, Chosen)
    assert event.meant == (first, *then)
    assert len(wire.log) == length + len(event.played)
    assert any(e["e"] == "summon" for entry in wire.log[length:] for e in entry["events"])

    assert summoned["can"]["undo"]
    undone = wire.shown(wire.ask(t="undo", seq=answer["seq"])["seq"])
    assert (undone["board"], undone["question"]) == (before["board"], before["question"])
    assert len(wire.log) == length
    assert other.shown(undone["seq"])["board"] == before["board"]
    redone = wire.shown(wire.ask(t="redo", seq=undone["seq"])["seq"])
    assert redone["board"] == summoned["board"]
    assert redone["question"] == summoned["question"]
    with site.worker.store.engine.connect() as c:
        row = c.execute(tables.select().where(tables.c.id == match.table)).one()
        _, course = replayed(c, row)
    assert course.game is not None
    assert len(course.game.history) == len(wire.log)


def test_all_of_it_or_nothing(site: Running, match: Match) -> None:
    seat, before = match.reach(summoning(fits=2))
    wire, other = match.wire(seat), match.wire(1 - seat)
    seen = other.shown(before["seq"])
    first, square, *_ = steps(before)
    stored = events_of(site, match.table)
    fits = {fit["square"] for fit in fitting(before, 2)[0]["fits"]}
    wrong = next(piece["square"] for piece in before["board"] if piece["square"] not in fits)
    refused = wire.ask(t="choose", seq=before["seq"], choice=first, then=[wrong])
    assert (refused["t"], refused["error"]) == ("refused", "illegal")
    assert refused["reason"].startswith(f"{wrong}: ")
    nonsense = wire.ask(t="choose", seq=before["seq"], choice="place z9", then=[square])
    assert "“place z9”" in nonsense["reason"]
    wire.send(t="choose", seq=before["seq"], choice=first, then=[square] * 8)
    assert wire.expect("refused")["error"] == "malformed"
    assert events_of(site, match.table) == stored
    # The card was not even named: who looks again sees what they saw.
    with match.player(1 - seat).at(match.table) as again:
        shown = again.shown(0)
    assert {**shown, "seats": None} == {**seen, "seats": None}
    assert [s["known"] for s in shown["seats"]] == [s["known"] for s in seen["seats"]]
    assert wire.choose(first)["in_play"] is not None


def test_an_intention_ends_with_the_turn(match: Match) -> None:
    seat, scene = match.reach(lambda scene: scene["question"]["asking"] == "end")
    wire = match.wire(seat)
    refused = wire.ask(t="choose", seq=scene["seq"], choice="finish", then=["place e5"])
    assert (refused["t"], refused["error"]) == ("refused", "apart")
    assert "place e5" in refused["reason"]
    assert wire.choose("finish")["turn"] == scene["turn"] + 1


# --- without a server ---


def walk(seed: int, most: int = 80) -> Iterator[tuple[TableHeader, Course, random.Random]]:
    """Courses of a random game of two, each after an intention."""
    made, rng = header(seed, rng_form(seed)), random.Random(seed)
    course = begun(made, SITTING)
    for at in range(most):
        if course.game is None or course.game.position.is_over:
            return
        yield made, course, rng
        seat = course.acting
        assert seat is not None
        event, led_to = chosen(course, seat, meant(course, rng, 1))
        course = settled(course, event, led_to, at)


def rng_form(seed: int) -> str:
    return ("duel", "high-form")[seed % 2]


def meant(course: Course, rng: random.Random, most: int) -> list[str]:
    """Choices that can be made one after the other, whoever decides."""
    assert course.game is not None
    game, found = course.game.copy(), []
    for _ in range(rng.randint(1, most)):
        if game.position.is_over:
            break
        found.append(choice_text(rng.choice(game.position.choices())))
        game.play(found[-1])
    return found


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_an_intention_is_its_choices_one_by_one(seed: int) -> None:
    """The same game and the same clocks; undo takes back all of it, redo brings all of it."""
    for made, course, rng in walk(seed):
        seat = course.acting
        assert seat is not None
        assert course.game is not None
        choices = meant(course, rng, 4)
        before = course.game.position
        single = course.game.copy()
        crossed = None
        for n, choice in enumerate(choices):
            now = single.position
            if n and ((now.turn, now.actor) != (before.turn, before.actor) or drew(before, now)):
                crossed = choice
                break
            single.play(choice)
        if crossed is not None:
            with pytest.raises(Apart) as error:
                chosen(course, seat, choices)
            assert error.value.choice == crossed
            continue
        event, led_to = chosen(course, seat, choices)
        assert event.meant == tuple(choices)
        new = settled(course, event, led_to, 9)
        assert same(new, after(made, course, event_log.read(event_log.written(event)), 9))
        assert new.game is not None
        assert [choice_text(p.choice) for p in new.game.history] == [
            choice_text(p.choice) for p in single.history
        ] + list(event.auto)
        if new.undoable:
            assert new.undoable == len(event.played)
            undone = after(made, new, Undone(seat), 10)
            assert undone.game is not None
            assert len(undone.game.history) == len(course.game.history)
            assert undone.begins == course.begins
            redone = after(made, undone, Redone(seat), 11)
            assert redone.game is not None
            assert redone.game.history[-1].choice == new.game.history[-1].choice
            assert redone.begins == new.begins


def drew(before: Position, now: Position) -> bool:
    """A card is in a hand now that was in a deck, or a pile was shuffled."""
    was, left = (
        {card for deck in (*p.decks, p.legend_deck, p.flare_deck, p.task_deck) for card in deck}
        for p in (before, now)
    )
    return bool(was - left) or before.random != now.random


def same(one: Course, other: Course) -> bool:
    """Two courses that show the same; games are compared by what they hold."""
    assert one.game is not None
    assert other.game is not None
    return (
        one.game.position == other.game.position
        and one.lengths == other.lengths
        and (one.seq, one.moved, one.begins, one.undone, one.turns, one.times, one.seats)
        == (
            other.seq,
            other.moved,
            other.begins,
            other.undone,
            other.turns,
            other.times,
            other.seats,
        )
    )


def test_nothing_is_played_of_an_intention_that_fails() -> None:
    _, course = chosen(begun(header(1), SITTING), 1, ["c5"])
    assert course.game is not None
    card = CARDS[course.game.position.beings[0][0]].id
    with pytest.raises(Unplayable, match="not a square") as error:
        chosen(course, 0, [f"discard {card}", "nonsense"])
    assert error.value.choice == "nonsense"
    assert len(course.game.history) == 1
    assert not any(course.game.position.known)


def test_a_choice_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the order to the course that is shown afterwards; only the log is played again."""
    played: list[Choice] = []
    play = Game._play

    def counted(game: Game, choice: Choice) -> object:
        played.append(choice)
        return play(game, choice)

    monkeypatch.setattr(Game, "_play", counted)
    course = begun(header(1), SITTING)
    event, led_to = chosen(course, 1, ["c5"])
    new = settled(course, event, led_to, 7)
    assert len(played) == len(event.played)
    after(header(1), course, event, 7)
    assert len(played) == 2 * len(event.played)
    assert new.seq == new.moved == 1


def test_events_of_earlier_versions_are_read() -> None:
    old = '{"e":"choose","seat":1,"choice":"summon knight","auto":["e6"]}'
    assert event_log.read(old) == Chosen(1, "summon knight", ("e6",))
    assert event_log.written(Chosen(1, "place e5")) == '{"e":"choose","seat":1,"choice":"place e5"}'
