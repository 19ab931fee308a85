#include "dice.hpp"

#include <array>

namespace tashkalar {

namespace {

constexpr std::array<std::uint32_t, 256> remainders() {
    std::array<std::uint32_t, 256> found{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t left = byte;
        for (int i = 0; i < 8; ++i) left = left & 1 ? left >> 1 ^ 0xEDB88320u : left >> 1;
        found[byte] = left;
    }
    return found;
}

constexpr std::array<std::uint32_t, 256> REMAINDERS = remainders();

}  // namespace

std::uint32_t crc32(std::string_view data) {
    std::uint32_t found = 0xffffffffu;
    for (const char byte : data)
        found = found >> 8 ^ REMAINDERS[(found ^ static_cast<unsigned char>(byte)) & 255];
    return ~found;
}

}  // namespace tashkalar
