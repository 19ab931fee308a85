"""The REST interface as a page to read, made from its OpenAPI description without any script."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

router = APIRouter(include_in_schema=False)

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid #8886; padding: .4rem }
code { font-size: .95em } td:first-child { white-space: nowrap; vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #16161a; color: #ddd } }
"""


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """The REST interface as a page."""
    described: dict[str, Any] = request.app.openapi()
    lines = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            lines.append(_line(method, path, operation))
    title, told = escape(described["info"]["title"]), escape(described["info"]["description"])
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}: REST</title>'
        f'<link rel="stylesheet" href="/api/docs.css"><h1>{title}: REST</h1><p>{told} '
        'Everything in detail: <a href="/api/openapi.json">OpenAPI</a>.</p>'
        f"<table>{''.join(lines)}</table></html>"
    )


@router.get("/api/docs.css")
async def style() -> Response:
    """The style of that page."""
    return Response(_STYLE, media_type="text/css")


def _line(method: str, path: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    takes = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    named = f" <code>{escape(takes)}</code>" if takes else ""
    told = escape(operation.get("description") or operation.get("summary", ""))
    return f"<tr><td><code>{method.upper()} {escape(path)}</code>{named}</td><td>{told}</td></tr>"
