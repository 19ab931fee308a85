#include "chains.hpp"

#include "arena.hpp"

namespace tashkalar::chains {

namespace {

using arena::connected;
using arena::spread;
using Waves = std::vector<Mask>;

Mask beside(Mask at) { return at ? arena::ADJACENT[at.last()] : Mask{}; }

// What each further piece reaches, and what hangs together with it, up to the other area.
Waves waves(Mask mine, Mask free, Mask start, Mask end, std::size_t limit) {
    Mask wave = connected(start, mine), reached = wave;
    Waves found{wave};
    while (!(wave & end)) {
        const Mask fresh = (spread(wave) | start) & free & ~reached;
        if (!fresh || found.size() >= limit) return {};
        const Mask touched = spread(fresh) & mine & ~reached;
        wave = touched ? fresh | connected(touched, mine) : fresh;
        found.push_back(wave);
        reached |= wave;
    }
    return found;
}

Mask pop(Waves& row) {
    const Mask last = row.back();
    row.pop_back();
    return last;
}

// A shortest way from a square to one of some others, over a set that holds both.
Mask way_to(Mask start, Mask ends, Mask squares) {
    Waves steps{start};
    while (!(steps.back() & ends)) {
        const Mask next = spread(steps.back()) & squares & ~steps.back();
        if (!next || steps.size() > arena::CELLS) return {};  // nothing joins them
        steps.push_back(next);
    }
    Mask at = (pop(steps) & ends).lowest();
    Mask way = at;
    while (!steps.empty()) {
        at = (pop(steps) & beside(at)).lowest();
        way |= at;
    }
    return way;
}

// One row through the waves, found from its end.
Mask traced(Waves found, Mask mine, Mask start, Mask end) {
    Mask wave = pop(found);
    Mask at = (wave & end).lowest();
    Mask row = at;
    while (!found.empty()) {
        if (at & mine) {
            const Mask way = way_to(at, wave & ~mine, wave);
            row |= way;
            at = way & ~mine;  // the new piece that reached this wave
        }
        wave = pop(found);
        if (found.empty() && at & start) return row;
        at = (wave & beside(at)).lowest();
        row |= at;
    }
    return row | way_to(at, start, mine);
}

}  // namespace

Mask joining(Mask mine, Mask free, const Pairs& pairs) {
    Waves best;
    Mask start, end;
    std::size_t limit = arena::SQUARES;
    for (const auto& [a, b] : pairs) {
        Waves found = waves(mine, free, a, b, limit);
        if (found.empty()) continue;
        best = std::move(found);
        start = a, end = b;
        limit = best.size() - 1;
    }
    return best.empty() ? Mask{} : traced(std::move(best), mine, start, end);
}

}  // namespace tashkalar::chains
