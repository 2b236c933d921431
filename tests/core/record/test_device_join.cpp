#include "core/base/error.h"
#include "core/record/device_join.h"
#include "tests/support/device_trace_text.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <set>
#include <span>

using namespace stepscope;

namespace {

constexpr int64_t offset = DeviceTraceText::baseNs + 1'000'000; // wall clock minus monotonic clock
constexpr int64_t mainThread = 100;
constexpr int64_t otherThread = 101;

/// Two steps of a program, from 1000 to 3000 and from 4000 to 6000, with the same operators in each: one with
/// one inside on the main thread, and one on the other thread.
TraceChunk twoSteps(ProgramNames& names)
{
    TraceChunk chunk;
    for (int64_t step = 0; step < 2; ++step) {
        const int64_t ns = 1000 + step * 3000;
        const EventId first(uint32_t(chunk.events.size()));
        const auto add = [&](const char* name, int64_t start, int64_t end, EventId parent, uint16_t thread,
                             Pass pass) {
            chunk.events.push_back({.startNs = ns + start,
                                    .durationNs = end - start,
                                    .name = names.name(name),
                                    .parent = parent,
                                    .thread = ThreadId(thread),
                                    .pass = pass});
        };
        add("aten::linear", 100, 900, noEvent, 0, Pass::Forward);
        add("aten::addmm", 200, 800, first, 0, Pass::Forward);
        add("AddmmBackward0", 1000, 1900, noEvent, 1, Pass::Backward);
        chunk.steps.push_back({.number = 10 + step,
                               .startNs = ns,
                               .durationNs = 2000,
                               .firstEvent = first,
                               .endEvent = EventId(uint32_t(chunk.events.size())),
                               .phase = StepPhase::Active});
    }
    return chunk;
}

std::vector<TraceThread> twoThreads()
{
    return {{.id = mainThread, .name = "main", .process = 4711},
            {.id = otherThread, .name = "thread 101", .process = 4711}};
}

/// What was joined, with the names and threads of the program.
struct Joined
{
    JoinedWindow window;
    ProgramNames names;
    std::vector<TraceThread> threads = twoThreads();

    const TraceEvent& event(const char* name) const
    {
        const auto found = std::ranges::find_if(
            window.chunk.events, [&](const TraceEvent& each) { return names.names()[each.name] == name; });
        return found == window.chunk.events.end() ? nothing : *found;
    }
    bool has(const char* name) const { return &event(name) != &nothing; }
    std::string nameOf(EventId event) const
    {
        return event == noEvent ? std::string("nothing") : names.names()[window.chunk.events[event].name];
    }
    std::string parentOf(const char* name) const { return nameOf(event(name).parent); }
    const TraceDeviceWork* workOf(const char* name) const
    {
        for (const auto& work : window.chunk.deviceWork) {
            if (nameOf(work.event) == name)
                return &work;
        }
        return nullptr;
    }
    std::string launcherOf(const char* name) const
    {
        const auto* work = workOf(name);
        return nameOf(work ? work->launcher : noEvent);
    }
    size_t stepOf(const char* name) const
    {
        const auto index = uint32_t(&event(name) - window.chunk.events.data());
        for (size_t i = 0; i < window.chunk.steps.size(); ++i) {
            if (index >= window.chunk.steps[i].firstEvent && index < window.chunk.steps[i].endEvent)
                return i;
        }
        return window.chunk.steps.size();
    }

private:
    static constexpr TraceEvent nothing{.startNs = -1};
};

} // namespace

