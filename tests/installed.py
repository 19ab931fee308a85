"""The package as users install it: the wheel, alone in a virtual environment.

No package index is asked: an extra's requirements are linked from the environment that runs the
tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
BUILD = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
Done = subprocess.CompletedProcess[str]


def run(*command: str | Path, cwd: str | Path = "/", typed: str = "", **environment: str) -> Done:
    """Run a command that sees nothing of this tree and has ``typed`` as its input."""
    seen = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_"))}
    return subprocess.run(
        [str(word) for word in command],
        env=seen | environment,
        cwd=cwd,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


class Environment:
    """A virtual environment that contains the wheel only."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        self.tashkalar = folder / "bin" / "tashkalar"
        self.packages = next((folder / "lib").glob("python*/site-packages"))
        done = run(
            sys.executable,
            "-m",
            "pip",
            "--python",
            self.python,
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
            wheel,
        )
        assert done.returncode == 0, done.stderr

    def lend(self, extra: str) -> None:
        """Link the requirements of an extra of the wheel, and nothing more."""
        (own,) = self.packages.glob("tashkalar-*.dist-info")
        for found in closure(Distribution.at(own), extra):
            for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
                here = self.packages / name
                if not here.exists():
                    here.symlink_to(Path(str(found.locate_file(name))))


def closure(first: Distribution, extra: str) -> list[Distribution]:
    """Return the distributions that ``first`` requires with an extra, directly or not."""
    found: dict[str, Distribution] = {}
    todo = [(first, extra)]
    seen = set()
    while todo:
        needing, extra = todo.pop()
        for line in needing.requires or ():
            wanted = Requirement(line)
            if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
                continue
            name = canonicalize_name(wanted.name)
            # An extra may name others of the same wheel, as `server` does.
            itself = name == canonicalize_name(first.name)
            found[name] = first if itself else distribution(name)
            for more in ("", *wanted.extras):
                if (name, more) not in seen:
                    seen.add((name, more))
                    todo.append((found[name], more))
    return [each for each in found.values() if each is not first]
