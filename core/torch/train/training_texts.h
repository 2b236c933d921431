#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run_sink.h"
#include "core/torch/data/batch_loader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

// The sentences of a training in its log.

/// "Training mlp (…) on cpu (…), 8 threads: 60,000 images of mnist, batches of 64, 938 steps."
std::string trainingText(const Experiment& experiment, const RunPlan& plan);
/// How many of the training samples are set aside for validation, and which.
std::string validationPlanText(const Experiment& experiment, const RunPlan& plan);
/// The process has this number of inter-op threads, which is not the experiment's.
std::string interOpThreadsText(int count);
std::string loadedWeightsText(int64_t count, const std::string& file);
/// These weights of the network are not in the file.
std::string randomWeightsText(const std::vector<std::string>& names);
/// Nullopt unless the training, which begins with step `firstStep`, ends before the profiler's first active
/// step. Steps are counted from the start of the whole training, also if it is resumed.
std::optional<std::string> lateProfilerText(const Experiment& experiment, const RunPlan& plan,
                                            int64_t firstStep);
/// The steps from `first` to `last`, counted from 1, measure the recorder's overhead.
std::string recorderTrialText(int64_t first, int64_t last);
/// What the steps of an epoch, which took `stepsNs`, waited for. There is at least one batch.
std::string loaderTimesText(const LoaderTimes& times, int workers, int64_t stepsNs);
/// `skipped` of the `steps` did not change the weights; `scale` is the loss scale after them.
std::string skippedStepsText(int64_t skipped, int64_t steps, double scale);
/// The experiment's model gives other values than its loss needs.
std::string logitsText(const Experiment& experiment);
/// The loss of this step is the first that is not a finite number.
std::string divergedText(int64_t step);

} // namespace stepscope
