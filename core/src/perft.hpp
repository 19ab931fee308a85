// Perft: how many sequences of choices lead on from a position.
#pragma once

#include "state.hpp"

namespace tashkalar {

// The number of sequences of so many choices; games that end earlier do not count.
std::uint64_t perft(const State& p, int depth);

}  // namespace tashkalar
