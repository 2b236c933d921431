#pragma once

#include "core/probe/torch_library.h"

#include <stddef.h>
#include <stdint.h>

/// Finds out whether this LibTorch is laid out as the probe expects, before anything is read from it.
///
/// In Python the glue runs `aten::mul` of two tensors of 7 x 11 x 13, `aten::cat` of such tensors and
/// `aten::sum(x, (2, 0), True)` while observe() watches. Other programs are judged by their first operators.
namespace stepscope::probe {

/// What was seen of the multiplication.
struct TestResult
{
    char name[64] = {};
    char shapes[64] = {};
    int64_t sequence = -1;
};

/// Watches an operator of the self-test, and finds the layout of tensors and lists.
void observe(const RecordFunction& function, Scope scope);
/// Likewise when it ends; finds where its outputs are.
void observeEnd(const RecordFunction& function);
const TestResult& testResult();
void clearTestResult();

/// Whether a process without glue begins to record with this operator; tests the layout with its first ones.
bool isWorthRecording(const RecordFunction& function, Scope scope);

} // namespace stepscope::probe
