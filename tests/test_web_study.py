"""The study board in the browser: set up, played in branches, thought about, kept and shared."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tashkalar import parse_scenario
from tashkalar.bots.reviewing.best import rounds
from tashkalar.catalogue import PSEUDO, languages, text
from tashkalar.study import parse_study
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.finished import played, stored
from tests.serving import Player, Running
from tests.test_web_language import unbracketed

pytest_plugins = ("tests.chromium",)

GAME = played("high-form", 5)
DESK = (1280, 800)
TABS = ("tree", "best", "hands", "keep")


@pytest.fixture(scope="module")
def ann(site: Running) -> Player:
    return site.guest("Ann")


def opened(
    visitors: Visitors,
    path: str = "/study",
    player: Player | None = None,
    size: tuple[int, int] = DESK,
) -> Screen:
    screen = visitors.new(path, player, size)
    expect(screen.at("study")).to_be_visible()
    return screen


def steps(screen: Screen) -> list[str]:
    """The steps of the tree, in the order in which they stand; the present one between bars."""
    found: list[str] = screen.at("step").evaluate_all(
        "all => all.map(s => s.ariaCurrent ? `|${s.textContent}|` : s.textContent)"
    )
    return found


def present(screen: Screen) -> Locator:
    """The step at which the board stands."""
    return screen.at("tree").locator("[aria-current=step]")


def put(screen: Screen, *squares: str) -> None:
    for square in squares:
        screen.square(square).click()
        expect(screen.piece(square)).to_be_attached()


def kept(screen: Screen) -> Locator:
    """The panel that saves, with its link."""
    screen.at("study-tab-keep").click()
    screen.at("save-study").click()
    expect(screen.at("study-said")).to_have_text("Saved")
    return screen.at("study-link")


def test_a_study_is_set_up_played_kept_and_read_back(
    visitors: Visitors, ann: Player, tmp_path: Path
) -> None:
    screen = opened(visitors, player=ann)
    page = screen.page
    expect(screen.at("study")).to_have_attribute("data-setting", "true")
    # By clicks: pieces of either side, one carried elsewhere, one erased.
    put(screen, "e6", "e4", "c3")
    screen.at("tool-1-1").click()
    put(screen, "g6")
    screen.square("g6").drag_to(screen.square("d6"))
    expect(screen.piece("d6")).to_be_attached()
    expect(screen.piece("g6")).to_have_count(0)
    # By keys: e erases, c takes the next color, 2 the heroic rank; the arrows walk.
    page.keyboard.press("e")
    screen.square("c3").focus()
    page.keyboard.press("Enter")
    expect(screen.piece("c3")).to_have_count(0)
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(screen.piece("d3")).to_have_attribute("data-rank", "3")
    page.keyboard.press("u")
    expect(screen.piece("d3")).to_have_count(0)
    # A hand, by a search; what no table could hold is named and changes nothing.
    screen.at("give-0").click()
    screen.at("picker-search").fill("swordm")
    screen.at("pick-swordmaster").click()
    expect(screen.at("pick-swordmaster")).to_have_attribute("aria-pressed", "true")
    screen.at("picker-done").click()
    screen.at("tool-0-3").click()
    put(screen, "c7", "d7", "e7")
    screen.square("f7").click()
    expect(screen.at("set-up-refused")).to_have_text(
        "Northern: 4 legendary pieces are on the board. The limit is 3."
    )
    expect(screen.piece("f7")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("u")
    expect(screen.piece("c7")).to_have_count(0)
    before = screen.board()
    assert before == [("d6", 1, 1), ("e4", 0, 1), ("e6", 0, 1)]
    page.keyboard.press("x")
    screen.asks("action")
    # One line, then another one from the same position.
    screen.card("swordmaster").click()
    screen.square("e5").click()
    expect(screen.piece("e5")).to_be_attached()
    screen.square("d6").click()
    expect(screen.piece("d6")).to_have_count(0)
    assert len(steps(screen)) == 3
    expect(present(screen)).to_have_text("Destroy on d6: Sylvan, common")
    screen.at("comment").fill("It strikes {at once}.\nThen it rises.")
    screen.at("comment").blur()
    expect(screen.at("tree")).to_contain_text("It strikes {at once}.")
    page.keyboard.press("Home")
    expect(screen.at("study")).to_have_attribute("data-at", "-1")
    assert screen.board() == before
    screen.square("g5").click()
    expect(screen.piece("g5")).to_be_attached()
    expect(screen.at("branch")).to_have_count(1)
    expect(present(screen)).to_have_text("Place a piece on g5")
    # Through the tree by keys: up to the branch before, along it, back.
    page.locator("body").click(position={"x": 2, "y": 200})
    page.keyboard.press("ArrowUp")
    expect(screen.piece("g5")).to_have_count(0)
    expect(present(screen)).to_have_text("Summon Swordmaster")
    page.keyboard.press("End")
    expect(present(screen)).to_have_text("Destroy on d6: Sylvan, common")
    page.keyboard.press("ArrowDown")
    expect(screen.piece("g5")).to_be_attached()
    # The branch becomes the main line.
    screen.at("promote").click()
    assert steps(screen)[0] == "|Place a piece on g5|"
    # What is not saved is there again when the page is.
    whole = steps(screen)
    page.reload()
    expect(present(screen)).to_have_text("Place a piece on g5")
    assert steps(screen) == whole
    # The best turns there, deeper and deeper; one is drawn, then played.
    page.keyboard.press("b")
    expect(screen.at("best-turn").first).to_contain_text("chance of winning")
    n, most = len(rounds()), rounds()[-1]  # fewer where the compiled core is not there
    told = f"Depth {n}/{n}, {most:,} positions"
    expect(screen.at("best-progress")).to_have_text(told)
    screen.at("best-turn").first.get_by_role("button").first.click()
    expect(page.locator(".could-have").first).to_be_attached()
    screen.at("play-best").click()
    expect(page.locator(".could-have")).to_have_count(0)
    expect(screen.at("study")).not_to_have_attribute("data-at", "0")
    screen.at("study-tab-tree").click()
    tree = steps(screen)
    # Kept under an address; a second browser reads it, and makes a copy of its own.
    expect(screen.at("unsaved")).to_be_visible()
    screen.at("study-tab-keep").click()
    screen.at("study-title").fill("A strike")
    screen.at("study-title").blur()
    link = kept(screen).input_value()
    expect(screen.at("unsaved")).to_have_count(0)
    path = link[link.index("/study/") :]
    assert page.url.endswith(path)
    other = opened(visitors, path)
    plain = [step.strip("|") for step in tree]
    expect(other.at("step")).to_have_count(len(tree))
    assert steps(other) == plain
    expect(other.at("tree")).to_contain_text("Then it rises.")
    other.at("step").first.click()
    other.at("delete-step").click()
    assert len(steps(other)) == 3
    other.at("study-tab-keep").click()
    expect(other.at("study-by")).to_contain_text("Study by Ann.")
    other.at("save-study").click()
    expect(other.at("study-said")).to_have_text("Saved")
    assert not other.page.url.endswith(path)
    page.reload()
    expect(screen.at("step")).to_have_count(len(tree))
    # As files, each of which is read back.
    screen.at("step").nth(len(plain) - 1).click()
    screen.at("study-tab-keep").click()
    files = {}
    for form in ("study", "record", "scenario", "position"):
        with page.expect_download() as saved:
            screen.at(f"take-{form}").click()
        files[form] = tmp_path / f"{form}.txt"
        saved.value.save_as(files[form])
    study = parse_study(files["study"].read_text())
    assert study.title == "A strike" and len(study.steps) == len(tree)
    assert "It strikes {at once}.\nThen it rises." in [step.comment for step in study.steps]
    parse_scenario(files["scenario"].read_text()).run()
    screen.at("new-study").click()
    expect(screen.at("study")).to_have_attribute("data-setting", "true")
    page.keyboard.press("x")
    screen.at("study-tab-keep").click()
    screen.at("bring-text").fill("tash-kalar study 1\nend")
    screen.at("bring").click()
    expect(screen.at("study-trouble")).to_contain_text("line 2")
    screen.at("bring-file").set_input_files(files["study"])
    screen.at("study-tab-tree").click()
    expect(screen.at("step")).to_have_count(len(tree))
    assert steps(screen) == plain
    # Among one's own, and gone again.
    screen.at("study-tab-keep").click()
    mine = screen.at("my-studies").get_by_role("listitem").filter(has_text="A strike")
    mine.get_by_role("button").click()
    expect(mine).to_have_count(0)
    gone = visitors.new(path)
    expect(gone.at("trouble")).to_contain_text("Not found. Check the address.")
    # What the server refuses is written to the console by the browser.
    visitors.watch.wrong = [line for line in visitors.watch.wrong if "status of 40" not in line]


def test_games_cards_and_results_lead_there(visitors: Visitors, site: Running, ann: Player) -> None:
    table = stored(site, GAME, ann, site.guest("Ben"))
    screen = visitors.new(f"/replay/{table}?turn=4", ann)
    expect(screen.at("replay")).to_be_visible()
    at = int(screen.at("replay").get_attribute("data-step") or 0)
    assert at > 0
    screen.at("study-here").click()
    expect(screen.at("study")).to_have_attribute("data-at", str(at - 1))
    expect(screen.at("step")).to_have_count(len(GAME.history))
    screen.at("study-tab-hands").click()
    for seat in range(2):  # all hands are open
        hand = screen.page.locator(f"[data-testid=replay-hand][data-seat='{seat}']")
        expect(hand.get_by_test_id("card-name").first).to_be_visible()
    # Another position gives up the tree only if one wants to.
    screen.page.keyboard.press("x")
    screen.at("clear-board").click()
    expect(screen.page.locator("[data-piece]")).to_have_count(0)
    screen.at("set-up-done").click()
    screen.at("replace-no").click()
    expect(screen.at("study")).to_have_attribute("data-setting", "false")
    expect(screen.page.locator("[data-piece]").first).to_be_attached()
    # From a table that is over, from a card, and from the games.
    other = opened(visitors, f"/study?table={table}", ann)
    expect(other.at("step")).to_have_count(len(GAME.history))
    card = visitors.new("/cards/swordmaster", ann)
    expect(card.at("try")).to_be_visible()
    expect(card.page.locator("[data-piece]").first).to_be_attached()
    board = card.board()
    card.at("try-study").click()
    expect(card.at("study")).to_be_visible()
    expect(card.page.locator("[data-piece]")).to_have_count(len(board))
    assert card.board() == board and card.hand() == ["swordmaster"]
    # From a link that holds the position itself, which the engine may refuse.
    place = "/study?form=high-form&schools=highland.sylvan&hands=wolf_rider.titan-&board="
    linked = opened(visitors, f"{place}A1e5.B2f6")
    expect(linked.page.locator("[data-piece]")).to_have_count(2)
    assert linked.board() == [("e5", 0, 1), ("f6", 1, 2)]
    linked.page.keyboard.press("x")
    expect(linked.at("card")).to_have_count(2)
    expect(visitors.new(f"{place}A1a9").at("trouble")).to_contain_text("'a9' in 'A1a9' is no")
    # A game that goes on is nobody's to study.
    made = ann.table("me", "novice", form="duel", seed=4)
    refused = visitors.new(f"/study?table={made['table']}", ann)
    expect(refused.at("trouble")).to_contain_text("as one seat saw it")
    games = visitors.new("/games", ann)
    games.at("to-study").click()
    expect(games.at("study")).to_be_visible()
    visitors.watch.wrong = [line for line in visitors.watch.wrong if "status of 400" not in line]


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_it_is_read_in_every_language_by_everybody(
    visitors: Visitors, ann: Player, size: tuple[int, int]
) -> None:
    record = GAME.record().text()
    shown = ann.post("/api/study/read", {"text": record}).json()
    tree = [{k: step[k] for k in ("after", "choice", "comment")} for step in shown["steps"][:30]]
    made = ann.post(
        "/api/studies", {"title": "", "comment": "", "start": shown["start"], "steps": tree}
    ).json()
    path = f"/study/{made['id']}"
    for language in (*languages(), PSEUDO):
        screen = opened(visitors, f"{path}?lang={language}", ann, size)
        page = screen.page
        expect(screen.at("study-tab-tree")).to_have_text(text("web.study.tab.tree", language))
        for tab in (*(("play",) if size == PHONE else ()), *TABS):
            screen.at(f"study-tab-{tab}").click()
            if tab == "best":
                screen.at("think").click()
                expect(screen.at("best-turn").first).to_be_visible()
            if language == PSEUDO:
                assert unbracketed(screen, "Tash-Kalar", "Ann") == [], tab
            if language in ("en", "cs"):
                assert violations(page) == [], tab
        assert not page.evaluate("document.scrollingElement.scrollHeight > innerHeight + 1")
        screen.at("set-up-compact" if size == PHONE else "set-up").click()
        expect(screen.at("set-up-panel")).to_be_visible()
        if language == PSEUDO:
            assert unbracketed(screen, "Tash-Kalar", "Ann") == []
        if language in ("en", "cs"):
            assert violations(page) == []
            screen.at("give-0").click()
            expect(screen.at("card-picker")).to_be_visible()
            assert violations(page) == []
        page.context.close()
