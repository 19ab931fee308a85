"""The only randomness of the game: a small generator that lives inside the position.

It is splitmix64 as its author published it: one word of state, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from tashkalar.state import State

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mixed(z: int) -> int:
    """The random word that a state of the generator stands for."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


def words(seed: int) -> Iterator[int]:
    """The random words that follow a seed, for whoever needs chance outside of a position.

    >>> from itertools import islice
    >>> [hex(word) for word in islice(words(0), 2)]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """
    state = seed & _WORD
    while True:
        state = state + _STEP & _WORD
        yield _mixed(state)


def word_after(p: State) -> int:
    """The next word of the generator; the position stays as it is."""
    return _mixed(p.random + _STEP & _WORD)


def shuffled(p: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards in a random order; 64 bits make the bias for a deck of cards immeasurable."""
    deck, state = list(cards), p.random
    for i in range(len(deck) - 1, 0, -1):
        state = state + _STEP & _WORD
        j = _mixed(state) * (i + 1) >> 64
        deck[i], deck[j] = deck[j], deck[i]
    p.random = state
    return tuple(deck)
