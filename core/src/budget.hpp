// How much a bot may think about a turn: seconds, or positions looked at.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "watch.hpp"

namespace tashkalar {

// Thinking time is up; what was found so far counts.
struct OutOfBudget {};

class Budget {
  public:
    std::optional<double> seconds;
    std::optional<std::int64_t> nodes;
    std::int64_t used = 0;
    std::int64_t floor = 0;  // so many nodes may be looked at however little time there is
    Watch* watch = nullptr;

    // `elapsed`: seconds that have passed already.
    Budget(std::optional<double> time, std::optional<std::int64_t> most, std::int64_t spent,
           std::int64_t least, double elapsed)
        : seconds(time),
          nodes(most),
          used(spent),
          floor(least),
          start_(Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(elapsed))) {}

    // What is left of it, but no more than so many nodes, as a budget of its own.
    Budget limited(std::int64_t most) const {
        if (nodes) most = std::max<std::int64_t>(0, std::min(most, *nodes - used));
        Budget part = *this;
        part.nodes = most;
        part.used = 0;
        part.floor = std::max<std::int64_t>(0, floor - used);
        return part;
    }

    // One more position looked at.
    void spend() {
        ++used;
        if (watch) watch->tick();
        if (nodes && used > *nodes) throw OutOfBudget{};
        // Asking for the time costs some, too, so it is asked for now and then.
        if (seconds && late(!(used & 15))) throw OutOfBudget{};
    }

    // What a part of it has used.
    void add(std::int64_t part) {
        used += part;
        if ((nodes && used >= *nodes) || late(true)) throw OutOfBudget{};
    }

    struct Mark {
        std::int64_t used;
        double then;
    };
    Mark mark() const { return {used, elapsed()}; }

    // How many times what was used since a mark can be paid for once more.
    std::int64_t again(const Mark& since) const {
        std::int64_t times = std::numeric_limits<std::int64_t>::max();
        if (nodes && used > since.used) times = (*nodes - used) / (used - since.used);
        if (seconds) {
            const double now = elapsed();
            const double by_time = (THINKING * *seconds - now) / std::max(now - since.then, 1e-9);
            times = std::min(times, static_cast<std::int64_t>(std::min(by_time, 1e15)));
        }
        return std::max<std::int64_t>(0, times);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double THINKING = 0.95;  // the rest is kept back for giving the answer

    double elapsed() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    bool late(bool ask) const {
        if (!seconds || used <= floor) return false;
        if (*seconds <= 0) return true;
        return ask && elapsed() >= THINKING * *seconds;
    }

    Clock::time_point start_;
};

}  // namespace tashkalar
