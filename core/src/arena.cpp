#include "arena.hpp"

#include <algorithm>
#include <cstdlib>

namespace tashkalar::arena {

namespace {

constexpr Each steps(int direction) {
    Each found{};
    for (int i = 0; i < CELLS; ++i)
        if (ALL.has(i)) found[i] = offset(i, VECTORS[direction][0], VECTORS[direction][1]);
    return found;
}

constexpr std::array<Each, 8> all_steps() {
    std::array<Each, 8> found{};
    for (int d = 0; d < 8; ++d) found[d] = steps(d);
    return found;
}

constexpr std::array<Each, 8> all_rays() {
    std::array<Each, 8> found{};
    for (int d = 0; d < 8; ++d) {
        const Each step = steps(d);
        for (int i = 0; i < CELLS; ++i)
            for (Mask at = step[i]; at; at = step[at.first()]) found[d][i] |= at;
    }
    return found;
}

constexpr Each all_adjacent() {
    Each found{};
    for (int i = 0; i < CELLS; ++i)
        if (ALL.has(i)) found[i] = spread(bit(i));
    return found;
}

constexpr std::array<int, CELLS> all_dense() {
    std::array<int, CELLS> found{};
    for (int i = 0, n = 0; i < CELLS; ++i)
        if (ALL.has(i)) found[i] = n++;
    return found;
}

constexpr std::array<int, SQUARES> all_cells() {
    std::array<int, SQUARES> found{};
    for (int i = 0, n = 0; i < CELLS; ++i)
        if (ALL.has(i)) found[n++] = i;
    return found;
}

}  // namespace

constexpr std::array<Each, 8> STEP = all_steps();
constexpr std::array<Each, 8> RAY = all_rays();
constexpr Each ADJACENT = all_adjacent();
constexpr std::array<int, CELLS> DENSE = all_dense();
constexpr std::array<int, SQUARES> CELL = all_cells();

int distance(int a, int b) {
    return std::max(std::abs(a % WIDTH - b % WIDTH), std::abs(a / WIDTH - b / WIDTH));
}

int heading(int start, int end) {
    const int dx = end % WIDTH - start % WIDTH, dy = end / WIDTH - start / WIDTH;
    for (int d = 0; d < 8; ++d)
        if (VECTORS[d][0] == dx && VECTORS[d][1] == dy) return d;
    return NOWHERE;
}

Mask connected(Mask seed, Mask within_set) {
    Mask group = seed & within_set;
    while (true) {
        const Mask grown = group | (spread(group) & within_set);
        if (grown == group) return group;
        group = grown;
    }
}

}  // namespace tashkalar::arena
