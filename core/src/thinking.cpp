// The doors to the bots: views in, choices out. The interpreter's lock is free while they think.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "exhaust.hpp"
#include "levels.hpp"
#include "module.hpp"

namespace tashkalar {

namespace {

using Rows = std::vector<std::vector<Number>>;

template <std::size_t LENGTH>
void fill(std::array<std::array<Number, LENGTH>, 3>& to, const Rows& rows, const char* what) {
    if (rows.size() != to.size()) throw std::invalid_argument(what);
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (rows[i].size() != LENGTH) throw std::invalid_argument(what);
        std::copy(rows[i].begin(), rows[i].end(), to[i].begin());
    }
}

void make_evaluation(Evaluation* made, const Rows& weights, const Rows& starts,
                     const std::vector<Number>& plus, const Rows& worths) {
    new (made) Evaluation();
    fill(made->weights, weights, "there is a weight for each feature in each family of forms");
    fill(made->starts, starts, "there is a weight for each feature in each family of forms");
    fill(made->worths, worths, "there is a worth for each card in each family of forms");
    if (plus.size() != 3) throw std::invalid_argument("there are three families of forms");
    std::copy(plus.begin(), plus.end(), made->plus.begin());
}

constexpr Number MOST_LEVEL = 1'000'000'000'000'000;  // more than any number of a level needs

void check_number(const char* name, Number value, Number least) {
    if (value >= least && value <= MOST_LEVEL) return;
    const bool low = value < least;
    throw std::invalid_argument("the level's " + std::string(name) + " is at " +
                                (low ? "least " : "most ") +
                                std::to_string(low ? least : MOST_LEVEL) + ", not " +
                                std::to_string(value));
}

// Of some things there must be one at least, whatever is searched; of others where others reply.
void check_level(const Level& level) {
    const auto check = [](Number least, std::initializer_list<std::pair<const char*, Number>> all) {
        for (const auto& [name, value] : all) check_number(name, value, least);
    };
    check(1, {{"beam", level.beam}, {"inside", level.inside}, {"alike", level.alike}});
    if (!level.replies) return;
    check(1, {{"candidates", level.candidates}, {"least", level.least},
              {"reply_beam", level.reply_beam}, {"reply_inside", level.reply_inside},
              {"behind", level.behind}, {"grain", level.grain}, {"sure_by", level.sure_by}});
    check(0, {{"worlds", level.worlds}, {"plan", level.plan}, {"reply", level.reply},
              {"again", level.again}, {"own", level.own}, {"trust", level.trust},
              {"few", level.few}, {"certain", level.certain}, {"won", level.won},
              {"lead", level.lead}, {"sure", level.sure}});
    if (level.discards) {
        check(1, {{"exchanged", level.exchanged}});
        check(0, {{"discarding", level.discarding}});
    }
    if (level.passes) {
        check(2, {{"surveyed", level.surveyed}});  // one world tells nothing
        check(0, {{"passing", level.passing}});
    }
}

Level level_of(const nb::dict& given) {
    Level level;
    const auto read = [&](const char* name, auto& field) {
        if (given.contains(name) && !nb::try_cast(given[name], field))
            throw std::invalid_argument("the level's " + std::string(name) +
                                        " is no whole number, or too large a one");
    };
    read("beam", level.beam), read("inside", level.inside), read("replies", level.replies);
    read("discards", level.discards), read("passes", level.passes), read("passing", level.passing);
    read("surveyed", level.surveyed);
    read("candidates", level.candidates), read("alike", level.alike);
    read("worlds", level.worlds), read("least", level.least);
    read("reply_beam", level.reply_beam), read("reply_inside", level.reply_inside);
    read("plan", level.plan), read("reply", level.reply), read("again", level.again);
    read("own", level.own), read("trust", level.trust), read("few", level.few);
    read("discarding", level.discarding), read("exchanged", level.exchanged);
    read("behind", level.behind), read("certain", level.certain), read("won", level.won);
    read("lead", level.lead), read("grain", level.grain);
    read("sure", level.sure), read("sure_by", level.sure_by);
    check_level(level);
    return level;
}

nb::tuple told(const Thought& thought, const Budget& budget) {
    nb::list plan;
    for (const auto& [seen, code] : thought.plan) plan.append(nb::make_tuple(as_bytes(seen), code));
    return nb::make_tuple(thought.path, plan, budget.used);
}

nb::tuple choose_greedily(const View& seen, std::uint64_t seed, int looked_at, int hoped,
                          const Evaluation& judge, Budget budget) {
    Thought thought;
    Watch watch = watching();
    budget.watch = &watch;
    {
        const nb::gil_scoped_release released;
        thought = greedy(seen, seed, looked_at, hoped, judge, budget);
    }
    return told(thought, budget);
}

// Positions are taken as they are now: another thread may play on while this one thinks.

// The best turn from a full position: its value, its choices, and the nodes it took.
nb::tuple search_turn(const State& position, std::uint64_t seed, const nb::dict& level,
                      const Evaluation& judge, Budget budget) {
    const Level known = level_of(level);
    const State start = position;
    Turn turn;
    Watch watch = watching();
    budget.watch = &watch;
    {
        const nb::gil_scoped_release released;
        turn = best_turn(start, seed, known, judge, budget);
    }
    return nb::make_tuple(turn.value, turn.path, budget.used);
}

// The best turns from a full position: value and choices of each, and the nodes they took together.
nb::tuple search_turns(const State& position, const nb::dict& level, const Evaluation& judge,
                       Budget budget, std::size_t most) {
    const Level known = level_of(level);
    const State start = position;
    std::vector<Turn> turns;
    Watch watch = watching();
    budget.watch = &watch;
    {
        const nb::gil_scoped_release released;
        turns = best_turns(start, most, known, judge, budget);
    }
    nb::list found;
    for (const Turn& turn : turns) found.append(nb::make_tuple(turn.value, turn.path));
    return nb::make_tuple(found, budget.used);
}

// Every turn from a full position: how many positions there are, how many ends of each value, ways
// to the best ones, whether all was looked at, and whether another turn can be won.
nb::tuple exhaust_turn(const State& position, std::int64_t limit, std::size_t most) {
    const State start = position;
    Exhausted exhausted;
    Watch watch = watching();
    {
        const nb::gil_scoped_release released;
        exhausted = exhaust(start, limit, most, watch);
    }
    nb::dict ends;
    for (const auto& [value, count] : exhausted.ends) ends[nb::int_(value)] = count;
    return nb::make_tuple(exhausted.positions, ends, exhausted.best, exhausted.whole,
                          exhausted.extra);
}

void check_colour(const State& p, int colour) {
    if (colour < 0 || colour >= p.rules().colours) throw std::out_of_range("no such colour plays");
}

std::vector<Number> all_features(const Evaluation& judge, const State& p, int colour, bool threats) {
    check_colour(p, colour);
    const Features found = features(p, colour, threats, judge.worths[p.rules().family]);
    return {found.begin(), found.end()};
}

}  // namespace

