#include "core/graph/network_graph.h"

#include "core/base/text/format.h"
#include "core/graph/tensor_shape.h"
#include "core/language/translation.h"

namespace stepscope {

std::string shapeText(const std::vector<int64_t>& shape)
{
    if (shape.empty())
        return translated("scalar");
    if (!isKnownShape(shape))
        return {};
    std::string text;
    for (const int64_t size : shape)
        text += (text.empty() ? "" : " × ") + (size == openSize ? "?" : std::to_string(size));
    return text;
}

std::string parameterText(int64_t count)
{
    return translatedPlural("{count} parameter", "{count} parameters", count,
                            {{"count", formatCount(count)}});
}

} // namespace stepscope
