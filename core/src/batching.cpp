// The doors to the batch: its arrays are those of numpy, and nothing is copied.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "module.hpp"
#include "observation.hpp"

namespace tashkalar {

namespace {

// An array of a batch, a row a game, for as long as somebody has it.
template <auto ROWS>
auto array(nb::handle_t<Batch> self) {
    Batch& batch = nb::cast<Batch&>(self);
    auto& values = batch.*ROWS;
    using Number = typename std::remove_reference_t<decltype(values)>::value_type;
    const auto games = static_cast<std::size_t>(batch.size()), wide = values.size() / games;
    const std::size_t shape[] = {games, wide};
    return nb::ndarray<nb::numpy, Number>(values.data(), wide == 1 ? 1 : 2, shape, self);
}

}  // namespace

void add_batch(nb::module_& m) {
    m.attr("OBSERVATION") = observation::SIZE;
    nb::class_<Batch>(m, "Batch")
        .def(nb::init<int, std::vector<int>, bool, int, std::uint64_t, int>(), nb::arg("form"),
             nb::arg("schools"), nb::arg("drawn"), nb::arg("size"), nb::arg("seed"), nb::arg("limit"))
        .def("reset", &Batch::reset, nb::arg("seed"), nb::call_guard<nb::gil_scoped_release>())
        .def("step", &Batch::step, nb::call_guard<nb::gil_scoped_release>())
        .def("draw", &Batch::draw)
        .def("position", &Batch::position, nb::arg("game"))
        .def_prop_ro("observations", array<&Batch::observations>)
        .def_prop_ro("masks", array<&Batch::masks>)
        .def_prop_ro("over", array<&Batch::over>)
        .def_prop_ro("codes", array<&Batch::codes>)
        .def_prop_ro("actors", array<&Batch::actors>)
        .def_prop_ro("rewards", array<&Batch::rewards>)
        .def_prop_ro("seeds", array<&Batch::seeds>);
}

}  // namespace tashkalar
