"""E-mail over SMTP: plain text in the reader's language, with a link that ends it in each."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import SplitResult, unquote, urlsplit

from tashkalar.catalogue import text
from tashkalar.server.notices.endpoints import HANDS
from tashkalar.server.notices.letters import Letter, worded
from tashkalar.server.notices.push import NobodyThere, NoDelivery

_SECONDS = 20.0
_LONGEST = 254
_ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}", re.I)
_PORTS = {"smtp": 25, "smtps": 465}


class BadAddress(ValueError):
    """No address of e-mail."""


def checked_address(given: str) -> str:
    """An address of e-mail as it is written: one person, nothing else.

    >>> checked_address(" Ann@club.example ")
    'Ann@club.example'
    """
    address = given.strip()
    if len(address) > _LONGEST or not address.isascii() or not _ADDRESS.fullmatch(address):
        raise BadAddress(given)
    try:
        Address(addr_spec=address)
    except (MessageError, ValueError, IndexError):
        raise BadAddress(given) from None
    return address


class Mailer:
    """Sends mails, each in a thread of its own: a server for mail may be slow."""

    def __init__(self, server: str, sender: str, site: str) -> None:
        self._server, self._sender, self._site = urlsplit(server), sender, site.rstrip("/")
        self._threads = ThreadPoolExecutor(HANDS, "mail")

    async def send(self, address: str, secret: str, letter: Letter, language: str) -> None:
        """Send a letter to an address; ``secret`` is in the link that ends it."""
        mail = self.mail(address, secret, letter, language)
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._send, mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if codes and all(code in (550, 551, 553) for code in codes):
                raise NobodyThere(f"status {codes[0]}") from None
            raise NoDelivery(f"status {codes}") from None
        except (smtplib.SMTPException, OSError) as error:
            raise NoDelivery(f"{type(error).__name__}: {error}") from None

    def mail(self, address: str, secret: str, letter: Letter, language: str) -> EmailMessage:
        """The mail of a letter."""
        mail = EmailMessage()
        mail["From"] = self._sender
        mail["To"] = address
        mail["Date"] = formatdate(localtime=False)
        mail["Message-ID"] = make_msgid(domain=self._sender.partition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail["Content-Language"] = language
        # One click in the reader's own program, without opening a page (RFC 8058).
        mail["List-Unsubscribe"] = f"<{self._site}/api/notices/end/{secret}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        subject, paragraphs = self._worded(letter, language)
        mail["Subject"] = subject
        end = text("server.mail.end", language, link=f"{self._site}/unsubscribe#{secret}")
        why = text("server.mail.why", language, address=self._site)
        mail.set_content("\n\n".join((*paragraphs, "-- \n" + why + "\n" + end)) + "\n")
        return mail

    def _worded(self, letter: Letter, language: str) -> tuple[str, tuple[str, ...]]:
        if letter.code:
            code = {"code": letter.code, "address": self._site}
            return (
                text("server.mail.code.subject", language, code=letter.code),
                (
                    text("server.mail.code", language, **code),
                    text("server.mail.code.else", language),
                ),
            )
        words = worded(letter, language)
        title = text("server.mail.subject", language, title=words.title)
        return title, (words.title, "\n".join((*words.lines, self._site + words.path)))

    def _send(self, mail: EmailMessage) -> None:
        with _connection(self._server) as connection:
            connection.send_message(mail)


@contextmanager
def _connection(server: SplitResult) -> Iterator[smtplib.SMTP]:
    """A connection that is encrypted if the server can; a password is never sent in the clear."""
    host, port = server.hostname or "", server.port or _PORTS[server.scheme]
    secure = ssl.create_default_context()
    if server.scheme == "smtps":
        opened: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=_SECONDS, context=secure)
    else:
        opened = smtplib.SMTP(host, port, timeout=_SECONDS)
    with opened as connection:
        encrypted = server.scheme == "smtps"
        connection.ehlo_or_helo_if_needed()
        if not encrypted and connection.has_extn("starttls"):
            connection.starttls(context=secure)
            encrypted = True
        if server.username:
            if not encrypted:
                raise smtplib.SMTPNotSupportedError("a password is not sent unencrypted")
            connection.login(unquote(server.username), unquote(server.password or ""))
        yield connection
