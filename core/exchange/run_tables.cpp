#include "core/exchange/run_tables.h"

#include "core/base/files/csv.h"
#include "core/base/text/format_amount.h"
#include "core/comparison/reference_loop.h"
#include "core/exchange/table_value.h"
#include "core/run/imported_experiment.h"
#include "core/run/run_figures.h"
#include "core/run/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stepscope {

namespace {

double seconds(int64_t nanoseconds)
{
    return double(nanoseconds) / 1e9;
}

std::string shapesText(const OperatorRow& row, const Trace& trace)
{
    if (row.shape != noShape && row.shape < trace.shapes.size())
        return trace.shapes[row.shape];
    return row.shapes > 1 ? fmt::format("{} different", row.shapes) : std::string();
}

/// Empty for -1, which means not known.
void knownField(CsvWriter& csv, int64_t value)
{
    if (value < 0)
        csv.field("");
    else
        csv.field(value);
}

const std::vector<std::string>& stepColumns()
{
    static const std::vector<std::string> columns = {
        "step",    "epoch", "start_s",  "duration_us",  "images",
        "correct", "loss",  "accuracy", "images_per_s", "profiler_phase"};
    return columns;
}

/// For an imported step, little more than its time is known: the other fields stay empty.
void stepFields(CsvWriter& csv, const Run& run, const StepMetrics& step)
{
    const bool hasImages = step.images > 0;
    csv.field(shownStepNumber(run, step.step));
    const auto epoch = epochOf(run, step);
    epoch ? csv.field(*epoch) : csv.field("");
    csv.field(seconds(step.startNs)).field(microseconds(step.durationNs));
    hasImages ? csv.field(step.images) : csv.field("");
    hasImages&& step.correct >= 0 ? csv.field(step.correct) : csv.field("");
    csv.field(step.loss).field(step.accuracy());
    hasImages&& step.durationNs > 0 ? csv.field(double(step.images) / seconds(step.durationNs))
                                    : csv.field("");
    csv.field(stepPhaseName(step.phase)).endRow();
}

} // namespace

std::string stepsCsv(const Run& run)
{
    std::string text;
    writeStepsCsv(run, stepsOf(run), [&](std::string_view piece) { text += piece; });
    return text;
}

StepsInTurn stepsOf(const Run& run)
{
    return [&run](const auto& take) { std::ranges::for_each(run.steps, take); };
}

void writeStepsCsv(const Run& run, const StepsInTurn& forSteps, const TextSink& sink)
{
    CsvWriter csv(stepColumns());
    forSteps([&](const StepMetrics& step) {
        stepFields(csv, run, step);
        csv.handTo(sink);
    });
    csv.handTo(sink, true);
}

std::string stepsCsv(std::span<const NamedRun> runs)
{
    std::vector<std::string> columns = stepColumns();
    columns.insert(columns.begin(), "run");
    CsvWriter csv(columns);
    for (const auto& named : runs) {
        for (const auto& step : named.run->steps) {
            csv.field(named.name);
            stepFields(csv, *named.run, step);
        }
    }
    return csv.text();
}

std::string scalarsCsv(std::span<const NamedRun> runs, std::string_view tag)
{
    CsvWriter csv{"run", "tag", "step", "time_s", "value"};
    for (const auto& named : runs) {
        for (const auto* series : loggedScalars(*named.run)) {
            if (!tag.empty() && series->tag != tag)
                continue;
            for (const auto& point : series->points)
                csv.field(named.name)
                    .field(series->tag)
                    .field(point.step)
                    .field(seconds(point.timeNs))
                    .field(point.value)
                    .endRow();
        }
    }
    return csv.text();
}

