"""The source archive and the wheel, built and tried as a user would."""

from __future__ import annotations

import re
import tarfile
import tomllib
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from packaging.utils import canonicalize_name
from playwright.sync_api import Browser, expect

from tests.browsing import Visitors
from tests.installed import BUILD, ROOT, Environment, run
from tests.serving import Killable
from tests.test_web_newcomer import Newcomer

pytest_plugins = ("tests.chromium", "tests.wheel")

WEB = "tashkalar/server/web/"
LIBRARY = """
import tashkalar
game = tashkalar.Game.new("duel", ("highland", "sylvan"), seed=5)
game.play(game.position.choices()[0])
print(len(game.history), tashkalar.__file__)
"""


def test_both_contain_the_client_and_without_it_there_is_neither(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    archive, wheel = built
    client = sorted(
        f"{WEB}{file.relative_to(ROOT / 'src' / WEB).as_posix()}"
        for file in (ROOT / "src" / WEB).rglob("*")
        if file.is_file()
    )
    assert f"{WEB}index.html" in client
    with tarfile.open(archive) as opened:
        packed = {name.partition("/")[2] for name in opened.getnames()}
    assert {f"src/{name}" for name in client} <= packed
    assert {
        "web/package.json",
        "docs/rules.md",
        "tests/test_package.py",
        "Makefile",
        ".make/step",
    } <= packed
    assert not [name for name in packed if re.search(r"node_modules|\.mo$|__pycache__", name)]
    with ZipFile(wheel) as opened:
        names = set(opened.namelist())
    assert set(client) <= names
    assert {"tashkalar/rulebook.md", "tashkalar/rulebook.pl.md"} <= names
    assert "tashkalar/scenarios/imperial/knight.scn" in names
    assert "tashkalar/py.typed" in names
    catalogues = {name for name in names if name.endswith(".po")}
    assert {name.replace(".po", ".mo") for name in catalogues} <= names != set()

    with tarfile.open(archive) as opened:
        # The parameter `filter` is of Python 3.11.4; the archive is our own.
        opened.extraction_filter = lambda member, path: member
        opened.extractall(tmp_path)
    (tree,) = tmp_path.iterdir()
    for file in (tree / "src" / WEB).rglob("index.html*"):
        file.unlink()
    done = run(*BUILD, tmp_path / "dist", "--wheel", tree)
    assert done.returncode != 0
    assert "The browser client is not built" in done.stdout + done.stderr
    assert not list((tmp_path / "dist").glob("*"))


LATER = """
import datetime
import time

class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(days=400)

datetime.datetime = Later
now = time.time
time.time = lambda: now() + 400 * 86_400
"""


def test_two_builds_are_equal_byte_for_byte(built: tuple[Path, Path], tmp_path: Path) -> None:
    """A year later, in another time zone, from another folder with other dates of files."""
    with tarfile.open(built[0]) as opened:
        for member in opened.getmembers():
            member.mtime = 1_000_000_000
            opened.extract(member, tmp_path)
    (tree,) = tmp_path.iterdir()
    (tree / "PKG-INFO").unlink()  # written by the build
    clock = tmp_path / "clock"
    clock.mkdir()
    (clock / "sitecustomize.py").write_text(LATER)
    there = {"PYTHONPATH": str(clock), "TZ": "Asia/Tokyo"}
    year = int(
        run(
            BUILD[0], "-c", "from datetime import datetime as d; print(d.now().year)", **there
        ).stdout
    )
    assert year > datetime.now().year
    done = run(*BUILD, tmp_path / "dist", tree, **there)
    assert done.returncode == 0, done.stdout + done.stderr
    for first in built:
        again = tmp_path / "dist" / first.name
        assert sha256(again.read_bytes()).digest() == sha256(first.read_bytes()).digest(), unequal(
            first, again
        )


def unequal(first: Path, second: Path) -> list[str]:
    """Return the names of the files that differ between two archives."""

    def files(archive: Path) -> dict[str, object]:
        if archive.suffix == ".whl":
            with ZipFile(archive) as opened:
                return {one.filename: (one.CRC, one.date_time) for one in opened.infolist()}
        with tarfile.open(archive) as packed:
            return {one.name: (one.size, one.mtime, one.mode) for one in packed}

    one, two = files(first), files(second)
    return sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))


def test_the_library_needs_nothing_and_the_command_says_which_extra(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    bare = Environment(tmp_path / "env", built[1])
    done = run(bare.python, "-c", LIBRARY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"1 {bare.packages}/tashkalar/__init__.py\n"
    for words in ([bare.tashkalar], [bare.python, "-m", "tashkalar"]):
        done = run(*words, "play")
        assert (done.returncode, done.stdout) == (2, "")
        assert "pip install 'tashkalar[terminal]'" in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_extra_of_the_server_is_all_it_takes_for_a_game_in_the_browser(
    built: tuple[Path, Path], tmp_path: Path, browser: Browser
) -> None:
    club = Environment(tmp_path / "env", built[1])
    club.lend("server")
    done = run(club.tashkalar, "rules", "improvised")
    assert "14.5" in done.stdout
    done = run(club.tashkalar, "arena", "--bots", "novice,random")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pip install 'tashkalar[bots]'" in done.stderr

    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    environment = {"PYTHONPATH": "", "TASHKALAR_DATABASE_URL": database}
    shop = Killable(environment, command=(str(club.tashkalar),))
    visitors = Visitors(browser, shop)
    try:
        screen = visitors.new("/", seed=2)
        screen.button("Play now").click()
        expect(screen.prompt).to_be_visible()
        newcomer = Newcomer(screen, seed=2)
        newcomer.play()
        assert newcomer.summoned > 2
        expect(screen.at("result")).to_be_visible()
        visitors.leave()
    finally:
        shop.stop()


def test_a_deployment_is_checked_by_hashes() -> None:
    """Everything that the server needs, in the versions of the tests, and nothing else."""
    pins = (ROOT / "requirements-server.txt").read_text()
    versions = dict(re.findall(r"^([\w.-]+)==(\S+) \\$", pins, re.M))
    lines = [line for line in pins.splitlines() if line and not line.startswith("#")]
    assert all(
        re.fullmatch(r"[\w.-]+==\S+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line)
        for line in lines
    )
    constraints = (ROOT / "constraints.txt").read_text()
    named = re.findall(r"^([\w.-]+)==(\S+)$", constraints, re.M)
    tested = {canonicalize_name(name): version for name, version in named}
    assert versions.items() <= tested.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {re.split(r"[\[>=]", need)[0] for need in extras["server"] + extras["terminal"]}
    assert wanted - {"tashkalar"} <= set(versions)
