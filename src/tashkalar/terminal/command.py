"""The entry point: ``tashkalar`` in a shell."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = ("typer", "rich", "msgspec")


def main() -> None:
    """Run the command line; without its libraries, say how to get them."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(
            f"tashkalar: the command line needs {', '.join(missing)}; install it with: "
            "pip install 'tashkalar[terminal]', or to play in the browser 'tashkalar[server]'",
            file=sys.stderr,
        )
        raise SystemExit(2)
    from tashkalar.terminal.app import app

    for stream in (sys.stdout, sys.stderr):
        # A character that a terminal cannot show is no reason to stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    # A bot of one's own is named by a module of this folder, which comes after all others.
    sys.path.append(str(Path.cwd()))
    app(prog_name="tashkalar")


if __name__ == "__main__":
    main()
