"""Lines of the form ``key: value``, of which scenarios and lessons are made.

An indented line without a colon continues the one before it, ``#`` begins a remark, and the rows of
a ``board`` are one value. Some words may stand alone, without a colon.
"""

from __future__ import annotations

Line = tuple[int, str, str]  # number, key, value; a board's rows are one value


class BadLine(ValueError):
    """A line that is not of this form; the message has its number."""


def read_lines(text: str, alone: tuple[str, ...] = ()) -> list[Line]:
    """The lines of a text; keys have single spaces."""
    found: list[Line] = []
    rows = text.splitlines()
    at = 0
    while at < len(rows):
        number, row = at + 1, rows[at]
        at += 1
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        key, colon, value = row.partition(":")
        if not colon and row[0].isspace() and found and found[-1][1] != "board":
            begun, key, value = found.pop()
            found.append((begun, key, f"{value} {row.strip()}"))
        elif not colon and row.split()[0] in alone:
            found.append((number, " ".join(row.split()), ""))
        elif not colon:
            raise BadLine(f"line {number}: {row.strip()!r} is not of the form 'key: value'")
        elif key.strip() == "board":
            board: list[str] = []
            while at < len(rows) and len(board) < 10 and rows[at].strip():
                if len(board) == 9 and rows[at].split() != list("abcdefghi"):
                    break
                board.append(rows[at])
                at += 1
            found.append((number, "board", "\n".join(board)))
        else:
            found.append((number, " ".join(key.split()), value.strip()))
    return found
