// What else could be done with a turn: give cards back, or let the partner go on.
#pragma once

#include "search.hpp"

namespace tashkalar {

// The discard action in place of the last piece of some turns, so many of the best ones.
Lines discarding(const State& position, const Lines& lines, std::size_t most,
                 const Evaluation& judge, Budget& budget, Rooms& rooms);
// The same turn, but the partner places the last pieces of it, as few as possible first.
Lines passing(const State& position, const Variation& line, Rooms& rooms);

}  // namespace tashkalar
