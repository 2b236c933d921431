// Traces that others recorded with operators and devices, taken apart and joined again. They are not part of
// the sources: see tests/core/import/test_real_traces.cpp.

#include "core/record/device_join.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <map>

using namespace stepscope;

namespace {

const std::filesystem::path folder = STEPSCOPE_REAL_TRACES;

/// What the probe would have recorded of the program, in one step.
TraceChunk hostPart(const DeviceTrace& whole, ProgramNames& names)
{
    const Trace& trace = whole.trace;
    TraceChunk chunk;
    int64_t endNs = whole.firstUnixNs;
    std::map<EventId, EventId> placeOf;
    for (EventId i(0); i < trace.endEvent(); ++i) {
        auto event = trace.event(i);
        event.startNs += whole.firstUnixNs;
        endNs = std::max(endNs, event.startNs + event.durationNs);
        if (trace.threads[event.thread].isStream() || event.kind >= EventKind::Runtime)
            continue;
        placeOf[i] = EventId(uint32_t(chunk.events.size()));
        event.name = names.name(trace.names[event.name]);
        event.shape = noShape;
        event.parent = event.parent == noEvent ? noEvent : placeOf.at(event.parent);
        chunk.events.push_back(event);
    }
    chunk.steps.push_back({.startNs = whole.firstUnixNs,
                           .durationNs = endNs - whole.firstUnixNs + 1,
                           .endEvent = EventId(uint32_t(chunk.events.size())),
                           .phase = StepPhase::Active});
    return chunk;
}

/// "kernel at 123: operator", sorted.
using Launches = std::multimap<std::pair<int64_t, std::string>, std::string>;

Launches launchesIn(const DeviceTrace& whole)
{
    const Trace& trace = whole.trace;
    Launches launches;
    for (const auto& work : trace.deviceWork) {
        if (work.launcher == noEvent || trace.kind[work.launcher] != EventKind::Runtime)
            continue;
        const auto parent = trace.parent[work.launcher];
        launches.emplace(
            std::pair(trace.startNs[work.event] + whole.firstUnixNs, trace.names[trace.name[work.event]]),
            parent == noEvent ? std::string() : trace.names[trace.name[parent]]);
    }
    return launches;
}

Launches launchesIn(const TraceChunk& chunk, const ProgramNames& names)
{
    Launches launches;
    for (const auto& work : chunk.deviceWork) {
        if (work.launcher == noEvent)
            continue;
        const auto parent = chunk.events[work.launcher].parent;
        launches.emplace(
            std::pair(chunk.events[work.event].startNs, names.names()[chunk.events[work.event].name]),
            parent == noEvent ? std::string() : names.names()[chunk.events[parent].name]);
    }
    return launches;
}

size_t same(const Launches& some, const Launches& others)
{
    size_t count = 0;
    for (const auto& [work, name] : some) {
        const auto found = others.find(work);
        count += found != others.end() && found->second == name;
    }
    return count;
}

} // namespace

class TestRealDeviceJoin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::is_directory(folder))
            QSKIP("Configure with -DSTEPSCOPE_REAL_TRACES=FOLDER to check against real traces.");
    }

    void whatIsTakenApartIsJoinedAsItWas_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("areThreadsKnown");
        for (const char* file :
             {"kineto-2021-resnet50-cuda.pt.trace.json.gz", "kineto-2024-ns-resolution-cuda.pt.trace.json.gz",
              "kineto-diff-control.json.gz", "kineto-diff-test.json.gz"}) {
            QTest::addRow("%s", file) << QString(file) << true;
            QTest::addRow("%s, other numbers of threads", file) << QString(file) << false;
        }
    }
    void whatIsTakenApartIsJoinedAsItWas()
    {
        QFETCH(QString, file);
        QFETCH(bool, areThreadsKnown);
        QTemporaryDir temporary;
        const std::filesystem::path copy = temporary.filePath("trace.json").toStdString();
        std::filesystem::copy_file(folder / file.toStdString(), copy);
        std::filesystem::permissions(copy, std::filesystem::perms::owner_all);
        auto whole = takeDeviceTrace(copy);
        ProgramNames names;
        std::vector<TraceThread> threads = whole.trace.threads;
        auto window = hostPart(whole, names);
        if (!areThreadsKnown) {
            // PyTorch's profiler knows the number of the thread that started it.
            bool isFirst = true;
            for (auto& thread : whole.trace.threads) {
                if (!thread.isStream() && !std::exchange(isFirst, false))
                    thread.id += 1'000'000;
            }
        }
        const WallClock clock({whole.firstUnixNs, whole.firstUnixNs}, {whole.firstUnixNs, whole.firstUnixNs});
        const auto joined = joinDeviceWork(std::move(window), whole, clock, names, threads);
        const auto expected = launchesIn(whole);
        const auto found = launchesIn(joined.chunk, names);
        qInfo("%zu launches, %zu of them joined, %zu to the same operator", expected.size(), found.size(),
              same(expected, found));
        QVERIFY(expected.size() > 100);
        QVERIFY(found.size() >= expected.size() * 99 / 100);
        QVERIFY(same(expected, found) >= expected.size() * 98 / 100);
    }
};

QTEST_GUILESS_MAIN(TestRealDeviceJoin)
#include "test_real_device_join.moc"
