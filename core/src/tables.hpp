// Cards, forms and tasks, read from the table blob of the reference: tables.py says what the rows
// hold. A process plays with one set of tables.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arena.hpp"
#include "choice.hpp"
#include "mask.hpp"

namespace tashkalar {

// Limits of a position; the tables name the same ones, or are refused.
constexpr int CARD_LIMIT = 256;
constexpr int DECK_LIMIT = 18;
constexpr int TASK_LIMIT = 40;
constexpr int KNOWN_LIMIT = 6 * DECK_LIMIT;
constexpr int RETURNED_LIMIT = 3 * DECK_LIMIT;
constexpr int OTHERS_LIMIT = 128;
constexpr int REGISTERS_LIMIT = 32;
constexpr int FRAMES_LIMIT = 4;
constexpr int ALLOWANCE_LIMIT = 99;  // actions, extra turns, extra cards
// Registers of all frames together: an effect is called by the turn, and calls nothing itself.
constexpr int REGISTERS_ROOM = 2 * REGISTERS_LIMIT;
constexpr int PIECES_LIMIT = 12;  // pieces of a pattern

struct Form {
    std::string name;
    int seats = 0, colours = 0;
    std::array<std::uint8_t, 4> colour_of{};
    int stock = 0, legend_stock = 0, limit = 0;
    bool tasks = false, melee = false, first = false, teams = false, discards = false;
    int legends = 0, sideways = 0;
    std::vector<Mask> starts;
    std::vector<int> starting_colours;
    int family = 0;  // forms that are scored alike: duel, tasks, melee
};

// A pattern in one orientation, for all squares at once: the shifts of pattern.cpp.
struct Layout {
    Mask anchors;  // the squares where all pieces lie on the arena
    int high = 0, pieces = 0;  // the shifts of upgraded pieces come first
    std::array<std::uint8_t, PIECES_LIMIT> shift{};
};

// One way in which a pattern can lie on a square.
struct Lie {
    Mask used, marked, upgraded;
    int indicated = 0;
};

// A part of a program that is repeated, and the register that counts how often it still is.
struct Repetition {
    int first, last, counter, most;
};

struct Program {
    bool known = false;
    int registers = 0;
    std::uint32_t tracked = 0;
    bool reads_marked = false, reads_indicated = false, reads_used = false;
    std::vector<std::uint8_t> code;
    std::vector<Repetition> repetitions;
};

struct Being {
    bool known = false, legend = false;
    int number = 0, rank = 0, program = 0, pieces = 0;
    std::vector<Layout> layouts;
    std::array<std::vector<Lie>, arena::CELLS> lies;
};

struct Flare {
    bool known = false;
    int upper_needs = 0, lower_needs = 0;
};

struct Criterion {
    enum Kind { ANY_OF, DESTROYED, SUMMONED, STANDING, OUTNUMBER, FILL, LEAD, CHAIN, SURROUNDED,
                ISOLATED };
    int kind = 0;
    std::array<int, 5> numbers{};
    std::vector<Mask> areas;
    std::vector<std::array<Mask, 2>> pairs;
    std::vector<Criterion> criteria;
};

struct Task {
    bool known = false, advanced = false;
    int type = 0, points = 0;
    Criterion criterion;
};

struct Tables {
    std::string digest;  // as 32 bytes
    int rules = 0, hand = 0;
    Mask red, green, central;
    std::array<int, KINDS> base{};  // the first code of each kind
    int codes = 0;
    std::vector<Choice> choices;  // by code
    std::vector<int> legends, flare_cards, task_cards;
    std::array<std::vector<int>, 16> schools;  // the cards, by number
    std::array<Form, 16> forms;                // by number; unknown ones have no seats
    std::array<Being, CARD_LIMIT> beings;
    std::array<Flare, CARD_LIMIT> flares;
    std::array<Task, CARD_LIMIT> tasks;
    std::array<Program, 6 * CARD_LIMIT> programs;

    int code(Kind kind, int value = 0) const { return base[static_cast<int>(kind)] + value; }
    int square_code(Kind kind, int square) const { return code(kind, arena::DENSE[square]); }
};

struct NoTables : std::logic_error {
    NoTables() : std::logic_error("no tables are loaded; call load() with those of the game") {}
};

// The tables of this process; NoTables before any are loaded.
const Tables& tables();
// Take over tables, whose digest was found right. Others than those in use are refused.
void load(std::string_view blob);

constexpr int TURN = 0;
inline int program_of_being(int card) { return CARD_LIMIT + card; }
inline int program_of_flare(int card, int halves) { return 2 * CARD_LIMIT + 4 * card + halves; }

}  // namespace tashkalar
