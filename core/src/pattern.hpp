// Patterns as masks: where a being fits, and which pieces it uses there.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "tables.hpp"

namespace tashkalar::pattern {

// The largest offset of a pattern is four rows and four columns. Masks are moved up by this much
// first, so that every offset, also a negative one, is a shift to the right.
constexpr int LIFT = 4 * arena::WIDTH + 4;

constexpr int shift(int dx, int dy) { return LIFT + arena::WIDTH * dy + dx; }

// The squares that count as somebody's: of any rank, and upgraded.
struct Own {
    Mask any, upgraded;
};

// A lifted mask, ready to be shifted to the right by any offset: eight copies, each one bit
// further, make such a shift a load from the right byte.
class Lifted {
  public:
    explicit Lifted(Mask mask) {
        std::uint64_t a = mask.lo << LIFT;
        std::uint64_t b = mask.hi << LIFT | mask.lo >> (64 - LIFT);
        std::uint64_t c = mask.hi >> (64 - LIFT);
        for (auto& copy : copies_) {
            copy[0] = a, copy[1] = b, copy[2] = c, copy[3] = 0;
            a = a >> 1 | b << 63, b = b >> 1 | c << 63, c >>= 1;
        }
    }

    Mask operator>>(int shift) const {
        std::uint64_t words[2];
        const auto* from = reinterpret_cast<const char*>(copies_[shift & 7]) + (shift >> 3);
        std::memcpy(words, from, sizeof words);
        if constexpr (std::endian::native == std::endian::big) {
            // Bytes count from the other end there.
            const int whole = shift >> 6, rest = shift & 56;
            const auto* copy = copies_[shift & 7];
            for (int i = 0; i < 2; ++i)
                words[i] = rest ? copy[whole + i] >> rest | copy[whole + i + 1] << (64 - rest)
                                : copy[whole + i];
        }
        return {words[0], words[1]};
    }

  private:
    std::uint64_t copies_[8][4];
};

struct Lifts {
    Lifted any, upgraded;
    explicit Lifts(const Own& own) : any(own.any), upgraded(own.upgraded) {}
};

// All squares where the pieces that count as yours form the pattern.
Mask fits(const Being& being, const Lifts& own);
// The squares where it fits alone, and those where it does with one piece of a helper.
std::pair<Mask, Mask> fits_or_nearly(const Being& being, const Lifts& own, const Lifts& helper);
// The same where the helper is one common piece more, on an empty square.
std::pair<Mask, Mask> fits_or_lacks_one(const Being& being, const Lifts& own, const Lifted& empty);
// The same with two helpers, a piece of each.
Mask fits_with_two(const Being& being, const Lifts& own, const Lifts& first, const Lifts& second);
// The empty squares on which one more common piece would make the pattern fit.
Mask completing(const Being& being, const Lifts& own, const Lifted& empty);
// The fewest pieces that a pattern lacks on any of these squares.
int fewest(const Being& being, const Lifts& own, Mask where);
// The squares that the way which lacks fewest pieces on a square lacks; ALL where there is none.
Mask missing(const Being& being, int square, const Own& own);

}  // namespace tashkalar::pattern
