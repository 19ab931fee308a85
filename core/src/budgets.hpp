// Budgets of moves: which of them may have been used up; see rules/budgets.py.
#pragma once

#include "mask.hpp"

namespace tashkalar::budgets {

constexpr int MOST_MOVES = 3, SETS = 1 << MOST_MOVES;

// Whether one of these moves is still to be had.
inline bool affords(Mask budget, int moves) {
    for (int gone = 0; gone < SETS; ++gone)
        if (budget.has(gone) && moves & ~gone) return true;
    return false;
}

// The budget after a move that may have been any of these.
inline Mask paid(Mask budget, int moves) {
    Mask found;
    for (int gone = 0; gone < SETS; ++gone)
        if (budget.has(gone))
            for (int move = 0; move < MOST_MOVES; ++move)
                if (moves & ~gone & 1 << move) found |= bit(gone | 1 << move);
    return found;
}

}  // namespace tashkalar::budgets
