"""The tables of the database.

``events`` is the truth: everything that happened at a table, in order, never changed. What
``tables`` and ``seats`` say about the course of a game is written with each event, in the same
transaction, so that lists, clocks and bots are found without replaying games.
Times are milliseconds since 1970, UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("owner", String(64), primary_key=True),  # SHA-256 of the first secret token
    Column("guest", String(16), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=True),  # last, give or take a day
)

# One for each browser of a guest.
keys = Table(
    "keys",
    metadata,
    Column("key", String(64), primary_key=True),  # SHA-256 of the secret token
    Column("owner", String(64), ForeignKey("guests.owner"), nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index("keys_by_owner", keys.c.owner)

# Codes that let one more browser in.
transfers = Table(
    "transfers",
    metadata,
    Column("code", String(64), primary_key=True),  # SHA-256 of what is typed
    Column("owner", String(64), ForeignKey("guests.owner"), nullable=False, unique=True),
    Column("until", BigInteger, nullable=False),
)

# Names with a passphrase, where a club wants them.
accounts = Table(
    "accounts",
    metadata,
    Column("folded", Text, primary_key=True),  # the name as names are compared
    Column("owner", String(64), ForeignKey("guests.owner"), nullable=False, unique=True),
    Column("hash", Text, nullable=False),  # of the passphrase, by Argon2
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    # fixed when the table is made
    Column("name", String(48), nullable=False),
    Column("form", String(24), nullable=False),
    Column("schools", Text, nullable=False),  # separated by spaces
    Column("seed", String(20), nullable=False),  # 64 bits without a sign
    Column("sitting", Text, nullable=False),  # who sat where at first, as JSON
    Column("clock", Text, nullable=False),  # as JSON
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("invite", String(32), nullable=False),
    Column("maker", String(64), nullable=False),  # an owner
    Column("created", BigInteger, nullable=False),
    Column("rematch_of", String(16), nullable=True, unique=True),
    Column("takebacks", Boolean, nullable=False, server_default=true()),
    Column("hints", Boolean, nullable=False, server_default=false()),  # also where people meet
    # where a continued game begins, as JSON; such a game counts in no figures
    Column("start", Text, nullable=True),
    # of a rated game: "due", then "counted" or why it does not count
    Column("rated", String(12), nullable=True),
    Column("tournament", String(16), nullable=True),  # for which it is played
    # what the events so far were played by: the number of the rules, what the cards mean
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("cards", String(12), nullable=False, server_default=""),
    # as it stands after the last event
    Column("seq", Integer, nullable=False),  # how many events there are
    Column("state", String(8), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("acting", Integer, nullable=True),
    Column("result", Text, nullable=True),  # places by seat, separated by spaces
    Column("updated", BigInteger, nullable=False),
    Column("deadline", BigInteger, nullable=True),  # when the acting seat runs out of time
    # since when a seat wants to resign and its partner is asked
    Column("resigning", BigInteger, nullable=True),
    # is it a bot's turn to choose, also when nobody watches?
    Column("bot_due", Boolean, nullable=False),
    Column("claimed_by", String(16), nullable=False),  # the worker that asks the bot
    Column("claimed_until", BigInteger, nullable=False),
    # why it cannot be played on: it is broken, or was played by other rules
    Column("quarantined", Text, nullable=True),
    # when whoever runs the server closed it; nobody comes in any more
    Column("closed", BigInteger, nullable=True),
)
Index("tables_by_closed", tables.c.closed)
Index("tables_by_state", tables.c.public, tables.c.state, tables.c.updated)
Index("tables_by_deadline", tables.c.deadline)
Index("tables_by_resigning", tables.c.resigning)
Index("tables_by_bot_due", tables.c.bot_due, tables.c.claimed_until)
Index("tables_by_maker", tables.c.maker, tables.c.state, tables.c.updated)
Index(
    "tables_by_quarantined",
    tables.c.id,
    sqlite_where=tables.c.quarantined.is_not(None),
    postgresql_where=tables.c.quarantined.is_not(None),
)
Index(
    "tables_by_rated",
    tables.c.id,
    sqlite_where=tables.c.rated == "due",
    postgresql_where=tables.c.rated == "due",
)

# Guests who may not speak ("mute") or not come in ("ban") for a while.
sanctions = Table(
    "sanctions",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Problems that players have reported, as their seats saw the game; and players who were reported.
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("about", String(64), nullable=True),  # the owner who was reported
)
Index("reports_by_time", reports.c.at)

# Whom a guest does not want to hear ("mute"), or not to hear and not to play with ("block").
avoided = Table(
    "avoided",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("other", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("avoided_by_other", avoided.c.other)

# The rated games that count: a row for each seat. All ratings follow from them, game by game in
# the order of their ends, so they stay when old tables are deleted.
rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("form", String(24), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
)
Index("rated_games_by_form", rated_games.c.form, rated_games.c.ended, rated_games.c.table_id)
Index("rated_games_by_owner", rated_games.c.owner)

ratings = Table(
    "ratings",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("form", String(24), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),  # of the last game
)

# Up to which game the ratings of a form have come; whoever goes on from there locks the row.
rating_books = Table(
    "rating_books",
    metadata,
    Column("form", String(24), primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("table_id", String(16), nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(48), nullable=False),
    Column("kind", String(12), nullable=False),  # round_robin, swiss
    Column("form", String(24), nullable=False),
    Column("clock", Text, nullable=False),  # as JSON
    Column("rated", Boolean, nullable=False),
    Column("maker", String(64), nullable=False),  # an owner; empty: whoever runs the server
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("state", String(12), nullable=False),  # open, running, over, cancelled
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),  # the last one that has begun
    Column("starts", BigInteger, nullable=True),  # when the next one begins
)
Index("tournaments_by_state", tournaments.c.state, tournaments.c.updated)
Index("tournaments_by_start", tournaments.c.starts)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("owner", String(64), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("number", Integer, nullable=True),  # from the first round on
    Column("left", Integer, nullable=True),  # the round after which there is no more pairing
)
Index("entrants_by_owner", entrants.c.owner)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),  # numbers of entrants
    Column("second", Integer, nullable=True),  # none: a bye
    Column("how", String(12), nullable=False),  # game, bye, walkover, void
    Column("points", Integer, nullable=True),  # of the first: 2, 1 or 0
    Column("table_id", String(16), nullable=True),
)
Index(
    "pairings_by_points",
    pairings.c.tournament,
    sqlite_where=pairings.c.points.is_(None),
    postgresql_where=pairings.c.points.is_(None),
)

# One row that is written to find out whether anything can be written.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("owner", String(64), nullable=True),
    Column("name", String(24), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("bot", String(64), nullable=True),
    Column("here_until", BigInteger, nullable=False),  # seen, or to be seen again, until then
)
Index("seats_by_owner", seats.c.owner)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),  # as JSON: see event_log.py
    # milliseconds before it for which the clocks stood still, because the house was not there
    Column("paused", BigInteger, nullable=False, server_default="0"),
)

# One row: when the house was last alive, how often that was noted, and by how many milliseconds
# running clocks were put forward so far.
house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("alive", BigInteger, nullable=False),
    Column("beats", BigInteger, nullable=False),
    Column("shifted", BigInteger, nullable=False),
)

progress = Table(
    "progress",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("lesson", String(32), primary_key=True),
    Column("goal", Integer, nullable=False),  # where to go on, counted from 0
    Column("done", Integer, nullable=False),  # 0 not yet, 1 with help, 2 without
)

# What became of a puzzle in a guest's hands. A row is made when the first try is decided, and what
# decided it never changes: the solver's rating follows from these rows alone.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("state", String(8), nullable=False),  # failed, seen or solved; the last two stay
    Column("tries", Integer, nullable=False),  # turns that were played to their end
    # was the first try right, without a hint? None: it was made where nobody checked it
    Column("first", Boolean, nullable=True),
    Column("rating", Integer, nullable=False),  # of the puzzle, then
    Column("at", BigInteger, nullable=False),  # when the first try was decided
)

# Days (since 1970, UTC) on which a guest has solved the puzzle of the day.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
)

# What each turn of a finished game was worth, as JSON: of all turns, or as far as it has come.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("depth", Integer, nullable=False),  # nodes for a turn
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    # while it is being made: of how many turns, for whom, by which worker, which is lost if it is
    # not heard of until then
    Column("of", Integer, nullable=True),
    Column("owner", String(64), nullable=True),
    Column("worker", String(16), nullable=False, server_default=""),
    Column("until", BigInteger, nullable=True),
)

# What is kept of a finished game, so that it need not be played again for figures.
summaries = Table(
    "summaries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("body", Text, nullable=False),  # as JSON
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("owner", String(64), nullable=True),  # who said it; earlier versions did not note it
)
Index("chat_by_owner", chat.c.owner)

# How guests want to be told of games over days: browsers that take push messages, and an address
# of e-mail.
contacts = Table(
    "contacts",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", String(64), ForeignKey("guests.owner"), nullable=False),
    Column("kind", String(8), nullable=False),  # "push" or "mail"
    Column("address", Text, nullable=False),  # an endpoint, or an address of e-mail
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256: who is told, and where
    Column("encryption", Text, nullable=False),  # keys of a browser, as JSON
    Column("language", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("told", BigInteger, nullable=False),  # when something was last put into the outbox
    # An address of e-mail is confirmed with a code that was sent there; its SHA-256.
    Column("code", String(64), nullable=True),
    Column("until", BigInteger, nullable=True),  # the code is good for so long
    Column("secret", String(64), nullable=False, unique=True),  # in the link that ends it
)
Index("contacts_by_owner", contacts.c.owner)

# Who is waited for at tables over days and has not been told yet, of those with a contact.
waits = Table(
    "waits",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # see tables/waiting.py
    Column("since", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # told then, if it is still so
)
Index("waits_by_due", waits.c.due)
Index("waits_by_table", waits.c.table_id)

# What is to be sent: one message a contact, the newest.
outbox = Table(
    "outbox",
    metadata,
    Column("contact", String(16), ForeignKey("contacts.id"), primary_key=True),
    Column("id", String(16), nullable=False),  # another one for every message
    Column("body", Text, nullable=False),  # as JSON: see notices/letters.py
    Column("made", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # of the next attempt
    Column("tries", Integer, nullable=False),
    Column("claimed_until", BigInteger, nullable=False),  # a worker sends it, or is lost by then
)
Index("outbox_by_due", outbox.c.due)

# One row: the private key with which this house signs push messages, where none is set.
signing = Table(
    "signing",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
)

# Studies of positions, each as its text. Whoever knows the id may read one.
studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", String(64), ForeignKey("guests.owner"), nullable=False),
    Column("title", String(80), nullable=False),
    Column("form", String(16), nullable=False),
    Column("steps", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # counts the times it was kept
    Column("at", BigInteger, nullable=False),  # when it was kept last
    Column("body", Text, nullable=False),
)
Index("studies_by_owner", studies.c.owner)
