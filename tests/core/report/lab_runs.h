#pragma once

#include "core/report/lab_report.h"

#include "tests/core/trace/trace_text.h"

#include <string>

namespace stepscope::test {

/// A finished run of steps that all take the same time, except for the first one, which takes ten times as
/// long. Its operators are conv2d with 60 % of the self time, mm with 30 % and the optimizer's step with 10
/// %.
inline LabReportRun labRun(const std::string& name, int64_t batchSize, int64_t stepNs, int steps = 101)
{
    LabReportRun lab{.file = {}, .stored = {}, .name = name, .color = "#0072b2"};
    Run& run = lab.stored.run;
    run.experiment.batchSize = batchSize;
    run.outcome = RunOutcome::Finished;
    run.startUnixMs = 1'700'000'000'000;
    run.endUnixMs = run.startUnixMs + 60'000;
    run.plan.totalSteps = steps;
    run.plan.stepsPerEpoch = steps;
    run.plan.parameters = 1'199'882;
    run.plan.threads = 1;
    int64_t atNs = 0;
    for (int step = 0; step < steps; ++step) {
        const auto durationNs = step == 0 ? 10 * stepNs : stepNs;
        run.steps.push_back({.step = step,
                             .startNs = atNs,
                             .durationNs = durationNs,
                             .images = int32_t(batchSize),
                             .correct = int32_t(batchSize / 2),
                             .loss = 2.0F / float(step + 1),
                             .epoch = 1});
        atNs += durationNs;
    }
    run.epochs.push_back({.epoch = 1,
                          .steps = steps,
                          .lastStep = steps - 1,
                          .endNs = atNs + 1'000'000'000,
                          .trainNs = atNs,
                          .testNs = 1'000'000'000,
                          .trainImages = steps * batchSize,
                          .testImages = 10'000,
                          .testCorrect = 9'000 + batchSize,
                          .testLoss = 0.5});
    run.totals.steps = steps;
    const auto operatorTotal = [&](const char* operatorName, Pass pass, int64_t selfNs) {
        run.totals.rows.push_back({.name = run.trace.names.intern(operatorName),
                                   .pass = pass,
                                   .calls = steps,
                                   .selfNs = selfNs * steps,
                                   .totalNs = selfNs * steps,
                                   .totalAnyShapeNs = selfNs * steps,
                                   .durationNs = selfNs * steps,
                                   .minNs = selfNs,
                                   .maxNs = selfNs});
    };
    operatorTotal("aten::conv2d", Pass::Forward, stepNs * 6 / 10);
    operatorTotal("aten::mm", Pass::Backward, stepNs * 3 / 10);
    operatorTotal("Adadelta.step", Pass::Optimizer, stepNs / 10);
    lab.stored.environment.processors = 2;
    lab.stored.environment.cpuModel = "A fast processor";
    lab.stored.environment.stepscopeVersion = "1.0";
    lab.stored.environment.engine.version = "1.13.1";
    return lab;
}

/// A cold forward pass of 20 ms, with nested convolutions.
inline LabReportRun labForwardPass()
{
    LabReportRun lab{.file = {}, .stored = {}, .name = "forward pass", .color = {}};
    Run& run = lab.stored.run;
    run.kind = RunKind::ForwardPass;
    run.outcome = RunOutcome::Finished;
    run.experiment.batchSize = 1;
    run.steps.push_back({.durationNs = 20'000'000, .images = 1, .phase = StepPhase::Active});
    appendEvents(run.trace, "conv1 0-19000000 layer\n"
                            "  aten::conv2d 0-18000000\n"
                            "    aten::convolution 100000-18000000\n"
                            "      aten::mkldnn_convolution 1000000-18000000\n"
                            "aten::relu 19000000-20000000\n");
    run.trace.steps.push_back({0, 0, 20'000'000, EventId(0), run.trace.endEvent(), StepPhase::Active});
    return lab;
}

} // namespace stepscope::test
