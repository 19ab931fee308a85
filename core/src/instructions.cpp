// Instructions that change the position, ask, or go somewhere else in the program.
#include "atoms.hpp"
#include "budgets.hpp"
#include "hands.hpp"
#include "machine.hpp"

namespace tashkalar {

namespace {

using Bytes = const std::uint8_t*;

// --- changes ---------------------------------------------------------------------------------

int destroy(State& p, Bytes code, int pc, Stack& stack) {
    atoms::destroy(p, stack.pop(), code[pc + 1]);
    return pc + 2;
}

int upgrade(State& p, Bytes, int pc, Stack& stack) {
    atoms::upgrade(p, stack.pop());
    return pc + 1;
}

int downgrade(State& p, Bytes, int pc, Stack& stack) {
    atoms::downgrade(p, stack.pop());
    return pc + 1;
}

int convert(State& p, Bytes code, int pc, Stack& stack) {
    atoms::convert(p, stack.pop(), code[pc + 1]);
    return pc + 2;
}

int place(State& p, Bytes code, int pc, Stack& stack) {
    const int which = code[pc + 2];
    const int colour = which == NONE ? me(p) : static_cast<int>(p.registers()[which].lo & 3);
    atoms::place(p, stack.pop(), colour, code[pc + 1]);
    return pc + 3;
}

// The counter of the position that an allowance is, by its number.
struct Allowance {
    enum : int { ACTION, TURN, BEING, LEGEND, BORROWED };
};

std::int16_t& counter(State& p, int what) {
    switch (what) {
        case Allowance::ACTION: return p.actions;
        case Allowance::TURN: return p.extra_turns;
        case Allowance::BEING: return p.extra_beings;
        case Allowance::LEGEND: return p.extra_legends;
        case Allowance::BORROWED: return p.borrowed;
        default: throw Damaged("a program names a counter that there is not");
    }
}

int gain(State& p, Bytes code, int pc, Stack&) {
    const int what = code[pc + 1], n = static_cast<std::int8_t>(code[pc + 2]);
    std::int16_t& count = counter(p, what);
    const int before = count, after = std::max(before + n, 0);
    count = static_cast<std::int16_t>(after);
    if (after > before) {
        if (what == Allowance::ACTION)
            happen(p, Happened::GAIN_ACTION, {me(p), after - before});
        else if (what == Allowance::TURN)
            happen(p, Happened::EXTRA_TURN, {me(p)});
    }
    return pc + 3;
}

int move(State& p, Bytes code, int pc, Stack& stack) {
    const Mask start = p.registers()[code[pc + 1]], end = stack.pop();
    p.registers()[HEADING] = Mask(arena::heading(start.last(), end.last()));
    p.registers()[TAKEN] = Mask(atoms::move(p, start, end));
    return pc + 2;
}

// --- questions -------------------------------------------------------------------------------

void offer_pass(State& p, bool optional) {
    if (optional) offer(p, tables().code(Kind::PASS));
}

int ask_square(State& p, Bytes code, int pc, Stack& stack) {
    const Mask mask = stack.pop();
    if (!mask) return label(code, pc + 5);
    offer_nothing(p);
    offer_pass(p, code[pc + 4]);
    return ask(p, pc, code[pc + 1], mask);
}

int asked_square(State& p, const Choice& choice, Bytes code, int pc) {
    if (choice.kind == Kind::PASS) return label(code, pc + 5);
    for (const int which : {code[pc + 2], code[pc + 3]})
        if (which != NONE) p.registers()[which] = bit(choice.value);
    return pc + 7;
}

int ask_direction(State& p, Bytes code, int pc, Stack&) {
    if (!p.registers()[SELF]) return label(code, pc + 2);
    offer_nothing(p);
    for (int d = 0; d < 8; ++d)
        if (p.registers()[INDICATED].has(d)) offer(p, tables().code(Kind::DIRECTION, d));
    offer_pass(p, code[pc + 1]);
    return ask(p, pc, Asking::DIRECTION, {});
}

int asked_direction(State& p, const Choice& choice, Bytes code, int pc) {
    if (choice.kind == Kind::PASS) return label(code, pc + 2);
    p.registers()[HEADING] = Mask(choice.value);
    return pc + 4;
}

int ask_option(State& p, Bytes code, int pc, Stack& stack) {
    const int n = code[pc + 1];
    bool possible[OPTIONS_LIMIT];
    for (int i = n - 1; i >= 0; --i) possible[i] = static_cast<bool>(stack.pop());
    offer_nothing(p);
    for (int i = 0; i < n; ++i)
        if (possible[i]) offer(p, tables().code(Kind::OPTION, i));
    if (!p.others_size) return label(code, pc + 3);
    offer_pass(p, code[pc + 2]);
    return ask(p, pc, Asking::OPTION, {});
}

int asked_option(State&, const Choice& choice, Bytes code, int pc) {
    if (choice.kind == Kind::PASS) return label(code, pc + 3);
    return label(code, pc + 5 + 2 * choice.value);
}

int ask_colour(State& p, Bytes code, int pc, Stack& stack) {
    const int which = code[pc + 1], start = label(code, pc + 2), leave = label(code, pc + 4);
    const Operations& known = operations();
    Enemies open_ones;
    for (const int colour : enemies(p)) {
        p.registers()[which] = Mask(colour);
        int probe = pc + 6;
        while (code[probe] != Op::PROBED) probe = known.steps[code[probe]](p, code, probe, stack);
        if (stack.pop()) open_ones.at[open_ones.size++] = colour;
    }
    if (!open_ones.size) return leave;
    p.registers()[which] = Mask(open_ones.at[0]);
    if (p.rules().colours == 2) return start;  // with a single enemy there is nothing to ask
    offer_nothing(p);
    for (const int colour : open_ones) offer(p, tables().code(Kind::COLOUR, colour));
    return ask(p, pc, Asking::COLOUR, {});
}

int asked_colour(State& p, const Choice& choice, Bytes code, int pc) {
    p.registers()[code[pc + 1]] = Mask(choice.value);
    return label(code, pc + 2);
}

// Your own colour first, then the others in order of play.
int next_colour(State& p, Bytes code, int pc, Stack&) {
    Mask& which = p.registers()[code[pc + 1]];
    const int mine = me(p), colours = p.rules().colours;
    int at = 0;
    if (which != Mask(NONE)) at = (which.number() % colours - mine + colours) % colours + 1;
    if (at == colours) return label(code, pc + 2);
    which = Mask((mine + at) % colours);
    return pc + 4;
}

int ask_card(State& p, Bytes code, int pc, Stack&) {
    Zone cards = hands::cards_in(p, code[pc + 1]);
    if (cards.empty()) return label(code, pc + 4);
    std::sort(cards.begin(), cards.end());
    offer_nothing(p);
    for (const int card : cards) offer(p, tables().code(Kind::CARD, card));
    offer_pass(p, code[pc + 3]);
    return ask(p, pc, Asking::CARD, {});
}

int asked_card(State& p, const Choice& choice, Bytes code, int pc) {
    if (choice.kind == Kind::PASS) return label(code, pc + 4);
    hands::send(p, choice.value, code[pc + 1], code[pc + 2]);
    return pc + 6;
}

// Only a question of a colour looks at what stands before it.
int probed(State&, Bytes, int, Stack&) { throw Damaged("a program runs into a probe"); }

// --- control ---------------------------------------------------------------------------------

int save(State& p, Bytes code, int pc, Stack& stack) {
    p.registers()[code[pc + 1]] = stack.pop();
    return pc + 2;
}

int add(State& p, Bytes code, int pc, Stack&) {
    p.registers()[code[pc + 1]] |= p.registers()[code[pc + 2]];
    return pc + 3;
}

int remove(State& p, Bytes code, int pc, Stack&) {
    p.registers()[code[pc + 1]] &= ~p.registers()[code[pc + 2]];
    return pc + 3;
}

int set(State& p, Bytes code, int pc, Stack&) {
    p.registers()[code[pc + 1]] = Mask(code[pc + 2]);
    return pc + 3;
}

int count(State& p, Bytes code, int pc, Stack&) {
    Mask& left = p.registers()[code[pc + 1]];
    if (!left.lo) throw Damaged("a counter goes below nothing");
    --left.lo;
    return left ? label(code, pc + 2) : pc + 4;
}

// If one of these moves allows the square that was chosen, it may have been that one.
int pay(State& p, Bytes code, int pc, Stack& stack) {
    Mask* registers = p.registers();
    if (stack.pop() & registers[code[pc + 4]])
        registers[code[pc + 2]] |= budgets::paid(registers[code[pc + 1]], code[pc + 3]);
    return pc + 5;
}

int jump(State&, Bytes code, int pc, Stack&) { return label(code, pc + 1); }

int unless(State&, Bytes code, int pc, Stack& stack) {
    return stack.pop().count() >= code[pc + 1] ? pc + 4 : label(code, pc + 2);
}

int unless_captured(State& p, Bytes code, int pc, Stack&) {
    return p.registers()[TAKEN].number() >= code[pc + 1] ? pc + 4 : label(code, pc + 2);
}

int unless_left(State& p, Bytes code, int pc, Stack&) {
    return counter(p, code[pc + 1]) ? pc + 4 : label(code, pc + 2);
}

int unless_cards(State& p, Bytes code, int pc, Stack&) {
    return hands::cards_in(p, code[pc + 1]).empty() ? label(code, pc + 2) : pc + 4;
}

int end(State& p, Bytes, int, Stack&) {
    end_frame(p);
    return SWITCH;
}

}  // namespace

void add_instructions(Operations& known) {
    const std::pair<int, Operation> steps[] = {
        {Op::DESTROY, destroy}, {Op::UPGRADE, upgrade}, {Op::DOWNGRADE, downgrade},
        {Op::CONVERT, convert}, {Op::PLACE, place}, {Op::MOVE, move}, {Op::GAIN, gain},
        {Op::ASK, ask_square}, {Op::ASK_DIRECTION, ask_direction}, {Op::ASK_OPTION, ask_option},
        {Op::ASK_COLOUR, ask_colour}, {Op::PROBED, probed}, {Op::NEXT_COLOUR, next_colour},
        {Op::ASK_CARD, ask_card},
        {Op::SAVE, save}, {Op::ADD, add}, {Op::REMOVE, remove}, {Op::SET, set},
        {Op::COUNT, count}, {Op::PAY, pay}, {Op::JUMP, jump}, {Op::UNLESS, unless},
        {Op::UNLESS_CAPTURED, unless_captured}, {Op::UNLESS_LEFT, unless_left},
        {Op::UNLESS_CARDS, unless_cards}, {Op::END, end},
    };
    for (const auto& [op, function] : steps) known.steps[op] = function;
    const std::pair<int, Answer> answers[] = {
        {Op::ASK, asked_square}, {Op::ASK_DIRECTION, asked_direction},
        {Op::ASK_OPTION, asked_option}, {Op::ASK_COLOUR, asked_colour},
        {Op::ASK_CARD, asked_card},
    };
    for (const auto& [op, function] : answers) known.answers[op] = function;
}

}  // namespace tashkalar
