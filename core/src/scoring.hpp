// Points, end triggers and final places of each form.
#pragma once

#include <utility>

#include "machine.hpp"

namespace tashkalar::scoring {

// The points of a colour as they stand; in a melee those of its weakest enemy colour.
int score(const State& p, int colour);
void add(State& p, int colour, int scored_in, int points, Cause why);
// Deathmatch: points for the enemy pieces destroyed this turn.
void score_turn(State& p);
// Enemy colours of which an odd number of common pieces was destroyed this turn.
Enemies unpaired(const State& p);
// What triggers the end now, if anything.
Cause trigger(const State& p);
// The points that count for the end of the game, and the colour that has them.
std::pair<int, int> most_points(const State& p);
// Fill in the place of each seat.
void places(State& p);

}  // namespace tashkalar::scoring
