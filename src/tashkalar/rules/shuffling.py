"""The only randomness of the game: a small generator that lives inside the position."""

from __future__ import annotations

from tashkalar.position import State

_WORD = (1 << 64) - 1


def _next(p: State) -> int:
    """splitmix64, as its author published it: one word of state, the same on every machine."""
    p.random = (p.random + 0x9E3779B97F4A7C15) & _WORD
    z = p.random
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


def word_after(p: State) -> int:
    """The next word of the generator; the position stays as it is."""
    return _next(State(random=p.random))


def below(p: State, n: int) -> int:
    """A number from 0 to n - 1; 64 bits make the bias for a deck of cards immeasurable."""
    return _next(p) * n >> 64


def shuffled(p: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = below(p, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
