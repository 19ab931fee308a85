"""``--help`` in the reader's language: what commands, options and headings say of themselves.

A command is told by ``help.<command>``, an option by ``help.<command>.<option>`` or, where several
commands have it, by ``help.option.<option>``. What has no text keeps the words it has in the code.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tashkalar.cards import SCHOOLS
from tashkalar.catalogue import SOURCE, has, languages, matching, text
from tashkalar.rules.forms import FORMS

# What the library below says in English, as it stands or within a line.
PHRASES = {
    "Usage: ": "help.usage",
    "Options": "help.options",
    "Arguments": "help.arguments",
    "Commands": "help.commands",
    "Show this message and exit.": "help.help",
    "Install completion for the current shell.": "help.install_completion",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "help.show_completion"
    ),
    "[default: ": "help.default",
    "[env var: ": "help.variable",
}
_SHARED: set[int] = set()  # options that several commands have, as objects of the library
_VALUES = {
    "forms": ", ".join(FORMS),
    "schools": ", ".join(SCHOOLS),
    "languages": ", ".join(languages()),
}


def language_asked(args: Sequence[str]) -> str:
    """The language of the help: as the arguments say, --language pl, else as the surroundings do.

    >>> language_asked(["play", "--language", "pl", "--help"]), language_asked(["--language=cs"])
    ('pl', 'cs')
    """
    found = [os.environ.get("TASHKALAR_LANGUAGE", ""), *surroundings()]
    for number, given in enumerate(args):
        name, _, value = given.partition("=")
        if name == "--language":
            found.insert(0, value or "".join(args[number + 1 : number + 2]))
    return matching(found)


def surroundings() -> list[str]:
    """The languages that the environment names, in its order: pl_PL.UTF-8 is pl-PL."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    given = [name for variable in names for name in os.environ.get(variable, "").split(":")]
    return [name.partition(".")[0].replace("_", "-") for name in given]


def translate(group: Any, language: str, path: str = "") -> None:
    """Let commands, their options and the headings speak a language."""
    group.help = _told(f"help.{path or 'tashkalar'}", language) or group.help
    for param in group.params:
        own = _told(f"help.{path}.{param.name}", language)
        # What an option says in the code is about its own command.
        if own is None and (param.help is None or id(param) in _SHARED):
            _SHARED.add(id(param))
            own = _told(f"help.option.{param.name}", language)
        param.help = own or param.help
    for name, command in getattr(group, "commands", {}).items():
        translate(command, language, f"{path}.{name}".strip("."))
    if path == "":
        made = group.context_class.formatter_class.mro()
        plain = next(one for one in made if not issubclass(one, _Speaking))
        speaking = type("Speaking", (_Speaking, plain), {"language": language})
        group.context_class.formatter_class = speaking


def _told(key: str, language: str) -> str | None:
    return text(key, language, **_VALUES) if has(key, SOURCE) else None


class _Speaking:
    """Help is written with the phrases of the library in the reader's language."""

    language = SOURCE

    def say(self, words: str) -> str:
        """A line with every phrase of the library put into the language."""
        for phrase, key in PHRASES.items():
            if words == phrase or (phrase[0] == "[" and phrase in words):
                words = words.replace(phrase, text(key, self.language))
        return words

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """How the command is typed."""
        super().write_usage(prog, args, self.say(prefix or "Usage: "))  # type: ignore[misc]

    def section(self, name: str) -> Any:
        """A part of the help under its heading."""
        return super().section(self.say(name))  # type: ignore[misc]

    def write_dl(self, rows: Sequence[tuple[str, str]], *args: Any, **named: Any) -> None:
        """Names and what they mean."""
        told = [(name, self.say(words)) for name, words in rows]
        super().write_dl(told, *args, **named)  # type: ignore[misc]
