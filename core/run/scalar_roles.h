#pragma once

#include "core/run/scalar_series.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope {

/// What a training's curve shows. Programs log it under many names.
enum class ScalarRole : uint8_t { TrainLoss, TestLoss, TrainAccuracy, TestAccuracy };
inline constexpr size_t scalarRoleCount = size_t(ScalarRole::TestAccuracy) + 1;

/// Determined by the words of a tag: "Loss/train", "val_acc", "epoch_loss", "metrics/top1". A tag that names
/// neither training nor test belongs to the training, unless the run's name says that all of it is a test,
/// like Keras' folder "validation". None: another kind of figure.
std::optional<ScalarRole> scalarRole(std::string_view tag, std::string_view runName = {});

/// The series for the curves of a run with this name, in the order of roles; null: none. If several have the
/// same role, the one with the fewest words in its tag is taken, and of these the one that was logged first.
std::array<const ScalarSeries*, scalarRoleCount> roleSeries(std::span<const ScalarSeries> scalars,
                                                            std::string_view runName);

/// The factor that converts an accuracy to per cent: programs log it from 0 to 1 or to 100; a series with a
/// value above 1 is of the latter kind.
double perCentFactor(const ScalarSeries& accuracy);

} // namespace stepscope
