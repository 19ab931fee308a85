#include "search.hpp"

#include "pattern.hpp"

namespace tashkalar {

namespace {

// How much more these weigh in the very last turn: only points lead to the result, and summonings
// to points.
constexpr std::pair<int, Number> EAGER[] = {{Feature::POINTS, 2 * DECIMAL},
                                            {Feature::READY_NOW, 5 * DECIMAL}};

Evaluation made_eager(const Evaluation& judge, int family) {
    Evaluation found = judge;
    for (const auto& [feature, more] : EAGER) found.weights[family][feature] += more;
    return found;
}

Kind kind_of(Code code) { return tables().choices[code].kind; }

}  // namespace

TurnSearch::TurnSearch(const State& start, Budget& budget, int beam, int inside,
                       const Evaluation& judge, Rooms& rooms)
    : rooms_(rooms),
      start_(start),
      budget_(budget),
      beam_(beam),
      inside_(inside),
      last_(start.last_turns == 1),
      eager_(last_ ? made_eager(judge, start.rules().family) : Evaluation{}),
      judge_(last_ ? eager_ : judge),
      colour_(start.colour_of[start.actor]),
      turn_(start.turn) {
    rooms_.lines.clear();
    rooms_.states.clear();
}

Lines TurnSearch::run() { return judged(largest(found_all(), JUDGED)); }

Lines TurnSearch::found_all() {
    try {
        for (int i = 0; i < ROUNDS; ++i) {
            round(start_line());
            beam_ *= 2;
            inside_ *= 3;
        }
    } catch (const OutOfBudget&) {
    }
    if (found_.empty()) found_.push_back(hurry());
    return found_;
}

Line TurnSearch::glance() {
    try {
        look(start_line(), true);
    } catch (const OutOfBudget&) {
    }
    if (found_.empty()) return hurry();
    return judged(largest(found_, GLANCED)).front();
}

void TurnSearch::look(Line start, bool narrow) {
    Lines frontier{start};
    while (!frontier.empty()) frontier = best(next(frontier, narrow));
}

// One look at the whole turn, as wide as the beam; then as long at what it left out.
void TurnSearch::round(Line start) {
    met_.clear();
    aside_.clear();
    const std::int64_t begun = budget_.used;
    look(start, false);
    const std::int64_t enough = 2 * budget_.used - begun;
    while (!aside_.empty() && budget_.used < enough) {
        std::pop_heap(aside_.begin(), aside_.end());
        const Line line = aside_.back().line;
        aside_.pop_back();
        put_aside(next({line}, true), 0);
    }
}

Lines TurnSearch::judged(Lines lines) {
    for (const Line line : lines) line->value = worth(position_of(line), colour_, true, judge_);
    sort_by_value(lines);
    return lines;
}

bool TurnSearch::rests(const State& p) const {
    return p.asking == Asking::ACTION || p.asking == Asking::END || p.asking == Asking::NOTHING ||
           p.turn != turn_;
}

Number TurnSearch::worth_now(const State& p) const {
    const Number found = worth(p, colour_, false, judge_);
    return last_ && p.asking != Asking::END ? found + POINT * havoc(p) / 2 : found;
}

// As many as the beam is wide, different ones first; the others are put aside.
Lines TurnSearch::best(Lines lines) {
    sort_by_value(lines);
    Lines found = mixed(lines);
    const auto kept = std::min<std::size_t>(found.size(), static_cast<std::size_t>(beam_));
    put_aside(found, kept);
    found.resize(kept);
    return found;
}

void TurnSearch::put_aside(const Lines& lines, std::size_t from) {
    for (std::size_t i = from; i < lines.size(); ++i) {
        let_go(lines[i]);
        aside_.push_back({lines[i]->value, ++aside_count_, lines[i]});
        std::push_heap(aside_.begin(), aside_.end());
    }
}

// All lines one action further; those at the end of the turn are collected.
Lines TurnSearch::next(const Lines& frontier, bool narrow) {
    Lines going_on;
    for (const Line line : frontier) {
        for (const Line after : actions(line, narrow)) {
            const State& p = *after->state;
            const bool ended = p.asking != Asking::ACTION || p.turn != turn_;
            if (ended) collect(after);
            if (!ended || (p.asking == Asking::END && has_flares(p)))
                going_on.push_back(after);
            else
                let_go(after);
        }
        let_go(line);
    }
    return going_on;
}

void TurnSearch::collect(Line line) {
    const auto [place, fresh] = places_.try_emplace(line->key);
    if (fresh) {
        *place = found_.size();
        found_.push_back(line);
    } else {
        found_[*place] = line;
    }
}

// Actions from a position, each with its effect resolved.
Lines TurnSearch::actions(Line line, bool narrow) {
    const State& p = position_of(line);
    Path options = p.asking == Asking::END ? flares(p) : moves(p);
    if (p.asking != Asking::END && narrow && !quiet_.empty()) options = telling(p, options);
    Lines tried;
    tried.reserve(options.size());
    for (const Code choice : options) tried.push_back(after(line, choice));
    Lines found = resolve(std::move(tried));
    if (line->path.empty()) {
        Lines placed;
        for (const Line one : found)
            if (kind_of(one->path[0]) == Kind::PLACE) placed.push_back(one);
        sort_by_value(placed);
        quiet_.clear();
        for (const Line one : placed) quiet_.push_back(one->path[0]);
    }
    return found;
}

// Everything but placements; of those only what leads to a summoning, and the usual.
Path TurnSearch::telling(const State& p, const Path& options) const {
    const Mask own = p.pieces[colour_];
    const pattern::Lifts lifts(pattern::Own{own, own & ~p.common});
    const pattern::Lifted empty(arena::ALL & ~p.occupied());
    Mask squares, open;
    for (const auto* hand : {&p.beings[p.actor], &p.legends[p.actor]})
        for (const int card : *hand)
            squares |= pattern::completing(tables().beings[card], lifts, empty);
    Path found, wanted, placed, usual;
    for (const Code code : options) {
        const Choice& choice = tables().choices[code];
        if (choice.kind != Kind::PLACE) {
            found.push_back(code);
            continue;
        }
        placed.push_back(code);
        open |= bit(choice.value);
        if (p.actions > 1 && squares.has(choice.value)) wanted.push_back(code);
    }
    for (const Code code : quiet_) {
        const int square = tables().choices[code].value;
        if (open.has(square) && !squares.has(square) && usual.size() < USUAL) usual.push_back(code);
    }
    found.insert(found.end(), wanted.begin(), wanted.end());
    const Path& more = usual.empty() ? placed : usual;
    found.insert(found.end(), more.begin(), more.end());
    return found;
}

Line TurnSearch::after(Line line, Code choice) {
    Line found = rooms_.lines.take();
    found->state = rooms_.states.take();
    *found->state = *line->state;
    apply(*found->state, choice);
    budget_.spend();
    found->path = line->path;
    found->path.push_back(choice);
    found->key = turn_key(*found->state);
    return found;
}

// Follow effects to their ends, keeping the best positions at each choice.
Lines TurnSearch::resolve(Lines lines) {
    Lines done;
    while (!lines.empty()) {
        Lines inside;
        for (const Line line : lines) {
            if (!met_.try_emplace(line->key).second) {
                drop(line);
            } else if (rests(*line->state)) {
                give_value(line);
                done.push_back(line);
            } else {
                inside.push_back(line);
            }
        }
        if (static_cast<std::int64_t>(inside.size()) > inside_) inside = promising(std::move(inside));
        lines.clear();
        for (const Line line : inside) {
            for (const Code choice : moves(*line->state))
                lines.push_back(after(line, choice));
            drop(line);
        }
    }
    return done;
}

void TurnSearch::give_value(Line line) {
    const auto [value, fresh] = values_.try_emplace(line->key);
    if (fresh) *value = worth_now(*line->state);
    line->value = *value;
}

// Half of those kept look best, the other half have destroyed most.
Lines TurnSearch::promising(Lines lines) {
    for (const Line line : lines) give_value(line);
    sort_by_value(lines);
    std::stable_sort(lines.begin() + inside_ / 2, lines.end(),
                     [](const Variation* a, const Variation* b) {
                         return havoc(*a->state) > havoc(*b->state);
                     });
    while (static_cast<std::int64_t>(lines.size()) > inside_) {
        drop(lines.back());
        lines.pop_back();
    }
    return lines;
}

// No budget left and nothing complete: finish the turn by the best single choices.
Line TurnSearch::hurry() {
    Line found = start_line();
    State& p = *found->state;
    while (p.asking != Asking::END && p.asking != Asking::NOTHING && p.turn == turn_) {
        State best;
        Number most = 0;
        Code chosen = 0;
        bool first = true;
        for (const Code code : moves(p)) {
            State next = p;
            apply(next, code);
            const Number value = worth_now(next);
            if (first || value > most) best = next, most = value, chosen = code;
            first = false;
        }
        p = best;
        found->path.push_back(chosen);
    }
    found->value = worth_now(p);
    return found;
}

}  // namespace tashkalar
