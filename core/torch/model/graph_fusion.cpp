#include "core/torch/model/graph_fusion.h"

#include "core/torch/shared/torch_headers.h"

#include <mutex>

namespace torch::jit {

// Of torch/csrc/jit/codegen/fuser/interface.h, which Debian's packages lack.
TORCH_API void overrideCanFuseOnCPU(bool value);

} // namespace torch::jit

namespace stepscope {

void disableCpuFusion()
{
    static std::once_flag once;
    std::call_once(once, [] { torch::jit::overrideCanFuseOnCPU(false); });
}

} // namespace stepscope