std::string epochsCsv(const Run& run)
{
    std::vector<std::string> header{"epoch",      "steps",          "last_step",    "end_s",
                                    "train_s",    "test_s",         "train_images", "train_correct",
                                    "train_loss", "train_accuracy", "test_images",  "test_correct",
                                    "test_loss",  "test_accuracy",  "images_per_s", "learning_rate"};
    const bool isValidated = hasValidation(run);
    if (isValidated)
        header.insert(header.end(),
                      {"validation_images", "validation_correct", "validation_loss", "validation_accuracy"});
    CsvWriter csv(header);
    const auto counted = [&](int64_t correct) { correct >= 0 ? csv.field(correct) : csv.field(""); };
    for (const auto& epoch : run.epochs) {
        csv.field(epoch.epoch)
            .field(epoch.steps)
            .field(epoch.lastStep)
            .field(seconds(epoch.endNs))
            .field(seconds(epoch.trainNs))
            .field(seconds(epoch.testNs))
            .field(epoch.trainImages);
        counted(epoch.trainCorrect);
        csv.field(epoch.trainLoss).field(epoch.trainAccuracy());
        // Of a recorded program's test only the time is known.
        counted(epoch.testImages == 0 && epoch.testNs > 0 ? StepMetrics::notCounted : epoch.testImages);
        counted(epoch.testCorrect);
        csv.field(epoch.testLoss)
            .field(epoch.testAccuracy())
            .field(epoch.imagesPerSecond())
            .field(epoch.learningRate);
        if (isValidated) {
            const auto validation = validationAfter(run, epoch.lastStep);
            counted(validation && validation->samples > 0 ? validation->samples : StepMetrics::notCounted);
            counted(validation ? validation->correct() : StepMetrics::notCounted);
            csv.field(validation ? validation->loss : std::nan(""))
                .field(validation ? validation->accuracy : std::nan(""));
        }
        csv.endRow();
    }
    return csv.text();
}

std::string samplesCsv(const Run& run)
{
    size_t gpus = 0;
    size_t cores = 0;
    for (const auto& sample : run.samples) {
        gpus = std::max(gpus, sample.gpus.size());
        cores = std::max(cores, sample.coreCpuPercent.size());
    }
    std::vector<std::string> header{"time_s", "process_cpu_percent", "resident_bytes", "allocated_bytes",
                                    "peak_allocated_bytes"};
    for (size_t i = 0; i < gpus; ++i) {
        for (const char* column :
             {"use_percent", "memory_used_bytes", "power_w", "graphics_clock_mhz", "temperature_c"})
            header.push_back(fmt::format("gpu_{}_{}", i, column));
    }
    for (size_t i = 0; i < cores; ++i)
        header.push_back(fmt::format("core_{}_percent", i));

    CsvWriter csv(header);
    for (const auto& sample : run.samples) {
        csv.field(seconds(sample.timeNs)).field(sample.processCpuPercent).field(sample.residentBytes);
        knownField(csv, sample.allocatedBytes);
        knownField(csv, sample.peakAllocatedBytes);
        for (size_t i = 0; i < gpus; ++i) {
            const auto gpu = i < sample.gpus.size() ? sample.gpus[i] : GpuSample();
            csv.field(gpu.utilizationPercent);
            knownField(csv, gpu.memoryUsedBytes);
            csv.field(gpu.powerWatts);
            knownField(csv, gpu.graphicsClockMHz);
            knownField(csv, gpu.temperatureCelsius);
        }
        for (size_t i = 0; i < cores; ++i)
            csv.field(i < sample.coreCpuPercent.size() ? sample.coreCpuPercent[i] : std::nanf(""));
        csv.endRow();
    }
    return csv.text();
}

