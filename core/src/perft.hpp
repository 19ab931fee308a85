// Perft: how many sequences of choices lead on from a position.
#pragma once

#include "state.hpp"
#include "watch.hpp"

namespace tashkalar {

constexpr int DEPTH_LIMIT = 100;

// The number of sequences of so many choices; games that end earlier do not count.
std::uint64_t perft(const State& p, int depth, Watch& watch);

}  // namespace tashkalar
