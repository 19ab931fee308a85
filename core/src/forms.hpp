// The forms of the game and how each is laid out.
#pragma once

#include <span>

#include "state.hpp"

namespace tashkalar::forms {

// A new game, up to the first question; Damaged where form and schools do not go together.
State set_up(int form, std::span<const int> schools, std::uint64_t seed);

}  // namespace tashkalar::forms
