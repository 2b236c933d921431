// GPU work in complete recordings: PyTorch's profiler writes a trace, and the run contains its events.

#include "core/record/step_request.h"
#include "recorded_training.h"

#include <QtTest>

#include <algorithm>
#include <vector>

namespace stepscope {

class TestProgramDevices : public QObject, protected RecordedTraining
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        reset();
        m_plan.deviceFolder = path("devices");
        std::filesystem::create_directory(m_plan.deviceFolder);
    }

    void kernelsBelongToTheOperatorsThatLaunchThem()
    {
        TrainingRecords records;
        records.message(records.now, R"({"program": {"torch": "2.1", "rank": null, "cuda_device": 1}})");
        records.deviceReady();
        records.step(1.0);
        records.deviceStarted();
        DeviceTraceText device;
        for (const char* kernel : {"first kernel", "second kernel"}) {
            records.launch(device, kernel);
            records.step(1.0);
        }
        records.launch(device, "kernel behind the window");
        records.step(1.0);
        records.deviceStopping();
        records.deviceWritten("4711-1.json");
        records.step(1.0);
        device.write(path("devices/4711-1.json"));
        const auto run = runOf(records);
        QCOMPARE(run.experiment.device, std::string("cuda:1"));
        QCOMPARE(run.steps.size(), size_t(5));
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2}));
        QCOMPARE(run.trace.size(), uint32_t(2 * (9 + 2)));
        QCOMPARE(run.trace.deviceWork.size(), size_t(2));
        for (const auto& work : run.trace.deviceWork) {
            QCOMPARE(nameOf(run, work.launcher), std::string("cudaLaunchKernel"));
            QCOMPARE(nameOf(run, run.trace.parent[work.launcher]), std::string("aten::linear"));
            QCOMPARE(run.trace.pass[work.event], Pass::Forward);
        }
        QCOMPARE(nameOf(run, run.trace.deviceWork[1].event), std::string("second kernel"));
        QCOMPARE(run.trace.threads.size(), size_t(2));
        QCOMPARE(run.trace.threads[1].device, int16_t(0));
        QCOMPARE(run.trace.devices.size(), size_t(1));
        QCOMPARE(run.trace.devices[0].name, std::string("NVIDIA H100"));
        QCOMPARE(run.totals.steps, int64_t(5));
        QVERIFY(!std::filesystem::exists(path("devices/4711-1.json")));
        QCOMPARE(std::ranges::count(run.log, LogLevel::Warning, &LogEntry::level), std::ptrdiff_t(0));
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text.find("of steps 1 to 2 took 5.00 ms.") != std::string::npos;
        }));
    }

    /// Other processes are read while the trace of a process that has ended is being read.
    void theEndNeedNotWaitForTheTrace()
    {
        TrainingRecords records;
        records.deviceReady();
        records.step(1.0);
        records.deviceStarted();
        DeviceTraceText device;
        for (int i = 0; i < 2; ++i) {
            records.launch(device, "kernel");
            records.step(1.0);
        }
        records.deviceStopping();
        records.deviceWritten("4711-1.json");
        device.write(path("devices/4711-1.json"));
        m_memory->write(records.take());
        ProgramRun program(path("4711-1.probe"), m_plan);
        QVERIFY(!program.isWaiting());
        program.readRest();
        const auto steps = program.steps();
        QTRY_VERIFY(!program.isWaiting());
        QCOMPARE(program.end({}), std::string());
        QCOMPARE(program.steps(), steps);
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(run.trace.deviceWork.size(), size_t(2));
        QVERIFY(run.isOver());
    }

    void aProgramThatEndsBeforeTheProfilerStartsIsToldSo()
    {
        TrainingRecords records;
        records.deviceReady();
        for (int i = 0; i < 4; ++i)
            records.step(1.0);
        const auto run = runOf(records);
        QCOMPARE(run.steps.size(), size_t(4));
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text == "GPU work is not recorded: no step ended while PyTorch's profiler ran.";
        }));
    }

    void theProfilerRunsFromAFewStepsBeforeTheWindowUntilItsEnd()
    {
        m_plan.schedule.profileWait = 20;
        m_memory->header().flags = probe::initialFlags;
        m_memory->store();
        TrainingRecords records;
        ProgramRun program(path("4711-1.probe"), m_plan);
        const auto flagsAfter = [&](int steps) {
            for (int i = 0; i < steps; ++i)
                records.step(1.0);
            m_memory->write(records.take());
            program.update();
            program.update();
            m_memory->header().flags = m_memory->flags();
            return m_memory->flags();
        };
        constexpr uint32_t withDevices = probe::initialFlags | probe::RecordDevices;
        // The window has steps 21 and 22. Whether the last step so far is known is a matter of time.
        QCOMPARE(flagsAfter(4), probe::initialFlags);
        QCOMPARE(flagsAfter(2), withDevices);
        records.deviceReady();
        records.deviceStarted();
        QCOMPARE(flagsAfter(16), withDevices);
        QCOMPARE(flagsAfter(2), probe::initialFlags);
        requestSteps(program.runFile(), 2);
        QTest::qWait(150);
        QCOMPARE(flagsAfter(0), probe::initialFlags); // the first window has not come
        records.deviceStopping();
        records.deviceWritten("4711-1.json");
        DeviceTraceText().write(path("devices/4711-1.json"));
        uint32_t flags = flagsAfter(0);
        for (int i = 0; i < 200 && flags != withDevices; ++i) {
            QTest::qWait(10);
            flags = flagsAfter(0);
        }
        QCOMPARE(flags, withDevices);
        program.end({});
    }

    /// As with --windows-only.
    void aStepThatTheProfilerDoesNotCoverIsReplaced()
    {
        TrainingRecords records;
        records.deviceReady();
        DeviceTraceText device;
        for (int i = 0; i < 8; ++i) {
            if (i == 3)
                records.deviceStarted(); // later than step 1, with which the window should begin
            records.launch(device, "kernel");
            records.step(1.0);
        }
        records.deviceStopping();
        records.deviceWritten("4711-1.json");
        device.write(path("devices/4711-1.json"));
        const auto run = runOf(records);
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{3, 4}));
        QCOMPARE(run.steps[1].phase, StepPhase::Warmup);
        QCOMPARE(run.steps[3].phase, StepPhase::Active);
        QCOMPARE(run.trace.deviceWork.size(), size_t(2));
    }

    void severalWindowsHaveTheirWork()
    {
        TrainingRecords records;
        ProgramRun program(path("4711-1.probe"), m_plan);
        records.deviceReady();
        records.step(1.0);
        for (const char* file : {"4711-1.json", "4711-2.json"}) {
            DeviceTraceText device;
            records.deviceStarted();
            for (int i = 0; i < 2; ++i) {
                records.launch(device, file);
                records.step(1.0);
            }
            records.deviceStopping();
            records.deviceWritten(file);
            records.step(1.0); // of no window
            device.write(path("devices") / file);
            m_memory->write(records.take());
            for (int i = 0; i < 200 && std::filesystem::exists(path("devices") / file); ++i) {
                program.update();
                QTest::qWait(10);
            }
            QTest::qWait(20);
            program.update();
            records.message(records.now, R"({"window": {"steps": 2}})");
        }
        program.end({});
        const auto run = readRunFile(program.runFile()).run;
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2, 4, 5}));
        QCOMPARE(run.trace.deviceWork.size(), size_t(4));
        QCOMPARE(nameOf(run, run.trace.deviceWork[3].event), std::string("4711-2.json"));
        QCOMPARE(run.trace.devices.size(), size_t(1));
        QCOMPARE(run.trace.threads.size(), size_t(2));
        QCOMPARE(run.trace.names[run.trace.name[run.trace.steps[3].firstEvent + 3]],
                 std::string("aten::linear"));
    }

    void aProgramOfFewStepsKeepsThoseThatTheProfilerCovers()
    {
        m_plan.schedule.profileWait = 8;
        TrainingRecords records;
        records.deviceReady();
        records.step(1.0);
        records.deviceStarted();
        DeviceTraceText device;
        for (int i = 0; i < 2; ++i) {
            records.launch(device, "kernel");
            records.step(1.0);
        }
        records.deviceStopping();
        records.deviceWritten("4711-1.json");
        device.write(path("devices/4711-1.json"));
        const auto run = runOf(records);
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2}));
        QCOMPARE(run.trace.deviceWork.size(), size_t(2));
    }

    void aWindowWithoutItsTraceIsKept()
    {
        TrainingRecords records;
        records.deviceReady();
        records.step(1.0);
        records.deviceStarted();
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        const auto run = runOf(records); // the program is killed
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2}));
        QCOMPARE(run.trace.size(), uint32_t(2 * 9));
        QVERIFY(std::ranges::any_of(run.log, [](const LogEntry& entry) {
            return entry.text == "GPU work in steps 1 to 2 is not recorded: the program ended before "
                                 "PyTorch's profiler had written its trace.";
        }));
    }

    void aProgramThatGivesUpIsRecordedAsOneWithoutADevice()
    {
        m_plan.schedule.profileActive = 4;
        TrainingRecords records;
        records.deviceReady();
        records.step(1.0);
        records.deviceStarted();
        for (int i = 0; i < 2; ++i)
            records.step(1.0);
        records.message(records.now, R"({"devices": {"state": "off", "reason": "a reason"}})");
        for (int i = 0; i < 3; ++i)
            records.step(1.0);
        const auto run = runOf(records);
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2, 3, 4}));
        QCOMPARE(std::ranges::count(run.log, "GPU work is not recorded: a reason.", &LogEntry::text),
                 std::ptrdiff_t(1));
    }

    void whyDevicesAreNotRecordedIsSaidOnlyWhereThereAreSome_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("timesSaid");
        QTest::newRow("CUDA") << "0" << 1;
        QTest::newRow("none") << "null" << 0;
    }

    void whyDevicesAreNotRecordedIsSaidOnlyWhereThereAreSome()
    {
        QFETCH(QString, device);
        QFETCH(int, timesSaid);
        m_plan.deviceProblem = "A reason.";
        TrainingRecords records;
        records.message(records.now, fmt::format(R"({{"program": {{"torch": "2.1", "cuda_device": {}}}}})",
                                                 device.toStdString()));
        records.step(1.0);
        const auto run = runOf(records);
        QCOMPARE(int(std::ranges::count(run.log, m_plan.deviceProblem, &LogEntry::text)), timesSaid);
    }

    void aProgramWithoutADeviceIsRecordedAsEver()
    {
        TrainingRecords records;
        for (int i = 0; i < 5; ++i)
            records.step(1.0);
        const auto run = runOf(records);
        QCOMPARE(stepsOf(run), (std::vector<int64_t>{1, 2}));
        QCOMPARE(run.experiment.device, std::string("cpu"));
    }

private:
    /// Of which events were kept.
    static std::vector<int64_t> stepsOf(const Run& run)
    {
        std::vector<int64_t> numbers;
        for (const auto& step : run.trace.steps)
            numbers.push_back(step.number);
        return numbers;
    }

    static std::string nameOf(const Run& run, EventId event)
    {
        return event == noEvent ? std::string("nothing") : run.trace.names[run.trace.name[event]];
    }
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestProgramDevices)
#include "test_program_devices.moc"
