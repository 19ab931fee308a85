#include "strategist.hpp"

#include <map>
#include <numeric>
#include <set>

#include "alternatives.hpp"
#include "dice.hpp"
#include "scoring.hpp"
#include "view.hpp"

namespace tashkalar {

namespace {

using Replies = std::vector<Number>;

// The largest number whose square is not above another.
Number root(Number of) {
    if (of < 2) return std::max<Number>(of, 0);
    Number found = Number{1} << (std::bit_width(static_cast<std::uint64_t>(of)) + 1) / 2;
    while (true) {
        const Number next = (found + of / found) / 2;
        if (next >= found) return found;
        found = next;
    }
}

// The standard error of the lead of the best over another, added up over the worlds. It comes from
// how the lead over each of the others differs between worlds.
Number standard_error(const std::vector<const Replies*>& rows, const Replies& best, Number grain) {
    const auto worlds = static_cast<Number>(best.size());
    const auto others = static_cast<Number>(rows.size()) - 1;
    Number spread = 0;
    for (const Replies* row : rows) {
        Number sum = 0, squares = 0;
        for (std::size_t i = 0; i < best.size(); ++i) {
            const Number lead = divided(best[i] - (*row)[i], grain);
            sum += lead;
            squares += lead * lead;
        }
        spread += worlds * squares - sum * sum;
    }
    return grain * root(spread / (std::max<Number>(others, 1) * (worlds - 1)));
}

// The best lines that end on different boards, of each idea only a few. An idea is what is summoned
// and invoked: the same idea with another quiet placement meets much the same replies.
Lines different(TurnSearch& search, std::size_t most, int alike) {
    using Board = std::array<std::uint64_t, 13>;
    std::set<Board> seen;
    std::map<Path, int> ideas;
    Lines found = search.found_all(), lines;
    sort_by_value(found);
    for (const Line line : found) {
        const State& p = search.position_of(line);
        Board board{};
        std::size_t n = 0;
        for (const Mask mask : {p.pieces[0], p.pieces[1], p.pieces[2], p.pieces[3], p.common, p.heroic})
            board[n++] = mask.lo, board[n++] = mask.hi;
        board[n] = static_cast<std::uint64_t>(p.extra_turns);
        Path idea;
        for (const Code code : line->path) {
            const Kind kind = tables().choices[code].kind;
            if (kind == Kind::SUMMON || kind == Kind::FLARE) idea.push_back(code);
        }
        if (!seen.contains(board) && ideas[idea] < alike) {
            seen.insert(board);
            ++ideas[idea];
            lines.push_back(line);
        }
        if (lines.size() == most) break;
    }
    return lines;
}

bool discards(const Variation& line) {
    return std::any_of(line.path.begin(), line.path.end(), [](Code choice) {
        return tables().choices[choice].kind == Kind::DISCARD;
    });
}

class Strategist {
  public:
    Strategist(const State& position, std::uint64_t seed, const Level& level,
               const Evaluation& judge, Budget& budget)
        : position_(position), seed_(seed), level_(level), judge_(judge), budget_(budget) {}

    Turn best_turn() {
        Budget own = budget_.limited(level_.plan);
        TurnSearch search(position_, own, level_.beam, level_.inside, judge_, rooms_);
        const auto candidates = static_cast<std::size_t>(level_.candidates);
        Lines lines = search.judged(different(search, 3 * candidates, level_.alike));
        budget_.used += own.used;
        if (lines.size() > candidates) lines.resize(candidates);
        const Number least = lines[0]->value - level_.behind;
        std::erase_if(lines, [least](const Variation* line) { return line->value <= least; });
        if (level_.discards) {
            const auto some = static_cast<std::size_t>(level_.discarding);
            const Number enough = lines[0]->value - level_.exchanged;
            Lines near = lines;
            std::erase_if(near, [enough](const Variation* line) { return line->value <= enough; });
            for (const Line line : discarding(position_, near, some, judge_, budget_, rooms_))
                if (line->value > enough) lines.push_back(line);
            sort_by_value(lines);
        }
        Line best = best_after_replies(lines);
        if (level_.passes) best = passed(best);
        return {best->value, best->path};
    }

  private:
    // The same turn, or the partner goes on from where that is clearly better. It is looked at with what
    // is left of the budget.
    Line passed(Line line) {
        Lines lines = passing(position_, *line, rooms_);
        if (lines.empty()) return line;
        lines.insert(lines.begin(), line);
        const View seen = view(position_, position_.actor);
        shuffling::Words chance = dice(seed_, seen.seen);
        std::vector<Replies> rows(lines.size());
        try {
            for (int i = 0; i < level_.surveyed; ++i) {
                const State world = sample(seen, chance.word());
                for (std::size_t n = 0; n < lines.size(); ++n)
                    rows[n].push_back(replied(world, *lines[n]));
            }
        } catch (const OutOfBudget&) {
            return line;
        }
        std::vector<Number> sums;
        for (const Replies& row : rows) sums.push_back(std::accumulate(row.begin(), row.end(), Number{0}));
        const auto best = static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
        const Number error = standard_error({&rows[0], &rows[best]}, rows[best], level_.grain);
        const Number needed = std::max(level_.surveyed * level_.passing, 2 * error);
        return sums[best] - sums[0] > needed ? lines[best] : line;
    }

