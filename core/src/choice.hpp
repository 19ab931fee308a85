// Choices as codes, and the questions they answer.
#pragma once

#include <cstdint>

namespace tashkalar {

using Code = std::uint16_t;

enum class Kind : int {
    PLACE, LIFT, SQUARE, DIRECTION, OPTION, WAY, COLOUR, SUMMON, DISCARD, RETURN, CARD, FLARE,
    CLAIM, PASS, FINISH, PASS_CONTROL, THAW, WARP, KEEP, SPARE,
};
constexpr int KINDS = 20;

struct Asking {
    enum : int {
        NOTHING, START, ACTION, END, SUMMONING_SQUARE, WAY, LIFTED, LAID, RETURNED, RIVAL, COLOUR,
        SQUARE, DESTROY, UPGRADE, DOWNGRADE, CONVERT, PLACE, MOVER, DESTINATION, DIRECTION, OPTION,
        CARD, KEPT, SWAP, CAPTURE, GATEWAY,
    };
};
constexpr int ASKINGS = 26;

// A choice taken apart: the value is a square (its index), a card, a direction or a number.
struct Choice {
    Kind kind;
    int value;
    Code code;
};

}  // namespace tashkalar
