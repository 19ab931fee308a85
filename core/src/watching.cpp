// Ctrl-C while the core works and the interpreter waits.
#include "module.hpp"

namespace tashkalar {

namespace {

void look() {
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals()) throw nb::python_error();
}

}  // namespace

Watch watching() {
    // Signals come to the main thread; all others need not wait for the lock to ask.
    const auto threading = nb::module_::import_("threading");
    const auto here = threading.attr("get_ident")();
    return Watch(here.equal(threading.attr("main_thread")().attr("ident")) ? look : nullptr);
}

}  // namespace tashkalar
