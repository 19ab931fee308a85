// The value of a position for a colour: features times weights.
#pragma once

#include "features.hpp"

namespace tashkalar {

constexpr Number WON = 1000 * POINT;

// How a bot judges positions: weights for each family of forms, for the end and the start of a turn.
struct Evaluation {
    std::array<std::array<Number, FEATURES>, 3> weights{};
    std::array<std::array<Number, FEATURES>, 3> starts{};
    std::array<Number, 3> plus{};
    std::array<Worths, 3> worths{};

    // How good a position is for a colour, best asked at the end of its turn.
    Number value(const State& p, int colour, bool threats = true) const;
    // How good it is for a colour whose turn begins: what it can make of it.
    Number promise(const State& p, int colour) const;
};

// The task that will be claimed at the end of a turn; 0 where there is none.
int claimed(const State& p);

}  // namespace tashkalar
