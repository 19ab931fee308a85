"""Puzzles over the wire: the engine judges, first tries count once, hidden cards stay hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tashkalar import choice_text, sample
from tashkalar.puzzles import (
    Puzzle,
    daily,
    listed,
    parse_puzzle,
    puzzle,
    puzzle_text,
    puzzles,
)
from tashkalar.scene.puzzles import rows
from tashkalar.server.storage.puzzles import PuzzleTry
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables import rating, solving
from tashkalar.server.wire import puzzles as wire_puzzles
from tashkalar.server.wire import puzzling
from tashkalar.view import view
from tests.clubs import BACKENDS, Club, club, servers
from tests.serving import Message, Player, Running, Site, Wire, choices, running

DAY = 86_400


@pytest.fixture(scope="module", params=BACKENDS)
def here(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Club]]:
    """Clubs, each with an empty database: one worker on SQLite, two on PostgreSQL."""
    folder = tmp_path_factory.mktemp("puzzles")
    with servers(request.param, folder) as settings:
        made = iter(range(100))

        def new() -> Club:
            own = folder / f"club{next(made)}"
            own.mkdir()
            return club(settings, own)

        yield new


def opened(site: Site, id: str, token: str | None = None) -> Wire:
    wire = Wire(site, id, token, path="/api/puzzle")
    wire.expect("scene")
    return wire


def stands(wire: Wire) -> Message:
    return [message for message in wire.seen if message["t"] == "puzzle"][-1]


def solve(wire: Wire, found: Puzzle) -> None:
    """Play the solution; what is forced was made by itself."""
    for choice in found.solution:
        if stands(wire)["state"] == "running":
            assert wire.scene is not None
            if choice_text(choice) in choices(wire.scene):
                wire.choose(choice_text(choice))


def fail(wire: Wire) -> None:
    """End the turn with whatever is offered first, by placing pieces."""
    while stands(wire)["state"] == "running":
        assert wire.scene is not None
        offered = choices(wire.scene)
        wire.choose("finish" if "finish" in offered else offered[0])


def made(player: Player) -> Message:
    found: Message = player.get("/api/me/puzzles").json()
    return found


def solved_by(player: Player, id: str) -> None:
    with opened(player.site, id, player.token) as wire:
        solve(wire, puzzle(id))
        assert stands(wire)["state"] == "solved"


# --- a try ---


def test_every_kind_of_goal_is_solved_and_explained(tmp_path: Path) -> None:
    kinds: dict[tuple[str, str], Puzzle] = {}
    for found in puzzles():
        kinds.setdefault((found.form, found.goal.kind), found)
    with running(tmp_path) as site:
        for found in kinds.values():
            with opened(site, found.id) as wire:
                begun = stands(wire)
                assert (begun["state"], begun["points"]) == ("running", found.goal.points)
                assert (begun["why"], begun["hints"], begun["tries"]) == ("", [], 0)
                solve(wire, found)
                told = stands(wire)
                assert (told["state"], told["tries"], told["short"]) == ("solved", 1, "")
                assert told["why"]
                assert told["book"]
                assert told["next"] != found.id
                assert wire.ask(t="choose", seq=told["seq"], choice="finish")["t"] == "refused"


def test_a_turn_that_falls_short_is_told_and_taken_back_or_begun_again(tmp_path: Path) -> None:
    found = puzzles()[0]
    with running(tmp_path) as site, opened(site, found.id) as wire:
        begun = wire.scene
        assert begun is not None
        fail(wire)
        told = stands(wire)
        assert (told["state"], told["tries"], told["why"]) == ("failed", 1, "")
        assert told["short"]
        assert wire.scene is not None
        over = wire.ask(t="choose", seq=wire.scene["seq"], choice="finish")
        assert over["error"] == "puzzle_over"
        wire.shown(wire.ask(t="undo", seq=wire.scene["seq"])["seq"])
        assert stands(wire)["state"] == "running"
        wire.shown(wire.ask(t="again")["seq"])
        assert (wire.log, wire.scene["board"]) == ([], begun["board"])
        solve(wire, found)
        assert (stands(wire)["state"], stands(wire)["tries"]) == ("solved", 2)


def test_hints_come_one_after_the_other_and_the_solution_when_asked_for(tmp_path: Path) -> None:
    found = puzzles()[0]
    with running(tmp_path) as site, opened(site, found.id) as wire:
        for n in range(1, stands(wire)["of"] + 1):
            assert wire.ask(t="hint")["t"] == "ack"
            assert len(stands(wire)["hints"]) == n
        wire.ask(t="hint")
        assert len(stands(wire)["hints"]) == stands(wire)["of"]
        wire.shown(wire.ask(t="give_up")["seq"])
        told = stands(wire)
        assert (told["state"], told["book"], told["tries"]) == ("shown", True, 0)
        wire.shown(wire.ask(t="again")["seq"])
        solve(wire, found)
        assert stands(wire)["state"] == "shown"  # whoever has seen it has seen it


def test_bad_orders_change_nothing(tmp_path: Path) -> None:
    found = puzzles()[0]
    with running(tmp_path, lessons=1) as site:
        assert Wire(site, "duel-999", None, path="/api/puzzle").expect("bye")["reason"] == "unknown"
        with opened(site, found.id) as wire:
            assert wire.ask(t="choose", seq=0, choice="dance")["error"] == "illegal"
            assert wire.ask(t="choose", seq=0, choice="place a1")["t"] == "refused"
            assert wire.ask(t="choose", seq=7, choice="finish")["error"] == "stale"
            assert wire.ask(t="undo", seq=0)["error"] == "nothing_to_undo"
            assert wire.ask(t="redo", seq=0)["error"] == "nothing_to_redo"
            for order in ({"t": "resign"}, {"t": "begin", "goal": 0}, {"t": "chat", "text": "hi"}):
                assert wire.ask(**order)["error"] == "malformed"
            assert (stands(wire)["state"], stands(wire)["seq"]) == ("running", 0)
            second = Wire(site, found.id, None, path="/api/puzzle")
            assert second.expect("bye")["reason"] == "full"


def shown_of(site: Running, found: Puzzle, monkeypatch: pytest.MonkeyPatch) -> object:
    """All that a solver is sent until the turn has failed, but for times."""
    monkeypatch.setattr(puzzling, "puzzle", lambda _: found)
    with opened(site, found.id) as wire:
        wire.ask(t="near", card=next(iter(wire.scene["hand"]))["id"] if wire.scene else "")
        for choice in found.solution[:-1]:
            assert wire.scene is not None
            wire.ask(t="why", choice="place e5")
            if choice_text(choice) in choices(wire.scene):
                wire.choose(choice_text(choice))
            if stands(wire)["state"] != "running":
                break
        told = [m for m in wire.seen if m["t"] in ("puzzle", "near", "reason")]
        return wire.scene, wire.log, told


def test_the_cards_of_others_are_hidden_however_they_are_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        for found in (puzzles()[0], puzzles()[-1]):
            start = sample(view(found.start, found.seat), 11)
            assert start != found.start
            others = [seat for seat in range(len(start.schools)) if seat != found.seat]
            assert any(start.beings[seat] != found.start.beings[seat] for seat in others)
            other = Puzzle(
                found.id, start, found.goal, found.solution, grade=found.grade, rating=found.rating
            )
            as_it_is = shown_of(site, found, monkeypatch)
            assert shown_of(site, other, monkeypatch) == as_it_is


# --- what is kept ---


def test_first_tries_make_the_rating_and_nothing_after_them_does(here: Callable[[], Club]) -> None:
    ids = [entry.id for entry in listed()][:4]
    with here().open() as sites:
        ann = sites[0].guest("Ann")
        assert made(ann)["figures"]["rated"] == 0
        solved_by(ann, ids[0])
        first = made(ann)
        assert first["puzzles"] == {ids[0]: {"state": "solved", "tries": 1}}
        held = rating.after_puzzle(rating.NEWCOMER, puzzle(ids[0]).rating, solved=True)
        assert first["figures"]["rating"] == rating.number(held)
        solved_by(ann, ids[0])  # again, maybe at another worker
        again = sites[-1].http.get("/api/me/puzzles", headers=ann.headers).json()
        assert again["figures"] == first["figures"]
        assert again["puzzles"][ids[0]] == {"state": "solved", "tries": 2}
        # A turn that fell short, a hint, the solution: each is lost, and stays so.
        sites[0].clock.advance(1)
        with opened(sites[0], ids[1], ann.token) as wire:
            fail(wire)
            wire.shown(wire.ask(t="again")["seq"])
            solve(wire, puzzle(ids[1]))
        sites[0].clock.advance(1)
        with opened(sites[-1], ids[2], ann.token) as wire:
            wire.ask(t="hint")
            solve(wire, puzzle(ids[2]))
        sites[0].clock.advance(1)
        with opened(sites[0], ids[3], ann.token) as wire:
            wire.shown(wire.ask(t="give_up")["seq"])
        solved_by(ann, ids[2])
        with opened(sites[-1], ids[3], ann.token) as wire:
            solve(wire, puzzle(ids[3]))
        now = made(ann)
        assert {id: mark["state"] for id, mark in now["puzzles"].items()} == {
            ids[0]: "solved",
            ids[1]: "solved",
            ids[2]: "solved",
            ids[3]: "seen",
        }
        assert (now["figures"]["rated"], now["figures"]["right"]) == (4, 1)
        rated = [PuzzleTry(id, "failed", 1, id == ids[0], puzzle(id).rating) for id in ids]
        assert now["figures"]["rating"] == solving.figures(rated, set(), 0).rating
        # Others have nothing of it.
        assert made(sites[0].guest("Ben"))["puzzles"] == {}


def test_a_try_counts_once_however_many_ask_at_the_same_time(here: Callable[[], Club]) -> None:
    found = puzzles()[0]
    with here().open() as sites:
        ann = sites[0].guest("Ann")

        def play(n: int) -> None:
            site = sites[n % len(sites)]
            with opened(site, found.id, ann.token) as wire:
                fail(wire) if n % 3 == 0 else solve(wire, found)

        with ThreadPoolExecutor(6) as pool:
            list(pool.map(play, range(6)))
        now = made(ann)
        assert now["figures"]["rated"] == 1
        assert now["puzzles"][found.id]["tries"] == 6
        alone = rating.after_puzzle(rating.NEWCOMER, found.rating, now["figures"]["right"] == 1)
        assert now["figures"]["rating"] == rating.number(alone)


def test_the_puzzle_of_the_day_and_days_in_a_row(here: Callable[[], Club]) -> None:
    with here().open() as sites:
        site = sites[0]
        ann = site.guest("Ann")

        def today() -> str:
            date = datetime.fromtimestamp(site.clock() / 1000, UTC).date()
            told = site.http.get("/api/puzzles").json()
            assert (told["day"], told["daily"]) == (date.isoformat(), daily(date).id)
            return daily(date).id

        for length in (1, 2, 3):
            solved_by(ann, today())
            assert made(ann)["figures"]["streak"] == length
            assert made(ann)["figures"]["today"]
            site.clock.advance(DAY)
        # Today may still come; a day without ends it, and seeing the solution is not solving it.
        assert (made(ann)["figures"]["streak"], made(ann)["figures"]["today"]) == (3, False)
        other = next(entry.id for entry in listed() if entry.id != today())
        solved_by(ann, other)
        assert not made(ann)["figures"]["today"]
        with opened(site, today(), site.guest("Ben").token) as wire:
            wire.shown(wire.ask(t="give_up")["seq"])
        site.clock.advance(DAY)
        assert made(ann)["figures"]["streak"] == 0
        cat = site.guest("Cat")
        with opened(site, today(), cat.token) as wire:
            wire.shown(wire.ask(t="give_up")["seq"])
            wire.shown(wire.ask(t="again")["seq"])
            solve(wire, puzzle(today()))
        assert made(cat)["figures"]["streak"] == 0


def test_what_a_browser_kept_is_merged_and_counts_for_nothing(here: Callable[[], Club]) -> None:
    ids = [entry.id for entry in listed()][:3]
    of = here()
    with of.open() as sites:
        ann = sites[0].guest("Ann")

        def put(puzzles: object) -> Message:
            body = {"puzzles": puzzles}
            found: Message = (
                sites[-1].http.put("/api/me/puzzles", json=body, headers=ann.headers).json()
            )
            return found

        with opened(sites[0], ids[0], ann.token) as wire:
            fail(wire)
        mark = {"state": "solved", "tries": 3}
        kept = put({ids[0]: mark, ids[1]: mark, ids[2]: {"state": "seen", "tries": 0}})
        assert kept["puzzles"][ids[0]] == kept["puzzles"][ids[1]] == mark
        assert put({ids[1]: {"state": "failed", "tries": 1}}) == kept
        assert (kept["figures"]["rated"], kept["figures"]["streak"]) == (1, 0)
        solved_by(ann, ids[1])  # no longer the first try
        assert made(ann)["figures"] == kept["figures"]
        for wrong in (
            {"duel-999": mark},
            {ids[0]: {"state": "won", "tries": 1}},
            {ids[0]: {"state": "solved", "tries": -1}},
        ):
            assert put(wrong)["error"] == "malformed"
        assert sites[0].http.get("/api/me/puzzles").status_code == 401
        # Another device of the same guest has all of it.
        code = ann.post("/api/transfer").json()["code"]
        token = sites[-1].http.post("/api/transfer/take", json={"code": code}).json()["token"]
        assert made(Player(sites[-1], token, "Ann")) == made(ann)
        solved_by(ann, daily(datetime.fromtimestamp(sites[0].clock() / 1000, UTC).date()).id)
        # Deleting one's data deletes it.
        assert sites[0].http.delete("/api/guests", headers=ann.headers).status_code == 204
        for table in ("puzzle_tries", "puzzle_days"):
            assert of.sql(f"select count(*) from {table}")[0][0] == 0


def test_what_cannot_be_stored_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = puzzles()[0]

    async def lost(*_: object) -> None:
        raise StoreFailed("no disk")

    with running(tmp_path) as site:
        ann = site.guest("Ann")
        with opened(site, found.id, ann.token) as wire, monkeypatch.context() as patched:
            patched.setattr(puzzling, "keep", lost)
            assert wire.ask(t="hint")["error"] == "store"
            assert wire.ask(t="give_up")["error"] == "store"
            assert (stands(wire)["state"], stands(wire)["hints"]) == ("running", [])
            # Nor is a turn over that could not be stored; it can be ended when the disk is back.
            *most, last = [choice_text(choice) for choice in found.solution]
            for choice in most:
                if wire.scene is not None and choice in choices(wire.scene):
                    wire.choose(choice)
            assert wire.scene is not None
            order = {"t": "choose", "seq": wire.scene["seq"], "choice": last}
            assert wire.ask(**order)["error"] == "store"
            assert stands(wire)["state"] == "running"
            patched.undo()
            wire.shown(wire.ask(**order)["seq"])
            assert stands(wire)["state"] == "solved"
        assert made(ann)["puzzles"] == {found.id: {"state": "solved", "tries": 1}}


# --- lists, and playing on ---


def test_the_list_says_nothing_of_solutions(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        told = site.http.get("/api/puzzles")
        assert [row["id"] for row in told.json()["puzzles"]] == [entry.id for entry in listed()]
        row = rows()[0]
        assert set(told.json()["puzzles"][0]) == set(row.__struct_fields__)
        assert len(told.content) < 450 * len(listed())


def going_on() -> Puzzle:
    """A puzzle for points, in a game that is not about to end."""
    found = next(p for p in puzzles() if p.goal.points is not None)
    laid = [
        line
        for line in puzzle_text(found).splitlines()
        if not line.startswith(("trigger:", "last_turns:"))
    ]
    other = parse_puzzle(found.id, "\n".join(laid))
    assert not other.solved().position.is_over
    return other


def test_a_game_goes_on_from_a_puzzle_against_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = going_on()
    for module in (puzzling, wire_puzzles):
        monkeypatch.setattr(module, "puzzle", lambda _: found)
    with running(tmp_path) as site:
        ann = site.guest("Ann")
        with opened(site, found.id, ann.token) as wire:
            solve(wire, found)
            played = stands(wire)["played"]
        path = f"/api/puzzles/{found.id}/continue"
        table = ann.post(path, {"played": played, "bot": "novice"})
        assert table.status_code == 201, table.text
        with ann.at(table.json()["table"]) as at:
            scene = at.my_turn()
            assert [s["kind"] for s in scene["seats"]].count("bot") == len(scene["seats"]) - 1
        middle = [choice_text(choice) for choice in found.solution[:1]]
        assert ann.post(path, {"played": middle, "bot": "novice"}).status_code == 201
        assert ann.post(path, {"played": ["dance"], "bot": "novice"}).status_code == 400
        assert ann.post(path, {"played": ["place a5"] * 5, "bot": "novice"}).status_code == 400
        assert ann.post(path, {"played": [], "bot": "nobody"}).status_code == 400
        monkeypatch.undo()
        gone = ann.post("/api/puzzles/duel-999/continue", {"played": [], "bot": "novice"})
        assert gone.status_code == 404
