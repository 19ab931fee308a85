// Every turn that a player has in a position, and what the best of them reach.
#pragma once

#include <map>

#include "search.hpp"
#include "watch.hpp"

namespace tashkalar {

constexpr int GAME = 1000;     // the value of a turn that wins the game
constexpr std::size_t LONGEST = 1000;  // choices of a turn: what goes on longer is not followed

struct Exhausted {
    std::int64_t positions = 0;         // different ones inside the turn
    std::map<int, std::int64_t> ends;   // how many ends of the turn have a value
    std::vector<Path> best;             // ways to ends of the highest value, one for each end
    bool whole = true;                  // every position was looked at
    bool extra = false;                 // another turn can be won, which was not looked at
};

// Looks at so many positions at most, and keeps so many ways.
Exhausted exhaust(const State& start, std::int64_t limit, std::size_t most, Watch& watch);

}  // namespace tashkalar
