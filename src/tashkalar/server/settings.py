"""What can be set, all of it by environment variables ``TASHKALAR_...``; nothing has to be."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.budget import BadBudget
from tashkalar.bots.playing.shares import EVERYWHERE

_log = logging.getLogger("tashkalar.server")
PREFIX = "TASHKALAR_"
# Of the same family, but none of the server's: they are for tests.
_OTHERS = frozenset(
    f"{PREFIX}{name}" for name in ("LAYOUT", "LONG", "NEED_CORE", "NO_SKIPS", "VECTORS", "WITHOUT")
)
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_ALIKE = 0.75  # how much two names must have in common for one to be a misspelling of the other

TOURNAMENTS = ("nobody", "operator", "players")  # who may make them


class BadSetting(ValueError):
    """A setting that cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Settings:
    """Each field is the variable of the same name: ``bot_pause`` is TASHKALAR_BOT_PAUSE."""

    database_url: str = ""  # empty: a SQLite file in the user's data folder
    redis_url: str = ""  # carries news between workers; several workers need it
    address: str = ""  # under which others reach the server, for invitations sent from this machine
    origins: str = ""  # pages of other addresses that may connect, separated by commas
    # bots
    # For one turn, in nodes or seconds; a level above these nodes has its own (``LEVELS``).
    bot_budget: str = f"{EVERYWHERE}n"
    bot_processes: int = 2
    bot_pause: float = 0.4  # seconds between the choices of a bot, so that people can follow
    bot_limit: float = 30.0  # seconds after which a bot that does not answer is given up
    bot_seats: int = 24  # of bots that one guest may keep busy
    substitute: str = "greedy"  # the bot that goes on for who is absent or out of time
    # people
    absent: float = 60.0  # seconds after which somebody counts as absent
    heartbeat: float = 20.0  # seconds between notes of who is here
    sweep: float = 0.5  # seconds between looks at clocks and unclaimed bots
    grace: float = 10.0  # seconds after a start in which nobody loses on time
    # the club
    names: bool = False  # may names be protected with a passphrase?
    ratings: bool = False  # are there rated games? They need names
    tournaments: str = "nobody"  # who makes them: nobody, operator (on the command line), players
    operator: str = ""  # who runs the server and how to reach them, for the page on privacy
    # notices of games over days
    push: str = ""  # mailto: or https:, for push services to reach whoever runs it; empty: no push
    push_key: str = ""  # signs push messages; empty: the database has one
    push_origins: str = ""  # push services in the own network, separated by commas
    smtp: str = ""  # a server for mail: smtp://host:587 or smtps://user:password@host
    mail_from: str = ""  # the address that mails come from
    notice_after: float = 60.0  # seconds after which somebody who is waited for is told
    notice_pause: float = 900.0  # seconds between two notices to one person
    # limits
    cached_tables: int = 2000
    message_bytes: int = 4096
    body_bytes: int = 16384
    study_bytes: int = 131_072  # of a request with a study
    messages: float = 20.0  # messages a second and socket
    requests: float = 20.0  # requests a second and address
    pages: float = 100.0  # requests a second and address for all that is not below /api
    guests: float = 1.0  # new guests a second and address, after a burst of 30
    chat: float = 1.0  # lines of chat a second and guest, after a burst of 5
    hints: float = 0.2  # hints a second and guest, after a burst of 5
    secrets: float = 0.2  # codes and passphrases a second and address or name, after a burst of 10
    mails: float = 0.002  # codes sent by mail a second, by guest and by address, after a burst of 5
    reports: float = 0.02  # reports of problems a second and guest, after a burst of 5
    sockets: int = 200  # open at once from one address
    outbox: int = 256  # messages waiting for one socket before it is dropped
    tables: int = 100  # unfinished tables of one guest in a day
    studies: int = 200  # kept for one guest
    listed: int = 3  # open tables of one guest that strangers are shown
    spectators: int = 200  # at one table
    events: int = 5000  # at one table; then nothing is taken back or asked for any more
    lessons: int = 1000  # open at once
    lesson_idle: float = 1800.0  # seconds without a step after which a lesson is closed
    compression: bool = True  # of what goes over websockets
    chosen_seeds: bool = False  # may seeds be chosen where others can still sit down?

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings of the TASHKALAR_… variables; a bad one is refused by its name."""
        found: dict[str, Any] = {}
        _check_spelling(environment, [f"{PREFIX}{field.name.upper()}" for field in fields(cls)])
        for field in fields(cls):
            name = f"{PREFIX}{field.name.upper()}"
            given = environment.get(name, "").strip()
            if given:
                found[field.name] = _read(name, given, field.default)
        settings = cls(**found)
        settings.check()
        return settings

    def check(self) -> None:
        """Refuse values with which the server would start and then not work."""
        try:
            Budget.parse(self.bot_budget)
            bot_named(self.substitute)
        except ValueError as error:
            setting = "BOT_BUDGET" if isinstance(error, BadBudget) else "SUBSTITUTE"
            raise BadSetting(f"TASHKALAR_{setting}: {error}") from None
        if self.ratings and not self.names:
            raise BadSetting(
                "TASHKALAR_RATINGS needs TASHKALAR_NAMES=yes: a rating belongs to a name that "
                "nobody else can have"
            )
        if self.tournaments not in TOURNAMENTS:
            raise BadSetting(
                f"TASHKALAR_TOURNAMENTS must be {', '.join(TOURNAMENTS[:-1])} or "
                f"{TOURNAMENTS[-1]}, not {self.tournaments!r}"
            )
        if self.address and not _is_address(self.address):
            raise BadSetting(
                "TASHKALAR_ADDRESS must be like http://192.168.1.7:8080 or https://club.example, "
                f"not {self.address!r}"
            )
        self._check_notices()
        for name in ("bot_processes", "bot_limit", "heartbeat", "sweep", "message_bytes"):
            if getattr(self, name) <= 0:
                raise BadSetting(f"TASHKALAR_{name.upper()} must be more than 0")

    def _check_notices(self) -> None:
        if self.push and not _is_contact(self.push):
            raise BadSetting(
                "TASHKALAR_PUSH must be a way to reach you, mailto:you@club.example or "
                f"https://club.example, not {self.push!r}"
            )
        for name in self.allowed_push_origins:
            if not _is_address(name) or urlsplit(name).path:
                raise BadSetting(
                    f"TASHKALAR_PUSH_ORIGINS must be like https://push.lan:8443, not {name!r}"
                )
        if not self.smtp:
            return
        if not _is_address(self.smtp, ("smtp", "smtps")):
            raise BadSetting(
                "TASHKALAR_SMTP must be like smtp://mail.example:587 or "
                "smtps://user:password@mail.example"  # it is not repeated: it may have a password
            )
        if not _MAIL.fullmatch(self.mail_from):
            raise BadSetting(
                "TASHKALAR_SMTP needs TASHKALAR_MAIL_FROM, the address that mails come from, like "
                f"tash-kalar@club.example, not {self.mail_from!r}"
            )
        if not self.address:
            raise BadSetting(
                "TASHKALAR_SMTP needs TASHKALAR_ADDRESS, for the links in mails, like "
                "https://club.example"
            )

    @property
    def allowed_push_origins(self) -> frozenset[str]:
        """Push services that may be in the own network, or not encrypted."""
        return _listed(self.push_origins)

    @property
    def database(self) -> str:
        """The address of the database as SQLAlchemy writes it."""
        if not self.database_url:
            folder = user_data_path("tashkalar", appauthor=False)
            return f"sqlite:///{folder / 'tables.sqlite'}"
        scheme, colon, rest = self.database_url.partition("://")
        if scheme in ("postgres", "postgresql"):
            scheme = "postgresql+psycopg"
        if not colon or scheme not in ("sqlite", "postgresql+psycopg"):
            raise BadSetting(
                f"TASHKALAR_DATABASE_URL begins with {scheme!r}; "
                "it must be sqlite:/// or postgresql://"
            )
        address = f"{scheme}{colon}{rest}"
        try:
            make_url(address)
        except (ArgumentError, ValueError):  # a port that is no number is a ValueError
            raise BadSetting(
                "TASHKALAR_DATABASE_URL is no address of a database; write "
                "sqlite:////folder/file.sqlite or postgresql://user@host:5432/database"
            ) from None
        return address

    @property
    def club(self) -> bool:
        """Are there rated games or tournaments?"""
        return self.ratings or self.tournaments != TOURNAMENTS[0]

    @property
    def embedded(self) -> bool:
        """Is the database a file of this machine?"""
        return self.database.startswith("sqlite")

    @property
    def file(self) -> Path | None:
        """The file of the database, where it is one."""
        name = make_url(self.database).database
        return Path(name) if self.embedded and name and name != ":memory:" else None

    def make_folder(self) -> None:
        """Make the folder for the file of the database, if it is not there."""
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting(
                f"the folder for the games, {self.file.parent}, cannot be made: {error.strerror}; "
                "set TASHKALAR_DATABASE_URL to keep them elsewhere"
            ) from None

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The other sites whose pages may use the server."""
        return _listed(self.origins)


