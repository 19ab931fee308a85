// The only randomness of the game: splitmix64, whose state lives inside the position.
#pragma once

#include <cstdint>
#include <utility>

namespace tashkalar::shuffling {

constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15;

constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

// The upper half of a product of two words.
constexpr std::uint64_t upper_half(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    const std::uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32);
    const std::uint64_t other = a0 * b1 + (middle & 0xffffffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

class Words {
  public:
    explicit Words(std::uint64_t seed) : state_(seed) {}
    std::uint64_t word() { return mixed(state_ += STEP); }
    // A number from 0 to n - 1.
    std::uint64_t below(std::uint64_t n) { return upper_half(word(), n); }
    std::uint64_t state() const { return state_; }

  private:
    std::uint64_t state_;
};

// Put cards into a random order.
template <typename Sequence>
void shuffle(std::uint64_t& random, Sequence& cards) {
    Words words(random);
    const auto first = cards.begin();
    for (auto i = static_cast<int>(cards.end() - cards.begin()) - 1; i > 0; --i)
        std::swap(first[i], first[words.below(static_cast<std::uint64_t>(i) + 1)]);
    random = words.state();
}

}  // namespace tashkalar::shuffling
