#include "progress.hpp"

#include "criteria.hpp"

namespace tashkalar::progress {

namespace {

using criteria::Part;
using criteria::Parts;

// How much of some parts is there.
Number share(const Part* first, const Part* last) {
    Number have = 0, need = 0;
    for (; first != last; ++first) {
        have += std::max(0, std::min(first->have, first->need));
        need += first->need;
    }
    return need ? divided(ONE * have, need) : 0;
}

Number folded(const State& p, const Criterion& criterion, int colour, const Parts& found) {
    const Part* first = found.data();
    const Part* last = first + found.size();
    switch (criterion.kind) {
        case Criterion::STANDING: {
            // The area on which the least is done.
            const auto n = found.size() / criterion.areas.size();
            Number least = ONE;
            for (; first != last; first += n) least = std::min(least, share(first, first + n));
            return least;
        }
        case Criterion::OUTNUMBER: {
            // On each area from two fewer than the others to one more.
            Number steps = 0;
            for (const Part& part : found) steps += std::min(3, std::max(0, 3 + part.have - part.need));
            return ONE * steps / static_cast<Number>(3 * found.size());
        }
        case Criterion::CHAIN: {
            const bool blocked = static_cast<bool>(found[0].squares & criteria::rivals(p, colour));
            const Number lacking = found[0].need - found[0].have;
            return blocked ? 0 : std::max<Number>(0, ONE - ONE * lacking / 8);
        }
        case Criterion::ISOLATED: {
            if (found[0].have) return ONE;
            // How few squares next to its fellows an enemy piece can still walk to.
            const Number ways = found[0].squares.count();
            return ways ? std::max<Number>(0, ONE - ONE * ways / 6) : 0;
        }
        default: return share(first, last);
    }
}

}  // namespace

bool by_summoning(const Criterion& criterion) { return criterion.kind == Criterion::SUMMONED; }

bool by_destroying(const Criterion& criterion) {
    return criterion.kind == Criterion::DESTROYED || criterion.kind == Criterion::ANY_OF;
}

Number of(const State& p, int number, int colour) {
    const Criterion& criterion = tables().tasks[number].criterion;
    // Deeds start from nothing every turn, and end with it.
    if (p.asking == Asking::END && (by_summoning(criterion) || by_destroying(criterion))) return 0;
    return folded(p, criterion, colour, criteria::parts(p, criterion, colour));
}

}  // namespace tashkalar::progress
