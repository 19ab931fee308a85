"""The browser client: the files that its build has left in ``server/web/``."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from tashkalar.catalogue import text
from tashkalar.server.refusals import Refused
from tashkalar.server.wire.languages import asked_by

WEB = Path(__file__).parents[1] / "web"
PACKED = {"br": ".br", "gzip": ".gz"}
_FOR_EVER = "public, max-age=31536000, immutable"

pages = APIRouter(include_in_schema=False)


@pages.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(path: str, request: Request) -> Response:
    """A file of the client; every other address is its start page, which knows what to show."""
    if path.startswith("api/") or path == "api":
        raise Refused("unknown")
    file = _file(path)
    if file is None and path.startswith("assets/"):
        raise Refused("unknown")
    if file is None:
        file = _file("index.html")
    if file is None:
        return HTMLResponse(_missing(asked_by(request.headers)), 503)
    kept = _FOR_EVER if path.startswith("assets/") else "no-cache"
    return _packed(file, request.headers.get("accept-encoding", ""), kept)


def _file(path: str) -> Path | None:
    """A file below the folder of the client, never one outside."""
    if not path or "\0" in path:
        return None
    found = (WEB / path).resolve()
    if not found.is_relative_to(WEB.resolve()) or found.suffix in PACKED.values():
        return None
    try:
        return found if found.is_file() else None
    except OSError:  # no file can be called so: it is too long
        return None


def _packed(file: Path, accepted: str, kept: str) -> Response:
    """The file, compressed if the build has done so and the browser takes it."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    offered = {part.split(";")[0].strip() for part in accepted.split(",")}
    for encoding, suffix in PACKED.items():
        packed = file.with_name(file.name + suffix)
        if encoding in offered and packed.is_file():
            return FileResponse(
                packed, media_type=kind, headers={**headers, "Content-Encoding": encoding}
            )
    return FileResponse(file, media_type=kind, headers=headers)


def _missing(language: str) -> str:
    title, told = (text(f"server.no_client.{part}", language) for part in ("title", "text"))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>Tash-Kalar</title><h1>{title}</h1><p>{told}</p></html>"
    )
