#include "perft.hpp"

#include "play.hpp"

namespace tashkalar {

namespace {

std::uint64_t counted(const State& p, int depth, Watch& watch) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_choices(p));
    std::uint64_t total = 0;
    for_choices(p, [&](Code code) {
        State after = p;
        apply(after, code);
        watch.tick();
        total += counted(after, depth - 1, watch);
    });
    return total;
}

}  // namespace

std::uint64_t perft(const State& p, int depth, Watch& watch) {
    if (depth < 0 || depth > DEPTH_LIMIT)
        throw std::invalid_argument("a depth is a number from 0 to " + std::to_string(DEPTH_LIMIT) +
                                    ", not " + std::to_string(depth));
    return counted(p, depth, watch);
}

}  // namespace tashkalar
