// A position that knows the rules: what may be chosen, what follows.
#pragma once

#include <vector>

#include "state.hpp"

namespace tashkalar {

// What choosing a square means now.
Kind square_kind(const State& p);
// Call with the code of everything that may be chosen, in the fixed order: squares, then all else.
template <typename Each>
void for_choices(const State& p, Each each) {
    if (p.mask) {
        const int base = tables().code(square_kind(p));
        for_squares(p.mask, [&](int square) { each(static_cast<Code>(base + arena::DENSE[square])); });
    }
    for (int i = 0; i < p.others_size; ++i) each(p.others[i]);
}
std::vector<Code> choices(const State& p);
inline int count_choices(const State& p) { return p.mask.count() + p.others_size; }
// The n-th of the choices.
Code nth_choice(const State& p, int n);
bool is_legal(const State& p, int code);
// Make a choice in place. Unchecked: an illegal choice leaves nonsense behind.
void apply(State& p, Code code);

struct IllegalChoice : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};
void apply_checked(State& p, int code);

}  // namespace tashkalar
