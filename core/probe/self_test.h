#pragma once

#include "core/probe/torch_library.h"

#include <stddef.h>
#include <stdint.h>

/// Checks that this LibTorch has the layout that the probe expects, before anything is read from it.
///
/// In Python, the package runs `aten::mul` of two tensors of 7 x 11 x 13, `aten::cat` of such tensors and
/// `aten::sum(x, (2, 0), True)` while observe() watches. Other programs are checked with their first
/// operators.
namespace stepscope::probe {

/// What was observed of the multiplication.
struct TestResult
{
    char name[64] = {};
    char shapes[64] = {};
    int64_t sequence = -1;
};

/// Observes the start of an operator of the self-test and finds the layout of tensors and lists.
void observe(const RecordFunction& function, Scope scope);
/// Observes its end and finds the offset of its outputs.
void observeEnd(const RecordFunction& function);
const TestResult& testResult();
void clearTestResult();

/// Whether a process without the Python package starts recording with this operator. Tests the layout with
/// its first operators.
bool isWorthRecording(const RecordFunction& function, Scope scope);

} // namespace stepscope::probe
