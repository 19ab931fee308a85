"""Invitations: a link that others can open, and the same as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Request

from tashkalar.server.refusals import Refused
from tashkalar.server.wire import qr
from tashkalar.server.wire.network import is_local
from tashkalar.server.wire.rest import Invite, Owner, SeenTable, TheWorker

router = APIRouter(prefix="/api")
_LONGEST = 255  # characters of a host


@dataclass(frozen=True)
class Invitation:
    """A link to a table, for members with the invitation, and its QR code."""

    link: str
    local: bool  # the link works on the asker's own machine only
    size: int  # of the code, in modules each way
    code: str  # its dark modules, as the path of an SVG


@router.get("/tables/{table}/invitation")
async def invitation(request: Request, worker: TheWorker, asking: Owner, at: SeenTable,
                     invite: Invite = None) -> Invitation:  # fmt: skip
    """A link to pass on. Instead of an address that is local it has that of the network."""
    host = request.headers.get("host", "")
    if not 0 < len(host) <= _LONGEST:
        raise Refused("malformed")
    here = f"{request.url.scheme}://{host}"
    if is_local(host) and worker.settings.address:
        here = worker.settings.address.rstrip("/")
    given = at.header.invite if at.course.owned(asking) else invite
    link = f"{here}/t/{at.id}" + (f"?invite={quote(given, safe='')}" if given else "")
    rows = qr.modules(link)
    return Invitation(link, is_local(here.partition("//")[2]), len(rows), qr.outline(rows))
