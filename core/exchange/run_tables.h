#pragma once

#include "core/base/files/text_sink.h"
#include "core/comparison/comparison.h"
#include "core/run/run.h"
#include "core/trace/operators/operator_statistics.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope {

/// Calls `take` with each training step in turn.
using StepsInTurn = std::function<void(const std::function<void(const StepMetrics& step)>& take)>;

/// CSV of a run's tables. The unit is part of the column name; times are plain numbers in it. Steps are
/// counted from 0, in every table, view and export; those of an imported trace have the trace's own numbers
/// ("ProfilerStep#7" is step 7). Epochs are counted from 1.
std::string stepsCsv(const Run& run); ///< metrics.csv: a row a training step
/// The steps of a run, which must outlive the function.
StepsInTurn stepsOf(const Run& run);
/// stepsCsv() piece by piece, of the steps that `forSteps` hands over.
void writeStepsCsv(const Run& run, const StepsInTurn& forSteps, const TextSink& sink);
/// Of several runs below each other, with their names in the first column.
std::string stepsCsv(std::span<const NamedRun> runs);
/// scalars.csv: a row for each point that runs have logged, in the order in which they were; of one tag, or
/// of all when it is empty.
std::string scalarsCsv(std::span<const NamedRun> runs, std::string_view tag = {});
std::string epochsCsv(const Run& run); ///< epochs.csv: a row an epoch
/// samples.csv: a row a look at the machine; a column for each of its processors, and those of GPUs where one
/// trained.
std::string samplesCsv(const Run& run);
/// operators.csv. self_us is OperatorRow::selfNs, as PyTorch defines it: without the operators called,
/// runtime calls and marked ranges; runtime_us the calls of the device's runtime that the operator made
/// itself; self_flops and self_bytes sum to what was computed and allocated, the columns total_… count what
/// is nested again. A figure that is not known is an empty field.
std::string operatorsCsv(const OperatorStatistics& statistics, const Trace& trace);

} // namespace stepscope
