"""Notices for games over days: who is told, when, how often, and never what is hidden."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from tashkalar.server.notices import courier, endpoints
from tashkalar.server.notices.courier import _LATER, _LEASE, _SHARE, Courier, pause_after
from tashkalar.server.notices.endpoints import BadEndpoint, checked_endpoint
from tashkalar.server.notices.letters import Letter, TableNews
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage import notices, people
from tashkalar.server.storage.migrations import upgrade
from tashkalar.server.storage.store import Store
from tests import clubs
from tests.clubs import Club
from tests.posting import CONTACT, MailServer, PushService, Subscriber, mail_server, push_service
from tests.serving import DEADLINE, Message, Player, Running, Wire, choices, eventually

DAYS = {"kind": "days", "days": 3}
AFTER, PAUSE = 60, 900  # seconds: the settings notice_after and notice_pause as they are
SITE = "https://club.example"


@pytest.fixture(scope="module", params=clubs.BACKENDS)
def backend(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    with clubs.servers(request.param, tmp_path_factory.mktemp("services")) as found:
        yield found


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def club(backend: dict[str, str], tmp_path: Path, service: PushService, post: MailServer) -> Club:
    found = clubs.club(backend, tmp_path)
    found.settings |= {
        "push": CONTACT,
        "push_origins": service.origin,
        "smtp": post.address,
        "address": SITE,
        "mail_from": "games@club.example",
        "heartbeat": 1000.0,
    }
    return found


def seated(club: Club, workers: list[Running], seed: int = 7) -> tuple[Player, Player, Message]:
    """Ann and Ben at a table over days; Ann, who begins, at the first worker, Ben at the last."""
    here, there = workers[0], workers[-1]
    ann, ben = here.guest("Ann"), there.guest("Ben")
    return ann, ben, joined(club, ann, ben, seed)


def joined(club: Club, ann: Player, ben: Player, seed: int = 7) -> Message:
    made = ann.table("me", "open", clock=DAYS, seed=seed)
    ben.join(made["table"], made["invite"])
    visit(club, ben, made["table"])  # the first piece
    return made


@contextmanager
def at(club: Club, player: Player, table: str) -> Iterator[Wire]:
    """Somebody at a table, who has gone, as everybody knows, at the end of it."""
    with player.at(table) as wire:
        yield wire
    eventually(lambda: not _here(club, table, player.name))


def _here(club: Club, table: str, name: str) -> int:
    seat = "table_id = :table and name = :name and here_until > :now"
    found: int = club.sql(
        f"select count(*) from seats where {seat}", table=table, name=name, now=club.clock()
    )[0][0]
    return found


def visit(club: Club, player: Player, table: str) -> None:
    """Somebody comes, plays their turn, and goes."""
    with at(club, player, table) as wire:
        play_turn(wire)


def subscribe(player: Player, subscriber: Subscriber, language: str = "en") -> None:
    answer = player.site.http.put(
        f"/api/notices/browsers?lang={language}",
        json=subscriber.subscription,
        headers=player.headers,
    )
    assert answer.status_code == 200, answer.text


def play_turn(wire: Wire) -> None:
    """Whatever is asked, until somebody else is."""
    scene = wire.my_turn()
    while scene["question"]:
        scene = wire.choose(choices(scene)[0])


def round_(workers: list[Running]) -> None:
    """The couriers of all workers go round."""
    for site in workers:
        site.do(site.worker.courier.go)  # type: ignore[attr-defined]


def nothing_waits(club: Club) -> bool:
    return club.sql("select count(*) from outbox") == [(0,)]


def settled(club: Club, workers: list[Running]) -> None:
    """Everything that is due now was sent."""
    round_(workers)
    eventually(lambda: nothing_waits(club))


def test_who_is_waited_for_is_told_once(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ben, phone)
        visit(club, ann, made["table"])
        # A moment later Ben is not told yet, then by one worker alone, in an encrypted message.
        settled(club, workers)
        assert service.came.empty()
        club.clock.advance(AFTER)
        settled(club, workers)
        pushed = service.next()
        public = workers[0].http.get("/api/house").json()["push"]
        assert public == workers[-1].http.get("/api/house").json()["push"]
        service.verify(pushed, public)
        assert phone.read(pushed) == {
            "title": "Your turn at 1 table.",
            "body": "Players: Ann",
            "path": f"/t/{made['table']}",
            "turns": 1,
            "language": "en",
        }
        for _ in range(3):
            club.clock.advance(PAUSE)
            settled(club, workers)
        assert service.came.empty()
        assert ben.get("/api/turns").json() == {"turns": 1}
        assert ann.get("/api/turns").json() == {"turns": 0}
        # It is a new wait when it is their turn again.
        visit(club, ben, made["table"])
        assert ben.get("/api/turns").json() == {"turns": 0}
        club.clock.advance(AFTER)
        visit(club, ann, made["table"])
        club.clock.advance(AFTER)
        settled(club, workers)
        assert phone.told()["turns"] == 1


def test_who_plays_on_at_once_is_not_told(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        subscribe(ben, Subscriber(service, "phone"))
        with ann.at(made["table"]) as first, ben.at(made["table"]) as second:
            play_turn(first)
            play_turn(second)
        club.clock.advance(AFTER)
        settled(club, workers)
        assert service.came.empty()
        assert club.sql("select count(*) from waits")[0][0] == 0


def test_who_has_the_table_open_is_told_later(club: Club, service: PushService) -> None:
    """A window that was left open on another machine must not cost a game."""
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ben, phone)
        with ben.at(made["table"]) as open_window:
            open_window.expect("scene")
            visit(club, ann, made["table"])
            open_window.my_turn()
            club.clock.advance(AFTER)
            settled(club, workers)
            assert service.came.empty()
            club.clock.advance(_LATER / 1000)
            settled(club, workers)
            assert phone.told()["turns"] == 1


def test_several_tables_are_one_message(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, first = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ben, phone, "pl")
        tables = [first["table"], *(joined(club, ann, ben, seed)["table"] for seed in (8, 9, 10))]
        for n, table in enumerate(tables):
            visit(club, ann, table)
            if n == 0:
                club.clock.advance(AFTER)
                settled(club, workers)
                assert phone.told()["title"] == "Twoja tura przy 1 stole."
        # For a while there is quiet; what has come together meanwhile is told at once.
        club.clock.advance(AFTER)
        settled(club, workers)
        assert service.came.empty()
        club.clock.advance(PAUSE)
        settled(club, workers)
        told = phone.told()
        assert told["title"] == "Twoja tura przy 3 stołach."
        assert (told["path"], told["turns"], told["language"]) == ("/", 4, "pl")
        assert service.came.empty()


def test_offers_and_ends_are_told(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        phone, desk = Subscriber(service, "phone"), Subscriber(service, "desk")
        subscribe(ben, phone)
        subscribe(ann, desk)
        with at(club, ann, made["table"]) as wire:
            play_turn(wire)
            assert wire.ask(t="offer", what="takeback")["t"] == "ack"
        club.clock.advance(AFTER)
        settled(club, workers)
        told = phone.told()
        assert told["title"] == "Your turn at 1 table. Answer needed at 1 table."
        assert (told["body"], told["path"]) == ("Players: Ann", f"/t/{made['table']}")
        with at(club, ben, made["table"]) as wire:
            assert wire.ask(t="answer", what="takeback", yes=False)["t"] == "ack"
            assert wire.ask(t="resign")["t"] == "ack"
        club.clock.advance(PAUSE)
        settled(club, workers)
        # Who ended it knows.
        assert desk.told()["title"] == "1 game is over."
        assert service.came.empty()


def test_other_games_are_not_told(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben = workers[0].guest("Ann"), workers[-1].guest("Ben")
        subscribe(ben, Subscriber(service, "phone"))
        made = ann.table("me", "open", clock={"kind": "move", "seconds": 3600}, seed=7)
        ben.join(made["table"], made["invite"])
        for player in (ben, ann):
            visit(club, player, made["table"])
        assert club.sql("select count(*) from waits")[0][0] == 0
        assert ben.get("/api/turns").json() == {"turns": 0}


def test_a_rematch_is_told(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ann, phone)
        with at(club, ben, made["table"]) as wire:
            assert wire.ask(t="resign")["t"] == "ack"
        again = ben.post(f"/api/tables/{made['table']}/rematch").json()["table"]
        club.clock.advance(AFTER)
        settled(club, workers)
        told = phone.told()
        assert told["title"] == "Your turn at 1 table. 1 game is over."
        assert told["path"] == "/"
        # It begins with a piece of the second seat.
        assert club.sql("select acting from tables where id = :id", id=again) == [(1,)]


def test_what_fails_is_tried_again_and_what_is_gone_is_forgotten(
    club: Club, service: PushService
) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ben, phone)
        visit(club, ann, made["table"])
        club.clock.advance(AFTER)
        service.status = 503
        for attempt in (1, 2, 3):
            round_(workers)
            assert phone.told()["turns"] == 1
            eventually(lambda n=attempt: _tries(club) == [(n, 0)])  # type: ignore[misc]
            round_(workers)
            assert service.came.empty()  # not before its time
            club.clock.advance(pause_after(attempt, lambda: 1) / 1000)
        # Nobody follows it elsewhere.
        service.status = 307
        round_(workers)
        phone.told()
        eventually(lambda: _tries(club) == [(4, 0)])
        assert service.came.empty()
        service.status = 410
        club.clock.advance(pause_after(4, lambda: 1) / 1000)
        round_(workers)
        phone.told()
        eventually(lambda: ben.get("/api/notices").json() == {"browsers": [], "mail": None})
        assert nothing_waits(club)


def test_what_was_not_sent_is_told_with_what_came_later(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, first = seated(club, workers)
        phone = Subscriber(service, "phone")
        subscribe(ben, phone)
        second = joined(club, ann, ben, 8)
        service.status = 503
        visit(club, ann, first["table"])
        club.clock.advance(AFTER)
        round_(workers)
        assert phone.told()["title"] == "Your turn at 1 table."
        visit(club, ann, second["table"])
        club.clock.advance(PAUSE)
        round_(workers)
        eventually(lambda: not club.sql("select 1 from waits"))
        service.status = 201
        club.clock.advance(pause_after(2, lambda: 1) / 1000)
        settled(club, workers)
        *failed, told = [phone.read(service.next()) for _ in range(service.came.qsize())]
        assert told["title"] == "Your turn at 2 tables."
        assert all(one["turns"] <= told["turns"] for one in failed)


def test_of_unsent_news_each_is_told_once_in_the_order_of_telling() -> None:
    unsent = Letter((TableNews("turn", "b", ("Ann",)), TableNews("over", "a", ())), 1, "code")
    new = Letter((TableNews("turn", "b", ("Ann", "Eve")), TableNews("answer", "c", ())), 3)
    assert new.after(unsent) == Letter(
        (
            TableNews("turn", "b", ("Ann", "Eve")),
            TableNews("answer", "c", ()),
            TableNews("over", "a", ()),
        ),
        3,
    )


class Pushing:
    """In place of what sends push messages: whoever is slow answers when all may."""

    def __init__(self) -> None:
        self.honest, self.all_may = asyncio.Event(), asyncio.Event()
        self.busy: Counter[str] = Counter()
        self.most = 0

    async def send(self, endpoint: str, *_: object) -> None:
        kind, guest = endpoint.split()
        if kind == "honest":
            self.honest.set()
            return
        self.busy[guest] += 1
        self.most = max(self.most, *self.busy.values())
        await self.all_may.wait()
        self.busy[guest] -= 1

    async def close(self) -> None:
        pass


def post_to(c: Connection, guest: int, browsers: int, endpoint: str) -> None:
    """Somebody with so many browsers, and a message that waits for each of them."""
    owner, letter = f"{guest:064}", Letter((TableNews("turn", "x", ()),), 1).written()
    people.make_guest(c, owner, f"g{guest}", "", 1)
    for n in range(browsers):
        name = f"{guest}.{n}"
        contact = {
            "id": name,
            "owner": owner,
            "kind": "push",
            "address": endpoint,
            "digest": name,
            "encryption": "",
            "language": "en",
            "created": 1,
            "told": 0,
            "code": None,
            "until": None,
            "secret": name,
        }
        notices.add_contact(c, contact, browsers)
        notices.post(c, name, name, letter, guest)


def test_whoever_never_answers_keeps_only_a_few_hands_busy(club: Club) -> None:
    upgrade(engine := club.engine())

    def post_all(c: Connection) -> None:
        for guest in range(12):
            post_to(c, guest, 5, f"slow {guest}")
        post_to(c, 12, 1, "honest 12")

    async def deliver_all() -> None:
        store, pushing = Store(engine), Pushing()
        store.start()
        sending = Courier(store, Settings(), club.clock)
        sending.pusher = pushing  # type: ignore[assignment]
        await store.write("", post_all)
        going = asyncio.create_task(sending.go())
        await asyncio.wait_for(pushing.honest.wait(), DEADLINE)
        assert not going.done()
        pushing.all_may.set()
        await asyncio.wait_for(going, DEADLINE)
        assert pushing.most == _SHARE
        await sending.close()
        await store.close()

    asyncio.run(deliver_all())
    assert nothing_waits(club)


def test_what_has_failed_comes_after_what_is_new(club: Club) -> None:
    upgrade(engine := club.engine())
    with engine.begin() as c:
        for guest in (1, 2):
            post_to(c, guest, 1, "")
        (first,) = notices.claim(c, 2, 3, most=1, share=_SHARE)
        notices.put_off(c, first.contact, first.id, 3)
        (second,) = notices.claim(c, 3, 4, most=1, share=_SHARE)
        assert (first.contact, second.contact) == ("1.0", "2.0")
    engine.dispose()


def test_who_answers_by_drips_holds_up_nobody(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier, "_ATTEMPT", 0.3)
    with dripping() as slow:
        club.settings["push_origins"] = slow
        with club.open() as workers:
            ann, ben, made = seated(club, workers)
            subscribe(ben, Subscriber(PushService(slow), "drip"))
            visit(club, ann, made["table"])
            club.clock.advance(AFTER)
            round_(workers[:1])  # it comes to an end
            assert _tries(club) == [(1, 0)]  # and is tried again


@contextmanager
def dripping() -> Iterator[str]:
    """A push service whose answer never ends, though every bit of it comes in time."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        over = threading.Event()

        def answer() -> None:
            with suppress(OSError), listening.accept()[0] as line:
                line.sendall(b"HTTP/1.1 201 Created\r\n")
                while not over.wait(0.05):
                    line.sendall(b"x: y\r\n")

        threading.Thread(target=answer, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        over.set()


def _tries(club: Club) -> list[tuple[int, int]]:
    return [tuple(row) for row in club.sql("select tries, claimed_until from outbox")]


def test_a_killed_worker_leaves_it_to_another(club: Club, service: PushService) -> None:
    """What a worker had claimed is sent when its lease has run out."""
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        subscribe(ben, phone := Subscriber(service, "phone"))
        visit(club, ann, made["table"])
    silent = replace(club, settings=club.settings | {"push": "", "smtp": ""})
    with silent.open() as workers:  # as far as the one got that was killed while sending
        club.clock.advance(AFTER)
        workers[0].do(workers[0].worker.courier.gather)  # type: ignore[attr-defined]
        club.sql("update outbox set tries = 1, claimed_until = :until", until=club.clock() + _LEASE)
    with club.open() as workers:
        round_(workers)
        assert service.came.empty()
        club.clock.advance(_LEASE / 1000)
        settled(club, workers)
        assert phone.told()["turns"] == 1
        assert service.came.empty()


def test_two_workers_send_each_message_once(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann = workers[0].guest("Ann")
        others = []
        for n in range(12):
            ben = workers[-1].guest(f"Ben {n}")
            subscribe(ben, Subscriber(service, f"phone{n}"))
            others.append(joined(club, ann, ben, n)["table"])
        for table in others:
            visit(club, ann, table)
        club.clock.advance(AFTER)
        settled(club, workers)
        paths = sorted(service.next().path for _ in others)
        assert paths == sorted(f"/phone{n}" for n in range(12))
        assert service.came.empty()


def test_mail_is_confirmed_then_sent_then_ended(club: Club, post: MailServer) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        put = ben.site.http.put(
            "/api/notices/mail?lang=cs", json={"address": "ben@home.example"}, headers=ben.headers
        )
        assert put.json()["mail"] == {"address": "ben@home.example", "confirmed": False}
        settled(club, workers)
        mail = post.next()
        code = re.search(r": tvůj kód je (\w+)$", mail["Subject"])
        assert code is not None
        assert code[1] in mail.get_content()
        # Nothing more is sent before the code has come back.
        visit(club, ann, made["table"])
        club.clock.advance(AFTER)
        settled(club, workers)
        assert post.came.empty()
        wrong = ben.post("/api/notices/mail", {"code": "nothing"})
        assert (wrong.status_code, wrong.json()["error"]) == (409, "bad_code")
        assert ann.post("/api/notices/mail", {"code": code[1]}).status_code == 409
        typed = ben.post("/api/notices/mail", {"code": f" {code[1].upper()} "})
        assert typed.json()["mail"]["confirmed"] is True
        visit(club, ben, made["table"])
        club.clock.advance(AFTER)
        visit(club, ann, made["table"])
        club.clock.advance(AFTER)
        settled(club, workers)
        mail = post.next()
        text = mail.get_content()
        assert (mail["To"], mail["From"]) == ("ben@home.example", "games@club.example")
        assert mail["Subject"] == "Tash-Kalar: Jsi na tahu u 1 stolu."
        assert mail.get_content_type() == "text/plain"
        assert f"{SITE}/t/{made['table']}" in text
        # Both links that end it do.
        link = re.search(rf"{SITE}/unsubscribe#([\w-]+)", text)
        assert link is not None
        assert mail["List-Unsubscribe"] == f"<{SITE}/api/notices/end/{link[1]}>"
        ended = workers[0].http.post(
            f"/api/notices/end/{link[1]}", data={"List-Unsubscribe": "One-Click"}
        )
        assert ended.status_code == 204
        assert ben.get("/api/notices").json()["mail"] is None


def test_who_has_ended_it_is_looked_for_no_longer(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        subscribe(ben, Subscriber(service, "phone"))
        visit(club, ann, made["table"])
        ((secret,),) = club.sql("select secret from contacts")
        assert workers[-1].http.post(f"/api/notices/end/{secret}").status_code == 204
        club.clock.advance(AFTER)
        settled(club, workers)
        assert service.came.empty()
        with club.engine().connect() as c:
            assert notices.to_be_told(c, club.clock(), PAUSE * 1000) == []


def test_an_address_that_nobody_confirms_is_deleted(club: Club, post: MailServer) -> None:
    with club.open() as workers:
        ben = workers[0].guest("Ben")
        headers, wanted = ben.headers, {"address": "ben@home.example"}
        assert ben.site.http.put("/api/notices/mail", json=wanted, headers=headers).is_success
        settled(club, workers)
        code = post.next()["Subject"].rpartition(" ")[2]
        club.clock.advance(30 * 60)
        late = ben.post("/api/notices/mail", {"code": code})
        assert late.json()["reason"].startswith("This code is not valid: it works once, for 30")
        workers[0].do(workers[0].worker.courier.tidy)  # type: ignore[attr-defined]
        assert club.sql("select count(*) from contacts")[0][0] == 0


def test_an_address_stays_until_another_is_confirmed_and_nobody_waits_for_none(
    club: Club, post: MailServer
) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)

        def asked(address: str) -> str:
            wanted = {"address": address}
            answer = ben.site.http.put("/api/notices/mail", json=wanted, headers=ben.headers)
            assert answer.is_success, answer.text
            settled(club, workers)
            return str(post.next()["Subject"].rpartition(" ")[2])

        known = "select address from contacts where code is null"
        assert ben.post("/api/notices/mail", {"code": asked("old@home.example")}).is_success
        code = asked("new@home.example")
        assert club.sql(known) == [("old@home.example",)]
        shown = ben.get("/api/notices").json()["mail"]
        assert shown == {"address": "new@home.example", "confirmed": False}
        assert ben.post("/api/notices/mail", {"code": code}).is_success
        assert club.sql(known) == [("new@home.example",)]
        assert club.sql("select count(*) from contacts") == [(1,)]
        # However the last contact goes, nobody is waited for whom nobody can tell.
        visit(club, ann, made["table"])
        assert club.sql("select count(*) from waits") == [(1,)]
        secret = club.sql("select secret from contacts")[0][0]
        assert ben.site.http.post(f"/api/notices/end/{secret}").status_code == 204
        assert club.sql("select count(*) from waits") == [(0,)]


def test_nothing_hidden_is_told(club: Club, service: PushService, post: MailServer) -> None:
    """The same words, whatever cards are dealt: of the game itself nothing is said."""
    with club.open() as workers:
        told = []
        for seed in (1, 2, 3):
            ann, ben, made = seated(club, workers, seed)
            phone = Subscriber(service, f"phone{seed}")
            subscribe(ben, phone)
            visit(club, ann, made["table"])
            club.clock.advance(AFTER)
            settled(club, workers)
            told.append({**phone.told(), "path": ""})
        assert told[0] == told[1] == told[2]


def test_deleting_ones_data_deletes_contacts(club: Club, service: PushService) -> None:
    with club.open() as workers:
        ann, ben, made = seated(club, workers)
        subscribe(ben, Subscriber(service, "phone"))
        ben.site.http.put(
            "/api/notices/mail", json={"address": "ben@home.example"}, headers=ben.headers
        )
        visit(club, ann, made["table"])
        assert club.sql("select count(*) from waits")[0][0] == 1
        assert ben.site.http.delete("/api/guests", headers=ben.headers).status_code == 204
        for table in ("contacts", "outbox", "waits"):
            assert club.sql(f"select count(*) from {table}")[0][0] == 0


# --- what is refused ---


def test_nothing_is_offered_unless_it_is_set(tmp_path: Path, service: PushService) -> None:
    with clubs.club({}, tmp_path).open() as (site,):
        house = site.http.get("/api/house").json()
        assert (house["push"], house["mail"]) == ("", False)
        ann = site.guest()
        phone = Subscriber(service, "phone").subscription
        answers = [
            site.http.put("/api/notices/browsers", json=phone, headers=ann.headers),
            site.http.put(
                "/api/notices/mail", json={"address": "a@b.example"}, headers=ann.headers
            ),
        ]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert [answer.json()["reason"] for answer in answers] == [
            "This server has no push notifications.",
            "This server sends no email.",
        ]
        assert site.http.get("/api/notices").status_code == 401


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://10.1.2.3/a",
        "https://192.168.0.7:8443/a",
        "https://169.254.169.254/latest",
        "https://localhost/a",
        "https://push.localhost/a",
        "https://db.internal/a",
        "https://router/a",
        "ftp://push.example/a",
        "https://user:word@push.example/a",
        "https://push.example:99999/a",
        "https:///a",
        "",
        "a b",
        "https://push.example/" + "a" * 1000,
        "https://[fd00::1]/a",
        "https://0.0.0.0/",
    ],
)
def test_an_endpoint_that_is_none_is_refused(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        checked_endpoint(endpoint, frozenset())


def test_a_name_that_leads_into_the_own_network_is_not_asked(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a name leads is looked at when connecting, not when it is given."""
    found = clubs.club({}, tmp_path)
    found.settings |= {"push": CONTACT, "push_origins": service.origin}
    with found.open() as (site,):
        ann, ben, made = seated(found, [site])
        evil = {**Subscriber(service, "x").subscription, "endpoint": "https://push.example/a"}
        put = site.http.put("/api/notices/browsers", json=evil, headers=ben.headers)
        assert put.status_code == 200
        asked: list[str] = []

        def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
            asked.append(host)
            return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr(endpoints, "getaddrinfo", getaddrinfo)
        visit(found, ann, made["table"])
        found.clock.advance(AFTER)
        round_([site])
        eventually(lambda: _tries(found) == [(1, 0)])
        assert asked == ["push.example"]
        assert service.came.empty()


def test_bad_keys_and_addresses_are_refused(
    tmp_path: Path, service: PushService, post: MailServer
) -> None:
    found = clubs.club({}, tmp_path)
    found.settings |= {
        "push": CONTACT,
        "push_origins": service.origin,
        "smtp": post.address,
        "address": SITE,
        "mail_from": "games@club.example",
    }
    with found.open() as (site,):
        ann, good = site.guest(), Subscriber(service, "phone").subscription
        for wrong in (
            {"p256dh": "AAAA"},
            {"auth": "AAAA"},
            {"p256dh": "?"},
            {"endpoint": "https://10.0.0.1/"},
        ):
            answer = site.http.put("/api/notices/browsers", json=good | wrong, headers=ann.headers)
            assert (answer.status_code, answer.json()["error"]) == (400, "malformed"), wrong
        for address in (
            "ann",
            "a@b",
            "a@b.c\nBcc: x@y.example",
            "<a@b.example>",
            "a b@c.example",
            "ann@clüb.example",
            "@b.example",
            "a@-.example, c@d.example",
        ):
            answer = site.http.put(
                "/api/notices/mail", json={"address": address}, headers=ann.headers
            )
            assert answer.status_code == 400, address
        # Nobody is flooded with codes.
        statuses = [
            site.http.put(
                "/api/notices/mail",
                json={"address": "ann@home.example"},
                headers=site.guest(f"Ann {n}").headers,
            ).status_code
            for n in range(6)
        ]
        assert statuses == [200] * 5 + [429]
        # Of one guest a few browsers are told, the latest.
        for n in range(7):
            subscribe(ann, Subscriber(service, f"phone{n}"))
        assert len(ann.get("/api/notices").json()["browsers"]) == 5


def test_settings_of_notices_are_checked() -> None:
    good = Settings(smtp="smtps://a:b@mail.example", mail_from="a@b.example", address=SITE)
    good.check()
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"push": "ann@club.example"}, "mailto:you@club.example"),
        ({"push_origins": "push.lan"}, "https://push.lan:8443"),
        ({"smtp": "mail.example"}, "smtp://mail.example:587"),
        ({"mail_from": ""}, "TASHKALAR_MAIL_FROM"),
        ({"address": ""}, "TASHKALAR_ADDRESS"),
    )
    for wrong, said in cases:
        with pytest.raises(BadSetting, match=re.escape(said)) as refused:
            replace(good, **wrong).check()
        assert "a:b@" not in str(refused.value)
