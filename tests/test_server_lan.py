"""Friends in one network: where the server is found, links that others can open, QR codes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.wire import network, qr
from tests.serving import ENVIRONMENT, Killable, Running, running
from tests.test_server_web import command

LAN = network.network_address()
needs_network = pytest.mark.skipif(LAN is None, reason="this machine is in no network")


# --- codes ---


def dark(path: str) -> set[tuple[int, int]]:
    """The modules that a path fills."""
    found = set()
    for x, y, n, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert n == back
        found |= {(int(x) + i, int(y)) for i in range(int(n))}
    return found


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=6))
def test_a_code_is_drawn_as_it_is(drawn: list[list[bool]]) -> None:
    rows = tuple(map(tuple, drawn))
    wanted = {(x, y) for y, row in enumerate(rows) for x, filled in enumerate(row) if filled}
    assert dark(qr.outline(rows)) == wanted


def test_a_code_is_printed_as_it_is() -> None:
    """Two rows share a line; all around stays light."""
    rows = qr.modules("http://192.168.1.7:8080/")
    found = set()
    for n, line in enumerate(qr.printed("http://192.168.1.7:8080/").splitlines()):
        assert line.startswith("\033[30;107m")
        assert line.endswith("\033[0m")
        top = 2 * n - qr.QUIET
        for x, halves in enumerate(line[len("\033[30;107m") : -len("\033[0m")], -qr.QUIET):
            found |= {(x, top)} if halves in "▀█" else set()
            found |= {(x, top + 1)} if halves in "▄█" else set()
    wanted = {(x, y) for y, row in enumerate(rows) for x, filled in enumerate(row) if filled}
    assert found == wanted


# --- links ---


def invitation(site: Running, table: str, host: str, **headers: str) -> dict[str, object]:
    path = f"/api/tables/{table}/invitation"
    answer = site.http.get(path, headers={**headers, "Host": host})
    found: dict[str, object] = answer.json()
    return found


def test_a_link_is_that_by_which_the_server_was_reached(site: Running) -> None:
    ann = site.guest("Ann")
    made = ann.table("me", "open")
    for host, local in (
        ("play.example", False),
        ("192.168.1.7:8080", False),
        ("[fd00::2]:8080", False),
        ("localhost:8080", True),
        ("127.0.0.1:80", True),
        ("[::1]:8080", True),
        ("table.localhost", True),
    ):
        found = invitation(site, made["table"], host, **ann.headers)
        assert found["link"] == f"http://{host}/t/{made['table']}?invite={made['invite']}"
        assert found["local"] is local
        rows = qr.modules(str(found["link"]))
        assert found["size"] == len(rows)
        assert found["code"] == qr.outline(rows)


def test_behind_a_proxy_with_encryption_so_is_the_link(site: Running) -> None:
    ann = site.guest("Ann")
    table = ann.table("me", "open")["table"]
    headers = {**ann.headers, "X-Forwarded-Proto": "https"}
    link = invitation(site, table, "play.example", **headers)["link"]
    assert str(link).startswith("https://play.example/t/")


def test_instead_of_a_local_address_a_link_has_that_of_the_network(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("address")
    with running(folder, address="http://192.168.1.7:8080/") as site:
        ann = site.guest("Ann")
        table = ann.table("me", "open")["table"]
        found = invitation(site, table, "localhost:8080", **ann.headers)
        assert str(found["link"]).startswith(f"http://192.168.1.7:8080/t/{table}?invite=")
        assert found["local"] is False
        found = invitation(site, table, "club.example", **ann.headers)
        assert str(found["link"]).startswith(f"http://club.example/t/{table}?")


def test_only_members_pass_an_invitation_on(site: Running) -> None:
    ann, eve = site.guest("Ann"), site.guest("Eve")
    made = ann.table("me", "open")
    table, invite = made["table"], made["invite"]
    assert invitation(site, table, "a.example", **eve.headers)["error"] == "unknown"
    # Who was invited may pass on what was given to them, and learns nothing new.
    path = f"/api/tables/{table}/invitation?invite={invite}"
    assert eve.get(path).json()["link"].endswith(f"/t/{table}?invite={invite}")
    running_one = ann.table("me", "random")["table"]
    assert invitation(site, running_one, "a.example", **eve.headers)["link"] == (
        f"http://a.example/t/{running_one}"
    )


@pytest.mark.parametrize("host", ["x" * 256, "[::", "a b", "[", "exa\u00a0mple"])
def test_a_host_that_is_none_does_no_harm(site: Running, host: str) -> None:
    ann = site.guest("Ann")
    table = ann.table("me", "open")["table"]
    headers = {**ann.headers, "Host": host.encode("latin-1")}
    answer = site.http.get(f"/api/tables/{table}/invitation", headers=headers)  # type: ignore[arg-type]
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("given", ["192.168.1.7:8080", "ftp://x", "http://", "http://a:b"])
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(BadSetting, match="TASHKALAR_ADDRESS"):
        Settings.from_environment({"TASHKALAR_ADDRESS": given})


# --- listening ---


def test_lan_and_host_exclude_each_other(tmp_path: Path) -> None:
    refused = command(tmp_path, "serve", "--lan", "--host", "127.0.0.1")
    assert refused.returncode == 2
    assert "leave out --host" in refused.stderr


@needs_network
def test_serve_lan_is_reached_from_the_network(tmp_path: Path) -> None:
    database = {"TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'x.sqlite'}"}
    site = Killable(database, "--lan")
    try:
        assert site.process.stdout is not None
        told = site.process.stdout.readline()
        port = site.address.rpartition(":")[2]
        assert told == f"Others in your network: http://{LAN}:{port}/\n"
        ann = site.guest("Ann")
        table = ann.table("me", "open")["table"]
        link = ann.get(f"/api/tables/{table}/invitation").json()["link"]
        assert link.startswith(f"http://{LAN}:{port}/t/{table}?invite=")
        here = f"http://{LAN}:{port}"
        # Its own pages may use it by that address; those of others may not, there as elsewhere.
        for origin, status in ((here, 201), ("http://evil.example", 403), ("null", 403)):
            site.http.headers["Origin"] = origin
            made = site.http.post(f"{here}/api/guests", json={"name": "Ben"})
            assert made.status_code == status, origin
        play = f"ws://{LAN}:{port}/api/play"
        connect(play, origin=Origin(here), legacy=True).close()
        for origin in ("http://evil.example", f"http://localhost:{port}"):
            with pytest.raises(InvalidStatus):
                connect(play, origin=Origin(origin), legacy=True)
    finally:
        site.stop()


@needs_network
def test_a_terminal_shows_the_code(tmp_path: Path) -> None:
    """To a file or a journal it is not written."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ,
        **ENVIRONMENT,
        "PYTHONIOENCODING": "utf-8",
        "TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'x.sqlite'}",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "tashkalar", "serve", "--port", "0", "--lan"],
        env=environment,
        stdout=theirs,
    )
    try:
        said = ""
        while said.count("\033[0m") < 10:
            said += os.read(ours, 4096).decode()
        address = re.search(r"Others in your network: (\S+)", said)
        assert address is not None
        while (rest := qr.printed(address[1])) not in said.replace("\r\n", "\n"):
            said += os.read(ours, 4096).decode()
        assert rest
    finally:
        server.terminate()
        server.wait(30)
        os.close(ours)
        os.close(theirs)
