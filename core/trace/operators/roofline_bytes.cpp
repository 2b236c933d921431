#include "core/trace/operators/roofline_bytes.h"

#include "core/trace/operators/operator_flops.h"
#include "core/trace/operators/operator_inputs.h"

#include <algorithm>
#include <array>

namespace stepscope {

namespace {

constexpr int64_t bytesAnElement = 4;

/// 0 for an input that is not a tensor, such as a number.
int64_t elements(const TensorSizes& sizes)
{
    int64_t count = sizes.empty() ? 0 : 1;
    for (const auto size : sizes)
        if (__builtin_mul_overflow(count, size, &count))
            return 0;
    return count;
}

/// The number of output elements, with `each` operations per element.
int64_t outputElements(int64_t flops, int64_t each)
{
    return each > 0 ? flops / each : 0;
}

bool isConvolutionBackward(std::string_view name)
{
    return name == "aten::convolution_backward";
}

/// The number of operations per output element; 0: not known.
int64_t flopsAnOutput(std::string_view name, const OperatorInputs& inputs)
{
    const auto& shapes = inputs.shapes;
    if (name.find("transpose") != name.npos || inputs.arguments.contains("transposed"))
        return 0;
    if (name.find("conv") != name.npos) { // 2 for each of a kernel's elements
        if (shapes.size() < 2 || shapes[1].empty() || shapes[1].front() < 1)
            return 0;
        return 2 * elements(shapes[1]) / shapes[1].front();
    }
    static constexpr std::array<std::string_view, 4> withSummand{"aten::addmm", "aten::addmm_", "aten::addmv",
                                                                 "aten::baddbmm"};
    static constexpr std::array<std::string_view, 7> products{
        "aten::mm",  "aten::bmm",    "aten::matmul",       "aten::mv",
        "aten::dot", "aten::linear", "aten::mkldnn_linear"};
    const bool hasSummand = std::ranges::find(withSummand, name) != withSummand.end();
    if (hasSummand || std::ranges::find(products, name) != products.end()) {
        const size_t left = hasSummand ? 1 : 0;
        return shapes.size() > left && !shapes[left].empty() ? 2 * shapes[left].back() : 0;
    }
    return 1; // one for each element
}

int64_t gradientElements(const OperatorInputs& inputs)
{
    if (inputs.shapes.size() < 3 || inputs.shapes[0].size() < 2)
        return 0;
    const auto mask = inputs.arguments.find("output mask");
    const auto isWanted = [&](size_t gradient) {
        return mask == inputs.arguments.end() || gradient >= mask->second.size() ||
               mask->second[gradient] != 0;
    };
    return (isWanted(0) ? elements(inputs.shapes[1]) : 0) + (isWanted(1) ? elements(inputs.shapes[2]) : 0) +
           (isWanted(2) ? inputs.shapes[0][1] : 0);
}

} // namespace

std::optional<int64_t> operatorBytes(std::string_view name, std::string_view shapes)
{
    const auto flops = operatorFlops(name, shapes);
    const auto inputs = operatorInputs(shapes);
    if (!flops || !inputs)
        return std::nullopt;
    const int64_t written = isConvolutionBackward(name)
                                ? gradientElements(*inputs)
                                : outputElements(*flops, flopsAnOutput(name, *inputs));
    if (written < 1)
        return std::nullopt;
    // A convolution's backward pass also has the bias' size as an input, which is not a tensor that it reads.
    const size_t read = isConvolutionBackward(name) ? 3 : inputs->shapes.size();
    int64_t count = written;
    for (size_t i = 0; i < read; ++i)
        count += elements(inputs->shapes[i]);
    return count * bytesAnElement;
}

} // namespace stepscope
