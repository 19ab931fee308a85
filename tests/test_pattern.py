"""Patterns: the masks agree with trying every square."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tashkalar import pattern
from tashkalar.arena import ALL, squares
from tashkalar.cards import BEINGS, Being

BOARDS = st.permutations(list(squares(ALL))).map(lambda order: order[:34])


@given(st.sampled_from([being for being in BEINGS.values() if being]), BOARDS, st.integers(0, 20))
def test_completing_squares_are_those_that_make_a_way(
    being: Being, occupied: list[int], mine: int
) -> None:
    own = sum(1 << i for i in occupied[:mine])
    upgraded = sum(1 << i for i in occupied[: mine // 3])
    empty = ALL & ~sum(1 << i for i in occupied)

    def ways(extra: int) -> int:
        held = (own | extra, upgraded)
        return sum(len(pattern.ways(being, i, held)) for i in squares(ALL))

    before = ways(0)
    completing = sum(1 << i for i in squares(empty) if ways(1 << i) > before)
    assert pattern.completing(being, (own, upgraded), empty) == completing
