#pragma once

#include "core/advise/finding.h"
#include "core/run/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// Another value of a setting, which may make a training faster.
struct SettingChange
{
    std::optional<FindingId> finding; ///< that names it; none: it is worth a try for any training
    std::string key;                  ///< of the experiment's field, "batch_size"
    std::string value;                ///< as text, as setField() reads it
};

/// What can be tried for the findings that are worth a look, in their order, each change once. Only values
/// that the experiment does not have and that are allowed. Empty for runs of other programs, whose settings
/// Stepscope cannot change. `processors`: those that a training may use.
std::vector<SettingChange> settingChanges(std::span<const Finding> findings, const Run& run, int processors);
/// The same, followed by what is worth a try for any training: mixed precision, channels last, the fused
/// update, one thread. All larger batches come last, because they change what is trained: the settings before
/// them are measured with the run's own batch size.
std::vector<SettingChange> allSettingChanges(std::span<const Finding> findings, const Run& run,
                                             int processors);

/// The experiment with the change. Throws Error like setField() and validate().
Experiment withChange(Experiment experiment, const SettingChange& change);
/// "Batch size 256", "Channels last on".
std::string changeText(const SettingChange& change);

} // namespace stepscope
