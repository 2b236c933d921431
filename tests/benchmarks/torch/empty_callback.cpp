// Callbacks of LibTorch that do nothing, for operators: what any recorder of operators costs at least.
// record_benchmark.py loads this into Python.

#include <ATen/record_function.h>

static at::CallbackHandle handle = 0;

/// The callbacks are called for all threads' operators, with their inputs, as for shapes.
extern "C" void beginEmptyCallbacks()
{
    at::RecordFunctionCallback callback(
        [](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> { return nullptr; },
        [](const at::RecordFunction&, at::ObserverContext*) {});
    callback.needsInputs(true).scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION});
    handle = at::addGlobalCallback(callback);
}

extern "C" void endEmptyCallbacks()
{
    at::removeCallback(handle);
}
