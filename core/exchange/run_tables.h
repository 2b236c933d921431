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

/// Calls `take` with each training step, in order.
using StepsInTurn = std::function<void(const std::function<void(const StepMetrics& step)>& take)>;

/// CSV of a run's tables. The unit is part of the column name; times are plain numbers in it. Steps are
/// numbered from 0 in every table, view and export; those of an imported trace have the trace's own numbers
/// ("ProfilerStep#7" is step 7). Epochs are numbered from 1.
std::string stepsCsv(const Run& run); ///< metrics.csv: one row per training step
/// The steps of a run, which must outlive the function.
StepsInTurn stepsOf(const Run& run);
/// stepsCsv() piece by piece, for the steps from `forSteps`.
void writeStepsCsv(const Run& run, const StepsInTurn& forSteps, const TextSink& sink);
/// The steps of several runs one after another, with the runs' names in the first column.
std::string stepsCsv(std::span<const NamedRun> runs);
/// scalars.csv: one row per point that runs logged, in the order of logging; of one tag or, if it is empty,
/// of all.
std::string scalarsCsv(std::span<const NamedRun> runs, std::string_view tag = {});
std::string epochsCsv(const Run& run); ///< epochs.csv: one row per epoch
/// samples.csv: one row per machine sample, one column per processor, and the columns of GPUs if one trained.
std::string samplesCsv(const Run& run);
/// operators.csv. self_us is OperatorRow::selfNs as defined by PyTorch: without the operators called, runtime
/// calls and marked ranges. runtime_us: the calls of the device's runtime made by the operator itself.
/// self_flops and self_bytes add up to the total computed and allocated; the columns total_… count nested
/// calls again. A figure that is not known is an empty field.
std::string operatorsCsv(const OperatorStatistics& statistics, const Trace& trace);

} // namespace stepscope
