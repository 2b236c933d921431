#pragma once

#include "core/run/scalar_series.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope {

/// What the curves of a training show, which programs log under many names.
enum class ScalarRole : uint8_t { TrainLoss, TestLoss, TrainAccuracy, TestAccuracy };
inline constexpr size_t scalarRoleCount = size_t(ScalarRole::TestAccuracy) + 1;

/// By the words of a tag: "Loss/train", "val_acc", "epoch_loss", "metrics/top1". One that says neither
/// training nor test is of the training, unless the run's name says that all of it is a test, as Keras'
/// folder "validation" does. None: a figure of another kind.
std::optional<ScalarRole> scalarRole(std::string_view tag, std::string_view runName = {});

/// The series that the curves of a run of this name show, in the order of roles; null: it has none. Of
/// several with one role the plainest tag is taken, the one with the fewest words, and of these the one that
/// was logged first.
std::array<const ScalarSeries*, scalarRoleCount> roleSeries(std::span<const ScalarSeries> scalars,
                                                            std::string_view runName);

/// By how much an accuracy is multiplied to be per cent: programs log it from 0 to 1 or to 100, and one that
/// has a value above 1 is of the latter kind.
double perCentFactor(const ScalarSeries& accuracy);

} // namespace stepscope
