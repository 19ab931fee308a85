// Fixed-point numbers: features, weights and values are integers, the same everywhere.
#pragma once

#include <cstdint>

namespace tashkalar {

using Number = std::int64_t;

constexpr Number ONE = 720'720;     // a feature of 1
constexpr Number DECIMAL = 10'000;  // a weight of 1
constexpr Number POINT = ONE * DECIMAL;  // a value of 1

// Divisions round down, below zero too.
constexpr Number divided(Number a, Number b) {
    const Number found = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? found - 1 : found;
}

}  // namespace tashkalar