void add_thinking(nb::module_& m) {
    nb::class_<Budget>(m, "Budget")
        .def(nb::init<std::optional<double>, std::optional<std::int64_t>, std::int64_t,
                      std::int64_t, double>(),
             nb::arg("seconds").none(), nb::arg("nodes").none(), nb::arg("used"), nb::arg("floor"),
             nb::arg("elapsed"));
    nb::class_<Evaluation>(m, "Evaluation")
        .def("__init__", make_evaluation, nb::arg("weights"), nb::arg("starts"), nb::arg("plus"),
             nb::arg("worths"))
        .def("features", all_features, nb::arg("position"), nb::arg("colour"), nb::arg("threats"))
        .def("value", [](const Evaluation& judge, const State& p, int colour, bool threats) {
            check_colour(p, colour);
            return judge.value(p, colour, threats);
        })
        .def("promise", [](const Evaluation& judge, const State& p, int colour) {
            check_colour(p, colour);
            return judge.promise(p, colour);
        });
    m.def("greedy", choose_greedily, nb::arg("view"), nb::arg("seed"), nb::arg("looked_at"),
          nb::arg("hoped"), nb::arg("judge"), nb::arg("budget"));
    m.def("search", search_turn, nb::arg("position"), nb::arg("seed"), nb::arg("level"),
          nb::arg("judge"), nb::arg("budget"));
    m.def("turns", search_turns, nb::arg("position"), nb::arg("level"), nb::arg("judge"),
          nb::arg("budget"), nb::arg("most"));
    m.def("exhaust", exhaust_turn, nb::arg("position"), nb::arg("limit"), nb::arg("most"));
}

}  // namespace tashkalar
