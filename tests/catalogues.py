"""Catalogues for tests: always compiled from what stands in their sources."""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tashkalar.catalogue import LOCALE

SOURCES = sorted(LOCALE.glob("*/LC_MESSAGES/tashkalar.po"))


def compile_catalogue(source: Path, language: str, target: Path) -> None:
    """Write the compiled catalogue; test runs in other processes see the old one or the new."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(f".{os.getpid()}")
    with source.open("rb") as stream, fresh.open("wb") as out:
        write_mo(out, read_po(stream, locale=language, abort_invalid=True))
    fresh.replace(target)


def compile_changed() -> None:
    """Compile whatever was changed since it was compiled last."""
    for source in SOURCES:
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            compile_catalogue(source, source.parts[-3], target)
