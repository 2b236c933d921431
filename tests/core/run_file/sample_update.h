#pragma once

#include "core/run_file/run_update.h"

#include <cmath>

namespace stepscope::test {

inline constexpr uint32_t eventsOfChunk = 100;
/// The last two run on a device.
inline constexpr EventId kernelOfChunk(98);

/// A chunk with a step whose first event encloses the others. The first chunk brings the names.
inline TraceChunk sampleChunk(int64_t step, bool first)
{
    TraceChunk chunk;
    if (first) {
        chunk.newNames = {"aten::conv2d", "aten::add \"quoted\" \xe2\x9c\x93"};
        chunk.newShapes = {"[64, 1, 28, 28]"};
        chunk.newThreads = {{.id = 4711, .name = "training"},
                            {.id = 7, .name = "stream 7", .process = 3, .device = 1}};
        chunk.newDevices = {{.number = 1,
                             .name = "A GPU",
                             .memoryBytes = 80'000'000'000,
                             .computeMajor = 9,
                             .computeMinor = 1,
                             .processors = 132,
                             .threadsPerProcessor = 2048,
                             .warpSize = 32}};
    }
    for (uint32_t i = 0; i < eventsOfChunk; ++i) {
        TraceEvent event;
        event.startNs = 1'000'000'000'000 + step * 1'000'000 + i * 1000;
        event.durationNs = i == 0 ? 100'000 : 500 + i;
        event.sequence = i % 3 ? int64_t(i) : -1;
        event.name = NameId(i % 2);
        event.shape = i % 2 ? noShape : ShapeId(0);
        event.parent = i == 0 ? noEvent : EventId(0);
        event.pass = Pass(i % 6);
        event.kind = i == 0 ? EventKind::Layer : EventKind::Operator;
        if (i >= kernelOfChunk) {
            event.thread = ThreadId(1);
            event.parent = noEvent;
            event.kind = i == kernelOfChunk ? EventKind::Kernel : EventKind::MemoryCopy;
        }
        chunk.events.push_back(event);
    }
    chunk.deviceWork = {{.event = kernelOfChunk,
                         .launcher = EventId(17),
                         .occupancy = 0.625F,
                         .blocksPerProcessor = 1.5F,
                         .warpsPerProcessor = 12.0F,
                         .grid = {198, 2, 3},
                         .block = {256, 4, 5},
                         .registers = 40,
                         .sharedBytes = 1024},
                        {.event = EventId(kernelOfChunk + 1),
                         .bytes = 5'000'000'000,
                         .direction = CopyDirection::DeviceToHost}};
    const auto time = chunk.events.front().startNs;
    const auto address = 0x7fff'0000'0000U + uint64_t(step);
    chunk.allocations = {{.timeNs = time + 1, .bytes = 4096, .address = address, .event = EventId(1)},
                         {.timeNs = time + 2, .bytes = 1'000'000'000'000, .address = 7, .device = 1},
                         {.timeNs = time + 3, .bytes = -4096, .address = address, .event = EventId(2)}};
    TraceStep traceStep;
    traceStep.number = step;
    traceStep.startNs = chunk.events.front().startNs;
    traceStep.durationNs = 200'000;
    traceStep.endEvent = EventId(eventsOfChunk);
    traceStep.phase = StepPhase::Active;
    chunk.steps.push_back(traceStep);
    return chunk;
}

inline StepMetrics sampleStep(int64_t number)
{
    StepMetrics step;
    step.step = number;
    step.startNs = number * 5'000'000;
    step.durationNs = 4'000'000 + number % 7;
    step.epoch = 1;
    step.images = 64;
    step.correct = int32_t(number % 65);
    step.loss = number == 3 ? std::nanf("") : 2.0F / float(number + 1);
    step.phase = StepPhase::Active;
    return step;
}

/// An update with every kind of news in it, steps [firstStep, firstStep + steps).
inline RunUpdate sampleUpdate(int64_t firstStep, int64_t steps)
{
    RunUpdate update;
    if (firstStep == 0) {
        update.plan = RunPlan{.epochs = 2,
                              .stepsPerEpoch = 10,
                              .totalSteps = 20,
                              .trainImages = 640,
                              .validationImages = 64,
                              .testImages = 100,
                              .tests = 2,
                              .testBatches = 4,
                              .parameters = 12345,
                              .threads = 2,
                              .deviceName = "A \"CPU\""};
        update.outcome = RunOutcome::Running;
        update.startUnixMs = 1'700'000'000'123;
        NetworkGraph graph;
        graph.network = "mlp";
        graph.batchSize = 64;
        graph.parameterCount = 7;
        graph.layers = {{.name = "fc1", .type = "Linear", .parameters = 7}};
        GraphNode node;
        node.op = "aten::linear";
        node.label = "linear";
        node.layer = GraphLayerId(0);
        node.outputShape = {64, 10};
        node.parameters = {{.name = "fc1.weight", .shape = {10, 784}}};
        node.parameterCount = 7;
        node.sequence = 3;
        graph.nodes = {node, node};
        graph.edges = {{.from = GraphNodeId(0), .to = GraphNodeId(1), .shape = {64, 10}}};
        update.graph = std::make_shared<const NetworkGraph>(graph);
    }
    update.stage = RunStage::Testing;
    for (int64_t step = firstStep; step < firstStep + steps; ++step) {
        update.steps.push_back(sampleStep(step));
        update.chunks.push_back(sampleChunk(step, step == 0));
    }
    EpochMetrics epoch;
    epoch.epoch = int32_t(firstStep + 1);
    epoch.steps = steps;
    epoch.lastStep = firstStep + steps - 1;
    epoch.endNs = 9;
    epoch.trainNs = 8;
    epoch.testNs = 7;
    epoch.trainImages = 640;
    epoch.trainCorrect = 600;
    epoch.testImages = 100;
    epoch.testCorrect = 95;
    epoch.trainLoss = 0.25;
    epoch.testLoss = 0.125;
    epoch.learningRate = 0.7;
    update.epochs.push_back(epoch);
    update.totals = OperatorTotals{.steps = firstStep + steps,
                                   .rows = {{.name = NameId(1),
                                             .shape = noShape,
                                             .pass = Pass::Backward,
                                             .calls = 3,
                                             .selfNs = 4,
                                             .totalNs = 5,
                                             .totalAnyShapeNs = 6,
                                             .durationNs = 7,
                                             .minNs = 1,
                                             .maxNs = 2}}};
    MachineSample sample;
    sample.timeNs = firstStep * 1000 - 5;
    sample.processCpuPercent = 187.5F;
    sample.coreCpuPercent = {99.5F, 12.25F};
    sample.residentBytes = 123'456'789;
    sample.allocatedBytes = 77;
    sample.gpus = {{.utilizationPercent = 50.5F, .memoryUsedBytes = 1 << 30},
                   {.powerWatts = 333.25F, .graphicsClockMHz = 1980, .temperatureCelsius = 61}};
    update.samples.push_back(sample);
    update.counters = {
        {.name = "Total Reserved [bytes]",
         .process = 3,
         .device = 1,
         .values = {{.timeNs = firstStep, .value = 0.25}, {.timeNs = firstStep + 9, .value = -1.0}}}};
    update.log.push_back({.unixMs = 5, .level = LogLevel::Warning, .text = "A line with \xe2\x9c\x93"});
    return update;
}

} // namespace stepscope::test
