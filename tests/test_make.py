"""The output of ``make``: what a newcomer sees, and what it says when something is missing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = Path(sysconfig.get_path("scripts"))
NOBODY = "http://127.0.0.1:9/"  # the port "discard", at which nothing answers
Done = subprocess.CompletedProcess[str]

NOISE = """#!/bin/sh
echo "WARNING: Location 'file:///somewhere' is ignored: it is neither a file nor a directory." >&2
echo "DEPRECATION: http-ece is being installed using the legacy 'setup.py install' method" >&2
for n in 1 2 3 4 5 6 7 8 9; do echo "assets/index-$n.js  12 kB"; done
mkdir -p web/node_modules
"""
SERVER = """#!/bin/sh
echo "$*"
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what ``make`` reads, in a folder with a space in its name."""
    folder = tmp_path / "my game"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "hatch_build.py", "README.md"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / ".make", folder / ".make")
    shutil.copytree(ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("node_modules"))
    for name in ("core", "src"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def surroundings() -> dict[str, str]:
    """The environment without what ``make test`` and pip's settings bring."""
    inherited = ("MAKE", "TASHKALAR_NEED_CORE", "PIP_", "PYTHON", "npm_config_")
    return {k: v for k, v in os.environ.items() if not k.startswith(inherited)}


def make(tree: Path, *words: str, **environment: str) -> Done:
    return subprocess.run(
        ["make", "--no-print-directory", *words],
        cwd=tree,
        env=surroundings() | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def programs(tree: Path, **scripts: str) -> Path:
    """A ``.venv`` with these programs."""
    folder = tree / ".venv"
    (folder / "bin").mkdir(parents=True)
    for name, script in scripts.items():
        (folder / "bin" / name).write_text(script)
        (folder / "bin" / name).chmod(0o755)
    return folder


def test_play_and_terminal_print_a_line_for_each_long_step(tree: Path) -> None:
    folder = programs(tree, pip=NOISE, python=NOISE, npm=NOISE, tashkalar=SERVER)
    done = make(tree, "play", "COMPILER=", "ARGS=--port 1234")
    assert (done.returncode, done.stderr) == (0, "")
    *steps, core, served = done.stdout.splitlines()
    assert len(steps) == 3
    for step, what in zip(steps, ("what it takes to play", "builds the page", "page"), strict=True):
        assert re.fullmatch(rf"== .*{what}.* \(about .*\)", step), step
    assert core.startswith("going on without the compiled core")
    assert served == "serve --open --port 1234"
    logs = "".join((folder / f"{log}.log").read_text() for log in ("install", "web"))
    assert "DEPRECATION" in logs and "assets/index-9.js" in logs

    for stamp in (".texts", ".playing"):
        (folder / stamp).unlink()
    done = make(tree, "terminal")
    step, served = done.stdout.splitlines()
    assert (done.returncode, done.stderr, step, served) == (0, "", steps[0], "play")
    assert make(tree, "terminal").stdout == "play\n"


def test_ctrl_c_stops_the_server_without_an_error(tree: Path) -> None:
    waiting = "#!/bin/sh\ntrap 'exit 130' INT\necho ready\nwhile :; do sleep 0.05; done\n"
    programs(tree, pip=NOISE, python=NOISE, npm=NOISE, tashkalar=waiting)
    # Tests that run in the background ignore Ctrl-C, and what they start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        ["make", "play", "COMPILER="],
        cwd=tree,
        env=surroundings(),
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            assert run.stdout is not None
            while run.stdout.readline() != "ready\n":
                assert run.poll() is None
            os.killpg(run.pid, signal.SIGINT)  # as a terminal does
            assert run.communicate(timeout=30)[1] == ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)


def test_a_failed_step_shows_the_end_of_its_log(tree: Path) -> None:
    broken = NOISE + 'echo "error TS2304: Cannot find name" >&2\nexit 7\n'
    folder = programs(tree, pip=NOISE, python=NOISE, npm=broken, tashkalar=SERVER)
    done = make(tree, "play")
    told = done.stderr.splitlines()
    assert done.returncode and "serve" not in done.stdout
    assert told[:2] == [
        "error: this failed: installing what builds the page",
        "The end of .venv/web.log:",
    ]
    assert told[-2] == "  error TS2304: Cannot find name"
    assert len(told) <= 2 + 20 + 1
    assert "is ignored" not in done.stderr and "network" not in done.stderr
    assert "is ignored" in (folder / "web.log").read_text()


def test_without_a_network_the_message_names_it(tree: Path) -> None:
    offline = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": NOBODY,
        "PIP_RETRIES": "1",
        "npm_config_registry": NOBODY,
        "npm_config_fetch_retries": "0",
    }
    done = make(tree, "play", f"PYTHON={sys.executable}", **offline)
    told = done.stderr.splitlines()
    assert done.returncode and len(told) == 2, done.stderr  # the second is make's own
    assert told[0] == (
        "error: cannot reach the Python package index: is there a network? (log: .venv/install.log)"
    )
    assert "Retrying" in (tree / ".venv" / "install.log").read_text()

    shutil.rmtree(tree / ".venv")
    folder = programs(tree, pip=NOISE, python=NOISE)
    for name in ("node", "npm"):
        (folder / "bin" / name).symlink_to(PROGRAMS / name)
    done = make(tree, "play", **offline)
    told = done.stderr.splitlines()
    assert done.returncode and len(told) == 2, done.stderr
    assert told[0] == (
        "error: cannot reach the npm registry: is there a network? (log: .venv/web.log)"
    )


def test_another_interpreter_than_that_of_venv_is_reported(tree: Path) -> None:
    folder = programs(tree, pip=NOISE, python="#!/bin/sh\necho 'Python 3.12.9 (/opt/python)'\n")
    (folder / ".core").touch()
    own = folder / "bin" / "python"
    for python in (sys.executable, "python9.9"):
        given = {"PYTHON": python}
        for words, environment in (([f"PYTHON={python}"], {}), ([], given)):
            done = make(tree, "core-here", "COMPILER=", *words, **environment)
            assert (done.returncode, done.stdout) == (0, "")
            assert done.stderr == (
                f"note: going on with Python 3.12.9 (/opt/python), which .venv has, not with "
                f"PYTHON={python}; for that, run make clean first: it removes .venv, and the "
                "next make sets it up anew\n"
            )
    for words in ([], [f"PYTHON={own.relative_to(tree)}"]):
        assert make(tree, "core-here", "COMPILER=", *words).stderr == ""
    assert make(tree, "help", "PYTHON=python9.9").stderr == ""


def test_without_a_core_and_a_compiler_it_goes_on_and_says_so(tree: Path) -> None:
    programs(tree)
    done = make(tree, "core-here", "COMPILER=")
    assert done.returncode == 0
    assert "going on without the compiled core, as no C++ compiler was found" in done.stdout
    assert "apt install g++ python3-dev) and run make core" in done.stdout
    needed = make(tree, "core-here", "COMPILER=", TASHKALAR_NEED_CORE="1")
    assert needed.returncode
    assert "the compiled core is needed here" in needed.stderr


def test_a_core_that_is_there_is_not_said_to_be_missing(tree: Path) -> None:
    (programs(tree) / ".core").touch()
    for environment in ({}, {"TASHKALAR_NEED_CORE": "1"}):
        done = make(tree, "core-here", "COMPILER=", **environment)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
