#include "program.hpp"

namespace tashkalar {

int length_of(const std::uint8_t* code, int left) {
    switch (left > 0 ? code[0] : -1) {
        case Op::CONVERTIBLE: case Op::REGISTER: case Op::THEIRS: case Op::WITHIN: case Op::RING:
        case Op::NEAREST: case Op::TOUCHING: case Op::DESTROY: case Op::CONVERT: case Op::MOVE:
        case Op::SAVE:
            return 2;
        case Op::PLACEABLE: case Op::LINE: case Op::MOVERS: case Op::PAYABLE: case Op::PLACE:
        case Op::GAIN: case Op::ADD: case Op::REMOVE: case Op::SET: case Op::JUMP:
            return 3;
        case Op::REACH: case Op::ASK_DIRECTION: case Op::NEXT_COLOUR: case Op::COUNT:
        case Op::UNLESS: case Op::UNLESS_CAPTURED: case Op::UNLESS_LEFT: case Op::UNLESS_CARDS:
            return 4;
        case Op::PAY:
            return 5;
        case Op::ASK_COLOUR: case Op::ASK_CARD:
            return 6;
        case Op::ASK:
            return 7;
        case Op::ASK_OPTION:
            return left > 1 ? 5 + 2 * code[1] : 0;
        case -1:
            return 0;
        default:
            return 1;
    }
}

}  // namespace tashkalar
