#include "program.hpp"

namespace tashkalar {

const char* operands_of(int op) {
    switch (op) {
        case Op::WITHIN: case Op::RING: case Op::NEAREST: case Op::DESTROY:
            return "b";
        case Op::REGISTER: case Op::THEIRS: case Op::TOUCHING: case Op::MOVE: case Op::SAVE:
            return "r";
        case Op::CONVERTIBLE: case Op::CONVERT:
            return "k";
        case Op::JUMP:
            return "l";
        case Op::LINE: case Op::MOVERS:
            return "bb";
        case Op::PAYABLE: case Op::SET:
            return "rb";
        case Op::ADD: case Op::REMOVE:
            return "rr";
        case Op::PLACEABLE: case Op::PLACE:
            return "ko";
        case Op::GAIN:
            return "ab";
        case Op::REACH:
            return "rbb";
        case Op::ASK_DIRECTION: case Op::UNLESS: case Op::UNLESS_CAPTURED: case Op::UNLESS_CARDS:
            return "bl";
        case Op::NEXT_COLOUR: case Op::COUNT:
            return "rl";
        case Op::UNLESS_LEFT:
            return "al";
        case Op::PAY:
            return "rrbr";
        case Op::ASK_COLOUR:
            return "rll";
        case Op::ASK_CARD:
            return "bbbl";
        case Op::ASK:
            return "qoobl";
        case Op::ASK_OPTION:
            return "nbl*";
        default:
            return "";
    }
}

int length_of(const std::uint8_t* code, int left) {
    if (left <= 0) return 0;
    int length = 1;
    for (const char* letter = operands_of(code[0]); *letter; ++letter) {
        if (*letter == '*' && left < 2) return 0;
        length += *letter == '*' ? 2 * code[1] : *letter == 'l' ? 2 : 1;
    }
    return length;
}

}  // namespace tashkalar
