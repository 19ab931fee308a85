"""The story: the log in words, and what the others did meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

import tashkalar
from tashkalar import SPECTATOR, Asking, Game, Kind, catalogue
from tashkalar.cards import BEINGS, CARDS, SCHOOLS, Being, Flare, Task
from tashkalar.rules.forms import FORMS
from tashkalar.scene import story, texts
from tashkalar.scene.scene import scene
from tests.scenes import decisions, examples, named, setting
from tests.test_scene import pieces, viewers
from tests.test_scene_question import play

SCENE = Path(tashkalar.__file__).parent / "scene"


@pytest.mark.parametrize("form", FORMS)
def test_the_log_retells_the_game(form: str) -> None:
    *_, game = decisions(form, 31)
    entries = story.log(game, named(game))
    assert len(entries) == len(game.history)
    assert json.decode(json.encode(entries), type=list[story.LogEntry]) == entries
    assert story.log(game, named(game), 10) == entries[10:]
    board = pieces(game.history[0].before)
    for n, (told, played) in enumerate(zip(entries, game.history, strict=True)):
        assert (told.n, told.turn, told.seat) == (n, played.turn, played.seat)
        assert len(told.events) == len(played.events)
        after = game.history[n + 1].before if n + 1 < len(entries) else game.position
        board = play(board, told.events)
        assert board == pieces(after)
        assert told.auto == (
            len(played.before.choices()) == 1 and played.choice.kind != Kind.FINISH
        )
        assert "server." not in told.words
        assert "event." not in told.words
        if told.events:
            assert told.words
        else:
            assert told.squares == ()


@pytest.mark.parametrize("language", ("en", catalogue.PSEUDO))
@pytest.mark.parametrize("form", FORMS)
def test_the_words_say_where_they_name_a_card(form: str, language: str) -> None:
    """Every card of an event is named, in its order, and the place of its name is told."""
    *_, game = decisions(form, 32)
    kinds = set()
    for told, played in zip(story.log(game, named(game), 0, language), game.history, strict=True):
        cards = [event.card for event in told.events if hasattr(event, "card")]
        assert [use.card for use in told.cards] == cards
        for use in told.cards:
            assert told.words[use.start : use.end] == catalogue.name(use.card, language)
        assert not set(told.words) & set("\ue000\ue001\ue002")
        kinds |= {type(event).__name__ for event in played.events if hasattr(event, "card")}
    assert "Summon" in kinds


def test_the_steps_of_the_others_name_their_cards() -> None:
    named = 0
    for game in decisions("duel", 33, 120):
        for step in scene(game, game.position.actor, setting(game)).last_turn or ():
            for use in step.cards:
                assert step.words[use.start : use.end] == catalogue.name(use.card)
                named += 1
    assert named


def test_sentences_name_the_players() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=5)
    game.play("c5")
    (entry,) = story.log(game, named(game))
    assert entry.words == (
        "Planner places a common piece on c5. Planner places Ada’s common piece on g5."
    )
    (entry,) = story.log(game, named(game, reader=0))
    assert entry.words == (
        "Planner places a common piece on c5. Planner places your common piece on g5."
    )
    assert entry.squares == ("c5", "g5")
    game.play("place e5")
    game.play("finish")
    assert story.log(game, named(game))[-1].words == "The turn ends."


def test_cards_under_their_decks_are_not_told() -> None:
    returned = 0
    for seed in range(4):
        *_, game = decisions("high-form", seed)
        for told, played in zip(story.log(game, named(game)), game.history, strict=True):
            if played.choice.kind == Kind.RETURN:
                returned += 1
                assert json.encode(told.events) == b'[{"e":"return"}]'
    assert returned


@pytest.mark.parametrize("form", FORMS)
def test_the_turns_of_the_others_can_be_stepped_through(form: str) -> None:
    stepped = 0
    for game in decisions(form, 32):
        for viewer in viewers(game):
            shown = scene(game, viewer, setting(game))
            since = story.others_since(game, viewer)
            assert all(game.history[n].seat != viewer for n in since)
            if shown.last_turn is None:
                assert shown.last_turn_board == ()
                continue
            stepped += 1
            before = {p.square: (p.colour, p.rank) for p in shown.last_turn_board}
            events = tuple(e for s in shown.last_turn for e in s.events)
            now = game.position
            after = game.history[since.stop].before if since.stop < len(game.history) else now
            board = pieces(after)
            assert play(before, events) == board
            differ = {s for s in {*before, *board} if before.get(s) != board.get(s)}
            assert set(shown.changed) == differ
            assert all(step.words or step.events for step in shown.last_turn)
    assert stepped


def test_what_the_others_did_stays_while_a_turn_goes_on() -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 1)
    for choice in ("place e5", "finish", "place d5", "place d6", "finish"):
        game.play(choice)
    first = scene(game, 0, setting(game))
    assert first.changed == ("d6", "d5")
    game.play("place e4")
    assert scene(game, 0, setting(game)).changed == ("d6", "d5")
    assert scene(game, 1, setting(game)).changed == ("e4",)
    assert scene(game, SPECTATOR, setting(game)).changed == ("d6", "d5")
    game.play("place c4")
    game.play("finish")
    assert scene(game, 0, setting(game)).last_turn is None
    assert scene(game, 1, setting(game)).changed == ("c4", "e4")


# --- texts --------------------------------------------------------------------------------------


def test_every_card_is_in_the_catalogue() -> None:
    found = texts.catalogue()
    assert [c.id for c in found.cards] == [c.id for c in CARDS.values()]
    assert json.decode(json.encode(found), type=texts.Catalogue) == found
    for shown, card in zip(found.cards, CARDS.values(), strict=True):
        assert shown.name
        assert shown.name != f"{card.id}.name"
        match card:
            case Being():
                assert shown.type == ("legend" if card.deck == "legends" else "being")
                assert shown.pattern is not None
                assert len([c for c in shown.pattern if c.what == "summon"]) == 1
                assert min(c.x for c in shown.pattern) == min(c.y for c in shown.pattern) == 0
                assert shown.text
            case Flare():
                assert shown.upper is not None
                assert shown.lower is not None
                assert (shown.upper.needs, shown.lower.needs) == (
                    card.upper_needs,
                    card.lower_needs,
                )
            case Task():
                assert shown.points == card.points
                assert shown.criterion == shown.text != ""
    assert {s.id: s.deck for s in found.schools} == SCHOOLS


def test_a_pattern_is_drawn_as_on_the_card() -> None:
    bear = next(b for b in BEINGS.values() if b.id == "angel_of_death")
    drawn = texts.pattern(bear)
    width, height = max(c.x for c in drawn) + 1, max(c.y for c in drawn) + 1
    rows = [["."] * width for _ in range(height)]
    for cell in drawn:
        sign = ".ch"[cell.rank or 0]
        rows[cell.y][cell.x] = sign.upper() if cell.must_hold else sign
    assert [" ".join(row) for row in rows] == [
        line.strip() for line in bear.drawing.strip().splitlines()
    ]


def test_texts_of_a_language() -> None:
    found = texts.texts("en")
    english = found.texts
    assert (found.language, found.samples) == ("en", (1, 0))
    assert english["web.card.fits"] == ("Fits on {n} square", "Fits on {n} squares")
    assert english["asking.action"] == catalogue.text("asking.action")
    assert english["server.choice.finish"] == catalogue.text("server.choice.finish")
    assert all(id.startswith(texts.SHARED) for id in english)
    assert texts.texts("xx") == found


def test_forms_and_bots() -> None:
    rows = {row.id: row for row in texts.forms()}
    assert set(rows) == set(FORMS)
    assert rows["melee-3"].name == "Deathmatch Melee for 3"
    assert rows["first-game"].schools == ("northern_imperial", "southern_imperial")
    assert rows["team-duel"].teams
    levels = texts.bots()
    assert [bot.id for bot in levels][:2] == ["random", "novice"]
    assert all(bot.name and bot.text for bot in levels)


def test_example_scenes_are_written(tmp_path: Path) -> None:
    assert examples(tmp_path, games=1) >= 7 * 5
    kinds = {file.name.split(".")[1] for file in tmp_path.glob("*.json")}
    assert {"action", "summoning_square", "destination", "end", "over"} <= kinds
    assert Asking.ACTION.name.lower() in kinds
