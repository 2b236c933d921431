#pragma once

namespace stepscope {

/// Keeps LibTorch from compiling several operators of a static graph into one kernel for the CPU; on a GPU it
/// may. A LibTorch that was built with LLVM, as that of later Debian releases, does so by default, but
/// PyTorch's own packages have been built without it since 2.1. With LibTorch 2.6, compiling the kernels of a
/// small MLP took more than three minutes. Thread-safe.
void disableCpuFusion();

} // namespace stepscope
