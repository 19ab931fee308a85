"""What the machine does not let us do is told in one sentence, too: files, folders, ports."""

from __future__ import annotations

import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_terminal import KNIGHT, complaint, run

ARENA = ("arena", "--bots", "novice,random", "--games", 2, "--budget", "5n", "--workers", 1)


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database that is a file of its own."""
    address = f"sqlite:///{tmp_path}/tables.sqlite"
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", address)
    return address


@pytest.fixture
def busy() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


# --- files and folders --------------------------------------------------------------------------


def test_a_contest_is_kept_in_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine\n")
    assert "is a file" in complaint(*ARENA, "--out", file)
    assert complaint(*ARENA, "--out", file / "in") == f"{file / 'in'}: Not a directory"
    assert file.read_text() == "mine\n"
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "games.jsonl").write_bytes(b"\xff\xfe")
    assert complaint(*ARENA, "--out", folder) == f"{folder}/games.jsonl: this is not a text file"


def test_a_contest_on_a_cluster_needs_ray_and_a_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = "127.0.0.1:1"
    assert f"there is no Ray cluster at {nobody}" in complaint(
        *ARENA, "--out", tmp_path, "--ray", nobody
    )
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'tashkalar[ray]'" in complaint(*ARENA, "--out", tmp_path, "--ray", "local")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("choix", "arena --bots novice,random"),
        ("matplotlib", "arena --bots novice,random"),
        ("sklearn", "train outcomes"),
        ("matplotlib", f"analyze {KNIGHT} --plot course.svg"),
    ],
)
def test_missing_libraries_are_named_before_the_work(
    library: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert complaint(*words.split()) == (
        f"this needs {library}; install it with: pip install 'tashkalar[bots]'"
    )


@pytest.mark.parametrize(
    ("plot", "reason"),
    [("course.gif", "drawn as .svg or .png"), ("no/course.svg", "there is no folder no")],
)
def test_a_picture_that_cannot_be_drawn(plot: str, reason: str) -> None:
    assert reason in complaint("analyze", KNIGHT, "--plot", plot)


@pytest.mark.parametrize("text", ["{}", "[1]", "7", "nonsense"])
def test_what_was_learned_goes_into_a_weights_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    assert "this is no weights file; it lacks" in complaint("train", "tune", "--out", file)
    assert file.read_text() == text


def test_a_scenario_that_is_no_tactic_is_named(tmp_path: Path) -> None:
    (tmp_path / "knight.scn").write_text(KNIGHT.read_text())
    found = complaint("tactics", tmp_path, "--bots", "novice", "--budget", "5n")
    assert found.startswith(f"{tmp_path}/knight.scn: line ")


def test_a_file_without_vectors_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    file.touch()
    assert complaint("conform", file) == f"there are no vectors in {file}"


# --- the server ---------------------------------------------------------------------------------


def test_an_address_that_is_taken(url: str, busy: int) -> None:
    assert complaint("serve", "--port", busy) == (
        f"cannot listen on 127.0.0.1, port {busy}: address already in use; "
        "choose others with --host and --port"
    )


def test_an_address_that_is_none(url: str) -> None:
    found = complaint("serve", "--host", "no.such.host.invalid")
    assert found.startswith("cannot listen on no.such.host.invalid, port 8080: ")


@pytest.mark.parametrize("command", ["serve", "migrate", "migrate --check"])
def test_a_newer_database_is_left_alone(tmp_path: Path, url: str, command: str) -> None:
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("create table alembic_version (version_num varchar(32) not null)")
        connection.execute("insert into alembic_version values ('9999')")
    found = complaint(*command.split())
    assert found.startswith("the database has revision 9999, and tashkalar ")
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        tables = connection.execute("select name from sqlite_master").fetchall()
    assert tables == [("alembic_version",)]


@pytest.mark.parametrize("command", ["serve", "migrate"])
@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonsense", "begins with 'nonsense'"),
        ("mysql://localhost/x", "begins with 'mysql'"),
        ("sqlite://x", "cannot be used: Invalid SQLite URL"),
        ("postgresql://localhost:port/x", "is no address of a database"),
        ("postgresql://localhost:1/x", "cannot be used: connection failed"),
    ],
)
def test_an_address_of_no_database(
    command: str, address: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", address)
    found = complaint(command)
    assert "TASHKALAR_DATABASE_URL" in found
    assert reason in found


def test_a_secret_in_a_bad_address_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", "postgresql://me:hush@localhost:port/x")
    assert "hush" not in complaint("serve")


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_file_that_is_no_database(tmp_path: Path, url: str, command: str) -> None:
    (tmp_path / "tables.sqlite").write_text("this is no database, but it is long enough\n" * 9)
    assert "cannot be used: file is not a database" in complaint(command)


@pytest.mark.parametrize("command", ["serve", "migrate"])
@pytest.mark.parametrize("given", [False, True])
def test_a_folder_of_a_database_that_cannot_be_made(
    command: str, given: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr("tashkalar.server.settings.user_data_path", lambda *_, **__: file / "in")
    url = f"sqlite:///{file}/in/tables.sqlite" if given else ""
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", url)
    assert complaint(command) == (
        f"the folder for the games, {file}/in, cannot be made: Not a directory; "
        "set TASHKALAR_DATABASE_URL to keep them elsewhere"
    )


def test_a_folder_of_a_database_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By ``migrate`` as by ``serve``, which then finds that its port is none."""
    for command, told in (("migrate", ""), ("serve --host no.such.host.invalid", "cannot listen")):
        file = tmp_path / command[:5] / "in" / "tables.sqlite"
        monkeypatch.setenv("TASHKALAR_DATABASE_URL", f"sqlite:///{file}")
        status, _, errors = run(*command.split())
        assert told in errors
        assert status == (2 if told else 0), errors
        assert file.exists()


