"""Invitations: a link that others can open, and the same as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Request

from tashkalar.server.refusals import Refused
from tashkalar.server.wire import qr
from tashkalar.server.wire.network import is_local
from tashkalar.server.wire.rest import Invite, Owner, SeenTable, TheWorker
from tashkalar.server.wire.worker import Worker

router = APIRouter(prefix="/api")
_LONGEST = 255  # characters of a host


@dataclass(frozen=True)
class Invitation:
    """A link that another device can open, and its QR code."""

    link: str
    local: bool  # the link works on the asker's own machine only
    size: int  # of the code, in modules each way
    code: str  # its dark modules, as the path of an SVG


@router.get("/tables/{table}/invitation")
async def invitation(
    request: Request, worker: TheWorker, asking: Owner, at: SeenTable, invite: Invite = None
) -> Invitation:
    """A link to pass on. Instead of an address that is local it has that of the network."""
    here = address_for(request, worker)
    given = at.header.invite if at.course.owned(asking) else invite
    return invitation_to(
        here, f"/t/{at.id}" + (f"?invite={quote(given, safe='')}" if given else "")
    )


def address_for(request: Request, worker: Worker) -> str:
    """By which address others reach the server that was asked."""
    host = request.headers.get("host", "")
    if not 0 < len(host) <= _LONGEST:
        raise Refused("malformed")
    if is_local(host) and worker.settings.address:
        return worker.settings.address.rstrip("/")
    return f"{request.url.scheme}://{host}"


def invitation_to(here: str, path: str) -> Invitation:
    """A link to a path at an address of the server, and its code to scan."""
    link = here + path
    rows = qr.modules(link)
    return Invitation(link, is_local(here.partition("//")[2]), len(rows), qr.outline(rows))
