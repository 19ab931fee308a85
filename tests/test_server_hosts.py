"""Several hosts: workers in two network namespaces, one of which is cut off for a while."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from tests import programs

# Root makes a network at once. Others make it where they are allowed to do so: in a user
# namespace, keeping their own name there, as PostgreSQL does not run as root.
APART = ["unshare", "--net"]
if hasattr(os, "geteuid") and os.geteuid() != 0:
    APART = ["unshare", "--user", "--map-current-user", "--keep-caps", "--net"]


def why_not() -> str:
    """What is missing for a network of one's own; nothing where it can be made."""
    if lacking := programs.why_missing(programs.POSTGRESQL, programs.REDIS):
        return lacking  # the child that starts them cannot skip
    for program in ("unshare", "nsenter", "ip"):
        if which(program) is None:
            return f"there is no {program} (packages util-linux and iproute2)"
    cable = ["ip", "link", "add", "one", "type", "veth", "peer", "name", "other"]
    tried = subprocess.run([*APART, *cable], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"no network can be made here: {tried.stderr.strip()}"


MISSING = why_not()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_host_that_is_cut_off_loses_nothing_and_stops_nobody(tmp_path: Path) -> None:
    done = subprocess.run(
        [*APART, sys.executable, "-m", "tests.hosts", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing acknowledged was lost" in done.stdout
    assert "Traceback" not in done.stderr, done.stderr
