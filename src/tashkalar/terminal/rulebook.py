"""The rules in the terminal: all of them, a section, a clause, or what speaks of a word."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from tashkalar.rulebook import document, search
from tashkalar.terminal.complaints import Complaint
from tashkalar.terminal.screen import Screen


def show(screen: Screen, wanted: str) -> None:
    """Show the whole document, or the clauses that match."""
    if not wanted:
        with screen.console.pager(styles=True):
            screen.print(Markdown(document(screen.language)))
        return
    found = search(wanted, screen.language)
    if not found:
        raise Complaint(f"no clause of the rules speaks of {wanted!r}; try another word")
    section = ""
    for clause in found:
        if clause.section != section:
            section = clause.section
            screen.print(Text(section, style="bold underline"))
        screen.print(Text(clause.number, style="bold"))
        screen.print(Padding(Markdown(clause.text), (0, 0, 1, 4)))
