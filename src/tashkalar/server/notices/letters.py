"""What is sent: tables where somebody is waited for, or a code; and the words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct, json

from tashkalar.catalogue import text

# In the order of telling: what waits for an answer first.
KINDS = ("turn", "answer", "over")
_LISTED = 20  # tables that are named one by one


class TableNews(Struct, frozen=True, gc=False):
    """What has happened at a table, and who else is there."""

    kind: str
    table: str
    names: tuple[str, ...]


class Letter(Struct, frozen=True, gc=False, omit_defaults=True):
    """A message before it is put into words: news of tables, or a code to be typed."""

    news: tuple[TableNews, ...] = ()
    turns: int = 0  # at how many tables over days it is the reader's turn
    code: str = ""

    def after(self, unsent: Letter) -> Letter:
        """With the news of a letter before it that was not sent, of each thing the latest."""
        known = {(one.kind, one.table): one for one in (*unsent.news, *self.news)}
        return Letter(in_order(known.values()), self.turns, self.code)

    def written(self) -> str:
        """As it is stored."""
        return json.encode(self).decode()

    @classmethod
    def read(cls, body: str) -> Letter:
        """As it was stored."""
        return json.decode(body, type=cls)


def in_order(news: Iterable[TableNews]) -> tuple[TableNews, ...]:
    """News in the order of telling."""
    return tuple(sorted(news, key=lambda one: (KINDS.index(one.kind), one.table)))


@dataclass(frozen=True)
class Worded:
    """A letter in the reader's language."""

    title: str
    lines: tuple[str, ...]  # one for each table
    path: str  # of the page to open


def worded(letter: Letter, language: str) -> Worded:
    """The words for some news: how many tables of each kind, then who is at them."""
    counts = Counter(one.kind for one in letter.news)
    # The ids are written out, so that a missing text is found.
    sentence = {
        "turn": lambda n: text("server.notice.turn", language, n=n),
        "answer": lambda n: text("server.notice.answer", language, n=n),
        "over": lambda n: text("server.notice.over", language, n=n),
    }
    title = " ".join(sentence[kind](counts[kind]) for kind in KINDS if counts[kind])
    tables = {one.table: one.names for one in letter.news}
    lines = tuple(
        text("server.notice.players", language, names=", ".join(names))
        for names in list(tables.values())[:_LISTED]
        if names
    )
    return Worded(title, lines, f"/t/{letter.news[0].table}" if len(tables) == 1 else "/")
