// Sets of squares: 90 bits in two words. A register of a program is one, too: numbers are small
// sets. (No 128-bit integer: not every compiler has one.)
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace tashkalar {

struct Mask {
    std::uint64_t lo = 0;
    std::uint64_t hi = 0;

    constexpr Mask() = default;
    constexpr Mask(std::uint64_t low, std::uint64_t high = 0) : lo(low), hi(high) {}

    constexpr bool operator==(const Mask&) const = default;
    constexpr explicit operator bool() const { return (lo | hi) != 0; }
    constexpr Mask operator&(Mask b) const { return {lo & b.lo, hi & b.hi}; }
    constexpr Mask operator|(Mask b) const { return {lo | b.lo, hi | b.hi}; }
    constexpr Mask operator^(Mask b) const { return {lo ^ b.lo, hi ^ b.hi}; }
    constexpr Mask operator~() const { return {~lo, ~hi}; }
    constexpr Mask& operator&=(Mask b) { return *this = *this & b; }
    constexpr Mask& operator|=(Mask b) { return *this = *this | b; }
    constexpr Mask& operator^=(Mask b) { return *this = *this ^ b; }

    // By less than 64.
    constexpr Mask operator<<(int n) const {
        return n == 0 ? *this : Mask{lo << n, hi << n | lo >> (64 - n)};
    }
    constexpr Mask operator>>(int n) const {
        return n == 0 ? *this : Mask{lo >> n | hi << (64 - n), hi >> n};
    }
    // Either way: to the left where n is above zero.
    constexpr Mask moved(int n) const { return n >= 0 ? *this << n : *this >> -n; }

    constexpr int count() const { return std::popcount(lo) + std::popcount(hi); }
    // Index of the lowest and of the highest square of a set that is not empty.
    constexpr int first() const { return lo ? std::countr_zero(lo) : 64 + std::countr_zero(hi); }
    constexpr int last() const {
        return hi ? 127 - std::countl_zero(hi) : 63 - std::countl_zero(lo);
    }
    constexpr Mask lowest() const {
        return lo ? Mask{lo & (0 - lo), 0} : Mask{0, hi & (0 - hi)};
    }
    constexpr bool has(int i) const { return (i < 64 ? lo >> i : hi >> (i - 64)) & 1; }
    // A register that holds a number.
    constexpr int number() const { return static_cast<int>(lo & 0x7fffffff); }
};

constexpr Mask bit(int i) { return i < 64 ? Mask{1ULL << i, 0} : Mask{0, 1ULL << (i - 64)}; }

// The indices of a set, in reading order.
template <typename Each>
constexpr void for_squares(Mask mask, Each each) {
    for (; mask.lo; mask.lo &= mask.lo - 1) each(std::countr_zero(mask.lo));
    for (; mask.hi; mask.hi &= mask.hi - 1) each(64 + std::countr_zero(mask.hi));
}

}  // namespace tashkalar
