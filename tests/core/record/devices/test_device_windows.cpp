#include "core/record/devices/device_windows.h"
#include "tests/support/device_trace_text.h"

#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

using namespace stepscope;
using Json = nlohmann::json;

namespace {

constexpr int64_t second = 1'000'000'000;

FoundStep stepAt(int64_t ns)
{
    return {.startNs = ns, .endNs = ns + 100};
}

/// With an operator.
TraceChunk chunkOf(int64_t number, int64_t ns)
{
    TraceChunk chunk;
    chunk.newNames = {"aten::op"};
    chunk.events = {{.startNs = ns + 10, .durationNs = 20}};
    chunk.steps = {{.number = number, .startNs = ns, .durationNs = 100, .endEvent = EventId(1)}};
    return chunk;
}

} // namespace

class TestDeviceWindows : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path path(const char* name) const { return m_folder->filePath(name).toStdString(); }

    void started(int64_t ns) { m_windows->take({{"state", "started"}, {"ns", ns}}, ns); }
    void stopping(int64_t ns) { m_windows->take({{"state", "stopping"}, {"ns", ns}}, ns); }
    void written(const char* file, int64_t lastWallNs = second)
    {
        m_windows->take({{"state", "written"}, {"file", file}, {"clocks", {{0, 0}, {lastWallNs, second}}}},
                        m_now);
    }
    /// From the program's start of the profiler until it has stopped, with two steps.
    void window()
    {
        m_windows->take({{"state", "ready"}}, 0);
        QVERIFY(m_windows->wantsProfiler(true, 0));
        started(1000);
        for (int64_t i = 0; i < 2; ++i) {
            QVERIFY(m_windows->covers(stepAt(1000 + i * 100)));
            auto chunk = chunkOf(5 + i, 1000 + i * 100);
            m_windows->hold(chunk);
            QVERIFY(chunk.events.empty() && chunk.steps.empty());
            QCOMPARE(chunk.newNames.size(), size_t(1)); // later steps count on from them
        }
        QVERIFY(!m_windows->wantsProfiler(false, 1200));
        stopping(1250);
    }
    void write(const char* name)
    {
        DeviceTraceText text;
        text.kernel(text.call(1, DeviceTraceText::baseNs, 10), DeviceTraceText::baseNs + 20, 10);
        text.write(path(name));
    }
    std::optional<DeviceWindows::Window> waitForWindow(std::optional<int64_t> openSinceNs = {})
    {
        std::optional<DeviceWindows::Window> window;
        for (int i = 0; i < 500 && !window; ++i) {
            window = m_windows->takeReady(m_now, openSinceNs);
            if (!window)
                QTest::qWait(10);
        }
        return window;
    }
    static bool has(const std::vector<std::string>& problems, const char* text)
    {
        return problems.size() == 1 && problems[0] == std::string("GPU work ") + text;
    }

    std::optional<QTemporaryDir> m_folder;
    std::optional<DeviceWindows> m_windows;
    int64_t m_now = 2000;

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        m_windows.emplace(m_folder->path().toStdString());
        m_now = 2000;
    }

    void aWindowWaitsForItsTrace()
    {
        window();
        QVERIFY(!m_windows->takeReady(m_now));
        QVERIFY(!m_windows->wantsProfiler(true, m_now)); // one window after the other
        write("4711-1.json");
        written("4711-1.json");
        const auto window = waitForWindow();
        QVERIFY(window);
        QVERIFY(window->device);
        QCOMPARE(window->device->trace.size(), uint32_t(2));
        QCOMPARE(window->chunk.steps.size(), size_t(2));
        QCOMPARE(window->chunk.steps[1].firstEvent, 1U);
        QCOMPARE(window->clock.monotonicOf(5), int64_t(5));
        QVERIFY(m_windows->takeProblems().empty());
        QVERIFY(!std::filesystem::exists(path("4711-1.json")));
        QVERIFY(m_windows->wantsProfiler(true, m_now)); // the next
        QVERIFY(!m_windows->covers(stepAt(3000)));
        started(4000);
        QVERIFY(m_windows->covers(stepAt(4000)));
    }

    void aWindowWaitsALittleForItsLastStep()
    {
        window();
        write("4711-1.json");
        written("4711-1.json");
        QTest::qWait(100);
        QVERIFY(!m_windows->takeReady(m_now, 1200)); // a step that may have ended before the profiler
        auto chunk = chunkOf(7, 1200);
        m_windows->hold(chunk);
        const auto window = waitForWindow(1300);
        QVERIFY(window && window->device);
        QCOMPARE(window->chunk.steps.size(), size_t(3));
    }

    void aWindowDoesNotWaitForAStepForEver()
    {
        window();
        write("4711-1.json");
        written("4711-1.json");
        m_now = 1250 + DeviceWindows::longestStepNs;
        QVERIFY(waitForWindow(1200));
    }

    void onlyWholeStepsAreCovered()
    {
        QVERIFY(!m_windows->isExpected());
        QVERIFY(!m_windows->covers(stepAt(1000)));
        window();
        QVERIFY(m_windows->isExpected());
        QVERIFY(!m_windows->covers(stepAt(999)));
        QVERIFY(m_windows->covers(stepAt(1150)));
        QVERIFY(!m_windows->covers(stepAt(1151)));
    }

    void withoutAFolderThereAreNoWindows()
    {
        m_windows.emplace(std::filesystem::path());
        QVERIFY(!m_windows->wantsProfiler(true, 0));
        m_windows->take({{"state", "ready"}}, 0);
        started(5);
        QVERIFY(!m_windows->isExpected());
        QVERIFY(!m_windows->covers(stepAt(10)));
        QVERIFY(!m_windows->takeReady(m_now));
        QVERIFY(!m_windows->finish());
    }

    void whatDoesNotComeIsNotWaitedForForEver()
    {
        window();
        QVERIFY(!m_windows->takeReady(m_now + DeviceWindows::longestWriteNs - second));
        const auto window = m_windows->takeReady(m_now + DeviceWindows::longestWriteNs);
        QVERIFY(window && !window->device);
        QCOMPARE(window->chunk.steps.size(), size_t(2));
        QVERIFY(has(m_windows->takeProblems(),
                    "in steps 5 to 6 is not recorded: PyTorch's profiler did not write its trace in time."));
        write("4711-1.json");
        written("4711-1.json"); // too late, but it does not stay
        QVERIFY(!std::filesystem::exists(path("4711-1.json")));
        QVERIFY(!m_windows->takeReady(m_now));
        QVERIFY(m_windows->isExpected()); // only one window is lost
        QVERIFY(m_windows->wantsProfiler(true, m_now));
    }

    void aProfilerThatDoesNotStopIsNotWaitedForForEver()
    {
        m_windows->wantsProfiler(true, 0);
        started(1000);
        auto chunk = chunkOf(5, 1000);
        m_windows->hold(chunk);
        QVERIFY(!m_windows->takeReady(DeviceWindows::longestStopNs * 2)); // the window is open
        m_windows->wantsProfiler(false, 2000);
        QVERIFY(!m_windows->takeReady(DeviceWindows::longestStopNs));
        QVERIFY(m_windows->takeReady(DeviceWindows::longestStopNs + 3000));
        QVERIFY(has(m_windows->takeProblems(),
                    "in step 5 is not recorded: the program did not stop PyTorch's profiler in time."));
    }

    void aProfilerThatDoesNotStartIsNotWaitedForForEver()
    {
        m_windows->take({{"state", "ready"}}, 0);
        m_windows->wantsProfiler(true, 0);
        m_windows->takeReady(DeviceWindows::longestStartNs + 1); // no step was missed so far
        QVERIFY(m_windows->isExpected());
        for (int i = 0; i <= DeviceWindows::mostMissedSteps; ++i)
            m_windows->missStep();
        m_windows->takeReady(DeviceWindows::longestStartNs);
        QVERIFY(m_windows->isExpected());
        QVERIFY(!m_windows->takeReady(DeviceWindows::longestStartNs + 1));
        QVERIFY(!m_windows->isExpected());
        QVERIFY(has(m_windows->takeProblems(),
                    "is not recorded: the program did not start PyTorch's profiler in time."));
    }

    void aWindowWithoutAUsableTraceIsKept_data()
    {
        QTest::addColumn<QByteArray>("content"); // empty: no file
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << QByteArray() << "4711-1.json"
                                 << "its file is missing";
        QTest::newRow("damaged") << QByteArray("{\"traceEvents\": [{\"ph\": \"X\", \"na") << "4711-1.json"
                                 << "";
        QTest::newRow("no trace") << QByteArray("{\"a\": 1}") << "4711-1.json"
                                  << "its file is damaged";
    }
    void aWindowWithoutAUsableTraceIsKept()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, file);
        QFETCH(QString, reason);
        window();
        if (!content.isEmpty())
            std::ofstream(path("4711-1.json")) << content.toStdString();
        written(file.toStdString().c_str());
        const auto window = waitForWindow();
        QVERIFY(window && !window->device);
        QCOMPARE(window->chunk.steps.size(), size_t(2));
        const auto problems = m_windows->takeProblems();
        QCOMPARE(problems.size(), size_t(1));
        QVERIFY2(problems[0].starts_with("GPU work in steps 5 to 6 is not recorded: its file "),
                 problems[0].c_str());
        QVERIFY(problems[0].find(reason.toStdString()) != std::string::npos);
        QVERIFY(m_windows->isExpected()); // in the next window it may be there
    }

    void aFileElsewhereIsNotRead()
    {
        QTemporaryDir elsewhere;
        const auto file = elsewhere.filePath("trace.json").toStdString();
        DeviceTraceText().write(file);
        for (const std::string& name : {file, "../" + file, std::string(".."), std::string()}) {
            init();
            window();
            written(name.c_str());
            QVERIFY(!m_windows->takeReady(m_now));
            QVERIFY(m_windows->takeReady(m_now + DeviceWindows::longestWriteNs));
        }
        QVERIFY(std::filesystem::exists(file));
    }

    void aClockThatWasSetMeanwhileIsNotBelieved()
    {
        window();
        write("4711-1.json");
        written("4711-1.json", 3 * second);
        const auto window = waitForWindow();
        QVERIFY(window && !window->device);
        QVERIFY(has(m_windows->takeProblems(),
                    "in steps 5 to 6 is not recorded: the system clock was set during the recording."));
    }

    void theProgramMayGiveUp()
    {
        window();
        m_windows->take({{"state", "off"}, {"reason", "the program uses its own profiler"}}, m_now);
        const auto window = m_windows->takeReady(m_now);
        QVERIFY(window && !window->device);
        QVERIFY(has(m_windows->takeProblems(), "is not recorded: the program uses its own profiler."));
        started(5000);
        QVERIFY(!m_windows->isExpected());
        QVERIFY(!m_windows->covers(stepAt(5000)));
    }

    void aProgramThatEndsDeliversWhatItHas()
    {
        window();
        write("4711-1.json");
        written("4711-1.json");
        const auto window = m_windows->finish();
        QVERIFY(window && window->device);
        QVERIFY(!m_windows->finish());
    }

    void aProgramThatIsKilledKeepsItsSteps()
    {
        window();
        const auto window = m_windows->finish();
        QVERIFY(window && !window->device);
        QCOMPARE(window->chunk.steps.size(), size_t(2));
        QVERIFY(has(m_windows->takeProblems(), "in steps 5 to 6 is not recorded: the program ended before "
                                               "PyTorch's profiler had written its trace."));
    }

    void aLongWindowIsCut()
    {
        m_windows->wantsProfiler(true, 0);
        started(1000);
        for (int64_t i = 0; i < int64_t(DeviceWindows::mostSteps); ++i) {
            QVERIFY(m_windows->wantsProfiler(true, 1000 + i));
            auto chunk = chunkOf(i, 1000 + i * 100);
            m_windows->hold(chunk);
        }
        QVERIFY(!m_windows->wantsProfiler(true, 2000));
        stopping(100'000);
        write("1.json");
        written("1.json");
        QVERIFY(waitForWindow());
        QVERIFY(m_windows->wantsProfiler(true, 3000));
    }

    void messagesThatAreNotAsAgreedAreLeftOut()
    {
        window();
        const auto take = [&](const char* text) {
            try {
                m_windows->take(Json::parse(text), m_now);
            } catch (const Json::exception&) {
                // as ProgramRun catches it
            }
        };
        for (const char* text : {"1", "[]", "{}", R"({"state": 1})", R"({"state": "stopping"})",
                                 R"({"state": "stopping", "ns": 1e300})", R"({"state": "written"})",
                                 R"({"state": "written", "file": "a", "clocks": [[1]]})",
                                 R"({"state": "written", "file": 5, "clocks": [[0, 0], [1, 1]]})"})
            take(text);
        QVERIFY(!m_windows->takeReady(m_now));
        QVERIFY(m_windows->takeProblems().empty());
    }
};

QTEST_GUILESS_MAIN(TestDeviceWindows)
#include "test_device_windows.moc"
