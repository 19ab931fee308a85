#include "holdings.hpp"

#include "atoms.hpp"
#include "hands.hpp"

namespace tashkalar::holdings {

namespace {

Mask blocked(const State& p, int rank, Mask high) {
    return rank == COMMON ? high : rank == HEROIC ? p.legendary : Mask{};
}

// How many common pieces a card lacks to be summonable: 0, 1, or 2 for more.
int fit(const Look& look, const pattern::Lifts& own, int card) {
    const Being& being = tables().beings[card];
    const Mask free = ~blocked(look.p, being.rank, look.high);
    const auto [fitting, nearly] = pattern::fits_or_lacks_one(being, own, look.empty);
    return fitting & free ? 0 : nearly & free ? 1 : 2;
}

struct Fitting {
    Number ready = 0, near = 0, brings = 0, cards = 0;
};

void count(const Look& look, const pattern::Lifts& own, int card, Fitting& found) {
    ++found.cards;
    const int lacks = fit(look, own, card);
    found.ready += lacks == 0;
    found.near += lacks == 1;
    if (lacks == 0) found.brings += look.worths[card];
}

// The seat of a colour that is in turn or will be next: of partners only one acts, the one to whom
// control was passed.
int next_seat(const State& p, int colour) {
    if (p.passed && me(p) == colour) return hands::partner(p.seat);
    for (int i = 0; i < p.seats; ++i)
        if (p.colour_of[(p.seat + i) % p.seats] == colour) return (p.seat + i) % p.seats;
    throw Damaged("a colour does not play");
}

// How many halves of some flares a lead in upgraded pieces and in pieces allows, on average.
template <typename Taken>
Number halves(Taken taken, int upgraded, int pieces) {
    Number met = 0, some = 0;
    for (const int card : tables().flare_cards) {
        if (!taken(card)) continue;
        const Flare& flare = tables().flares[card];
        ++some;
        met += (upgraded >= flare.upper_needs) + (pieces >= flare.lower_needs);
    }
    return ONE * met / std::max<Number>(some, 1);
}

}  // namespace

Look::Look(const State& position, int of, const Worths& known)
    : p(position),
      colour(of),
      high(p.heroic | p.legendary),
      own(pattern::Own{p.pieces[of], p.pieces[of] & high}),
      empty(arena::ALL & ~p.occupied()),
      worths(known) {}

std::array<Number, 8> held(const Look& look) {
    std::array<Number, 6> counts{};  // ready, near, neither: beings, then legends
    std::array<Number, 3> brings{};
    Number best = 0, second = 0;
    const int seat = next_seat(look.p, look.colour);
    for (const bool legends : {false, true})
        for (const int card : (legends ? look.p.legends : look.p.beings)[seat]) {
            if (card == UNKNOWN) continue;
            const int lacks = fit(look, look.own, card);
            const Number worth = look.worths[card];
            ++counts[3 * legends + lacks];
            brings[lacks] += worth;
            if (lacks == 0 && worth > second) {
                second = std::min(best, worth);
                best = std::max(best, worth);
            }
        }
    const Number two = std::min<Number>(2, counts[0] + counts[3]);
    return {ONE * counts[0], ONE * counts[3], ONE * counts[1], ONE * counts[4],
            brings[0],       brings[1],       ONE * two,       best + second};
}

std::array<Number, 3> drawn(const Look& look) {
    const State& p = look.p;
    const int seat = p.seat;
    const int draws = std::min<int>(tables().hand - p.beings[seat].size + p.extra_beings,
                                    p.decks[seat].size);
    if (p.colour_of[seat] != look.colour || draws <= 0) return {};
    Fitting found;
    for (const int card : tables().schools[p.schools[seat]]) {
        bool gone = p.discards[seat].has(card) || p.beings[seat].has(card);
        for (int i = 0; i < p.returned_size; ++i)  // goes to the bottom
            gone |= p.returned[i].owner == seat && p.returned[i].card == card;
        if (!gone) count(look, look.own, card, found);
    }
    const Number n = std::max<Number>(found.cards, 1);
    return {divided(ONE * found.ready * draws, n), divided(ONE * found.near * draws, n),
            divided(found.brings * draws, n)};
}

std::array<Number, 4> threats(const Look& look) {
    const State& p = look.p;
    const Tables& t = tables();
    Number beings = 0, legends = 0, brings = 0, near = 0;
    for (int owner = 0; owner < p.rules().colours; ++owner) {
        if (owner == look.colour) continue;
        const int seat = next_seat(p, owner);
        const Mask theirs = p.pieces[owner];
        const pattern::Lifts own(pattern::Own{theirs, theirs & look.high});
        Fitting found;
        for (const int card : t.schools[p.schools[seat]])
            if (!p.discards[seat].has(card)) count(look, own, card, found);
        const Number n = std::max<Number>(found.cards, 1);
        beings += ONE * found.ready / n;
        near += ONE * found.near / n;
        brings += divided(found.brings, n);
        if ((theirs & look.high).count() > 1) {
            Number hidden = 0, met = 0;
            for (const int card : t.legends) {
                if (p.legend_discards.has(card)) continue;
                const Being& being = t.beings[card];
                ++hidden;
                met += static_cast<bool>(pattern::fits(being, own) &
                                         ~blocked(p, being.rank, look.high));
            }
            legends += ONE * met / std::max<Number>(hidden, 1);
        }
    }
    return {beings, legends, brings, near};
}

std::array<Number, 3> lacking(const Look& look) {
    const State& p = look.p;
    Number beings = 0, one = 0, two = 0;
    const int seat = next_seat(p, look.colour);
    for (const auto* hand : {&p.beings[seat], &p.legends[seat]})
        for (const int card : *hand) {
            if (card == UNKNOWN) continue;
            const Being& being = tables().beings[card];
            const Mask where = arena::ALL & ~blocked(p, being.rank, look.high);
            const int lacks = pattern::fewest(being, look.own, where);
            if (being.rank < LEGENDARY) {
                beings += lacks == 2;
            } else {
                one += lacks == 1;
                two += lacks == 2;
            }
        }
    return {ONE * beings, ONE * one, ONE * two};
}

Number used_up(const Look& look) {
    const State& p = look.p;
    Number left[2] = {}, seats[2] = {};
    for (int seat = 0; seat < p.seats; ++seat) {
        const bool own = p.colour_of[seat] == look.colour;
        left[own] += p.decks[seat].size + p.beings[seat].size;
        ++seats[own];
    }
    Number& mine = left[p.colour_of[p.seat] == look.colour];
    mine += p.discarded;
    for (int i = 0; i < p.returned_size; ++i) mine += p.returned[i].owner == p.seat;
    return ONE * left[0] / seats[0] - ONE * left[1] / seats[1];
}

std::array<Number, 2> flares(const Look& look) {
    const State& p = look.p;
    const Mask own = p.pieces[look.colour];
    const int upgraded = (own & look.high).count(), pieces = own.count();
    const Zone& cards = p.flares[next_seat(p, look.colour)];
    Number mine = 0, theirs = 0;
    for (int c = 0; c < p.rules().colours; ++c) {
        if (c == look.colour) continue;
        const int more_upgraded = (p.pieces[c] & look.high).count() - upgraded;
        const int more = p.pieces[c].count() - pieces;
        const auto held = [&](int card) { return cards.has(card); };
        const auto hidden = [&](int card) { return !p.flare_discards.has(card); };
        mine = std::max(mine, halves(held, more_upgraded, more));
        theirs = std::max(theirs, halves(hidden, -more_upgraded, -more));
    }
    return {mine, theirs};
}

}  // namespace tashkalar::holdings
