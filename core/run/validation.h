#pragma once

#include "core/run/run.h"
#include "core/run/run_figures.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// A training with a validation share evaluates the samples that it has set aside after each epoch, and logs
// what it finds as scalars.

inline constexpr std::string_view validationLossTag = "validation/loss";
inline constexpr std::string_view validationAccuracyTag = "validation/accuracy";

struct ValidationResult
{
    double loss = 0.0;     ///< mean over the samples that are set aside
    double accuracy = 0.0; ///< 0 to 1; NaN unless the task is a classification
    int64_t samples = 0;   ///< that are set aside; 0: not known

    /// The number of samples classified correctly; -1 (StepMetrics::notCounted) if it is not known.
    int64_t correct() const;
};

/// Whether the run is a training that sets samples aside. Those that a recorded program logs as validation
/// are that program's tests.
bool hasValidation(const Run& run);

/// After the epoch whose last training step has this number; none if there is no such result.
std::optional<ValidationResult> validationAfter(const Run& run, int64_t lastStep);
/// The last one; none if there is none yet.
std::optional<ValidationResult> lastValidation(const Run& run);
/// The last one and the best of all, as of tests; none if there is none yet.
std::optional<TestResults> validationResults(const Run& run);

/// The scalars that a training logs after an epoch; `timeNs` is since its first step began.
std::vector<ScalarSeries> validationScalars(const ValidationResult& result, int64_t lastStep, int64_t timeNs);

/// "Validation loss 0.1234, accuracy 97.50 %".
std::string validationText(const ValidationResult& result);

} // namespace stepscope
