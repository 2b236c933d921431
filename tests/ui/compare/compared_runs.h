#pragma once

#include "core/run_file/run_file_writer.h"
#include "core/run_file/run_update.h"
#include "ui/compare/comparison_result.h"

#include <cmath>

namespace stepscope::test {

/// The figures of a made-up run.
struct RunShape
{
    int64_t batchSize = 64;
    int64_t steps = 200;
    double stepMs = 4.0;
    double convolutionUs = 900.0; ///< self time per step
    bool hasDropout = false;      ///< an operator that others may not have
    int64_t testCorrect = 9850;
    uint32_t seed = 1;
};

/// Deterministic noise about 1.
class Noise
{
public:
    explicit Noise(uint32_t seed)
        : m_state(seed)
    {
    }
    double next(double amount)
    {
        m_state = m_state * 1664525U + 1013904223U;
        return 1.0 + amount * (double(m_state >> 8) / double(1U << 24) - 0.5);
    }

private:
    uint32_t m_state;
};

/// The recorded events of one step, one operator after the other.
inline TraceChunk chunkOf(const RunShape& shape, int64_t step, Noise& noise)
{
    TraceChunk chunk;
    if (step == 10) {
        chunk.newNames = {"aten::conv2d", "aten::addmm", "aten::relu", "Optimizer.step#Adadelta.step",
                          "aten::dropout"};
        chunk.newThreads = {{1, "training"}};
    }
    int64_t at = step * int64_t(shape.stepMs * 1e6);
    const auto add = [&](uint32_t name, Pass pass, double us) {
        const auto duration = int64_t(us * 1000.0 * noise.next(0.02));
        chunk.events.push_back({.startNs = at, .durationNs = duration, .name = NameId(name), .pass = pass});
        at += duration;
    };
    const int64_t start = at;
    add(0, Pass::Forward, shape.convolutionUs);
    add(0, Pass::Backward, 1.5 * shape.convolutionUs);
    add(1, Pass::Forward, 120.0);
    add(2, Pass::Forward, 10.0);
    add(2, Pass::Forward, 12.0);
    if (shape.hasDropout)
        add(4, Pass::Forward, 30.0);
    add(3, Pass::Optimizer, 200.0);
    chunk.steps = {{step, start, int64_t(shape.stepMs * 1e6), EventId(0),
                    EventId(uint32_t(chunk.events.size())), StepPhase::Active}};
    return chunk;
}

/// Steps [first, last) of such a run: noisy step times, recorded from step 10 to 60, a test at the end.
inline RunUpdate updateOf(const RunShape& shape, int64_t first, int64_t last)
{
    RunUpdate update;
    if (first == 0) {
        update.outcome = RunOutcome::Running;
        update.startUnixMs = 1'700'000'000'000 + int64_t(shape.seed) * 1000;
        update.plan = RunPlan{.epochs = 1,
                              .stepsPerEpoch = shape.steps,
                              .totalSteps = shape.steps,
                              .testImages = 10'000,
                              .tests = 1,
                              .parameters = 1'199'882,
                              .deviceName = "Fake processor"};
    }
    Noise noise(shape.seed * 7919U + uint32_t(first));
    const auto ns = int64_t(shape.stepMs * 1e6);
    for (int64_t step = first; step < last; ++step) {
        const auto duration = int64_t(double(ns) * noise.next(0.03)) * (step == 0 ? 20 : 1);
        update.steps.push_back({.step = step,
                                .startNs = step * ns,
                                .durationNs = duration,
                                .images = int32_t(shape.batchSize),
                                .correct = int32_t(shape.batchSize / 2),
                                .loss = float(2.3 * std::exp(-double(step) / 40.0) + 0.05),
                                .epoch = 1});
        if (step >= 10 && step < 60)
            update.chunks.push_back(chunkOf(shape, step, noise));
        if (step % 20 == 0)
            update.samples.push_back({.timeNs = step * ns,
                                      .processCpuPercent = 180.0F,
                                      .residentBytes = 300'000'000 + shape.batchSize * 1'000'000});
    }
    if (last == shape.steps) {
        update.epochs.push_back({.epoch = 1,
                                 .steps = shape.steps,
                                 .lastStep = shape.steps - 1,
                                 .endNs = shape.steps * ns + 500'000'000,
                                 .trainNs = shape.steps * ns,
                                 .testNs = 500'000'000,
                                 .trainImages = shape.steps * shape.batchSize,
                                 .testImages = 10'000,
                                 .testCorrect = shape.testCorrect,
                                 .trainLoss = 0.2,
                                 .testLoss = 0.1 - double(shape.testCorrect) / 2e5});
        update.outcome = RunOutcome::Finished;
        update.endUnixMs = update.startUnixMs + 10'000;
    }
    return update;
}

inline Experiment experimentOf(const RunShape& shape)
{
    return {.batchSize = shape.batchSize};
}

inline std::shared_ptr<const Run> runOf(const RunShape& shape)
{
    auto run = std::make_shared<Run>();
    run->experiment = experimentOf(shape);
    updateOf(shape, 0, shape.steps).applyTo(*run);
    return run;
}

inline ui::TickedRun tickedRun(const QString& name, const RunShape& shape, const char* color = "#0072b2")
{
    return {.path = "/runs/" + name.toStdString() + ".stepscope",
            .name = name,
            .color = color,
            .run = runOf(shape)};
}

inline std::filesystem::path keepRun(const std::filesystem::path& folder, const std::string& name,
                                     const RunShape& shape)
{
    RunFileWriter writer(folder / (name + ".stepscope"), experimentOf(shape));
    writer.write(updateOf(shape, 0, shape.steps));
    writer.close();
    return writer.path();
}

} // namespace stepscope::test
