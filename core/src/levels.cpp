#include "levels.hpp"

#include "dice.hpp"

namespace tashkalar {

namespace {

Kind kind_of(Code code) { return tables().choices[code].kind; }

Plan answers(const State& position, int seat, const Path& path) {
    Plan found;
    State p = position;
    for (const Code choice : path) {
        found.emplace_back(view(p, seat).seen.to_bytes(), choice);
        apply_checked(p, choice);
    }
    if (p.asking == Asking::END && p.actor == seat)
        found.emplace_back(view(p, seat).seen.to_bytes(), ending(p));
    return found;
}

struct Settled {
    State position;
    Path path;
};

// After a choice, with the questions of an effect answered greedily, a step at a time.
Settled settled(const State& position, Code choice, const Evaluation& judge, Budget& budget) {
    const int colour = position.colour_of[position.actor];
    budget.spend();
    Settled found{position, {choice}};
    State& p = found.position;
    apply_checked(p, choice);
    while (p.asking != Asking::ACTION && p.asking != Asking::END && p.asking != Asking::NOTHING &&
           p.turn == position.turn) {
        State best;
        Number most = 0;
        Code chosen = 0;
        bool first = true;
        for (const Code code : moves(p)) {
            budget.spend();
            State next = p;
            apply(next, code);
            const Number value = judge.value(next, colour, false);
            if (first || value > most) best = next, most = value, chosen = code;
            first = false;
        }
        p = best;
        found.path.push_back(chosen);
    }
    return found;
}

Thought ended_greedily(const State& position, const Evaluation& judge, Budget& budget) {
    const Path invoked = flares(position);
    const int colour = position.colour_of[position.actor];
    if (!invoked.empty()) try {
            budget.spend();
            const Number now = judge.value(position, colour);
            const Settled after = settled(position, invoked[0], judge, budget);
            if (judge.value(after.position, colour) > now)
                return {{invoked[0]}, answers(position, position.actor, after.path)};
        } catch (const OutOfBudget&) {
        }
    return {{ending(position)}, {}};
}

// The best of the choices, with the answers that should follow it.
Path best_of(const State& position, const Path& seen, int hoped, const Evaluation& judge,
             Budget& budget) {
    const int colour = position.colour_of[position.actor];
    // What promises most comes first, in case the budget does not last for all.
    const auto rank = [&](std::size_t i) {
        const Kind kind = kind_of(seen[i]);
        return 2 * (seen[i] != hoped) + (kind != Kind::SUMMON && kind != Kind::FLARE);
    };
    std::vector<std::size_t> order(seen.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    Path best{seen[order[0]]};
    Number most = 0;
    std::size_t place = 0;
    bool first = true;
    try {
        for (const std::size_t i : order) {
            Settled found = settled(position, seen[i], judge, budget);
            const Number value = judge.value(found.position, colour);
            if (first || value > most || (value == most && i < place))
                best = std::move(found.path), most = value, place = i;
            first = false;
        }
    } catch (const OutOfBudget&) {
    }
    return best;
}

}  // namespace

Thought greedy(const View& view, std::uint64_t seed, int looked_at, int hoped,
               const Evaluation& judge, Budget& budget) {
    shuffling::Words chance = dice(seed, view.seen);
    const State position = sample(view, chance.word());
    if (view.seen.asking == Asking::END) return ended_greedily(position, judge, budget);
    const Path usual = moves(view.seen);
    if (usual.empty() || view.viewer != view.seen.actor)
        throw std::invalid_argument("the viewer has nothing to choose");
    Path seen;
    const bool some = kind_of(usual[0]) != Kind::PASS_CONTROL && kind_of(usual[0]) != Kind::DISCARD;
    for (const Code code : usual)
        if (some && static_cast<int>(chance.below(100)) < looked_at) seen.push_back(code);
    if (seen.empty()) seen = usual;
    Thought found{best_of(position, seen, hoped, judge, budget), {}};
    if (found.path.size() > 1) found.plan = answers(position, view.viewer, found.path);
    return found;
}

}  // namespace tashkalar
