#include "app/command.h"
#include "app/experiment_options.h"
#include "app/options/help_examples.h"
#include "app/options/option_values.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "app/training.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/paths.h"
#include "core/base/files/temporary_folder.h"
#include "core/base/processes/child_process.h"
#include "core/base/text/format.h"
#include "core/data/chosen/chosen_data_set.h"
#include "core/engine/engine.h"
#include "core/engine/engine_loader.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/language/translation.h"
#include "core/training/memory_prediction.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

namespace stepscope {

namespace {

constexpr auto measureFlag = "--measure";

struct MemoryOptions
{
    std::string experimentFile;
    ExperimentOptions experiment;
    std::vector<int64_t> batchSizes;
    double limitGigabytes = 0.0;
    bool verify = false;
    bool json = false;
    int64_t measuredBatch = 0; ///< only measures this one
};

/// A batch size and what a step with it was found to use.
struct Verified
{
    int64_t batchSize = 0;
    int64_t bytes = 0;   ///< 0: it failed
    std::string failure; ///< why, as a sentence
};

/// How much memory tensors may use.
struct Limit
{
    int64_t bytes = 0; ///< 0: not known
    std::string text;  ///< "8 GB"
};

Limit limitOf(const MemoryOptions& options, const Experiment& experiment, Engine& engine)
{
    if (options.limitGigabytes > 0)
        return {int64_t(options.limitGigabytes * 1e9), fmt::format("{:g} GB", options.limitGigabytes)};
    int64_t bytes = 0;
    for (const DeviceInfo& device : engine.devices()) {
        if (device.id == experiment.device)
            bytes = device.memoryBytes;
    }
    return {int64_t(usableMemoryShare * double(bytes)),
            translated("{share} of the {size} of {device}", {{"share", formatShare(usableMemoryShare, 0)},
                                                             {"size", formatBytes(double(bytes))},
                                                             {"device", experiment.device}})};
}

/// Measures in a separate process, which may run out of memory.
Verified verify(const Experiment& experiment, int64_t batchSize)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "experiment.json";
    writeFileAtomically(file, toJson(experiment));
    const ProcessResult result =
        runProcess({programPath().string(), "memory", file.string(), measureFlag, std::to_string(batchSize)});
    Verified verified{.batchSize = batchSize};
    if (result.exitCode != 0) {
        verified.failure = failureText(result);
        return verified;
    }
    const auto json = nlohmann::json::parse(result.output, nullptr, false);
    verified.bytes = json.is_object() ? json.value("peak_bytes", int64_t(0)) : 0;
    return verified;
}

int measureOnly(const Experiment& experiment, int64_t batchSize)
{
    const auto memory = loadEngine()->stepMemory(experiment, batchSize);
    printJson(nlohmann::json{{"peak_bytes", memory.peak()}}.dump() + "\n");
    return exitDone;
}

std::set<int64_t> batchSizesOf(const MemoryOptions& options, const Experiment& experiment, int64_t most)
{
    std::set<int64_t> sizes(options.batchSizes.begin(), options.batchSizes.end());
    if (sizes.empty()) {
        constexpr int64_t factor = 4;
        constexpr int64_t largest = 4096;
        for (int64_t size = 1; size <= std::min(most, largest); size *= factor)
            sizes.insert(size);
        sizes.insert(std::min(experiment.batchSize, most));
    }
    return sizes;
}

void printTable(const std::set<int64_t>& sizes, const MemoryPrediction& prediction)
{
    using enum TextTable::Align;
    TextTable table(
        {}, {{translated("Batch size"), Right, 10}, {translated("Memory of a training step"), Right, 25}});
    for (const int64_t size : sizes)
        table.add({formatCount(size), formatBytes(double(prediction.peakAt(size)))});
    printText(table.text());
}

void printLargest(int64_t largest, std::optional<int64_t> images, const Limit& limit)
{
    if (limit.bytes == 0)
        return;
    if (largest == 0)
        print("{}\n", translated("No batch fits in {limit}.", {{"limit", limit.text}}));
    else if (largest == images)
        print("{}\n", translated("All {batch} training samples fit in {limit}.",
                                 {{"batch", formatCount(largest)}, {"limit", limit.text}}));
    else
        print("{}\n", translated("The largest batch that fits in {limit} is {batch}.",
                                 {{"limit", limit.text}, {"batch", formatCount(largest)}}));
}

void printVerified(const Verified& verified, int64_t predicted)
{
    if (verified.bytes == 0) {
        print("{}\n", translated("A step with a batch of {batch} failed: {reason}",
                                 {{"batch", formatCount(verified.batchSize)}, {"reason", verified.failure}}));
        return;
    }
    print("{}\n", translated("A step with a batch of {batch} used {size}: the prediction differs by "
                             "{difference}.",
                             {{"batch", formatCount(verified.batchSize)},
                              {"size", formatBytes(double(verified.bytes))},
                              {"difference",
                               formatShare(std::abs(double(predicted) / double(verified.bytes) - 1.0))}}));
}

/// None if that is not known without a data set that is not on this machine.
std::optional<int64_t> trainingImagesOf(const Experiment& experiment)
{
    const auto all = expectedSamples(experiment);
    if (!all)
        return std::nullopt;
    return std::max<int64_t>(1, all->train - validationSamples(experiment, all->train));
}

int showPrediction(const MemoryOptions& options)
{
    Experiment experiment;
    try {
        experiment = options.experiment.experiment(options.experimentFile);
        options.experiment.refuseUnused(experiment);
        options.experiment.refuseWithoutEffect([](const ExperimentField& field) {
            return mattersForMemory(field) ? std::string()
                                           : translated("it does not change the memory of a training step");
        });
    } catch (const Error& problem) {
        throw UsageError(problem.what(), problem.detail());
    }
    refuseUnusableData(experiment);
    if (options.measuredBatch > 0)
        return measureOnly(experiment, options.measuredBatch);

    if (options.experiment.isGiven("batch_size"))
        refuseLargeBatch(experiment);
    for (const int64_t size : options.batchSizes) {
        auto ofThisSize = experiment;
        ofThisSize.batchSize = size;
        refuseLargeBatch(ofThisSize);
    }
    const auto images = trainingImagesOf(experiment);
    const int64_t most = images.value_or(int64_t(findExperimentField("batch_size")->maximum));
    const auto engine = loadEngine();
    const MemoryPrediction prediction = predictMemory(*engine, experiment);
    const Limit limit = limitOf(options, experiment, *engine);
    const int64_t largest = prediction.largestBatch(limit.bytes, most);
    const auto sizes = batchSizesOf(options, experiment, most);
    std::optional<Verified> verified;
    if (options.verify && largest > 0)
        verified = verify(experiment, largest);

    if (options.json) {
        auto json = nlohmann::ordered_json{{"device", experiment.device},
                                           {"is_of_moments", prediction.isOfMoments()},
                                           {"limit_bytes", limit.bytes},
                                           {"largest_batch", largest},
                                           {"batches", nlohmann::ordered_json::array()}};
        for (const int64_t size : sizes)
            json["batches"].push_back({{"batch_size", size}, {"peak_bytes", prediction.peakAt(size)}});
        if (verified)
            json["verified"] = {{"batch_size", verified->batchSize},
                                {"peak_bytes", verified->bytes},
                                {"predicted_bytes", prediction.peakAt(verified->batchSize)},
                                {"failure", verified->failure}};
        printJson(json.dump(2) + "\n");
    } else {
        printTable(sizes, prediction);
        printText("\n");
        printLargest(largest, images, limit);
        if (verified)
            printVerified(*verified, prediction.peakAt(verified->batchSize));
        if (!prediction.isOfMoments())
            print("{}\n", translated("Steps with different batch sizes allocate in different ways, so these "
                                     "are only estimates."));
        print("{}\n", translated("This is the memory of tensors on the device: weights, gradients, the "
                                 "optimizer's state, and all values of a step. The data set, "
                                 "batches that loader workers prepare in advance, and libraries need "
                                 "memory in addition."));
        print("{}\n",
              translatedPlural("The test after each epoch is not included: its batches of up to {count} "
                               "sample (--test-batch-size) may need more than a training step.",
                               "The test after each epoch is not included: its batches of up to {count} "
                               "samples (--test-batch-size) may need more than a training step.",
                               experiment.testBatchSize, {{"count", formatCount(experiment.testBatchSize)}}));
    }
    const bool isVerified = !options.verify || (verified && verified->bytes > 0);
    return isVerified ? exitDone : exitFailed;
}

} // namespace

