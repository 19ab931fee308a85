// How far a colour has come with each task, as one fixed-point number from 0 to ONE.
#pragma once

#include "fixed.hpp"
#include "state.hpp"

namespace tashkalar::progress {

Number of(const State& p, int number, int colour);
// Is the task done within a turn: by summoning, by destroying?
bool by_summoning(const Criterion& criterion);
bool by_destroying(const Criterion& criterion);

}  // namespace tashkalar::progress
