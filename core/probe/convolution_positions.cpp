#include "core/probe/convolution_positions.h"

#include <string.h>

namespace stepscope::probe {

static constexpr ConvolutionPositions positions[] = {
    {"aten::conv1d", 3, 4, 5},
    {"aten::conv2d", 3, 4, 5},
    {"aten::conv3d", 3, 4, 5},
    {"aten::convolution", 3, 4, 5, 6},
    {"aten::_convolution", 3, 4, 5, 6},
    {"aten::convolution_overrideable", 3, 4, 5, 6},
    {"aten::mkldnn_convolution", 4, 3, 5},
    {"aten::cudnn_convolution", 3, 2, 4},
    {"aten::thnn_conv2d", 4, 5},
    {"aten::_slow_conv2d_forward", 4, 5},
    {"aten::convolution_backward", 4, 5, 6, 7, 10},
};

const ConvolutionPositions* convolutionPositions(const char* operatorName)
{
    if (!strstr(operatorName, "conv"))
        return nullptr;
    for (const auto& each : positions)
        if (strcmp(each.name, operatorName) == 0)
            return &each;
    return nullptr;
}

} // namespace stepscope::probe
