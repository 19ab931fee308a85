"""Who somebody is: guests, other devices, names with a passphrase, deleting one's data."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from tashkalar.server.refusals import Refused
from tashkalar.server.tables import leaving
from tashkalar.server.tables.seats import BadName, checked_name, folded_name, hashed
from tashkalar.server.wire.invitations import Invitation, address_for, invitation_to
from tashkalar.server.wire.limits import address_of, host_and_block, take_all
from tashkalar.server.wire.rest import Asker, Bearer, TheWorker
from tashkalar.server.wire.worker import Worker

router = APIRouter(prefix="/api")


@dataclass(frozen=True)
class Name:
    """What a guest wants to be called."""

    name: str


@dataclass(frozen=True)
class NewGuest:
    """The token is a secret of the browser: it is told this once."""

    name: str
    token: str
    guest: str  # the public id


@dataclass(frozen=True)
class Me:
    """What the server knows of a guest."""

    name: str
    protected: bool  # by a passphrase


@dataclass(frozen=True)
class Transfer:
    """A code that lets another device in, once, and the link that types it."""

    code: str
    until: int  # milliseconds since 1970
    invitation: Invitation


@dataclass(frozen=True)
class Code:
    """A code from another device."""

    code: str


@dataclass(frozen=True)
class Passphrase:
    """What protects a name."""

    passphrase: str


@dataclass(frozen=True)
class Credentials:
    """A protected name and its passphrase."""

    name: str
    passphrase: str


def _named(name: str) -> str:
    try:
        return checked_name(name)
    except BadName as error:
        raise Refused("malformed", why=error.why, values=error.values) from None


def _with_names(worker: Worker) -> None:
    if not worker.settings.names:
        raise Refused("unknown", why="no_names")


@router.post("/guests", status_code=201)
async def make_guest(request: Request, worker: TheWorker, token: Bearer, wanted: Name) -> NewGuest:
    """A new guest; nothing but a name is needed. A token that was sent stays the guest's own."""
    if not worker.limits.guests.take(address_of(request.scope)):
        raise Refused("rate")
    name, owner = _named(wanted.name), await worker.guests.owner(token)
    known = await worker.guests.get(owner) if owner is not None else None
    if known is not None and token is not None:
        renamed = await worker.guests.rename(known, name)
        if renamed is not None:
            return NewGuest(renamed.name, token, renamed.guest)
    made, secret = await worker.guests.make(name, worker.now(), token)
    return NewGuest(made.name, secret, made.guest)


@router.get("/guests")
async def who_am_i(worker: TheWorker, asker: Asker) -> Me:
    """The guest of the token that was sent."""
    return Me(asker.name, await worker.accounts.protected(asker))


@router.patch("/guests")
async def rename_guest(worker: TheWorker, asker: Asker, wanted: Name) -> Me:
    """Another name, for tables to come."""
    renamed = await worker.guests.rename(asker, _named(wanted.name))
    if renamed is None:
        raise Refused("unsigned")
    return Me(renamed.name, await worker.accounts.protected(renamed))


@router.delete("/guests", status_code=204, response_class=Response)
async def forget_me(worker: TheWorker, asker: Asker) -> None:
    """Delete everything that names the guest. Games stay for the others, without the name."""
    await leaving.forget(worker, asker)


@router.post("/transfer", status_code=201)
async def offer_transfer(request: Request, worker: TheWorker, asker: Asker) -> Transfer:
    """A code for another device, and the same as a link. What follows # is never sent by it."""
    here = address_for(request, worker)
    code, until = await worker.guests.offer_transfer(asker, worker.now())
    return Transfer(code, until, invitation_to(here, f"/me#{code}"))


@router.post("/transfer/take", status_code=201)
async def take_transfer(request: Request, worker: TheWorker, typed: Code) -> NewGuest:
    """Be the guest of a code here, too."""
    if not worker.limits.secrets.take(address_of(request.scope)):
        raise Refused("rate")
    guest, token = await worker.guests.take_transfer(typed.code, worker.now())
    return NewGuest(guest.name, token, guest.guest)


@router.put("/names")
async def protect_name(worker: TheWorker, asker: Asker, wanted: Passphrase) -> Me:
    """Protect one's name, where the club has that, or change the passphrase."""
    _with_names(worker)
    if not worker.limits.guesses.take(asker.owner):
        raise Refused("rate")
    await worker.accounts.protect(asker, wanted.passphrase, worker.now())
    return Me(asker.name, True)


@router.post("/names", status_code=201)
async def sign_in(request: Request, worker: TheWorker, given: Credentials) -> NewGuest:
    """Be the guest with a protected name here, too."""
    _with_names(worker)
    limits, address = worker.limits, address_of(request.scope)
    name = hashed(folded_name(given.name))  # whatever was typed, it takes no more memory
    tried = (
        (limits.secrets, address),
        (limits.guesses, f"{name} {host_and_block(address)[0]}"),
        (limits.names, name),
    )
    if not take_all(*tried):
        raise Refused("rate")
    guest, token = await worker.accounts.sign_in(given.name, given.passphrase, worker.now())
    for limit, key in tried:  # only wrong ones count
        limit.give_back(key)
    return NewGuest(guest.name, token, guest.guest)
