"""The manifest of the page: what it is called and looks like where it is installed."""

from __future__ import annotations

from fastapi import APIRouter, Response
from msgspec import json

from tashkalar.catalogue import text
from tashkalar.server.wire.languages import Reader

router = APIRouter(include_in_schema=False)
_GROUND, _BAR = "#e2e6e3", "#e2e6e3"  # as in web/index.html
_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)


@router.get("/manifest.webmanifest")
async def manifest(language: Reader) -> Response:
    """In the reader's language; it is asked for where the page can be installed."""
    name = text("web.brand", language)
    told = {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": text("web.start.lead", language),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _BAR,
        "categories": ["games"],
        "icons": [
            {"src": f"/icons/{file}", "sizes": sizes, "type": "image/png", "purpose": purpose}
            for file, sizes, purpose in _ICONS
        ],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(json.encode(told), media_type="application/manifest+json", headers=headers)
