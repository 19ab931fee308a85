// What a seat may see, and full positions that agree with it.
#pragma once

#include "state.hpp"

namespace tashkalar {

// A position as one seat sees it; spectators see no hand at all.
struct View {
    State seen;
    int viewer = SPECTATOR;
};

View view(const State& p, int seat);
// A full position that agrees with a view: the word starts the generator that deals what is hidden.
State sample(const View& v, std::uint64_t word);

}  // namespace tashkalar