namespace {

/// Empty if the figure is not known.
void operatorField(CsvWriter& csv, bool isKnown, double value)
{
    isKnown ? csv.field(value) : csv.field("");
}

std::string layerText(const OperatorRow& row, const Trace& trace)
{
    if (row.severalLayers)
        return "several";
    return row.layer == noName ? std::string() : trace.names[row.layer];
}

void callFields(CsvWriter& csv, const OperatorRow& row, bool hasTimes, bool hasCalls, bool hasFirst)
{
    operatorField(csv, hasCalls, row.spread.p5Ns / 1e3);
    operatorField(csv, hasCalls, row.spread.p50Ns / 1e3);
    operatorField(csv, hasCalls, row.spread.p95Ns / 1e3);
    operatorField(csv, hasTimes, microseconds(row.maxNs));
    operatorField(csv, hasFirst, microseconds(row.firstNs));
    operatorField(csv, hasFirst && row.firstRatio() > 0, row.spread.restP50Ns / 1e3);
    operatorField(csv, hasFirst && row.firstRatio() > 0, row.firstRatio());
}

void deviceFields(CsvWriter& csv, const OperatorRow& row, bool hasDevice)
{
    operatorField(csv, hasDevice, microseconds(row.deviceSelfNs));
    operatorField(csv, hasDevice, 100.0 * row.deviceShare);
    operatorField(csv, hasDevice, microseconds(row.deviceTotalNs));
    operatorField(csv, hasDevice, double(row.kernels));
    operatorField(csv, row.occupancy >= 0, 100.0 * row.occupancy);
}

} // namespace

std::string operatorsCsv(const OperatorStatistics& statistics, const Trace& trace)
{
    const auto key = [&](const char* what) { return amountKey(what, statistics.unit); };
    const auto amount = [&](double value) { return plainAmount(value, statistics.unit); };
    const bool hasTimes = statistics.contents.hasTimes;
    CsvWriter csv(std::vector<std::string>{"operator",
                                           "pass",
                                           "input_shapes",
                                           "calls",
                                           key("self"),
                                           "self_percent",
                                           key("total"),
                                           "total_percent",
                                           key("mean"),
                                           key("min"),
                                           "p5_us",
                                           "median_us",
                                           "p95_us",
                                           key("max"),
                                           "first_call_us",
                                           "median_of_others_us",
                                           "first_to_others",
                                           "self_flops",
                                           "total_flops",
                                           "gflop_per_s",
                                           "peak_percent",
                                           "self_bytes",
                                           "total_bytes",
                                           "runtime_us",
                                           "device_self_us",
                                           "device_percent",
                                           "device_total_us",
                                           "kernels",
                                           "occupancy_percent",
                                           "layer",
                                           "first_sequence",
                                           "last_sequence",
                                           "steps",
                                           "covers"});
    const std::string covers = coveredSteps(statistics, trace);
    const bool isHost = statistics.grouping != OperatorGrouping::ByKernel;
    for (const auto& row : statistics.rows) {
        csv.field(operatorRowName(statistics, row, trace))
            .field(statistics.contents.hasPasses ? passName(row.pass) : "")
            .field(isByOperator(statistics.grouping) ? shapesText(row, trace) : "");
        row.calls > 0 ? csv.field(row.calls) : csv.field("");
        operatorField(csv, isHost, amount(double(row.selfNs)));
        operatorField(csv, isHost, 100.0 * row.selfShare);
        operatorField(csv, isHost, amount(double(row.totalNs)));
        operatorField(csv, isHost, 100.0 * row.totalShare);
        operatorField(csv, row.calls > 0, amount(row.meanNs));
        operatorField(csv, hasTimes, microseconds(row.minNs));
        callFields(csv, row, hasTimes, statistics.hasCalls,
                   statistics.hasCalls && isByOperator(statistics.grouping));
        row.flops > 0 ? csv.field(row.selfFlops).field(row.flops) : csv.field("").field("");
        operatorField(csv, row.flopsPerSecond() > 0, row.flopsPerSecond() / 1e9);
        operatorField(csv, row.peakShare >= 0, 100.0 * row.peakShare);
        statistics.hasMemory ? csv.field(row.selfBytes).field(row.totalBytes) : csv.field("").field("");
        operatorField(csv, isHost && statistics.hasRuntime, microseconds(row.runtimeNs));
        deviceFields(csv, row, statistics.hasDevice);
        csv.field(layerText(row, trace));
        knownField(csv, row.firstSequence);
        knownField(csv, row.lastSequence);
        csv.field(statistics.steps).field(covers).endRow();
    }
    return csv.text();
}

} // namespace stepscope