    Line best_after_replies(const Lines& lines) {
        const View seen = view(position_, position_.actor);
        shuffling::Words chance = dice(seed_, seen.seen);
        replies_.assign(lines.size(), {});
        running_.clear();
        for (std::size_t i = 0; i < lines.size(); ++i) running_.push_back(i);
        try {
            for (int world = 0; world < level_.worlds && running_.size() > 1; ++world)
                try_world(sample(seen, chance.word()), lines);
        } catch (const OutOfBudget&) {
        }
        // What is drawn for cards given up is too uncertain for a small lead.
        std::vector<std::size_t> usual = running_;
        std::erase_if(usual, [&](std::size_t i) { return discards(*lines[i]); });
        if (!usual.empty()) running_ = usual;
        return lines[best_of(lines)];
    }

    // The own judgement and the mean of the replies, times what they are divided by.
    Number judged(const Lines& lines, std::size_t i) const {
        const Number worlds = std::max<Number>(1, static_cast<Number>(replies_[i].size()));
        const Number few = level_.few * (position_.rules().colours - 1) * level_.trust;
        Number sum = 0;
        for (const Number reply : replies_[i]) sum += reply;
        return lines[i]->value * (level_.own * worlds + few) + level_.trust * sum;
    }

    std::size_t best_of(const Lines& lines) const {
        std::size_t best = running_[0];
        for (const std::size_t i : running_)
            if (judged(lines, i) > judged(lines, best)) best = i;
        return best;
    }

    void try_world(const State& world, const Lines& lines) {
        const int opponents = position_.rules().colours - 1;
        const Budget::Mark begun = budget_.mark();
        std::vector<Number> results{replied(world, *lines[running_[0]])};
        if (replies_[running_[0]].empty()) {
            const auto paid = budget_.again(begun) / std::min(level_.least, opponents);
            const auto most = static_cast<std::size_t>(std::max<std::int64_t>(2, paid));
            if (running_.size() > most) running_.resize(most);
        }
        for (std::size_t i = 1; i < running_.size(); ++i)
            results.push_back(replied(world, *lines[running_[i]]));
        for (std::size_t i = 0; i < running_.size(); ++i) replies_[running_[i]].push_back(results[i]);
        const std::size_t best = best_of(lines);
        if (replies_[best].size() < 2) return;  // one world tells nothing
        std::vector<const Replies*> rows;
        for (const std::size_t i : running_) rows.push_back(&replies_[i]);
        const Number error = standard_error(rows, replies_[best], level_.grain);
        const Number far = judged(lines, best) -
                           divided(level_.trust * error * level_.sure, level_.sure_by);
        std::erase_if(running_, [&](std::size_t i) { return judged(lines, i) < far; });
    }

    // The value of a turn in a world, after the replies of the others.
    Number replied(const State& world, const Variation& line) {
        const int colour = world.colour_of[world.actor];
        State p = world;
        for (const Code choice : line.path) apply_checked(p, choice);
        if (p.turn == world.turn && p.passed && p.actor != p.seat)
            p = glanced(p, level_.reply);  // the partner's part of the turn
        p = ended(p, judge_);
        // Once the end has come in sight, the last turns are played out, one's own too.
        while (!p.is_over() && (p.colour_of[p.actor] != colour || p.last_turns > 0))
            p = ended(glanced(p, level_.reply), judge_);
        const int discarder = discards(line) ? world.seat : -1;
        return std::max(-level_.certain, std::min(level_.certain, prospect(p, colour, discarder)));
    }

    // What a position is worth in which the own turn begins, or the game is over. A being that a seat
    // has discarded for nothing is not used up: it counts as if it lay in the deck still.
    Number prospect(const State& p, int colour, int discarder) {
        if (p.is_over()) return result(p, colour);
        State q = level_.again ? glanced(p, level_.again) : p;
        if (q.is_over()) return result(q, colour);
        if (discarder >= 0) q.decks[discarder].add(UNKNOWN);
        return level_.again ? judge_.value(q, colour) : judge_.promise(q, colour);
    }

    // After the best turn that one look finds, up to the question of ending.
    State glanced(const State& p, std::int64_t nodes) {
        Budget own = budget_.limited(nodes);
        TurnSearch search(p, own, level_.reply_beam, level_.reply_inside, judge_, reply_rooms_);
        const Line found = search.glance();
        budget_.add(own.used);
        return search.position_of(found);
    }

    Number result(const State& p, int colour) const {
        const Number value = judge_.value(p, colour);
        Number most = 0;
        bool first = true;
        for (int c = 0; c < p.rules().colours; ++c) {
            if (c == colour) continue;
            const Number points = scoring::score(p, c);
            most = first ? points : std::max(most, points);
            first = false;
        }
        const Number lead = scoring::score(p, colour) - most;
        return level_.won * ((value > 0) - (value < 0)) + level_.lead * lead;
    }

    const State& position_;
    std::uint64_t seed_;
    const Level& level_;
    const Evaluation& judge_;
    Budget& budget_;
    Rooms rooms_, reply_rooms_;  // the candidates stay while others reply to them
    std::vector<Replies> replies_;
    std::vector<std::size_t> running_;
};

}  // namespace

Turn best_turn(const State& position, std::uint64_t seed, const Level& level,
               const Evaluation& judge, Budget& budget) {
    // Nobody replies to the very last turn.
    if (level.replies && position.last_turns != 1)
        return Strategist(position, seed, level, judge, budget).best_turn();
    Rooms rooms;
    TurnSearch search(position, budget, level.beam, level.inside, judge, rooms);
    const Line best = search.run().front();
    return {best->value, best->path};
}

std::vector<Turn> best_turns(const State& position, std::size_t most, const Level& level,
                             const Evaluation& judge, Budget& budget) {
    Rooms rooms;
    TurnSearch search(position, budget, level.beam, level.inside, judge, rooms);
    std::vector<Turn> found;
    for (const Line line : search.judged(different(search, 3 * most, level.alike)))
        if (found.size() < most) found.push_back({line->value, line->path});
    return found;
}

}  // namespace tashkalar
