#include "criteria.hpp"

#include "atoms.hpp"
#include "chains.hpp"

namespace tashkalar::criteria {

namespace {

using arena::ADJACENT;

template <typename Counts>
int sum_of(const Counts& counts, int rank) {
    int found = 0;
    for (int colour = 0; colour < 4; ++colour) found += counts[3 * colour + rank];
    return found;
}

// Deeds of a turn are those of the player in turn.
Parts destroyed(const State& p, const Criterion& wanted, int colour) {
    const bool mine = colour == me(p);
    const int common = mine ? sum_of(p.destroyed, 0) : 0, heroic = mine ? sum_of(p.destroyed, 1) : 0;
    const int legendary = mine ? sum_of(p.destroyed, 2) : 0;
    const int have[] = {common + heroic + legendary, heroic + legendary, heroic, legendary};
    Parts found;
    for (int i = 0; i < 4; ++i)
        if (wanted.numbers[i]) found.push_back({have[i], wanted.numbers[i], {}});
    return found;
}

Parts summoned(const State& p, const Criterion& wanted, int colour) {
    std::array<std::int16_t, 4> counts{};
    if (colour == me(p)) counts = p.summoned;
    const int have[] = {counts[0], counts[1], counts[2], counts[3], counts[2] + counts[3]};
    Parts found;
    for (int i = 0; i < 5; ++i)
        if (!i || wanted.numbers[i]) found.push_back({have[i], wanted.numbers[i], {}});
    return found;
}

// How much of some parts is there, from 0 to 1.
double share(const Parts& found) {
    int done = 0, needed = 0;
    for (const Part& part : found) {
        done += part.have >= part.need ? part.need : std::max(part.have, 0);
        needed += part.need;
    }
    return static_cast<double>(done) / needed;
}

// Of alternatives the one of which most is there.
Parts any_of(const State& p, const Criterion& wanted, int colour, bool closely) {
    Parts best;
    double most = -1;
    for (const Criterion& one : wanted.criteria) {
        Parts found = parts(p, one, colour, closely);
        const double here = share(found);
        if (here > most) best = std::move(found), most = here;
    }
    return best;
}

Parts standing(const State& p, const Criterion& wanted, int colour) {
    const Mask mine = p.pieces[colour];
    const Mask sets[] = {mine, mine & ~p.common, mine & p.legendary};
    Parts found;
    for (const Mask area : wanted.areas)
        for (int i = 0; i < 3; ++i)
            if (!i || wanted.numbers[i])
                found.push_back({(sets[i] & area).count(), wanted.numbers[i], area});
    return found;
}

Parts outnumber(const State& p, const Criterion& wanted, int colour) {
    const Mask high = p.heroic | p.legendary;
    Parts found;
    for (const Mask area : wanted.areas) {
        int most = 0;
        for (int c = 0; c < p.rules().colours; ++c)
            if (c != colour) most = std::max(most, (p.pieces[c] & high & area).count());
        found.push_back({(p.pieces[colour] & high & area).count(), most + 1, area});
    }
    return found;
}

Parts fill(const State& p, const Criterion& wanted, int colour) {
    const Mask mine = p.pieces[colour];
    const Mask area = *std::min_element(
        wanted.areas.begin(), wanted.areas.end(),
        [mine](Mask a, Mask b) { return (a & ~mine).count() < (b & ~mine).count(); });
    return {{(mine & area).count(), area.count(), area}};
}

Parts lead(const State& p, const Criterion& wanted, int colour) {
    const Mask mine = p.pieces[colour], theirs = rivals(p, colour);
    int best = -arena::CELLS;
    Mask where;
    for (const Mask area : wanted.areas) {
        const int here = (mine & area).count() - (theirs & area).count();
        if (here > best) best = here, where = area;
    }
    return {{best, wanted.numbers[0], where}};
}

// The row that lacks the fewest pieces. Enemies are in the way, unless there is no other.
Parts chain(const State& p, const Criterion& wanted, int colour, bool closely) {
    const Mask mine = p.pieces[colour];
    if (!closely) {
        const bool joined =
            std::any_of(wanted.pairs.begin(), wanted.pairs.end(), [mine](const auto& pair) {
                return static_cast<bool>(arena::connected(pair[0], mine) & pair[1]);
            });
        return {{joined, 1, {}}};
    }
    Mask row = chains::joining(mine, arena::ALL & ~rivals(p, colour), wanted.pairs);
    if (!row) row = chains::joining(mine, arena::ALL, wanted.pairs);
    return {{(row & mine).count(), row.count(), row}};
}

// The enemy piece with the most of one's own around it.
Parts surrounded(const State& p, const Criterion& wanted, int colour) {
    const Mask mine = p.pieces[colour];
    int most = 0;
    for_squares(rivals(p, colour),
                [&](int i) { most = std::max(most, (ADJACENT[i] & mine).count()); });
    return {{most, wanted.numbers[0], {}}};
}

// Enemy pieces near others of theirs, and yet without a way to them; or else where the one with the
// fewest ways can still get next to another.
Parts isolated(const State& p, const Criterion& wanted, int colour) {
    const int near = wanted.numbers[0], walk = wanted.numbers[1];
    const Mask free = ~(p.pieces[colour] | rivals(p, colour));
    Mask alone, ways;
    for (int c = 0; c < p.rules().colours; ++c) {
        if (c == colour) continue;
        for_squares(p.pieces[c], [&](int i) {
            const Mask piece = bit(i), others = p.pieces[c] ^ piece;
            if (!(arena::within(piece, near) & others)) return;
            Mask reached = piece;
            for (int step = 0; step < walk; ++step) reached |= arena::spread(reached) & free;
            const Mask out = reached & arena::spread(others);
            if (!out)
                alone |= piece;
            else if (!ways || out.count() < ways.count())
                ways = out;
        });
    }
    return {{alone.count(), 1, alone ? alone : ways}};
}

}  // namespace

Mask rivals(const State& p, int colour) {
    Mask found;
    for (int c = 0; c < p.rules().colours; ++c)
        if (c != colour) found |= p.pieces[c];
    return found;
}

Parts parts(const State& p, const Criterion& criterion, int colour, bool closely) {
    switch (criterion.kind) {
        case Criterion::ANY_OF: return any_of(p, criterion, colour, closely);
        case Criterion::DESTROYED: return destroyed(p, criterion, colour);
        case Criterion::SUMMONED: return summoned(p, criterion, colour);
        case Criterion::STANDING: return standing(p, criterion, colour);
        case Criterion::OUTNUMBER: return outnumber(p, criterion, colour);
        case Criterion::FILL: return fill(p, criterion, colour);
        case Criterion::LEAD: return lead(p, criterion, colour);
        case Criterion::CHAIN: return chain(p, criterion, colour, closely);
        case Criterion::SURROUNDED: return surrounded(p, criterion, colour);
        default: return isolated(p, criterion, colour);
    }
}

bool meets(const State& p, const Task& task) {
    const Parts found = parts(p, task.criterion, me(p), false);
    return std::all_of(found.begin(), found.end(),
                       [](const Part& part) { return part.have >= part.need; });
}

}  // namespace tashkalar::criteria
