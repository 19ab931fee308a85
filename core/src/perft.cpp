#include "perft.hpp"

#include "play.hpp"

namespace tashkalar {

std::uint64_t perft(const State& p, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_choices(p));
    std::uint64_t total = 0;
    for_choices(p, [&](Code code) {
        State after = p;
        apply(after, code);
        total += perft(after, depth - 1);
    });
    return total;
}

}  // namespace tashkalar
