#pragma once

#include "core/base/clock.h"
#include "core/record/program_run.h"
#include "core/run_file/run_file.h"
#include "tests/support/device_trace_text.h"
#include "tests/support/probe_records.h"

#include <QTemporaryDir>

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace stepscope {

inline constexpr int64_t us = 1'000;
inline constexpr uint64_t network = 0xa0;
inline constexpr uint64_t linear = 0xa1;
inline constexpr uint64_t loss = 0xb0;

/// What a training of a network with one layer writes, in calls of 10 microseconds.
class TrainingRecords : public ProbeRecords
{
public:
    TrainingRecords()
    {
        sync(now);
        m_data = name("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
        m_linear = name("aten::linear");
        m_loss = name("aten::nll_loss");
        m_backward = name("NllLossBackward0");
        m_update = name("Optimizer.step#SGD.step");
        m_add = name("aten::add_");
        m_shape = shape("[4, 3]");
        message(now, R"({"program": {"torch": "2.1", "rank": null, "threads": 3, "argv": ["train.py"]}})");
        message(now, R"({"optimizer": {"id": 1, "type": "SGD", "lr": [0.5], "groups": 1}})");
    }

    void step(double lossValue, int samples = 4)
    {
        enterRange(tick(), m_data);
        exit(tick());
        enterLayer(tick(), network);
        if (!std::exchange(m_isDescribed, true)) {
            message(
                now,
                R"({"layer": {"id": 160, "name": "", "type": "Net", "parameters": 0, "all_parameters": 9, "root": 160}})");
            message(
                now,
                R"({"layer": {"id": 161, "name": "fc", "type": "Linear", "parameters": 9, "root": 160}})");
        }
        if (std::exchange(m_isAfterEvaluation, false))
            value(now, probe::ValueKind::Evaluation, 0);
        value(now, probe::ValueKind::Samples, samples);
        const auto follow = std::exchange(followed, Followed::No);
        if (follow != Followed::No)
            message(now, R"({"graph": {"network": 160, "inputs": [[256, [4, 3]]]}})");
        enterLayer(tick(), linear);
        enterForward(tick(), m_linear, m_sequence, m_shape);
        if (follow != Followed::No) {
            tensors(probe::RecordType::Inputs, {{256, {4, 3}}});
            tensors(probe::RecordType::Outputs, {{272, {4, samples}}});
        }
        exit(tick());
        exit(tick());
        if (follow != Followed::No)
            message(now, follow == Followed::Whole
                             ? R"({"graph_end": {"outputs": [[272, [4, 2]]], "complete": true}})"
                             : R"({"graph_end": {"outputs": [], "complete": false}})");
        exit(tick());
        enterLayer(tick(), loss);
        if (!std::exchange(m_isLossDescribed, true))
            message(now, R"({"layer": {"id": 176, "name": "", "type": "NLLLoss", "root": 176}})");
        value(now, probe::ValueKind::Samples, 1);
        enter(tick(), m_loss);
        exit(tick());
        exit(tick());
        add(probe::RecordType::BackwardBegin, uint64_t(tick()));
        lossNs = now;
        value(now, isLossLate ? probe::ValueKind::LateLoss : probe::ValueKind::Loss, lossValue);
        enterBackward(tick(), m_backward, m_sequence++);
        exit(tick());
        add(probe::RecordType::BackwardEnd, uint64_t(tick()));
        if (std::exchange(isUpdateSkipped, false)) {
            message(tick(), R"({"skipped_update": {"optimizer": 0}})");
            return;
        }
        enterRange(tick(), m_update);
        enter(tick(), m_add);
        exit(tick());
        exit(tick());
    }
    /// Calls of the network in evaluation mode.
    void evaluation(int calls)
    {
        for (int i = 0; i < calls; ++i) {
            enterLayer(tick(), network);
            value(now, probe::ValueKind::Evaluation, 1);
            enter(tick(), m_loss);
            exit(tick());
            exit(tick());
        }
        m_isAfterEvaluation = true;
    }
    void lossArrives(int64_t ns, double lossValue) { value(ns, probe::ValueKind::Loss, lossValue); }
    int64_t tick() { return now += 10 * us; }

    // What the Python package reports about the profiler that it runs for devices.
    void deviceReady() { message(now, R"({"devices": {"state": "ready"}})"); }
    void deviceStarted()
    {
        message(now, fmt::format(R"({{"devices": {{"state": "started", "ns": {}}}}})", now));
    }
    void deviceStopping()
    {
        message(now, fmt::format(R"({{"devices": {{"state": "stopping", "ns": {}}}}})", now));
    }
    void deviceWritten(const char* file)
    {
        message(
            now,
            fmt::format(
                R"({{"devices": {{"state": "written", "file": "{}", "clocks": [[{}, {}], [{}, {}]], "took_ns": 5000000}}}})",
                file, wallOf(0), 0, wallOf(now), now));
    }
    static int64_t wallOf(int64_t ns) { return DeviceTraceText::baseNs + ns; }
    /// A kernel that the next step's aten::linear launches; it runs within the step.
    void launch(DeviceTraceText& device, const char* kernel) const
    {
        const int call = device.call(4711, wallOf(now + 52 * us), 5 * us);
        device.kernel(call, wallOf(now + 70 * us), 40 * us, kernel);
    }

    int64_t now = monotonicNs();
    bool isUpdateSkipped = false; ///< of the next step
    bool isLossLate = false;      ///< of the next steps: see lossArrives()
    int64_t lossNs = 0;           ///< of the last step
    /// Whether the next step's forward pass is followed.
    enum class Followed { No, Partly, Whole } followed = Followed::No;

private:
    uint32_t m_data, m_linear, m_loss, m_backward, m_update, m_add, m_shape;
    int64_t m_sequence = 0;
    bool m_isDescribed = false;
    bool m_isLossDescribed = false;
    bool m_isAfterEvaluation = false;
};

/// The recording of such a training: step 0 warms up, the events of steps 1 and 2 are kept.
class RecordedTraining
{
protected:
    void reset()
    {
        m_folder.emplace();
        m_plan = {};
        m_plan.library = path("library");
        m_plan.name = "train";
        m_plan.schedule.profileWait = 0;
        m_plan.schedule.profileWarmup = 1;
        m_plan.schedule.profileActive = 2;
        m_plan.schedule.profileRepeat = 1;
        m_memory.emplace(path("4711-1.probe"));
    }

    /// The result of a whole recording.
    Run runOf(TrainingRecords& records)
    {
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        program.update();
        const auto problem = program.end({});
        if (!problem.empty())
            qFatal("%s", problem.c_str());
        return readRunFile(program.runFile()).run;
    }

    std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }

    std::optional<QTemporaryDir> m_folder;
    RecordingPlan m_plan;
    std::optional<ProbeMemory> m_memory;
};

} // namespace stepscope
