#pragma once

#include "core/run_file/run_file.h"

#include <span>
#include <string>
#include <vector>

namespace stepscope {

/// A fact about where a run was measured, and with which software.
struct EnvironmentFact
{
    std::string name;
    std::string text;        ///< empty: not known
    bool isOfMachine = true; ///< false: of the run's part of it, such as its rank
};

/// The same facts in the same order for every run, without those that change from run to run.
std::vector<EnvironmentFact> environmentFacts(const StoredRun& stored);

/// A table in Markdown of the facts that are not the same for all runs, with a sentence before it; empty if
/// there are none. `names` are those of the runs.
std::string environmentDifferencesMarkdown(std::span<const StoredRun* const> runs,
                                           std::span<const std::string> names);

} // namespace stepscope
