"""``python -m tashkalar``: the same as ``tashkalar`` in a shell."""

from tashkalar.terminal.command import main

if __name__ == "__main__":
    main()
