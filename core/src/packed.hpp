// Numbers and nested rows of numbers as bytes; see packed.py for the format.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mask.hpp"

namespace tashkalar {

// Bytes that do not hold what they should.
struct Damaged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace packed {

struct Value {
    bool is_row = false;
    bool negative = false;  // then `number` is what is to be subtracted from nothing
    Mask number;
    std::vector<Value> row;

    // As a number between two limits; Damaged if it is none.
    std::int64_t between(std::int64_t least, std::int64_t most) const;
    std::uint64_t word() const;
    Mask mask() const;
    const std::vector<Value>& rows() const;
    // A row of exactly so many values.
    const std::vector<Value>& rows(std::size_t length) const;
    std::string text() const;
};

// So many values, which must be all there is.
std::vector<Value> read(std::string_view data, std::size_t count);

class Writer {
  public:
    std::string out;

    void number(std::int64_t value);
    void number(Mask value);
    void open(std::size_t length);  // a row of rows; the parts follow
    template <typename Number>
    void row(const Number* values, std::size_t length) {
        bool small = length < 128;
        for (std::size_t i = 0; small && i < length; ++i) small = is_byte(values[i]);
        if (!small) {
            open(length);
            for (std::size_t i = 0; i < length; ++i) number(wide(values[i]));
            return;
        }
        out.push_back(static_cast<char>(128 + length));
        for (std::size_t i = 0; i < length; ++i) out.push_back(static_cast<char>(low(values[i])));
    }
    void empty() { out.push_back(static_cast<char>(128)); }

  private:
    static bool is_byte(Mask value) { return !value.hi && value.lo < 256; }
    static bool is_byte(std::int64_t value) { return value >= 0 && value < 256; }
    static std::uint64_t low(Mask value) { return value.lo; }
    static std::uint64_t low(std::int64_t value) { return static_cast<std::uint64_t>(value); }
    static Mask wide(Mask value) { return value; }
    static std::int64_t wide(std::int64_t value) { return value; }
};

}  // namespace packed
}  // namespace tashkalar
