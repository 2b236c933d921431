#pragma once

#include <stddef.h>

/// The functions of the probe's library that the Python package calls through ctypes.
extern "C" {

/// Finds LibTorch, which must be loaded, and adds the probe's callbacks. Returns 0, or another number and the
/// reason as a sentence in `reason` (may be null).
__attribute__((visibility("default"))) int stepscope_attach(char* reason, size_t bytes);
/// Ends all recording in this process and reports the reason to the recorder.
__attribute__((visibility("default"))) void stepscope_refuse(const char* reason);

/// Between these two calls the caller runs the operators of self_test.h. Both return 0 on success. The second
/// returns what was recorded of the multiplication.
__attribute__((visibility("default"))) int stepscope_test_begin();
__attribute__((visibility("default"))) int stepscope_test_end(char* name, size_t nameBytes, char* shapes,
                                                              size_t shapesBytes, long long* sequence);

/// Sends a JSON object to the recorder; lost if nothing is recorded.
__attribute__((visibility("default"))) void stepscope_message(const char* json);

/// A Python tuple of builtin functions, see python_functions.h; null without Python.
__attribute__((visibility("default"))) void* stepscope_python_functions();
}
