// What must hold of a position that comes from outside, so that playing on it is safe.
#pragma once

#include "state.hpp"

namespace tashkalar {

// Damaged where something cannot be; `hidden` allows cards that nobody sees.
void check_sound(const State& p, bool hidden);

}  // namespace tashkalar
