// The strategist: whole turns, judged by the opponents' best replies in sampled worlds.
#pragma once

#include "search.hpp"

namespace tashkalar {

// The numbers of a level; the reference says what they mean and what they are.
struct Level {
    int beam = 6, inside = 12;
    bool discards = false;  // does it use the discard action?
    int discarding = 2;     // in so many candidates
    bool replies = false;  // a planner asks for none, and needs nothing of what follows
    bool passes = false;   // may it pass control?
    int candidates = 8, alike = 3, worlds = 60, least = 2;
    int reply_beam = 4, reply_inside = 8;
    std::int64_t plan = 8000, reply = 1500, again = 0;  // nodes
    Number own = 3, trust = 1, few = 1;
    Number passing = 0;  // so much better must passing control be
    int surveyed = 16;   // in so many worlds
    Number behind = 0, exchanged = 0, certain = 0, won = 0, lead = 0, grain = 1;
    Number sure = 3, sure_by = 2;
};

struct Turn {
    Number value = 0;
    Path path;
};

// The best whole turn that a level finds. The seed lies in the upper half of its word.
Turn best_turn(const State& position, std::uint64_t seed, const Level& level,
               const Evaluation& judge, Budget& budget);
// The best whole turns on different boards, the best first; nobody replies to them.
std::vector<Turn> best_turns(const State& position, std::size_t most, const Level& level,
                             const Evaluation& judge, Budget& budget);

}  // namespace tashkalar
