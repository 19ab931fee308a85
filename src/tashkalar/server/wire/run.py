"""Starting the server."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from tashkalar.server.metrics import SHARED
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage.store import Store, open_engine, open_to_read
from tashkalar.server.wire import qr
from tashkalar.server.wire.connections import PlayConnection, RequestConnection
from tashkalar.server.wire.network import network_address


class AddressInUse(Exception):
    """Another server uses the same file or the same address, or it cannot be used at all."""


def migrate(settings: Settings) -> str:
    """Bring the database up to date; its revision is returned."""
    from tashkalar.server.storage.migrations import newest, upgrade

    settings.make_folder()
    engine = open_engine(settings.database)
    upgrade(engine)
    engine.dispose()
    return newest()


def check(settings: Settings) -> list[tuple[str, str]]:
    """All stored tables, each with the reason if it does not come out the same, else ''.

    Nothing is written; a database that is not there, or is another's, is refused.
    """
    from tashkalar.server.storage.migrations import revision
    from tashkalar.server.tables import stored

    file = settings.file
    if file is not None and not file.is_file():
        raise BadSetting(f"there is no database {file}; is TASHKALAR_DATABASE_URL the right one?")
    engine = open_engine(settings.database) if file is None else open_to_read(file)
    try:
        if revision(engine) is None:  # a newer one is refused
            raise BadSetting(
                "there are no tables of this game in the database; "
                "is TASHKALAR_DATABASE_URL the right one?"
            )
        with engine.connect() as connection:
            return [
                (f"table {row.id} ({row.form}, {row.seq} events, rules {row.rules})", reason)
                for row, reason in stored.check(connection)
            ]
    finally:
        engine.dispose()


def serve(
    settings: Settings,
    host: str,
    port: int,
    browser: bool = False,
    workers: int = 1,
    lan: bool = False,
) -> None:
    """Serve until interrupted; ``lan`` tells where others in the network find the server."""
    if workers > 1 and not settings.redis_url:
        raise BadSetting(
            "several workers need Redis to tell each other of moves; "
            "set TASHKALAR_REDIS_URL or use one worker"
        )
    if settings.redis_url:
        _check_redis(settings.redis_url)
    settings.make_folder()
    _open_many()
    with only_one(settings):
        engine = open_engine(settings.database)
        Store(engine).prepare(settings.embedded)
        engine.dispose()
        listening = bound(host, port)
        if lan:
            settings = _in_network(settings, listening.getsockname()[1])
        if workers > 1:
            os.environ["TASHKALAR_ADDRESS"] = settings.address
            os.environ.setdefault(SHARED, tempfile.mkdtemp(prefix="tashkalar-metrics-"))
            config = uvicorn.Config(
                "tashkalar.server.wire.app:from_environment",
                factory=True,
                workers=workers,
                **options(settings, host, port),
            )
            listening.set_inheritable(True)
            listening.listen(config.backlog)  # who comes before the workers are up has to wait
            _ready(host, listening.getsockname()[1], browser)
            if lan:
                _tell_others(settings)
            Multiprocess(config, sockets=[listening]).run()
            return
        from tashkalar.server.wire.app import make_app, settle

        config = uvicorn.Config(make_app(settings), **options(settings, host, port))
        config.load()
        settle()
        server = Server(config, browser)
        if lan:
            server.told = partial(_tell_others, settings)
        server.run([listening])


def _open_many() -> None:
    """Allow as many sockets and files as the system does; the usual number is small."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bound(host: str, port: int) -> socket:
    """A socket at an address; why there can be none is said in one sentence."""
    try:
        family, _, _, _, address = getaddrinfo(host, port, type=SOCK_STREAM, flags=AI_PASSIVE)[0]
        found = socket(family, SOCK_STREAM)
        if os.name == "posix":  # elsewhere this would let two servers share a port
            found.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise AddressInUse(
            f"cannot listen on {host}, port {port}: {reason}; choose others with --host and --port"
        ) from None
    return found


def _check_redis(address: str) -> None:
    """Refuse what is no address; where nobody answers, say so and go on without."""
    from redis import Redis, RedisError

    try:
        redis = Redis.from_url(address, socket_connect_timeout=5)
    except ValueError as error:
        raise BadSetting(f"TASHKALAR_REDIS_URL: {error}") from None
    try:
        redis.ping()
    except RedisError as error:
        print(
            f"Redis does not answer (TASHKALAR_REDIS_URL): {error}\n"
            "The server starts without it: moves at other workers are seen within 5 seconds.",
            file=sys.stderr,
            flush=True,
        )
    finally:
        redis.close()


def options(settings: Settings, host: str, port: int) -> dict[str, Any]:
    """What uvicorn is started with."""
    return {
        "host": host,
        "port": port,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "http": RequestConnection,
        "ws": PlayConnection,
        "ws_max_size": settings.message_bytes,
        "ws_per_message_deflate": settings.compression,
        "timeout_graceful_shutdown": 3,
    }


class Server(uvicorn.Server):
    """Says where it is as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, browser: bool = False) -> None:
        super().__init__(config)
        self._browser = browser
        self.ready = threading.Event()
        self.port = config.port
        self.told: Callable[[], None] = lambda: None  # what else to say then

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, and tell where."""
        await super().startup(sockets)
        if self.started:
            self.port = self.servers[0].sockets[0].getsockname()[1]
            _ready(self.config.host, self.port, self._browser)
            self.told()
            self.ready.set()


def _ready(host: str, port: int, browser: bool) -> None:
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    print(f"Tash-Kalar is served at {address}", flush=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _in_network(settings: Settings, port: int) -> Settings:
    """The settings with the address for others, unless it is set."""
    found = settings.address or network_address()
    if found is None or settings.address:
        return settings
    return replace(settings, address=f"http://{found}:{port}")


def _tell_others(settings: Settings) -> None:
    """Say where others find the server, in a terminal also as a code to scan."""
    if not settings.address:
        print("This machine is in no network: nobody else can reach it.", flush=True)
        return
    address = f"{settings.address.rstrip('/')}/"
    print(f"Others in your network: {address}", flush=True)
    if sys.stdout.isatty():
        with suppress(UnicodeEncodeError):  # a terminal that cannot draw it
            print(qr.printed(address), flush=True)


@contextmanager
def only_one(settings: Settings) -> Iterator[None]:
    """Without Redis, one server has a database file to itself."""
    file = settings.file
    if file is None or settings.redis_url:
        yield
        return
    lock_file = Path(f"{file}.lock")
    try:
        lock_file.touch()
    except OSError as error:
        raise BadSetting(f"the database {file} cannot be used: {error.strerror}") from None
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        yield
        return
    with lock_file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AddressInUse(
                f"another server already uses {file}; several need TASHKALAR_REDIS_URL"
            ) from None
        yield
