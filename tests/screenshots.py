"""Pictures of the browser client for the README, taken in a real Chromium.

python -m tests.screenshots FOLDER

A planner plays both sides up to a moment that is worth looking at; seeds and budgets are fixed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.chromium import NoBrowser, started
from tests.serving import QUICK, Message, Player, Running, Wire, choices, running

MOST = 300_000  # bytes of a picture
Moment = Callable[[Message], bool]


@dataclass(frozen=True)
class Shot:
    """A picture of a table: how it is set up, when to stop, and what to point at."""

    name: str
    setup: dict[str, Any]
    moment: Moment
    size: tuple[int, int] = (1440, 900)
    theme: str = "light"
    phone: bool = False


def seat(kind: str, school: str, name: str = "") -> dict[str, str]:
    if kind == "me":
        return {"kind": "me", "school": school}
    return {"kind": "bot", "bot": kind, "school": school, "name": name}


def best_fit(scene: Message) -> tuple[str, str] | None:
    """A card and a square that show much: many pieces used, an enemy crushed."""
    found: list[tuple[int, str, str]] = []
    for card in scene["hand"]:
        for fit in card["fits"] if card["playable"] else ():
            used = max(len(way["used"]) for way in fit["ways"])
            crushes = fit["crushes"]
            enemy = crushes is not None and crushes["colour"] != scene["you"]
            found.append((used + 2 * enemy, card["id"], fit["square"]))
    if not found:
        return None
    worth, card_id, square = max(found)
    return (card_id, square) if worth >= 5 else None


def summoning(turn: int, cards: int) -> Moment:
    """So many cards fit, and one of them is worth pointing at."""

    def moment(scene: Message) -> bool:
        fitting = [card for card in scene["hand"] if card["playable"] and card["fits"]]
        return (
            scene["turn"] >= turn
            and scene["question"]["asking"] == "action"
            and len(fitting) >= cards
            and best_fit(scene) is not None
        )

    return moment


def captures(turn: int) -> Moment:
    """An effect that counts, with several captures to choose from."""

    def moment(scene: Message) -> bool:
        question = scene["question"]
        kills = [c for c in question["choices"] if any(e["e"] == "destroy" for e in c["preview"])]
        return scene["turn"] >= turn and bool(question["left"]) and len(kills) >= 3

    return moment


ILSE = seat("greedy", "highland", "Ilse")
NORTH = [seat("me", "northern_imperial"), ILSE]
SYLVAN = [seat("me", "sylvan"), ILSE]
FOUR = [
    seat("me", "northern_imperial"),
    seat("greedy", "southern_imperial", "Tomas"),
    ILSE,
    seat("greedy", "sylvan", "Mara"),
]
SHOTS = (
    Shot("table", {"form": "high-form", "seats": NORTH, "seed": 9}, summoning(19, 2)),
    Shot("effect", {"form": "high-form", "seats": SYLVAN, "seed": 3}, captures(15), theme="dark"),
    Shot("melee", {"form": "melee-4", "seats": FOUR, "seed": 3}, summoning(27, 1)),
    Shot(
        "phone",
        {"form": "high-form", "seats": NORTH, "seed": 11},
        summoning(13, 1),
        size=(390, 844),
        phone=True,
    ),
)


def play_to(wire: Wire, moment: Moment) -> Message:
    """Play as the planner hints until the moment comes."""
    while True:
        scene = wire.my_turn()
        if scene["state"] == "over":
            raise SystemExit("the game was over before the moment came: try another seed")
        if moment(scene):
            return scene
        hint = wire.ask(t="hint")
        said = [text for text in hint.get("choices", ()) if text in choices(scene)]
        wire.choose(said[0] if said else choices(scene)[0])


def open_table(browser: Browser, site: Running, shot: Shot, player: Player) -> Page:
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.theme,  # type: ignore[arg-type]
        has_touch=shot.phone,
        is_mobile=shot.phone,
        device_scale_factor=2 if shot.phone else 1,
        reduced_motion="reduce",
    )
    guest = json.dumps({"guest": "", "name": player.name, "token": player.token})
    context.add_init_script(f"localStorage.setItem('tashkalar.guest', {json.dumps(guest)})")
    page = context.new_page()
    page.goto(f"http://{site.address}/t/{shot.setup['table']}")
    page.wait_for_selector("[data-testid=prompt][data-asking]:not([data-asking=''])")
    return page


def take(browser: Browser, site: Running, shot: Shot, folder: Path) -> None:
    player = site.guest("Ada")
    made = player.post("/api/tables", shot.setup)
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    with player.at(table) as wire:
        scene = play_to(wire, shot.moment)
    page = open_table(browser, site, _at(shot, table), player)
    fit = best_fit(scene) if scene["question"]["asking"] == "action" else None
    if fit:
        point_at(page, *fit, phone=shot.phone)
    page.wait_for_timeout(400)  # fonts and transitions
    save(page, folder / f"{shot.name}.png")
    page.context.close()


def _at(shot: Shot, table: str) -> Shot:
    return Shot(
        shot.name, {**shot.setup, "table": table}, shot.moment, shot.size, shot.theme, shot.phone
    )


def point_at(page: Page, card: str, square: str, phone: bool) -> None:
    chosen = page.locator(f"[data-testid=card][data-card={card}]")
    aimed = page.locator(f"[data-square={square}]")
    if phone:
        chosen.tap()
        # A card that fits on one square alone is aimed at once; a tap more would summon.
        if not page.locator("[data-testid=prompt-confirm]").count():
            aimed.tap()
    else:
        chosen.click()
        aimed.hover()


def start_page(browser: Browser, site: Running, folder: Path) -> None:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"http://{site.address}/")
    page.wait_for_selector("[data-testid=quick-bot] option:nth-child(3)", state="attached")
    page.fill("[data-testid=name]", "Ada")
    page.wait_for_timeout(400)
    save(page, folder / "start.png")
    page.context.close()


def save(page: Page, path: Path) -> None:
    page.screenshot(path=path)
    if path.stat().st_size > MOST:
        # 256 colours, dithered, are nearly as good to look at and a third of the size.
        with Image.open(path) as whole:
            whole.convert("RGB").quantize(256, kmeans=3).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path}  {size // 1000} kB")
    if size > MOST:
        raise SystemExit(f"{path} is larger than {MOST // 1000} kB")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), QUICK, bot_budget="150n", bot_processes=2) as site,
        started() as browser,
    ):
        start_page(browser, site, folder)
        for shot in SHOTS:
            take(browser, site, shot, folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    try:
        main(Path(sys.argv[1]))
    except NoBrowser as error:
        raise SystemExit(f"install chromium: {error}") from None
