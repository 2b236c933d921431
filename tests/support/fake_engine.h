#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/engine/training_control.h"
#include "core/run/validation.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace stepscope {

/// Pretends to train: its loss falls, its accuracy rises, and every step has a trace of three operators. Slow
/// enough to be observed, with figures that a test can know in advance.
class FakeEngine : public Engine
{
public:
    static constexpr int64_t stepsPerEpoch = 40;

    std::atomic<int> millisecondsAStep = 2;
    std::atomic<int64_t> failAtStep = -1;
    std::atomic<int> graphsCaptured = 0;

    EngineInfo info() override
    {
        return {.version = "1.13.1", .blas = "OpenBLAS 0.3.21", .oneDnn = "2.7.3", .threads = 2};
    }

    std::vector<DeviceInfo> devices() override
    {
        return {{.id = "cpu", .name = "Fake processor"},
                {.id = "cuda", .whyAbsent = "This LibTorch was built without CUDA."}};
    }

    RunOutcome train(const Experiment& experiment, TrainingControl& control, RunSink& sink,
                     const TrainingFiles& /*files*/) override
    {
        const int64_t total = experiment.steps > 0 ? experiment.steps : experiment.epochs * stepsPerEpoch;
        const int64_t epochs = (total + stepsPerEpoch - 1) / stepsPerEpoch;
        sink.planned({.epochs = epochs,
                      .stepsPerEpoch = stepsPerEpoch,
                      .totalSteps = total,
                      .trainImages = stepsPerEpoch * experiment.batchSize,
                      .testImages = 1000,
                      .tests = epochs,
                      .testBatches = 2,
                      .parameters = 1'199'882,
                      .threads = 2,
                      .deviceName = "Fake processor"});
        sink.graphCaptured(graph(experiment));
        sink.logged(LogLevel::Info, "The fake engine trains.");
        m_namesSent = false;
        m_startNs = monotonicNs();
        sink.trainingBegan(m_startNs);
        for (int64_t step = 0; step < total;) {
            const int epoch = int(step / stepsPerEpoch) + 1;
            sink.stageChanged(RunStage::Training);
            int64_t inEpoch = 0;
            for (; inEpoch < stepsPerEpoch && step < total; ++inEpoch, ++step) {
                control.waitWhilePaused();
                if (control.stopRequested())
                    return RunOutcome::Stopped;
                if (step == failAtStep)
                    throw Error("The fake engine failed at step " + std::to_string(step) + ".",
                                "a detail for experts");
                trainStep(experiment, epoch, step, sink);
            }
            testEpoch(experiment, epoch, step, inEpoch, sink);
        }
        sink.stageChanged(RunStage::Finishing);
        return RunOutcome::Finished;
    }

    NetworkGraph captureGraph(const Experiment& experiment) override
    {
        ++graphsCaptured;
        return graph(experiment);
    }

private:
    static NetworkGraph graph(const Experiment& experiment)
    {
        NetworkGraph graph{.network = experiment.network,
                           .batchSize = experiment.batchSize,
                           .parameterCount = 1'199'882,
                           .layers = {{"conv1", "Conv2d", {}, 320},
                                      {"conv2", "Conv2d", {}, 18496},
                                      {"fc1", "Linear", {}, 1'179'776},
                                      {"fc2", "Linear", {}, 1290}}};
        const int64_t n = experiment.batchSize;
        const auto add = [&](GraphNodeKind kind, const char* op, const char* label, GraphLayerId layer,
                             std::vector<int64_t> shape, int64_t parameters = 0) {
            graph.nodes.push_back({kind, op, label, layer, std::move(shape), {}, parameters});
            if (graph.nodes.size() > 1) {
                const auto to = uint32_t(graph.nodes.size() - 1);
                graph.edges.push_back(
                    {GraphNodeId(to - 1), GraphNodeId(to), graph.nodes[to - 1].outputShape});
            }
        };
        add(GraphNodeKind::Input, "input", "input", {}, {n, 1, 28, 28});
        add(GraphNodeKind::Operator, "aten::conv2d", "conv2d", GraphLayerId(0), {n, 32, 26, 26}, 320);
        add(GraphNodeKind::Operator, "aten::relu", "relu", {}, {n, 32, 26, 26});
        add(GraphNodeKind::Operator, "aten::conv2d", "conv2d", GraphLayerId(1), {n, 64, 24, 24}, 18496);
        add(GraphNodeKind::Operator, "aten::max_pool2d", "max_pool2d", {}, {n, 64, 12, 12});
        add(GraphNodeKind::Operator, "aten::linear", "linear", GraphLayerId(2), {n, 128}, 1'179'776);
        add(GraphNodeKind::Operator, "aten::linear", "linear", GraphLayerId(3), {n, 10}, 1290);
        add(GraphNodeKind::Output, "output", "output", {}, {n, 10});
        return graph;
    }

