#include "core/trace/range_sums.h"

#include "tests/core/trace/trace_text.h"

#include <QTest>

using namespace stepscope;

class TestRangeSums : public QObject
{
    Q_OBJECT

    static std::vector<std::tuple<std::string, int64_t, int64_t>> texts(const Trace& trace,
                                                                        const RangeSums::Rows& rows)
    {
        std::vector<std::tuple<std::string, int64_t, int64_t>> all;
        for (const auto& row : rows.longest)
            all.emplace_back(trace.names[row.name], row.events, row.selfNs);
        return all;
    }
    using Texts = std::vector<std::tuple<std::string, int64_t, int64_t>>;

private Q_SLOTS:
    void onlyThePartBetweenTheTimesCounts()
    {
        const Trace trace = test::traceOf("fc1 0-200 layer\n"
                                          "  aten::linear 0-200\n"
                                          "    aten::t 10-30\n"
                                          "    aten::addmm 50-150\n"
                                          "      launch 60-70 runtime\n"
                                          "aten::relu 300-400\n"
                                          "aten::relu 90-110 t1\n");
        const RangeSums sums = sumsWithin(trace, 20, 100);
        QCOMPARE(sums.events, int64_t(6));
        QCOMPARE(texts(trace, sums.host), (Texts{{"aten::addmm", 1, 40},
                                                 {"aten::linear", 1, 80 - 10 - 50},
                                                 {"aten::t", 1, 10},
                                                 {"launch", 1, 10},
                                                 {"aten::relu", 1, 10}}));
        QCOMPARE(sums.host.count, int64_t(5));
        QCOMPARE(sums.device.count, int64_t(0));
        QCOMPARE(sumsWithin(trace, 210, 290).events, int64_t(0));
        QCOMPARE(sumsWithin(trace, 400, 500).events, int64_t(0)); // ends are not included
    }

    void aDeviceIsBusyOnceAtATime()
    {
        const Trace trace = test::traceOf("launch 0-10 runtime\n"
                                          "launch 20-30 runtime\n"
                                          "mm 100-200 t1 gpu0 kernel <launch\n"
                                          "copy 150-260 t2 gpu0 kernel <launch\n");
        const RangeSums sums = sumsWithin(trace, 120, 250);
        QCOMPARE(texts(trace, sums.device), (Texts{{"copy", 1, 100}, {"mm", 1, 80}}));
        QCOMPARE(sums.busyNs, (std::vector<std::pair<int16_t, int64_t>>{{0, 130}}));
        QVERIFY(sums.host.longest.empty());
    }

    void theLongestRowsAreKept()
    {
        std::string text;
        for (int i = 0; i < 30; ++i)
            text += "op" + std::to_string(i) + " " + std::to_string(100 * i) + "-" +
                    std::to_string(100 * i + 1 + i) + "\n";
        const Trace trace = test::traceOf(text);
        const RangeSums sums = sumsWithin(trace, 0, 10'000);
        QCOMPARE(sums.host.count, int64_t(30));
        QCOMPARE(sums.host.longest.size(), RangeSums::mostRows);
        QCOMPARE(trace.names[sums.host.longest.front().name], std::string("op29"));
    }

    void memory()
    {
        Trace trace = test::traceOf("aten::empty 0-100\n");
        trace.allocations = {{.timeNs = 10, .bytes = 64, .address = 1},
                             {.timeNs = 20, .bytes = 32, .address = 2},
                             {.timeNs = 30, .bytes = -64, .address = 1},
                             {.timeNs = 90, .bytes = -32, .address = 2}};
        const RangeSums sums = sumsWithin(trace, 15, 90);
        QCOMPARE(sums.allocations, int64_t(1));
        QCOMPARE(sums.allocatedBytes, int64_t(32));
        QCOMPARE(sums.freedBytes, int64_t(64));
    }
};

QTEST_APPLESS_MAIN(TestRangeSums)
#include "test_range_sums.moc"
