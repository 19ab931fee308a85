"""How somebody wants to be told: browsers that take push messages, and an address of e-mail."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import json
from sqlalchemy import Connection

from tashkalar.server.notices.endpoints import BadEndpoint, checked_endpoint
from tashkalar.server.notices.letters import Letter
from tashkalar.server.notices.mail import BadAddress, checked_address
from tashkalar.server.notices.push import BadKeys, BrowserKeys
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import notices
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.seats import hashed, new_id, new_token

_BROWSERS = 5  # of one guest
_CODE = 8  # letters and digits
_GOOD_FOR = 30 * 60_000  # milliseconds


@dataclass(frozen=True)
class MailContact:
    """An address of e-mail, and whether its owner has confirmed it."""

    address: str
    confirmed: bool


@dataclass(frozen=True)
class Contacts:
    """How a guest is told."""

    browsers: tuple[str, ...]  # SHA-256 of each endpoint, by which a browser knows itself
    mail: MailContact | None


async def contacts_of(store: Store, owner: str) -> Contacts:
    """How a guest is told."""
    rows = await store.read(lambda c: notices.contacts_of(c, owner))
    mails = [MailContact(row.address, row.code is None) for row in rows if row.kind == "mail"]
    browsers = tuple(row.digest for row in rows if row.kind == "push")
    # Where another address is to be confirmed, that one; until then the former is told.
    mails.sort(key=lambda one: one.confirmed)
    return Contacts(browsers, mails[0] if mails else None)


async def add_browser(
    store: Store,
    owner: str,
    endpoint: str,
    keys: BrowserKeys,
    language: str,
    allowed: frozenset[str],
    now: int,
) -> None:
    """A browser asks for push messages."""
    try:
        checked_endpoint(endpoint, allowed)
    except BadEndpoint:
        raise Refused("malformed", why="bad_endpoint") from None
    try:
        keys.check()
    except BadKeys:
        raise Refused("malformed", why="bad_browser_keys") from None
    row = _row(owner, "push", endpoint, hashed(endpoint), language, now)
    row |= {"encryption": json.encode(keys).decode()}
    await store.write(owner, lambda c: notices.add_contact(c, row, _BROWSERS))


async def add_mail(store: Store, owner: str, given: str, language: str, now: int) -> str:
    """Send a code to an address of e-mail; nothing else is, until the code has come back."""
    address = checked_mail(given)
    code = new_id(_CODE)
    # Another guest may have the same address: it is theirs who read its mail.
    row = _row(owner, "mail", address, hashed(f"{owner} {address.lower()}"), language, now)
    row |= {"code": hashed(code), "until": now + _GOOD_FOR}
    letter = Letter(code=code).written()

    def store_all(c: Connection) -> None:
        if notices.add_contact(c, row, 1):
            notices.post(c, str(row["id"]), new_id(12), letter, now)

    await store.write(owner, store_all)
    return address


def checked_mail(given: str) -> str:
    """An address of e-mail, or a refusal."""
    try:
        return checked_address(given)
    except BadAddress:
        raise Refused("malformed", why="bad_mail") from None


async def confirm_mail(store: Store, owner: str, typed: str, now: int) -> None:
    """The code has come back."""
    code = hashed("".join(typed.split()).lower())
    if not await store.write(owner, lambda c: notices.confirm(c, owner, code, now)):
        raise Refused("bad_code", why="bad_mail_code")


def _row(
    owner: str, kind: str, address: str, digest: str, language: str, now: int
) -> dict[str, object]:
    return {
        "id": new_id(12),
        "owner": owner,
        "kind": kind,
        "address": address,
        "digest": digest,
        "encryption": "",
        "language": language,
        "created": now,
        "told": 0,
        "code": None,
        "until": None,
        "secret": new_token(),
    }
