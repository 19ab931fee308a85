"""Bad input: one clear sentence, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from tashkalar.catalogue import SOURCE, text
from tashkalar.terminal.helping import language_asked, translate

# The extra that brings a library; what is not named here comes with the server.
_EXTRAS = {"choix": "bots", "matplotlib": "bots", "numpy": "bots", "sklearn": "bots", "ray": "ray"}


_SPELLED = {"analyse": "analyze"}  # the British way


class Complaint(Exception):
    """Something is wrong with what the user gave; the message is the sentence to print."""


@contextmanager
def about(what: object) -> Iterator[None]:
    """Turn a refusal of the library into a complaint about a file, an option, a card."""
    try:
        yield
    except OSError as error:
        raise Complaint(f"{what}: {error.strerror or error}" if what else _told(error)) from None
    except UnicodeDecodeError:
        raise Complaint(f"{what}: this is not a text file") from None
    except ValueError as error:
        raise Complaint(f"{what}: {error}" if what else str(error)) from None


def _told(error: OSError) -> str:
    """An error of the system with the file it is about, in one line."""
    reason = " ".join((error.strerror or str(error)).split())
    return f"{os.fspath(error.filename)}: {reason}" if error.filename else reason


def contents(path: Path) -> str:
    """The text of a file."""
    with about(path):
        return path.read_text(encoding="utf-8")


def require(*libraries: str) -> None:
    """Complain about libraries that are not installed before any work is done."""
    for name in libraries:
        if find_spec(name) is None:
            raise Complaint(_lacking(name))


def _lacking(library: str) -> str:
    extra = _EXTRAS.get(library, "server")
    return f"this needs {library}; install it with: pip install 'tashkalar[{extra}]'"


class Commands(TyperGroup):
    """The commands; every mistake of the user ends with one sentence and status 2."""

    language = SOURCE  # of the help

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of the help: groups of commands stand behind the commands."""
        return sorted(self.commands, key=lambda name: isinstance(self.commands[name], TyperGroup))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name, in either spelling."""
        return super().get_command(ctx, _SPELLED.get(cmd_name, cmd_name))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands under the headings they were given."""
        sections: dict[str, list[tuple[str, str]]] = {}
        widest = max(map(len, self.commands))
        for name in self.list_commands(ctx):
            command: Any = self.commands[name]
            if not command.hidden:
                told = command.get_short_help_str(formatter.width - widest - 6)
                panel = command.rich_help_panel
                heading = "Commands"
                if isinstance(panel, str):
                    heading = text(f"help.section.{panel}", self.language)
                sections.setdefault(heading, []).append((name.ljust(widest), told))
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; what goes wrong is told in one sentence."""
        typed = sys.argv[1:] if args is None else args
        if "--help" in typed or not typed:
            self.language = language_asked(typed)
            translate(self, self.language)
        try:
            found = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except Complaint as complaint:
            complain(str(complaint))
            sys.exit(2)
        except ModuleNotFoundError as error:
            library = (error.name or "").partition(".")[0]
            if library in ("", "tashkalar"):
                raise
            complain(_lacking(library))
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(130)
        except BrokenPipeError:
            sys.stderr.close()  # nobody reads on: there is nothing left to say
            sys.exit(1)
        except OSError as error:
            # A folder that cannot be made, a full disk: the machine's answer, no defect of ours.
            complain(_told(error))
            sys.exit(2)
        except Exception as error:
            # Usage errors, whichever version of the library below defines their class.
            if not hasattr(error, "format_message"):
                raise
            complain(" ".join(str(error.format_message()).split()))
            sys.exit(2)
        sys.exit(found if isinstance(found, int) else 0)


def complain(sentence: str) -> None:
    """Say what is wrong."""
    print(f"tashkalar: {sentence}", file=sys.stderr)
