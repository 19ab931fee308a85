#include "alternatives.hpp"

namespace tashkalar {

namespace {

Kind kind_of(Code code) { return tables().choices[code].kind; }

struct Settled {
    Number value;
    Path path;
};

class Discarding {
  public:
    Discarding(int colour, const Evaluation& judge, Budget& budget)
        : colour_(colour), judge_(judge), budget_(budget) {}

    // After a discard: whatever is worth no more than a card that may be drawn goes back, too.
    Settled exchanged(State p, Path path) {
        Settled best = settled(p, path);
        if (p.asking != Asking::RETURNED) return best;
        for (const Code choice : choices(p)) {
            if (kind_of(choice) == Kind::PASS) continue;
            State more = p;
            apply(more, choice);
            path.push_back(choice);
            Settled after = settled(more, path);
            if (after.value >= best.value) {
                best = std::move(after);
                p = more;
            } else {
                path.pop_back();
            }
        }
        return best;
    }

  private:
    Settled settled(State p, Path path) {
        budget_.spend();
        if (p.asking == Asking::RETURNED) {
            const Code pass = static_cast<Code>(tables().code(Kind::PASS));
            apply(p, pass);
            path.push_back(pass);
        }
        return {worth(p, colour_, true, judge_), std::move(path)};
    }

    int colour_;
    const Evaluation& judge_;
    Budget& budget_;
};

}  // namespace

Lines discarding(const State& position, const Lines& lines, std::size_t most,
                 const Evaluation& judge, Budget& budget, Rooms& rooms) {
    Discarding action(position.colour_of[position.actor], judge, budget);
    KeyMap<bool> met;
    Lines found;
    try {
        for (const Line line : lines) {
            if (line->path.empty() || kind_of(line->path.back()) != Kind::PLACE) continue;
            State p = position;
            Path path(line->path.begin(), line->path.end() - 1);
            for (const Code choice : path) apply(p, choice);
            if (p.asking != Asking::ACTION || p.actions != 1) continue;
            if (!met.try_emplace(turn_key(p)).second) continue;
            for (const Code choice : choices(p)) {
                if (kind_of(choice) != Kind::DISCARD) continue;
                State after = p;
                apply(after, choice);
                Path begun = path;
                begun.push_back(choice);
                Settled best = action.exchanged(after, std::move(begun));
                const Line made = rooms.lines.take();
                *made = {best.value, {}, std::move(best.path), nullptr};
                found.push_back(made);
            }
        }
    } catch (const OutOfBudget&) {
    }
    return largest(std::move(found), most);
}

Lines passing(const State& position, const Variation& line, Rooms& rooms) {
    const Code code = static_cast<Code>(tables().code(Kind::PASS_CONTROL));
    std::size_t left = line.path.size();  // where nothing but placing is left
    while (left > 0 && kind_of(line.path[left - 1]) == Kind::PLACE) --left;
    Lines found;
    State p = position;
    for (std::size_t n = 0; n < line.path.size(); ++n) {
        if (n >= left && is_legal(p, code)) {
            const Line shorter = rooms.lines.take();
            *shorter = {line.value, {}, Path(line.path.data(), line.path.data() + n), nullptr};
            shorter->path.push_back(code);
            found.push_back(shorter);
        }
        apply(p, line.path[n]);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace tashkalar
