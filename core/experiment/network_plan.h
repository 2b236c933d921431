#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/field_error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// A network described in one line, such as
//
//     conv 32 3, relu, 2 x (conv 64 3 same, batchnorm, relu), maxpool 2, flatten, linear 10
//
// Layers are separated by commas. A layer is a word, its numbers, and options that are words with or without
// a number. "3 x relu" or "3 x (…)" repeats. "residual (…)" adds its input to its result; after "|" follow
// the layers through which the input goes to the sum: "residual (conv 64 3 same, relu | conv 64 1)".

enum class LayerKind : uint8_t {
    Convolution,
    Linear,
    Relu,
    LeakyRelu,
    Elu,
    Gelu,
    Silu,
    Sigmoid,
    Tanh,
    MaxPool,
    AveragePool,
    BatchNorm,
    Dropout,
    Flatten,
    Residual,
};

struct LayerWord
{
    std::string_view word; ///< "conv"
    LayerKind kind = LayerKind::Relu;
    std::string_view numbers; ///< how it is written, for help: "conv CHANNELS KERNEL"
    std::string_view options; ///< "stride N, padding N, same, groups N"
    Translatable help;
};
/// All words, in the order of a list for readers.
std::span<const LayerWord> layerWords();

struct PlannedLayer
{
    LayerKind kind = LayerKind::Relu;
    std::string name;    ///< as in PyTorch's named_modules(): "conv1", "residual1.conv2"
    int64_t outputs = 0; ///< channels or features
    int64_t kernel = 0;  ///< of convolutions and pools; 0: all rows and columns
    int64_t stride = 1;
    int64_t padding = 0;
    int64_t groups = 1;
    double probability = 0.0; ///< of dropout
    /// Shapes of one sample: [channels, rows, columns] or [features].
    std::vector<int64_t> input;
    std::vector<int64_t> output;
    int64_t parameters = 0;
    /// Of the forward pass of one sample, as operatorFlops() counts: those of convolutions, linear layers and
    /// sums of residual blocks. Others are few.
    int64_t flops = 0;
    std::vector<PlannedLayer> main;     ///< of a residual block
    std::vector<PlannedLayer> shortcut; ///< empty: the input itself is added
};

struct NetworkPlan
{
    std::vector<PlannedLayer> layers;
    int64_t parameters = 0;
    int64_t flops = 0;       ///< of the forward pass of one sample
    int64_t activations = 0; ///< values that the layers of one sample produce
};

/// What is wrong with a description, and where.
class LayerTextError final : public FieldError
{
public:
    /// `at` and `length` in bytes of the description.
    LayerTextError(const std::string& sentence, size_t at, size_t length)
        : FieldError("layers", sentence)
        , m_at(at)
        , m_length(length)
    {
    }
    size_t at() const { return m_at; }
    size_t length() const { return m_length; }

private:
    size_t m_at;
    size_t m_length;
};

/// Reads a description and computes the shapes, for inputs of this shape and a result of `classes` values.
/// Throws LayerTextError.
NetworkPlan planNetwork(std::string_view description, const ImageShape& input, int64_t classes);

/// The same description in its usual spelling, with the usual blanks: "conv 32 3, relu". A text with other
/// characters than those of a description stays.
std::string usualLayers(std::string_view description);

/// "64 × 12 × 12".
std::string layerShapeText(std::span<const int64_t> shape);

} // namespace stepscope
