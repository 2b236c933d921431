#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope {

using TensorSizes = std::vector<int64_t>;

/// The parts of the text of an operator's inputs, as in Trace::shapes.
struct OperatorInputs
{
    std::vector<TensorSizes> shapes; ///< in the order of its arguments
    /// The arguments of a convolution, where they differ from the defaults.
    std::map<std::string_view, TensorSizes> arguments;
};

/// Reads "[64, 1, 28, 28], [32, 1, 3, 3]; stride [2, 2]". Nothing when the text has another form, such as
/// with lists of tensors. The names refer to the text.
std::optional<OperatorInputs> operatorInputs(std::string_view text);

} // namespace stepscope
