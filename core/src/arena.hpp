// The arena: 69 squares, eight directions, and every question about them as a mask.
#pragma once

#include <array>

#include "mask.hpp"

namespace tashkalar::arena {

constexpr int WIDTH = 10;
constexpr int ROWS = 9;
constexpr int CELLS = WIDTH * ROWS;
constexpr int SQUARES = 69;
constexpr int NOWHERE = 8;
constexpr int VECTORS[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                               {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};

constexpr bool inside(int x, int y) {
    if (x < 0 || x >= ROWS || y < 0 || y >= ROWS) return false;
    const int cut = y < 4 ? 2 - y : y - 6;  // squares missing at either end of the row
    return cut <= 0 || (x >= cut && x < ROWS - cut);
}

constexpr Mask all_squares() {
    Mask found;
    for (int i = 0; i < CELLS; ++i)
        if (inside(i % WIDTH, i / WIDTH)) found |= bit(i);
    return found;
}

constexpr Mask ALL = all_squares();

// The one square at an offset, as a set; empty when it is off the arena.
constexpr Mask offset(int square, int dx, int dy) {
    const int x = square % WIDTH + dx, y = square / WIDTH + dy;
    return inside(x, y) ? bit(WIDTH * y + x) : Mask{};
}

using Each = std::array<Mask, CELLS>;

extern const std::array<Each, 8> STEP;  // [direction][square]
extern const std::array<Each, 8> RAY;
extern const Each ADJACENT;
extern const std::array<int, CELLS> DENSE;    // the number of a square among the 69
extern const std::array<int, SQUARES> CELL;   // and back

constexpr Mask spread(Mask mask) {
    const Mask row = mask << 1 | mask >> 1, block = row | mask;
    return (row | block << WIDTH | block >> WIDTH) & ALL;
}

constexpr Mask spread_orthogonal(Mask mask) {
    return (mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH) & ALL;
}

constexpr Mask spread_diagonal(Mask mask) {
    const Mask row = mask << 1 | mask >> 1;
    return (row << WIDTH | row >> WIDTH) & ALL;
}

// All squares at most so many king's steps away, the set itself included.
constexpr Mask within(Mask mask, int distance) {
    for (int i = 0; i < distance && i < ROWS; ++i) mask |= spread(mask);
    return mask;
}

// King's steps between two squares.
int distance(int a, int b);
// The direction of a step from one square to an adjacent one, else NOWHERE.
int heading(int start, int end);
// The part of a set that hangs together with a seed.
Mask connected(Mask seed, Mask within_set);

}  // namespace tashkalar::arena