    void trainStep(const Experiment& experiment, int epoch, int64_t step, RunSink& sink)
    {
        const int64_t start = monotonicNs();
        std::this_thread::sleep_for(std::chrono::milliseconds(millisecondsAStep.load()));
        const auto images = int32_t(experiment.batchSize);
        const double loss = 0.05 + 2.2 * std::exp(-double(step) / 25.0) + 0.04 * std::sin(double(step));
        const StepMetrics metrics{.step = step,
                                  .startNs = start - m_startNs,
                                  .durationNs = monotonicNs() - start,
                                  .images = images,
                                  .correct = int32_t(double(images) * (1.0 - std::min(0.9, loss / 2.4))),
                                  .loss = float(loss),
                                  .epoch = epoch,
                                  .phase = stepPhase(experiment, step)};
        sink.stepsDone({&metrics, 1});
        recordStep(metrics, start, sink);
    }

    void recordStep(const StepMetrics& step, int64_t startNs, RunSink& sink)
    {
        if (step.phase == StepPhase::Off)
            return;
        static const std::array<const char*, 4> names = {"aten::conv2d", "aten::mkldnn_convolution",
                                                         "aten::addmm", "Optimizer.step#Adadelta.step"};
        TraceChunk chunk;
        if (!m_namesSent) {
            chunk.newNames.assign(names.begin(), names.end());
            chunk.newShapes = {"[64, 1, 28, 28], [32, 1, 3, 3]"};
            chunk.newThreads = {{1, "training"}};
            m_namesSent = true;
        }
        if (step.phase == StepPhase::Active) {
            chunk.events = {{.startNs = startNs,
                             .durationNs = 900'000,
                             .name = NameId(0),
                             .shape = ShapeId(0),
                             .pass = Pass::Forward},
                            {.startNs = startNs + 50'000,
                             .durationNs = 800'000,
                             .name = NameId(1),
                             .shape = ShapeId(0),
                             .parent = EventId(0),
                             .pass = Pass::Forward},
                            {.startNs = startNs + 950'000,
                             .durationNs = 300'000,
                             .name = NameId(2),
                             .pass = Pass::Backward},
                            {.startNs = startNs + 1'300'000,
                             .durationNs = 200'000,
                             .name = NameId(3),
                             .pass = Pass::Optimizer}};
            chunk.steps = {{step.step, startNs, step.durationNs, EventId(0), EventId(4), step.phase}};
        }
        sink.traceRecorded(std::move(chunk));
    }

    static void testEpoch(const Experiment& experiment, int epoch, int64_t step, int64_t stepsInEpoch,
                          RunSink& sink)
    {
        sink.stageChanged(RunStage::Testing);
        sink.testProgressed(2, 2'000'000);
        EpochMetrics metrics{.epoch = epoch, .steps = stepsInEpoch, .lastStep = step - 1};
        metrics.endNs = step * 3'000'000;
        metrics.trainNs = stepsInEpoch * 2'000'000;
        metrics.testNs = 5'000'000;
        metrics.trainImages = stepsInEpoch * experiment.batchSize;
        metrics.trainCorrect = metrics.trainImages * 9 / 10;
        metrics.testImages = 1000;
        metrics.testCorrect = 980 + std::min(epoch, 11);
        metrics.trainLoss = 0.3 / epoch;
        metrics.testLoss = 0.1 / epoch;
        metrics.learningRate = experiment.learningRate;
        if (experiment.validationShare > 0) {
            const auto scalar = [&](std::string_view tag, double value) {
                return ScalarSeries{std::string(tag),
                                    {{.step = metrics.lastStep, .timeNs = metrics.endNs, .value = value}}};
            };
            sink.scalarsLogged({scalar(validationLossTag, 0.2 / epoch), scalar(validationAccuracyTag, 0.9)});
        }
        sink.epochDone(metrics);
    }

    int64_t m_startNs = 0;
    bool m_namesSent = false;
};

} // namespace stepscope
