// What a search of turns asks about positions and about sorted lines.
#include "search.hpp"

namespace tashkalar {

namespace {

Kind kind_of(Code code) { return tables().choices[code].kind; }

}  // namespace

Path flares(const State& p) {
    Path found;
    for (int i = 0; i < p.others_size; ++i)
        if (kind_of(p.others[i]) == Kind::FLARE) found.push_back(p.others[i]);
    return found;
}

bool has_flares(const State& p) {
    return std::any_of(p.others.begin(), p.others.begin() + p.others_size,
                       [](Code code) { return kind_of(code) == Kind::FLARE; });
}

// What was destroyed this turn, by rank.
int havoc(const State& p) {
    int found = 0;
    for (int colour = 0; colour < 4; ++colour)
        for (int rank = 0; rank < 3; ++rank) found += p.destroyed[3 * colour + rank] << rank;
    return found;
}

void sort_by_value(Lines& lines) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Variation* a, const Variation* b) { return a->value > b->value; });
}

// The largest so many, the first ones of equals.
Lines largest(Lines lines, std::size_t most) {
    sort_by_value(lines);
    if (lines.size() > most) lines.resize(most);
    return lines;
}

// The best lines are often one idea on many squares; so each kind of line (what can be summoned, what was destroyed and summoned) has its best
// one first, then its second best, and so on.
Lines mixed(const Lines& lines) {
    KeyMap<std::size_t> places;
    std::vector<Lines> rows;
    std::size_t longest = 0;
    for (const Line line : lines) {
        const State& p = *line->state;
        Mixer mixer;
        mixer.add(static_cast<std::uint64_t>(havoc(p)) << 16 | p.others_size);
        mixer.add_bytes(p.others.data(), p.others_size * sizeof(Code));
        mixer.add_bytes(p.summoned.data(), sizeof p.summoned);
        const auto [place, fresh] = places.try_emplace(mixer.key());
        if (fresh) {
            *place = rows.size();
            rows.emplace_back();
        }
        Lines& row = rows[*place];
        row.push_back(line);
        longest = std::max(longest, row.size());
    }
    Lines found;
    found.reserve(lines.size());
    for (std::size_t i = 0; i < longest; ++i)
        for (const Lines& row : rows)
            if (i < row.size()) found.push_back(row[i]);
    return found;
}

Path moves(const State& p) {
    Path all = choices(p), found;
    for (const Code code : all) {
        const Kind kind = kind_of(code);
        if (kind != Kind::PASS_CONTROL && kind != Kind::DISCARD) found.push_back(code);
    }
    return found.empty() ? all : found;
}

Number worth(const State& p, int colour, bool threats, const Evaluation& judge) {
    if (p.asking == Asking::END && p.last_turns == 1 && !p.extra_turns)
        return judge.value(ended(p, judge), colour, threats);
    return judge.value(p, colour, threats);
}

Code ending(const State& p) {
    int best = tables().code(Kind::FINISH), most = -1;
    for (int i = 0; i < p.others_size; ++i) {
        const Choice& choice = tables().choices[p.others[i]];
        if (choice.kind != Kind::CLAIM) continue;
        const int points = tables().tasks[choice.value].points;
        if (points > most) best = choice.code, most = points;
    }
    return static_cast<Code>(best);
}

State ended(const State& p, const Evaluation& judge) {
    State found = p;
    if (p.asking != Asking::END) return found;
    const int colour = p.colour_of[p.actor];
    apply_checked(found, ending(p));
    if (found.asking != Asking::COLOUR) return found;
    State best;
    Number most = 0;
    bool first = true;
    for (const Code code : choices(found)) {
        State after = found;
        apply(after, code);
        const Number value = judge.value(after, colour);
        if (first || value > most) best = after, most = value;
        first = false;
    }
    return best;
}

// --- lines and their positions ---------------------------------------------------------------

Line TurnSearch::start_line() {
    Line found = rooms_.lines.take();
    found->path.clear();
    found->state = rooms_.states.take();
    *found->state = start_;
    return found;
}

const State& TurnSearch::position_of(Line line) {
    if (!line->state) {
        line->state = rooms_.states.take();
        *line->state = start_;
        for (const Code choice : line->path) apply(*line->state, choice);
    }
    return *line->state;
}

void TurnSearch::let_go(Line line) {
    if (line->state) rooms_.states.give_back(line->state);
    line->state = nullptr;
}

void TurnSearch::drop(Line line) {
    let_go(line);
    rooms_.lines.give_back(line);
}

}  // namespace tashkalar
