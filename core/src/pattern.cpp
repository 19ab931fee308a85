#include "pattern.hpp"

namespace tashkalar::pattern {

Mask fits(const Being& being, const Lifts& own) {
    Mask found;
    for (const Layout& layout : being.layouts) {
        Mask here = layout.anchors;
        for (int i = 0; i < layout.pieces && here; ++i)
            here &= (i < layout.high ? own.upgraded : own.any) >> layout.shift[i];
        found |= here;
    }
    return found;
}

std::pair<Mask, Mask> fits_or_nearly(const Being& being, const Lifts& own, const Lifts& helper) {
    Mask found, found_with;
    for (const Layout& layout : being.layouts) {
        Mask alone = layout.anchors, helped;  // matched so far without and with the helper
        for (int i = 0; i < layout.pieces && (alone | helped); ++i) {
            const bool high = i < layout.high;
            const int shift = layout.shift[i];
            const Mask mine = (high ? own.upgraded : own.any) >> shift;
            helped = (helped & mine) | (alone & (high ? helper.upgraded : helper.any) >> shift);
            alone &= mine;
        }
        found |= alone;
        found_with |= helped;
    }
    return {found, found_with};
}

std::pair<Mask, Mask> fits_or_lacks_one(const Being& being, const Lifts& own, const Lifted& empty) {
    Mask found, found_with;
    for (const Layout& layout : being.layouts) {
        Mask alone = layout.anchors, helped;
        int i = 0;
        for (; i < layout.high && alone; ++i) alone &= own.upgraded >> layout.shift[i];
        if (!alone) continue;
        for (; i < layout.pieces && (alone | helped); ++i) {
            const Mask mine = own.any >> layout.shift[i];
            helped = (helped & mine) | (alone & empty >> layout.shift[i]);
            alone &= mine;
        }
        found |= alone;
        found_with |= helped;
    }
    return {found, found_with};
}

Mask fits_with_two(const Being& being, const Lifts& own, const Lifts& first, const Lifts& second) {
    Mask found;
    for (const Layout& layout : being.layouts) {
        Mask alone = layout.anchors, one, other, both;
        for (int i = 0; i < layout.pieces; ++i) {
            const bool high = i < layout.high;
            const int shift = layout.shift[i];
            const Mask mine = (high ? own.upgraded : own.any) >> shift;
            const Mask a = (high ? first.upgraded : first.any) >> shift;
            const Mask b = (high ? second.upgraded : second.any) >> shift;
            both = (both & mine) | (one & b) | (other & a);
            one = (one & mine) | (alone & a);
            other = (other & mine) | (alone & b);
            alone &= mine;
        }
        found |= alone | one | other | both;
    }
    return found;
}

Mask completing(const Being& being, const Lifts& own, const Lifted& empty) {
    Mask found;
    for (const Layout& layout : being.layouts) {
        Mask alone = layout.anchors;
        for (int i = 0; i < layout.high && alone; ++i) alone &= own.upgraded >> layout.shift[i];
        if (!alone) continue;
        // Matched so far without the new piece, and with it for each of the pieces passed.
        Mask lacking[PIECES_LIMIT];
        for (int i = layout.high; i < layout.pieces; ++i) {
            const Mask mine = own.any >> layout.shift[i];
            for (int j = layout.high; j < i; ++j) lacking[j] &= mine;
            lacking[i] = alone & empty >> layout.shift[i];
            alone &= mine;
        }
        for (int i = layout.high; i < layout.pieces; ++i)
            found |= lacking[i].moved(layout.shift[i] - LIFT);
    }
    return found;
}

int fewest(const Being& being, const Lifts& own, Mask where) {
    int best = being.pieces + 1;
    for (const Layout& layout : being.layouts) {
        Mask lacking[PIECES_LIMIT + 2] = {layout.anchors & where};
        int length = 1;
        for (int i = 0; i < layout.pieces; ++i) {
            const Mask held = (i < layout.high ? own.upgraded : own.any) >> layout.shift[i];
            Mask moved;
            for (int n = 0; n < length; ++n) {
                const Mask here = lacking[n], stays = here & held;
                lacking[n] = stays | moved;
                moved = here ^ stays;
            }
            if (moved && length <= best) lacking[length++] = moved;
        }
        for (int n = 0; n < length; ++n)
            if (lacking[n]) {
                best = n;
                break;
            }
    }
    return best;
}

Mask missing(const Being& being, int square, const Own& own) {
    Mask found = arena::ALL;
    int fewest = arena::CELLS + 1;
    for (const Lie& lie : being.lies[square]) {
        const Mask lacks = (lie.used & ~own.any) | (lie.upgraded & ~own.upgraded);
        if (lacks.count() < fewest) found = lacks, fewest = lacks.count();
    }
    return found;
}

}  // namespace tashkalar::pattern
