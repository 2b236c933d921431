#pragma once

#include "core/data/kinds/data_set_kinds.h"
#include "core/experiment/experiment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

// The images of the synthetic data set have the shape and the number of classes that the experiment says.

inline constexpr int64_t mostSyntheticChannels = 1024;
inline constexpr int64_t largestSyntheticSide = 4096;            ///< rows or columns
inline constexpr int64_t mostSyntheticPixels = int64_t(1) << 22; ///< of all channels of an image together
inline constexpr int64_t mostSyntheticClasses = int64_t(1) << 16;

/// Reads "3x224x224": channels, rows and columns in digits, without blanks or leading zeros. None for any
/// other text and for a shape beyond the limits above.
std::optional<ImageShape> parseSyntheticShape(std::string_view text);

/// Which texts it reads, for help and messages.
std::string allowedSyntheticShapes();

/// The table's entry for the experiment's data set, with the shape and classes of the experiment if it is
/// synthetic. None if the user brings it, or if there is none of this name. Throws Error for a shape that
/// parseSyntheticShape() does not read.
std::optional<DataSetDescription> fixedDescription(const Experiment& experiment);

} // namespace stepscope
