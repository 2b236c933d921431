#include "core/trace/convolution_arguments.h"

#include <algorithm>
#include <iterator>

namespace stepscope {

namespace {

struct Entry
{
    std::string_view name;
    ConvolutionArguments arguments;
};

constexpr Entry entries[] = {
    {"aten::conv1d", {.stride = 3, .padding = 4, .dilation = 5}},
    {"aten::conv2d", {.stride = 3, .padding = 4, .dilation = 5}},
    {"aten::conv3d", {.stride = 3, .padding = 4, .dilation = 5}},
    {"aten::convolution", {.stride = 3, .padding = 4, .dilation = 5, .transposed = 6}},
    {"aten::_convolution", {.stride = 3, .padding = 4, .dilation = 5, .transposed = 6}},
    {"aten::convolution_overrideable", {.stride = 3, .padding = 4, .dilation = 5, .transposed = 6}},
    {"aten::mkldnn_convolution", {.stride = 4, .padding = 3, .dilation = 5}},
    {"aten::cudnn_convolution", {.stride = 3, .padding = 2, .dilation = 4}},
    {"aten::thnn_conv2d", {.stride = 4, .padding = 5}},
    {"aten::_slow_conv2d_forward", {.stride = 4, .padding = 5}},
    {"aten::convolution_backward",
     {.stride = 4, .padding = 5, .dilation = 6, .transposed = 7, .outputMask = 10}},
};

} // namespace

const ConvolutionArguments* convolutionArguments(std::string_view operatorName)
{
    const auto* found = std::ranges::find(entries, operatorName, &Entry::name);
    return found == std::end(entries) ? nullptr : &found->arguments;
}

} // namespace stepscope
