#pragma once

#include <cstdint>

namespace stepscope {

/// The state of the dynamic scaling of a loss, which keeps small gradients in float16 from becoming 0.
struct LossScale
{
    double factor = 65'536.0;
    int64_t finiteSteps = 0; ///< in succession, since the factor has changed

    bool operator==(const LossScale&) const = default;
};

} // namespace stepscope
