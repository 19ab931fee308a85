#include "exhaust.hpp"

#include "scoring.hpp"

namespace tashkalar {

namespace {

// All points of a colour; in a melee those in all other colours.
int points(const State& p, int colour) {
    if (!p.rules().melee) return scoring::score(p, colour);
    int found = 0;
    for (int c = 0; c < 4; ++c) found += p.scores[4 * colour + c];
    return found;
}

class Exhaustion {
  public:
    Exhaustion(const State& start, std::int64_t limit, std::size_t most, Watch& watch)
        : start_(start),
          limit_(limit),
          most_(most),
          mine_(start.colour_of[start.seat]),
          watch_(watch) {}

    Exhausted run() {
        look(start_);
        return std::move(found_);
    }

  private:
    void look(const State& p) {
        for_choices(p, [&](Code code) {
            if (!found_.whole || is_idle(p, tables().choices[code].kind)) return;
            watch_.tick();
            State* const made = states_.take();  // a whole position is too much for the stack
            State& after = *made = p;
            apply(after, code);
            path_.push_back(code);
            if (after.is_over() || after.turn != start_.turn)
                end(after);
            else if (met_.try_emplace(turn_key(after)).second) {
                if (found_.positions == limit_ || path_.size() == LONGEST)
                    found_.whole = false;
                else {
                    ++found_.positions;
                    look(after);
                }
            }
            path_.pop_back();
            states_.give_back(made);
        });
    }

    // What reaches nothing that could not be reached without it: the partner acts with the same
    // pieces, and cards that are given back are only missed.
    static bool is_idle(const State& p, Kind kind) {
        return kind == Kind::PASS_CONTROL || (p.asking == Asking::RETURNED && kind == Kind::RETURN);
    }

    void end(const State& p) {
        const int reached = value(p);
        if (!p.is_over() && p.seat == start_.seat) found_.extra = true;
        if (found_.ends.empty() || reached > found_.ends.rbegin()->first) found_.best.clear();
        const bool best = found_.ends.empty() || reached >= found_.ends.rbegin()->first;
        ++found_.ends[reached];
        if (best && found_.best.size() < most_) found_.best.push_back(path_);
    }

    int value(const State& p) const {
        if (p.is_over() && wins(p)) return GAME;
        int found = 0;
        for (int colour = 0; colour < p.rules().colours; ++colour) {
            const int more = points(p, colour) - points(start_, colour);
            found += colour == mine_ ? more : -more;
        }
        return found;
    }

    bool wins(const State& p) const {
        for (int seat = 0; seat < p.seats; ++seat)
            if ((p.result[seat] == 1) != (p.colour_of[seat] == mine_)) return false;
        return true;
    }

    const State& start_;
    const std::int64_t limit_;
    const std::size_t most_;
    const int mine_;
    Watch& watch_;
    Pool<State> states_;
    KeyMap<bool> met_;
    Path path_;
    Exhausted found_;
};

}  // namespace

Exhausted exhaust(const State& start, std::int64_t limit, std::size_t most, Watch& watch) {
    return Exhaustion(start, limit, most, watch).run();
}

}  // namespace tashkalar
