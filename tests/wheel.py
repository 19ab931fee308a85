"""The source archive and the wheel of this tree, built once for all tests of a worker.

Test modules name this module in ``pytest_plugins`` to get its fixture.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed import BUILD, ROOT, run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source archive of this tree, and the wheel that is made from the archive."""
    folder = tmp_path_factory.mktemp("dist")
    done = run(*BUILD, folder, ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    (archive,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return archive, wheel
