#include "core/trace/event_kind.h"
#include "core/trace/timeline/timeline_groups.h"
#include "core/trace/timeline/timeline_list.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/device_run.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::vector<TraceCounter::Value> valuesOf(std::initializer_list<std::pair<int64_t, double>> values)
{
    std::vector<TraceCounter::Value> made;
    for (const auto& [ns, value] : values)
        made.push_back({ns, value});
    return made;
}

/// "0-10: 3 to 5".
QStringList textOf(const std::vector<TimelineCounter::Cell>& cells)
{
    QStringList lines;
    for (const auto& cell : cells)
        lines << QString("%1-%2: %3 to %4").arg(cell.startNs).arg(cell.endNs).arg(cell.least).arg(cell.most);
    return lines;
}

QStringList namesOf(const std::vector<TimelineGroup>& groups)
{
    QStringList names;
    for (const auto& group : groups)
        names << QString::fromStdString(group.name);
    return names;
}

} // namespace

/// Streams, counters and launches beside the threads of a timeline.
class TestTimelineGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCounterHoldsItsValueUntilTheNext()
    {
        const auto counter = TimelineCounter::ofSteps(valuesOf({{10, 5}, {25, 3}, {26, 9}, {40, 1}}));
        QCOMPARE(counter.most(), 9.0);
        QCOMPARE(counter.at(9, 1), 0.0);
        QCOMPARE(counter.at(24, 1), 5.0);
        QCOMPARE(counter.at(1000, 1), 1.0);
        QCOMPARE(textOf(counter.cells(0, 60, 10)),
                 (QStringList{"0-10: 0 to 0", "10-20: 5 to 5", "20-30: 3 to 9", "30-40: 9 to 9",
                              "40-60: 1 to 1"}));
    }

    void cellsStayWhereTheyAreWhileThePictureMoves()
    {
        const auto counter = TimelineCounter::ofSteps(valuesOf({{10, 5}, {25, 3}}));
        QCOMPARE(counter.cells(7, 30, 10).front().startNs, int64_t(0));
        QCOMPARE(counter.cells(-7, 30, 10).front().startNs, int64_t(-10));
    }

    void cellsOfManyValuesHaveTheirLeastAndMost()
    {
        std::vector<TraceCounter::Value> values;
        for (int i = 0; i < 10'000; ++i)
            values.push_back({i, double((i * 7919) % 10'007)});
        const auto counter = TimelineCounter::ofSteps(values);
        for (const auto& cell : counter.cells(0, 10'000, 777)) {
            double least = cell.startNs == 0 ? values[0].value : values[size_t(cell.startNs)].value;
            double most = least;
            for (auto ns = cell.startNs; ns < std::min<int64_t>(cell.endNs, 10'000); ++ns) {
                least = std::min(least, values[size_t(ns)].value);
                most = std::max(most, values[size_t(ns)].value);
            }
            QCOMPARE(cell.least, least);
            QCOMPARE(cell.most, most);
        }
    }

    void aCoverIsItsShareOfEachCell()
    {
        const auto counter = TimelineCounter::ofCover(IntervalSet({{5, 15}, {20, 30}, {30, 35}}));
        QCOMPARE(textOf(counter.cells(0, 40, 10)),
                 (QStringList{"0-20: 0.5 to 0.5", "20-30: 1 to 1", "30-40: 0.5 to 0.5"}));
        QCOMPARE(counter.at(10, 20), 0.5);
    }

    void devicesHaveMemoryAndUtilization()
    {
        const DeviceRun device(3);
        const auto counters = timelineCounters(device.run.trace);
        QCOMPARE(counters.size(), size_t(2));
        QCOMPARE(counters[0].name, std::string("Utilization"));
        QCOMPARE(counters[0].most(), 1.0);
        QCOMPARE(counters[1].name, std::string("Allocated"));
        QCOMPARE(counters[1].unit, CounterUnit::Bytes);
        QCOMPARE(counters[1].device, int16_t(0));
        QCOMPARE(counters[1].most(), 98'000'512.0);
    }

    void memoryIsWithTheStreamsOfItsDevice()
    {
        DeviceRun device(3);
        for (TraceThread& thread : device.run.trace.threads)
            thread.process = thread.isStream() ? 0 : 25738; // as in a trace of PyTorch's profiler
        const Trace& trace = device.run.trace;
        QCOMPARE(namesOf(timelineGroups(trace, timelineCounters(trace))), namesOf(timelineGroups(trace, {})));
    }

    void countersOfTheTraceAreShown()
    {
        Trace trace = traceOf("add 0-10\n");
        trace.counters = {{.name = "Total Reserved", .device = 0, .values = valuesOf({{1, 4096}})},
                          {.name = "empty"}};
        const auto counters = timelineCounters(trace);
        QCOMPARE(counters.size(), size_t(1));
        QCOMPARE(counters[0].unit, CounterUnit::Bytes);
    }

    void aHostAloneIsOneGroup()
    {
        Trace trace = traceOf("add 0-10\nmul 0-10 t1\n");
        trace.threads = {{.id = 1}, {.id = 2}};
        const auto groups = timelineGroups(trace, {});
        QCOMPARE(namesOf(groups), QStringList{"Host"});
        QCOMPARE(groups[0].threads, (std::vector<int>{0, 1}));
    }

    void streamsStandUnderTheirDevice()
    {
        Trace trace = DeviceRun(1).run.trace;
        std::swap(trace.threads[2].id, trace.threads[3].id);
        const auto counters = timelineCounters(trace);
        const auto groups = timelineGroups(trace, counters);
        QCOMPARE(namesOf(groups), (QStringList{"Host", "GPU 0 · NVIDIA H200"}));
        QCOMPARE(groups[1].threads, (std::vector<int>{3, 2, 4})); // by the stream's number
        QCOMPARE(groups[1].counters, (std::vector<int>{0, 1}));
    }

    void ranksAndProcessesAreGroups()
    {
        Trace trace = DeviceRun(1, 2).run.trace;
        QCOMPARE(namesOf(timelineGroups(trace, {})),
                 (QStringList{"Rank 0 · Host", "Rank 0 · GPU 0 · NVIDIA H200", "Rank 1 · Host",
                              "Rank 1 · GPU 1 · NVIDIA H200"}));
        for (TraceThread& thread : trace.threads)
            thread.process += 40'000;
        QCOMPARE(namesOf(timelineGroups(trace, {})).front(), QString("Process 40000 · Host"));
    }

    void rowsHaveHeadingsAndCounters()
    {
        const Trace trace = DeviceRun(2).run.trace;
        TimelineIndex index;
        index.update(trace);
        const auto counters = timelineCounters(trace);
        const auto groups = timelineGroups(trace, counters);
        using Kind = TimelineBand::Kind;
        const auto kinds = [](const TimelineRows& rows) {
            std::vector<Kind> made;
            for (const auto& band : rows.bands)
                made.push_back(band.kind);
            return made;
        };
        const auto rows = TimelineRows::of(index, groups, {}, {}, {});
        // Steps; the host with two threads; the device with two streams (of one nothing ran) and counters.
        QCOMPARE(kinds(rows),
                 (std::vector{Kind::Track, Kind::Heading, Kind::Track, Kind::Track, Kind::Heading,
                              Kind::Track, Kind::Track, Kind::Counter, Kind::Counter}));
        for (size_t i = 1; i < rows.bands.size(); ++i)
            QVERIFY(rows.bands[i].top >= rows.bands[i - 1].top + rows.bands[i - 1].height);
        const auto& last = rows.bands.back();
        QCOMPARE(rows.at(last.top + 5)->band, rows.bands.size() - 1);
        QCOMPARE(rows.at(last.top + 5)->lane, -1);

        const auto folded = TimelineRows::of(index, groups, {}, {false, true}, {});
        QCOMPARE(kinds(folded),
                 (std::vector{Kind::Track, Kind::Heading, Kind::Track, Kind::Track, Kind::Heading}));
        QVERIFY(folded.bands.back().collapsed);

        TimelineList list;
        TimelineScale scale{.beginNs = index.beginNs(), .endNs = index.endNs(), .width = 1000};
        scale.fitAll();
        list.build(index, rows, scale, 0, rows.height);
        for (const auto& row : list.rows)
            QCOMPARE(rows.bands[row.band].kind, Kind::Track);
    }

    void withoutGroupsRowsAreAsEver()
    {
        Trace trace = traceOf("add 0-10\nmul 0-10 t1\n");
        trace.threads = {{.id = 1}, {.id = 2}};
        TimelineIndex index;
        index.update(trace);
        const auto plain = TimelineRows::of(index, {}, {});
        const auto grouped = TimelineRows::of(index, timelineGroups(trace, {}), {}, {}, {});
        QCOMPARE(grouped.bands.size(), plain.bands.size());
        QCOMPARE(grouped.height, plain.height);
        trace.threads.clear(); // threads without an entry are shown, too
        QCOMPARE(TimelineRows::of(index, timelineGroups(trace, {}), {}, {}, {}).bands.size(), size_t(2));
    }

    void anEventHasLaunchedWhatItsCallsHave()
    {
        Trace trace = traceOf("forward 0-100 layer\n"
                              "  aten::mm 0-50\n"
                              "    launch1 10-20 runtime\n"
                              "  aten::add 50-100\n"
                              "    launch2 60-70 runtime\n"
                              "other 0-90 t3\n"
                              "  launch3 20-30 runtime\n"
                              "after 100-200\n"
                              "  launch4 110-120 runtime\n"
                              "k4 0-1 t1 gpu0 kernel <launch4\n"
                              "k1 0-1 t1 gpu0 kernel <launch1\n"
                              "k3 0-1 t1 gpu0 kernel <launch3\n"
                              "k2 0-1 t1 gpu0 kernel <launch2\n"
                              "unknown 0-1 t1 gpu0 kernel\n");
        TimelineLaunches launches;
        launches.update(trace);
        const auto names = [&](uint32_t event, size_t most = 10) {
            QStringList found;
            for (const EventId work : launches.launchedBy(trace, EventId(event), most))
                found << QString::fromStdString(trace.names[trace.name[work]]);
            return found;
        };
        QCOMPARE(names(0), (QStringList{"k1", "k2"}));
        QCOMPARE(names(1), QStringList{"k1"});
        QCOMPARE(names(2), QStringList{"k1"}); // the call itself
        QCOMPARE(names(0, 1), QStringList{"k1"});
        QCOMPARE(names(5), QStringList{"k3"});
        QCOMPARE(names(7), QStringList{"k4"});
        QVERIFY(names(9).isEmpty());

        appendEvents(trace, "k5 5-6 t1 gpu0 kernel <launch2\n");
        launches.update(trace);
        QCOMPARE(names(0), (QStringList{"k1", "k2", "k5"}));
    }

    void kernelsHaveShortNames()
    {
        QCOMPARE(shortEventName("aten::conv2d"), std::string("conv2d"));
        QCOMPARE(shortEventName("void at::native::vectorized_elementwise_kernel<4, at::native::Add>(int)"),
                 std::string("vectorized_elementwise_kernel"));
        QCOMPARE(shortEventName("void softmax<float>(int)"), std::string("softmax"));
        QCOMPARE(shortEventName("void at::native::(anonymous namespace)::CatArrayBatchedCopy<float>(float*)"),
                 std::string("CatArrayBatchedCopy"));
        QCOMPARE(shortEventName("void (anonymous namespace)::copy(float*)"), std::string("copy"));
        QCOMPARE(shortEventName("nvjet_sss_128x64"), std::string("nvjet_sss_128x64"));
        QCOMPARE(shortEventName("Memcpy HtoD (Pinned -> Device)"),
                 std::string("Memcpy HtoD (Pinned -> Device)"));
    }
};

QTEST_GUILESS_MAIN(TestTimelineGroups)
#include "test_timeline_groups.moc"
