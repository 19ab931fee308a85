"""Notices: how somebody wants to be told of games over days, and at how many tables it is time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from tashkalar.server.notices import subscribing
from tashkalar.server.notices.push import BrowserKeys
from tashkalar.server.notices.subscribing import Contacts
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import notices
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.limits import address_of, take_all
from tashkalar.server.wire.rest import Asker, Owner, TheWorker

router = APIRouter(prefix="/api")


@dataclass(frozen=True)
class TurnsWaiting:
    """At how many tables over days it is the asker's turn."""

    turns: int


@dataclass(frozen=True)
class Subscription:
    """Where a browser gets its push messages, and the keys to encrypt them with."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]


@dataclass(frozen=True)
class MailAddress:
    """An address of e-mail."""

    address: Annotated[str, Field(max_length=254)]


@dataclass(frozen=True)
class MailCode:
    """The code that was sent to an address."""

    code: Annotated[str, Field(max_length=64)]


@router.get("/turns")
async def turns(worker: TheWorker, asking: Owner) -> TurnsWaiting:
    """At how many tables over days it is my turn."""
    if asking is None:
        return TurnsWaiting(0)
    return TurnsWaiting(await worker.store.read(lambda c: notices.turns_of(c, asking)))


@router.get("/notices")
async def my_contacts(worker: TheWorker, asker: Asker) -> Contacts:
    """How I am told."""
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.put("/notices/browsers")
async def add_browser(
    worker: TheWorker, asker: Asker, wanted: Subscription, language: Reader
) -> Contacts:
    """Tell this browser by push messages."""
    if not worker.push_key:
        raise Refused("unknown", why="no_push")
    keys = BrowserKeys(wanted.p256dh, wanted.auth)
    allowed = worker.settings.allowed_push_origins
    await subscribing.add_browser(
        worker.store, asker.owner, wanted.endpoint, keys, language, allowed, worker.now()
    )
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.delete("/notices/browsers/{browser}")
async def remove_browser(
    worker: TheWorker, asker: Asker, browser: Annotated[str, Path(max_length=64)]
) -> Contacts:
    """Tell a browser no longer; it is named by the SHA-256 of its endpoint."""
    await worker.store.write(
        asker.owner, lambda c: notices.remove_of(c, asker.owner, "push", browser)
    )
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.put("/notices/mail")
async def add_mail(
    request: Request, worker: TheWorker, asker: Asker, wanted: MailAddress, language: Reader
) -> Contacts:
    """Send a code to an address. Nothing else is sent there until the code has come back."""
    if not worker.settings.smtp:
        raise Refused("unknown", why="no_mail")
    address = subscribing.checked_mail(wanted.address)
    # Nobody is flooded with codes, whoever asks for them.
    limits, named = worker.limits, address.lower()
    if not take_all(
        (limits.mails, asker.owner),
        (limits.mails, named),
        (limits.mail_hosts, address_of(request.scope)),
    ):
        raise Refused("rate")
    await subscribing.add_mail(worker.store, asker.owner, address, language, worker.now())
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.post("/notices/mail")
async def confirm_mail(worker: TheWorker, asker: Asker, typed: MailCode) -> Contacts:
    """The code that was sent: from now on the address gets notices."""
    if not worker.limits.guesses.take(asker.owner):
        raise Refused("rate")
    await subscribing.confirm_mail(worker.store, asker.owner, typed.code, worker.now())
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.delete("/notices/mail")
async def remove_mail(worker: TheWorker, asker: Asker) -> Contacts:
    """Send no more mails."""
    await worker.store.write(asker.owner, lambda c: notices.remove_of(c, asker.owner, "mail"))
    return await subscribing.contacts_of(worker.store, asker.owner)


@router.post("/notices/end/{secret}", status_code=204, response_class=Response)
async def end_notices(worker: TheWorker, secret: Annotated[str, Path(max_length=64)]) -> None:
    """Send nothing more to where the link with this secret was sent. Asked twice it is the same."""
    await worker.store.write("", lambda c: notices.remove_by_secret(c, secret))
