"""Reports of problems: what the reporter's seat saw, in the operator's list and as a file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar import SPECTATOR, __version__, choice_text
from tashkalar.server.tables.table import load
from tests.clubs import BACKENDS, club_site
from tests.serving import Player, Running, play_on, running
from tests.test_server_operators import run


@pytest.fixture(scope="module", params=BACKENDS)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """Servers on either database."""
    with club_site(request.param, tmp_path_factory.mktemp("reports"), reports=1e6) as found:
        yield found


def duel(site: Running, seed: int) -> tuple[str, Player, Player]:
    """A game between two people that goes on."""
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", form="high-form", seed=seed)
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as first, ben.at(made["table"]) as second:
        for wire in (first, second):
            wire.shown(1)
        play_on([first, second], random.Random(seed), 40)
    return made["table"], ann, ben


def test_a_report_holds_what_the_seat_saw_and_goes_into_the_list(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, _ = duel(site, 5)
    said = {"text": "The Knight\nis gone", "screen": "1280x800@2.00"}
    answer = ann.post(f"/api/tables/{table}/report", said)
    assert answer.status_code == 201
    head, _, record = answer.text.partition("\n\n")
    assert head.splitlines()[:4] == [
        "tash-kalar report 1",
        "seat: A",
        "said: The Knight",
        "said: is gone",
    ]
    assert f"engine: {__version__}, rules " in head
    assert "screen: 1280x800@2.00" in head
    assert record == ann.get(f"/api/tables/{table}/record").text
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", site.worker.settings.database_url)
    line = next(line for line in run("reports").splitlines() if table in line)
    assert line.endswith("The Knight is gone")
    number = line.split()[0]
    assert run("reports", number) == answer.text + "\n"
    assert run("reports", number, "--done") == f"{number} is deleted\n"
    assert "there is no report" in run("reports", number, status=2)
    assert "say which" in run("reports", "--done", status=2)


def test_a_report_never_tells_more_than_the_seat_may_know(site: Running) -> None:
    """It is the record of the seat, without the seed, and cards put back face down stay so."""
    table, ann, ben = duel(site, 8)
    with site.worker.store.engine.connect() as connection:
        stored = load(connection, table)
    assert stored is not None
    game = stored.course.game
    assert game is not None
    before = {who: who.post(f"/api/tables/{table}/report").text for who in (ann, ben)}
    stranger = site.guest("Eve")
    watched = stranger.post(f"/api/tables/{table}/report").text
    assert "seat: none" in watched
    for seat, text in zip((0, 1, SPECTATOR), (*before.values(), watched), strict=True):
        assert "seed: hidden" in text
        assert text.partition("\n\n")[2] == game.record(seat).text()
    # A card put back face down is not named to the other seat.
    for played in game.history:
        if choice_text(played.choice).startswith("return "):
            owner, rival = (ann, ben) if played.seat == 0 else (ben, ann)
            assert choice_text(played.choice) in before[owner]
            assert choice_text(played.choice) not in before[rival]


def test_reports_are_refused_with_a_reason(site: Running, tmp_path: Path) -> None:
    table, ann, ben = duel(site, 9)
    report = f"/api/tables/{table}/report"
    assert ann.post(report, {"seat": 1}).status_code == 403
    assert ann.post(report, {"text": "x" * 501}).status_code == 400
    assert ann.post(report, {"text": "a\x00b"}).status_code == 400
    assert site.http.post(report, json={}).status_code == 401
    waiting = ben.table("me", "open")["table"]
    assert ben.post(f"/api/tables/{waiting}/report").json()["error"] == "not_started"
    assert ann.post(f"/api/tables/{waiting}/report").status_code == 404
    strange = ann.post(report, {"screen": "1x1\nseat: B"})
    assert strange.status_code == 201
    assert "screen:" not in strange.text


def test_nobody_floods_the_list(tmp_path: Path) -> None:
    with running(tmp_path, reports=0.0001) as site:
        ann = site.guest("Ann")
        table = ann.table("me", "hotseat", seed=3)["table"]
        codes = [ann.post(f"/api/tables/{table}/report").status_code for _ in range(7)]
        assert codes == [201] * 5 + [429] * 2


def test_whoever_is_forgotten_has_reported_nothing(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ann, _ = duel(site, 12)
    ann.post(f"/api/tables/{table}/report", {"text": "forget me"})
    site.http.delete("/api/guests", headers=ann.headers)
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", site.worker.settings.database_url)
    assert "forget me" not in run("reports")
