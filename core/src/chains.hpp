// Rows of squares that join two areas.
#pragma once

#include <array>
#include <vector>

#include "mask.hpp"

namespace tashkalar::chains {

using Pairs = std::vector<std::array<Mask, 2>>;

// A row of squares between the two areas of a pair that takes the fewest new pieces. It leads over
// pieces of one's own and over free squares; empty if there is none.
Mask joining(Mask mine, Mask free, const Pairs& pairs);

}  // namespace tashkalar::chains
