"""Club life: ratings, tournaments, and whom somebody avoids."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def upgrade() -> None:
    """Make the tables; the public id of a guest follows from the owner from now on."""
    _people()
    _ratings()
    _tournaments()


def _people() -> None:
    op.create_table(
        "avoided",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("avoided_by_other", "avoided", ["other"])
    op.add_column("reports", sa.Column("about", sa.String(64), nullable=True))
    guests = sa.table("guests", sa.column("owner"), sa.column("guest"))
    connection = op.get_bind()
    for owner in connection.execute(sa.select(guests.c.owner)).scalars().all():
        named = sa.update(guests).where(guests.c.owner == owner)
        connection.execute(named.values(guest=_public_id(owner)))


def _public_id(owner: str) -> str:
    number = int.from_bytes(sha256(f"guest {owner}".encode()).digest())
    return "".join(_LETTERS[number // 31**n % 31] for n in range(12))


def _ratings() -> None:
    op.add_column("tables", sa.Column("rated", sa.String(12), nullable=True))
    is_due = sa.column("rated") == sa.literal_column("'due'")
    op.create_index(
        "tables_by_rated", "tables", ["id"], sqlite_where=is_due, postgresql_where=is_due
    )
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("form", sa.String(24), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
    )
    op.create_index("rated_games_by_form", "rated_games", ["form", "ended", "table_id"])
    op.create_index("rated_games_by_owner", "rated_games", ["owner"])
    op.create_table(
        "ratings",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("form", sa.String(24), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rating_books",
        sa.Column("form", sa.String(24), primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
    )


def _tournaments() -> None:
    op.add_column("tables", sa.Column("tournament", sa.String(16), nullable=True))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("form", sa.String(24), nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("starts", sa.BigInteger, nullable=True),
    )
    op.create_index("tournaments_by_state", "tournaments", ["state", "updated"])
    op.create_index("tournaments_by_start", "tournaments", ["starts"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=True),
        sa.Column("left", sa.Integer, nullable=True),
    )
    op.create_index("entrants_by_owner", "entrants", ["owner"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=True),
        sa.Column("how", sa.String(12), nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("table_id", sa.String(16), nullable=True),
    )
    undecided = sa.column("points").is_(None)
    op.create_index(
        "pairings_by_points",
        "pairings",
        ["tournament"],
        sqlite_where=undecided,
        postgresql_where=undecided,
    )
