// Random games, drawn as the reference draws them: the same figures come out.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "state.hpp"

namespace tashkalar {

// The generator of Python's `random`, seeded as it is with bytes.
class Twister {
  public:
    explicit Twister(std::string_view key);  // a number, its lowest byte first
    double random();
    std::uint32_t below(std::uint32_t n);

  private:
    std::mt19937 words_;
};

struct Figures {
    std::int64_t games = 0, decisions = 0, turns = 0, longest = 0, draws = 0;
    std::array<std::int64_t, 4> wins{};  // by seat
    std::array<std::int64_t, 4> ends{};  // by what triggered the end
    std::array<std::int64_t, CARD_LIMIT> resolved{};
};

struct Endless : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// One game to its end. `biased` likes cards resolved least, and claiming tasks.
void simulate(State p, Twister& chance, bool biased, int most, Figures& figures);

}  // namespace tashkalar
