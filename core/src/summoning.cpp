#include "summoning.hpp"

#include <map>

#include "atoms.hpp"

namespace tashkalar::summoning {

namespace {

using atoms::supply;

pattern::Own foreign(const State& p, int colours) {
    Mask found;
    for (int colour = 0; colour < 4; ++colour)
        if (colours >> colour & 1) found |= p.pieces[colour];
    return {found, found & ~p.common};
}

// Enemy colours with which the player may still improvise, as bits.
int improvisable(const State& p) {
    const Form& form = p.rules();
    if (!form.melee) return 0;
    return ((1 << form.colours) - 1) & ~(1 << me(p)) & ~p.improvised[p.seat];
}

int enemy_bits(const State& p) { return 15 & ~(1 << me(p)); }

// Your pieces of the kind a rank needs: two-sided or legendary.
Mask kind_of(const State& p, int rank) {
    const Mask mine = p.pieces[me(p)];
    return rank == LEGENDARY ? mine & p.legendary : mine & ~p.legendary;
}

// All ways of matching a being on a square, charges included.
Ways ways(const State& p, const Being& being, Mask where) {
    const int improvised = improvisable(p);
    const pattern::Own mine = own(p);
    const bool alone = !p.borrowed && !improvised;
    const pattern::Own strangers = foreign(p, alone ? 0 : enemy_bits(p));
    const Mask any = mine.any | strangers.any, upgraded = mine.upgraded | strangers.upgraded;
    Ways found;
    for (const Lie& lie : being.lies[where.last()]) {
        if (lie.used & ~any || lie.upgraded & ~upgraded) continue;
        const Mask theirs = lie.used & ~mine.any;
        const int count = theirs.count();
        if (alone || count <= p.borrowed) {
            found.push_back({lie.used, lie.marked, lie.indicated, NOBODY});
        } else if (count <= p.borrowed + 1) {
            for (int colour = 0; colour < 4; ++colour)
                if (improvised >> colour & 1 && theirs & p.pieces[colour])
                    found.push_back({lie.used, lie.marked, lie.indicated, colour});
        }
    }
    return found;
}

// What the effect can see of a way of matching.
Way sees(const Being& being, const Way& way) {
    const Program& effect = tables().programs[being.program];
    return {effect.reads_used ? way.used : Mask{}, effect.reads_marked ? way.marked : Mask{},
            effect.reads_indicated ? way.indicated : 0, NOBODY};
}

bool same(const Way& a, const Way& b) {
    return a.used == b.used && a.marked == b.marked && a.indicated == b.indicated;
}

// Ways that look alike to the effect, by what they are charged for.
struct Alike {
    Way looks;
    std::map<int, Ways> charges;
};

}  // namespace

Mask open_squares(const State& p, int rank) {
    if (rank == LEGENDARY) return arena::ALL;
    return arena::ALL & ~(rank == HEROIC ? p.legendary : p.heroic | p.legendary);
}

pattern::Own own(const State& p) {
    const Mask mine = p.pieces[me(p)];
    return {mine, mine & ~p.common};
}

Fitting::Fitting(const State& p)
    : p_(p),
      helpers_((p.borrowed > 0) + (improvisable(p) != 0)),
      own_(own(p)),
      first_(foreign(p, helpers_ == 0   ? 0
                        : helpers_ == 2 || !improvisable(p) ? enemy_bits(p)
                                                            : improvisable(p))),
      second_(foreign(p, helpers_ == 2 ? improvisable(p) : 0)) {}

Mask Fitting::summonable(const Being& being) const {
    Mask found;
    if (helpers_ == 2) {
        found = pattern::fits_with_two(being, own_, first_, second_);
    } else if (helpers_ == 1) {
        const auto [alone, helped] = pattern::fits_or_nearly(being, own_, first_);
        found = alone | helped;
    } else {
        found = pattern::fits(being, own_);
    }
    found &= open_squares(p_, being.rank);
    if (found && supply(p_, me(p_), being.rank) <= 0) {
        const Mask kind = kind_of(p_, being.rank);
        // With more pieces than the pattern takes, one of them is always free to be lifted.
        if (kind.count() <= being.pieces)
            for_squares(found & ~kind, [&](int i) {
                if (!liftable(p_, being, ways(p_, being, bit(i)))) found ^= bit(i);
            });
    }
    return found;
}

bool lifts(const State& p, const Being& being, Mask bit) {
    return supply(p, me(p), being.rank) <= 0 && !(bit & kind_of(p, being.rank));
}

Mask liftable(const State& p, const Being& being, const Ways& fitting) {
    const Mask kind = kind_of(p, being.rank);
    Mask found;
    for (const Way& way : fitting) found |= kind & ~way.used;
    return found;
}

Ways alike(const State& p, const Being& being, Mask bit, const Way& chosen) {
    Ways found;
    for (const Way& way : ways(p, being, bit))
        if (way.charged == chosen.charged && same(sees(being, way), sees(being, chosen)))
            found.push_back(way);
    return found;
}

Ways different_ways(const State& p, const Being& being, Mask bit) {
    const bool shortage = lifts(p, being, bit);
    std::vector<Alike> groups;
    for (const Way& way : ways(p, being, bit)) {
        if (shortage && !liftable(p, being, {way})) continue;
        const Way looks = sees(being, way);
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Alike& g) { return same(g.looks, looks); });
        if (group == groups.end()) group = groups.insert(group, {looks, {}});
        group->charges[way.charged].push_back(way);
    }
    Ways found;
    for (const Alike& group : groups) {
        const auto free = group.charges.find(NOBODY);
        const bool some_free = free != group.charges.end();
        Mask at_no_cost;
        if (some_free) {
            found.push_back(free->second.front());
            at_no_cost = liftable(p, being, free->second);
        }
        for (const auto& [charge, paid] : group.charges) {
            // Nobody pays for an improvisation that changes nothing.
            if (charge == NOBODY) continue;
            if (!some_free || (shortage && liftable(p, being, paid) & ~at_no_cost))
                found.push_back(paid.front());
        }
    }
    return found;
}

}  // namespace tashkalar::summoning
