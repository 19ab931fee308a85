"""The pinned versions install with every Python that the documents name."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HEADER, *PINS = (ROOT / "constraints.txt").read_text().splitlines()


def named() -> list[str]:
    """The versions of Python in the classifiers, oldest first: 3.11, 3.12, ..."""
    kinds = [
        line.removeprefix("Programming Language :: Python :: ") for line in PROJECT["classifiers"]
    ]
    return [kind for kind in kinds if re.fullmatch(r"3\.\d+", kind)]


def test_the_documents_name_the_same_versions() -> None:
    oldest, newest = named()[0], named()[-1]
    assert PROJECT["requires-python"] == f">={oldest}"
    assert HEADER.endswith(f"for Python {oldest} to {newest}.")
    for document in ("README.md", "CONTRIBUTING.md", "Makefile"):
        found = set(re.findall(r"Python (3\.\d+) or newer", (ROOT / document).read_text()))
        assert found == {oldest}, document


def test_every_pin_can_be_installed_with_every_version() -> None:
    """The first release of each version counts: distributions rarely take the last one."""
    pins = dict(pin.split("==") for pin in PINS)
    read, refused = 0, {}
    for name, version in pins.items():
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # of an extra that is not installed
        if found.version != version:
            continue  # `make` installs the pinned one after a change
        read += 1
        needed = SpecifierSet(",".join(found.metadata.get_all("Requires-Python") or ()))
        if any(f"{python}.0" not in needed for python in named()):
            refused[name] = str(needed)
    assert refused == {}
    assert read > len(pins) / 2
