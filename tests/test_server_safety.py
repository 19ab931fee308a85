"""What strangers, broken programs and curious opponents can do: nothing."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tashkalar.server.tables.table import load
from tests.effort import times
from tests.serving import Message, Running, choices, running


def events(site: Running, table: str) -> list[str]:
    found = site.worker.store.engine.connect().exec_driver_sql(
        f"select body from events where table_id = '{table}' order by seq"
    )
    return list(found.scalars())


# --- messages ---

VALID: list[Message] = [
    {"t": "choose", "seq": 2, "choice": "place e5", "id": 1},
    {"t": "undo", "seq": 2},
    {"t": "redo", "seq": 2},
    {"t": "why", "choice": "summon knight"},
    {"t": "hint"},
    {"t": "resign", "seat": 0},
    {"t": "offer", "what": "takeback"},
    {"t": "answer", "what": "takeback", "yes": True},
    {"t": "replace", "seat": 0, "bot": "random"},
    {"t": "return"},
    {"t": "chat", "text": "hello"},
    {"t": "look", "seat": 0},
    {"t": "ping"},
    {"t": "hello", "table": "x", "token": None},
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(["e5", "place e5", "takeback", "random", "choose", "\x00", "-1", "𝕏" * 9]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(string.ascii_letters, max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn) -> str | bytes:
    """A message that was right once."""
    message = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 3))):
        key = draw(st.sampled_from([*message, "seq", "choice", "seat", "t", "id", "extra"]))
        if draw(st.booleans()):
            message.pop(key, None)
        else:
            message[key] = draw(VALUES)
    frame = json.dumps(message)
    for _ in range(draw(st.integers(0, 3))):  # and damaged on its way
        at = draw(st.integers(0, len(frame)))
        frame = frame[:at] + draw(st.text(max_size=3)) + frame[at + draw(st.integers(0, 4)) :]
    data = frame.encode("utf-8", "surrogatepass")
    if draw(st.booleans()):
        return data
    return data.decode("utf-8", "replace")


class Attacker:
    """A socket that has no business to change anything, opened again whenever it is closed."""

    def __init__(self, site: Running, table: str, token: str | None) -> None:
        self.site, self.table, self.token = site, table, token
        self.wire = site.at(table, token)
        self.sent = 0

    def send(self, frame: str | bytes) -> None:
        self.sent += 1
        try:
            self.wire.socket.send(frame)
            self.wire.send(t="ping", id="still there?")
            self.wire.expect("pong", lambda m: m["id"] == "still there?")
        except ConnectionClosed:
            self.wire = self.site.at(self.table, self.token)


def attack(attackers: list[Attacker], usual: int) -> None:
    @settings(
        max_examples=times(usual),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(attacker=st.sampled_from(attackers), frame=mutated())
    def send(attacker: Attacker, frame: str | bytes) -> None:
        attacker.send(frame)

    send()
    assert sum(attacker.sent for attacker in attackers) >= times(usual)


@pytest.mark.long
def test_a_thousand_mutated_messages_change_nothing(site: Running) -> None:
    ann, eve = site.guest("Ann"), site.guest("Eve")
    table = ann.table("me", "hotseat", public=True, seed=4)["table"]
    with ann.at(table) as wire:
        for _ in range(2):
            wire.choose(choices(wire.my_turn())[0])
        scene = wire.my_turn()
    before = events(site, table)
    attack([Attacker(site, table, eve.token), Attacker(site, table, None)], 1000)
    assert events(site, table) == before
    assert site.http.get("/health").json()["status"] == "ok"
    with ann.at(table) as wire:
        again = wire.my_turn()
        assert (again["seq"], again["question"]) == (scene["seq"], scene["question"])
        wire.choose(choices(again)[0])


@pytest.mark.long
def test_who_plays_can_change_only_what_is_theirs(site: Running) -> None:
    ann, ben, cleo = (site.guest(name) for name in ("Ann", "Ben", "Cleo"))
    made = ann.table("me", "open", "open", form="melee-3", public=True, seed=4)
    table = made["table"]
    ben.join(table, made["invite"], 1)
    cleo.join(table, made["invite"], 2)
    with cleo.at(table) as wire:
        first = wire.shown(2)  # nobody has chosen yet, and it is Cleo's turn to
        assert first["acting"] == 2
        attack([Attacker(site, table, ann.token), Attacker(site, table, ben.token)], 500)
        now = wire.shown(first["seq"])
        assert (now["board"], now["acting"]) == (first["board"], 2)
        wire.choose(choices(wire.my_turn())[0])
        attack([Attacker(site, table, cleo.token)], 500)
    # Whatever got through was the attacker's own to do, and all of it can be derived again.
    seats = [json.loads(body)["seat"] for body in events(site, table)[2:]]
    assert set(seats) <= {2}
    course = next(t.course for t in site.worker.tables.alive() if t.id == table)
    again = load(site.worker.store.engine.connect(), table)
    assert again is not None
    assert again.course.seq == course.seq
    assert again.course.game is not None
    assert course.game is not None
    assert again.course.game.position == course.game.position


def test_an_oversized_frame_closes_the_socket(site: Running) -> None:
    ann = site.guest()
    table = ann.table("me", "random")["table"]
    wire = ann.at(table)
    wire.my_turn()
    with suppress(ConnectionClosed):
        wire.send(t="chat", text="x" * 5000)
    assert wire.closed() == 1009
    with ann.at(table) as again:
        again.my_turn()


def test_a_client_that_talks_nonsense_is_sent_away(site: Running) -> None:
    ann = site.guest()
    wire = ann.at(ann.table("me", "random")["table"])
    wire.my_turn()
    with suppress(ConnectionClosed):
        for _ in range(30):
            wire.socket.send("{")
    assert wire.closed() == 1008
    refused = [m for m in wire.seen if m["t"] == "refused"]
    assert {m["error"] for m in refused} == {"malformed"}


@pytest.mark.parametrize("first", ["{}", "nonsense", '{"t":"ping"}', '{"t":"hello"}', b"\xff\xfe"])
def test_who_does_not_greet_is_sent_away(site: Running, first: str | bytes) -> None:
    with connect(f"ws://{site.address}/api/play") as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=30))["t"] == "bye"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)


def test_a_flood_is_refused_then_ended(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("flood"), messages=5) as site:
        ann = site.guest()
        table = ann.table("me", "random")["table"]
        wire = ann.at(table)
        wire.shown(0)
        with suppress(ConnectionClosed):
            for _ in range(200):
                wire.send(t="ping")
        assert wire.closed() == 1008
        answered = [m["t"] for m in wire.seen if m["t"] in ("pong", "refused")]
        assert answered.count("pong") < 40
        assert answered.count("refused") >= 20
        with ann.at(table) as again:  # and may come back
            again.shown(0)


def test_only_so_many_sockets_from_one_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("many"), sockets=3) as site:
        ann = site.guest()
        table = ann.table("me", "random")["table"]
        wires = [ann.at(table) for _ in range(3)]
        for wire in wires:
            wire.shown(0)
        with pytest.raises(InvalidStatus):
            ann.at(table)
        for wire in wires:
            wire.close()


def test_only_so_many_spectators(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("crowd"), spectators=2) as site:
        table = site.guest().table("me", "random", public=True)["table"]
        wires = [site.at(table) for _ in range(2)]
        for wire in wires:
            wire.shown(0)
        assert site.at(table).receive()["reason"] == "full"
        for wire in wires:
            wire.close()


# --- requests ---


def test_a_large_body_is_refused(site: Running) -> None:
    big = json.dumps({"name": "x" * 20_000})
    assert site.http.post("/api/guests", content=big).status_code == 413

    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert site.http.post("/api/guests", content=parts()).status_code == 413


def test_too_many_requests_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("rate"), requests=2, guests=0.1) as site:
        codes = [site.http.get("/api/forms").status_code for _ in range(20)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert site.http.get("/health").status_code == 200
    with running(tmp_path_factory.mktemp("guests"), guests=0.1) as site:
        codes = [site.http.post("/api/guests", json={"name": "A"}).status_code for _ in range(8)]
        assert codes[0] == 201
        assert codes[-1] == 429


def test_pages_of_other_origins_are_refused(site: Running) -> None:
    evil, here = {"Origin": "https://evil.example"}, {"Origin": f"http://{site.address}"}
    for method in ("POST", "PATCH"):
        answer = site.http.request(method, "/api/guests", json={"name": "A"}, headers=evil)
        assert (answer.status_code, answer.json()["error"]) == (403, "origin")
    assert site.http.post("/api/guests", json={"name": "A"}, headers=here).status_code == 201
    address = f"ws://{site.address}/api/play"
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers=evil, legacy=True)
    connect(address, additional_headers=here, legacy=True).close()


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]b", "null"])
def test_what_is_no_origin_is_refused(site: Running, origin: str) -> None:
    answer = site.http.post("/api/guests", json={"name": "A"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "origin")
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{site.address}/api/play", additional_headers={"Origin": origin}, legacy=True)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "path", ["people/%00", "tournaments/a%00", "ratings?form=%00", "notices/end/%00", "club?x=%00"]
)
def test_what_no_database_can_hold_is_refused_before_it_is_asked(site: Running, path: str) -> None:
    answer = site.guest().get(f"/api/{path}")
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_an_origin_can_be_allowed(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("o"), origins="https://club.example") as site:
        club = {"Origin": "https://club.example"}
        assert site.http.post("/api/guests", json={"name": "A"}, headers=club).status_code == 201


@pytest.mark.parametrize("path", ["/", "/health", "/api/forms", "/api/nothing", "/api/docs"])
def test_every_answer_has_the_headers_of_safety(site: Running, path: str) -> None:
    headers = site.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_what_browsers_heed_on_safe_pages_only_is_sent_there(site: Running) -> None:
    for host, scheme, sent in (
        (site.address, "http", True),
        ("localhost:8080", "http", True),
        ("192.168.1.7:8080", "http", False),
        ("play.example", "https", True),
    ):
        answer = site.http.get("/health", headers={"Host": host, "X-Forwarded-Proto": scheme})
        assert ("cross-origin-opener-policy" in answer.headers) is sent, host


@pytest.mark.parametrize("table", ["' or 1=1 --", "%00", "a" * 300, "../../x", "💥"])
def test_strange_addresses_are_unknown(site: Running, table: str) -> None:
    from urllib.parse import quote

    answer = site.guest().get(f"/api/tables/{quote(table, safe='')}")
    assert answer.status_code in (400, 404)
