// What a seat sees, as bytes that a network can read: env/observation.py says what they mean.
#pragma once

#include <span>

#include "view.hpp"

namespace tashkalar::observation {

// How many bytes an observation has.
extern const int SIZE;
// Write the observation of a view. Spectators have none.
void write(const View& seen, std::span<std::uint8_t> to);

}  // namespace tashkalar::observation
