#include "evaluation.hpp"

namespace tashkalar {

namespace {

Number weighed(const std::array<Number, FEATURES>& weights, const Features& found) {
    Number total = 0;
    for (int i = 0; i < FEATURES; ++i) total += weights[i] * found[i];
    return total;
}

}  // namespace

Number Evaluation::value(const State& p, int colour, bool threats) const {
    const int family = p.rules().family;
    if (!p.is_over()) return weighed(weights[family], features(p, colour, threats, worths[family]));
    int place = 0, first = 0, own = 0;
    for (int seat = p.seats - 1; seat >= 0; --seat) {
        if (p.colour_of[seat] == colour) place = p.result[seat], ++own;
        first += p.result[seat] == 1;
    }
    if (place > 1) return -WON * place;
    return first == own ? WON : 0;
}

Number Evaluation::promise(const State& p, int colour) const {
    const int family = p.rules().family;
    return weighed(starts[family], features(p, colour, true, worths[family])) + plus[family];
}

}  // namespace tashkalar
