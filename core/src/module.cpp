// The doors of the core: bytes in, codes out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "forms.hpp"
#include "module.hpp"
#include "observation.hpp"
#include "perft.hpp"
#include "play.hpp"
#include "simulate.hpp"
#include "view.hpp"

namespace tashkalar {

namespace {

void load_tables(const nb::bytes& blob) {
    const std::string_view text = text_of(blob);
    constexpr std::size_t START = 8 + 32;  // the magic word and the digest
    if (text.size() > START) {
        const auto body = as_bytes(std::string(text.substr(START)));
        const auto sha256 = nb::module_::import_("hashlib").attr("sha256");
        const auto digest = nb::cast<nb::bytes>(sha256(body).attr("digest")());
        if (text_of(digest) != text.substr(8, 32))
            throw Damaged("the tables are damaged: their digest does not fit");
    }
    load(text);
}

nb::tuple codes_of(const State& p) {
    PyObject* found = PyTuple_New(count_choices(p));
    Py_ssize_t n = 0;
    for_choices(p, [&](Code code) { PyTuple_SetItem(found, n++, PyLong_FromLong(code)); });
    return nb::steal<nb::tuple>(found);
}

nb::int_ whole(Mask mask) {
    const nb::int_ high(mask.hi), low(mask.lo);
    return nb::cast<nb::int_>((high << nb::int_(64)) | low);
}

nb::list events_of(const Log& log) {
    nb::list found;
    for (const Event& event : log) {
        nb::list row;
        row.append(static_cast<int>(event.kind));
        for (const int field : event.fields) row.append(field);
        row.append(whole(event.squares));
        found.append(nb::tuple(row));
    }
    return found;
}

State new_game(int form, const std::vector<int>& schools, std::uint64_t seed) {
    return forms::set_up(form, schools, seed);
}

nb::list apply_with_events(State& p, int code) {
    Log log;
    State after = p;
    after.log = &log;
    apply_checked(after, code);
    p = after;
    return events_of(log);
}

nb::bytes observation_of(const State& p, int seat) {
    std::string found(static_cast<std::size_t>(observation::SIZE), '\0');
    observation::write(view(p, seat),
                       {reinterpret_cast<std::uint8_t*>(found.data()), found.size()});
    return as_bytes(found);
}

// Random games from as many starts, each with the number that seeds its chance, as one batch.
nb::dict simulate_batch(int form, const std::vector<int>& schools, std::vector<std::uint64_t> seeds,
                        const std::vector<nb::bytes>& keys, bool biased, int most) {
    if (seeds.size() != keys.size()) throw std::invalid_argument("a game has a seed and a key");
    std::vector<std::string> chances;
    for (const nb::bytes& key : keys) chances.emplace_back(text_of(key));
    Figures figures;
    {
        const nb::gil_scoped_release released;
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            Twister chance(chances[i]);
            simulate(forms::set_up(form, schools, seeds[i]), chance, biased, most, figures);
        }
    }
    nb::dict found;
    found["games"] = figures.games, found["decisions"] = figures.decisions;
    found["turns"] = figures.turns, found["longest"] = figures.longest;
    found["draws"] = figures.draws;
    found["wins"] = std::vector<std::int64_t>(figures.wins.begin(), figures.wins.end());
    found["ends"] = std::vector<std::int64_t>(figures.ends.begin(), figures.ends.end());
    found["resolved"] = std::vector<std::int64_t>(figures.resolved.begin(), figures.resolved.end());
    return found;
}

// The position is taken as it is now: another thread may play on while this one counts.
std::uint64_t count_from(const State& p, int depth) {
    const State start = p;
    Watch watch = watching();
    const nb::gil_scoped_release released;
    return perft(start, depth, watch);
}

void add_position(nb::module_& m) {
    nb::class_<State>(m, "Position")
        .def_static("new", new_game, nb::arg("form"), nb::arg("schools"), nb::arg("seed"))
        .def_static("from_bytes", [](const nb::bytes& data) { return State::from_bytes(text_of(data)); })
        .def("to_bytes", [](const State& p) { return as_bytes(p.to_bytes()); })
        .def("key", [](const State& p) { return as_bytes(p.to_bytes()); })
        .def("choices", codes_of)
        .def("is_legal", is_legal)
        .def("apply", apply_checked)
        .def("apply_with_events", apply_with_events)
        .def("copy", [](const State& p) { return p; })
        .def("view", view)
        .def("observation", observation_of)
        .def("perft", count_from, nb::arg("depth"))
        .def_prop_ro("is_over", &State::is_over)
        .def_prop_ro("actor", [](const State& p) { return p.actor; })
        .def_prop_ro("turn", [](const State& p) { return p.turn; })
        .def_prop_ro("asking", [](const State& p) { return p.asking; })
        .def_prop_ro("result", [](const State& p) {
            return std::vector<int>(p.result.begin(), p.result.begin() + p.results);
        });
    nb::class_<View>(m, "View")
        .def_static("from_bytes",
                    [](const nb::bytes& data, int viewer) {
                        View found{State::from_bytes(text_of(data), true), viewer};
                        if (viewer < SPECTATOR || viewer >= found.seen.seats)
                            throw std::out_of_range("there is no such seat");
                        return found;
                    })
        .def("to_bytes", [](const View& v) { return as_bytes(v.seen.to_bytes()); })
        .def("sample", sample)
        .def_ro("viewer", &View::viewer);
}

}  // namespace

NB_MODULE(_core, m) {
    // Python clears its caches of evaluations after the module at the very end; nothing is lost by it.
    nb::set_leak_warnings(false);
    nb::exception<Damaged>(m, "Damaged", PyExc_ValueError);
    m.attr("INTERFACE") = 7;  // see engine.py
    m.def("load", load_tables);
    m.def("digest", [] { return as_bytes(tables().digest); });
    nb::exception<Endless>(m, "Endless", PyExc_RuntimeError);
    m.def("simulate", simulate_batch, nb::arg("form"), nb::arg("schools"), nb::arg("seeds"),
          nb::arg("keys"), nb::arg("biased"), nb::arg("most"));
    add_position(m);
    add_thinking(m);
    add_batch(m);
}

}  // namespace tashkalar
