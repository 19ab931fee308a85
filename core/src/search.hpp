// Searching whole turns: every sequence of actions and effect choices a beam can reach.
#pragma once

#include <vector>

#include "budget.hpp"
#include "evaluation.hpp"
#include "keys.hpp"
#include "play.hpp"
#include "rooms.hpp"

namespace tashkalar {

using Path = std::vector<Code>;

// A sequence of choices in a turn, the position it leads to, and its value. Thousands of them are
// kept, so a position is given back when it is not needed, and found again by the path.
struct Variation {
    Number value = 0;
    Key key;
    Path path;
    State* state = nullptr;
};
using Line = Variation*;  // lives as long as its search
using Lines = std::vector<Line>;

constexpr int JUDGED = 24;  // complete turns that are judged in full
constexpr int GLANCED = 8;  // the same in a single look
constexpr int ROUNDS = 5;   // times a turn is looked at, each time wider
constexpr int USUAL = 5;    // placements that lead to nothing at once, tried in a narrow search

// Where the lines and positions of a search are kept; one search after another may use it.
struct Rooms {
    Pool<Variation> lines;
    Pool<State> states;
};

// What was destroyed this turn, by rank.
int havoc(const State& p);
// The flares that may be invoked now.
Path flares(const State& p);
bool has_flares(const State& p);
void sort_by_value(Lines& lines);
// The largest so many, the first ones of equals.
Lines largest(Lines lines, std::size_t most);
// Sorted lines that have their positions, different ideas next to each other.
Lines mixed(const Lines& lines);
// The choices that a search looks at. Passing control and the discard action are none of them: what
// they are worth depends on cards that nobody has seen (`alternatives`).
Path moves(const State& p);
// The value of a position; at the end of the very last turn that is the result.
Number worth(const State& p, int colour, bool threats, const Evaluation& judge);
// The best way to end a turn: the task worth most, else just the end.
Code ending(const State& p);
// After the end of a turn, with the last question of a melee: whose colour gets the point.
State ended(const State& p, const Evaluation& judge);

class TurnSearch {
  public:
    // Whatever was in the rooms before is gone.
    TurnSearch(const State& start, Budget& budget, int beam, int inside, const Evaluation& judge,
               Rooms& rooms);

    // Complete turns, the best first. At least one, whatever the budget.
    Lines run();
    // Every complete turn that was reached; the opponents' cards not counted.
    Lines found_all();
    // The best turn of a single look.
    Line glance();
    // The best first, with a look at what opponents may hold.
    Lines judged(Lines lines);
    // The position a line leads to.
    const State& position_of(Line line);

  private:
    void look(Line start, bool narrow);
    void round(Line start);
    bool rests(const State& p) const;
    Number worth_now(const State& p) const;
    Lines best(Lines lines);
    void put_aside(const Lines& lines, std::size_t from);
    Lines next(const Lines& frontier, bool narrow);
    void collect(Line line);
    Lines actions(Line line, bool narrow);
    Path telling(const State& p, const Path& options) const;
    Line after(Line line, Code choice);
    Lines resolve(Lines lines);
    void give_value(Line line);
    Lines promising(Lines lines);
    Line hurry();
    Line start_line();
    void let_go(Line line);  // of its position
    void drop(Line line);

    struct Aside {
        Number value;
        std::int64_t count;
        Line line;
        // The best first, of equals the one that came first.
        bool operator<(const Aside& other) const {
            return value != other.value ? value < other.value : count > other.count;
        }
    };

    Rooms& rooms_;
    const State& start_;
    Budget& budget_;
    std::int64_t beam_, inside_;  // positions kept after each action, and inside an effect
    bool last_;
    Evaluation eager_;  // in the very last turn
    const Evaluation& judge_;
    int colour_;
    std::int32_t turn_;
    Lines found_;  // complete turns, up to the question of ending
    KeyMap<std::size_t> places_;
    std::vector<Aside> aside_;  // a heap
    std::int64_t aside_count_ = 0;
    KeyMap<bool> met_;  // what this round has looked at
    KeyMap<Number> values_;
    Path quiet_;  // placements, the best first as they seem at the start
};

}  // namespace tashkalar
