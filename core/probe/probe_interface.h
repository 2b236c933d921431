#pragma once

#include <stddef.h>

/// What the Python package calls in the probe's library by ctypes.
extern "C" {

/// Finds LibTorch, which must be loaded, and adds the probe's callbacks. 0, or another number and a sentence
/// in `reason` (may be null) that says why not.
__attribute__((visibility("default"))) int stepscope_attach(char* reason, size_t bytes);
/// Ends all recording in this process; the recorder finds the reason.
__attribute__((visibility("default"))) void stepscope_refuse(const char* reason);

/// Between these two the caller runs the operators of self_test.h; they return 0 on success. The second
/// returns what was seen of the multiplication.
__attribute__((visibility("default"))) int stepscope_test_begin();
__attribute__((visibility("default"))) int stepscope_test_end(char* name, size_t nameBytes, char* shapes,
                                                              size_t shapesBytes, long long* sequence);

/// A JSON object for the recorder; lost when nothing is recorded.
__attribute__((visibility("default"))) void stepscope_message(const char* json);

/// A Python tuple of builtin functions, see python_functions.h; null where there is no Python.
__attribute__((visibility("default"))) void* stepscope_python_functions();
}
