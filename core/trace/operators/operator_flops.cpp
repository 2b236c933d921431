#include "core/trace/operators/operator_flops.h"

#include "core/trace/operators/operator_inputs.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace stepscope {

namespace {

using Sizes = TensorSizes;
using Inputs = OperatorInputs;
using Flops = std::optional<int64_t>;

/// Nothing on overflow, which only made-up shapes cause.
Flops product(std::initializer_list<int64_t> factors, const Sizes& more = {})
{
    int64_t result = 1;
    const auto multiply = [&](int64_t factor) { return !__builtin_mul_overflow(result, factor, &result); };
    if (!std::ranges::all_of(factors, multiply) || !std::ranges::all_of(more, multiply))
        return std::nullopt;
    return result;
}

Sizes withoutLast(const Sizes& sizes, size_t dimensions)
{
    return {sizes.begin(), sizes.end() - std::min<ptrdiff_t>(ptrdiff_t(dimensions), ptrdiff_t(sizes.size()))};
}

/// The result of broadcasting two shapes; nothing when they do not match.
std::optional<Sizes> broadcast(Sizes a, Sizes b)
{
    if (a.size() < b.size())
        std::swap(a, b);
    for (size_t i = 1; i <= b.size(); ++i) {
        auto& size = a[a.size() - i];
        const auto other = b[b.size() - i];
        if (size != other && size != 1 && other != 1)
            return std::nullopt;
        size = size == 1 ? other : size;
    }
    return a;
}

/// [..., m, k] times [..., k, n]; either may be a vector.
Flops matrixProduct(const Sizes& a, const Sizes& b)
{
    if (a.empty() || b.empty())
        return std::nullopt;
    const int64_t rows = a.size() == 1 ? 1 : a[a.size() - 2];
    const int64_t inner = a.back();
    const int64_t columns = b.size() == 1 ? 1 : b.back();
    if (inner != (b.size() == 1 ? b[0] : b[b.size() - 2]))
        return std::nullopt;
    const auto batch = broadcast(withoutLast(a, 2), withoutLast(b, 2));
    return batch ? product({2, rows, inner, columns}, *batch) : std::nullopt;
}

/// `first`: which input is the left factor.
Flops productOfInputs(const Inputs& inputs, size_t first)
{
    return inputs.shapes.size() < first + 2 ? std::nullopt
                                            : matrixProduct(inputs.shapes[first], inputs.shapes[first + 1]);
}

Flops linear(const Inputs& inputs)
{
    if (inputs.shapes.size() < 2 || inputs.shapes[0].empty() || inputs.shapes[1].empty() ||
        inputs.shapes[0].back() != inputs.shapes[1].back())
        return std::nullopt;
    const auto& weight = inputs.shapes[1]; // [out, in], or [in]
    return product({2, weight.size() == 1 ? 1 : weight[0]}, inputs.shapes[0]);
}

Flops elementwise(const Inputs& inputs)
{
    if (inputs.shapes.empty())
        return std::nullopt;
    if (inputs.shapes.size() == 1)
        return product({}, inputs.shapes[0]);
    const auto result = broadcast(inputs.shapes[0], inputs.shapes[1]);
    return result ? product({}, *result) : std::nullopt;
}

int64_t argument(const Inputs& inputs, std::string_view name, size_t dimension, int64_t usual)
{
    const auto found = inputs.arguments.find(name);
    if (found == inputs.arguments.end())
        return usual;
    const auto& values = found->second; // one for all dimensions, or one for each
    return values.empty() ? -1 : values[std::min(dimension, values.size() - 1)];
}

/// Number of output elements of a convolution along one dimension; negative when the arguments do not say.
int64_t outputSize(const Inputs& inputs, size_t dimension, int64_t in, int64_t kernel)
{
    const auto stride = argument(inputs, "stride", dimension, 1);
    const auto padding = argument(inputs, "padding", dimension, 0);
    const auto dilation = argument(inputs, "dilation", dimension, 1);
    if (stride < 1 || padding < 0 || dilation < 1 || kernel < 1)
        return -1;
    const auto span = in + 2 * padding - dilation * (kernel - 1) - 1;
    return span < 0 ? -1 : span / stride + 1;
}

/// Each element of `spread` (the output, or the input of a transposed convolution) is combined with the
/// kernel of each channel of a group once: weight is [channels, channels of a group, kernel...].
Flops convolutionProducts(const Sizes& spread, const Sizes& weight)
{
    if (weight.size() < 2)
        return std::nullopt;
    const auto each = product({2}, Sizes(weight.begin() + 1, weight.end()));
    return each ? product({*each}, spread) : std::nullopt;
}

bool isTransposed(const Inputs& inputs)
{
    return inputs.arguments.contains("transposed");
}

/// Inputs: [N, channels, in...], [out channels, channels of a group, kernel...]. A batch of one may lack its
/// first dimension.
Flops convolution(const Inputs& inputs)
{
    if (inputs.shapes.size() < 2)
        return std::nullopt;
    const auto& input = inputs.shapes[0];
    const auto& weight = inputs.shapes[1];
    if (weight.size() < 3 || (input.size() != weight.size() && input.size() + 1 != weight.size()))
        return std::nullopt;
    if (isTransposed(inputs))
        return convolutionProducts(input, weight);
    const auto dimensions = weight.size() - 2;
    Sizes output(input.begin(), input.end() - ptrdiff_t(dimensions) - 1);
    output.push_back(weight[0]);
    for (size_t i = 0; i < dimensions; ++i) {
        output.push_back(outputSize(inputs, i, input[input.size() - dimensions + i], weight[2 + i]));
        if (output.back() < 0)
            return std::nullopt;
    }
    return convolutionProducts(output, weight);
}

Flops transposedConvolution(const Inputs& inputs)
{
    return inputs.shapes.size() < 2 ? std::nullopt : convolutionProducts(inputs.shapes[0], inputs.shapes[1]);
}

/// Inputs: the output's gradient, the input, the weight.
Flops convolutionBackward(const Inputs& inputs)
{
    if (inputs.shapes.size() < 3)
        return std::nullopt;
    const auto one = convolutionProducts(inputs.shapes[isTransposed(inputs) ? 1 : 0], inputs.shapes[2]);
    const int64_t gradients =
        argument(inputs, "output mask", 0, 1) + argument(inputs, "output mask", 1, 1); // input's and weight's
    return one ? product({*one, gradients}) : std::nullopt;
}

Flops firstProduct(const Inputs& inputs)
{
    return productOfInputs(inputs, 0);
}

Flops secondProduct(const Inputs& inputs) // the first input is the summand
{
    return productOfInputs(inputs, 1);
}

/// [..., positions, values], as attention takes queries, keys and values.
struct Attended
{
    Sizes batch;
    int64_t queries = 0;
    int64_t keys = 0;
    int64_t keyValues = 0; ///< of each query and key
    int64_t values = 0;    ///< of each value
};

/// `first`: which input is the queries; keys and values follow.
std::optional<Attended> attended(const Inputs& inputs, size_t first)
{
    if (inputs.shapes.size() < first + 3)
        return std::nullopt;
    const auto& query = inputs.shapes[first];
    const auto& key = inputs.shapes[first + 1];
    const auto& value = inputs.shapes[first + 2];
    if (query.size() < 2 || key.size() != query.size() || value.size() != query.size())
        return std::nullopt;
    const size_t rows = query.size() - 2;
    if (query.back() != key.back() || key[rows] != value[rows])
        return std::nullopt;
    return Attended{.batch = withoutLast(query, 2),
                    .queries = query[rows],
                    .keys = key[rows],
                    .keyValues = query.back(),
                    .values = value.back()};
}

/// `scoreProducts` of the scores' size over the values of a key, and `valueProducts` over those of a value.
Flops attentionProducts(const std::optional<Attended>& sizes, int64_t scoreProducts, int64_t valueProducts)
{
    if (!sizes)
        return std::nullopt;
    const auto perScore = product({2, scoreProducts, sizes->keyValues});
    const auto perResult = product({2, valueProducts, sizes->values});
    int64_t perPair = 0;
    if (!perScore || !perResult || __builtin_add_overflow(*perScore, *perResult, &perPair))
        return std::nullopt;
    return product({perPair, sizes->queries, sizes->keys}, sizes->batch);
}

Flops attention(const Inputs& inputs)
{
    return attentionProducts(attended(inputs, 0), 1, 1);
}

/// The first input is the output's gradient. Scores are computed again, then the gradients of scores, values,
/// queries and keys.
Flops attentionBackward(const Inputs& inputs)
{
    return attentionProducts(attended(inputs, 1), 3, 2);
}

/// Inputs: [steps, N, in] or [N, steps, in], [gates x hidden, in], [gates x hidden, hidden].
Flops recurrentLayer(const Inputs& inputs)
{
    if (inputs.shapes.size() < 3)
        return std::nullopt;
    const auto& input = inputs.shapes[0];
    const auto& ofInput = inputs.shapes[1];
    const auto& ofHidden = inputs.shapes[2];
    if (input.size() != 3 || ofInput.size() != 2 || ofHidden.size() != 2 || input[2] != ofInput[1] ||
        ofInput[0] != ofHidden[0])
        return std::nullopt;
    int64_t factors = 0;
    if (__builtin_add_overflow(ofInput[1], ofHidden[1], &factors))
        return std::nullopt;
    return product({2, input[0], input[1], ofInput[0], factors});
}

/// Both gradients of each product: of its input and of its weight.
Flops recurrentLayerBackward(const Inputs& inputs)
{
    const auto forward = recurrentLayer(inputs);
    return forward ? product({2, *forward}) : std::nullopt;
}

struct Formula
{
    std::string_view name;
    Flops (*of)(const Inputs&);
};

constexpr Formula formulas[] = {
    {"aten::mm", firstProduct},
    {"aten::bmm", firstProduct},
    {"aten::matmul", firstProduct},
    {"aten::mv", firstProduct},
    {"aten::dot", firstProduct},
    {"aten::addmm", secondProduct},
    {"aten::addmm_", secondProduct},
    {"aten::addmv", secondProduct},
    {"aten::baddbmm", secondProduct},
    {"aten::linear", linear},
    {"aten::mkldnn_linear", linear},
    {"aten::conv1d", convolution},
    {"aten::conv2d", convolution},
    {"aten::conv3d", convolution},
    {"aten::convolution", convolution},
    {"aten::_convolution", convolution},
    {"aten::convolution_overrideable", convolution},
    {"aten::mkldnn_convolution", convolution},
    {"aten::cudnn_convolution", convolution},
    {"aten::thnn_conv2d", convolution},
    {"aten::_slow_conv2d_forward", convolution},
    {"aten::conv_transpose1d", transposedConvolution},
    {"aten::conv_transpose2d", transposedConvolution},
    {"aten::conv_transpose3d", transposedConvolution},
    {"aten::convolution_backward", convolutionBackward},
    {"aten::scaled_dot_product_attention", attention},
    {"aten::_scaled_dot_product_attention_math", attention},
    {"aten::_scaled_dot_product_flash_attention", attention},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", attention},
    {"aten::_scaled_dot_product_efficient_attention", attention},
    {"aten::_scaled_dot_product_cudnn_attention", attention},
    {"aten::_scaled_dot_product_flash_attention_backward", attentionBackward},
    {"aten::_scaled_dot_product_flash_attention_for_cpu_backward", attentionBackward},
    {"aten::_scaled_dot_product_efficient_attention_backward", attentionBackward},
    {"aten::_scaled_dot_product_cudnn_attention_backward", attentionBackward},
    {"aten::mkldnn_rnn_layer", recurrentLayer},
    {"aten::mkldnn_rnn_layer_backward", recurrentLayerBackward},
    {"aten::add", elementwise},
    {"aten::add_", elementwise},
    {"aten::sub", elementwise},
    {"aten::sub_", elementwise},
    {"aten::mul", elementwise},
    {"aten::mul_", elementwise},
    {"aten::div", elementwise},
    {"aten::div_", elementwise},
};

} // namespace

std::optional<int64_t> operatorFlops(std::string_view name, std::string_view shapes)
{
    const auto* formula = std::ranges::find(formulas, name, &Formula::name);
    if (formula == std::end(formulas))
        return std::nullopt;
    const auto inputs = operatorInputs(shapes);
    return inputs ? formula->of(*inputs) : std::nullopt;
}

} // namespace stepscope
