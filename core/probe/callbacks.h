#pragma once

#include "core/probe/torch_library.h"

/// The functions that LibTorch calls at the start and end of operators and user scopes.
namespace stepscope::probe {

Callback operatorCallback(bool withShapes);
/// With shapes, and with the tensors of the followed thread.
Callback tensorsCallback();
Callback userScopeCallback();

} // namespace stepscope::probe
