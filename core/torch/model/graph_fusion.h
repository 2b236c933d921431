#pragma once

namespace stepscope {

/// Keeps LibTorch from compiling several operators of a static graph into one kernel for the CPU; on a GPU it
/// may. A LibTorch that was built with LLVM, as that of later Debian releases, does so by default, but
/// PyTorch's own packages are built without it. With LibTorch 2.6, compiling the kernels of a small MLP took
/// more than three minutes. Thread-safe.
void disableCpuFusion();

} // namespace stepscope
