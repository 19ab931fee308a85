// What the files of doors share.
#pragma once

#include <nanobind/nanobind.h>

namespace tashkalar {

namespace nb = nanobind;

}  // namespace tashkalar
