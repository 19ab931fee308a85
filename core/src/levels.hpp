// The levels that look at one action. (Those that plan whole turns are in strategist.cpp.)
#pragma once

#include <string>
#include <utility>

#include "strategist.hpp"
#include "view.hpp"

namespace tashkalar {

// How a turn should go on: the answer to each view that will come up in it.
using Plan = std::vector<std::pair<std::string, Code>>;

struct Thought {
    Path path;
    Plan plan;
};

// The best single action by evaluation; of a hundred choices it sees `looked_at`. `hoped` is what
// the plan of its last choice says, or -1.
Thought greedy(const View& view, std::uint64_t seed, int looked_at, int hoped,
               const Evaluation& judge, Budget& budget);

}  // namespace tashkalar
