// What a player would look at: the features of a position for one colour, in the order of the
// reference's names.
#pragma once

#include <array>

#include "fixed.hpp"
#include "state.hpp"

namespace tashkalar {

constexpr int FEATURES = 46;
struct Feature {
    enum : int { POINTS = 0, THREAT = 18, READY_NOW = 28 };
};
using Features = std::array<Number, FEATURES>;
using Worths = std::array<Number, CARD_LIMIT>;  // what each being brings, by card

// Without `threats` those that look at cards nobody has seen are 0: they take most of the time.
Features features(const State& p, int colour, bool threats, const Worths& worths);

}  // namespace tashkalar
