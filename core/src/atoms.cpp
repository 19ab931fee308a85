#include "atoms.hpp"

#include "machine.hpp"

namespace tashkalar::atoms {

namespace {

// Change the registers of all running effects that follow pieces.
template <typename Change>
void track(State& p, Change change) {
    const Tables& t = tables();
    for (std::uint32_t left = t.programs[p.program].tracked; left; left &= left - 1)
        change(p.registers()[std::countr_zero(left)]);
    Mask* registers = p.register_file.data();
    for (int i = 0; i < p.callers_size; ++i) {
        const Frame& frame = p.callers[i];
        for (std::uint32_t left = t.programs[frame.program].tracked; left; left &= left - 1)
            change(registers[std::countr_zero(left)]);
        registers += frame.registers;
    }
}

void remove(State& p, Mask bits) {
    const Mask keep = ~bits;
    for (Mask& pieces : p.pieces) pieces &= keep;
    p.common &= keep;
    p.heroic &= keep;
    p.legendary &= keep;
    track(p, [keep](Mask& value) { value &= keep; });
}

void put(State& p, Mask bit, int colour, int rank) {
    p.pieces[colour] |= bit;
    (rank == COMMON ? p.common : rank == HEROIC ? p.heroic : p.legendary) |= bit;
}

// Book a piece as destroyed by the player whose turn it is; own pieces never count.
void count(State& p, Mask bit) {
    const int colour = colour_at(p, bit);
    if (colour != me(p)) ++p.destroyed[3 * colour + rank_at(p, bit) - 1];
}

}  // namespace

void destroy(State& p, Mask bits, bool counted) {
    bits &= p.occupied();
    if (!bits) return;
    for_squares(bits, [&](int i) {
        if (counted) count(p, bit(i));
        happen(p, Happened::DESTROY, {i, colour_at(p, bit(i)), rank_at(p, bit(i))});
    });
    remove(p, bits);
}

void lift(State& p, Mask bit) {
    happen(p, Happened::LIFT, {bit.last(), colour_at(p, bit), rank_at(p, bit)});
    remove(p, bit);
}

void place(State& p, Mask bit, int colour, int rank) {
    if (supply(p, colour, rank) <= 0 || bit & p.occupied()) return;
    put(p, bit, colour, rank);
    happen(p, Happened::PLACE, {bit.last(), colour, rank});
}

int move(State& p, Mask start, Mask end) {
    const int taken = rank_at(p, end);
    if (taken) destroy(p, end);
    const int colour = colour_at(p, start), i = start.last(), j = end.last();
    happen(p, Happened::MOVE, {i, j, colour, rank_at(p, start), arena::distance(i, j) > 1});
    const Mask both = start | end;
    p.pieces[colour] ^= both;
    (p.common & start ? p.common : p.heroic & start ? p.heroic : p.legendary) ^= both;
    track(p, [=](Mask& value) {
        if (value & start) value ^= both;
    });
    return taken;
}

void upgrade(State& p, Mask bits) {
    for_squares(bits, [&](int i) {
        const Mask here = bit(i);
        const int rank = rank_at(p, here);
        if (rank == COMMON) {
            p.common ^= here;
            p.heroic |= here;
        } else if (rank == HEROIC && supply(p, colour_at(p, here), LEGENDARY) > 0) {
            p.heroic ^= here;
            p.legendary |= here;
        } else {
            return;
        }
        happen(p, Happened::UPGRADE, {i, colour_at(p, here), rank + 1});
    });
}

void downgrade(State& p, Mask bits) {
    for_squares(bits, [&](int i) {
        const Mask here = bit(i);
        const int rank = rank_at(p, here);
        if (rank == HEROIC) {
            p.heroic ^= here;
            p.common |= here;
        } else if (rank == LEGENDARY && supply(p, colour_at(p, here), HEROIC) > 0) {
            p.legendary ^= here;
            p.heroic |= here;
        } else {
            return;
        }
        happen(p, Happened::DOWNGRADE, {i, colour_at(p, here), rank - 1});
    });
}

void convert(State& p, Mask bits, int rank) {
    const int mine = me(p);
    for_squares(bits, [&](int i) {
        const Mask here = bit(i);
        const int before = rank_at(p, here), after = rank ? rank : before;
        if (!before || supply(p, mine, after) <= 0) return;
        happen(p, Happened::CONVERT, {i, colour_at(p, here), before, mine, after});
        count(p, here);
        remove(p, here);
        put(p, here, mine, after);
    });
}

void arrive(State& p, int card, Mask bit, int rank, Mask used) {
    const int mine = me(p);
    if (supply(p, mine, rank) > 0)
        destroy(p, bit);
    else
        lift(p, bit);
    put(p, bit, mine, rank);
    happen(p, Happened::SUMMON, {card, bit.last(), mine, rank}, used);
}

}  // namespace tashkalar::atoms
