"""What ``make`` says about the compiled core where there is no C++ compiler."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def made(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """``make core-here`` without a compiler, as if this folder were ``.venv``."""
    usual = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "TASHKALAR_NEED_CORE")}
    return subprocess.run(
        ["make", "--no-print-directory", "core-here", "COMPILER=", f"VENV={folder}"],
        cwd=ROOT,
        env=usual | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_core_and_a_compiler_it_goes_on_and_says_so(tmp_path: Path) -> None:
    done = made(tmp_path)
    assert done.returncode == 0
    assert "going on without the compiled core, as no C++ compiler was found" in done.stdout
    needed = made(tmp_path, TASHKALAR_NEED_CORE="1")
    assert needed.returncode
    assert "the compiled core is needed here" in needed.stderr


def test_a_core_that_is_there_is_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / ".core").touch()
    for environment in ({}, {"TASHKALAR_NEED_CORE": "1"}):
        done = made(tmp_path, **environment)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
