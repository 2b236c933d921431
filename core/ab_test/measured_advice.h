#pragma once

#include "core/ab_test/ab_test.h"
#include "core/advise/setting_changes.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// The time limit of a test of a single finding, in seconds.
inline constexpr int findingTestSeconds = 30;

/// A change that a finding suggests, and what measuring it gave.
struct AdviceTrial
{
    SettingChange change;
    AbTest test;         ///< A has the changes that were kept before
    AbResult result;     ///< of the test, unless there is a problem
    std::string problem; ///< why it could not be measured; empty: it was
    bool isKept = false; ///< faster, with a loss that is the same or lower
};

/// The fastest experiment that was found, and how.
struct MeasuredAdvice
{
    std::vector<AdviceTrial> trials;
    Experiment fastest; ///< with all changes that were kept
    /// The fastest against the original experiment; none if no change was kept or no time was left.
    std::optional<NamedAbResult> total;
    size_t leftOut = 0; ///< changes for which no time was left
};

struct AdviceContext
{
    AbContext test;
    std::function<void(const SettingChange&)> starting = [](const SettingChange&) {};
    std::function<void(const AdviceTrial&)> tried = [](const AdviceTrial&) {};
};

/// Measures the changes one after another, each against the fastest experiment so far, and keeps those that
/// are faster without a higher loss. Finally it measures all of them together against the original. `seconds`
/// is for all tests together.
MeasuredAdvice measureAdvice(const Experiment& experiment, std::span<const SettingChange> changes,
                             double seconds, const AdviceContext& context);

/// An object with the trials, the test of all changes together, and the fastest experiment.
std::string measuredAdviceJson(const MeasuredAdvice& advice);

} // namespace stepscope
