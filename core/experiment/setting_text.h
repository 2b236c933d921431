#pragma once

#include "core/experiment/experiment_fields.h"

#include <string>
#include <string_view>

namespace stepscope {

/// How long the name of a setting is: "batch size 16" and "adam" as in files and options, or "batch 16" and
/// "Adam", for headers and legends.
enum class SettingForm { Complete, Short };

/// A setting for readers, with its value: "batch size 16", "learning rate 0.01", "oneDNN off"; the names of
/// data sets, networks, devices and optimizers alone. Empty if the value is not known.
std::string settingText(const Experiment& experiment, const ExperimentField& field,
                        SettingForm form = SettingForm::Complete);

/// The same in the short form for a value as fieldText() gives it: "batch 16", "lr 0.01", "2 threads",
/// "bf16".
std::string shortSettingText(const ExperimentField& field, std::string_view value);

} // namespace stepscope
