// The features of cards: what a colour holds, will draw and may be threatened with.
#pragma once

#include "features.hpp"
#include "pattern.hpp"

namespace tashkalar::holdings {

// What all of them look at, made once for a position and a colour.
struct Look {
    const State& p;
    int colour;
    Mask high;
    pattern::Lifts own;
    pattern::Lifted empty;
    const Worths& worths;

    Look(const State& position, int of, const Worths& known);
};

std::array<Number, 8> held(const Look& look);
// Of the cards to be drawn at the end of the turn.
std::array<Number, 3> drawn(const Look& look);
std::array<Number, 4> threats(const Look& look);
std::array<Number, 3> lacking(const Look& look);
Number used_up(const Look& look);
std::array<Number, 2> flares(const Look& look);

}  // namespace tashkalar::holdings
