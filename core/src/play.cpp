#include "play.hpp"

#include "atoms.hpp"
#include "machine.hpp"
#include "turn.hpp"

namespace tashkalar {

Kind square_kind(const State& p) {
    if (p.asking != Asking::ACTION) return Kind::SQUARE;
    // With nothing left to place, the place action begins by lifting a piece of your own.
    return p.mask & p.pieces[me(p)] ? Kind::LIFT : Kind::PLACE;
}

std::vector<Code> choices(const State& p) {
    std::vector<Code> found;
    found.reserve(count_choices(p));
    for_choices(p, [&](Code code) { found.push_back(code); });
    return found;
}

Code nth_choice(const State& p, int n) {
    const int squares = p.mask.count();
    if (n >= squares) return p.others[n - squares];
    Mask left = p.mask;
    for (; n > 0; --n) left ^= left.lowest();
    return static_cast<Code>(tables().square_code(square_kind(p), left.first()));
}

bool is_legal(const State& p, int code) {
    if (code < 0 || code >= tables().codes) return false;
    const Choice& choice = tables().choices[code];
    if (choice.kind <= Kind::SQUARE)
        return p.mask.has(choice.value) && choice.kind == square_kind(p);
    return std::find(p.others.begin(), p.others.begin() + p.others_size, code) !=
           p.others.begin() + p.others_size;
}

void apply(State& p, Code code) {
    const Choice& choice = tables().choices[code];
    if (choice.kind == Kind::PASS_CONTROL)
        turn::pass_control(p);
    else
        answer(p, choice);
}

void apply_checked(State& p, int code) {
    if (!is_legal(p, code))
        throw IllegalChoice("the choice " + std::to_string(code) + " is not offered");
    apply(p, static_cast<Code>(code));
}

}  // namespace tashkalar
