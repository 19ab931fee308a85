// The chance of bots: the small generator of the positions, started by what a bot sees.
#pragma once

#include <string_view>

#include "shuffling.hpp"
#include "view.hpp"

namespace tashkalar {

// The CRC-32 of zlib.
std::uint32_t crc32(std::string_view data);

// `seed` lies in the upper half of the word.
inline shuffling::Words dice(std::uint64_t seed, const State& seen) {
    return shuffling::Words(seed ^ crc32(seen.to_bytes()));
}

}  // namespace tashkalar
