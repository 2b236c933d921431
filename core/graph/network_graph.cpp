#include "core/graph/network_graph.h"

#include "core/base/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stepscope {

std::string shapeText(const std::vector<int64_t>& shape)
{
    return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, " × "));
}

std::string parameterText(int64_t count)
{
    return formatCount(count) + (count == 1 ? " parameter" : " parameters");
}

} // namespace stepscope