Command makeMemoryCommand(CLI::App& program)
{
    auto* command = program.add_subcommand(
        "memory", translated("Predict the memory of a training step at any batch size"));
    auto options = std::make_shared<MemoryOptions>();
    command
        ->add_option("experiment", options->experimentFile,
                     translated("JSON file with an experiment; options override its values"))
        ->option_text("FILE");
    const auto result = translated("Result");
    addListOption(*command, "--batch-sizes", options->batchSizes,
                  translated("Batch sizes to show, such as 64,128"),
                  CLI::Range(int64_t(1), int64_t(1'000'000)))
        ->option_text("N,…")
        ->group(result);
    command
        ->add_option("--limit", options->limitGigabytes,
                     translated("Memory that the largest batch may use, in GB; default: {share} of the "
                                "device's",
                                {{"share", formatShare(usableMemoryShare, 0)}}))
        ->check(numberRange(0.001, 1e6))
        ->option_text("GB")
        ->group(result);
    command
        ->add_flag("--verify", options->verify,
                   translated("Train a step with the largest batch, in a separate process"))
        ->group(result);
    command->add_flag("--json", options->json, translated("Print a JSON object"))->group(result);
    command->add_option(measureFlag, options->measuredBatch)
        ->check(CLI::Range(int64_t(1), int64_t(1'000'000)))
        ->group(""); // for --verify
    options->experiment.addTo(*command);
    command->footer(
        helpExamples({"stepscope memory --network resnet18 --dataset cifar-10",
                      "stepscope memory --network vgg16 --dataset cifar-10 --device cuda:0 --verify",
                      "stepscope memory report/experiment.json --batch-sizes 64,128,256 --limit 8"},
                     translated("Exit codes: 0 done, 1 failed, 2 usage error.")));
    return {command, [options] { return showPrediction(*options); }};
}

} // namespace stepscope
