// Positions that are the same for the rest of a turn, told apart by 128 bits of their fields.
#pragma once

#include <cstdint>
#include <cstring>

#include "state.hpp"

namespace tashkalar {

struct Key {
    std::uint64_t a = 0, b = 0;
    bool operator==(const Key&) const = default;
};

class Mixer {
  public:
    void add(std::uint64_t word) {
        a_ = std::rotl(a_ ^ word, 29) * 0x9E3779B97F4A7C15;
        b_ = std::rotl(b_ + word, 41) * 0xC2B2AE3D27D4EB4F;
        a_ ^= a_ >> 32;
        b_ ^= b_ >> 29;
    }
    void add(Mask mask) { add(mask.lo), add(mask.hi); }
    void add_bytes(const void* from, std::size_t size) {
        const auto* at = static_cast<const char*>(from);
        for (; size; at += 8) {
            const std::size_t some = std::min<std::size_t>(size, 8);
            std::uint64_t word = 0;
            std::memcpy(&word, at, some);
            add(word);
            size -= some;
        }
    }
    Key key() const { return {finished(a_), finished(b_)}; }

  private:
    static std::uint64_t finished(std::uint64_t z) {
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    std::uint64_t a_ = 0x243F6A8885A308D3, b_ = 0x13198A2E03707344;
};

// Left out is what does not change before the turn ends (the table, the tasks), what cannot be seen
// (decks, the generator), what follows from the hands (the discards), and what is remembered but
// does not count.
Key turn_key(const State& p);

}  // namespace tashkalar
