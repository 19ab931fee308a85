// Instructions of programs, as effects/program.py numbers them.
#pragma once

#include <cstdint>

namespace tashkalar {

struct Op {
    enum : int {
        ANYWHERE, EMPTY, OCCUPIED, MINE, ENEMY, COMMON, HEROIC, LEGENDARY, RED, GREEN, CENTRAL,
        UPGRADABLE, DOWNGRADABLE, LINES, CONVERTIBLE, PLACEABLE, REGISTER, THEIRS, AND, OR, NOT,
        ADJACENT, ORTHOGONAL, DIAGONAL, WITHIN, RING, LINE, NEAREST, BEFORE, RICHER, SAME_COLOUR,
        MOVERS, REACH, TOUCHING, PROVIDED, PAYABLE,
        DESTROY = 40, UPGRADE, DOWNGRADE, CONVERT, PLACE, MOVE, GAIN, ASK, ASK_DIRECTION,
        ASK_OPTION, ASK_COLOUR, PROBED, NEXT_COLOUR, ASK_CARD, SAVE, ADD, REMOVE, SET, COUNT, PAY,
        JUMP, UNLESS, UNLESS_CAPTURED, UNLESS_LEFT, UNLESS_CARDS, END,
    };
};

// Registers every effect starts with.
enum : int { SELF, USED, ARRIVAL, MARKED, INDICATED, HEADING, TAKEN };
constexpr int FIXED = 7;
constexpr int NONE = 255;  // no register; as a colour: your own
constexpr int TO_EMPTY = 0, STANDARD = 1, COMBAT = 2;
constexpr int LEAP = 1, STRAIGHT = 2;

constexpr int ALLOWANCES = 5;     // counters of a position that an instruction may name
constexpr int OPTIONS_LIMIT = 8;  // alternatives of one question

// How the operands of an instruction are to be read: b a byte, r a register, o a register or none,
// k a rank or none, a an allowance, q what is asked, n how many options there are, l a label of two
// bytes, * as many more labels as the first operand says.
const char* operands_of(int op);
// The length of the instruction at a place of a program; 0 for none.
int length_of(const std::uint8_t* code, int left);

// The steps of a turn: instructions of the turn's own program, clear of those of effects.
constexpr int OFFSET = 128;
struct Step {
    enum : int {
        SET_OUT, BEGIN, ACT, LAY, SQUARE, WAY, LIFT, ARRIVE, POINT, SUMMONED, RETURN, RIVAL,
        INVOKED, CLOSE, UNPAIRED, DRAW,
    };
};
constexpr int STEPS_OF_TURN = 16;

}  // namespace tashkalar
