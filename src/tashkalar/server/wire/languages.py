"""The language of an answer: as the address says, else as the browser asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Header, Query

from tashkalar.catalogue import matching


def accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the most wanted first.

    >>> accepted("en;q=0.5, pl-PL, cs;q=0.9, *;q=0.1")
    ['pl-PL', 'cs', 'en', '*']
    """
    weighed = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        weighed.append((-_number(weight), tag.strip()))
    return [tag for _, tag in sorted(weighed, key=lambda found: found[0]) if tag]


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0.0


def asked_by(headers: Mapping[str, str]) -> str:
    """The language of a request."""
    return matching(accepted(headers.get("accept-language", "")))


async def reader(
    lang: Annotated[str | None, Query(max_length=16)] = None,
    accept_language: Annotated[str, Header()] = "",
) -> str:
    """The language of whoever reads the answer."""
    return matching(([lang] if lang else []) + accepted(accept_language))


Reader = Annotated[str, Depends(reader)]