class TestDeviceJoin : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    DeviceTrace read(const DeviceTraceText& text) const
    {
        text.write(path("trace.json"));
        return takeDeviceTrace(path("trace.json"));
    }

    Joined join(const DeviceTraceText& text, const WallClock& clock = {{offset, 0}, {offset, 0}},
                std::span<const uint64_t> handles = {}) const
    {
        const auto device = read(text);
        Joined joined;
        auto chunk = twoSteps(joined.names);
        joined.window =
            joinDeviceWork(std::move(chunk), device, clock, joined.names, joined.threads, handles);
        return joined;
    }

    static std::string problemOf(const std::function<void()>& function)
    {
        try {
            function();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void aCallIsInItsOperatorAndAKernelKnowsItsCall()
    {
        DeviceTraceText text;
        const int call = text.call(mainThread, offset + 1300, 50);
        text.kernel(call, offset + 1500, 400);
        const int copy = text.call(mainThread, offset + 1850, 20, "cudaMemcpyAsync");
        text.copy(copy, offset + 1900, 100, 4096);
        const auto joined = join(text);
        QCOMPARE(joined.window.works, size_t(2));
        QCOMPARE(joined.parentOf("cudaLaunchKernel"), std::string("aten::addmm"));
        QCOMPARE(joined.parentOf("cudaMemcpyAsync"), std::string("aten::linear"));
        QCOMPARE(joined.launcherOf("kernel"), std::string("cudaLaunchKernel"));
        QCOMPARE(joined.event("kernel").startNs, int64_t(1500));
        QCOMPARE(joined.event("kernel").pass, Pass::Forward);
        QCOMPARE(joined.workOf("kernel")->grid[0], 66U);
        const auto* copied = joined.workOf("Memcpy HtoD (Pinned -> Device)");
        QVERIFY(copied);
        QCOMPARE(copied->bytes, int64_t(4096));
        QCOMPARE(copied->direction, CopyDirection::HostToDevice);
        QCOMPARE(joined.threads.size(), size_t(4));
        QCOMPARE(joined.threads[joined.event("kernel").thread],
                 (TraceThread{.id = 7, .name = {}, .process = 4711, .device = 0}));
        QCOMPARE(joined.window.chunk.newDevices.size(), size_t(1));
        QCOMPARE(joined.window.chunk.newDevices[0].name, std::string("NVIDIA H100"));
    }

    void aKernelThatRunsAfterTheWindowBelongsToItsLastStep()
    {
        DeviceTraceText text;
        const int call = text.call(mainThread, offset + 4300, 50);
        text.kernel(call, offset + 7500, 400, "late");
        const int between = text.call(mainThread, offset + 1300, 50, "cudaLaunchKernelExC");
        text.kernel(between, offset + 3500, 100, "between");
        const auto joined = join(text);
        QCOMPARE(joined.stepOf("late"), size_t(1));
        QCOMPARE(joined.launcherOf("late"), std::string("cudaLaunchKernel"));
        QCOMPARE(joined.stepOf("between"), size_t(0));
    }

    void whatIsOfNoStepIsLeftOut()
    {
        DeviceTraceText text;
        const int before = text.call(mainThread, offset + 500, 20, "before");
        text.kernel(before, offset + 600, 100, "kernel before");
        const int running = text.call(mainThread, offset + 700, 20, "early");
        text.kernel(running, offset + 1200, 100, "launched before"); // the device is busy in the step
        const int gap = text.call(mainThread, offset + 3200, 20, "gap");
        text.kernel(gap, offset + 3300, 100, "kernel in gap");
        const int after = text.call(mainThread, offset + 6100, 20, "after");
        text.kernel(after, offset + 6200, 100, "kernel after");
        text.kernel(0, offset + 6300, 100, "unknown after");
        text.kernel(0, offset + 4100, 100, "unknown");
        const auto joined = join(text);
        for (const char* name : {"before", "kernel before", "early", "gap", "kernel in gap", "after",
                                 "kernel after", "unknown after"})
            QVERIFY2(!joined.has(name), name);
        QCOMPARE(joined.launcherOf("launched before"), std::string("nothing"));
        QCOMPARE(joined.stepOf("unknown"), size_t(1));
        QCOMPARE(joined.window.works, size_t(2));
    }

    void aCallOutsideOfOperatorsHasNoParent()
    {
        DeviceTraceText text;
        const int call = text.call(mainThread, offset + 2950, 20, "cudaStreamSynchronize");
        text.kernel(call, offset + 2980, 10);
        const auto joined = join(text);
        QCOMPARE(joined.parentOf("cudaStreamSynchronize"), std::string("nothing"));
        QCOMPARE(joined.event("cudaStreamSynchronize").pass, Pass::Forward); // that of the one before
        QCOMPARE(joined.launcherOf("kernel"), std::string("cudaStreamSynchronize"));
    }

    void eachThreadHasItsOwnCalls()
    {
        DeviceTraceText text;
        text.kernel(text.call(otherThread, offset + 2300, 20, "backward call"), offset + 2500, 50, "back");
        text.kernel(text.call(mainThread, offset + 1300, 20, "forward call"), offset + 1500, 50, "forth");
        const auto joined = join(text);
        QCOMPARE(joined.parentOf("backward call"), std::string("AddmmBackward0"));
        QCOMPARE(joined.parentOf("forward call"), std::string("aten::addmm"));
        QCOMPARE(joined.event("back").pass, Pass::Backward);
        QCOMPARE(joined.event("forth").pass, Pass::Forward);
    }

    void aThreadOfAnotherNumberIsFoundByItsCalls()
    {
        constexpr int64_t number = 987654321; // as pthread_self() gives
        DeviceTraceText text;
        text.call(mainThread, offset + 1300, 20, "forward call");
        for (int64_t i = 0; i < 8; ++i)
            text.kernel(text.call(number, offset + 2050 + i * 100, 20, "backward call"), offset + 2100, 50);
        const auto joined = join(text);
        QCOMPARE(joined.parentOf("backward call"), std::string("AddmmBackward0"));
        QCOMPARE(joined.event("kernel").pass, Pass::Backward);
        QCOMPARE(joined.threads.size(), size_t(3)); // with the stream
    }

    /// One call in an operator and many outside would not identify the thread.
    void aThreadIsKnownByItsHandle()
    {
        constexpr uint64_t handles[] = {0x7f40'b7d4'8740, 0x7f3d'31dd'b640};
        constexpr int64_t negative = int64_t(0x1'0000'0000) - 0xb7d4'8740; // without its sign
        DeviceTraceText text;
        text.call(negative, offset + 1300, 20, "forward call");
        text.kernel(text.call(0x31dd'b640, offset + 2300, 20, "backward call"), offset + 2400, 50);
        for (int64_t i = 0; i < 20; ++i) {
            text.call(negative, offset + 1950 + i * 50, 10, "cudaEventQuery");
            text.call(0x31dd'b640, offset + 1005 + i * 4, 2, "cudaEventQuery");
        }
        const auto joined = join(text, {{offset, 0}, {offset, 0}}, handles);
        QCOMPARE(joined.threads.size(), size_t(3)); // with the stream
        QCOMPARE(joined.parentOf("forward call"), std::string("aten::addmm"));
        QCOMPARE(joined.parentOf("backward call"), std::string("AddmmBackward0"));
        QCOMPARE(joined.event("kernel").pass, Pass::Backward);
    }

    void aThreadThatOnlyWatchesIsNotTakenForAnother()
    {
        constexpr int64_t watcher = 55;
        DeviceTraceText text;
        text.call(mainThread, offset + 1300, 20, "forward call");
        for (int64_t i = 0; i < 20; ++i)
            text.call(watcher, offset + 1050 + i * 95, 10, "cudaEventQuery");
        const auto joined = join(text);
        QCOMPARE(joined.parentOf("cudaEventQuery"), std::string("nothing"));
        const auto& thread = joined.threads[joined.event("cudaEventQuery").thread];
        QCOMPARE(thread.id, watcher);
        QCOMPARE(thread.name, std::string("thread 55"));
        QVERIFY(!thread.isStream());
    }

    void aCallWithinACallIsTheOuterOne()
    {
        DeviceTraceText text;
        text.call(mainThread, offset + 1300, 100, "cudaLaunchKernel");
        const int inner = text.call(mainThread, offset + 1320, 50, "cuLaunchKernel");
        text.kernel(inner, offset + 1500, 50);
        const auto joined = join(text);
        QVERIFY(!joined.has("cuLaunchKernel"));
        QCOMPARE(joined.launcherOf("kernel"), std::string("cudaLaunchKernel"));
    }

    void streamsAndNamesOfAnEarlierWindowAreKnown()
    {
        DeviceTraceText text;
        text.kernel(text.call(mainThread, offset + 1300, 20), offset + 1500, 50);
        auto joined = join(text);
        const auto threads = joined.threads;
        const auto names = joined.names.names().size();
        auto chunk = twoSteps(joined.names);
        const WallClock clock({offset, 0}, {offset, 0});
        const auto again = joinDeviceWork(std::move(chunk), read(text), clock, joined.names, joined.threads);
        QCOMPARE(joined.threads, threads);
        QCOMPARE(joined.names.names().size(), names);
        QCOMPARE(again.works, size_t(1));
    }

    void aWindowWithoutWorkStaysAsItWas()
    {
        DeviceTraceText text;
        text.call(mainThread, offset + 9000, 20);
        const auto joined = join(text);
        ProgramNames names;
        QCOMPARE(joined.window.chunk.events.size(), twoSteps(names).events.size());
        QCOMPARE(joined.window.works, size_t(0));
        QVERIFY(joined.window.chunk.deviceWork.empty());
    }

    void theClocksMayDriftApart()
    {
        // During the window, the wall clock runs 400 parts per million faster.
        const WallClock clock({offset, 0}, {offset + 1'000'400'000, 1'000'000'000});
        QVERIFY(clock.isSteady());
        QCOMPARE(clock.monotonicOf(offset), int64_t(0));
        QCOMPARE(clock.monotonicOf(offset + 500'200'000), int64_t(500'000'000));
        QCOMPARE(clock.monotonicOf(offset + 1'000'400'000), int64_t(1'000'000'000));
    }

    void aClockThatWasSetIsNoMeasure()
    {
        QVERIFY(!WallClock({offset, 0}, {offset + 2'000'000'000, 1'000'000'000}).isSteady());
        QVERIFY(!WallClock({offset, 0}, {offset - 2'000'000'000, 1'000'000'000}).isSteady());
        QVERIFY(!WallClock({offset, 1'000'000'000}, {offset, 0}).isSteady());
        QVERIFY(WallClock({offset, 5}, {offset, 5}).isSteady());
        const WallClock any({offset, 0}, {offset + 1, 90'000});
        QVERIFY(any.monotonicOf(4'000'000'000'000'000'000) > 0); // and does not overflow
    }

    void aFileIsRemovedOnceItIsRead()
    {
        DeviceTraceText text;
        text.kernel(text.call(mainThread, offset + 1300, 20), offset + 1500, 50);
        const auto device = read(text);
        QCOMPARE(device.trace.size(), uint32_t(2));
        QCOMPARE(device.firstUnixNs, offset + 1300);
        QVERIFY(!std::filesystem::exists(path("trace.json")));
    }

    void aFileThatCannotBeUsedIsRefused()
    {
        const auto file = path("trace.json");
        const auto problem = [&] { return problemOf([&] { takeDeviceTrace(file); }); };
        QCOMPARE(problem(), std::string("its file is missing"));

        DeviceTraceText text;
        text.kernel(text.call(mainThread, offset + 1300, 20), offset + 1500, 50);
        const auto whole = text.text();
        for (const size_t size : {whole.size() / 2, whole.size() - 60, size_t(40), size_t(0)}) {
            std::ofstream(file) << whole.substr(0, size);
            const auto reason = problem();
            QVERIFY2(reason == "its file is damaged" || reason == "its file has no events", reason.c_str());
            QVERIFY(!std::filesystem::exists(file));
        }
        text.write(file);
        const auto tooLarge = problemOf([&] { takeDeviceTrace(file, 100); });
        QVERIFY2(tooLarge.starts_with("its file of ") &&
                     tooLarge.ends_with("is too large, the limit is 100 B"),
                 tooLarge.c_str());
        QVERIFY(!std::filesystem::exists(file));

        std::ofstream(file) << R"({"traceEvents": []})";
        QCOMPARE(problem(), std::string("its file has no events"));
        std::ofstream(file) << R"({"traceEvents": [{"ph": "X", "name": "a", "ts": 5, "dur": 1, "tid": 1}]})";
        QCOMPARE(problem(), std::string("its file has no recording time"));

        std::ofstream(path("elsewhere.json")) << whole;
        std::filesystem::create_symlink(path("elsewhere.json"), file);
        QCOMPARE(problem(), std::string("its file is missing"));
        QVERIFY(std::filesystem::exists(path("elsewhere.json")));
    }
};

QTEST_GUILESS_MAIN(TestDeviceJoin)
#include "test_device_join.moc"