def test_a_check_needs_the_right_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of the pen in its name is no clean bill of health, and leaves nothing behind."""
    file = tmp_path / "in" / "tables.sqlite"
    monkeypatch.setenv("TASHKALAR_DATABASE_URL", f"sqlite:///{file}")
    missing = f"there is no database {file}; is TASHKALAR_DATABASE_URL the right one?"
    assert complaint("migrate", "--check") == missing
    assert list(tmp_path.iterdir()) == []
    file.parent.mkdir()
    assert complaint("migrate", "--check") == missing
    sqlite3.connect(file).close()
    for statement in ("pragma journal_mode=wal", "create table mine (a int)"):
        with sqlite3.connect(file) as other:
            other.execute(statement)
        found = complaint("migrate", "--check")
        assert found == (
            "there are no tables of this game in the database; is TASHKALAR_DATABASE_URL the "
            "right one?"
        )


def test_a_check_does_not_write(tmp_path: Path, url: str) -> None:
    assert run("migrate")[0] == 0
    file = tmp_path / "tables.sqlite"
    before = file.read_bytes()
    status, told, _ = run("migrate", "--check")
    assert (status, told) == (0, "0 games, 0 come out the same, 0 are refused\n")
    assert file.read_bytes() == before


def test_a_folder_without_records_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "else.txt").write_text("something else")
    assert complaint("migrate", "--check", tmp_path) == f"there are no records in {tmp_path}"
    games = tmp_path / "games.jsonl"
    games.touch()
    assert complaint("migrate", "--check", games) == f"there are no records in {games}"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("BOT_BUDGET", "much", "'much' is not a budget"),
        ("SUBSTITUTE", "cat", "there is no bot 'cat'"),
        ("SWEEP", "0", "must be more than 0"),
        ("BOT_PROCESSES", "0", "must be more than 0"),
        ("SOCKETS", "many", "must be a number, not 'many'"),
        ("COMPRESSION", "perhaps", "must be yes or no"),
        ("REDIS_URL", "nonsense", "must specify one of the following schemes"),
    ],
)
def test_a_setting_that_cannot_work(
    url: str, name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TASHKALAR_{name}", value)
    found = complaint("serve")
    assert f"TASHKALAR_{name}" in found
    assert reason in found
