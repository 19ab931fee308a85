// Instructions that leave a set of squares on the stack.
#include "atoms.hpp"
#include "budgets.hpp"
#include "machine.hpp"

namespace tashkalar {

namespace {

using arena::ALL;
using atoms::supply;
using Bytes = const std::uint8_t*;

// --- sets that need no operand ---------------------------------------------------------------

Mask upgradable(const State& p) {
    Mask found = p.common;
    for (int colour = 0; colour < 4; ++colour) {
        const Mask heroic = p.pieces[colour] & p.heroic;
        if (heroic && supply(p, colour, LEGENDARY) > 0) found |= heroic;
    }
    return found;
}

Mask downgradable(const State& p) {
    Mask found = p.heroic;
    for (int colour = 0; colour < 4; ++colour) {
        const Mask legendary = p.pieces[colour] & p.legendary;
        if (legendary && supply(p, colour, HEROIC) > 0) found |= legendary;
    }
    return found;
}

Mask lines(const State& p) {
    Mask found;
    for_squares(p.registers()[SELF] & ALL, [&](int square) {
        for (int direction = 0; direction < 8; ++direction)
            if (p.registers()[INDICATED].has(direction)) found |= arena::RAY[direction][square];
    });
    return found;
}

int heading_of(const State& p) { return std::min(p.registers()[HEADING].number(), arena::NOWHERE); }

Mask line(const State& p, int turn = 0, int reach = 0) {
    const int heading = heading_of(p);
    const Mask being = p.registers()[SELF];
    if (heading == arena::NOWHERE || !being) return {};
    const Mask found = arena::RAY[(heading + turn) % 8][being.last()];
    return reach ? found & arena::within(being, reach) : found;
}

// The first n squares of a set on the line.
Mask nearest(const State& p, int n, Mask wanted) {
    Mask left = line(p) & wanted, found;
    const int heading = heading_of(p);
    const bool rising = heading >= 2 && heading <= 5;  // away from the top left
    for (; left && n; --n) {
        const Mask next = rising ? left.lowest() : bit(left.last());
        found |= next;
        left ^= next;
    }
    return found;
}

// The squares of the line in front of the first one of a set.
Mask before(const State& p, Mask stop) {
    const Mask first = nearest(p, 1, stop);
    if (!first) return line(p);
    return line(p) & ~first & ~arena::RAY[heading_of(p) % 8][first.last()];
}

Mask richer(const State& p, Mask wanted) {
    const int mine = (p.pieces[me(p)] & wanted).count();
    Mask found;
    for (const Mask pieces : p.pieces)
        if ((pieces & wanted).count() > mine) found |= pieces;
    return found;
}

Mask same_colour(const State& p, Mask wanted) {
    Mask found;
    for (const Mask pieces : p.pieces)
        if (pieces & wanted) found |= pieces;
    return found;
}

template <Mask (*value)(const State&)>
int push(State& p, Bytes, int pc, Stack& stack) {
    stack.push(value(p));
    return pc + 1;
}

template <Mask (*value)(Mask)>
int change(State&, Bytes, int pc, Stack& stack) {
    stack.top() = value(stack.top());
    return pc + 1;
}

template <Mask (*value)(const State&, Mask)>
int look(State& p, Bytes, int pc, Stack& stack) {
    stack.top() = value(p, stack.top());
    return pc + 1;
}

Mask anywhere(const State&) { return ALL; }
Mask empty(const State& p) { return ALL & ~p.occupied(); }
Mask occupied(const State& p) { return p.occupied(); }
Mask mine(const State& p) { return p.pieces[me(p)]; }
Mask enemy(const State& p) { return p.occupied() & ~p.pieces[me(p)]; }
Mask common(const State& p) { return p.common; }
Mask heroic(const State& p) { return p.heroic; }
Mask legendary(const State& p) { return p.legendary; }
Mask red(const State&) { return tables().red; }
Mask green(const State&) { return tables().green; }
Mask central(const State&) { return tables().central; }
Mask inverted(Mask mask) { return ALL & ~mask; }

// --- sets with operands ----------------------------------------------------------------------

int and_(State&, Bytes, int pc, Stack& stack) {
    const Mask top = stack.pop();
    stack.top() &= top;
    return pc + 1;
}

int or_(State&, Bytes, int pc, Stack& stack) {
    const Mask top = stack.pop();
    stack.top() |= top;
    return pc + 1;
}

int register_(State& p, Bytes code, int pc, Stack& stack) {
    stack.push(p.registers()[code[pc + 1]]);
    return pc + 2;
}

int theirs(State& p, Bytes code, int pc, Stack& stack) {
    stack.push(p.pieces[p.registers()[code[pc + 1]].lo & 3]);
    return pc + 2;
}

int convertible(State& p, Bytes code, int pc, Stack& stack) {
    const int rank = code[pc + 1], own = me(p);
    const bool two_sided = supply(p, own, HEROIC) > 0, legends = supply(p, own, LEGENDARY) > 0;
    Mask able;
    if (rank) {
        if (rank == LEGENDARY ? legends : two_sided) able = p.occupied();
    } else {
        if (two_sided) able |= p.common | p.heroic;
        if (legends) able |= p.legendary;
    }
    stack.push(able & ~p.pieces[own]);
    return pc + 2;
}

int placeable(State& p, Bytes code, int pc, Stack& stack) {
    const int which = code[pc + 2];
    const int colour = which == NONE ? me(p) : static_cast<int>(p.registers()[which].lo & 3);
    stack.push(supply(p, colour, code[pc + 1]) > 0 ? ALL & ~p.occupied() : Mask{});
    return pc + 3;
}

int within(State&, Bytes code, int pc, Stack& stack) {
    const Mask from = stack.top();
    stack.top() = arena::within(from, code[pc + 1]) & ~from;
    return pc + 2;
}

int ring(State&, Bytes code, int pc, Stack& stack) {
    const Mask from = stack.top();
    stack.top() = arena::within(from, code[pc + 1]) & ~arena::within(from, code[pc + 1] - 1);
    return pc + 2;
}

int line_step(State& p, Bytes code, int pc, Stack& stack) {
    stack.push(line(p, code[pc + 1], code[pc + 2]));
    return pc + 3;
}

int nearest_step(State& p, Bytes code, int pc, Stack& stack) {
    stack.top() = nearest(p, code[pc + 1], stack.top());
    return pc + 2;
}

int touching(State& p, Bytes code, int pc, Stack& stack) {
    const Mask group = p.registers()[code[pc + 1]];
    if (group) stack.top() &= arena::spread(group);
    return pc + 2;
}

int provided(State&, Bytes, int pc, Stack& stack) {
    if (!stack.pop()) stack.top() = Mask{};
    return pc + 1;
}

int payable(State& p, Bytes code, int pc, Stack& stack) {
    if (!budgets::affords(p.registers()[code[pc + 1]], code[pc + 2])) stack.top() = Mask{};
    return pc + 3;
}

// --- moves -----------------------------------------------------------------------------------

// Squares that a piece of this rank may not enter.
Mask blocked(const State& p, int rank, int kind) {
    if (kind == TO_EMPTY) return p.occupied();
    if (kind == COMBAT) ++rank;  // an equal may be captured too
    Mask found = rank <= LEGENDARY ? p.legendary : Mask{};
    if (rank <= HEROIC) found |= p.heroic;
    return rank == 1 ? found | p.common : found;
}

int reach(State& p, Bytes code, int pc, Stack& stack) {
    const Mask piece = p.registers()[code[pc + 1]];
    const int kind = code[pc + 2], manner = code[pc + 3], heading = heading_of(p);
    if (!piece) {
        stack.top() = Mask{};
        return pc + 4;
    }
    const int square = piece.last();
    Mask near = arena::ADJACENT[square];
    if (manner & LEAP)
        near = ALL ^ piece;
    else if (manner & STRAIGHT && heading != arena::NOWHERE)
        near = arena::STEP[heading][square];
    stack.top() &= near & ~blocked(p, atoms::rank_at(p, piece), kind);
    return pc + 4;
}

int movers(State& p, Bytes code, int pc, Stack& stack) {
    const int kind = code[pc + 1], manner = code[pc + 2], heading = heading_of(p);
    const Mask onto = stack.pop(), who = stack.top();
    const Mask ranks[] = {p.common, p.heroic, p.legendary};
    Mask found;
    for (int rank = 1; rank <= 3; ++rank) {
        const Mask some = who & ranks[rank - 1];
        if (!some) continue;
        const Mask free = onto & ~blocked(p, rank, kind);
        if (manner & LEAP) {
            // Only a piece that is itself the one free square has nowhere else to go.
            found |= free.count() != 1 ? some : some & ~free;
            if (!free) found &= ~some;
        } else if (manner & STRAIGHT && heading != arena::NOWHERE) {
            const auto& [dx, dy] = arena::VECTORS[heading];
            found |= some & free.moved(-(arena::WIDTH * dy + dx));
        } else {
            found |= some & arena::spread(free);
        }
    }
    stack.top() = found;
    return pc + 3;
}

}  // namespace

void add_sets(Operations& known) {
    const std::pair<int, Operation> all[] = {
        {Op::ANYWHERE, push<anywhere>}, {Op::EMPTY, push<empty>}, {Op::OCCUPIED, push<occupied>},
        {Op::MINE, push<mine>}, {Op::ENEMY, push<enemy>}, {Op::COMMON, push<common>},
        {Op::HEROIC, push<heroic>}, {Op::LEGENDARY, push<legendary>}, {Op::RED, push<red>},
        {Op::GREEN, push<green>}, {Op::CENTRAL, push<central>},
        {Op::UPGRADABLE, push<upgradable>}, {Op::DOWNGRADABLE, push<downgradable>},
        {Op::LINES, push<lines>}, {Op::CONVERTIBLE, convertible}, {Op::PLACEABLE, placeable},
        {Op::REGISTER, register_}, {Op::THEIRS, theirs}, {Op::AND, and_}, {Op::OR, or_},
        {Op::NOT, change<inverted>}, {Op::ADJACENT, change<arena::spread>},
        {Op::ORTHOGONAL, change<arena::spread_orthogonal>},
        {Op::DIAGONAL, change<arena::spread_diagonal>}, {Op::WITHIN, within}, {Op::RING, ring},
        {Op::LINE, line_step}, {Op::NEAREST, nearest_step}, {Op::BEFORE, look<before>},
        {Op::RICHER, look<richer>}, {Op::SAME_COLOUR, look<same_colour>}, {Op::MOVERS, movers},
        {Op::REACH, reach}, {Op::TOUCHING, touching}, {Op::PROVIDED, provided},
        {Op::PAYABLE, payable},
    };
    for (const auto& [op, function] : all) known.steps[op] = function;
}

}  // namespace tashkalar