def _listed(given: str) -> frozenset[str]:
    return frozenset(part.strip() for part in given.split(",") if part.strip())


def _check_spelling(environment: Mapping[str, str], known: list[str]) -> None:
    """Refuse a variable that is nearly a setting; of others that look like one, say so.

    Some belong to somebody else: clusters make such names for the services in them.
    """
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name in known or name in _OTHERS:
            continue
        rest = name.removeprefix(PREFIX)
        rests = [other.removeprefix(PREFIX) for other in known]
        alike = get_close_matches(rest.upper(), rests, 1, _ALIKE)
        if alike:
            raise BadSetting(f"there is no setting {name}; did you mean {PREFIX}{alike[0]}?")
        _log.warning("there is no setting %s: it changes nothing", name)


def _is_contact(given: str) -> bool:
    mail = given.startswith("mailto:") and _MAIL.fullmatch(given.removeprefix("mailto:"))
    return bool(mail) or _is_address(given, ("https",))


def _is_address(given: str, schemes: tuple[str, ...] = ("http", "https")) -> bool:
    try:
        found = urlsplit(given)
        return found.scheme in schemes and bool(found.hostname) and found.port != 0
    except ValueError:  # a port that is no number
        return False


def _read(name: str, given: str, like: object) -> object:
    """A value of the same type as the default."""
    if isinstance(like, bool):
        if given.lower() in ("1", "yes", "true", "on"):
            return True
        if given.lower() in ("0", "no", "false", "off"):
            return False
        raise BadSetting(f"{name} must be yes or no, not {given!r}")
    if isinstance(like, int | float):
        try:
            number = type(like)(given)
        except ValueError:
            number = type(like)(-1)
        if not 0 <= number < 1e12:
            raise BadSetting(f"{name} must be a number, not {given!r}")
        return number
    return given
