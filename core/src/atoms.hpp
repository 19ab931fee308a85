// The only functions that change the board: each change and its event in one place.
#pragma once

#include "state.hpp"

namespace tashkalar {

// The colour whose turn it is.
inline int me(const State& p) { return p.colour_of[p.seat]; }

namespace atoms {

// Pieces of a colour left beside the board; common and heroic ones are the same pieces.
inline int supply(const State& p, int colour, int rank) {
    if (rank == LEGENDARY) return p.legend_stock[colour] - (p.pieces[colour] & p.legendary).count();
    return p.stock[colour] - (p.pieces[colour] & ~p.legendary).count();
}
inline int colour_at(const State& p, Mask bit) {
    return p.pieces[0] & bit ? 0 : p.pieces[1] & bit ? 1 : p.pieces[2] & bit ? 2 : 3;
}
inline int rank_at(const State& p, Mask bit) {
    return p.common & bit ? COMMON : p.heroic & bit ? HEROIC : p.legendary & bit ? LEGENDARY : 0;
}

void destroy(State& p, Mask bits, bool counted = true);
void lift(State& p, Mask bit);
void place(State& p, Mask bit, int colour, int rank);
// Move a piece; the piece on its new square is destroyed. Its rank is returned, or 0.
int move(State& p, Mask start, Mask end);
void upgrade(State& p, Mask bits);
void downgrade(State& p, Mask bits);
void convert(State& p, Mask bits, int rank);
void arrive(State& p, int card, Mask bit, int rank, Mask used);

}  // namespace atoms
}  // namespace tashkalar
