#include "scoring.hpp"

#include "atoms.hpp"

namespace tashkalar::scoring {

namespace {

// Melee: a colour's points in each enemy colour, fewest first.
Enemies by_colour(const State& p, int colour) {
    Enemies found;
    for (int c = 0; c < p.rules().colours; ++c)
        if (c != colour) {
            int at = found.size++;
            const int points = p.scores[4 * colour + c];
            for (; at > 0 && found.at[at - 1] > points; --at) found.at[at] = found.at[at - 1];
            found.at[at] = points;
        }
    return found;
}

using Strength = std::array<int, 5>;

// What decides the game, in order: points, then upgraded pieces, then pieces.
Strength strength(const State& p, int colour) {
    Strength found{};
    std::size_t n = 0;
    if (p.rules().melee)
        for (const int points : by_colour(p, colour)) found[n++] = points;
    else
        found[n++] = score(p, colour);
    found[n++] = (p.pieces[colour] & ~p.common).count();
    found[n] = p.pieces[colour].count();
    return found;
}

}  // namespace

int score(const State& p, int colour) {
    const Form& form = p.rules();
    if (form.tasks) {
        int claimed = 0;
        for (const int number : p.claimed[colour]) claimed += tables().tasks[number].points;
        return claimed + (p.pieces[colour] & p.legendary).count();
    }
    return form.melee ? by_colour(p, colour).at[0] : p.scores[5 * colour];
}

void add(State& p, int colour, int scored_in, int points, Cause why) {
    if (!points) return;
    const bool melee = p.rules().melee;
    std::int16_t& score = p.scores[4 * colour + (melee ? scored_in : colour)];
    score = static_cast<std::int16_t>(score + points);
    if (melee)
        happen(p, Happened::POINTS_IN, {colour, points, scored_in, static_cast<int>(why)});
    else
        happen(p, Happened::POINTS, {colour, points, static_cast<int>(why)});
}

void score_turn(State& p) {
    const int mine = me(p);
    for (int colour = 0; colour < p.rules().colours; ++colour)
        if (colour != mine) {
            const auto* destroyed = &p.destroyed[3 * colour];
            add(p, mine, colour, destroyed[0] / 2 + destroyed[1] + 2 * destroyed[2],
                Cause::DESTROYED);
        }
}

Enemies unpaired(const State& p) {
    Enemies found;
    const int mine = me(p);
    for (int colour = 0; colour < p.rules().colours; ++colour)
        if (colour != mine && p.destroyed[3 * colour] % 2) found.at[found.size++] = colour;
    return found;
}

Cause trigger(const State& p) {
    const Form& form = p.rules();
    if (p.decks[p.seat].size <= form.sideways) return Cause::DECK;
    return most_points(p).first >= form.limit ? Cause::POINTS : Cause::NONE;
}

std::pair<int, int> most_points(const State& p) {
    const Form& form = p.rules();
    int most = 0, reached = -1;
    for (int colour = 0; colour < form.colours; ++colour) {
        const Enemies points = by_colour(p, colour);
        const int found = form.melee ? points.at[points.size - 1] : score(p, colour);
        if (reached < 0 || found > most) most = found, reached = colour;
    }
    return {most, reached};
}

void places(State& p) {
    const int colours = p.rules().colours;
    std::array<Strength, 4> strengths{};
    for (int colour = 0; colour < colours; ++colour) strengths[colour] = strength(p, colour);
    p.results = p.seats;
    for (int seat = 0; seat < p.seats; ++seat) {
        int place = 1;
        for (int colour = 0; colour < colours; ++colour)
            place += strengths[colour] > strengths[p.colour_of[seat]];
        p.result[seat] = static_cast<std::int16_t>(place);
    }
}

}  // namespace tashkalar::scoring
