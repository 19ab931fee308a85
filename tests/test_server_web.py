"""The files of the client, the commands, sockets that do not read."""

from __future__ import annotations

import asyncio
import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tashkalar.server.settings import Settings
from tashkalar.server.tables.projection import begun
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import sockets, web
from tashkalar.server.wire.protocol import Pong
from tashkalar.server.wire.rendering import Renderer
from tashkalar.server.wire.sockets import Socket
from tests.serving import Killable, Running, running
from tests.test_server_store import HEADER, SITTING


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with a client of three files."""
    built = tmp_path / "web"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>client</title>")
    (built / "assets" / "app-1.js").write_text("let x = 1;" * 100)
    (built / "assets" / "app-1.js.gz").write_bytes(gzip.compress(b"let x = 1;" * 100))
    (built / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(web, "WEB", built)
    with running(tmp_path) as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/table/abc", "/a/b/c?d=e"])
def test_every_page_is_the_start_page(site: Running, path: str) -> None:
    page = site.http.get(path)
    assert page.status_code == 200
    assert "client" in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert site.http.head(path).status_code == 200


def test_assets_are_kept_for_ever_and_sent_packed(site: Running) -> None:
    packed = site.http.get("/assets/app-1.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text.startswith("let x")
    assert "immutable" in packed.headers["cache-control"]
    assert "javascript" in packed.headers["content-type"]
    plain = site.http.get("/assets/app-1.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == packed.text
    assert site.http.get("/icon.svg").headers["content-type"].startswith("image/svg")


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_outside_the_client_is_sent(site: Running, path: str) -> None:
    assert "secret" not in site.http.get(path).text
    assert "root:" not in site.http.get(path).text


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/assets/none.js"])
def test_what_is_not_there_is_not_the_start_page(site: Running, path: str) -> None:
    answer = site.http.get(path)
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown")


def test_without_a_client_a_page_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "WEB", tmp_path / "nothing")
    with running(tmp_path) as site:
        page = site.http.get("/")
        assert page.status_code == 503
        assert "make" in page.text


# --- commands ---


def command(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    database = {"TASHKALAR_DATABASE_URL": f"sqlite:///{folder / 'x.sqlite'}"}
    return subprocess.run(
        [sys.executable, "-m", "tashkalar.terminal.command", *arguments],
        env={**os.environ, **database, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_migrate_makes_the_tables(tmp_path: Path) -> None:
    done = command(tmp_path, "migrate")
    assert done.returncode == 0, done.stderr
    assert "revision" in done.stdout
    assert (tmp_path / "x.sqlite").exists()


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"TASHKALAR_BOT_PAUSE": "soon"}, "TASHKALAR_BOT_PAUSE"),
        ({"TASHKALAR_BOT_BUDGET": "soon"}, "budget"),
        ({"TASHKALAR_REDIS_URL": "http://127.0.0.1:1"}, "TASHKALAR_REDIS_URL"),
        ({"TASHKALAR_DATABASE_URL": "postgresql://x@127.0.0.1:1/x"}, "connect"),
    ],
)
def test_a_server_that_cannot_start_says_why(
    tmp_path: Path, environment: dict[str, str], reason: str
) -> None:
    refused = command(tmp_path, "serve", "--port", "0", **environment)
    assert refused.returncode == 2
    assert reason in refused.stderr
    assert "Traceback" not in refused.stderr


def test_one_file_is_for_one_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    first = Killable({"TASHKALAR_DATABASE_URL": database})
    try:
        refused = command(tmp_path, "serve", "--port", "0")
        assert refused.returncode == 2
        assert "another server" in refused.stderr
    finally:
        first.stop()
    assert first.process.returncode in (0, -15)


# --- a socket that does not read ---


class Deaf:
    """A connection that takes one message and then no more."""

    def __init__(self) -> None:
        self.taken = 0

    async def send_text(self, _: str) -> None:
        self.taken += 1
        if self.taken > 1:
            await asyncio.Event().wait()


def test_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> tuple[int, bool]:
        worker: Any = SimpleNamespace(settings=Settings(outbox=10), renderer=Renderer())
        deaf: Any = Deaf()
        socket = Socket(deaf, worker, Table(HEADER, begun(HEADER, SITTING), {}), None, "en")
        writing = asyncio.create_task(socket.write())
        for number in range(30):
            socket.send(Pong(number))
            await asyncio.sleep(0)
        await asyncio.wait([writing], timeout=30)
        return deaf.taken, writing.cancelled()

    taken, dropped = asyncio.run(run())
    assert taken == 2
    assert dropped
    monkeypatch.setattr(sockets, "PATIENCE", 0.01)

    async def wait() -> type[BaseException]:
        worker: Any = SimpleNamespace(settings=Settings(outbox=10), renderer=Renderer())
        deaf: Any = Deaf()
        socket = Socket(deaf, worker, Table(HEADER, begun(HEADER, SITTING), {}), None, "en")
        socket.send(Pong(1))
        socket.send(Pong(2))
        with pytest.raises(TimeoutError) as error:
            await socket.write()
        return error.type

    assert asyncio.run(wait()) is TimeoutError
