#include "features.hpp"

#include "atoms.hpp"
#include "criteria.hpp"
#include "evaluation.hpp"
#include "holdings.hpp"
#include "progress.hpp"
#include "scoring.hpp"

namespace tashkalar {

namespace {

// Deathmatch: the points for the pieces of a colour that were destroyed this turn.
Number worth_of(const State& p, int colour) {
    const auto* destroyed = &p.destroyed[3 * colour];
    return destroyed[0] / 2 + destroyed[1] + 2 * destroyed[2];
}

Number coming(const State& p, int claim) {
    if (p.rules().tasks) return claim ? tables().tasks[claim].points : 0;
    Number found = 0;
    for (int colour = 0; colour < 4; ++colour)
        if (colour != me(p)) found += worth_of(p, colour);
    return found;
}

// How near the end is, from nothing to ONE.
Number lateness(const State& p, Number by_points) {
    if (p.trigger) return ONE;
    int fewest = p.decks[0].size;
    for (int seat = 1; seat < p.seats; ++seat) fewest = std::min<int>(fewest, p.decks[seat].size);
    const Number by_cards = ONE - ONE * fewest / 15;
    const Number late = std::min(ONE, std::max({by_points, by_cards, Number{0}}));
    return late * late / ONE;
}

struct Points {
    Number sum = 0, least = 0;
};

// Melee: the points in the enemy colours, what this turn will bring included.
Points by_colour(const State& p, int colour) {
    Number points[3] = {};
    int n = 0, unpaired = 0;
    const bool acting = me(p) == colour;
    for (int c = 0; c < p.rules().colours; ++c) {
        if (c == colour) continue;
        points[n++] = p.scores[4 * colour + c] + (acting ? worth_of(p, c) : 0);
        unpaired += acting && p.destroyed[3 * c] % 2;
    }
    if (unpaired > 1) ++*std::min_element(points, points + n);
    Points found{0, points[0]};
    for (int i = 0; i < n; ++i) {
        found.sum += points[i];
        found.least = std::min(found.least, points[i]);
    }
    return found;
}

// How far one is ahead: in points, in the weakest colour of a melee, and how late it is.
struct Standing {
    Number lead = 0, weakest = 0, late = 0;
};

Standing standing(const State& p, int colour, int claim, Number each) {
    const Form& form = p.rules();
    Standing found;
    Number most = 0, best = 0;
    bool first = true;
    if (form.melee) {
        most = *std::max_element(p.scores.begin(), p.scores.end());
        const Points mine = by_colour(p, colour);
        Number theirs = 0;
        for (int c = 0; c < form.colours; ++c) {
            if (c == colour) continue;
            const Points points = by_colour(p, c);
            theirs += points.sum;
            best = first ? points.least : std::max(best, points.least);
            first = false;
        }
        found.weakest = mine.least - best;
        found.lead = ONE * mine.sum - each * theirs;
    } else {
        Number own = 0;
        for (int c = 0; c < form.colours; ++c) {
            const Number points = scoring::score(p, c);
            most = c ? std::max(most, points) : points;
            const Number with = points + (c == me(p) ? coming(p, claim) : 0);
            if (c == colour) {
                own = with;
            } else {
                best = first ? with : std::max(best, with);
                first = false;
            }
        }
        found.lead = ONE * (own - best);
    }
    found.late = lateness(p, divided(ONE * most, form.limit));
    return found;
}

std::array<Number, 4> task_features(const State& p, int colour, int claim) {
    Number mine = 0, theirs = 0, best = 0, worst = 0;
    if (p.tasks.empty()) return {};
    const auto look = [&](int number) {
        if (number == claim) return;  // its points count already, and nobody gets it any more
        const Number points = tables().tasks[number].points;
        Number own = progress::of(p, number, colour), foe = 0;
        for (int c = 0; c < p.rules().colours; ++c)
            if (c != colour) foe = std::max(foe, progress::of(p, number, c));
        own = points * (own * own / ONE), foe = points * (foe * foe / ONE);
        mine += own, best = std::max(best, own);
        theirs += foe, worst = std::max(worst, foe);
    };
    for (const int number : p.tasks) look(number);
    if (!p.task_deck.empty()) look(p.task_deck.at[0]);
    return {mine, theirs, best, worst};
}

// Tasks that are done within a turn, and how likely such a turn is.
std::array<Number, 3> deeds(const State& p, int claim, Number ready, Number threat) {
    Number summoning = 0, destroying = 0;
    const auto look = [&](int number) {
        const Task& task = tables().tasks[number];
        if (number == claim) return;
        if (progress::by_summoning(task.criterion)) summoning += task.points;
        if (progress::by_destroying(task.criterion)) destroying += task.points;
    };
    for (const int number : p.tasks) look(number);
    if (!p.task_deck.empty()) look(p.task_deck.at[0]);
    const Number likely = divided(ready * ready, ONE), threatened = divided(threat * threat, ONE);
    return {summoning * likely, destroying * likely, (summoning + destroying) * threatened};
}

}  // namespace

int claimed(const State& p) {
    if (p.asking != Asking::END) return 0;
    int best = 0, most = 0;
    for (const int number : p.tasks) {
        const Task& task = tables().tasks[number];
        if (task.points > most && criteria::meets(p, task)) best = number, most = task.points;
    }
    return best;
}

Features features(const State& p, int colour, bool threats, const Worths& worths) {
    const Form& form = p.rules();
    const Number each = ONE / (form.colours - 1);
    const holdings::Look look(p, colour, worths);
    const Mask own = p.pieces[colour], foe = criteria::rivals(p, colour), high = look.high;
    const int claim = claimed(p);
    const auto [lead, weakest, late] = standing(p, colour, claim, each);
    const auto difference = [&](Mask of) {
        return ONE * (own & of).count() - each * (foe & of).count();
    };
    const auto held = holdings::held(look);
    const Number used = holdings::used_up(look);
    const bool acting = me(p) == colour;
    const Number actions = acting && p.asking == Asking::ACTION ? ONE * p.actions : 0;
    std::array<Number, 4> threatened{};
    std::array<Number, 3> drawn{}, lacking{};
    if (threats) {
        threatened = holdings::threats(look);
        drawn = holdings::drawn(look);
        lacking = holdings::lacking(look);
    }
    int upgraded = 0, pieces = 0;
    for (int c = 0; c < form.colours; ++c)
        if (c != colour) {
            upgraded = std::max(upgraded, (p.pieces[c] & high).count());
            pieces = std::max(pieces, p.pieces[c].count());
        }
    const auto tasks = task_features(p, colour, claim);
    const auto done = deeds(p, claim, divided(held[6], 2), std::min(ONE, threatened[0]));
    const auto flares = holdings::flares(look);
    return {
        lead,
        divided(lead * late, ONE),
        ONE * weakest,
        difference(p.common),
        difference(p.heroic),
        difference(p.legendary),
        ONE * (own & arena::spread(foe)).count(),
        ONE * (own & high & arena::spread(foe)).count(),
        each * (foe & high & arena::spread(own)).count(),
        difference(tables().central),
        difference(tables().red | tables().green),
        held[0], held[1], held[2], held[3], held[4], held[5],
        used,
        threatened[0], threatened[1], threatened[2], threatened[3],
        ONE * std::max(0, upgraded - (own & high).count()),
        ONE * std::max(0, pieces - own.count()),
        ONE * std::max(0, 3 - atoms::supply(p, colour, 1)),
        tasks[0], tasks[1],
        actions,
        std::min(actions, held[0] + held[1]),
        acting ? ONE * p.extra_turns : 0,
        divided(used * late, ONE),
        held[6], held[7],
        drawn[0], drawn[1], drawn[2],
        tasks[2], tasks[3],
        done[0], done[1], done[2],
        flares[0], flares[1],
        lacking[0], lacking[1], lacking[2],
    };
}

}  // namespace tashkalar
