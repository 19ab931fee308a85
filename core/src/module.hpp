// What the files of doors share.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "watch.hpp"

namespace tashkalar {

namespace nb = nanobind;

inline nb::bytes as_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

inline std::string_view text_of(const nb::bytes& data) {
    return {static_cast<const char*>(data.data()), data.size()};
}

// For work that is asked for in this thread: it ends where the interpreter was interrupted.
Watch watching();
// The doors to the bots.
void add_thinking(nb::module_& m);
// The doors to the batch.
void add_batch(nb::module_& m);

}  // namespace tashkalar
